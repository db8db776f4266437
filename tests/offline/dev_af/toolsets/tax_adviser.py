"""What the office of a tax adviser looks up all day."""

from typing import Any, Literal

_CLIENTS: list[dict[str, str]] = [
    {"client_id": "K-310", "name": "Marguerite Holt", "email": "m.holt@mail.example"},
    {"client_id": "K-322", "name": "Basil Achterberg", "email": "basil@mail.example"},
    {"client_id": "K-335", "name": "Nadia Serrano", "email": "nadia.s@mail.example"},
    {"client_id": "K-341", "name": "Jon Tveit", "email": "jon.tveit@mail.example"},
]
_RETURNS: dict[tuple[str, int], dict[str, Any]] = {
    ("K-310", 2024): {"status": "assessed", "filed_on": "2025-05-26", "refund_eur": 412.0},
    ("K-322", 2024): {"status": "assessed", "filed_on": "2025-07-03", "refund_eur": 900.0},
    ("K-335", 2023): {"status": "objection lodged", "filed_on": "2024-06-14", "refund_eur": 0.0},
    ("K-341", 2025): {"status": "in preparation", "filed_on": None, "refund_eur": None},
}
_INVOICES: list[dict[str, Any]] = [
    {"invoice_id": "IV-901", "client_id": "K-310", "status": "open", "amount_eur": 340.0},
    {"invoice_id": "IV-907", "client_id": "K-310", "status": "open", "amount_eur": 125.0},
    {"invoice_id": "IV-888", "client_id": "K-310", "status": "paid", "amount_eur": 560.0},
    {"invoice_id": "IV-912", "client_id": "K-322", "status": "overdue", "amount_eur": 275.5},
    {"invoice_id": "IV-915", "client_id": "K-341", "status": "open", "amount_eur": 198.0},
    {"invoice_id": "IV-895", "client_id": "K-335", "status": "paid", "amount_eur": 430.0},
]
_VAT = {
    ("Q4", 2025): "2026-02-10",
    ("Q1", 2026): "2026-05-11",
    ("Q2", 2026): "2026-08-12",
    ("Q3", 2026): "2026-11-10",
}
_RATES = {"EUR": 1.0, "CHF": 0.95, "USD": 1.08, "GBP": 0.85}
_CURRENCY = Literal["EUR", "CHF", "USD", "GBP"]


def find_client(name: str) -> dict[str, str]:
    """Find a client by full name."""
    for client in _CLIENTS:
        if client["name"].casefold() == name.strip().casefold():
            return client
    raise ValueError(f"no client called {name}")


def get_tax_return(client_id: str, year: int) -> dict[str, Any]:
    """Tax return of a client for a year: status, filing date and refund.

    client_id: e.g. K-310. year: the tax year.
    """
    if (client_id, year) not in _RETURNS:
        return {"client_id": client_id, "year": year, "status": "not found"}
    return {"client_id": client_id, "year": year, **_RETURNS[client_id, year]}


def get_income_tax(income_eur: float, tax_class: int) -> dict[str, Any]:
    """Income tax on a yearly income.

    income_eur: the income in euros. tax_class: 1 to 5.
    """
    rate = {1: 0.24, 2: 0.22, 3: 0.16, 4: 0.24, 5: 0.31}[tax_class]
    return {"income_eur": income_eur, "tax_class": tax_class, "income_tax_eur": round(income_eur * rate, 2)}


def list_invoices(client_id: str, status: Literal["open", "paid", "overdue"] | None = None) -> list[dict[str, Any]]:
    """List the invoices of a client.

    client_id: e.g. K-310. status: only the invoices in this state.
    """
    return [one for one in _INVOICES if one["client_id"] == client_id and status in (None, one["status"])]


def get_vat_deadline(quarter: Literal["Q1", "Q2", "Q3", "Q4"], year: int) -> dict[str, Any]:
    """Deadline of the VAT statement for a quarter of a year."""
    if (quarter, year) not in _VAT:
        raise ValueError(f"no deadline known for {quarter} {year}")
    return {"quarter": quarter, "year": year, "deadline": _VAT[quarter, year]}


def schedule_meeting(client_id: str, date: str, time: str, minutes: int = 60, online: bool = False) -> dict[str, Any]:
    """Schedule a meeting with a client.

    client_id: e.g. K-310. date: YYYY-MM-DD. time: HH:MM.
    minutes: length of the meeting. online: by video instead of in the office.
    """
    return {
        "meeting_id": f"MT-{client_id[-3:]}{date[5:7]}{date[8:]}",
        "time": time,
        "minutes": minutes,
        "online": online,
    }


def convert_currency(amount: float, from_currency: _CURRENCY, to_currency: _CURRENCY) -> dict[str, Any]:
    """Convert an amount of money from one currency to another.

    Currencies are three-letter codes, EUR, CHF, USD or GBP.
    """
    return {"converted": round(amount / _RATES[from_currency] * _RATES[to_currency], 2), "currency": to_currency}
