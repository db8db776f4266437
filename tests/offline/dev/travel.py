"""Travel: flights, hotels, weather, money, bookings."""

from typing import Any

from tests.offline.dev.case import Case


def search_flights(origin: str, destination: str, date: str, passengers: int = 1) -> list[dict[str, Any]]:
    """Search for flights between two cities on a date.

    Args:
        origin: City of departure.
        destination: City of arrival.
        date: Day of travel, YYYY-MM-DD.
        passengers: Number of travellers.
    """
    return [
        {"flight_number": "NX120", "departs": "07:10", "arrives": "09:25", "price": 142.0},
        {"flight_number": "NX188", "departs": "13:40", "arrives": "16:00", "price": 98.5},
        {"flight_number": "NX201", "departs": "19:05", "arrives": "21:15", "price": 120.0},
    ]


def search_hotels(
    city: str, check_in: str, check_out: str, max_price: float | None = None, min_stars: int | None = None
) -> list[dict[str, Any]]:
    """Find hotels with free rooms in a city.

    Args:
        city: Where to stay.
        check_in: First night (YYYY-MM-DD).
        check_out: Day of departure (YYYY-MM-DD).
        max_price: Highest price per night.
        min_stars: Lowest number of stars.
    """
    rows: list[dict[str, Any]] = [
        {"hotel_id": "H7", "name": "Albergo Sole", "stars": 3, "price_per_night": 82},
        {"hotel_id": "H9", "name": "Grand Plaza", "stars": 5, "price_per_night": 240},
        {"hotel_id": "H4", "name": "Casa Verde", "stars": 4, "price_per_night": 110},
    ]
    return [
        row
        for row in rows
        if (max_price is None or row["price_per_night"] <= max_price)
        and (min_stars is None or row["stars"] >= min_stars)
    ]


def book_flight(flight_number: str, passenger_name: str) -> dict[str, Any]:
    """Book a seat on a flight.

    Args:
        flight_number: The flight's number, e.g. NX120.
        passenger_name: Full name of the traveller.
    """
    return {"booking_reference": "QX7T2M", "flight_number": flight_number, "passenger": passenger_name}


def book_hotel(hotel_id: str, check_in: str, check_out: str, guests: int = 1) -> dict[str, Any]:
    """Book a room in a hotel.

    Args:
        hotel_id: Id of the hotel.
        check_in: Arrival date (YYYY-MM-DD).
        check_out: Departure date (YYYY-MM-DD).
        guests: How many people stay.
    """
    return {"confirmation": "HB-9920", "hotel_id": hotel_id, "nights": 3}


def get_forecast(city: str, date: str | None = None) -> dict[str, Any]:
    """Weather forecast for a city.

    Args:
        city: City name.
        date: Day as YYYY-MM-DD; today if left out.
    """
    return {"city": city, "high_c": 19, "low_c": 11, "summary": "light rain"}


def convert_currency(amount: float, from_currency: str, to_currency: str) -> dict[str, Any]:
    """Convert an amount of money between currencies.

    Args:
        amount: How much.
        from_currency: ISO code of the currency to convert from.
        to_currency: ISO code of the currency to convert to.
    """
    return {"amount": amount, "converted": round(amount * 1.1, 2), "currency": to_currency}


TOOLS = [search_flights, search_hotels, book_flight, book_hotel, get_forecast, convert_currency]

CASES = [
    Case(
        "Find flights from Paris to Rome on 14 March 2026 and tell me what the weather will be in Rome that day.",
        (
            ("search_flights", {"origin": "Paris", "destination": "Rome", "date": "2026-03-14"}),
            ("get_forecast", {"city": "Rome", "date": "2026-03-14"}),
        ),
        ("NX188", "light rain"),
    ),
    Case(
        "I'm going to Rome from 3 May 2026 to 6 May 2026. Which hotels are free, and what will the "
        "weather be like there?",
        (
            ("search_hotels", {"city": "Rome", "check_in": "2026-05-03", "check_out": "2026-05-06"}),
            ("get_forecast", {"city": "Rome"}),
        ),
        ("Albergo Sole", "19"),
    ),
    Case(
        "Book the cheapest flight from Berlin to Madrid on March 20, 2026 for Nina Weiss.",
        (
            ("search_flights", {"origin": "Berlin", "destination": "Madrid", "date": "2026-03-20"}),
            ("book_flight", {"flight_number": "NX188", "passenger_name": "Nina Weiss"}),
        ),
        ("QX7T2M",),
    ),
    Case(
        "Convert 250 euros to US dollars and show me the forecast for Boston.",
        (
            ("convert_currency", {"amount": 250, "from_currency": "EUR", "to_currency": "USD"}),
            ("get_forecast", {"city": "Boston"}),
        ),
        ("275", "light rain"),
    ),
    Case(
        "Find a hotel in Rome with at least 4 stars from 3 to 6 May 2026, then book the cheapest one for 2 guests.",
        (
            ("search_hotels", {"city": "Rome", "check_in": "2026-05-03", "check_out": "2026-05-06", "min_stars": 4}),
            ("book_hotel", {"hotel_id": "H4", "check_in": "2026-05-03", "check_out": "2026-05-06", "guests": 2}),
        ),
        ("HB-9920",),
    ),
    Case(
        "What's the weather in Lisbon and Porto?",
        (("get_forecast", {"city": "Lisbon"}), ("get_forecast", {"city": "Porto"})),
        ("19",),
    ),
    Case(
        "Look for flights from Oslo to London on 2026-04-02 for 3 people, and find me hotels in "
        "London from 2026-04-02 to 2026-04-05 for no more than 120 per night.",
        (
            ("search_flights", {"origin": "Oslo", "destination": "London", "date": "2026-04-02", "passengers": 3}),
            (
                "search_hotels",
                {"city": "London", "check_in": "2026-04-02", "check_out": "2026-04-05", "max_price": 120},
            ),
        ),
        ("NX120", "Casa Verde"),
    ),
    Case(
        "Get flights from Vienna to Zurich on 1 June 2026. Then convert the price of the cheapest one from EUR to CHF.",
        (
            ("search_flights", {"origin": "Vienna", "destination": "Zurich", "date": "2026-06-01"}),
            ("convert_currency", {"amount": 98.5, "from_currency": "EUR", "to_currency": "CHF"}),
        ),
        ("108.35",),
    ),
    Case(
        "Book flight NX201 for Sara Lind and tell me the forecast for Lyon on 9 July 2026.",
        (
            ("book_flight", {"flight_number": "NX201", "passenger_name": "Sara Lind"}),
            ("get_forecast", {"city": "Lyon", "date": "2026-07-09"}),
        ),
        ("QX7T2M", "19"),
    ),
    Case(
        "How much is 80 pounds in euros, and how much is 120 dollars in yen?",
        (
            ("convert_currency", {"amount": 80, "from_currency": "GBP", "to_currency": "EUR"}),
            ("convert_currency", {"amount": 120, "from_currency": "USD", "to_currency": "JPY"}),
        ),
        ("88", "132"),
    ),
    Case("Book me a flight.", (), ()),
]
