"""Programme office of Harbour FM, a community radio station."""

from typing import Any, Literal

SHOWS: dict[str, dict[str, Any]] = {
    "the slow breakfast": {"show_id": 12, "presenter": "Gwen Abara", "weekday": "Tuesday", "starts": "07:00"},
    "brass and boots": {"show_id": 27, "presenter": "Ted Lindqvist", "weekday": "Sunday", "starts": "11:30"},
    "night ferry": {"show_id": 31, "presenter": "Paloma Reyes", "weekday": "Friday", "starts": "22:15"},
    "allotment hour": {"show_id": 44, "presenter": "Gwen Abara", "weekday": "Saturday", "starts": "10:00"},
}
VOLUNTEERS: dict[str, dict[str, str]] = {
    "gwen abara": {"mobile": "07700 900231", "joined": "2017-09-04"},
    "ted lindqvist": {"mobile": "07700 900418", "joined": "2021-02-15"},
    "paloma reyes": {"mobile": "07700 900576", "joined": "2023-06-01"},
}
LISTENERS: dict[tuple[int, str], int] = {
    (12, "2026-01"): 1840,
    (12, "2026-02"): 1915,
    (27, "2026-01"): 620,
    (27, "2026-02"): 705,
    (31, "2026-02"): 1130,
    (44, "2026-02"): 980,
}
PLAYED: dict[tuple[int, str], list[str]] = {
    (31, "2026-02-20"): ["Low Tide - The Pilots", "Green Lamp - Ana Sorel", "Foghorn Waltz - Kittiwake"],
    (27, "2026-02-22"): ["Colliery March - Denby Band", "Hobnails - The Rusks"],
    (12, "2026-02-24"): ["Kettle Song - Moss & Daughter", "First Bus - The Pilots"],
}
RECORDS: list[dict[str, Any]] = [
    {"artist": "The Pilots", "album": "Estuary", "medium": "vinyl", "shelf": "V14"},
    {"artist": "The Pilots", "album": "Dry Dock", "medium": "cd", "shelf": "C07"},
    {"artist": "Kittiwake", "album": "Ledges", "medium": "vinyl", "shelf": "V22"},
    {"artist": "Ana Sorel", "album": "Lanterns", "medium": "cd", "shelf": "C19"},
]
FREE: dict[tuple[str, str], list[str]] = {
    ("A", "2026-03-10"): ["14:00", "17:30"],
    ("A", "2026-03-12"): ["09:15"],
    ("B", "2026-03-10"): ["10:45"],
    ("B", "2026-03-13"): ["13:20"],
}


def show_details(title: str) -> dict[str, Any]:
    """Get the entry of a show in the schedule.

    Args:
        title: Title of the show.

    Returns:
        Show id, presenter, weekday and starting time.

    Raises:
        ValueError: If there is no such show.
    """
    show = SHOWS.get(title.strip().lower())
    if show is None:
        raise ValueError(f"no show called {title}")
    return show


def volunteer(name: str) -> dict[str, str]:
    """Get the contact card of a presenter or other volunteer.

    Args:
        name: First name and surname.

    Returns:
        Mobile number and the date of joining the station.

    Raises:
        ValueError: If nobody has that name.
    """
    if name.strip().lower() not in VOLUNTEERS:
        raise ValueError(f"no volunteer called {name}")
    return VOLUNTEERS[name.strip().lower()]


def audience(show_id: int, month: str) -> dict[str, Any]:
    """Average number of listeners per broadcast.

    Args:
        show_id: Id of the show.
        month: Month as YYYY-MM.

    Returns:
        Number of listeners, null if it was not measured.
    """
    return {"show_id": show_id, "month": month, "listeners": LISTENERS.get((show_id, month))}


def playlist(show_id: int, broadcast_date: str) -> list[str]:
    """List what was played in one broadcast.

    Args:
        show_id: Id of the show.
        broadcast_date: ISO date.

    Returns:
        Tracks in the order of play, as "title - artist".
    """
    return PLAYED.get((show_id, broadcast_date), [])


def search_records(artist: str, medium: Literal["any", "vinyl", "cd"] = "any") -> list[dict[str, Any]]:
    """Search the station's record library.

    Args:
        artist: Artist or band.
        medium: Restrict the search to one medium.

    Returns:
        Albums with the shelf they stand on.
    """
    return [
        record
        for record in RECORDS
        if record["artist"].lower() == artist.strip().lower() and medium in ("any", record["medium"])
    ]


def free_slots(studio: Literal["A", "B"], day: str) -> list[str]:
    """Show at what times a studio can still be booked.

    Args:
        studio: The studio.
        day: ISO date.

    Returns:
        Starting times.
    """
    return FREE.get((studio, day), [])


def book_studio(studio: Literal["A", "B"], day: str, start: str, hours: int = 1) -> dict[str, Any]:
    """Book a studio.

    Args:
        studio: The studio.
        day: ISO date.
        start: Starting time as HH:MM.
        hours: Length of the booking.

    Returns:
        Booking code and the code for the door.

    Raises:
        ValueError: If the studio is not free then.
    """
    if start not in FREE.get((studio, day), []):
        raise ValueError(f"studio {studio} is not free on {day} at {start}")
    return {
        "booking": f"ST{studio}-{day[5:7]}{day[8:]}{start[:2]}",
        "hours": hours,
        "door_code": 4100 + int(start[:2]) * 7,
    }
