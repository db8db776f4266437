"""Weather log of a mountain observatory."""

from typing import Any, Literal

_DAYS: dict[str, dict[str, float]] = {
    "2026-01-14": {"temperature": -8.2, "humidity": 71.0, "wind": 18.4, "pressure": 781.3},
    "2026-01-15": {"temperature": -11.6, "humidity": 64.0, "wind": 42.7, "pressure": 776.9},
    "2026-01-16": {"temperature": -6.9, "humidity": 88.0, "wind": 27.1, "pressure": 779.5},
    "2026-01-17": {"temperature": -4.3, "humidity": 52.0, "wind": 9.8, "pressure": 784.6},
    "2026-01-18": {"temperature": -5.5, "humidity": 47.0, "wind": 12.2, "pressure": 786.1},
}
_NIGHTS: dict[str, dict[str, Any]] = {
    "2026-01-14": {"seeing_arcsec": 1.7, "cloud_percent": 35, "observer": "Pell"},
    "2026-01-15": {"seeing_arcsec": 3.4, "cloud_percent": 90, "observer": "Pell"},
    "2026-01-16": {"seeing_arcsec": 2.9, "cloud_percent": 75, "observer": "Amari"},
    "2026-01-17": {"seeing_arcsec": 0.8, "cloud_percent": 5, "observer": "Amari"},
    "2026-01-18": {"seeing_arcsec": 1.1, "cloud_percent": 10, "observer": "Gunnarsdottir"},
}
_OBSERVERS = {
    "pell": {"extension": "311", "dome": "North"},
    "amari": {"extension": "327", "dome": "Solar"},
    "gunnarsdottir": {"extension": "340", "dome": "North"},
}
_INSTRUMENTS: dict[str, dict[str, Any]] = {
    "AN-2": {"kind": "anemometer", "last_calibrated": "2025-10-02", "mast": "ridge"},
    "HY-5": {"kind": "hygrometer", "last_calibrated": "2025-12-11", "mast": "dome roof"},
    "BA-1": {"kind": "barometer", "last_calibrated": "2025-08-19", "mast": "control room"},
}


def daily_mean(day: str, quantity: Literal["temperature", "humidity", "wind", "pressure"]) -> dict[str, Any]:
    """Mean value of a quantity on one day.

    Args:
        day: ISO date.
        quantity: What was measured: degrees Celsius, percent, km/h or hPa.

    Returns:
        The value with its unit, or a record that the day is not in the log.
    """
    if day not in _DAYS:
        return {"found": False, "day": day}
    unit = {"temperature": "C", "humidity": "%", "wind": "km/h", "pressure": "hPa"}[quantity]
    return {"day": day, "quantity": quantity, "value": _DAYS[day][quantity], "unit": unit}


def extreme(
    quantity: Literal["temperature", "humidity", "wind", "pressure"],
    first_day: str,
    last_day: str,
    which: Literal["highest", "lowest"] = "highest",
) -> dict[str, Any]:
    """Day with the highest or lowest daily mean in a period.

    Args:
        quantity: What was measured.
        first_day: First day of the period, ISO date.
        last_day: Last day of the period, ISO date.
        which: Which end.

    Returns:
        The day and its value.

    Raises:
        ValueError: If the log has no day in the period.
    """
    values = {day: row[quantity] for day, row in _DAYS.items() if first_day <= day <= last_day}
    if not values:
        raise ValueError("no entries in that period")
    day = (max if which == "highest" else min)(values, key=lambda one: values[one])
    return {"quantity": quantity, "day": day, "value": values[day]}


def night_report(night: str) -> dict[str, Any]:
    """Observing conditions of a night.

    Args:
        night: Date of the evening, ISO format.

    Returns:
        Seeing in arcseconds, cloud cover in percent and the surname of the observer on duty.
    """
    if night not in _NIGHTS:
        return {"found": False, "night": night}
    return {"night": night, **_NIGHTS[night]}


def observer_contact(surname: str) -> dict[str, Any]:
    """Phone extension and dome of an observer."""
    key = surname.strip().casefold()
    if key not in _OBSERVERS:
        raise ValueError(f"unknown observer {surname!r}")
    return {"observer": surname, **_OBSERVERS[key]}


def convert_units(value: float, conversion: Literal["c_to_f", "kmh_to_knots", "kmh_to_ms", "hpa_to_mmhg"]) -> float:
    """Convert a reading to another unit.

    Args:
        value: The reading.
        conversion: Celsius to Fahrenheit, km/h to knots, km/h to m/s, or hPa to mmHg.

    Returns:
        The converted reading, to one decimal.
    """
    if conversion == "c_to_f":
        return round(value * 1.8 + 32, 1)
    return round(value * {"kmh_to_knots": 0.539957, "kmh_to_ms": 1 / 3.6, "hpa_to_mmhg": 0.750062}[conversion], 1)


def instrument(instrument_id: str) -> dict[str, Any]:
    """Record card of an instrument.

    Args:
        instrument_id: Id on the label of the instrument.

    Returns:
        Kind, date of the last calibration and where it is mounted.
    """
    key = instrument_id.strip().upper()
    if key not in _INSTRUMENTS:
        raise ValueError(f"no instrument {instrument_id!r}")
    return {"instrument_id": key, **_INSTRUMENTS[key]}


def flag_reading(
    day: str, quantity: Literal["temperature", "humidity", "wind", "pressure"], suspect: bool = True
) -> dict[str, Any]:
    """Mark an entry of the log as suspect, or clear the mark.

    Args:
        day: ISO date.
        quantity: Which reading of that day.
        suspect: False clears an earlier mark.

    Returns:
        Number of the remark in the log.
    """
    if day not in _DAYS:
        raise ValueError(f"{day} is not in the log")
    return {"remark": f"R{day[8:]}{quantity[0].upper()}", "suspect": suspect}
