"""Clients, deadlines and sums at a tax adviser's office."""

from typing import Any, Literal

_CLIENTS: dict[str, dict[str, str]] = {
    "TX-4410": {"name": "Brunner Joinery", "form": "limited company", "adviser": "S. Okafor", "vat_id": "VAT88120"},
    "TX-4417": {"name": "Lucia Ferrand", "form": "freelancer", "adviser": "D. Hale", "vat_id": "VAT90355"},
    "TX-4432": {"name": "Harbour Kiosk", "form": "partnership", "adviser": "S. Okafor", "vat_id": "VAT71246"},
    "TX-4450": {"name": "Emil Sandoval", "form": "employee", "adviser": "P. Winter", "vat_id": ""},
}
_DEADLINES: dict[tuple[str, int], str] = {
    ("income", 2024): "2025-10-31",
    ("income", 2025): "2026-10-30",
    ("vat", 2025): "2026-02-16",
    ("vat", 2026): "2027-02-15",
    ("corporate", 2025): "2026-08-28",
    ("payroll", 2025): "2026-01-19",
}
_MISSING: dict[tuple[str, int], list[str]] = {
    ("TX-4410", 2025): ["bank statement December", "stock list"],
    ("TX-4417", 2025): ["travel log"],
    ("TX-4417", 2024): ["health insurance certificate"],
    ("TX-4432", 2025): ["cash book", "lease contract"],
}
_RATES = {"advice": 160.0, "return": 120.0, "bookkeeping": 75.0}


def lookup_reference(name: str) -> str:
    """Reference of a client (e.g. TX-4410), by the client's name."""
    for reference, client in _CLIENTS.items():
        if client["name"].lower() == name.strip().lower():
            return reference
    raise ValueError(f"no client called {name}")


def client_file(reference: str) -> dict[str, Any]:
    """Master data of a client: name, legal form, adviser and VAT id. Reference e.g. TX-4410."""
    if reference.upper() not in _CLIENTS:
        raise ValueError(f"no client {reference}")
    return {"reference": reference.upper(), **_CLIENTS[reference.upper()]}


def filing_deadline(tax: Literal["income", "vat", "corporate", "payroll"], tax_year: int) -> dict[str, Any]:
    """Last day for filing a return.

    Args:
        tax (str): income, vat, corporate or payroll.
        tax_year (int): Year the return is for, e.g. 2025.
    """
    return {"tax": tax, "tax_year": tax_year, "deadline": _DEADLINES.get((tax, tax_year), "not published")}


def income_tax(taxable_income: float, joint: bool = False) -> dict[str, float]:
    """Income tax of a year: 20 % above an allowance of 12000 (24000 for a joint assessment).

    Args:
        taxable_income (float): In EUR, e.g. 48500.
        joint (bool): Joint assessment of a married couple.
    """
    return {"tax_eur": round(max(0.0, taxable_income - (24000 if joint else 12000)) * 0.2, 2)}


def depreciation(cost: float, useful_years: int, method: Literal["linear", "declining"] = "linear") -> dict[str, float]:
    """Amount that can be written off in the first year.

    Args:
        cost (float): Purchase price in EUR without VAT.
        useful_years (int): 1 to 40.
        method (str): linear or declining (25 % of the cost).
    """
    if not 1 <= useful_years <= 40:
        raise ValueError("useful_years must be 1 to 40")
    return {"first_year_eur": round(cost * 0.25 if method == "declining" else cost / useful_years, 2)}


def missing_documents(reference: str, tax_year: int) -> list[str]:
    """Documents that a client (e.g. TX-4410) still has to hand in for a year (e.g. 2025)."""
    return _MISSING.get((reference.upper(), tax_year), [])


def book_hours(
    reference: str, day: str, hours: float, task: Literal["advice", "return", "bookkeeping"] = "advice"
) -> dict[str, Any]:
    """Record working time to be charged to a client.

    Args:
        reference (str): E.g. TX-4410.
        day (str): YYYY-MM-DD.
        hours (float): In steps of a quarter, e.g. 1.25.
        task (str): advice, return or bookkeeping.
    """
    if reference.upper() not in _CLIENTS:
        raise ValueError(f"no client {reference}")
    return {"entry": f"H{reference[3:]}{day[5:7]}{day[8:]}", "charge_eur": round(hours * _RATES[task], 2)}
