"""Box office of a theatre."""

from typing import Any

_PLAYS = {
    "the glass orchard": {"director": "Mirela Dunn", "duration_minutes": 135, "author": "Paul Ansty"},
    "nine lanterns": {"director": "Otto Brandt", "duration_minutes": 95, "author": "Lena Vogt"},
}
_SHOWS: list[dict[str, Any]] = [
    {"performance_id": "PF-61", "play": "The Glass Orchard", "date": "2026-03-06", "time": "19:30", "price": 42.0},
    {"performance_id": "PF-62", "play": "The Glass Orchard", "date": "2026-03-14", "time": "15:00", "price": 31.0},
    {"performance_id": "PF-70", "play": "Nine Lanterns", "date": "2026-03-20", "time": "20:00", "price": 36.5},
    {"performance_id": "PF-71", "play": "Nine Lanterns", "date": "2026-04-02", "time": "18:15", "price": 29.0},
]
_FREE = {"PF-61": 4, "PF-62": 57, "PF-70": 23, "PF-71": 88}
_BOOKINGS = {
    "T-9004": {"performance_id": "PF-61", "customer_name": "Dora Heinz", "seats": 2},
    "T-9011": {"performance_id": "PF-70", "customer_name": "Amir Sole", "seats": 5},
}


def get_play(title: str) -> dict[str, Any]:
    """Director, author and duration of a play.

    Parameters
    ----------
    title : str
        Title of the play.
    """
    play = _PLAYS.get(title.casefold())
    return {"title": title, **play} if play else {"title": title, "found": False}


def find_performances(title: str) -> list[dict[str, Any]]:
    """Find the performances of a play, with date, time and ticket price.

    Parameters
    ----------
    title : str
        Title of the play.
    """
    return [show for show in _SHOWS if show["play"].casefold() == title.casefold()]


def get_free_seats(performance_id: str) -> dict[str, Any]:
    """Number of free seats in a performance.

    Parameters
    ----------
    performance_id : str
        Number of the performance, e.g. PF-12.
    """
    if performance_id not in _FREE:
        raise ValueError(f"unknown performance {performance_id}")
    return {"performance_id": performance_id, "free_seats": _FREE[performance_id]}


def book_seats(performance_id: str, seats: int, customer_name: str) -> dict[str, Any]:
    """Book seats in a performance for a customer.

    Parameters
    ----------
    performance_id : str
        Number of the performance, e.g. PF-12.
    seats : int
        How many seats.
    customer_name : str
        Who comes.
    """
    if performance_id not in _FREE:
        raise ValueError(f"unknown performance {performance_id}")
    return {"booking_id": f"T-{performance_id[3:]}{seats:02}", "seats": seats, "customer_name": customer_name}


def get_booking(booking_id: str) -> dict[str, Any]:
    """Get a booking: its performance, customer and number of seats.

    Parameters
    ----------
    booking_id : str
        Number of the booking, e.g. T-1234.
    """
    if booking_id not in _BOOKINGS:
        raise ValueError(f"unknown booking {booking_id}")
    return {"booking_id": booking_id, **_BOOKINGS[booking_id]}


def cancel_booking(booking_id: str) -> dict[str, Any]:
    """Cancel a booking.

    Parameters
    ----------
    booking_id : str
        Number of the booking, e.g. T-1234.
    """
    if booking_id not in _BOOKINGS:
        raise ValueError(f"unknown booking {booking_id}")
    return {"booking_id": booking_id, "cancelled": True, "refund_reference": f"RF{booking_id[2:]}"}
