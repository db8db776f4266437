"""Berths and services of a marina."""

from typing import Any, Literal

_BOATS: dict[str, dict[str, Any]] = {
    "sea thistle": {"boat_id": 312, "length_m": 9.4, "owner": "Morag Sinclair", "berth": "B14"},
    "quicksilver": {"boat_id": 327, "length_m": 12.8, "owner": "Anton Weiss", "berth": "C02"},
    "little auk": {"boat_id": 340, "length_m": 6.5, "owner": "Gwen Parry", "berth": "A21"},
    "blue petrel": {"boat_id": 355, "length_m": 10.2, "owner": "Hugo Lemaire", "berth": "B09"},
}
_BERTHS: list[dict[str, Any]] = [
    {"berth": "A07", "pier": "A", "max_length_m": 8.0},
    {"berth": "B11", "pier": "B", "max_length_m": 11.0},
    {"berth": "C05", "pier": "C", "max_length_m": 15.0},
    {"berth": "C08", "pier": "C", "max_length_m": 13.0},
]
_TIDES: dict[str, dict[str, Any]] = {
    "2026-07-04": {"high": ["05:12", "17:38"], "low": ["11:24", "23:50"]},
    "2026-07-05": {"high": ["06:03", "18:27"], "low": ["12:14"]},
    "2026-07-11": {"high": ["10:41", "23:05"], "low": ["04:33", "16:52"]},
}
_FUEL = {"diesel": 1.62, "petrol": 1.84}


def find_boat(name: str) -> dict[str, Any]:
    """Look up a boat by its name: number, length, owner and present berth."""
    boat = _BOATS.get(name.strip().casefold())
    if boat is None:
        raise ValueError(f"no boat {name!r}")
    return boat


def free_berths(boat_length_m: float, pier: Literal["A", "B", "C"] | None = None) -> list[dict[str, Any]]:
    """Free berths that are long enough for a boat.

    Args:
        boat_length_m: Length of the boat in metres.
        pier: Only look at this pier.
    """
    return [one for one in _BERTHS if one["max_length_m"] >= boat_length_m and pier in (None, one["pier"])]


def reserve_berth(berth: str, boat_id: int, arrival: str, nights: int, shore_power: bool = False) -> dict[str, Any]:
    """Reserve a berth for a boat.

    Args:
        berth: Letter of the pier and two digits, such as B11.
        boat_id: Number of the boat.
        arrival: Day of arrival (YYYY-MM-DD).
        nights: Number of nights.
        shore_power: Whether electricity is wanted.
    """
    if berth.upper() not in {one["berth"] for one in _BERTHS}:
        raise ValueError(f"berth {berth!r} is not free")
    return {"reservation": f"{berth.upper()}-{boat_id}-{arrival[5:7]}{arrival[8:]}", "nights": nights}


def mooring_fee(length_m: float, nights: int, season: Literal["summer", "winter"] = "summer") -> dict[str, Any]:
    """Calculate the mooring fee.

    Args:
        length_m: Length of the boat in metres.
        nights: Number of nights.
        season: Season of the stay.
    """
    return {"fee": round(length_m * nights * (3.5 if season == "summer" else 2.0), 2)}


def tide_times(day: str) -> dict[str, Any]:
    """Times of high and low tide on a day (YYYY-MM-DD)."""
    return _TIDES.get(day, {"found": False})


def fuel_cost(fuel: Literal["diesel", "petrol"], litres: float) -> dict[str, Any]:
    """Cost of a quantity of fuel at the pier station."""
    return {"fuel": fuel, "cost": round(_FUEL[fuel] * litres, 2)}


def schedule_crane(boat_id: int, day: str, direction: Literal["in", "out"]) -> dict[str, Any]:
    """Schedule the crane to lift a boat into or out of the water on a day (YYYY-MM-DD)."""
    if boat_id not in {boat["boat_id"] for boat in _BOATS.values()}:
        raise ValueError(f"no boat {boat_id}")
    return {"crane_slot": f"CR-{boat_id}-{direction.upper()}", "time": "08:15" if direction == "in" else "13:45"}
