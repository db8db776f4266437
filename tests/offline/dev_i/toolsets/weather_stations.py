"""Readings and upkeep of a network of weather stations."""

from typing import Any, Literal

Quantity = Literal["temperature", "humidity", "wind_speed", "pressure", "rainfall"]

_STATIONS: dict[str, dict[str, Any]] = {
    "cairn hill": {"station_id": "WS-011", "altitude_m": 640, "region": "north", "active": True},
    "port ellis": {"station_id": "WS-018", "altitude_m": 4, "region": "west", "active": True},
    "dunmore": {"station_id": "WS-025", "altitude_m": 122, "region": "north", "active": False},
    "larkfield": {"station_id": "WS-033", "altitude_m": 85, "region": "south", "active": True},
    "stonebeck": {"station_id": "WS-040", "altitude_m": 310, "region": "north", "active": True},
}
_LATEST: dict[str, dict[str, float]] = {
    "WS-011": {"temperature": 3.2, "humidity": 91, "wind_speed": 14.6, "pressure": 1003.1, "rainfall": 0.8},
    "WS-018": {"temperature": 9.7, "humidity": 78, "wind_speed": 8.3, "pressure": 1008.4, "rainfall": 0.0},
    "WS-033": {"temperature": 12.1, "humidity": 64, "wind_speed": 3.9, "pressure": 1010.2, "rainfall": 0.0},
    "WS-040": {"temperature": 5.5, "humidity": 86, "wind_speed": 10.7, "pressure": 1005.9, "rainfall": 0.3},
}
_DAILY: dict[tuple[str, str], dict[str, float]] = {
    ("WS-011", "2026-03-09"): {"minimum_c": -2.4, "maximum_c": 4.1, "rain_mm": 6.2},
    ("WS-018", "2026-03-09"): {"minimum_c": 5.3, "maximum_c": 10.6, "rain_mm": 1.5},
    ("WS-018", "2026-03-10"): {"minimum_c": 4.8, "maximum_c": 11.2, "rain_mm": 0.0},
    ("WS-033", "2026-03-09"): {"minimum_c": 6.9, "maximum_c": 13.4, "rain_mm": 0.4},
    ("WS-040", "2026-03-10"): {"minimum_c": 0.7, "maximum_c": 6.6, "rain_mm": 9.1},
}
_BATTERY = {"WS-011": 34, "WS-018": 88, "WS-025": 5, "WS-033": 71, "WS-040": 52}


def find_station(place: str) -> dict[str, Any]:
    """Find the station at a place, with its identifier, altitude and region.

    Args:
        place: Name of the village, hill or town.
    """
    station = _STATIONS.get(place.strip().casefold())
    if station is None:
        raise ValueError(f"no station at {place!r}")
    return station


def stations_in_region(
    region: Literal["north", "west", "south", "east"], active_only: bool = False
) -> list[dict[str, Any]]:
    """List the stations of a region.

    Args:
        region: Region of the network.
        active_only: Leave out stations that are switched off.
    """
    found = [(place, one) for place, one in _STATIONS.items() if one["region"] == region]
    return [
        {"place": place.title(), "station_id": one["station_id"]}
        for place, one in found
        if one["active"] or not active_only
    ]


def latest_reading(station_id: str, quantity: Quantity) -> dict[str, Any]:
    """Most recent value of a quantity at a station."""
    if station_id.upper() not in _LATEST:
        raise ValueError(f"no readings from {station_id!r}")
    return {"station_id": station_id.upper(), "quantity": quantity, "value": _LATEST[station_id.upper()][quantity]}


def daily_summary(station_id: str, day: str) -> dict[str, Any]:
    """Lowest and highest temperature and rain of a day (YYYY-MM-DD) at a station."""
    return {"day": day, **_DAILY.get((station_id.upper(), day), {"found": False})}


def battery_level(station_id: str) -> dict[str, Any]:
    """Charge of the battery of a station in percent."""
    if station_id.upper() not in _BATTERY:
        raise ValueError(f"no station {station_id!r}")
    return {"station_id": station_id.upper(), "battery_percent": _BATTERY[station_id.upper()]}


def set_alarm(
    station_id: str, quantity: Quantity, threshold: float, direction: Literal["above", "below"] = "above"
) -> dict[str, Any]:
    """Raise an alarm when a quantity at a station passes a threshold.

    Args:
        station_id: Identifier of the station, such as WS-011.
        quantity: What is watched.
        threshold: Value at which the alarm is raised.
        direction: Side of the threshold that raises it.
    """
    return {"alarm_no": f"AL-{station_id[-3:]}-{quantity[:4].upper()}", "threshold": threshold, "when": direction}


def plan_maintenance(station_id: str, day: str, technician: str, replace_battery: bool = False) -> dict[str, Any]:
    """Plan a maintenance visit to a station.

    Args:
        station_id: Identifier of the station.
        day: Date of the visit (YYYY-MM-DD).
        technician: Name of the technician.
        replace_battery: Whether a new battery is to be fitted.
    """
    return {"visit_no": f"MV-{station_id[-3:]}-{day[5:7]}{day[8:]}", "technician": technician}
