"""Tools over the archive of a network of weather stations."""

from typing import Any, Literal

_STATIONS = {
    "WS01": {
        "name": "Aldermoor Hill",
        "altitude_m": 412,
        "battery_percent": 87,
        "last_service": "2025-10-14",
    },
    "WS02": {"name": "Port Kerris", "altitude_m": 6, "battery_percent": 54, "last_service": "2025-04-02"},
    "WS03": {"name": "Tarn Valley", "altitude_m": 178, "battery_percent": 23, "last_service": "2024-11-27"},
}
_NEAREST = {
    "aldermoor": ("WS01", 1.2),
    "stonebeck": ("WS01", 7.9),
    "port kerris": ("WS02", 0.4),
    "lowen bay": ("WS02", 5.6),
    "tarnside": ("WS03", 2.3),
    "millhope": ("WS03", 9.1),
}
_LATEST: dict[str, dict[str, tuple[float, str]]] = {
    "WS01": {
        "temperature": (3.5, "celsius"),
        "humidity": (91.0, "%"),
        "pressure": (968.4, "hPa"),
        "wind": (41.0, "km/h"),
    },
    "WS02": {
        "temperature": (9.0, "celsius"),
        "humidity": (78.0, "%"),
        "pressure": (1014.7, "hPa"),
        "wind": (26.5, "km/h"),
    },
    "WS03": {
        "temperature": (6.2, "celsius"),
        "humidity": (84.0, "%"),
        "pressure": (993.1, "hPa"),
        "wind": (12.0, "km/h"),
    },
}
_DAYS: dict[str, dict[str, tuple[float, float, float]]] = {
    "WS01": {
        "2026-03-01": (-2.1, 4.4, 6.0),
        "2026-03-02": (-3.6, 2.8, 0.0),
        "2026-03-03": (0.3, 5.1, 14.2),
        "2026-03-04": (1.0, 6.6, 3.4),
    },
    "WS02": {
        "2026-03-01": (4.2, 9.8, 1.2),
        "2026-03-02": (3.9, 10.1, 0.0),
        "2026-03-03": (6.4, 11.3, 8.6),
        "2026-03-04": (5.5, 12.7, 0.8),
    },
    "WS03": {
        "2026-03-01": (0.7, 7.2, 4.1),
        "2026-03-02": (-1.4, 6.5, 0.2),
        "2026-03-03": (2.8, 8.0, 11.9),
        "2026-03-04": (2.2, 9.3, 2.5),
    },
}
_RECORDS = {
    ("WS01", "hottest"): (29.8, "2022-07-19"),
    ("WS01", "coldest"): (-14.3, "2010-12-21"),
    ("WS01", "wettest"): (112.6, "2015-12-05"),
    ("WS02", "hottest"): (33.1, "2022-07-18"),
    ("WS02", "coldest"): (-6.2, "2018-03-01"),
    ("WS02", "wettest"): (71.4, "2012-06-22"),
    ("WS03", "hottest"): (31.7, "2019-07-25"),
    ("WS03", "coldest"): (-11.9, "2010-12-07"),
    ("WS03", "wettest"): (98.3, "2015-12-05"),
}


def _station(station_id: str) -> str:
    key = station_id.strip().upper()
    if key not in _STATIONS:
        raise ValueError(f"unknown station {station_id!r}")
    return key


def nearest_station(place: str) -> dict[str, Any]:
    """Find the weather station nearest to a town or village.

    Args:
        place: Name of the town or village.

    Returns:
        Station id, station name and distance in kilometres.

    Raises:
        LookupError: If the place is unknown.
    """
    key = place.strip().casefold()
    if key not in _NEAREST:
        raise LookupError(f"unknown place {place!r}")
    station_id, distance = _NEAREST[key]
    return {"station_id": station_id, "name": _STATIONS[station_id]["name"], "distance_km": distance}


def latest_reading(station_id: str, quantity: Literal["temperature", "humidity", "pressure", "wind"]) -> dict[str, Any]:
    """Return the most recent measurement of a station.

    Args:
        station_id: Station id, such as "WS01".
        quantity: What was measured.

    Returns:
        The value and its unit.
    """
    value, unit = _LATEST[_station(station_id)][quantity.strip().casefold()]
    return {"station_id": _station(station_id), "quantity": quantity, "value": value, "unit": unit}


def daily_summary(station_id: str, date: str) -> dict[str, Any]:
    """Summarise one day at a station: minimum, maximum and rainfall.

    Args:
        station_id: Station id, such as "WS01".
        date: The day, as YYYY-MM-DD.

    Raises:
        LookupError: If there is no data for that day.
    """
    key = _station(station_id)
    if date.strip() not in _DAYS[key]:
        raise LookupError(f"no data for {date}")
    low, high, rain = _DAYS[key][date.strip()]
    return {"station_id": key, "date": date, "min_c": low, "max_c": high, "rain_mm": rain}


def rainfall_total(station_id: str, start: str, end: str) -> dict[str, Any]:
    """Add up the rainfall at a station over a period.

    Args:
        station_id: Station id, such as "WS01".
        start: First day, as YYYY-MM-DD.
        end: Last day (included), as YYYY-MM-DD.

    Returns:
        Total rainfall in millimetres.
    """
    if end < start:
        raise ValueError("end is before start")
    days = _DAYS[_station(station_id)]
    total = sum(rain for day, (_, _, rain) in days.items() if start.strip() <= day <= end.strip())
    return {"station_id": _station(station_id), "start": start, "end": end, "rain_mm": round(total, 1)}


def record_extreme(station_id: str, kind: Literal["hottest", "coldest", "wettest"]) -> dict[str, Any]:
    """Return the all-time record of a station.

    Args:
        station_id: Station id, such as "WS01".
        kind: Which record.

    Returns:
        The record value (degrees Celsius, or millimetres of rain) and the day it was set.
    """
    value, day = _RECORDS[(_station(station_id), kind.strip().casefold())]
    return {"station_id": _station(station_id), "kind": kind, "value": value, "date": day}


def station_status(station_id: str) -> dict[str, Any]:
    """Battery charge, altitude and date of last service of a station."""
    return {"station_id": _station(station_id), **_STATIONS[_station(station_id)]}


def convert_temperature(
    value: float,
    from_unit: Literal["celsius", "fahrenheit", "kelvin"],
    to_unit: Literal["celsius", "fahrenheit", "kelvin"],
) -> dict[str, Any]:
    """Convert a temperature from one unit to another.

    Args:
        value: Temperature to convert.
        from_unit: Unit of the given temperature.
        to_unit: Unit wanted.
    """
    source, target = from_unit.strip().casefold(), to_unit.strip().casefold()
    celsius = {"celsius": value, "fahrenheit": (value - 32) / 1.8, "kelvin": value - 273.15}[source]
    result = {"celsius": celsius, "fahrenheit": celsius * 1.8 + 32, "kelvin": celsius + 273.15}[target]
    return {"value": round(result, 2), "unit": target}
