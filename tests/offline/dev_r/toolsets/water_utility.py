"""Customer service of a water utility."""

from typing import Any, Literal

_ACCOUNTS: dict[int, dict[str, Any]] = {
    700412: {"holder": "Priya Raman", "meter": "MX-8821", "zone": "Highmoor", "balance": -42.6, "tariff": "metered"},
    700438: {"holder": "Callan Brodie", "meter": "MX-9004", "zone": "Saltmarsh", "balance": 17.25, "tariff": "metered"},
    700455: {"holder": "Elin Hughes", "meter": "MX-9177", "zone": "Riverbank", "balance": 0.0, "tariff": "social"},
    700481: {
        "holder": "Corner Bakery Ltd",
        "meter": "MB-0310",
        "zone": "Riverbank",
        "balance": -318.9,
        "tariff": "business",
    },
}
_READINGS = {
    "MX-8821": [("2026-01-15", 1204), ("2026-04-15", 1241)],
    "MX-9004": [("2026-01-20", 877), ("2026-04-20", 899)],
    "MX-9177": [("2026-02-02", 2310), ("2026-05-02", 2338)],
    "MB-0310": [("2026-02-02", 15020), ("2026-05-02", 15466)],
}
_QUALITY = {
    ("highmoor", "hardness"): "58 mg/l",
    ("highmoor", "chlorine"): "0.31 mg/l",
    ("saltmarsh", "hardness"): "274 mg/l",
    ("saltmarsh", "nitrate"): "19.4 mg/l",
    ("riverbank", "hardness"): "146 mg/l",
    ("riverbank", "chlorine"): "0.47 mg/l",
}
_WORKS: dict[str, list[dict[str, str]]] = {
    "highmoor": [],
    "saltmarsh": [
        {"street": "Curlew Way", "from": "2026-06-09 08:00", "to": "2026-06-09 13:30", "reason": "valve replacement"}
    ],
    "riverbank": [
        {"street": "Tannery Row", "from": "2026-06-11 22:00", "to": "2026-06-12 04:45", "reason": "mains flushing"}
    ],
}
_PER_M3 = {"metered": 3.1, "social": 1.95, "business": 2.7}


def get_account(account_no: int) -> dict[str, Any]:
    """Holder, meter, supply zone, balance and tariff of an account.

    Args:
        account_no (int): Six-digit account number.

    Returns:
        dict: The account; a negative balance is owed to us.

    Raises:
        ValueError: If there is no such account.
    """
    if account_no not in _ACCOUNTS:
        raise ValueError(f"no account {account_no}")
    return {"account_no": account_no, **_ACCOUNTS[account_no]}


def last_reading(meter: str) -> dict[str, Any]:
    """Latest reading of a meter in cubic metres, its date, and the use since the one before."""
    if meter.upper() not in _READINGS:
        raise ValueError(f"no meter {meter}")
    (_, before), (date, value) = _READINGS[meter.upper()]
    return {"meter": meter.upper(), "date": date, "reading": value, "used": value - before}


def submit_reading(meter: str, reading: int, date: str) -> dict[str, Any]:
    """Enter a new reading of a meter.

    Args:
        meter (str): Meter number, such as MX-8821.
        reading (int): Whole cubic metres shown.
        date (str): Day of the reading, YYYY-MM-DD.

    Returns:
        dict: Receipt number and the use since the last reading.
    """
    before = last_reading(meter)["reading"]
    if reading < before:
        raise ValueError(f"lower than the last reading of {before}")
    return {"receipt": f"RD{meter[-4:]}{date[5:7]}{date[8:]}", "used": reading - before}


def water_quality(zone: str, measure: Literal["hardness", "chlorine", "nitrate"] = "hardness") -> str:
    """Last measured quality of the water in a supply zone.

    Args:
        zone (str): Name of the zone.
        measure (str): What was measured.
    """
    return _QUALITY.get((zone.strip().casefold(), measure), "not measured")


def planned_works(zone: str) -> list[dict[str, str]]:
    """Planned interruptions of the supply in a zone."""
    return _WORKS.get(zone.strip().casefold(), [])


def estimate_bill(
    cubic_metres: float, tariff: Literal["metered", "social", "business"], sewerage: bool = True
) -> dict[str, Any]:
    """Estimate a bill in pounds.

    Args:
        cubic_metres (float): Water used.
        tariff (str): Tariff of the customer.
        sewerage (bool): Include waste water, at 1.40 a cubic metre.
    """
    return {"tariff": tariff, "amount": round(cubic_metres * (_PER_M3[tariff] + (1.4 if sewerage else 0)), 2)}


def report_leak(street: str, zone: str, severity: Literal["drip", "flow", "burst"] = "flow") -> dict[str, Any]:
    """Report a leak in the street.

    Args:
        street (str): Name of the street.
        zone (str): Supply zone it lies in.
        severity (str): How bad it is.

    Returns:
        dict: Number of the job and the hours until a crew arrives.
    """
    hours = {"drip": 72, "flow": 18, "burst": 2}[severity]
    return {"job": f"LK-{zone[:2].upper()}{len(street):02d}{hours}", "crew_within_hours": hours}
