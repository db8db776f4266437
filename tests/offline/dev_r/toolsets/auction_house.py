"""Lots, sales and bids of an antique auction house."""

from typing import Any, Literal, TypedDict


class _Lot(TypedDict):
    title: str
    sale: str
    low: int
    high: int
    condition: str
    weight_kg: float


_LOTS: dict[int, _Lot] = {
    41: _Lot(title="Walnut bureau", sale="F-26", low=1800, high=2600, condition="veneer lifting", weight_kg=62.0),
    58: _Lot(title="Bracket clock", sale="F-26", low=900, high=1300, condition="movement overhauled", weight_kg=8.0),
    112: _Lot(title="Delft charger", sale="C-26", low=450, high=650, condition="hairline crack", weight_kg=2.5),
    119: _Lot(title="Meissen figure", sale="C-26", low=1100, high=1500, condition="restored hand", weight_kg=1.5),
    203: _Lot(title="Silver coffee pot", sale="S-26", low=700, high=950, condition="small dent", weight_kg=1.0),
    217: _Lot(title="Pair of candlesticks", sale="S-26", low=380, high=520, condition="excellent", weight_kg=3.0),
}
_SALES = {
    "F-26": {"name": "Fine Furniture and Clocks", "date": "2026-10-08", "viewing": "2026-10-05", "room": "Great Room"},
    "C-26": {"name": "European Ceramics", "date": "2026-10-15", "viewing": "2026-10-13", "room": "Garden Room"},
    "S-26": {"name": "Silver and Vertu", "date": "2026-11-02", "viewing": "2026-10-30", "room": "Long Gallery"},
}
_HAMMER = {("candlesticks", 2024): [410, 560], ("bracket clock", 2025): [1250], ("delft", 2025): [480, 720, 390]}
_RATES = {"germany": 7.5, "france": 6.0, "ireland": 5.0, "united states": 14.0}


def search_lots(words: str) -> list[dict[str, Any]]:
    """Find lots by words of their title.

    Args:
        words: One or more words, in any case.

    Returns:
        A list of lot numbers with titles; empty if nothing fits.
    """
    return [
        {"lot": number, "title": lot["title"]}
        for number, lot in _LOTS.items()
        if words.casefold() in lot["title"].casefold()
    ]


def lot_sheet(lot: int) -> dict[str, Any]:
    """Full entry of a lot: title, sale, estimate, condition and weight."""
    if lot not in _LOTS:
        raise ValueError(f"there is no lot {lot}")
    entry = _LOTS[lot]
    return {
        "lot": lot,
        "title": entry["title"],
        "sale": entry["sale"],
        "estimate": {"low": entry["low"], "high": entry["high"]},
        "condition": entry["condition"],
        "weight_kg": entry["weight_kg"],
    }


def sale_info(sale: str) -> dict[str, Any]:
    """Date, first viewing day and room of a sale.

    Args:
        sale: Code of the sale, for example F-26.
    """
    if sale.upper() not in _SALES:
        raise ValueError(f"there is no sale {sale}")
    return {"sale": sale.upper(), **_SALES[sale.upper()]}


def leave_bid(
    lot: int, paddle: int, limit: int, method: Literal["commission", "telephone", "online"] = "commission"
) -> str:
    """Leave a bid on a lot for a registered bidder.

    Args:
        lot: Lot number.
        paddle: Number of the bidder's paddle.
        limit: Highest amount to go to, in pounds, without premium.
        method: How the bid is carried out.

    Returns:
        Number of the bid slip.
    """
    if lot not in _LOTS:
        raise ValueError(f"there is no lot {lot}")
    return f"{method[0].upper()}B-{lot}-{paddle}-{limit // 50}"


def total_with_premium(hammer: float, online: bool = False) -> dict[str, float]:
    """What the buyer pays on top of a hammer price.

    Args:
        hammer: Hammer price in pounds.
        online: Bought through the online platform, which adds 3 percent.

    Returns:
        The premium and the total in pounds.
    """
    premium = round(hammer * (0.27 if online else 0.24), 2)
    return {"premium": premium, "total": round(hammer + premium, 2)}


def shipping_quote(weight_kg: float, country: str, insured: bool = True) -> dict[str, Any]:
    """Cost of packing and sending an object abroad.

    Args:
        weight_kg: Weight of the object.
        country: Country in English.
        insured: With transit insurance.
    """
    rate = _RATES.get(country.strip().casefold())
    if rate is None:
        raise ValueError(f"we do not ship to {country}")
    return {"country": country, "pounds": round(25 + rate * weight_kg + (18 if insured else 0), 2)}


def past_results(object_type: Literal["candlesticks", "bracket clock", "delft"], year: int) -> list[int]:
    """Hammer prices that objects of a type fetched here in a year."""
    return _HAMMER.get((object_type, year), [])
