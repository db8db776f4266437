"""Tools of a hotel's front desk."""

from typing import Any, Literal

_GUESTS = {
    "eleanor vance": {"room": 204, "checkout": "2026-03-18", "nationality": "Irish"},
    "hiroshi sato": {"room": 311, "checkout": "2026-03-20", "nationality": "Japanese"},
    "camille roux": {"room": 118, "checkout": "2026-03-16", "nationality": "French"},
    "anton weber": {"room": 407, "checkout": "2026-03-22", "nationality": "Austrian"},
}
_ROOMS: dict[int, dict[str, Any]] = {
    118: {"kind": "single", "floor": 1, "view": "courtyard", "safe_code_set": True},
    204: {"kind": "double", "floor": 2, "view": "garden", "safe_code_set": False},
    311: {"kind": "suite", "floor": 3, "view": "lake", "safe_code_set": True},
    407: {"kind": "double", "floor": 4, "view": "mountains", "safe_code_set": False},
}
_BILLS: dict[int, dict[str, float]] = {
    118: {"nights": 285.0, "extras": 14.5},
    204: {"nights": 516.0, "extras": 61.2},
    311: {"nights": 1240.0, "extras": 187.3},
    407: {"nights": 774.0, "extras": 0.0},
}
_RATES = {"single": 95.0, "double": 129.0, "suite": 248.0}
_BOOKED = {("suite", "2026-04-03"), ("single", "2026-05-01")}
_MENU = {"club sandwich": 13.5, "tomato soup": 8.0, "pot of tea": 5.5, "cheese platter": 16.0}
_SPA = {
    "massage": {"minutes": 50, "price": 82.0, "slots": ["11:15", "16:40"]},
    "facial": {"minutes": 40, "price": 64.0, "slots": ["12:20"]},
    "sauna": {"minutes": 90, "price": 25.0, "slots": ["10:05", "18:50"]},
}
_LOST = {
    "umbrella": {"found_in": "lobby bar", "tag": "LP-61"},
    "reading glasses": {"found_in": "breakfast room", "tag": "LP-64"},
    "scarf": {"found_in": "lift B", "tag": "LP-70"},
}


def _room(room: int) -> int:
    if room not in _ROOMS:
        raise LookupError(f"no room {room}")
    return room


def find_guest(name: str) -> dict[str, Any]:
    """Find a guest staying at the hotel.

    Args:
        name: The guest's full name.

    Returns:
        The guest's room number, check-out date and nationality.
    """
    key = name.strip().casefold()
    if key not in _GUESTS:
        raise LookupError(f"no guest named {name!r}")
    return {"name": name.strip(), **_GUESTS[key]}


def room_details(room: int) -> dict[str, Any]:
    """Get the kind, floor and view of a room.

    Args:
        room: Room number.
    """
    return {"room": _room(room), **_ROOMS[room]}


def room_bill(room: int) -> dict[str, float]:
    """Get the current bill of a room.

    Args:
        room: Room number.

    Returns:
        The charges for the nights and for extras, and their total, in euros.
    """
    bill = _BILLS[_room(room)]
    return {**bill, "total": round(bill["nights"] + bill["extras"], 2)}


def check_availability(
    kind: Literal["single", "double", "suite"], check_in: str, nights: int = 1, breakfast: bool = False
) -> dict[str, Any]:
    """Check whether a room of some kind is available and what the stay costs.

    Args:
        kind: Kind of room.
        check_in: Day of arrival, YYYY-MM-DD.
        nights: Length of the stay.
        breakfast: Whether breakfast is included, at 18 euros a night.
    """
    if kind.casefold() not in _RATES:
        raise ValueError(f"unknown kind of room {kind!r}")
    cost = (_RATES[kind.casefold()] + (18 if breakfast else 0)) * nights
    return {"available": (kind.casefold(), check_in) not in _BOOKED, "total": cost}


def order_room_service(room: int, item: str, quantity: int = 1) -> dict[str, Any]:
    """Order food or drink to a room.

    Args:
        room: Room number.
        item: Dish or drink on the room service menu.
        quantity: How many portions.

    Returns:
        The order number, the price and the minutes until it is served.
    """
    key = item.strip().casefold()
    if key not in _MENU:
        raise LookupError(f"{item!r} is not on the menu")
    number = f"RS{_room(room)}-{list(_MENU).index(key) + 1}"
    return {"order_number": number, "price": _MENU[key] * quantity, "minutes": 15 + 4 * quantity}


def set_wake_up_call(room: int, time: str) -> dict[str, Any]:
    """Set a wake-up call for a room.

    Args:
        room: Room number.
        time: Time of the call as HH:MM.
    """
    return {"call_id": f"WK-{_room(room)}{time[:2]}", "time": time}


def spa_treatment(treatment: str) -> dict[str, Any]:
    """Return duration, price and free slots today of a spa treatment."""
    key = treatment.strip().casefold()
    if key not in _SPA:
        raise LookupError(f"no treatment {treatment!r}")
    return {"treatment": key, **_SPA[key]}


def lost_property(item: str) -> dict[str, str]:
    """Look in the lost property register for an item.

    Args:
        item: What was lost, e.g. "gloves".

    Returns:
        Where the item was found and the tag it is stored under.
    """
    key = item.strip().casefold()
    if key not in _LOST:
        raise LookupError(f"no {item!r} has been handed in")
    return {"item": key, **_LOST[key]}
