"""Bookings and operations of a small ferry company."""

from typing import Any, Literal

_SAILINGS: dict[str, dict[str, Any]] = {
    "NB101": {"origin": "Norvik", "destination": "Brae", "day": "2026-07-11", "departs": "07:45", "arrives": "11:20",
              "ship": "Skua", "cabins": 6, "car_spaces": 3},
    "NB103": {"origin": "Norvik", "destination": "Brae", "day": "2026-07-11", "departs": "16:10", "arrives": "19:45",
              "ship": "Fulmar", "cabins": 11, "car_spaces": 27},
    "BN202": {"origin": "Brae", "destination": "Norvik", "day": "2026-07-18", "departs": "12:30", "arrives": "16:05",
              "ship": "Skua", "cabins": 9, "car_spaces": 14},
    "BN204": {"origin": "Brae", "destination": "Norvik", "day": "2026-07-19", "departs": "21:00", "arrives": "00:35",
              "ship": "Fulmar", "cabins": 2, "car_spaces": 0},
    "NS301": {"origin": "Norvik", "destination": "Stenness", "day": "2026-07-12", "departs": "09:05",
              "arrives": "10:25", "ship": "Tystie", "cabins": 0, "car_spaces": 8},
}  # fmt: skip
_FARES = {"NB": (34.0, 17.0), "BN": (34.0, 17.0), "NS": (12.5, 6.0)}
_VEHICLE = {"none": 0.0, "bicycle": 4.0, "motorbike": 22.0, "car": 61.0, "camper": 98.0}
_BOOKINGS: dict[str, dict[str, Any]] = {
    "QF7K2": {"name": "Sorley", "sailing": "NB101", "adults": 2, "children": 1, "vehicle": "car"},
    "QF8M5": {"name": "Ibarra", "sailing": "BN202", "adults": 1, "children": 0, "vehicle": "none"},
    "QF9T1": {"name": "Lindqvist", "sailing": "NS301", "adults": 4, "children": 2, "vehicle": "bicycle"},
}
_SEA = {
    ("Skua", "2026-07-11"): (2.4, "delays possible"),
    ("Fulmar", "2026-07-11"): (1.1, "on time"),
    ("Skua", "2026-07-18"): (0.6, "on time"),
    ("Tystie", "2026-07-12"): (3.2, "cancellation likely"),
}
_PORTS = {
    "norvik": {"terminal": "Pier 2", "check_in_minutes": 45, "bus_line": "14"},
    "brae": {"terminal": "East Quay", "check_in_minutes": 40, "bus_line": "6"},
    "stenness": {"terminal": "Old Slip", "check_in_minutes": 20, "bus_line": "X3"},
}


def _sailing(sailing_no: str) -> dict[str, Any]:
    key = sailing_no.strip().upper()
    if key not in _SAILINGS:
        raise ValueError(f"no sailing {sailing_no!r}")
    return {"sailing_no": key, **_SAILINGS[key]}


def find_sailings(origin: str, destination: str, day: str) -> list[dict[str, Any]]:
    """Find the sailings between two ports on a day.

    Args:
        origin: Port of departure.
        destination: Port of arrival.
        day: Date of departure (YYYY-MM-DD).

    Returns:
        Number, departure, arrival and ship of each sailing.
    """
    wanted = (origin.strip().casefold(), destination.strip().casefold(), day)
    return [
        {"sailing_no": number, **{key: one[key] for key in ("departs", "arrives", "ship")}}
        for number, one in _SAILINGS.items()
        if (one["origin"].casefold(), one["destination"].casefold(), one["day"]) == wanted
    ]


def sailing_space(sailing_no: str) -> dict[str, Any]:
    """Free cabins and car spaces on a sailing.

    Args:
        sailing_no: Number of the sailing.

    Returns:
        Both counts.
    """
    one = _sailing(sailing_no)
    return {key: one[key] for key in ("sailing_no", "cabins", "car_spaces")}


def fare(
    sailing_no: str,
    adults: int,
    children: int = 0,
    vehicle: Literal["none", "bicycle", "motorbike", "car", "camper"] = "none",
) -> dict[str, Any]:
    """Price of a crossing for a whole party.

    Args:
        sailing_no: Number of the sailing.
        adults: Number of adults.
        children: Number of children under 16.
        vehicle: What they bring on board.

    Returns:
        Total in euros.
    """
    one = _sailing(sailing_no)
    adult, child = _FARES[one["sailing_no"][:2]]
    return {"sailing_no": one["sailing_no"], "total_eur": adult * adults + child * children + _VEHICLE[vehicle]}


def get_booking(reference: str) -> dict[str, Any]:
    """Open a booking.

    Args:
        reference: Five-character booking reference.

    Returns:
        Name, sailing number, party and vehicle.

    Raises:
        ValueError: If there is no such booking.
    """
    key = reference.strip().upper()
    if key not in _BOOKINGS:
        raise ValueError(f"no booking {reference!r}")
    return {"reference": key, **_BOOKINGS[key]}


def move_booking(reference: str, sailing_no: str) -> dict[str, Any]:
    """Move a booking to another sailing.

    Args:
        reference: Booking reference.
        sailing_no: The new sailing.

    Returns:
        New departure and the change fee in euros.
    """
    booking, one = get_booking(reference), _sailing(sailing_no)
    return {
        "reference": booking["reference"],
        "sailing_no": one["sailing_no"],
        "departs": f"{one['day']} {one['departs']}",
        "change_fee_eur": 15.0,
    }


def sea_report(ship: str, day: str) -> dict[str, Any]:
    """Wave height and outlook for a ship on a day.

    Args:
        ship: Name of the ship.
        day: Date (YYYY-MM-DD).

    Returns:
        Wave height in metres and the outlook for its service.
    """
    key = (ship.strip().title(), day)
    if key not in _SEA:
        return {"found": False, "ship": ship, "day": day}
    height, outlook = _SEA[key]
    return {"ship": key[0], "day": day, "waves_m": height, "outlook": outlook}


def port_info(port: str) -> dict[str, Any]:
    """Terminal, latest check-in before departure (minutes) and bus line of a port."""
    key = port.strip().casefold()
    if key not in _PORTS:
        raise ValueError(f"unknown port {port!r}")
    return {"port": key.title(), **_PORTS[key]}


def add_cabin(reference: str, berths: Literal[2, 4] = 2, sea_view: bool = False) -> dict[str, Any]:
    """Add a cabin to a booking.

    Args:
        reference: Booking reference.
        berths: Beds in the cabin.
        sea_view: Outside cabin with a window.

    Returns:
        Cabin number and the surcharge in euros.
    """
    booking = get_booking(reference)
    surcharge = (39.0 if berths == 2 else 58.0) + (12.5 if sea_view else 0.0)
    return {"cabin": f"{berths}{len(booking['name'])}{'A' if sea_view else 'C'}", "surcharge_eur": surcharge}
