"""An estate agency: listings, viewings, agents, mortgages, neighbourhoods."""

from typing import Any, Literal

from tests.offline.dev.case import Case


def search_listings(
    city: str, listing_type: Literal["rent", "sale"], max_price: int | None = None, min_bedrooms: int | None = None
) -> dict[str, Any]:
    """Search homes that are on the market.

    Args:
        city: City to search in.
        listing_type: Whether to rent or to buy.
        max_price: Upper price limit in euros.
        min_bedrooms: Minimum number of bedrooms.
    """
    return {
        "count": 2,
        "listings": [
            {"listing_id": "L-204", "address": "12 Quay St", "price": 1450, "bedrooms": 2, "neighbourhood": "Docks"},
            {"listing_id": "L-377", "address": "3 Elm Rd", "price": 1200, "bedrooms": 2, "neighbourhood": "Northfield"},
        ],
    }


def listing_details(listing_id: str) -> dict[str, Any]:
    """Details of one listing, including the agent who handles it.

    Args:
        listing_id: Listing reference (for example L-204).
    """
    return {
        "listing_id": listing_id,
        "address": "12 Quay St",
        "area_m2": 74,
        "energy_class": "B",
        "agent_id": "AG-9",
        "neighbourhood": "Docks",
    }


def agent_contact(agent_id: str) -> dict[str, Any]:
    """Name, phone and email of an agent.

    Args:
        agent_id: Id of the agent.
    """
    return {"agent_id": agent_id, "name": "Bea Stone", "phone": "020 555 0199", "email": "bea@homes.example"}


def book_viewing(listing_id: str, date: str, time: str, visitor: str) -> dict[str, Any]:
    """Book a viewing of a listing.

    Args:
        listing_id: Listing reference.
        date: Date of the viewing (YYYY-MM-DD).
        time: Time of the viewing (HH:MM).
        visitor: Name of the visitor.
    """
    return {"viewing_id": "V-61", "status": "confirmed"}


def mortgage_payment(amount: float, years: int, interest_rate: float) -> dict[str, Any]:
    """Monthly payment of a mortgage.

    Args:
        amount: Loan amount in euros.
        years: Term in years.
        interest_rate: Yearly interest in percent.
    """
    return {"monthly_payment": 1264.14}


def neighbourhood_info(neighbourhood: str) -> dict[str, Any]:
    """Schools, noise and crime level of a neighbourhood.

    Args:
        neighbourhood: Name of the neighbourhood.
    """
    return {"neighbourhood": neighbourhood, "schools": 3, "noise": "moderate", "crime_index": 21}


TOOLS = [search_listings, listing_details, agent_contact, book_viewing, mortgage_payment, neighbourhood_info]

CASES = [
    Case(
        "Who is the agent for listing L-204 and what's their phone number?",
        (("listing_details", {"listing_id": "L-204"}), ("agent_contact", {"agent_id": "AG-9"})),
        ("Bea Stone", "020 555 0199"),
    ),
    Case(
        "Find flats to rent in Dublin under 1500 euros with at least 2 bedrooms, then give me the "
        "details of the cheapest one.",
        (
            ("search_listings", {"city": "Dublin", "listing_type": "rent", "max_price": 1500, "min_bedrooms": 2}),
            ("listing_details", {"listing_id": "L-377"}),
        ),
        ("74",),
    ),
    Case(
        "Book a viewing of L-377 on 4 June 2026 at 17:30 for Ana Costa, and tell me what the "
        "neighbourhood Northfield is like.",
        (
            ("book_viewing", {"listing_id": "L-377", "date": "2026-06-04", "time": "17:30", "visitor": "Ana Costa"}),
            ("neighbourhood_info", {"neighbourhood": "Northfield"}),
        ),
        ("V-61", "21"),
    ),
    Case(
        "What would I pay per month for a mortgage of 240000 euros over 25 years at 4.1 percent "
        "interest? And how many schools are in Docks?",
        (
            ("mortgage_payment", {"amount": 240000, "years": 25, "interest_rate": 4.1}),
            ("neighbourhood_info", {"neighbourhood": "Docks"}),
        ),
        ("1264.14", "3"),
    ),
    Case(
        "How large is listing L-204 and how noisy is its neighbourhood?",
        (("listing_details", {"listing_id": "L-204"}), ("neighbourhood_info", {"neighbourhood": "Docks"})),
        ("74", "moderate"),
    ),
    Case(
        "Show me homes for sale in Cork up to 300000 and compute the monthly payment for a 200000 "
        "euro loan over 30 years at 3.5%.",
        (
            ("search_listings", {"city": "Cork", "listing_type": "sale", "max_price": 300000}),
            ("mortgage_payment", {"amount": 200000, "years": 30, "interest_rate": 3.5}),
        ),
        ("L-204", "1264.14"),
    ),
    Case(
        "What is the email of the agent who handles listing L-204?",
        (("listing_details", {"listing_id": "L-204"}), ("agent_contact", {"agent_id": "AG-9"})),
        ("bea@homes.example",),
    ),
    Case(
        "Get details for L-204 and L-377.",
        (("listing_details", {"listing_id": "L-204"}), ("listing_details", {"listing_id": "L-377"})),
        ("12 Quay St",),
    ),
    Case("Arrange a viewing of a nice flat for me.", (), ()),
]
