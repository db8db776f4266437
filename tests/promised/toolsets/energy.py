"""An electricity supplier: customers, meter readings, bills, tariffs, outages and inspections."""

from datetime import date as _date
from typing import Any, Literal

_CUSTOMERS: list[dict[str, Any]] = [
    {"customer_id": "C-61", "name": "Jonas Okafor", "city": "Leiden", "meter_id": "M-5501", "tariff_id": "T-1"},
    {"customer_id": "C-77", "name": "Priya Nair", "city": "Delft", "meter_id": "M-5502", "tariff_id": "T-4"},
    {"customer_id": "C-83", "name": "Marek Dvorak", "city": "Gouda", "meter_id": "M-5503", "tariff_id": "T-2"},
]
_READINGS: dict[str, list[tuple[str, int]]] = {
    "M-5501": [("2026-04-30", 8412), ("2026-03-31", 8197), ("2026-02-28", 7933), ("2026-01-31", 7640)],
    "M-5502": [("2026-04-30", 3120), ("2026-03-31", 3011)],
    "M-5503": [("2026-04-30", 15988), ("2026-03-31", 15402), ("2026-02-28", 14871)],
}
_BILLS: list[dict[str, Any]] = [
    {"bill_id": "BL-301", "customer_id": "C-61", "amount": 96.2, "due_date": "2026-05-20", "status": "open"},
    {"bill_id": "BL-288", "customer_id": "C-61", "amount": 101.9, "due_date": "2026-04-20", "status": "paid"},
    {"bill_id": "BL-302", "customer_id": "C-77", "amount": 84.5, "due_date": "2026-05-22", "status": "open"},
    {"bill_id": "BL-303", "customer_id": "C-77", "amount": 61.25, "due_date": "2026-06-22", "status": "open"},
    {"bill_id": "BL-279", "customer_id": "C-77", "amount": 79.4, "due_date": "2026-03-22", "status": "overdue"},
    {"bill_id": "BL-264", "customer_id": "C-77", "amount": 90.1, "due_date": "2026-02-22", "status": "overdue"},
    {"bill_id": "BL-304", "customer_id": "C-83", "amount": 187.6, "due_date": "2026-05-18", "status": "open"},
    {"bill_id": "BL-290", "customer_id": "C-83", "amount": 214.3, "due_date": "2026-04-18", "status": "paid"},
    {"bill_id": "BL-275", "customer_id": "C-83", "amount": 203.8, "due_date": "2026-03-18", "status": "paid"},
]
_TARIFFS: list[dict[str, Any]] = [
    {"tariff_id": "T-1", "name": "Home Basic", "price_per_kwh": 0.342, "monthly_fee": 7.9},
    {"tariff_id": "T-2", "name": "Workshop", "price_per_kwh": 0.297, "monthly_fee": 18.5},
    {"tariff_id": "T-4", "name": "Green Wind", "price_per_kwh": 0.361, "monthly_fee": 5.4},
]
_OUTAGES: list[dict[str, Any]] = [
    {"outage_id": "OUT-17", "city": "Leiden", "start": "2026-05-02", "reason": "flooded substation", "households": 640},
    {"outage_id": "OUT-19", "city": "Delft", "start": "2026-05-04", "reason": "cable damage", "households": 215},
    {"outage_id": "OUT-20", "city": "Delft", "start": "2026-05-11", "reason": "planned work", "households": 58},
]


def _pick(records: list[dict[str, Any]], key: str, value: str) -> dict[str, Any]:
    for record in records:
        if str(record[key]).casefold() == value.strip().casefold():
            return dict(record)
    raise LookupError(f"no {key} {value!r}")


def find_customer(name: str) -> dict[str, Any]:
    """City of a customer.

    Args:
        name: Full name of the customer.
    """
    return _pick(_CUSTOMERS, "name", name)


def list_readings(meter_id: str, limit: int | None = None) -> list[dict[str, Any]]:
    """Readings of a meter in kWh, the latest first.

    Args:
        meter_id: Identifier of the meter, e.g. M-1000.
        limit: How many readings at most.
    """
    meter = _pick(_CUSTOMERS, "meter_id", meter_id)["meter_id"]
    if limit is not None and limit < 1:
        raise ValueError("limit must be positive")
    return [{"meter_id": meter, "date": date, "reading_kwh": kwh} for date, kwh in _READINGS[meter][:limit]]


def list_bills(customer_id: str, status: Literal["open", "paid", "overdue"] | None = None) -> list[dict[str, Any]]:
    """Bills of a customer, with amount, due date and status.

    Args:
        customer_id: Identifier of the customer, e.g. C-10.
        status: Status of the bills, one of open, paid, overdue.
    """
    customer = _pick(_CUSTOMERS, "customer_id", customer_id)["customer_id"]
    return [
        dict(bill)
        for bill in _BILLS
        if bill["customer_id"] == customer and (status is None or bill["status"] == status.casefold())
    ]


def send_bill(bill_id: str, email: str) -> dict[str, Any]:
    """Send a copy of a bill to an email address.

    Args:
        bill_id: Identifier of the bill, e.g. BL-100.
        email: Email address, e.g. info@shop.example.
    """
    bill = _pick(_BILLS, "bill_id", bill_id)
    return {
        "message_id": f"MSG-{bill['bill_id'].removeprefix('BL-')}",
        "bill_id": bill["bill_id"],
        "email": email,
        "result": "sent",
    }


def get_tariff(tariff_id: str) -> dict[str, Any]:
    """Price per kWh and monthly fee of a tariff.

    Args:
        tariff_id: Identifier of the tariff, e.g. T-9.
    """
    return _pick(_TARIFFS, "tariff_id", tariff_id)


def list_outages(city: str) -> list[dict[str, Any]]:
    """Power outages in a city, with their reason.

    Args:
        city: Name of the city, e.g. Utrecht.
    """
    place = _pick(_CUSTOMERS, "city", city)["city"]
    return [dict(outage) for outage in _OUTAGES if outage["city"] == place]


def schedule_inspection(meter_id: str, date: str, time: str) -> dict[str, Any]:
    """Schedule an inspection of a meter.

    Args:
        meter_id: Identifier of the meter, e.g. M-1000.
        date: Day of the inspection, YYYY-MM-DD.
        time: Time of the inspection, HH:MM.
    """
    meter, day = _pick(_CUSTOMERS, "meter_id", meter_id)["meter_id"], _date.fromisoformat(date)
    return {
        "inspection_id": f"INS-{meter.removeprefix('M-')}-{day:%m%d}",
        "meter_id": meter,
        "date": date,
        "time": time.strip().zfill(5),
        "technician": ("Anouk Visser", "Bram Smit")[day.day % 2],
    }
