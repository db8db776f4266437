"""Hotels, flights, forecasts and money for a travel agency."""

from datetime import date
from typing import Any

_HOTELS: list[dict[str, Any]] = [
    {"hotel_id": "H-301", "name": "Casa Lunga", "city": "Rome", "stars": 4, "price_per_night": 128},
    {"hotel_id": "H-302", "name": "Villa Tufo", "city": "Rome", "stars": 3, "price_per_night": 84},
    {"hotel_id": "H-303", "name": "Palazzo Nero", "city": "Rome", "stars": 5, "price_per_night": 265},
    {"hotel_id": "H-340", "name": "Alfama House", "city": "Lisbon", "stars": 4, "price_per_night": 97},
    {"hotel_id": "H-341", "name": "Tejo Rooms", "city": "Lisbon", "stars": 2, "price_per_night": 58},
]
_FLIGHTS: list[dict[str, Any]] = [
    {"flight_no": "NX20", "origin": "Vienna", "destination": "Rome", "departure": "07:10", "price_eur": 145},
    {"flight_no": "NX26", "origin": "Vienna", "destination": "Rome", "departure": "18:35", "price_eur": 96},
    {"flight_no": "QL81", "origin": "Oslo", "destination": "Lisbon", "departure": "11:25", "price_eur": 210},
]
_WEATHER = {"rome": ("sunny", 24), "lisbon": ("windy", 19), "oslo": ("rain", 9)}
_RATES = {("EUR", "USD"): 1.1, ("EUR", "CHF"): 0.95, ("USD", "EUR"): 0.9}


def search_hotels(city: str, min_stars: int | None = None, max_price: float | None = None) -> list[dict[str, Any]]:
    """Search hotels in a city.

    Args:
        city: Name of the city.
        min_stars: At least that many stars.
        max_price: Highest price per night in euros.
    """
    return [
        h
        for h in _HOTELS
        if h["city"].casefold() == city.casefold()
        and (min_stars is None or h["stars"] >= min_stars)
        and (max_price is None or h["price_per_night"] <= max_price)
    ]


def book_hotel(hotel_id: str, check_in: str, check_out: str, guests: int) -> dict[str, Any]:
    """Book a hotel.

    Args:
        hotel_id: e.g. H-100.
        check_in: Day of arrival, YYYY-MM-DD.
        check_out: Day of departure, YYYY-MM-DD.
        guests: Number of guests.
    """
    nights = (date.fromisoformat(check_out) - date.fromisoformat(check_in)).days
    return {"reservation": f"HB-{hotel_id[2:]}-{nights}{guests}", "nights": nights, "guests": guests}


def find_flights(origin: str, destination: str, date: str) -> list[dict[str, Any]]:
    """Find flights between two cities on a day.

    Args:
        origin: City of departure.
        destination: City of arrival.
        date: YYYY-MM-DD.
    """
    return [
        {**f, "date": date}
        for f in _FLIGHTS
        if f["origin"].casefold() == origin.casefold() and f["destination"].casefold() == destination.casefold()
    ]


def book_flight(flight_no: str, date: str, passenger_name: str) -> dict[str, Any]:
    """Book a flight for a passenger.

    Args:
        flight_no: e.g. AB12.
        date: YYYY-MM-DD.
        passenger_name: Full name.
    """
    return {"ticket": f"{flight_no}-{date[5:7]}{date[8:]}", "passenger_name": passenger_name}


def get_weather(city: str) -> dict[str, Any]:
    """Weather in a city.

    Args:
        city: Name of the city.
    """
    if city.casefold() not in _WEATHER:
        return {"city": city, "found": False}
    sky, degrees = _WEATHER[city.casefold()]
    return {"city": city, "sky": sky, "temperature_c": degrees}


def convert_currency(amount: float, from_currency: str, to_currency: str) -> dict[str, Any]:
    """Convert an amount of money to another currency.

    Args:
        amount: The amount.
        from_currency: Three-letter code, e.g. EUR.
        to_currency: Three-letter code, e.g. USD.
    """
    if (from_currency, to_currency) not in _RATES:
        raise ValueError("no rate")
    return {"result": round(amount * _RATES[from_currency, to_currency], 2), "currency": to_currency}
