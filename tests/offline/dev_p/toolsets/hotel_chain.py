"""Reservations desk of a small chain of hotels."""

from typing import Any

_HOTELS: list[dict[str, Any]] = [
    {"hotel_id": "HT-101", "name": "Villa Serena", "city": "Rome", "stars": 4, "price_per_night": 145, "rating": 8.7},
    {"hotel_id": "HT-102", "name": "Foro Inn", "city": "Rome", "stars": 3, "price_per_night": 88, "rating": 7.9},
    {
        "hotel_id": "HT-103",
        "name": "Palazzo Aurelio",
        "city": "Rome",
        "stars": 5,
        "price_per_night": 260,
        "rating": 9.4,
    },
    {"hotel_id": "HT-201", "name": "Casa do Rio", "city": "Lisbon", "stars": 4, "price_per_night": 119, "rating": 9.1},
    {"hotel_id": "HT-202", "name": "Alfama House", "city": "Lisbon", "stars": 3, "price_per_night": 79, "rating": 8.2},
    {"hotel_id": "HT-203", "name": "Tagus View", "city": "Lisbon", "stars": 3, "price_per_night": 94, "rating": 8.8},
    {"hotel_id": "HT-301", "name": "Ringhof", "city": "Vienna", "stars": 4, "price_per_night": 132, "rating": 8.5},
    {"hotel_id": "HT-302", "name": "Donau Garden", "city": "Vienna", "stars": 4, "price_per_night": 109, "rating": 8.1},
]
_POOLS = {"HT-103", "HT-201", "HT-302"}
_DETAILS = {
    "HT-101": ("Via dei Glicini 8", "+39 06 555 0181", "15:00"),
    "HT-102": ("Via del Foro 22", "+39 06 555 0122", "14:00"),
    "HT-103": ("Piazza Aurelia 1", "+39 06 555 0103", "15:30"),
    "HT-201": ("Rua da Prata 40", "+351 21 555 0140", "16:00"),
    "HT-202": ("Beco do Carneiro 5", "+351 21 555 0105", "13:00"),
    "HT-203": ("Cais da Ribeira 17", "+351 21 555 0117", "14:30"),
    "HT-301": ("Schottenring 31", "+43 1 555 0131", "15:00"),
    "HT-302": ("Uferstrasse 9", "+43 1 555 0109", "14:15"),
}
_BOOKINGS: dict[str, dict[str, Any]] = {
    "BK-5521": {"guest_id": "G-61", "hotel_id": "HT-102", "check_in": "2026-04-02", "nights": 2, "status": "confirmed"},
    "BK-5530": {
        "guest_id": "G-74",
        "hotel_id": "HT-203",
        "check_in": "2026-05-19",
        "nights": 4,
        "status": "waitlisted",
    },
    "BK-5540": {"guest_id": "G-80", "hotel_id": "HT-301", "check_in": "2026-04-11", "nights": 1, "status": "confirmed"},
    "BK-5548": {"guest_id": "G-74", "hotel_id": "HT-101", "check_in": "2026-09-07", "nights": 3, "status": "confirmed"},
    "BK-5553": {"guest_id": "G-61", "hotel_id": "HT-302", "check_in": "2026-07-23", "nights": 5, "status": "unpaid"},
}
_GUESTS = {
    "G-61": ("Tomas Varga", 2350),
    "G-74": ("Amara Diallo", 780),
    "G-80": ("Lucie Brandt", 120),
}
_FEES = {"BK-5521": 17.6, "BK-5530": 0.0, "BK-5540": 33.0, "BK-5548": 0.0, "BK-5553": 0.0}


def search_hotels(
    city: str, min_stars: int | None = None, max_price: float | None = None, pool: bool = False
) -> list[dict[str, Any]]:
    """Search the hotels of the chain in a city.

    Args:
        city: Name of the city.
        min_stars: Least number of stars.
        max_price: Highest price per night in euros.
        pool: Only hotels with a swimming pool.

    Returns:
        Hotels with their id, name, stars, price per night and guest rating.
    """
    return [
        hotel
        for hotel in _HOTELS
        if hotel["city"].casefold() == city.strip().casefold()
        and (min_stars is None or hotel["stars"] >= min_stars)
        and (max_price is None or hotel["price_per_night"] <= max_price)
        and (not pool or hotel["hotel_id"] in _POOLS)
    ]


def get_hotel(hotel_id: str) -> dict[str, Any]:
    """Address, phone number and check-in time of a hotel.

    Args:
        hotel_id: Id of the hotel, e.g. "HT-101".
    """
    if hotel_id not in _DETAILS:
        raise ValueError(f"unknown hotel {hotel_id}")
    address, phone, check_in_time = _DETAILS[hotel_id]
    name = next(hotel["name"] for hotel in _HOTELS if hotel["hotel_id"] == hotel_id)
    return {"hotel_id": hotel_id, "name": name, "address": address, "phone": phone, "check_in_time": check_in_time}


def book_room(
    hotel_id: str, guest_name: str, check_in: str, check_out: str, guests: int = 1, breakfast: bool = False
) -> dict[str, Any]:
    """Book a room in a hotel.

    Args:
        hotel_id: Id of the hotel, e.g. "HT-101".
        guest_name: Full name of the guest.
        check_in: Day of arrival, YYYY-MM-DD.
        check_out: Day of departure, YYYY-MM-DD.
        guests: Number of guests.
        breakfast: Whether breakfast is included.

    Returns:
        Confirmation with the reference of the booking.
    """
    if hotel_id not in _DETAILS:
        raise ValueError(f"unknown hotel {hotel_id}")
    return {
        "reference": f"NB-{hotel_id[3:]}{check_in[5:7]}{check_in[8:]}{guests}",
        "guest_name": guest_name,
        "check_out": check_out,
        "breakfast": breakfast,
    }


def get_booking(booking_id: str) -> dict[str, Any]:
    """Status, hotel and dates of a booking.

    Args:
        booking_id: Id of the booking, e.g. "BK-5500".
    """
    if booking_id not in _BOOKINGS:
        raise ValueError(f"unknown booking {booking_id}")
    return {"booking_id": booking_id, **_BOOKINGS[booking_id]}


def cancel_booking(booking_id: str) -> dict[str, Any]:
    """Cancel a booking.

    Args:
        booking_id: Id of the booking, e.g. "BK-5500".

    Returns:
        The cancellation fee in euros.
    """
    if booking_id not in _FEES:
        raise ValueError(f"unknown booking {booking_id}")
    return {"booking_id": booking_id, "cancelled": True, "fee": _FEES[booking_id]}


def find_guest(name: str) -> dict[str, Any]:
    """Find a guest by name: guest id and loyalty points.

    Args:
        name: Full name of the guest.
    """
    for guest_id, (guest, points) in _GUESTS.items():
        if guest.casefold() == name.strip().casefold():
            return {"guest_id": guest_id, "name": guest, "loyalty_points": points}
    raise ValueError(f"no guest called {name}")


def list_bookings(guest_id: str) -> list[dict[str, Any]]:
    """List the bookings of a guest.

    Args:
        guest_id: Id of the guest, e.g. "G-10".
    """
    return [
        {"booking_id": key, "hotel_id": one["hotel_id"], "check_in": one["check_in"], "status": one["status"]}
        for key, one in _BOOKINGS.items()
        if one["guest_id"] == guest_id
    ]
