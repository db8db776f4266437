"""Reception of a youth hostel."""

from datetime import date, timedelta
from typing import Any, Literal

RoomType = Literal["dorm", "female_dorm", "family", "twin"]

_FREE: dict[str, dict[str, int]] = {
    "2026-07-03": {"dorm": 9, "female_dorm": 4, "family": 1, "twin": 0},
    "2026-07-10": {"dorm": 17, "female_dorm": 6, "family": 2, "twin": 3},
    "2026-07-22": {"dorm": 5, "female_dorm": 0, "family": 0, "twin": 1},
    "2026-08-01": {"dorm": 12, "female_dorm": 8, "family": 3, "twin": 2},
}
_RATES: dict[str, float] = {"dorm": 24.0, "female_dorm": 26.5, "family": 31.0, "twin": 38.0}
_RESERVATIONS: dict[str, dict[str, Any]] = {
    "YH7K2": {
        "guest": "Anouk Deveraux",
        "check_in": "2026-07-10",
        "nights": 3,
        "beds": 2,
        "room_type": "twin",
        "member_no": "M-30518",
    },
    "YH9Q4": {
        "guest": "Scout Group Birchwood",
        "check_in": "2026-08-01",
        "nights": 5,
        "beds": 11,
        "room_type": "dorm",
        "member_no": "M-11260",
    },
    "YH3T8": {
        "guest": "Kenji Morimoto",
        "check_in": "2026-07-22",
        "nights": 2,
        "beds": 1,
        "room_type": "dorm",
        "member_no": None,
    },
}
_MEMBERS: dict[str, dict[str, Any]] = {
    "M-30518": {"name": "Anouk Deveraux", "valid_until": "2026-06-30", "kind": "single"},
    "M-11260": {"name": "Birchwood Scouts", "valid_until": "2027-12-31", "kind": "group"},
    "M-44871": {"name": "Liam Trescott", "valid_until": "2026-10-15", "kind": "family"},
}
_EXTRAS = {"breakfast": 7.2, "linen": 3.5, "towel": 2.0, "packed_lunch": 6.4, "locker": 1.5}


def free_beds(check_in: str, room_type: RoomType = "dorm") -> dict[str, Any]:
    """Beds that can still be sold.

    Args:
        check_in: Day of arrival in ISO format, for example 2026-07-10.
        room_type: Sort of room. Beds in the mixed dormitory are counted unless another is named.
    """
    return {"check_in": check_in, "room_type": room_type, "free": _FREE.get(check_in, {}).get(room_type, 0)}


def price_of_stay(room_type: RoomType, nights: int, beds: int = 1, member: bool = False) -> dict[str, float]:
    """Price of a stay in euros, without extras.

    Args:
        room_type: Sort of room.
        nights: Number of nights, for example 3.
        beds: Number of beds, for example 2.
        member: True for holders of a hostel membership, who pay 10 % less.

    Returns:
        Total and the price of one bed for one night.
    """
    rate = _RATES[room_type] * (0.9 if member else 1.0)
    return {"total": round(rate * nights * beds, 2), "per_bed_and_night": round(rate, 2)}


def get_reservation(code: str) -> dict[str, Any]:
    """Show a reservation.

    Args:
        code: Five characters beginning with YH, for example YH7K2.

    Returns:
        Guest, arrival, departure, beds, sort of room and membership number if one was given.
    """
    if code.upper() not in _RESERVATIONS:
        return {"code": code, "error": "not found"}
    row = _RESERVATIONS[code.upper()]
    leaves = date.fromisoformat(row["check_in"]) + timedelta(days=row["nights"])
    return {"code": code.upper(), **row, "check_out": leaves.isoformat()}


def make_reservation(
    guest: str, check_in: str, nights: int, beds: int = 1, room_type: RoomType = "dorm", member_no: str | None = None
) -> dict[str, Any]:
    """Make a reservation.

    Args:
        guest: Name of the person or the group, for example Liam Trescott.
        check_in: Day of arrival in ISO format, for example 2026-07-10.
        nights: Number of nights.
        beds: Number of beds.
        room_type: Sort of room.
        member_no: Membership number if there is one, for example M-30518.

    Returns:
        Code of the reservation and the day of departure.
    """
    leaves = date.fromisoformat(check_in) + timedelta(days=nights)
    code = f"YH{nights}{guest[0].upper()}{(len(guest) * beds) % 10}"
    return {"code": code, "check_out": leaves.isoformat(), "member_rate": member_no in _MEMBERS, "room_type": room_type}


def add_extras(
    code: str, extras: list[Literal["breakfast", "linen", "towel", "packed_lunch", "locker"]]
) -> dict[str, Any]:
    """Add extras to a reservation, once for every bed in it.

    Args:
        code: Code of the reservation, for example YH7K2.
        extras: One or more extras, for example ["linen", "towel"].

    Returns:
        Amount added to the bill in euros.
    """
    if code.upper() not in _RESERVATIONS:
        raise ValueError(f"no reservation {code}")
    beds = _RESERVATIONS[code.upper()]["beds"]
    return {"code": code.upper(), "added": extras, "amount": round(beds * sum(_EXTRAS[one] for one in extras), 2)}


def check_membership(member_no: str) -> dict[str, Any]:
    """Name, kind and last day of a membership.

    Args:
        member_no: M, hyphen and five digits, for example M-30518.
    """
    if member_no not in _MEMBERS:
        return {"member_no": member_no, "error": "not found"}
    return {"member_no": member_no, **_MEMBERS[member_no]}
