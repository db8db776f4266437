"""Stock, customers and auctions of a stamp dealer."""

from dataclasses import asdict, dataclass
from typing import Any, Literal


@dataclass(frozen=True)
class _Stamp:
    stamp_no: str
    title: str
    country: str
    year: int
    condition: str
    price_eur: float
    certificate: str


_STAMPS = (
    _Stamp("ST-2655", "Lion on Shield", "Norway", 1856, "used", 310.0, "BPP 88-4021"),
    _Stamp("ST-2661", "Post Horn Green", "Norway", 1872, "mint", 74.0, "BPP 88-4107"),
    _Stamp("ST-2668", "Post Horn Blue", "Norway", 1877, "mint", 128.0, "BPP 88-4113"),
    _Stamp("ST-2840", "Queen Maria", "Portugal", 1853, "mint", 450.0, "RPS 20715"),
    _Stamp("ST-2846", "King Luis", "Portugal", 1867, "used", 62.5, "RPS 20731"),
    _Stamp("ST-2849", "King Carlos", "Portugal", 1895, "used", 17.0, "RPS 20790"),
    _Stamp("ST-3107", "Double Geneva", "Switzerland", 1843, "used", 2900.0, "SBPV 5566"),
)
_CUSTOMERS = {
    "C-118": {"name": "Edda Wirth", "city": "Bamberg", "email": "edda@wirth.example"},
    "C-125": {"name": "Hugo Palme", "city": "Malmo", "email": "hugo.palme@post.example"},
    "C-131": {"name": "Mina Sato", "city": "Basel", "email": "mina@sato.example"},
}
_ORDERS: dict[str, list[dict[str, Any]]] = {
    "C-118": [
        {"order_id": "SO-901", "date": "2026-01-12", "amount_eur": 88.5, "status": "shipped"},
        {"order_id": "SO-917", "date": "2026-02-03", "amount_eur": 240.0, "status": "open"},
    ],
    "C-125": [
        {"order_id": "SO-905", "date": "2026-01-20", "amount_eur": 130.0, "status": "paid"},
        {"order_id": "SO-911", "date": "2026-01-29", "amount_eur": 55.5, "status": "shipped"},
        {"order_id": "SO-920", "date": "2026-02-08", "amount_eur": 72.0, "status": "open"},
    ],
    "C-131": [],
}
_AUCTIONS = (
    {"auction_id": "AU-61", "title": "Classic Europe", "city": "Basel", "quarter": "2026-Q3", "date": "2026-09-12"},
    {"auction_id": "AU-62", "title": "Airmail Rarities", "city": "Bremen", "quarter": "2026-Q3", "date": "2026-07-25"},
    {"auction_id": "AU-64", "title": "Overseas Postcards", "city": "Basel", "quarter": "2026-Q4", "date": "2026-11-07"},
)
_RATES = {"EUR": 1.0, "USD": 1.1, "CHF": 0.95, "GBP": 0.86, "SEK": 11.2}


def search_stamps(
    country: str, condition: Literal["mint", "used", "hinged"] | None = None, max_price: float | None = None
) -> list[dict[str, Any]]:
    """Search stamps from a country.

    Args:
        country: Country that issued the stamps.
        condition: Condition of the stamps.
        max_price: Highest price in euros.

    Returns:
        Stamps with number, title, year and price.
    """
    return [
        {key: value for key, value in asdict(stamp).items() if key not in ("country", "certificate")}
        for stamp in _STAMPS
        if stamp.country.casefold() == country.strip().casefold()
        and condition in (None, stamp.condition)
        and (max_price is None or stamp.price_eur <= max_price)
    ]


def get_stamp(stamp_no: str) -> dict[str, Any]:
    """Get a stamp: its title, country, year, price and certificate number.

    Args:
        stamp_no: Stock number of the stamp, e.g. "ST-2000".
    """
    for stamp in _STAMPS:
        if stamp.stamp_no == stamp_no:
            return asdict(stamp)
    raise ValueError(f"no stamp {stamp_no}")


def find_customer(name: str) -> dict[str, Any]:
    """Find a customer by name.

    Args:
        name: Full name of the customer.

    Returns:
        Customer id, city and e-mail address.
    """
    for customer_id, record in _CUSTOMERS.items():
        if record["name"].casefold() == name.strip().casefold():
            return {"customer_id": customer_id, **record}
    raise ValueError(f"no customer {name!r}")


def list_orders(customer_id: str, status: Literal["open", "paid", "shipped"] | None = None) -> list[dict[str, Any]]:
    """List the orders of a customer with date, amount and status.

    Args:
        customer_id: The customer, e.g. "C-100".
        status: Only orders of this status.
    """
    if customer_id not in _ORDERS:
        raise ValueError(f"no customer {customer_id}")
    return [order for order in _ORDERS[customer_id] if status in (None, order["status"])]


def reserve_stamp(stamp_no: str, customer_id: str, days: int = 7) -> dict[str, Any]:
    """Reserve a stamp for a customer.

    Args:
        stamp_no: Stock number of the stamp, e.g. "ST-2000".
        customer_id: The customer, e.g. "C-100".
        days: How many days it is held.
    """
    get_stamp(stamp_no)
    return {"reservation": f"RV-{stamp_no[3:]}-{customer_id[2:]}", "stamp_no": stamp_no, "days": days}


def convert_currency(amount: float, from_currency: str, to_currency: str) -> dict[str, Any]:
    """Convert an amount of money to another currency.

    Args:
        amount: The amount.
        from_currency: Currency code of the amount, e.g. "EUR".
        to_currency: Currency code of the result, e.g. "USD".
    """
    for code in (from_currency, to_currency):
        if code not in _RATES:
            raise ValueError(f"no rate for {code}")
    return {"converted": round(amount / _RATES[from_currency] * _RATES[to_currency], 2), "currency": to_currency}


def list_auctions(quarter: str, city: str | None = None) -> list[dict[str, Any]]:
    """List the stamp auctions in a quarter.

    Args:
        quarter: Year and quarter, e.g. "2025-Q2".
        city: Only auctions in this city.
    """
    return [
        {key: value for key, value in one.items() if key != "quarter"}
        for one in _AUCTIONS
        if one["quarter"] == quarter and (city is None or one["city"].casefold() == city.strip().casefold())
    ]
