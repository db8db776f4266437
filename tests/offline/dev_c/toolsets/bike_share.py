"""Stations, bikes and riders of a bike-sharing scheme."""

from typing import Any, Literal

_STATIONS: dict[str, dict[str, Any]] = {
    "canal street": {"station_id": "ST-14", "docks": 24, "standard": 9, "electric": 3},
    "museum square": {"station_id": "ST-22", "docks": 36, "standard": 17, "electric": 5},
    "old brewery": {"station_id": "ST-31", "docks": 18, "standard": 2, "electric": 11},
}
_RIDERS: dict[str, dict[str, Any]] = {
    "R-5501": {"name": "Tomas Egede", "plan": "annual", "balance": 12.4, "last_bike": "B7731"},
    "R-5517": {"name": "Priya Nair", "plan": "monthly", "balance": -3.75, "last_bike": "B6120"},
    "R-5540": {"name": "Carl Oduya", "plan": "casual", "balance": 0.0, "last_bike": "B8045"},
}
_BIKES: dict[str, dict[str, Any]] = {
    "B7731": {"kind": "electric", "battery": 64, "km_total": 2381, "status": "in service"},
    "B6120": {"kind": "standard", "battery": None, "km_total": 5907, "status": "awaiting repair"},
    "B8045": {"kind": "electric", "battery": 12, "km_total": 1144, "status": "charging"},
}
_NOTES = {
    "ST-14": "Dock 7 does not lock",
    "ST-22": "Moved to the north side during roadworks",
    "ST-31": "Card reader replaced",
}


def find_station(name: str) -> dict[str, Any]:
    """Find a docking station by name.

    Args:
        name: Name of the station.

    Returns:
        The station id and the number of docks.
    """
    if name.strip().casefold() not in _STATIONS:
        raise LookupError(f"unknown station {name!r}")
    station = _STATIONS[name.strip().casefold()]
    return {"name": name, "station_id": station["station_id"], "docks": station["docks"]}


def available_bikes(station_id: str, kind: Literal["standard", "electric"] = "standard") -> dict[str, Any]:
    """Count the bikes that can be taken at a station right now.

    Args:
        station_id: Station id, e.g. "ST-01".
        kind: Kind of bike to count.
    """
    for station in _STATIONS.values():
        if station["station_id"] == station_id.strip().upper():
            return {"station_id": station_id.strip().upper(), "kind": kind, "available": station[kind.casefold()]}
    raise LookupError(f"unknown station {station_id!r}")


def station_notice(station_id: str) -> dict[str, Any]:
    """Return the service notice posted for a station.

    Args:
        station_id: Station id, e.g. "ST-01".
    """
    if station_id.strip().upper() not in _NOTES:
        raise LookupError(f"unknown station {station_id!r}")
    return {"station_id": station_id.strip().upper(), "notice": _NOTES[station_id.strip().upper()]}


def get_rider(rider_id: str) -> dict[str, Any]:
    """Return a rider's account: name, plan, balance and the bike used last.

    Args:
        rider_id: Rider number, e.g. "R-1000".
    """
    if rider_id.strip().upper() not in _RIDERS:
        raise LookupError(f"unknown rider {rider_id!r}")
    return {"rider_id": rider_id.strip().upper(), **_RIDERS[rider_id.strip().upper()]}


def get_bike(bike_id: str) -> dict[str, Any]:
    """Return kind, battery level in percent, mileage and status of a bike.

    Args:
        bike_id: Number painted on the frame, e.g. "B1234".
    """
    if bike_id.strip().upper() not in _BIKES:
        raise LookupError(f"unknown bike {bike_id!r}")
    return {"bike_id": bike_id.strip().upper(), **_BIKES[bike_id.strip().upper()]}


def quote_ride(minutes: int, plan: Literal["casual", "monthly", "annual"], electric: bool = False) -> dict[str, Any]:
    """Quote the price of a ride.

    Args:
        minutes: Length of the ride in minutes.
        plan: Plan of the rider.
        electric: Whether it is an electric bike.
    """
    rate = {"casual": 0.18, "monthly": 0.09, "annual": 0.05}[plan.strip().casefold()]
    return {"minutes": minutes, "price": round(minutes * rate + (1.5 if electric else 0.0), 2)}
