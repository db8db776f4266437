"""Meters, appliances, heating and solar panels of one household."""

from typing import Any, Literal

_READINGS = {
    ("electricity", "2026-01-31"): 18422.6,
    ("electricity", "2026-02-28"): 18719.3,
    ("gas", "2026-01-31"): 7203.1,
    ("gas", "2026-02-28"): 7351.8,
    ("water", "2026-02-28"): 611.45,
}
_TARIFFS: dict[str, dict[str, Any]] = {
    "evergreen fix": {"unit_rate": 0.24, "daily_charge": 0.52, "exit_fee": 75, "renewable_percent": 100},
    "night owl": {"unit_rate": 0.19, "daily_charge": 0.61, "exit_fee": 0, "renewable_percent": 38},
    "simple flex": {"unit_rate": 0.27, "daily_charge": 0.47, "exit_fee": 0, "renewable_percent": 55},
}
_APPLIANCES: dict[str, list[dict[str, Any]]] = {
    "kitchen": [
        {"appliance_id": "AP-3", "name": "dishwasher", "watts": 1350},
        {"appliance_id": "AP-4", "name": "fridge", "watts": 140},
    ],
    "utility room": [{"appliance_id": "AP-9", "name": "tumble dryer", "watts": 2600}],
    "study": [{"appliance_id": "AP-12", "name": "desktop computer", "watts": 420}],
}
_DAILY_KWH = {"AP-3": 1.15, "AP-4": 0.92, "AP-9": 2.35, "AP-12": 1.8}
_SOLAR = {"2026-03-02": 6.4, "2026-03-03": 2.7, "2026-03-04": 9.85}
_ZONES = {"living room": 19.5, "bedroom": 17.0, "bathroom": 21.5}


def meter_reading(meter: Literal["electricity", "gas", "water"], day: str) -> dict[str, Any]:
    """Fetch what a meter showed at midnight at the end of a given day.

    The smart meters report once a day. Electricity is in kilowatt hours, gas and water are in
    cubic metres. Days before the meters were installed raise an error rather than returning zero.

    Args:
        meter: Which of the three meters to read.
        day: The day in question, written YYYY-MM-DD.

    Returns:
        The meter, the day and the reading.
    """
    if (meter.strip().casefold(), day) not in _READINGS:
        raise LookupError(f"no {meter} reading for {day}")
    return {"meter": meter, "day": day, "reading": _READINGS[meter.strip().casefold(), day]}


def get_tariff(name: str) -> dict[str, Any]:
    """Fetch the conditions of an electricity tariff by its marketing name.

    Args:
        name: The name the supplier sells it under, for instance "Super Saver".

    Returns:
        The price per kilowatt hour, the daily standing charge, the exit fee (all in pounds) and
        how many percent of the energy is renewable.
    """
    if name.strip().casefold() not in _TARIFFS:
        raise LookupError(f"no tariff {name!r}")
    return {"name": name, **_TARIFFS[name.strip().casefold()]}


def estimate_bill(kwh: float, unit_rate: float, daily_charge: float = 0.5, days: int = 30) -> dict[str, Any]:
    """Estimate an electricity bill.

    Args:
        kwh: Energy used in the period, in kilowatt hours.
        unit_rate: Price of one kilowatt hour in pounds.
        daily_charge: Standing charge per day in pounds.
        days: Length of the period in days.

    Returns:
        The total in pounds, without tax.
    """
    return {"total": round(kwh * unit_rate + daily_charge * days, 2)}


def list_appliances(room: str) -> list[dict[str, Any]]:
    """List the appliances with a smart plug in a room.

    Args:
        room: Name of the room, for instance "hallway".

    Returns:
        For every appliance its id, its name and its rated power in watts.
    """
    if room.strip().casefold() not in _APPLIANCES:
        raise LookupError(f"no smart plugs in {room!r}")
    return _APPLIANCES[room.strip().casefold()]


def appliance_usage(appliance_id: str, days: int = 7) -> dict[str, Any]:
    """Tell how much energy an appliance has used over the most recent days.

    Args:
        appliance_id: Id of the appliance, for instance "AP-1".
        days: How many days to look back.

    Returns:
        The energy used, in kilowatt hours.
    """
    if appliance_id.strip().upper() not in _DAILY_KWH:
        raise LookupError(f"no appliance {appliance_id!r}")
    return {
        "appliance_id": appliance_id,
        "days": days,
        "kwh": round(_DAILY_KWH[appliance_id.strip().upper()] * days, 2),
    }


def set_heating(zone: str, celsius: float, boost: bool = False) -> dict[str, Any]:
    """Set the target temperature of a heating zone.

    Args:
        zone: Heating zone: the living room, the bedroom or the bathroom.
        celsius: The new target in degrees Celsius.
        boost: Heat at full power for an hour instead of following the schedule.

    Returns:
        The zone with its old and its new target and an order number.
    """
    if zone.strip().casefold() not in _ZONES:
        raise LookupError(f"no heating zone {zone!r}")
    before = _ZONES[zone.strip().casefold()]
    return {"zone": zone, "before": before, "target": celsius, "boost": boost, "order": f"HT{int(celsius * 10) + 700}"}


def solar_forecast(day: str) -> dict[str, Any]:
    """Forecast how many kilowatt hours the solar panels will produce on a day.

    Args:
        day: The day, written YYYY-MM-DD. At most three days ahead.
    """
    if day not in _SOLAR:
        raise LookupError(f"no forecast for {day}")
    return {"day": day, "kwh": _SOLAR[day]}
