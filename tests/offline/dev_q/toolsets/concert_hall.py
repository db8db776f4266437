"""Box office of a concert hall."""

from typing import Any, Literal

Category = Literal["stalls", "balcony", "box"]

_CONCERTS: list[dict[str, Any]] = [
    {"concert_id": "K-301", "title": "Evening Ragas", "genre": "folk", "date": "2026-09-04", "price": 28.0},
    {"concert_id": "K-304", "title": "Blue Hour Trio", "genre": "jazz", "date": "2026-09-11", "price": 34.0},
    {"concert_id": "K-307", "title": "Brass at Noon", "genre": "jazz", "date": "2026-09-19", "price": 19.5},
    {"concert_id": "K-310", "title": "Mahler Five", "genre": "classical", "date": "2026-09-25", "price": 62.0},
    {"concert_id": "K-315", "title": "String Quartets", "genre": "classical", "date": "2026-10-02", "price": 41.0},
    {"concert_id": "K-318", "title": "Granite Choir", "genre": "rock", "date": "2026-10-09", "price": 48.0},
]
_DETAILS: dict[str, dict[str, Any]] = {
    "K-301": {"performer": "Anoushka Dey", "start_time": "19:30", "duration_minutes": 95},
    "K-304": {"performer": "Blue Hour Trio", "start_time": "20:15", "duration_minutes": 110},
    "K-307": {"performer": "Holm Brass", "start_time": "12:00", "duration_minutes": 60},
    "K-310": {"performer": "Severn Philharmonic", "start_time": "19:00", "duration_minutes": 135},
    "K-315": {"performer": "Ostrava Quartet", "start_time": "18:45", "duration_minutes": 100},
    "K-318": {"performer": "Granite Choir", "start_time": "21:00", "duration_minutes": 125},
}
_FREE: dict[tuple[str, str], tuple[int, float]] = {
    ("K-301", "stalls"): (14, 28.0),
    ("K-304", "stalls"): (7, 34.0),
    ("K-304", "balcony"): (22, 26.0),
    ("K-307", "stalls"): (51, 19.5),
    ("K-310", "stalls"): (3, 62.0),
    ("K-310", "balcony"): (17, 44.0),
    ("K-310", "box"): (1, 118.0),
    ("K-315", "stalls"): (29, 41.0),
    ("K-318", "balcony"): (9, 37.0),
}
_BOOKINGS: dict[str, dict[str, Any]] = {
    "T-8804": {"concert_id": "K-310", "customer_name": "Edda Marsh", "tickets": 2, "total": 124.0},
    "T-8811": {"concert_id": "K-304", "customer_name": "Luis Ortega", "tickets": 4, "total": 104.0},
    "T-8819": {"concert_id": "K-318", "customer_name": "Priya Nand", "tickets": 1, "total": 37.0},
}
_RATES = {"EUR": 1.0, "USD": 1.08, "CHF": 0.95, "GBP": 0.86}


def search_concerts(
    from_date: str | None = None,
    to_date: str | None = None,
    genre: Literal["jazz", "classical", "folk", "rock"] | None = None,
    max_price: float | None = None,
) -> list[dict[str, Any]]:
    """Search concerts by date, genre and ticket price.

    Parameters
    ----------
    from_date : str, optional
        First day, YYYY-MM-DD.
    to_date : str, optional
        Last day, YYYY-MM-DD.
    genre : str, optional
        Kind of music.
    max_price : float, optional
        Highest ticket price in euros.
    """
    return [
        one
        for one in _CONCERTS
        if (from_date or "") <= one["date"] <= (to_date or "9999")
        and genre in (None, one["genre"])
        and (max_price is None or one["price"] <= max_price)
    ]


def get_concert(concert_id: str) -> dict[str, Any]:
    """Performer, date, start time and length of a concert.

    Parameters
    ----------
    concert_id : str
        Id of the concert, e.g. K-100.
    """
    for one in _CONCERTS:
        if one["concert_id"] == concert_id:
            return {**one, **_DETAILS[concert_id]}
    raise ValueError(f"no concert {concert_id}")


def check_free_seats(concert_id: str, category: Category) -> dict[str, Any]:
    """Check the number of free seats at a concert and their price.

    Parameters
    ----------
    concert_id : str
        Id of the concert, e.g. K-100.
    category : str
        One of stalls, balcony, box.
    """
    seats, price = _FREE.get((concert_id, category), (0, None))
    return {"concert_id": concert_id, "category": category, "free_seats": seats, "seat_price": price}


def get_booking(booking_id: str) -> dict[str, Any]:
    """Details of a booking: customer, concert, number of tickets and total.

    Parameters
    ----------
    booking_id : str
        Id of the booking, e.g. T-1000.
    """
    if booking_id not in _BOOKINGS:
        return {"booking_id": booking_id, "found": False}
    return {"booking_id": booking_id, **_BOOKINGS[booking_id]}


def book_tickets(concert_id: str, tickets: int, customer_name: str, category: Category = "stalls") -> dict[str, Any]:
    """Book tickets for a concert.

    Parameters
    ----------
    concert_id : str
        Id of the concert, e.g. K-100.
    tickets : int
        Number of tickets.
    customer_name : str
        Whom the tickets are for.
    category : str
        One of stalls, balcony, box.
    """
    seats, price = _FREE.get((concert_id, category), (0, 0.0))
    if seats < tickets:
        raise ValueError("not enough free seats")
    return {"booking_id": f"T-{concert_id[2:]}{tickets:02}", "customer_name": customer_name, "total": tickets * price}


def cancel_booking(booking_id: str) -> dict[str, Any]:
    """Cancel a booking.

    Parameters
    ----------
    booking_id : str
        Id of the booking, e.g. T-1000.
    """
    if booking_id not in _BOOKINGS:
        raise ValueError(f"no booking {booking_id}")
    return {"booking_id": booking_id, "status": "cancelled", "refund": round(_BOOKINGS[booking_id]["total"] * 0.9, 2)}


def convert_currency(amount: float, from_currency: str, to_currency: str) -> dict[str, Any]:
    """Convert an amount of money from one currency to another.

    Parameters
    ----------
    amount : float
        Amount to convert.
    from_currency : str
        Three-letter code, e.g. SEK.
    to_currency : str
        Three-letter code, e.g. SEK.
    """
    source, target = from_currency.strip().upper(), to_currency.strip().upper()
    if source not in _RATES or target not in _RATES:
        raise ValueError("unknown currency")
    return {"amount": round(amount / _RATES[source] * _RATES[target], 2), "currency": target}
