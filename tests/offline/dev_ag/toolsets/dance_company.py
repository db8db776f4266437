"""Dancers, rehearsals, productions and performances of a dance company."""

from typing import Any, Literal

_DANCERS: dict[str, dict[str, str]] = {
    "DN-11": {"dancer_name": "Mirela Voss", "rank": "principal", "joined": "2017-09-01"},
    "DN-14": {"dancer_name": "Tomas Eklund", "rank": "first soloist", "joined": "2020-01-15"},
    "DN-19": {"dancer_name": "Noor Castellan", "rank": "corps de ballet", "joined": "2024-08-12"},
}
_REHEARSALS: list[dict[str, str]] = [
    {"rehearsal_id": "RH-81", "dancer_id": "DN-11", "date": "2026-05-11", "studio": "Blue", "start_time": "10:00"},
    {"rehearsal_id": "RH-84", "dancer_id": "DN-11", "date": "2026-05-11", "studio": "Attic", "start_time": "15:30"},
    {"rehearsal_id": "RH-86", "dancer_id": "DN-14", "date": "2026-05-12", "studio": "Mirror", "start_time": "11:45"},
    {"rehearsal_id": "RH-90", "dancer_id": "DN-19", "date": "2026-05-12", "studio": "Blue", "start_time": "14:10"},
]
_PRODUCTIONS: dict[str, dict[str, Any]] = {
    "night ferry": {
        "choreographer": "Ilse Aumont",
        "composer": "Petr Halas",
        "duration_minutes": 95,
        "premiere": "2025-11-08",
    },
    "saltmarsh": {
        "choreographer": "Kofi Dunmore",
        "composer": "Anna Thorvik",
        "duration_minutes": 70,
        "premiere": "2026-02-20",
    },
    "paper cranes": {
        "choreographer": "Ilse Aumont",
        "composer": "Hiroko Maeda",
        "duration_minutes": 55,
        "premiere": "2024-03-15",
    },
}
_PERFORMANCES: list[dict[str, Any]] = [
    {"performance_id": "PF-310", "title": "Night Ferry", "city": "Antwerp", "date": "2026-05-23", "price_eur": 48},
    {"performance_id": "PF-311", "title": "Night Ferry", "city": "Antwerp", "date": "2026-05-16", "price_eur": 52},
    {"performance_id": "PF-315", "title": "Night Ferry", "city": "Lille", "date": "2026-05-29", "price_eur": 41},
    {"performance_id": "PF-318", "title": "Night Ferry", "city": "Aachen", "date": "2026-06-06", "price_eur": 39},
    {"performance_id": "PF-330", "title": "Saltmarsh", "city": "Lille", "date": "2026-06-13", "price_eur": 44},
    {"performance_id": "PF-333", "title": "Saltmarsh", "city": "Antwerp", "date": "2026-07-04", "price_eur": 46},
    {"performance_id": "PF-341", "title": "Paper Cranes", "city": "Aachen", "date": "2026-06-20", "price_eur": 36},
    {"performance_id": "PF-342", "title": "Paper Cranes", "city": "Lille", "date": "2026-06-27", "price_eur": 31},
]


def find_dancer(dancer_name: str) -> dict[str, Any]:
    """Find a dancer of the company by name.

    Parameters
    ----------
    dancer_name : str
        Full name of the dancer.

    Returns
    -------
    dict
        Dancer id, rank and the date on which the dancer joined the company.
    """
    for dancer_id, dancer in _DANCERS.items():
        if dancer["dancer_name"].casefold() == dancer_name.strip().casefold():
            return {"dancer_id": dancer_id, **dancer}
    raise ValueError(f"no dancer called {dancer_name}")


def list_rehearsals(dancer_id: str, date: str | None = None) -> dict[str, Any]:
    """List the rehearsals of a dancer.

    Parameters
    ----------
    dancer_id : str
        Number of the dancer, e.g. DN-11.
    date : str, optional
        Only this day, YYYY-MM-DD.

    Returns
    -------
    dict
        The rehearsals with studio and start time.
    """
    found = [one for one in _REHEARSALS if one["dancer_id"] == dancer_id and date in (None, one["date"])]
    return {"dancer_id": dancer_id, "rehearsals": found}


def get_production(title: str) -> dict[str, Any]:
    """Choreographer, composer, duration and premiere date of a production.

    Parameters
    ----------
    title : str
        Title of the production.

    Returns
    -------
    dict
        The production.
    """
    if title.strip().casefold() not in _PRODUCTIONS:
        raise ValueError(f"no production {title!r}")
    return {"title": title, **_PRODUCTIONS[title.strip().casefold()]}


def list_performances(
    title: str, city: str | None = None, from_date: str | None = None, to_date: str | None = None
) -> list[dict[str, Any]]:
    """List the performances of a production.

    Parameters
    ----------
    title : str
        Title of the production.
    city : str, optional
        Only performances in this city.
    from_date : str, optional
        First day, YYYY-MM-DD.
    to_date : str, optional
        Last day, YYYY-MM-DD.

    Returns
    -------
    list of dict
        Performance id, city, date and price of a seat.
    """
    return [
        one
        for one in _PERFORMANCES
        if one["title"].casefold() == title.strip().casefold()
        and (city is None or one["city"].casefold() == city.strip().casefold())
        and (from_date is None or one["date"] >= from_date)
        and (to_date is None or one["date"] <= to_date)
    ]


def book_seats(
    performance_id: str, seats: int, area: Literal["stalls", "circle", "gallery"] = "stalls"
) -> dict[str, Any]:
    """Book seats for a performance.

    Parameters
    ----------
    performance_id : str
        Number of the performance, e.g. PF-310.
    seats : int
        Number of seats.
    area : str
        Part of the theatre.

    Returns
    -------
    dict
        Booking reference and total price.
    """
    for one in _PERFORMANCES:
        if one["performance_id"] == performance_id:
            reference = f"BK{performance_id[3:]}{area[0].upper()}{seats}"
            return {"booking_reference": reference, "area": area, "total_eur": one["price_eur"] * seats}
    raise ValueError(f"no performance {performance_id}")


def assign_dancer(dancer_id: str, performance_id: str, role: str) -> dict[str, Any]:
    """Assign a dancer to a role in a performance.

    Parameters
    ----------
    dancer_id : str
        Number of the dancer, e.g. DN-11.
    performance_id : str
        Number of the performance, e.g. PF-310.
    role : str
        Name of the role.

    Returns
    -------
    dict
        Number of the assignment.
    """
    if dancer_id not in _DANCERS:
        raise ValueError(f"no dancer {dancer_id}")
    return {"assignment_id": f"AS-{dancer_id[3:]}{performance_id[3:]}", "dancer_id": dancer_id, "role": role}


def cancel_rehearsal(rehearsal_id: str) -> dict[str, Any]:
    """Cancel a rehearsal.

    Parameters
    ----------
    rehearsal_id : str
        Number of the rehearsal, e.g. RH-81.

    Returns
    -------
    dict
        The studio that is free again and the new state.
    """
    for one in _REHEARSALS:
        if one["rehearsal_id"] == rehearsal_id:
            return {"rehearsal_id": rehearsal_id, "state": "cancelled", "studio_released": one["studio"]}
    raise ValueError(f"no rehearsal {rehearsal_id}")
