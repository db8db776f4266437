"""Electric scooters for hire by the minute."""

from typing import Any, Literal

_SCOOTERS: dict[str, dict[str, Any]] = {
    "ZP-118": {"model": "Kestrel 2", "battery": 83, "station": "Harbour Gate", "rideable": True},
    "ZP-204": {"model": "Kestrel 3", "battery": 46, "station": "Harbour Gate", "rideable": True},
    "ZP-231": {"model": "Plover", "battery": 12, "station": "Mill Square", "rideable": True},
    "ZP-317": {"model": "Plover", "battery": 71, "station": "Mill Square", "rideable": True},
    "ZP-402": {"model": "Kestrel 3", "battery": 94, "station": "Opera", "rideable": False},
}
_RIDERS = {
    "R5518": {"name": "Ines Calder", "plan": "student", "balance": 7.35, "last_ride": "T-90417"},
    "R6127": {"name": "Milo Ostrander", "plan": "payg", "balance": 21.8, "last_ride": "T-90388"},
    "R7040": {"name": "Sunniva Rao", "plan": "commuter", "balance": 0.6, "last_ride": "T-90425"},
}
_RIDES = {
    "T-90417": {"scooter_id": "ZP-231", "day": "2026-05-11", "minutes": 17, "km": 4.1, "charged": 3.21},
    "T-90388": {"scooter_id": "ZP-118", "day": "2026-05-09", "minutes": 38, "km": 9.7, "charged": 9.74},
    "T-90425": {"scooter_id": "ZP-402", "day": "2026-05-12", "minutes": 9, "km": 2.3, "charged": 1.35},
}
_RATES = {"payg": (1.0, 0.23), "student": (0.5, 0.16), "commuter": (0.0, 0.15)}


def scooters_at(station: str, min_battery: int = 0) -> list[dict[str, Any]]:
    """Returns the scooters standing at a station with at least the given battery percentage."""
    return [
        {"scooter_id": key, "model": one["model"], "battery": one["battery"]}
        for key, one in _SCOOTERS.items()
        if one["station"].casefold() == station.strip().casefold() and one["battery"] >= min_battery
    ]


def scooter_status(scooter_id: str) -> dict[str, Any]:
    """Returns model, battery percentage, station and whether the scooter may be ridden."""
    if scooter_id not in _SCOOTERS:
        raise ValueError(f"unknown scooter {scooter_id}")
    return {"scooter_id": scooter_id, **_SCOOTERS[scooter_id]}


def rider_account(rider_id: str) -> dict[str, Any]:
    """Returns name, price plan, balance and number of the last ride of a rider."""
    if rider_id not in _RIDERS:
        raise ValueError(f"unknown rider {rider_id}")
    return {"rider_id": rider_id, **_RIDERS[rider_id]}


def ride_details(ride_no: str) -> dict[str, Any]:
    """Returns scooter, day, minutes, kilometres and charge of a finished ride."""
    if ride_no not in _RIDES:
        return {"ride_no": ride_no, "found": False}
    return {"ride_no": ride_no, **_RIDES[ride_no]}


def estimate_price(minutes: int, plan: Literal["payg", "student", "commuter"] = "payg") -> float:
    """Returns what a ride of so many minutes costs on a plan (payg is pay as you go)."""
    unlock, rate = _RATES[plan]
    return round(unlock + minutes * rate, 2)


def hold_scooter(scooter_id: str, rider_id: str, minutes: int = 10) -> dict[str, Any]:
    """Keeps a scooter for a rider and returns the unlock code.

    Args:
        scooter_id: Number on the handlebar, such as ZP-118.
        rider_id: Number of the rider, such as R5518.
        minutes: How long the scooter is kept.
    """
    if scooter_id not in _SCOOTERS or rider_id not in _RIDERS:
        raise ValueError("unknown scooter or rider")
    return {"unlock_code": f"{scooter_id[3:]}-{rider_id[-2:]}-{minutes}", "held_minutes": minutes}
