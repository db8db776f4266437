"""An estate agency: listings, agents, viewings, mortgages, taxes and offers."""

from typing import Any, Literal

_LISTINGS: dict[str, dict[str, Any]] = {
    "L-501": {"address": "12 Alder Street", "town": "Wexcombe", "kind": "house", "price": 415000, "rooms": 5},
    "L-502": {"address": "3 Mill Quay", "town": "Wexcombe", "kind": "apartment", "price": 268000, "rooms": 3},
    "L-503": {"address": "77 Beacon Hill", "town": "Thornby", "kind": "house", "price": 539000, "rooms": 6},
    "L-504": {"address": "5 Station Parade", "town": "Thornby", "kind": "apartment", "price": 199500, "rooms": 2},
    "L-505": {"address": "Orchard Farm", "town": "Little Marsh", "kind": "land", "price": 122000, "rooms": 0},
}
_DETAILS: dict[str, dict[str, Any]] = {
    "L-501": {"area_m2": 142, "built": 1931, "energy_class": "D", "agent_id": "AG-2"},
    "L-502": {"area_m2": 78, "built": 2008, "energy_class": "B", "agent_id": "AG-3"},
    "L-503": {"area_m2": 186, "built": 1974, "energy_class": "E", "agent_id": "AG-1"},
    "L-504": {"area_m2": 54, "built": 2017, "energy_class": "A", "agent_id": "AG-3"},
    "L-505": {"area_m2": 9300, "built": None, "energy_class": None, "agent_id": "AG-1"},
}
_AGENTS = {
    "AG-1": {"name": "Rosalind Peake", "mobile": "555-0142"},
    "AG-2": {"name": "Hugo Vanterpool", "mobile": "555-0119"},
    "AG-3": {"name": "Meera Chandran", "mobile": "555-0175"},
}
_SCHOOLS = {"wexcombe": 4, "thornby": 7, "little marsh": 1}
_AVERAGES = {"wexcombe": 3120, "thornby": 2890, "little marsh": 1745}
_VIEWINGS: list[dict[str, Any]] = []


def find_listing(address: str) -> dict[str, Any]:
    """Find the listing of a property by its street address.

    Args:
        address: Street address without the town, for example "12 Alder Street".

    Returns:
        The listing with its id, town, kind, asking price and number of rooms.
    """
    for listing_id, listing in _LISTINGS.items():
        if listing["address"].casefold() == address.strip().casefold():
            return {"listing_id": listing_id, **listing}
    raise LookupError(f"No listing at {address!r}")


def search_listings(
    town: str, kind: Literal["house", "apartment", "land"] | None = None, max_price: int | None = None
) -> list[dict[str, Any]]:
    """Search the properties for sale in a town.

    Args:
        town: Name of the town.
        kind: Kind of property; all kinds if left out.
        max_price: Highest asking price.
    """
    return [
        {"listing_id": listing_id, **listing}
        for listing_id, listing in _LISTINGS.items()
        if listing["town"].casefold() == town.strip().casefold()
        and kind in (None, listing["kind"])
        and (max_price is None or listing["price"] <= max_price)
    ]


def listing_details(listing_id: str) -> dict[str, Any]:
    """Return the living area, year of construction, energy class and agent of a listing.

    Args:
        listing_id: Id of the listing, such as "L-501".
    """
    details = _DETAILS.get(listing_id.strip().upper())
    if details is None:
        raise LookupError(f"No listing {listing_id!r}")
    return {"listing_id": listing_id.upper(), **details}


def agent_contact(agent_id: str) -> dict[str, Any]:
    """Name and mobile number of an agent."""
    agent = _AGENTS.get(agent_id.strip().upper())
    if agent is None:
        raise LookupError(f"No agent {agent_id!r}")
    return {"agent_id": agent_id.upper(), **agent}


def book_viewing(listing_id: str, date: str, time: str = "10:00") -> dict[str, Any]:
    """Book a viewing of a property.

    Args:
        listing_id: Id of the listing.
        date: Day of the viewing, YYYY-MM-DD.
        time: Time of the viewing, HH:MM.

    Returns:
        The confirmation with the viewing number.
    """
    if listing_id.strip().upper() not in _LISTINGS:
        raise LookupError(f"No listing {listing_id!r}")
    number = f"V-{9001 + len(_VIEWINGS)}"
    _VIEWINGS.append({"viewing": number, "listing_id": listing_id.upper(), "date": date, "time": time})
    return _VIEWINGS[-1]


def monthly_mortgage(amount: float, rate_percent: float, years: int = 25) -> dict[str, Any]:
    """Calculate the monthly payment of a mortgage.

    Args:
        amount: Amount borrowed.
        rate_percent: Annual interest rate in percent.
        years: Term of the loan in years.
    """
    if amount <= 0 or rate_percent <= 0 or years <= 0:
        raise ValueError("amount, rate_percent and years must be positive")
    rate = rate_percent / 1200
    return {"monthly_payment": round(amount * rate / (1 - (1 + rate) ** (-12 * years)), 2)}


def transfer_tax(price: float, first_home: bool = False) -> dict[str, Any]:
    """Tax due when a property changes hands.

    Args:
        price: Purchase price.
        first_home: Whether the buyer buys a home for the first time, which halves the tax.
    """
    if price <= 0:
        raise ValueError("price must be positive")
    return {"price": price, "tax": round(price * (0.0125 if first_home else 0.025), 2)}


def town_profile(town: str) -> dict[str, Any]:
    """Facts about a town: number of schools and the average price per square metre."""
    key = town.strip().casefold()
    if key not in _SCHOOLS:
        raise LookupError(f"No profile of {town!r}")
    return {"town": town, "schools": _SCHOOLS[key], "average_price_per_m2": _AVERAGES[key]}
