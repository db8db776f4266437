"""Beds, bookings and activities of a youth hostel association."""

from typing import Any

_HOSTELS: dict[str, dict[str, Any]] = {
    "H-41": {
        "name": "Salt House",
        "city": "Aveiro",
        "address": "Rua da Ria 8",
        "phone": "+351 234 555 180",
        "reception_closes": "22:30",
        "price_per_night": 24.0,
        "rating": 8.1,
    },
    "H-43": {
        "name": "Dune Lodge",
        "city": "Aveiro",
        "address": "Largo do Farol 2",
        "phone": "+351 234 555 166",
        "reception_closes": "21:00",
        "price_per_night": 31.5,
        "rating": 9.2,
    },
    "H-47": {
        "name": "Canal Corner",
        "city": "Ghent",
        "address": "Kraanlei 61",
        "phone": "+32 9 555 01 22",
        "reception_closes": "23:00",
        "price_per_night": 28.0,
        "rating": 8.7,
    },
    "H-50": {
        "name": "Old Brewery",
        "city": "Ghent",
        "address": "Bierstraat 14",
        "phone": "+32 9 555 01 78",
        "reception_closes": "00:30",
        "price_per_night": 26.5,
        "rating": 7.9,
    },
    "H-52": {
        "name": "Belfry Rooms",
        "city": "Ghent",
        "address": "Klokstraat 3",
        "phone": "+32 9 555 01 90",
        "reception_closes": "22:00",
        "price_per_night": 35.0,
        "rating": 9.0,
    },
}
_BOOKINGS: dict[str, dict[str, Any]] = {
    "YH-3301": {
        "hostel_id": "H-43",
        "guest_name": "Rosa Pinto",
        "check_in": "2026-06-10",
        "check_out": "2026-06-12",
        "guests": 2,
        "total_eur": 126.0,
    },
    "YH-3307": {
        "hostel_id": "H-47",
        "guest_name": "Jonas Veld",
        "check_in": "2026-07-02",
        "check_out": "2026-07-05",
        "guests": 1,
        "total_eur": 84.0,
    },
    "YH-3312": {
        "hostel_id": "H-50",
        "guest_name": "Amy Okoro",
        "check_in": "2026-09-01",
        "check_out": "2026-09-03",
        "guests": 4,
        "total_eur": 212.0,
    },
}
_ACTIVITIES: dict[tuple[str, str], list[dict[str, Any]]] = {
    ("Aveiro", "2026-06-04"): [{"activity": "lagoon kayaking", "time": "10:00", "price_eur": 19}],
    ("Ghent", "2026-07-13"): [
        {"activity": "street art walk", "time": "14:00", "price_eur": 6},
        {"activity": "waffle evening", "time": "19:00", "price_eur": 9},
    ],
    ("Ghent", "2026-08-21"): [{"activity": "boat trip", "time": "11:30", "price_eur": 12}],
    ("Ghent", "2026-09-02"): [{"activity": "castle tour", "time": "15:15", "price_eur": 8}],
}


def search_hostels(
    city: str, check_in: str, check_out: str, guests: int = 1, max_price: float | None = None
) -> list[dict[str, Any]]:
    """Search hostels with free beds in a city.

    Args:
        city: The city.
        check_in: First night, YYYY-MM-DD.
        check_out: Day of departure, YYYY-MM-DD.
        guests: Number of guests.
        max_price: Highest price per night in euros.

    Returns:
        Hostels with price per night and rating.
    """
    if check_out <= check_in:
        raise ValueError("check_out must be after check_in")
    keys = ("name", "price_per_night", "rating")
    return [
        {"hostel_id": hostel_id, **{key: record[key] for key in keys}, "free_beds": 4 + guests}
        for hostel_id, record in _HOSTELS.items()
        if record["city"].casefold() == city.strip().casefold()
        and (max_price is None or record["price_per_night"] <= max_price)
    ]


def book_bed(
    hostel_id: str, guest_name: str, check_in: str, check_out: str, guests: int = 1, breakfast: bool = False
) -> dict[str, Any]:
    """Book a bed in a hostel.

    Args:
        hostel_id: The hostel, e.g. "H-20".
        guest_name: Full name of the guest.
        check_in: First night, YYYY-MM-DD.
        check_out: Day of departure, YYYY-MM-DD.
        guests: Number of guests.
        breakfast: Whether breakfast is included.
    """
    if hostel_id not in _HOSTELS:
        raise ValueError(f"no hostel {hostel_id}")
    return {
        "booking_id": f"YH-{hostel_id[2:]}{check_in[5:7]}{check_in[8:]}",
        "hostel_id": hostel_id,
        "guest_name": guest_name,
        "check_in": check_in,
        "check_out": check_out,
        "guests": guests,
        "breakfast": breakfast,
    }


def get_booking(booking_id: str) -> dict[str, Any]:
    """Get a booking: hostel, guest, dates and price.

    Args:
        booking_id: Number of the booking, e.g. "YH-3000".
    """
    if booking_id not in _BOOKINGS:
        raise ValueError(f"no booking {booking_id}")
    return {"booking_id": booking_id, **_BOOKINGS[booking_id]}


def cancel_booking(booking_id: str) -> dict[str, Any]:
    """Cancel a booking.

    Args:
        booking_id: Number of the booking, e.g. "YH-3000".

    Returns:
        The amount that is refunded.
    """
    if booking_id not in _BOOKINGS:
        raise ValueError(f"no booking {booking_id}")
    refund = round(0.9 * _BOOKINGS[booking_id]["total_eur"], 2)
    return {"booking_id": booking_id, "status": "cancelled", "refund_eur": refund}


def get_hostel(hostel_id: str) -> dict[str, Any]:
    """Address, city, phone number and reception hours of a hostel.

    Args:
        hostel_id: The hostel, e.g. "H-20".
    """
    if hostel_id not in _HOSTELS:
        raise ValueError(f"no hostel {hostel_id}")
    keys = ("name", "city", "address", "phone", "reception_closes")
    return {"hostel_id": hostel_id, **{key: _HOSTELS[hostel_id][key] for key in keys}}


def list_activities(city: str, date: str) -> list[dict[str, Any]]:
    """List the activities for guests in a city on a day.

    Args:
        city: The city.
        date: The day, YYYY-MM-DD.
    """
    return _ACTIVITIES.get((city.strip().title(), date), [])
