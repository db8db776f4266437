"""Tours, telescopes and tickets at an observatory's visitor desk."""

from typing import Any, Literal

_EVENTS = [
    {"event_id": "EV-71", "title": "Saturn Night", "date": "2026-09-19", "guide": "Ines Calder", "price": 12.0},
    {"event_id": "EV-74", "title": "Moon Walk", "date": "2026-09-26", "guide": "Viktor Sand", "price": 8.5},
    {"event_id": "EV-78", "title": "Deep Sky", "date": "2026-10-10", "guide": "Ines Calder", "price": 15.0},
]
_SEATS = {"EV-71": 4, "EV-74": 22, "EV-78": 11}
_SCOPES = {"Old Refractor": ("East Dome", 300), "Hale Junior": ("West Dome", 750)}
_CLOUDS = {"2026-09-19": 15, "2026-09-26": 80, "2026-10-10": 35}


def find_event(title: str) -> dict[str, Any]:
    """Finds an evening event.

    Args:
        title: Title of the event.

    Returns:
        Id, date, guide and price per person.

    Examples:
        >>> find_event("Moon Walk")["event_id"]
        'EV-74'
    """
    for event in _EVENTS:
        if str(event["title"]).lower() == title.lower():
            return event
    return {"title": title, "status": "not found"}


def seats_left(event_id: str) -> int:
    """Counts the seats still free at an event.

    Examples:
        >>> seats_left("EV-71")
        4
    """
    if event_id not in _SEATS:
        raise ValueError(f"no event {event_id}")
    return _SEATS[event_id]


def cloud_forecast(night: str) -> dict[str, Any]:
    """Forecasts the cloud cover of a night in percent.

    Args:
        night: ISO date.

    Examples:
        >>> cloud_forecast("2026-09-19")["percent"]
        15
    """
    if night not in _CLOUDS:
        raise ValueError("no forecast")
    return {"night": night, "percent": _CLOUDS[night]}


def telescope(name: str) -> dict[str, Any]:
    """Tells in which dome a telescope stands and its aperture in millimetres.

    Examples:
        >>> telescope("Hale Junior")["dome"]
        'West Dome'
    """
    if name not in _SCOPES:
        raise ValueError(f"no telescope {name}")
    return {"dome": _SCOPES[name][0], "aperture_mm": _SCOPES[name][1]}


def book_seats(event_id: str, people: int, language: Literal["english", "welsh"] = "english") -> dict[str, Any]:
    """Books seats at an event.

    Args:
        event_id: Such as "EV-71".
        people: How many seats.
        language: Language of the tour.

    Returns:
        Booking reference and language.

    Examples:
        >>> book_seats("EV-71", 2)["reference"]
        'OB-71-2'
    """
    if event_id not in _SEATS:
        raise ValueError(f"no event {event_id}")
    return {"reference": f"OB-{event_id[3:]}-{people}", "language": language}
