"""Programme, tables and house instruments of a jazz club."""

from typing import Literal, TypedDict


class Gig(TypedDict):
    """One evening on the programme."""

    gig_id: str
    band: str
    date: str
    doors: str
    style: str
    leader: str
    price: float


_GIGS: list[Gig] = [
    Gig(
        gig_id="g-blue-31",
        band="Nadia Korsak Trio",
        date="2026-09-04",
        doors="19:30",
        style="bebop",
        leader="Nadia Korsak",
        price=22.0,
    ),
    Gig(
        gig_id="g-red-32",
        band="Havana Ledger",
        date="2026-09-05",
        doors="20:00",
        style="latin",
        leader="Rubén Tasca",
        price=26.0,
    ),
    Gig(
        gig_id="g-ash-33",
        band="The Slow Ferries",
        date="2026-09-11",
        doors="19:00",
        style="swing",
        leader="Alma Whitlock",
        price=18.0,
    ),
    Gig(
        gig_id="g-fox-34",
        band="Quartet Ostinato",
        date="2026-09-12",
        doors="20:30",
        style="free",
        leader="Jens Mohr",
        price=15.0,
    ),
    Gig(
        gig_id="g-elm-35",
        band="Pepper & Sons",
        date="2026-09-18",
        doors="19:15",
        style="swing",
        leader="Cole Pepper",
        price=20.0,
    ),
]
_PEOPLE = {
    "nadia korsak": {"instrument": "piano", "agent": "Brightwater Artists", "phone": "+44 20 5550 171"},
    "rubén tasca": {"instrument": "trumpet", "agent": "Calle Ocho Booking", "phone": "+34 91 5550 408"},
    "alma whitlock": {"instrument": "clarinet", "agent": "Dorset Music Office", "phone": "+44 1305 5550 62"},
    "jens mohr": {"instrument": "baritone saxophone", "agent": "Nordklang", "phone": "+47 22 5550 93"},
    "cole pepper": {"instrument": "drums", "agent": "none", "phone": "+1 504 5550 186"},
}
_SEATS = {
    "g-blue-31": {"stage": 4, "balcony": 11, "bar": 7},
    "g-red-32": {"stage": 0, "balcony": 3, "bar": 9},
    "g-ash-33": {"stage": 6, "balcony": 14, "bar": 12},
    "g-fox-34": {"stage": 8, "balcony": 16, "bar": 10},
    "g-elm-35": {"stage": 2, "balcony": 5, "bar": 13},
}
_INSTRUMENTS = {
    "piano": "Bösendorfer grand, tuned on 2026-08-28",
    "double bass": "Pöllmann, on loan until 2026-09-09",
    "drums": "Gretsch kit without cymbals",
    "vibraphone": "Musser, damper pedal broken",
}


def whats_on(
    date_from: str, date_to: str, style: Literal["any", "bebop", "latin", "swing", "free"] = "any"
) -> list[Gig]:
    """Concerts on the programme in a stretch of days.

    Args:
        date_from: First day, ISO format, e.g. 2026-09-01.
        date_to: Last day, included, e.g. 2026-09-30.
        style: Only concerts in this style, or "any".
    """
    return [g for g in _GIGS if date_from <= g["date"] <= date_to and style in ("any", g["style"])]


def find_gig(band: str) -> Gig:
    """The concert of a band.

    Args:
        band: Name of the band as printed on the programme, e.g. "Havana Ledger".

    Returns:
        The gig with its id, date, time doors open, style, leader and ticket price in pounds.

    Raises:
        ValueError: If the band is not on the programme.
    """
    for gig in _GIGS:
        if gig["band"].lower() == band.strip().lower():
            return gig
    raise ValueError(f"{band!r} is not on the programme")


def seats_left(gig_id: str) -> dict[str, int]:
    """Seats still free for a concert, by area of the room.

    Args:
        gig_id: Id of the concert, e.g. "g-blue-31".
    """
    if gig_id not in _SEATS:
        raise ValueError(f"no gig {gig_id!r}")
    return _SEATS[gig_id]


def reserve_table(
    gig_id: str, name: str, people: int, area: Literal["stage", "balcony", "bar"] = "bar", dinner: bool = False
) -> dict[str, str | int | bool]:
    """Reserve a table for a concert.

    Args:
        gig_id: Id of the concert, e.g. "g-blue-31".
        name: Name to put on the table, e.g. "Ellison".
        people: Number of guests, 1 to 8.
        area: Where to sit.
        dinner: Whether the guests would like to dine before the concert.

    Returns:
        The reservation code and the time until which the table is kept.
    """
    if gig_id not in _SEATS:
        raise ValueError(f"no gig {gig_id!r}")
    code = f"{name[:2].upper()}{people}{area[0].upper()}-{gig_id[-2:]}"
    return {"reservation": code, "area": area, "dinner": dinner, "kept_until": "18:40" if dinner else "20:20"}


def musician(name: str) -> dict[str, str]:
    """Instrument, agent and telephone number of a musician.

    Args:
        name: First and last name, e.g. "Alma Whitlock".
    """
    if name.strip().lower() not in _PEOPLE:
        raise ValueError(f"nobody called {name!r}")
    return _PEOPLE[name.strip().lower()]


def house_instrument(kind: Literal["piano", "double bass", "drums", "vibraphone"]) -> str:
    """State of one of the instruments that belong to the club.

    Args:
        kind: Which instrument.
    """
    return _INSTRUMENTS[kind]
