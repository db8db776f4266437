"""A music shop: sheet music, instruments, members, repairs, branches and practice rooms."""

from datetime import date as _date
from typing import Any, Literal

_SHEETS: list[dict[str, Any]] = [
    {"title": "Three Romances", "composer": "Elena Duarte", "instrument": "cello", "level": "advanced", "price": 18.5},
    {"title": "Evening Suite", "composer": "Elena Duarte", "instrument": "cello", "level": "intermediate", "price": 14},
    {"title": "Open Strings", "composer": "Karl Moser", "instrument": "cello", "level": "beginner", "price": 9.9},
    {"title": "First Breath", "composer": "Karl Moser", "instrument": "flute", "level": "beginner", "price": 11.2},
    {"title": "Reed and River", "composer": "Elena Duarte", "instrument": "flute", "level": "advanced", "price": 21},
]
_INSTRUMENTS: list[dict[str, Any]] = [
    {"instrument_id": "IN-301", "name": "Corvo Cello", "condition": "used", "year": 2008, "price": 890, "rating": 4.5},
    {"instrument_id": "IN-304", "name": "Pardal Flute", "condition": "used", "year": 2019, "price": 410, "rating": 4.2},
    {"instrument_id": "IN-307", "name": "Rola Viola", "condition": "used", "year": 2022, "price": 530, "rating": 3.4},
    {"instrument_id": "IN-310", "name": "Alder Parlour", "condition": "new", "year": 2025, "price": 495, "rating": 4.7},
    {
        "instrument_id": "IN-312",
        "name": "Melro Clarinet",
        "condition": "new",
        "year": 2024,
        "price": 575,
        "rating": 4.0,
    },
    {"instrument_id": "IN-315", "name": "Garza Harp", "condition": "new", "year": 2026, "price": 3200, "rating": 4.9},
]
_MEMBERS: list[dict[str, Any]] = [
    {"member_id": "MB-61", "name": "Sofia Almeida", "phone": "+351 22 555 0136", "points": 340},
    {"member_id": "MB-75", "name": "Teodor Blank", "phone": "+351 25 555 0184", "points": 95},
]
_REPAIRS: list[dict[str, Any]] = [
    {"repair_id": "RP-901", "member_id": "MB-61", "work": "new bridge", "status": "waiting", "cost": 65},
    {"repair_id": "RP-904", "member_id": "MB-61", "work": "bow rehair", "status": "finished", "cost": 48},
    {"repair_id": "RP-909", "member_id": "MB-61", "work": "peg fitting", "status": "running", "cost": 37},
    {"repair_id": "RP-912", "member_id": "MB-75", "work": "key pads", "status": "finished", "cost": 82},
    {"repair_id": "RP-915", "member_id": "MB-75", "work": "crack repair", "status": "waiting", "cost": 120},
]
_BRANCHES: list[dict[str, Any]] = [
    {"branch_id": "BR-1", "city": "Porto", "street": "Rua do Sol", "distance_km": 4.6, "phone": "+351 22 555 0101"},
    {"branch_id": "BR-2", "city": "Porto", "street": "Rua das Flores", "distance_km": 1.2, "phone": "+351 22 555 0102"},
    {"branch_id": "BR-3", "city": "Porto", "street": "Cais Novo", "distance_km": 7.9, "phone": "+351 22 555 0103"},
    {"branch_id": "BR-6", "city": "Braga", "street": "Largo do Paço", "distance_km": 0.8, "phone": "+351 25 555 0106"},
]


def _pick(records: list[dict[str, Any]], key: str, value: str) -> dict[str, Any]:
    for record in records:
        if str(record[key]).casefold() == value.strip().casefold():
            return dict(record)
    raise LookupError(f"no {key} {value!r}")


def search_sheet_music(
    instrument: str,
    composer: str | None = None,
    level: Literal["beginner", "intermediate", "advanced"] | None = None,
) -> list[dict[str, Any]]:
    """Sheet music for an instrument, with composer and price.

    Args:
        instrument: The instrument that the music is for, e.g. oboe.
        composer: Full name of the composer.
        level: Level of the music, one of beginner, intermediate, advanced.
    """
    kind = _pick(_SHEETS, "instrument", instrument)["instrument"]
    return [
        dict(sheet)
        for sheet in _SHEETS
        if sheet["instrument"] == kind
        and (composer is None or sheet["composer"].casefold() == composer.strip().casefold())
        and (level is None or sheet["level"] == level.casefold())
    ]


def list_instruments(
    condition: Literal["new", "used"] | None = None, max_price: float | None = None, min_rating: float | None = None
) -> list[dict[str, Any]]:
    """Instruments for sale, with year, price and rating.

    Args:
        condition: Condition of the instruments, one of new, used.
        max_price: Highest price in euros.
        min_rating: Lowest rating in stars.
    """
    return [
        dict(instrument)
        for instrument in _INSTRUMENTS
        if (condition is None or instrument["condition"] == condition.casefold())
        and (max_price is None or instrument["price"] <= max_price)
        and (min_rating is None or instrument["rating"] >= min_rating)
    ]


def reserve_instrument(instrument_id: str, member_id: str) -> dict[str, Any]:
    """Reserve an instrument for a member.

    Args:
        instrument_id: Identifier of the instrument, e.g. IN-100.
        member_id: Identifier of the member, e.g. MB-10.
    """
    instrument = _pick(_INSTRUMENTS, "instrument_id", instrument_id)
    member = _pick(_MEMBERS, "member_id", member_id)
    return {
        "reservation_id": f"HOLD-{instrument['instrument_id'].removeprefix('IN-')}",
        "instrument_id": instrument["instrument_id"],
        "member_id": member["member_id"],
        "deposit": instrument["price"] / 5,
    }


def find_member(name: str) -> dict[str, Any]:
    """Phone number and points of a member of the shop.

    Args:
        name: Full name of the member.
    """
    return _pick(_MEMBERS, "name", name)


def list_repairs(
    member_id: str, status: Literal["waiting", "running", "finished"] | None = None
) -> list[dict[str, Any]]:
    """Repairs of a member, with work, status and cost.

    Args:
        member_id: Identifier of the member, e.g. MB-10.
        status: Status of the repairs, one of waiting, running, finished.
    """
    member = _pick(_MEMBERS, "member_id", member_id)["member_id"]
    return [
        dict(repair)
        for repair in _REPAIRS
        if repair["member_id"] == member and (status is None or repair["status"] == status.casefold())
    ]


def list_branches(city: str) -> list[dict[str, Any]]:
    """Branches of the shop near a city, with street, distance and phone number.

    Args:
        city: Name of the city, e.g. Coimbra.
    """
    place = _pick(_BRANCHES, "city", city)["city"]
    return [dict(branch) for branch in _BRANCHES if branch["city"] == place]


def book_practice_room(branch_id: str, date: str, start_time: str, end_time: str, people: int = 1) -> dict[str, Any]:
    """Book a practice room at a branch.

    Args:
        branch_id: Identifier of the branch, e.g. BR-20.
        date: Day of the booking, YYYY-MM-DD.
        start_time: Start of the booking, HH:MM.
        end_time: End of the booking, HH:MM.
        people: Number of people.
    """
    branch, day = _pick(_BRANCHES, "branch_id", branch_id), _date.fromisoformat(date)
    start, end = start_time.strip().zfill(5), end_time.strip().zfill(5)
    if end <= start or people < 1:
        raise ValueError("the end must be after the start, and somebody must come")
    return {
        "booking_id": f"PR-{branch['branch_id'].removeprefix('BR-')}-{day:%m%d}",
        "branch_id": branch["branch_id"],
        "date": date,
        "start_time": start,
        "end_time": end,
        "people": people,
        "room": "Room Bellini" if people > 2 else "Room Arco",
    }
