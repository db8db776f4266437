"""Animals, tanks, tours and tickets of a public aquarium."""

from typing import Any, Literal

_ANIMALS: dict[str, dict[str, str]] = {
    "leafy seadragon": {"species": "Phycodurus eques", "tank_id": "T-18", "diet": "mysid shrimp"},
    "zebra shark": {"species": "Stegostoma tigrinum", "tank_id": "T-03", "diet": "molluscs and crabs"},
    "moon jelly": {"species": "Aurelia aurita", "tank_id": "T-12", "diet": "brine shrimp larvae"},
    "giant octopus": {"species": "Enteroctopus dofleini", "tank_id": "T-07", "diet": "crabs and clams"},
}
_TANKS: dict[str, dict[str, Any]] = {
    "T-03": {"volume_litres": 410000, "temperature_c": 25.2, "keeper": "Oona Drummond"},
    "T-07": {"volume_litres": 18500, "temperature_c": 11.4, "keeper": "Lars Petrakis"},
    "T-12": {"volume_litres": 6200, "temperature_c": 14.8, "keeper": "Beatriz Soto"},
    "T-18": {"volume_litres": 9400, "temperature_c": 17.6, "keeper": "Lars Petrakis"},
}
_FEEDINGS: dict[str, list[dict[str, str]]] = {
    "T-03": [{"start_time": "11:15", "food": "squid"}, {"start_time": "15:40", "food": "mackerel"}],
    "T-07": [{"start_time": "13:20", "food": "shore crab"}],
    "T-12": [{"start_time": "09:50", "food": "plankton"}],
    "T-18": [{"start_time": "10:25", "food": "shrimp"}],
}
_PRICES = {
    "weekday": {"adult": 21.5, "child": 12.0, "student": 16.25, "senior": 17.75},
    "weekend": {"adult": 25.9, "child": 14.5, "student": 19.0, "senior": 20.6},
}
_TOURS: list[dict[str, Any]] = [
    {"tour_id": "TR-31", "title": "Behind the Glass", "language": "en", "duration_minutes": 60, "price_eur": 14.0},
    {"tour_id": "TR-34", "title": "Night Swimmers", "language": "en", "duration_minutes": 120, "price_eur": 28.0},
    {"tour_id": "TR-36", "title": "Reef in Brief", "language": "en", "duration_minutes": 40, "price_eur": 9.5},
    {"tour_id": "TR-41", "title": "Les Abysses", "language": "fr", "duration_minutes": 75, "price_eur": 16.0},
    {"tour_id": "TR-45", "title": "Mar Abierto", "language": "es", "duration_minutes": 80, "price_eur": 15.0},
    {"tour_id": "TR-47", "title": "Quallen und Korallen", "language": "de", "duration_minutes": 55, "price_eur": 13.0},
]


def find_animal(animal: str) -> dict[str, Any]:
    """Find the species, the tank and the diet of an animal.

    Args:
        animal (str): Common name of the animal.

    Returns:
        dict: Species, tank id and diet.
    """
    key = animal.strip().casefold()
    if key not in _ANIMALS:
        raise ValueError(f"no animal called {animal}")
    return {"animal": key, **_ANIMALS[key]}


def get_tank(tank_id: str) -> dict[str, Any]:
    """Volume, water temperature and keeper of a tank.

    Args:
        tank_id (str): Number of the tank, e.g. T-07.
    """
    if tank_id not in _TANKS:
        raise ValueError(f"no tank {tank_id}")
    return {"tank_id": tank_id, **_TANKS[tank_id]}


def list_feedings(tank_id: str, date: str) -> dict[str, Any]:
    """List the feedings of a tank on a day.

    Args:
        tank_id (str): Number of the tank, e.g. T-07.
        date (str): The day, YYYY-MM-DD.
    """
    if tank_id not in _TANKS:
        raise ValueError(f"no tank {tank_id}")
    return {"tank_id": tank_id, "date": date, "feedings": _FEEDINGS[tank_id]}


def get_ticket_price(
    visitor: Literal["adult", "child", "student", "senior"], day: Literal["weekday", "weekend"]
) -> dict[str, Any]:
    """Price of a ticket.

    Args:
        visitor (str): Who the ticket is for.
        day (str): When it is used.
    """
    return {"visitor": visitor, "day": day, "price_eur": _PRICES[day][visitor]}


def list_tours(language: Literal["en", "fr", "de", "es"], max_minutes: int | None = None) -> list[dict[str, Any]]:
    """List the guided tours in a language.

    Args:
        language (str): Language of the guide.
        max_minutes (int): Longest duration in minutes.

    Returns:
        list: Tour id, title, duration and price of each.
    """
    return [
        tour
        for tour in _TOURS
        if tour["language"] == language and (max_minutes is None or tour["duration_minutes"] <= max_minutes)
    ]


def book_tour(tour_id: str, date: str, visitors: int, visitor_name: str) -> dict[str, Any]:
    """Book a guided tour.

    Args:
        tour_id (str): Number of the tour, e.g. TR-31.
        date (str): Day of the tour, YYYY-MM-DD.
        visitors (int): Number of visitors.
        visitor_name (str): Full name of the visitor who books.
    """
    price = next((tour["price_eur"] for tour in _TOURS if tour["tour_id"] == tour_id), None)
    if price is None:
        raise ValueError(f"no tour {tour_id}")
    reference = f"AQ{tour_id[3:]}{date[5:7]}{date[8:]}"
    return {"booking_reference": reference, "visitor_name": visitor_name, "total_eur": price * visitors}


def schedule_cleaning(tank_id: str, date: str, start_time: str) -> dict[str, Any]:
    """Schedule the cleaning of a tank.

    Args:
        tank_id (str): Number of the tank, e.g. T-07.
        date (str): Day of the cleaning, YYYY-MM-DD.
        start_time (str): When it starts, HH:MM.
    """
    if tank_id not in _TANKS:
        raise ValueError(f"no tank {tank_id}")
    return {"cleaning_id": f"CLN-{tank_id[2:]}{date[8:]}{start_time[:2]}", "tank_id": tank_id, "state": "scheduled"}
