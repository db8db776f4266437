"""Tools of an invented trading house, whose lists have pages; its records are drawn at random, alike each time."""

import random
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from smurfs_graph import ToolError, effects

Row = dict[str, Any]
_RNG = random.Random(40)
_PAGE = 24


def _days(first: date, span: int) -> str:
    return str(first + timedelta(days=_RNG.randrange(span)))


def _invoice(number: int) -> Row:
    return {
        "invoice": f"R-{5000 + number}",
        "customer": _RNG.choice(CUSTOMERS)["customer"],
        "issued": _days(date(2026, 7, 1), 100),
        "due": _days(date(2026, 8, 15), 95),
        "amount_eur": round(_RNG.uniform(20, 900), 2),
        "status": _RNG.choices(["paid", "open", "disputed"], [70, 25, 5])[0],
    }


def _shipment(number: int) -> Row:
    sent = date(2026, 7, 20) + timedelta(days=_RNG.randrange(60))
    return {
        "shipment": f"S-{800 + number}",
        "carrier": _RNG.choice(list(CARRIERS)),
        "sent": str(sent),
        "arrived": str(sent + timedelta(days=_RNG.choices([1, 2, 3, 4, 5, 6], [20, 30, 22, 8, 5, 3])[0])),
        "weight_kg": round(_RNG.uniform(0.4, 60), 1),
        "cost_eur": round(_RNG.uniform(4, 80), 2),
    }


def _readings() -> list[Row]:
    reading, rows = _RNG.randrange(20_000, 90_000), list[Row]()
    for day in range(31):
        rows.append({"day": str(date(2026, 8, 31) + timedelta(days=day)), "reading_kwh": reading, "read": "remotely"})
        reading += _RNG.randrange(15, 190)
    return rows


def _visit(number: int) -> Row:
    return {
        "visit": f"V-{300 + number}",
        "technician": _RNG.choice(["Ana Reis", "Bo Lind", "Cora Weiss"]),
        "on": _days(date(2026, 8, 1), 75),
        "kind": _RNG.choices(list(HOURLY), [5, 4, 2])[0],
        "minutes": _RNG.choice([30, 45, 60, 75, 90, 120, 150]),
        "parts_eur": round(_RNG.choice([0, 0, _RNG.uniform(5, 120)]), 2),
    }


def _move(number: int) -> Row:
    on, product = date(2026, 9, 1) + timedelta(days=number // 8), _RNG.choice(list(PRODUCTS))
    kind = _RNG.choices(["out", "in", "scrapped"], [6, 3, 1])[0]
    pieces = _RNG.randrange(2, 40) * (3 if kind == "in" else 1)
    return {"move": f"T-{number + 1}", "on": str(on), "product": product, "kind": kind, "pieces": pieces}


CUSTOMERS: list[Row] = [
    {"customer": "K-21", "name": "Aldermoor Ltd", "city": "York", "level": "gold", "discount_percent": 8},
    {"customer": "K-22", "name": "Brinkmann KG", "city": "Kassel", "level": "silver", "discount_percent": 3},
    {"customer": "K-23", "name": "Castelli Srl", "city": "Parma", "level": "none", "discount_percent": 0},
    {"customer": "K-24", "name": "Dubois et Fils", "city": "Nantes", "level": "gold", "discount_percent": 8},
    {"customer": "K-25", "name": "Estrela Lda", "city": "Porto", "level": "none", "discount_percent": 0},
    {"customer": "K-26", "name": "Fjordmat AS", "city": "Bergen", "level": "silver", "discount_percent": 3},
    {"customer": "K-27", "name": "Gorski Sp", "city": "Gdynia", "level": "none", "discount_percent": 0},
    {"customer": "K-28", "name": "Haugen AS", "city": "Molde", "level": "silver", "discount_percent": 3},
]
CARRIERS = {"Nordfrakt": (3, 25), "Blitzkurier": (2, 40), "Postalia": (4, 10)}
HOURLY = {"repair": 84.0, "inspection": 62.5, "installation": 96.0}
PRODUCTS: dict[str, Row] = {
    "P-1": {"title": "Anchor lamp", "pieces_on_1_september": 214, "reorder_at": 60, "price_eur": 48.5},
    "P-2": {"title": "Brass cleat", "pieces_on_1_september": 388, "reorder_at": 120, "price_eur": 7.25},
    "P-3": {"title": "Canvas bag", "pieces_on_1_september": 176, "reorder_at": 90, "price_eur": 31.0},
    "P-4": {"title": "Deck brush", "pieces_on_1_september": 402, "reorder_at": 150, "price_eur": 12.4},
    "P-5": {"title": "Eye bolt", "pieces_on_1_september": 967, "reorder_at": 300, "price_eur": 2.15},
    "P-6": {"title": "Fender", "pieces_on_1_september": 131, "reorder_at": 40, "price_eur": 64.0},
}
INVOICES = [_invoice(number) for number in range(188)]  # what is drawn later depends on what was drawn before
SHIPMENTS = [_shipment(number) for number in range(170)]
METERS = {f"M-{number}": _readings() for number in range(1, 12)}
VISITS = [_visit(number) for number in range(165)]
MOVES = [_move(number) for number in range(240)]


def _page(rows: Sequence[Row], page: int, size: int = _PAGE) -> Row:
    pages = -(-len(rows) // size)
    if not 1 <= page <= pages:
        raise ToolError(f"there is no page {page}; the pages are 1 to {pages}")
    return {"rows": rows[(page - 1) * size : page * size], "page": page, "pages": pages}


@effects("read")
def list_customers(page: int = 1) -> Row:
    """List the customers with their level and discount, a page at a time."""
    return _page(CUSTOMERS, page, 4)


@effects("read")
def list_invoices(page: int = 1) -> Row:
    """List all invoices (status open, paid or disputed), a page at a time; the first page is 1."""
    return _page(INVOICES, page)


@effects("read")
def list_shipments(page: int = 1) -> Row:
    """List all shipments, a page at a time."""
    return _page(SHIPMENTS, page)


@effects("read")
def get_carrier(name: str) -> Row:
    """Get a carrier's terms."""
    days, percent = CARRIERS[name]
    return {"carrier": name, "late_after_days": days, "refund_percent": percent}


@effects("read")
def list_readings(meter: str, month: str) -> Row:
    """List a meter's readings at the end of each day of a month, with the last one of the month before.

    Args:
        meter: Id, such as M-1.
        month: Such as 2026-09.
    """
    if month != "2026-09":
        raise ToolError(f"there are no readings for {month!r}")
    return {"meter": meter, "rows": METERS[meter]}


@effects("read")
def get_tariff(month: str) -> Row:
    """Get the price of electricity in a month.

    Args:
        month: Such as 2026-09.
    """
    return {"month": month, "eur_per_kwh": 0.2784, "base_fee_eur_per_meter": 11.9, "vat_percent": 19}


@effects("read")
def list_visits(page: int = 1) -> Row:
    """List the technicians' visits, a page at a time."""
    return _page(VISITS, page, 18)


@effects("read")
def get_hourly_rate(kind: str) -> Row:
    """Get what an hour of a visit costs, by its kind: repair, inspection or installation."""
    return {"kind": kind, "eur_per_hour": HOURLY[kind]}


@effects("read")
def list_stock_moves(page: int = 1) -> Row:
    """List what came into and left the store in September 2026, a page at a time."""
    return _page(MOVES, page)


@effects("read")
def get_product(product: str) -> Row:
    """Get a product with its stock on 1 September 2026 and the stock at which more is ordered."""
    return {"product": product, **PRODUCTS[product]}


TOOLS = [
    list_customers,
    list_invoices,
    list_shipments,
    get_carrier,
    list_readings,
    get_tariff,
    list_visits,
    get_hourly_rate,
    list_stock_moves,
    get_product,
]
