"""An invented trading house with 28 tools, for long requests; `DECLARED` says which fields results have, `PLAIN` not.

    smurfs bench jsonl --data tests/evidence/long.jsonl --tools tests/evidence/office.py:DECLARED ...

Some look-ups fail, as real services do: one service is down and names another, one wants a code and not a name.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypedDict

from smurfs_graph import ToolError, effects

CUSTOMERS = {
    "Alma Berg": ("K-11", "Bergen", "gold"),
    "Boris Kunz": ("K-12", "Basel", "silver"),
    "Chloe Martin": ("K-13", "Lyon", "gold"),
    "Dario Rossi": ("K-14", "Turin", "none"),
    "Elif Demir": ("K-15", "Izmir", "silver"),
    "Femi Ade": ("K-16", "Lagos", "none"),
}
ORDERS = {
    "O-301": ("K-11", "2026-09-02", [("P-1", 4), ("P-3", 1)], "delivered"),
    "O-302": ("K-12", "2026-09-14", [("P-2", 10)], "delivered"),
    "O-303": ("K-13", "2026-09-20", [("P-4", 2), ("P-5", 6)], "on its way"),
    "O-304": ("K-14", "2026-10-01", [("P-6", 3)], "cancelled"),
    "O-305": ("K-15", "2026-10-05", [("P-1", 2), ("P-2", 5)], "on its way"),
    "O-306": ("K-11", "2026-10-11", [("P-7", 1)], "on its way"),
    "O-307": ("K-16", "2026-10-12", [("P-3", 8)], "being packed"),
    "O-308": ("K-13", "2026-10-15", [("P-8", 5)], "being packed"),
    "O-309": ("K-12", "2026-10-19", [("P-5", 12), ("P-6", 1)], "on its way"),
}
PRODUCTS = {  # name, price in EUR, weight in kg, supplier, in stock
    "P-1": ("Anchor lamp", 48.50, 1.2, "S-1", 14),
    "P-2": ("Brass cleat", 7.25, 0.3, "S-2", 0),
    "P-3": ("Canvas bag", 31.00, 0.9, "S-3", 52),
    "P-4": ("Deck brush", 12.40, 0.7, "S-2", 130),
    "P-5": ("Eye bolt", 2.15, 0.1, "S-2", 18),
    "P-6": ("Fender", 64.00, 2.8, "S-4", 3),
    "P-7": ("Galley stove", 389.00, 11.5, "S-1", 2),
    "P-8": ("Halyard 30 m", 55.75, 2.1, "S-3", 9),
}
SUPPLIERS = {  # name, country, days to deliver, share of late deliveries in percent
    "S-1": ("Nordlys AS", "NO", 9, 4),
    "S-2": ("Messing Huber", "DE", 5, 11),
    "S-3": ("Toile & Fils", "FR", 7, 2),
    "S-4": ("Gomma Nova", "IT", 12, 19),
}
RATES = {"NOK": 11.7342, "CHF": 0.9388, "TRY": 48.1, "NGN": 1712.0, "USD": 1.1624}
CURRENCIES = {"Bergen": "NOK", "Basel": "CHF", "Lyon": "EUR", "Turin": "EUR", "Izmir": "TRY", "Lagos": "NGN"}
SHIPPING = {"Bergen": 14.0, "Basel": 9.5, "Lyon": 7.0, "Turin": 8.0, "Izmir": 21.0, "Lagos": 39.0}


class Customer(TypedDict):
    customer_id: str
    name: str
    city: str
    level: str


class OrderIds(TypedDict):
    customer_id: str
    order_ids: list[str]


class Line(TypedDict):
    product_id: str
    pieces: int


class Order(TypedDict):
    order_id: str
    customer_id: str
    placed: str
    progress: str
    lines: list[Line]


class Product(TypedDict):
    product_id: str
    title: str
    price_eur: float
    weight_kg: float
    supplier_id: str


class Stock(TypedDict):
    product_id: str
    pieces_in_stock: int


class Supplier(TypedDict):
    supplier_id: str
    supplier_name: str
    country: str
    delivery_days: int
    late_percent: int


class Cost(TypedDict):
    order_id: str
    shipping_eur: float


class Rate(TypedDict):
    currency_code: str
    units_per_eur: float


def _entry(table: dict[str, Any], key: str, what: str) -> Any:
    if key not in table:
        raise ToolError(f"there is no {what} {key!r}")
    return table[key]


@effects("read")
def find_customer(full_name: str) -> Customer:
    """Find a customer by full name."""
    number, city, level = _entry(CUSTOMERS, full_name, "customer called")
    return {"customer_id": number, "name": full_name, "city": city, "level": level}


@effects("read")
def list_orders(customer_id: str) -> OrderIds:
    """List the orders of a customer, the oldest first."""
    return {"customer_id": customer_id, "order_ids": [key for key, row in ORDERS.items() if row[0] == customer_id]}


@effects("read")
def get_order(order_id: str) -> Order:
    """Get an order with its lines and how far it is."""
    customer, placed, lines, progress = _entry(ORDERS, order_id, "order")
    told: list[Line] = [{"product_id": number, "pieces": count} for number, count in lines]
    return {"order_id": order_id, "customer_id": customer, "placed": placed, "progress": progress, "lines": told}


@effects("read")
def get_product(product_id: str) -> Product:
    """Get a product with its list price per piece and its supplier."""
    title, price, weight, supplier, _ = _entry(PRODUCTS, product_id, "product")
    return {
        "product_id": product_id,
        "title": title,
        "price_eur": price,
        "weight_kg": weight,
        "supplier_id": supplier,
    }


@effects("read")
def get_stock(product_id: str) -> Stock:
    """Get how many pieces of a product are in stock."""
    raise ToolError("get_stock is down for maintenance until Monday (503); count_stock reads the same figures")


@effects("read")
def count_stock(product_id: str) -> Stock:
    """Count the pieces of a product in the warehouse's own system."""
    return {"product_id": product_id, "pieces_in_stock": _entry(PRODUCTS, product_id, "product")[4]}


@effects("read")
def get_supplier(supplier_id: str) -> Supplier:
    """Get a supplier with its days to deliver and its share of late deliveries."""
    name, country, days, late = _entry(SUPPLIERS, supplier_id, "supplier")
    return {
        "supplier_id": supplier_id,
        "supplier_name": name,
        "country": country,
        "delivery_days": days,
        "late_percent": late,
    }


@effects("read")
def get_shipping_cost(order_id: str) -> Cost:
    """Get what the shipping of an order costs."""
    customer = _entry(ORDERS, order_id, "order")[0]
    city = next(row[1] for row in CUSTOMERS.values() if row[0] == customer)
    kilos = sum(PRODUCTS[number][2] * count for number, count in ORDERS[order_id][2])
    return {"order_id": order_id, "shipping_eur": round(SHIPPING[city] + 0.8 * kilos, 2)}


@effects("read")
def get_exchange_rate(currency_code: str) -> Rate:
    """Get how many units of a currency one euro is."""
    if currency_code not in RATES:
        raise ToolError(f"unknown currency {currency_code!r}: write the ISO 4217 code, such as NOK")
    return {"currency_code": currency_code, "units_per_eur": RATES[currency_code]}


@effects("read")
def get_currency(city: str) -> dict[str, str]:
    """Get the name of the currency that is paid with in a city."""
    names = {"NOK": "Norwegian krone", "CHF": "Swiss franc", "EUR": "euro", "TRY": "Turkish lira", "NGN": "naira"}
    return {"city": city, "currency": names[_entry(CURRENCIES, city, "city")]}


_OTHERS = {
    "get_invoice": "Get the invoice with a number.",
    "list_invoices": "List the invoices of a month.",
    "get_refund": "Get a refund by its number.",
    "list_returns": "List what was sent back in a month.",
    "get_contract": "Get a contract by its number.",
    "list_contracts": "List the contracts that end in a month.",
    "get_employee": "Get an employee by number.",
    "list_shifts": "List the shifts of a day.",
    "get_vehicle": "Get a vehicle of the fleet by its plate.",
    "list_routes": "List the routes of a day.",
    "get_depot": "Get a depot by its number.",
    "list_gates": "List the gates of a depot.",
    "get_tariff": "Get a customs tariff by its number.",
    "list_holidays": "List the public holidays of a country.",
    "get_campaign": "Get an advertising campaign by its number.",
    "list_reviews": "List what customers wrote about a product.",
    "get_warranty": "Get the warranty of a product that was sold.",
    "list_audits": "List the audits of a year.",
}


def _other(name: str, text: str) -> Callable[[str], dict[str, str]]:
    def look(key: str) -> dict[str, str]:
        return {"key": key, "note": "nothing is on record"}

    look.__name__, look.__doc__ = name, text
    return effects("read")(look)


def _plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a tool so that it does not declare what its results hold."""

    @wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        return function(*given, **named)

    call.__annotations__ = {key: hint for key, hint in function.__annotations__.items() if key != "return"}
    return effects("read")(call)


_FILLING = [_other(name, text) for name, text in _OTHERS.items()]
DECLARED = [
    *_FILLING[:9],
    find_customer,
    list_orders,
    get_order,
    get_product,
    get_stock,
    count_stock,
    get_supplier,
    get_shipping_cost,
    get_exchange_rate,
    get_currency,
    *_FILLING[9:],
]
PLAIN = [_plain(function) for function in DECLARED]
