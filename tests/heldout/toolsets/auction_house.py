"""Tools of an auction house."""

from typing import Any, Literal

from smurfs_graph.tools import calc

_LOTS: list[dict[str, Any]] = [
    {"lot_id": "L-204", "city": "Ghent", "style": "antique", "title": "Oak dresser", "price": 820.0, "year": 1788},
    {"lot_id": "L-217", "city": "Ghent", "style": "antique", "title": "Brass lamp", "price": 140.0, "year": 1851},
    {"lot_id": "L-233", "city": "Ghent", "style": "modern", "title": "Steel desk", "price": 560.0, "year": 1969},
    {"lot_id": "L-310", "city": "Leuven", "style": "modern", "title": "Glass vase", "price": 390.0, "year": 1974},
    {"lot_id": "L-322", "city": "Leuven", "style": "modern", "title": "Cord chair", "price": 275.0, "year": 1962},
    {"lot_id": "L-415", "city": "Leuven", "style": "antique", "title": "Tall clock", "price": 215.0, "year": 1803},
]
_ESTIMATES = {"L-204": 1150, "L-217": 190, "L-233": 640, "L-310": 480, "L-322": 330, "L-415": 2600}
_PAINTERS = {"winter harbour": "Maaike Dorn", "the ferryman": "Joris Haak", "two sisters": "Elin Brask"}


def _check(lot_id: str) -> str:
    if lot_id not in _ESTIMATES:
        raise ValueError(f"unknown lot {lot_id!r}")
    return lot_id


def find_estimate(lot_id: str) -> dict[str, Any]:
    """Find the estimate of a lot, in euros."""
    return {"lot_id": _check(lot_id), "estimate": _ESTIMATES[lot_id]}


def find_painter(title: str) -> dict[str, Any]:
    """Find the painter of a picture, by the title of the picture."""
    if title.strip().casefold() not in _PAINTERS:
        raise LookupError(f"no picture called {title!r}")
    return {"title": title, "painter": _PAINTERS[title.strip().casefold()]}


def search_lots(
    city: str,
    style: Literal["antique", "modern"] | None = None,
    min_price: float | None = None,
    max_price: float | None = None,
) -> list[dict[str, Any]]:
    """Search the lots that are for sale in a city.

    Args:
        city: City of the auction.
        style: Antique or modern lots.
        min_price: Lowest price, in euros.
        max_price: Highest price, in euros.
    """
    return [
        lot
        for lot in _LOTS
        if lot["city"].casefold() == city.strip().casefold()
        and (style is None or lot["style"] == style)
        and (min_price is None or lot["price"] >= min_price)
        and (max_price is None or lot["price"] <= max_price)
    ]


def place_bid(lot_id: str, amount: float) -> dict[str, Any]:
    """Place a bid on a lot.

    Args:
        lot_id: The lot to bid on.
        amount: Amount of the bid, in euros.
    """
    return {"bid": f"Q{_check(lot_id)[2:]}", "lot_id": lot_id, "amount": amount}


def watch_lot(lot_id: str, email: str) -> dict[str, Any]:
    """Watch a lot for somebody, who is sent its news.

    Args:
        lot_id: The lot to watch.
        email: E-mail address to which the news is sent.
    """
    return {"watch": f"W{_check(lot_id)[2:]}", "lot_id": lot_id, "email": email}


def calculate(expression: str) -> dict[str, Any]:
    """Compute an arithmetic expression of numbers, + - * / and brackets."""
    return calc.calculate(expression)
