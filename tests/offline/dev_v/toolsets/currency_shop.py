"""Counter tools of a shop that changes money and sells gift cards."""

from typing import Any, Literal

Currency = Literal["USD", "CHF", "JPY", "SEK", "TRY"]
Branch = Literal["station", "harbour", "old_town"]

# Units of foreign currency for one euro: what we hand out (sell) and what we take in (buy).
_RATES = {
    "USD": {"sell": 1.08, "buy": 1.16},
    "CHF": {"sell": 0.92, "buy": 0.98},
    "JPY": {"sell": 158.4, "buy": 171.2},
    "SEK": {"sell": 10.85, "buy": 11.6},
    "TRY": {"sell": 41.3, "buy": 49.5},
}
_STOCK = {
    ("USD", "station"): 18400,
    ("USD", "harbour"): 950,
    ("CHF", "station"): 6200,
    ("CHF", "old_town"): 2750,
    ("JPY", "station"): 480000,
    ("JPY", "harbour"): 125000,
    ("SEK", "harbour"): 33500,
    ("TRY", "old_town"): 61000,
}
_CARDS: dict[str, dict[str, Any]] = {
    "GC-4471-208": {"brand": "Paperlane Books", "balance": 37.5, "expires": "2028-02-29"},
    "GC-4480-916": {"brand": "Nordhem Clothing", "balance": 112.0, "expires": "2027-10-15"},
    "GC-5102-633": {"brand": "Pixelgate", "balance": 8.25, "expires": "2027-04-03"},
    "GC-5119-047": {"brand": "Trattoria Lume", "balance": 64.8, "expires": "2026-12-31"},
}
_BRANDS = [
    {"brand": "Paperlane Books", "category": "books", "lowest_value": 10, "sku": "BK-10"},
    {"brand": "Quill & Crown", "category": "books", "lowest_value": 25, "sku": "BK-25"},
    {"brand": "Nordhem Clothing", "category": "clothing", "lowest_value": 30, "sku": "CL-30"},
    {"brand": "Pixelgate", "category": "gaming", "lowest_value": 15, "sku": "GM-15"},
    {"brand": "Arcadia Forge", "category": "gaming", "lowest_value": 50, "sku": "GM-50"},
    {"brand": "Trattoria Lume", "category": "restaurants", "lowest_value": 40, "sku": "RS-40"},
]


def exchange_rate(currency: Currency, side: Literal["sell", "buy"] = "sell") -> dict[str, Any]:
    """Look up today's rate, in units of the foreign currency for one euro.

    Args:
        currency: ISO code of the foreign currency.
        side: "sell" if the shop hands out foreign notes, "buy" if it takes them in.

    Returns:
        The currency, the side and the rate.
    """
    return {"currency": currency, "side": side, "per_euro": _RATES[currency][side]}


def notes_in_stock(currency: Currency, branch: Branch) -> dict[str, Any]:
    """Tell how much of a foreign currency lies in the safe of a branch.

    Args:
        currency: ISO code of the foreign currency.
        branch: The branch whose safe to look into.
    """
    return {"currency": currency, "branch": branch, "amount": _STOCK.get((currency, branch), 0)}


def reserve_notes(currency: Currency, amount: int, branch: Branch, pickup_date: str) -> dict[str, Any]:
    """Set foreign notes aside for a customer to collect.

    Args:
        currency: ISO code of the foreign currency.
        amount: Amount in the foreign currency.
        branch: Where the customer collects them.
        pickup_date: Day of collection as YYYY-MM-DD.

    Returns:
        The reservation code and the price in euros.
    """
    if amount > _STOCK.get((currency, branch), 0):
        raise ValueError(f"not enough {currency} at {branch}")
    code = f"RN-{currency}{pickup_date[5:7]}{pickup_date[8:]}-{amount // 10}"
    return {"code": code, "euros": round(amount / _RATES[currency]["sell"], 2), "collect_on": pickup_date}


def gift_card_balance(card_number: str) -> dict[str, Any]:
    """Show brand, remaining balance in euros and expiry date of a gift card."""
    card = _CARDS.get(card_number.strip().upper())
    if card is None:
        raise ValueError(f"no gift card {card_number}")
    return {"card_number": card_number, **card}


def top_up_gift_card(card_number: str, euros: float, print_receipt: bool = False) -> dict[str, Any]:
    """Load more money on a gift card.

    Args:
        card_number: Number on the card, such as GC-1234-567.
        euros: How much to add.
        print_receipt: Whether the customer wants a paper receipt.

    Returns:
        The new balance and, if asked for, the number of the receipt.
    """
    card = _CARDS.get(card_number.strip().upper())
    if card is None:
        raise ValueError(f"no gift card {card_number}")
    result: dict[str, Any] = {"card_number": card_number, "new_balance": round(card["balance"] + euros, 2)}
    if print_receipt:
        result["receipt"] = f"RC{card_number[-3:]}{round(euros)}"
    return result


def find_gift_cards(
    category: Literal["books", "clothing", "gaming", "restaurants"], budget: float | None = None
) -> list[dict[str, Any]]:
    """List the gift card brands that we sell in a category.

    Args:
        category: Kind of shop the card is for.
        budget: Leave out brands whose lowest value in euros exceeds this.
    """
    return [
        {key: one[key] for key in ("brand", "lowest_value", "sku")}
        for one in _BRANDS
        if one["category"] == category and (budget is None or float(str(one["lowest_value"])) <= budget)
    ]
