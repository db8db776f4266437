"""Huts, beds and trails of a long-distance hiking association."""

from typing import Any, Literal

_ROUTES: dict[str, list[str]] = {
    "ridgeway traverse": ["Falkenegg", "Tarnhaus", "Sillersee"],
    "glacier path": ["Weissjoch", "Firnblick"],
    "shepherds' trail": ["Sillersee", "Almgrund"],
}
_HUTS: dict[str, dict[str, Any]] = {
    "falkenegg": {"altitude_m": 1840, "warden": "Resi Obholzer", "phone": "0555 2041", "opens": "2026-06-06"},
    "tarnhaus": {"altitude_m": 2215, "warden": "Emil Plank", "phone": "0555 2068", "opens": "2026-06-20"},
    "sillersee": {"altitude_m": 1972, "warden": "Hanna Grieshaber", "phone": "0555 2083", "opens": "2026-05-30"},
    "weissjoch": {"altitude_m": 2648, "warden": "Luca Demetz", "phone": "0555 2117", "opens": "2026-07-04"},
    "firnblick": {"altitude_m": 2790, "warden": "Antonia Rieder", "phone": "0555 2136", "opens": "2026-07-11"},
    "almgrund": {"altitude_m": 1511, "warden": "Josef Tschurtsch", "phone": "0555 2150", "opens": "2026-05-16"},
}
_BEDS: dict[tuple[str, str], dict[str, int]] = {
    ("falkenegg", "2026-07-18"): {"dormitory": 13, "private": 2},
    ("tarnhaus", "2026-07-19"): {"dormitory": 5, "private": 0},
    ("sillersee", "2026-07-20"): {"dormitory": 27, "private": 6},
    ("weissjoch", "2026-08-08"): {"dormitory": 0, "private": 4},
    ("firnblick", "2026-08-09"): {"dormitory": 16, "private": 3},
    ("almgrund", "2026-07-21"): {"dormitory": 34, "private": 8},
}
_WALKS: dict[tuple[str, str], dict[str, Any]] = {
    ("falkenegg", "tarnhaus"): {"hours": 5.5, "ascent_m": 730, "km": 13.4},
    ("tarnhaus", "sillersee"): {"hours": 4.25, "ascent_m": 310, "km": 11.9},
    ("weissjoch", "firnblick"): {"hours": 3.75, "ascent_m": 465, "km": 7.6},
    ("sillersee", "almgrund"): {"hours": 3.0, "ascent_m": 120, "km": 10.2},
}
_RATES = {"dormitory": 24.0, "private": 41.0}


def huts_on_route(route: str) -> list[str]:
    """Names of the huts along a long-distance route, in walking order.

    Parameters
    ----------
    route : str
        Name of the route.
    """
    if route.strip().lower() not in _ROUTES:
        raise ValueError(f"no route called {route}")
    return _ROUTES[route.strip().lower()]


def hut_details(hut: str) -> dict[str, Any]:
    """Altitude, warden, telephone number and first day of the season of a hut.

    Parameters
    ----------
    hut : str
        Name of the hut.
    """
    if hut.strip().lower() not in _HUTS:
        raise ValueError(f"no hut called {hut}")
    return {"hut": hut, **_HUTS[hut.strip().lower()]}


def stage(from_hut: str, to_hut: str) -> dict[str, Any]:
    """Walking time, ascent and distance from one hut to the next.

    Parameters
    ----------
    from_hut : str
        Where the day begins.
    to_hut : str
        Where it ends.
    """
    walk = _WALKS.get((from_hut.strip().lower(), to_hut.strip().lower()))
    if walk is None:
        raise ValueError(f"no direct stage from {from_hut} to {to_hut}")
    return {"from": from_hut, "to": to_hut, **walk}


def free_beds(hut: str, night: str, room: Literal["dormitory", "private"] = "dormitory") -> dict[str, Any]:
    """Beds still free in a hut.

    Parameters
    ----------
    hut : str
        Name of the hut.
    night : str
        Day of arrival, YYYY-MM-DD.
    room : {"dormitory", "private"}, default "dormitory"
        Kind of room.
    """
    beds = _BEDS.get((hut.strip().lower(), night))
    if beds is None:
        raise ValueError(f"no bookings open for {hut} on {night}")
    return {"hut": hut, "night": night, "room": room, "free": beds[room]}


def night_price(
    room: Literal["dormitory", "private"], people: int = 1, member: bool = False, half_board: bool = False
) -> dict[str, float]:
    """Price of one night in euros, the same in every hut.

    Parameters
    ----------
    room : {"dormitory", "private"}
        Kind of room.
    people : int, default 1
        Number of guests.
    member : bool, default False
        Guests are members of the association and pay 9 euros less each.
    half_board : bool, default False
        Dinner and breakfast, 29.50 euros each.
    """
    each = _RATES[room] - (9 if member else 0) + (29.5 if half_board else 0)
    return {"total": round(each * people, 2)}


def reserve_beds(
    hut: str, night: str, people: int, name: str, room: Literal["dormitory", "private"] = "dormitory"
) -> dict[str, Any]:
    """Reserve beds for one night.

    Parameters
    ----------
    hut : str
        Name of the hut.
    night : str
        Day of arrival, YYYY-MM-DD.
    people : int
        Number of beds.
    name : str
        Full name of the person who books.
    room : {"dormitory", "private"}, default "dormitory"
        Kind of room.

    Returns
    -------
    dict
        Reservation code and deposit in euros.
    """
    if people > _BEDS.get((hut.strip().lower(), night), {}).get(room, 0):
        raise ValueError("not enough beds")
    code = f"{hut.strip()[:3].upper()}{night[8:]}-{people}{name.split()[-1][:3].upper()}"
    return {"code": code, "deposit": 10 * people}
