"""Front desk of a climbing gym."""

from typing import Any, Literal

Day = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

_MEMBERS: dict[int, dict[str, Any]] = {
    2207: {"name": "Ines Calloway", "plan": "monthly", "paid_until": "2026-04-30", "belay_test": True},
    2231: {"name": "Rufus Adeyemi", "plan": "ten-entry card", "paid_until": "2026-09-12", "belay_test": False},
    2298: {"name": "Marta Lindqvist", "plan": "annual", "paid_until": "2027-01-18", "belay_test": True},
    2310: {"name": "Jonah Pell", "plan": "student", "paid_until": "2026-06-15", "belay_test": False},
}
_SESSIONS: list[dict[str, Any]] = [
    {"code": "INT-M1", "day": "monday", "level": "beginner", "start": "18:30", "coach": "Dario", "free": 4},
    {"code": "LED-M2", "day": "monday", "level": "advanced", "start": "20:00", "coach": "Sunniva", "free": 2},
    {"code": "TEC-W1", "day": "wednesday", "level": "intermediate", "start": "19:15", "coach": "Obi", "free": 6},
    {"code": "INT-S1", "day": "saturday", "level": "beginner", "start": "10:45", "coach": "Sunniva", "free": 1},
    {"code": "COM-S2", "day": "saturday", "level": "advanced", "start": "14:00", "coach": "Dario", "free": 3},
]
_ROUTES: dict[str, dict[str, Any]] = {
    "R-17": {"name": "Copper Kettle", "grade": "6b+", "setter": "Obi", "comes_down": "2026-03-27"},
    "R-22": {"name": "Long Division", "grade": "7a", "setter": "Sunniva", "comes_down": "2026-04-10"},
    "R-31": {"name": "Slow Ferry", "grade": "5c", "setter": "Lene", "comes_down": "2026-05-08"},
}
_SHOES = {37.5: 3, 39.0: 0, 41.0: 5, 42.5: 2, 44.0: 7}
_CROWD = {"bouldering": 82, "lead": 37, "speed": 5, "kids": 54}


def find_member(name: str) -> dict[str, Any]:
    """Look a member up by full name.

    Args:
        name: First and last name.
    """
    for number, member in _MEMBERS.items():
        if member["name"].lower() == name.strip().lower():
            return {"member_no": number, **member}
    raise ValueError(f"no member called {name}")


def sessions_on(
    day: Day, level: Literal["beginner", "intermediate", "advanced", "any"] = "any"
) -> list[dict[str, Any]]:
    """Coached sessions on a weekday."""
    return [one for one in _SESSIONS if one["day"] == day and level in ("any", one["level"])]


def book_session(member_no: int, session_code: str) -> dict[str, Any]:
    """Put a member on a coached session. Returns the booking reference.

    Args:
        member_no: Four digits.
        session_code: Such as INT-M1.
    """
    if member_no not in _MEMBERS:
        raise ValueError(f"no member {member_no}")
    for one in _SESSIONS:
        if one["code"] == session_code.strip().upper():
            return {"booking": f"BK{member_no}-{one['code'][-2:]}", "start": one["start"], "status": "confirmed"}
    raise ValueError(f"no session {session_code}")


def shoe_stock(size_eu: float) -> dict[str, Any]:
    """How many pairs of hire shoes are in, by EU size."""
    return {"size_eu": size_eu, "pairs_in": _SHOES.get(size_eu, 0)}


def route_card(route_no: str) -> dict[str, Any]:
    """Grade, setter and removal date of a route, e.g. R-17."""
    key = route_no.strip().upper()
    return {"route_no": key, **_ROUTES[key]} if key in _ROUTES else {"route_no": key, "error": "not found"}


def occupancy(area: Literal["bouldering", "lead", "speed", "kids"]) -> dict[str, Any]:
    """Current occupancy of an area in percent."""
    if area not in _CROWD:
        raise ValueError(f"no area {area}")
    return {"area": area, "percent": _CROWD[area]}
