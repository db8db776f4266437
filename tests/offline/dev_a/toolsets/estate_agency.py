"""Tools of an estate agency: listings, agents, viewings and purchase costs."""

from typing import Any, Literal

_LISTINGS: dict[str, dict[str, Any]] = {
    "L-310": {
        "town": "Ashford", "deal": "sale", "bedrooms": 3, "price": 342000, "address": "14 Poplar Way",
        "agent_id": "AG2", "year_built": 1987,
    },
    "L-311": {
        "town": "Ashford", "deal": "rent", "bedrooms": 2, "price": 1150, "address": "3b Tanner's Yard",
        "agent_id": "AG1", "year_built": 2004,
    },
    "L-312": {
        "town": "Wexley", "deal": "sale", "bedrooms": 4, "price": 489500, "address": "27 Orchard Rise",
        "agent_id": "AG3", "year_built": 1962,
    },
    "L-313": {
        "town": "Wexley", "deal": "rent", "bedrooms": 1, "price": 790, "address": "Flat 6, Canal House",
        "agent_id": "AG2", "year_built": 2015,
    },
    "L-314": {
        "town": "Brampton", "deal": "sale", "bedrooms": 2, "price": 218000, "address": "8 Ferry Cottages",
        "agent_id": "AG1", "year_built": 1911,
    },
}  # fmt: skip
_AGENTS = {
    "AG1": {"name": "Philippa Grange", "mobile": "07700 900341", "office": "Ashford"},
    "AG2": {"name": "Marcus Boateng", "mobile": "07700 900376", "office": "Wexley"},
    "AG3": {"name": "Yuki Tanabe", "mobile": "07700 900392", "office": "Brampton"},
}
_AREAS: dict[str, dict[str, Any]] = {
    "ashford": {"average_price": 315400, "population": 74200, "best_school": "St Aldhelm's"},
    "wexley": {"average_price": 402700, "population": 31850, "best_school": "Wexley Grammar"},
    "brampton": {"average_price": 236900, "population": 12600, "best_school": "Hilltop Academy"},
}


def _listing(listing_id: str) -> str:
    key = listing_id.strip().upper()
    if key not in _LISTINGS:
        raise LookupError(f"no listing {listing_id!r}")
    return key


def search_listings(
    town: str, deal: Literal["sale", "rent"], min_bedrooms: int = 1, max_price: int | None = None
) -> list[dict[str, Any]]:
    """Search the properties on offer in a town.

    Args:
        town: Name of the town.
        deal: Whether the property is for sale or for rent.
        min_bedrooms: Smallest acceptable number of bedrooms.
        max_price: Highest acceptable price, or monthly rent.

    Returns:
        The id and the price of each matching listing.
    """
    return [
        {"listing_id": listing_id, "price": item["price"], "bedrooms": item["bedrooms"]}
        for listing_id, item in _LISTINGS.items()
        if item["town"].casefold() == town.strip().casefold()
        and item["deal"] == deal.casefold()
        and item["bedrooms"] >= min_bedrooms
        and (max_price is None or item["price"] <= max_price)
    ]


def get_listing(listing_id: str) -> dict[str, Any]:
    """Get the address, price, year of construction and responsible agent of a listing.

    Args:
        listing_id: Id of the listing, e.g. "L-300".
    """
    key = _listing(listing_id)
    return {"listing_id": key, **_LISTINGS[key]}


def agent_contact(agent_id: str) -> dict[str, str]:
    """Get the name, mobile number and office of an estate agent.

    Args:
        agent_id: Id of the agent, e.g. "AG9".
    """
    key = agent_id.strip().upper()
    if key not in _AGENTS:
        raise LookupError(f"no agent {agent_id!r}")
    return {"agent_id": key, **_AGENTS[key]}


def book_viewing(listing_id: str, client: str, date: str, time: str = "10:00") -> dict[str, str]:
    """Arrange a viewing of a property.

    Args:
        listing_id: Id of the listing, e.g. "L-300".
        client: Name of the client who wants to see the property.
        date: Day of the viewing in ISO format.
        time: Time of day as HH:MM.

    Returns:
        The confirmation number and where to meet.
    """
    key = _listing(listing_id)
    confirmation = f"VW{key[2:]}-{date[5:7]}{date[8:]}"
    return {"confirmation": confirmation, "client": client, "meet_at": _LISTINGS[key]["address"], "time": time}


def mortgage_estimate(price: float, deposit: float, years: int = 25, rate: float = 4.5) -> dict[str, float]:
    """Estimate the monthly mortgage payment for a purchase.

    Args:
        price: Purchase price.
        deposit: Amount the buyer pays up front.
        years: Term of the mortgage.
        rate: Annual interest rate in percent.
    """
    if deposit >= price:
        raise ValueError("the deposit covers the price")
    monthly = rate / 1200
    payment = (price - deposit) * monthly / (1 - (1 + monthly) ** (-12 * years))
    return {"loan": price - deposit, "monthly_payment": round(payment, 2)}


def stamp_duty(price: float, first_home: bool = False) -> dict[str, float]:
    """Calculate the stamp duty due on a purchase.

    Args:
        price: Purchase price.
        first_home: Whether the buyer has never owned a home before.
    """
    threshold = 425000 if first_home else 250000
    return {"price": price, "duty": round(max(0.0, price - threshold) * 0.05, 2)}


def area_statistics(town: str) -> dict[str, Any]:
    """Average house price, population and best rated school of a town."""
    key = town.strip().casefold()
    if key not in _AREAS:
        raise LookupError(f"no statistics for {town!r}")
    return {"town": town.strip(), **_AREAS[key]}
