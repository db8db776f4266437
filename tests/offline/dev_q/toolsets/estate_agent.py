"""Homes for sale and to rent, their agents and viewings."""

from typing import Any, Literal

_HOMES: list[dict[str, Any]] = [
    {
        "home_id": "H-150",
        "city": "Ghent",
        "offer": "sale",
        "kind": "house",
        "rooms": 5,
        "area_m2": 142,
        "price": 415000,
        "garden": True,
    },
    {
        "home_id": "H-153",
        "city": "Ghent",
        "offer": "sale",
        "kind": "flat",
        "rooms": 3,
        "area_m2": 81,
        "price": 268000,
        "garden": False,
    },
    {
        "home_id": "H-158",
        "city": "Ghent",
        "offer": "sale",
        "kind": "house",
        "rooms": 4,
        "area_m2": 118,
        "price": 349500,
        "garden": True,
    },
    {
        "home_id": "H-161",
        "city": "Ghent",
        "offer": "rent",
        "kind": "flat",
        "rooms": 2,
        "area_m2": 58,
        "price": 890,
        "garden": False,
    },
    {
        "home_id": "H-170",
        "city": "Bruges",
        "offer": "rent",
        "kind": "flat",
        "rooms": 3,
        "area_m2": 77,
        "price": 1040,
        "garden": False,
    },
    {
        "home_id": "H-172",
        "city": "Bruges",
        "offer": "rent",
        "kind": "house",
        "rooms": 4,
        "area_m2": 109,
        "price": 1320,
        "garden": True,
    },
    {
        "home_id": "H-175",
        "city": "Bruges",
        "offer": "rent",
        "kind": "flat",
        "rooms": 1,
        "area_m2": 39,
        "price": 655,
        "garden": False,
    },
]
_DETAILS: dict[str, dict[str, Any]] = {
    "H-150": {"address": "Lindenlaan 8", "built": 1934, "energy_label": "D", "agent_id": "AG-3"},
    "H-153": {"address": "Kouter 21", "built": 1998, "energy_label": "B", "agent_id": "AG-5"},
    "H-158": {"address": "Meersstraat 40", "built": 1971, "energy_label": "C", "agent_id": "AG-5"},
    "H-161": {"address": "Veldstraat 3", "built": 2012, "energy_label": "A", "agent_id": "AG-3"},
    "H-170": {"address": "Langerei 17", "built": 1885, "energy_label": "E", "agent_id": "AG-9"},
    "H-172": {"address": "Gistelsteenweg 66", "built": 1959, "energy_label": "F", "agent_id": "AG-9"},
    "H-175": {"address": "Katelijne 11", "built": 2005, "energy_label": "B", "agent_id": "AG-3"},
}
_AGENTS: dict[str, dict[str, str]] = {
    "AG-3": {"name": "Lotte Vanhove", "phone": "555-0903", "email": "lotte@keys.example"},
    "AG-5": {"name": "Arne Claes", "phone": "555-0905", "email": "arne@keys.example"},
    "AG-9": {"name": "Samira Haddad", "phone": "555-0909", "email": "samira@keys.example"},
}
_VIEWINGS: list[dict[str, str]] = [
    {"viewing_id": "VW-31", "home_id": "H-150", "visitor": "Bram Peeters", "date": "2026-04-14", "time": "10:00"},
    {"viewing_id": "VW-32", "home_id": "H-150", "visitor": "Elise Roux", "date": "2026-04-16", "time": "17:30"},
    {"viewing_id": "VW-36", "home_id": "H-172", "visitor": "Nuno Teles", "date": "2026-04-15", "time": "12:45"},
]


def search_homes(
    city: str,
    offer: Literal["sale", "rent"],
    max_price: int | None = None,
    min_rooms: int | None = None,
    garden: bool = False,
) -> list[dict[str, Any]]:
    """Search homes for sale or to rent in a city.

    Parameters
    ----------
    city : str
        City where the home is.
    offer : {"sale", "rent"}
        Whether the home is for sale or to rent.
    max_price : int, optional
        Highest price or monthly rent in euros.
    min_rooms : int, optional
        Least number of rooms.
    garden : bool, optional
        Only homes with a garden.
    """
    return [
        one
        for one in _HOMES
        if one["city"].casefold() == city.strip().casefold()
        and one["offer"] == offer
        and (max_price is None or one["price"] <= max_price)
        and (min_rooms is None or one["rooms"] >= min_rooms)
        and (one["garden"] or not garden)
    ]


def get_home(home_id: str) -> dict[str, Any]:
    """Address, year of construction, energy label and agent of a home.

    Parameters
    ----------
    home_id : str
        Number of the home, e.g. H-100.
    """
    if home_id not in _DETAILS:
        raise ValueError(f"home {home_id} not found")
    return {"home_id": home_id, **_DETAILS[home_id]}


def get_agent(agent_id: str) -> dict[str, str]:
    """Name, phone number and email of an agent.

    Parameters
    ----------
    agent_id : str
        Number of the agent, e.g. AG-1.
    """
    if agent_id not in _AGENTS:
        raise ValueError(f"agent {agent_id} not found")
    return {"agent_id": agent_id, **_AGENTS[agent_id]}


def list_viewings(home_id: str) -> list[dict[str, str]]:
    """List the viewings planned for a home.

    Parameters
    ----------
    home_id : str
        Number of the home, e.g. H-100.
    """
    return [one for one in _VIEWINGS if one["home_id"] == home_id]


def schedule_viewing(home_id: str, visitor_name: str, date: str, time: str) -> dict[str, str]:
    """Schedule a viewing of a home for a visitor.

    Parameters
    ----------
    home_id : str
        Number of the home, e.g. H-100.
    visitor_name : str
        Name of the visitor.
    date : str
        Day of the viewing, YYYY-MM-DD.
    time : str
        Time of the viewing, HH:MM.
    """
    if home_id not in _DETAILS:
        raise ValueError(f"home {home_id} not found")
    return {"viewing_id": f"VW-{home_id[2:]}{date[8:]}", "visitor": visitor_name, "date": date, "time": time}


def calculate_mortgage(amount: float, interest_percent: float, years: int) -> dict[str, float]:
    """Monthly payment of a mortgage.

    Parameters
    ----------
    amount : float
        Loan in euros.
    interest_percent : float
        Yearly interest in percent.
    years : int
        Years until it is paid back.
    """
    rate, months = interest_percent / 1200, years * 12
    payment = amount / months if rate == 0 else amount * rate / (1 - (1 + rate) ** -months)
    return {"monthly_payment": round(payment, 2)}


def cancel_viewing(viewing_id: str) -> dict[str, str]:
    """Cancel a viewing.

    Parameters
    ----------
    viewing_id : str
        Number of the viewing, e.g. VW-10.
    """
    if viewing_id not in {one["viewing_id"] for one in _VIEWINGS}:
        raise ValueError(f"viewing {viewing_id} not found")
    return {"viewing_id": viewing_id, "status": "cancelled", "confirmation": f"X{viewing_id[3:]}"}
