"""Till and rail of a second-hand clothes shop."""

from typing import Any, Literal

Garment = Literal["coat", "dress", "jeans", "jumper", "shirt"]

_RAIL: dict[int, dict[str, Any]] = {
    881: {"garment": "coat", "size": "M", "colour": "camel", "brand": "Aldersey", "price": 64.0, "seller": "S17"},
    884: {"garment": "coat", "size": "L", "colour": "navy", "brand": "Corvin", "price": 48.5, "seller": "S22"},
    890: {"garment": "dress", "size": "S", "colour": "green", "brand": "Petrel", "price": 29.0, "seller": "S17"},
    893: {"garment": "jeans", "size": "M", "colour": "black", "brand": "Dunmore", "price": 22.0, "seller": "S30"},
    897: {"garment": "jumper", "size": "L", "colour": "mustard", "brand": "Petrel", "price": 18.75, "seller": "S22"},
    902: {"garment": "dress", "size": "M", "colour": "red", "brand": "Aldersey", "price": 41.0, "seller": "S30"},
}
_SELLERS: dict[str, dict[str, Any]] = {
    "S17": {"name": "Colette Ames", "owed": 73.6, "since": "2023-11-04"},
    "S22": {"name": "Bram Hoekstra", "owed": 12.15, "since": "2025-02-18"},
    "S30": {"name": "Tilda Forsyth", "owed": 0.0, "since": "2026-01-09"},
}
_FACTOR = {"like_new": 0.45, "good": 0.3, "worn": 0.12}
_DROP_OFF: dict[str, list[str]] = {
    "2026-03-12": ["10:30", "16:00"],
    "2026-03-13": ["12:45"],
    "2026-03-14": [],
}


def search_rail(
    garment: Garment, size: Literal["S", "M", "L", "XL"], max_price: float | None = None
) -> list[dict[str, Any]]:
    """Look for clothes that are in the shop.

    Parameters
    ----------
    garment : {"coat", "dress", "jeans", "jumper", "shirt"}
        What it is.
    size : {"S", "M", "L", "XL"}
        Size on the label.
    max_price : float, optional
        Nothing dearer than this.

    Returns
    -------
    list of dict
        Tag number, colour, brand and price.
    """
    return [
        {"tag": tag, "colour": piece["colour"], "brand": piece["brand"], "price": piece["price"]}
        for tag, piece in _RAIL.items()
        if piece["garment"] == garment and piece["size"] == size and (max_price is None or piece["price"] <= max_price)
    ]


def tag_details(tag: int) -> dict[str, Any]:
    """Everything about the piece with a tag number, the seller's code too."""
    if tag not in _RAIL:
        return {"tag": tag, "status": "not found"}
    return {"tag": tag, **_RAIL[tag]}


def put_aside(tag: int, customer: str, days: int = 3) -> str:
    """Keep a piece behind the counter for a customer.

    Parameters
    ----------
    tag : int
        Tag number.
    customer : str
        Name for the label.
    days : int, optional
        For how long.
    """
    if tag not in _RAIL:
        raise ValueError(f"no tag {tag}")
    return f"HOLD-{tag}-{customer.strip()[:2].upper()}{days}"


def sale_price(price: float, percent_off: float) -> float:
    """Price after a reduction by so many percent."""
    return round(price * (1 - percent_off / 100), 2)


def seller_account(seller: str) -> dict[str, Any]:
    """Name behind a seller code (like S17), what the shop owes them and since when they have been selling."""
    if seller.upper() not in _SELLERS:
        raise ValueError(f"no seller {seller}")
    return _SELLERS[seller.upper()]


def buying_offer(new_price: float, condition: Literal["like_new", "good", "worn"], vintage: bool = False) -> float:
    """What the shop pays for a piece that somebody brings in.

    Parameters
    ----------
    new_price : float
        What it cost new.
    condition : {"like_new", "good", "worn"}
        State it is in.
    vintage : bool, optional
        Older than twenty years, which adds eight pounds.
    """
    return round(new_price * _FACTOR[condition] + (8 if vintage else 0), 2)


def drop_off(day: str, bags: int = 1) -> dict[str, Any]:
    """Free times to bring clothes in.

    Parameters
    ----------
    day : str
        ISO date.
    bags : int, optional
        How many bags; from four bags on only the last time of the day will do.
    """
    if day not in _DROP_OFF:
        raise ValueError(f"closed on {day}")
    times = _DROP_OFF[day]
    return {"day": day, "times": times[-1:] if bags >= 4 else times}
