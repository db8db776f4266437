"""Customers, installations and panels of a firm that installs solar panels."""

from typing import Any, Literal

_CUSTOMERS: dict[str, dict[str, Any]] = {
    "C-3052": {"customer_name": "Dominic Farrow", "city": "Ghent", "phone": "0470 118 364", "roof_area_m2": 46},
    "C-3064": {"customer_name": "Yusra Haddad", "city": "Leuven", "phone": "0471 902 255", "roof_area_m2": 72},
    "C-3071": {"customer_name": "Rosalind Achterberg", "city": "Bruges", "phone": "0468 557 019", "roof_area_m2": 58},
}
_INSTALLATIONS: dict[str, dict[str, Any]] = {
    "C-3052": {
        "installation_id": "INS-402",
        "panels": 12,
        "capacity_kw": 4.8,
        "inverter": "Kestrel 5",
        "installed_on": "2023-04-18",
    },
    "C-3064": {
        "installation_id": "INS-415",
        "panels": 22,
        "capacity_kw": 9.2,
        "inverter": "Borea 10",
        "installed_on": "2024-09-03",
    },
    "C-3071": {
        "installation_id": "INS-427",
        "panels": 16,
        "capacity_kw": 6.6,
        "inverter": "Kestrel 7",
        "installed_on": "2025-02-26",
    },
}
_OUTPUT = {
    ("INS-402", "2026-04"): 487,
    ("INS-402", "2026-05"): 561,
    ("INS-415", "2026-02"): 396,
    ("INS-415", "2026-03"): 723,
    ("INS-415", "2026-04"): 948,
    ("INS-427", "2026-05"): 774,
}
_PANELS: list[dict[str, Any]] = [
    {"panel_id": "SP-390", "maker": "Helio", "watts": 390, "price_eur": 118.0, "warranty_years": 15},
    {"panel_id": "SP-425", "maker": "Lumen", "watts": 425, "price_eur": 164.0, "warranty_years": 20},
    {"panel_id": "SP-430", "maker": "Helio", "watts": 430, "price_eur": 149.0, "warranty_years": 25},
    {"panel_id": "SP-455", "maker": "Aurora", "watts": 455, "price_eur": 211.0, "warranty_years": 30},
]
_SUBSIDY = {"ghent": 175, "bruges": 140, "leuven": 210}


def get_customer(customer_name: str) -> dict[str, Any]:
    """Customer number, city, phone number and roof area of a customer, looked up by full name."""
    for customer_id, one in _CUSTOMERS.items():
        if one["customer_name"].casefold() == customer_name.strip().casefold():
            return {"customer_id": customer_id, **one}
    return {"customer_name": customer_name, "found": False}


def get_installation(customer_id: str) -> dict[str, Any]:
    """Panels, capacity, inverter and installation date of the installation of a customer.

    The customer number looks like C-3052.
    """
    if customer_id not in _INSTALLATIONS:
        return {"customer_id": customer_id, "found": False}
    return {"customer_id": customer_id, **_INSTALLATIONS[customer_id]}


def get_output(installation_id: str, month: str) -> dict[str, Any]:
    """Electricity output of an installation in a month, in kilowatt hours.

    installation_id: e.g. INS-402
    month: YYYY-MM
    """
    if (installation_id, month) not in _OUTPUT:
        return {"installation_id": installation_id, "month": month, "found": False}
    return {"installation_id": installation_id, "month": month, "output_kwh": _OUTPUT[installation_id, month]}


def list_panels(min_watts: int | None = None, max_price: float | None = None) -> list[dict[str, Any]]:
    """List the solar panels on offer, with their watts, price in euros and warranty.

    min_watts: least power in watts
    max_price: highest price of a panel in euros
    """
    return [
        panel
        for panel in _PANELS
        if (min_watts is None or panel["watts"] >= min_watts) and (max_price is None or panel["price_eur"] <= max_price)
    ]


def get_subsidy(city: str, capacity_kw: float) -> dict[str, Any]:
    """Subsidy that a city pays for a solar installation of some capacity in kilowatts."""
    if city.strip().casefold() not in _SUBSIDY:
        return {"city": city, "found": False}
    return {"city": city, "subsidy_eur": round(_SUBSIDY[city.strip().casefold()] * capacity_kw, 2)}


def book_visit(
    customer_id: str, date: str, start_time: str, purpose: Literal["survey", "repair", "maintenance"] = "survey"
) -> dict[str, Any]:
    """Book a visit of a technician to a customer.

    customer_id: e.g. C-3052
    date: day of the visit, YYYY-MM-DD
    start_time: HH:MM
    purpose: what the visit is for
    """
    if customer_id not in _CUSTOMERS:
        return {"customer_id": customer_id, "found": False}
    number = f"V-{customer_id[-2:]}{date[5:7]}{date[8:]}"
    return {"visit_id": number, "customer_id": customer_id, "purpose": purpose, "state": "confirmed"}


def create_quote(customer_id: str, panel_id: str, quantity: int) -> dict[str, Any]:
    """Create a quote for a customer.

    customer_id: e.g. C-3052
    panel_id: e.g. SP-390
    quantity: number of panels
    """
    price = next((panel["price_eur"] for panel in _PANELS if panel["panel_id"] == panel_id), None)
    if customer_id not in _CUSTOMERS or price is None:
        return {"customer_id": customer_id, "panel_id": panel_id, "found": False}
    return {
        "quote_id": f"Q-{customer_id[-2:]}{panel_id[3:]}",
        "customer_id": customer_id,
        "total_eur": price * quantity,
    }
