"""Roster of a mountain rescue service."""

from typing import Any, Literal

Valley = Literal["north", "south", "east"]

_MEMBERS: dict[str, dict[str, Any]] = {
    "MR-03": {"name": "Ilse Brandauer", "role": "leader", "phone": "0664 118 203", "village": "Obertal"},
    "MR-07": {"name": "Pavel Hruska", "role": "medic", "phone": "0664 118 207", "village": "Steinach"},
    "MR-12": {"name": "Noor Castellan", "role": "dog handler", "phone": "0664 118 212", "village": "Seeboden"},
    "MR-18": {"name": "Tom Aldridge", "role": "climber", "phone": "0664 118 218", "village": "Obertal"},
    "MR-21": {"name": "Gitta Rohr", "role": "leader", "phone": "0664 118 221", "village": "Latsch"},
}
_SKILLS: dict[str, dict[str, str]] = {
    "MR-03": {"helicopter winch": "2027-02-28", "avalanche": "2026-11-30"},
    "MR-07": {"first aid": "2026-09-15", "helicopter winch": "2026-06-30"},
    "MR-12": {"search dog": "2027-05-01"},
    "MR-18": {"rope": "2028-01-31", "avalanche": "2026-12-15"},
    "MR-21": {"avalanche": "2027-03-10", "rope": "2026-10-20"},
}
_ON_CALL: dict[tuple[str, str], dict[str, Any]] = {
    ("north", "2026-02-14"): {"leader": "MR-03", "crew": ["MR-07", "MR-18"]},
    ("south", "2026-02-14"): {"leader": "MR-21", "crew": ["MR-12"]},
    ("east", "2026-02-15"): {"leader": "MR-21", "crew": ["MR-18", "MR-12"]},
    ("north", "2026-03-01"): {"leader": "MR-21", "crew": ["MR-07"]},
}
_KITS: dict[str, dict[str, Any]] = {
    "K-04": {"kind": "rope set", "weight_kg": 14.5, "stored_in": "hut Latsch", "next_inspection": "2026-04-20"},
    "K-09": {
        "kind": "vacuum mattress",
        "weight_kg": 8.2,
        "stored_in": "garage Obertal",
        "next_inspection": "2026-08-11",
    },
    "K-15": {
        "kind": "avalanche probe set",
        "weight_kg": 6.7,
        "stored_in": "hut Seeboden",
        "next_inspection": "2026-05-06",
    },
}


def find_member(name: str) -> dict[str, Any]:
    """Look up a member by full name. Returns the member id (e.g. MR-07), role, phone and village."""
    for member_id, member in _MEMBERS.items():
        if member["name"].casefold() == name.strip().casefold():
            return {"member_id": member_id, **member}
    raise ValueError(f"no member called {name!r}")


def get_member(member_id: str) -> dict[str, Any]:
    """Name, role, phone and village of a member, by id (e.g. MR-07)."""
    if member_id.upper() not in _MEMBERS:
        raise ValueError(f"no member {member_id!r}")
    return {"member_id": member_id.upper(), **_MEMBERS[member_id.upper()]}


def qualifications(member_id: str) -> list[dict[str, str]]:
    """Certificates of a member and the date each is valid until (YYYY-MM-DD).

    Args:
        member_id: e.g. MR-07
    """
    skills = _SKILLS.get(member_id.upper(), {})
    return [{"skill": skill, "valid_until": until} for skill, until in skills.items()]


def on_call(valley: Valley, day: str) -> dict[str, Any]:
    """Who is on call in a valley on a day: id of the leader and ids of the crew.

    Args:
        valley: north, south or east
        day: YYYY-MM-DD, e.g. 2026-02-14
    """
    return {"valley": valley, "day": day, **_ON_CALL.get((valley.lower(), day), {"leader": None, "crew": []})}


def assign_shift(
    member_id: str, day: str, shift: Literal["day", "night"] = "day", ready_minutes: int = 20
) -> dict[str, Any]:
    """Put a member on the roster.

    Args:
        member_id: e.g. MR-07
        day: YYYY-MM-DD
        shift: day (06-18 h) or night (18-06 h)
        ready_minutes: time until ready to leave, in minutes (5 to 60)
    """
    if member_id.upper() not in _MEMBERS:
        raise ValueError(f"no member {member_id!r}")
    code = f"SH-{member_id[-2:]}{day[5:7]}{day[8:]}{shift[0].upper()}"
    return {"shift_no": code, "state": "assigned", "ready_minutes": ready_minutes}


def kit_info(kit_id: str) -> dict[str, Any]:
    """Kind, weight (kg), storage place and next inspection of a kit, e.g. K-04."""
    if kit_id.upper() not in _KITS:
        raise ValueError(f"no kit {kit_id!r}")
    return {"kit_id": kit_id.upper(), **_KITS[kit_id.upper()]}
