"""Geography and sights: countries, cities, museums, trains, time zones."""

from typing import Any

from tests.offline.dev.case import Case


def country_facts(country: str) -> dict[str, Any]:
    """Look up basic facts about a country: capital, population, currency and languages."""
    return {
        "country": country,
        "capital": "Tallinn",
        "population": 1366000,
        "currency": "EUR",
        "languages": ["Estonian"],
    }


def city_info(city: str) -> dict[str, Any]:
    """Population, mayor and elevation of a city."""
    return {"city": city, "population": 461000, "mayor": "J. Ossinovski", "elevation_m": 9}


def local_time(city: str) -> str:
    """The current local time in a city."""
    return f"It is 14:05 in {city} (UTC+2)."


def find_museums(city: str, topic: str | None = None, free_entry: bool | None = None) -> list[dict[str, Any]]:
    """Find museums in a city, optionally by topic."""
    return [
        {"museum_id": "m3", "name": "Seaplane Harbour", "topic": "ships"},
        {"museum_id": "m8", "name": "Kumu", "topic": "art"},
    ]


def museum_hours(museum_id: str) -> dict[str, Any]:
    """Opening hours and ticket price of a museum."""
    return {"museum_id": museum_id, "monday": "closed", "tuesday": "10-18", "ticket_price": 12}


def train_connections(from_city: str, to_city: str, date: str) -> list[dict[str, Any]]:
    """Train connections between two cities on a day (YYYY-MM-DD)."""
    return [
        {"train": "R 214", "departure": "08:12", "duration_min": 138, "price": 14.9},
        {"train": "R 220", "departure": "11:30", "duration_min": 121, "price": 19.9},
    ]


TOOLS = [country_facts, city_info, local_time, find_museums, museum_hours, train_connections]

CASES = [
    Case(
        "What's the capital of Estonia, and how many people live in that city?",
        (("country_facts", {"country": "Estonia"}), ("city_info", {"city": "Tallinn"})),
        ("Tallinn", "461000"),
    ),
    Case(
        "What time is it in the capital of Estonia?",
        (("country_facts", {"country": "Estonia"}), ("local_time", {"city": "Tallinn"})),
        ("14:05",),
    ),
    Case(
        "Find museums in Tallinn about ships and tell me when the first one is open.",
        (("find_museums", {"city": "Tallinn", "topic": "ships"}), ("museum_hours", {"museum_id": "m3"})),
        ("10-18",),
    ),
    Case(
        "What language do they speak in Latvia, and what time is it in Riga?",
        (("country_facts", {"country": "Latvia"}), ("local_time", {"city": "Riga"})),
        ("Estonian", "14:05"),
    ),
    Case(
        "Which trains go from Tartu to Tallinn on 2 July 2026? And who is the mayor of Tartu?",
        (
            ("train_connections", {"from_city": "Tartu", "to_city": "Tallinn", "date": "2026-07-02"}),
            ("city_info", {"city": "Tartu"}),
        ),
        ("R 214", "Ossinovski"),
    ),
    Case(
        "Give me the population of Finland and the elevation of Oulu.",
        (("country_facts", {"country": "Finland"}), ("city_info", {"city": "Oulu"})),
        ("1366000", "9"),
    ),
    Case(
        "How much is a ticket for the museum Kumu in Tallinn?",
        (("find_museums", {"city": "Tallinn"}), ("museum_hours", {"museum_id": "m8"})),
        ("12",),
    ),
    Case(
        "Tell me the local time in Lisbon and Helsinki.",
        (("local_time", {"city": "Lisbon"}), ("local_time", {"city": "Helsinki"})),
        ("14:05",),
    ),
    Case(
        "When does the fastest train from Narva to Tallinn leave on July 5, 2026, and what is the weather like?",
        (("train_connections", {"from_city": "Narva", "to_city": "Tallinn", "date": "2026-07-05"}),),
        ("11:30",),
    ),
]
