"""A group of marinas: owners, boats, berths, tides and repairs."""

from datetime import date as _date
from typing import Any, Literal

_OWNERS: list[dict[str, Any]] = [
    {"owner_id": "OW-11", "name": "Greta Lindqvist", "phone": "+46 31 555 0142", "town": "Kungälv"},
    {"owner_id": "OW-14", "name": "Paddy Devlin", "phone": "+353 21 555 0167", "town": "Cobh"},
    {"owner_id": "OW-19", "name": "Luka Marinic", "phone": "+386 5 555 0118", "town": "Izola"},
]
_BOATS: list[dict[str, Any]] = [
    {"boat_id": "BT-204", "name": "Sea Thistle", "type": "sloop", "length_m": 9.4, "year_built": 1998},
    {"boat_id": "BT-207", "name": "Havsnymf", "type": "ketch", "length_m": 13.1, "year_built": 1976},
    {"boat_id": "BT-211", "name": "Lilla My", "type": "dinghy", "length_m": 4.2, "year_built": 2015},
    {"boat_id": "BT-318", "name": "Saint Brigid", "type": "trawler", "length_m": 11.8, "year_built": 1989},
    {"boat_id": "BT-322", "name": "Curlew", "type": "cutter", "length_m": 8.7, "year_built": 2004},
    {"boat_id": "BT-450", "name": "Burja", "type": "catamaran", "length_m": 12.3, "year_built": 2019},
]
_KEPT: dict[str, tuple[str, str]] = {
    "BT-204": ("OW-11", "Marstrand"),
    "BT-207": ("OW-11", "Marstrand"),
    "BT-211": ("OW-11", "Marstrand"),
    "BT-318": ("OW-14", "Kinsale"),
    "BT-322": ("OW-14", "Kinsale"),
    "BT-450": ("OW-19", "Piran"),
}
_BERTHS: list[dict[str, Any]] = [
    {"berth_id": "HV-01", "harbour": "Hvar", "length_m": 14.0, "price_per_night": 92.0, "power": True},
    {"berth_id": "HV-05", "harbour": "Hvar", "length_m": 11.0, "price_per_night": 64.0, "power": True},
    {"berth_id": "HV-09", "harbour": "Hvar", "length_m": 10.0, "price_per_night": 47.0, "power": False},
    {"berth_id": "PI-03", "harbour": "Piran", "length_m": 15.0, "price_per_night": 71.0, "power": True},
    {"berth_id": "PI-07", "harbour": "Piran", "length_m": 10.5, "price_per_night": 43.0, "power": True},
    {"berth_id": "PI-08", "harbour": "Piran", "length_m": 12.5, "price_per_night": 52.0, "power": False},
    {"berth_id": "KI-02", "harbour": "Kinsale", "length_m": 13.5, "price_per_night": 38.0, "power": False},
    {"berth_id": "MA-04", "harbour": "Marstrand", "length_m": 12.0, "price_per_night": 55.0, "power": True},
]
_TIDES: dict[str, tuple[int, int]] = {
    "Hvar": (243, 31),
    "Piran": (287, 94),
    "Kinsale": (312, 405),
    "Marstrand": (198, 62),
}


def _pick(records: list[dict[str, Any]], key: str, value: str) -> dict[str, Any]:
    for record in records:
        if str(record[key]).casefold() == value.strip().casefold():
            return dict(record)
    raise LookupError(f"no {key} {value!r}")


def _harbour(name: str) -> str:
    for harbour in _TIDES:
        if harbour.casefold() == name.strip().casefold():
            return harbour
    raise LookupError(f"no harbour {name!r}")


def find_owner(name: str) -> dict[str, Any]:
    """Phone number and home town of a boat owner.

    Args:
        name: Full name of the owner.
    """
    return _pick(_OWNERS, "name", name)


def list_boats(owner_id: str) -> list[dict[str, Any]]:
    """List the boats that belong to an owner.

    Args:
        owner_id: Identifier of the owner, e.g. OW-30.
    """
    owner = _pick(_OWNERS, "owner_id", owner_id)["owner_id"]
    return [dict(boat) for boat in _BOATS if _KEPT[boat["boat_id"]][0] == owner]


def get_boat(boat_id: str) -> dict[str, Any]:
    """Type, length, year and harbour of a boat.

    Args:
        boat_id: Identifier of the boat, e.g. BT-100.
    """
    boat = _pick(_BOATS, "boat_id", boat_id)
    owner, harbour = _KEPT[boat["boat_id"]]
    return {**boat, "harbour": harbour, "owner_id": owner}


def search_berths(
    harbour: str, max_price: float | None = None, min_length: float | None = None, power: bool = False
) -> list[dict[str, Any]]:
    """Free berths in a harbour, with their length and price per night.

    Args:
        harbour: Name of the harbour, e.g. Cowes.
        max_price: Highest price per night in euros.
        min_length: Smallest length of the berth in metres.
        power: Only berths with power.
    """
    place = _harbour(harbour)
    return [
        dict(berth)
        for berth in _BERTHS
        if berth["harbour"] == place
        and (max_price is None or berth["price_per_night"] <= max_price)
        and (min_length is None or berth["length_m"] >= min_length)
        and (berth["power"] or not power)
    ]


def book_berth(berth_id: str, boat_id: str, arrival_date: str, departure_date: str) -> dict[str, Any]:
    """Book a berth for a boat.

    Args:
        berth_id: Identifier of the berth, e.g. CW-10.
        boat_id: Identifier of the boat, e.g. BT-100.
        arrival_date: Day of arrival, YYYY-MM-DD.
        departure_date: Day of departure, YYYY-MM-DD.
    """
    berth, boat = _pick(_BERTHS, "berth_id", berth_id), _pick(_BOATS, "boat_id", boat_id)
    nights = (_date.fromisoformat(departure_date) - _date.fromisoformat(arrival_date)).days
    if nights < 1:
        raise ValueError("the departure must be after the arrival")
    return {
        "booking_id": f"MB-{berth['berth_id'].replace('-', '')}-{arrival_date[5:].replace('-', '')}",
        "berth_id": berth["berth_id"],
        "boat_id": boat["boat_id"],
        "nights": nights,
        "total_price": nights * berth["price_per_night"],
    }


def get_tides(harbour: str, date: str) -> dict[str, Any]:
    """Tides in a harbour on a day: the times of high water and low water.

    Args:
        harbour: Name of the harbour, e.g. Cowes.
        date: The day, YYYY-MM-DD.
    """
    place = _harbour(harbour)
    high, step = _TIDES[place]
    shift = _date.fromisoformat(date).timetuple().tm_yday % 7
    high = (high + 49 * shift) % 720
    low = (high + 372) % 1440
    return {
        "harbour": place,
        "date": date,
        "high_water": f"{high // 60:02}:{high % 60:02}",
        "low_water": f"{low // 60:02}:{low % 60:02}",
        "range_cm": step + 3 * shift,
    }


def request_repair(
    boat_id: str, description: str, priority: Literal["low", "normal", "high"] = "normal"
) -> dict[str, Any]:
    """Request a repair of a boat.

    Args:
        boat_id: Identifier of the boat, e.g. BT-100.
        description: What is to be repaired.
        priority: Priority of the repair, one of low, normal, high.
    """
    boat = _pick(_BOATS, "boat_id", boat_id)
    days = {"low": 21, "normal": 10, "high": 2}
    if priority.casefold() not in days:
        raise ValueError(f"no priority {priority!r}")
    return {
        "repair_id": f"REP-{boat['boat_id'].removeprefix('BT-')}",
        "boat_id": boat["boat_id"],
        "description": description,
        "priority": priority.casefold(),
        "wait_days": days[priority.casefold()],
    }
