"""Customer service of an electricity and gas supplier."""

from typing import Any

_ACCOUNTS: dict[str, dict[str, Any]] = {
    "hilda bergstrom": {"account_no": 610042, "meter_no": "E-77120", "tariff": "Green Fix", "town": "Ashby"},
    "oscar penrose": {"account_no": 610077, "meter_no": "E-77345", "tariff": "Flex Saver", "town": "Milford"},
    "corner bakery": {"account_no": 610103, "meter_no": "G-20418", "tariff": "Business Gas", "town": "Ashby"},
    "leila haddad": {"account_no": 610119, "meter_no": "E-77902", "tariff": "Green Fix", "town": "Thornbury"},
}
_READINGS = {
    ("E-77120", "2026-01"): 18450,
    ("E-77120", "2026-02"): 18712,
    ("E-77345", "2026-02"): 40266,
    ("G-20418", "2026-02"): 9037,
    ("E-77902", "2026-01"): 5120,
    ("E-77902", "2026-02"): 5398,
}
_TARIFFS: dict[str, dict[str, Any]] = {
    "green fix": {"price_per_kwh": 0.31, "standing_charge": 12.4, "notice_weeks": 6},
    "flex saver": {"price_per_kwh": 0.27, "standing_charge": 14.9, "notice_weeks": 2},
    "business gas": {"price_per_kwh": 0.12, "standing_charge": 28.0, "notice_weeks": 12},
}
_OUTAGES: dict[str, dict[str, Any]] = {
    "ashby": {"outage": True, "cause": "cable damage", "restored_by": "16:45"},
    "thornbury": {"outage": True, "cause": "storm", "restored_by": "21:30"},
}


def find_account(customer: str) -> dict[str, Any]:
    """Find account number, meter, tariff and town of a customer.

    Args:
        customer: Full name of the person or company.
    """
    account = _ACCOUNTS.get(customer.strip().casefold())
    if account is None:
        raise ValueError(f"no customer {customer!r}")
    return account


def meter_reading(meter_no: str, month: str) -> dict[str, Any]:
    """Reading of a meter at the end of a month.

    Args:
        meter_no: Number of the meter, such as E-77120.
        month: Month as YYYY-MM.
    """
    return {"meter_no": meter_no, "month": month, "reading": _READINGS.get((meter_no.upper(), month))}


def submit_reading(meter_no: str, reading: int, read_on: str) -> dict[str, Any]:
    """Enter a new reading of a meter, taken on a date (YYYY-MM-DD)."""
    if meter_no.upper() not in {meter for meter, _ in _READINGS}:
        raise ValueError(f"no meter {meter_no!r}")
    return {"confirmation": f"RD{meter_no[-3:]}{read_on[5:7]}{read_on[8:]}", "accepted": reading > 0}


def tariff_details(tariff: str) -> dict[str, Any]:
    """Price per kWh, monthly standing charge and notice period of a tariff."""
    if tariff.casefold() not in _TARIFFS:
        raise ValueError(f"no tariff {tariff!r}")
    return _TARIFFS[tariff.casefold()]


def estimate_bill(tariff: str, kwh: float, months: int = 1) -> dict[str, Any]:
    """Estimate the bill for a consumption.

    Args:
        tariff: Name of the tariff.
        kwh: Consumption in kilowatt hours over the whole period.
        months: Length of the period in months.
    """
    terms = tariff_details(tariff)
    return {"estimate": round(terms["price_per_kwh"] * kwh + terms["standing_charge"] * months, 2)}


def set_direct_debit(account_no: int, monthly_amount: float, day_of_month: int = 1) -> dict[str, Any]:
    """Set the monthly direct debit of an account.

    Args:
        account_no: Six-digit account number.
        monthly_amount: Amount taken each month.
        day_of_month: Day on which it is taken.
    """
    if account_no not in {account["account_no"] for account in _ACCOUNTS.values()}:
        raise ValueError(f"no account {account_no}")
    return {"mandate": f"DD-{account_no % 1000:03d}-{day_of_month:02d}", "monthly_amount": monthly_amount}


def power_outage(town: str) -> dict[str, Any]:
    """Tell whether there is a power cut in a town, why, and when supply will be back."""
    return _OUTAGES.get(town.casefold(), {"outage": False})
