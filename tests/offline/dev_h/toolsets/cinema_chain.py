"""Bookings and information for a small chain of cinemas."""

from typing import Any, Literal

Cinema = Literal["Harbourside", "Old Mill", "Parkway"]

_FILMS: dict[str, dict[str, Any]] = {
    "the glass orchard": {"film_id": "F201", "runtime_minutes": 118, "rating": "12A", "genre": "drama"},
    "night ferry": {"film_id": "F214", "runtime_minutes": 97, "rating": "15", "genre": "thriller"},
    "rocket hamsters": {"film_id": "F220", "runtime_minutes": 84, "rating": "U", "genre": "animation"},
    "cold harvest": {"film_id": "F233", "runtime_minutes": 131, "rating": "18", "genre": "horror"},
}
_SHOWINGS: list[dict[str, Any]] = [
    {"showing_id": 8801, "film_id": "F201", "cinema": "Harbourside", "day": "2026-05-15", "time": "18:20", "screen": 2},
    {"showing_id": 8802, "film_id": "F201", "cinema": "Parkway", "day": "2026-05-16", "time": "20:45", "screen": 5},
    {"showing_id": 8810, "film_id": "F214", "cinema": "Old Mill", "day": "2026-05-15", "time": "21:10", "screen": 1},
    {"showing_id": 8811, "film_id": "F214", "cinema": "Parkway", "day": "2026-05-17", "time": "19:30", "screen": 3},
    {"showing_id": 8820, "film_id": "F220", "cinema": "Harbourside", "day": "2026-05-16", "time": "11:00", "screen": 4},
    {"showing_id": 8821, "film_id": "F220", "cinema": "Old Mill", "day": "2026-05-17", "time": "14:15", "screen": 2},
]
_SEATS = {8801: 42, 8802: 7, 8810: 63, 8811: 0, 8820: 118, 8821: 25}
_PRICES = {"adult": 11.5, "child": 7.0, "student": 8.5, "senior": 9.0}
_EXTRA = {"2D": 0.0, "3D": 2.5, "IMAX": 4.0}
_CINEMAS: dict[str, dict[str, Any]] = {
    "harbourside": {"manager": "Priya Nolan", "phone": "020 555 0141", "screens": 6, "parking_spaces": 210},
    "old mill": {"manager": "Declan Voss", "phone": "020 555 0177", "screens": 3, "parking_spaces": 35},
    "parkway": {"manager": "Ines Okafor", "phone": "020 555 0190", "screens": 9, "parking_spaces": 480},
}
_BOOKINGS = {"HB-5530": 34.5, "PK-7712": 23.0, "OM-1048": 57.5}


def find_film(title: str) -> dict[str, Any]:
    """Look up a film in the programme by its title.

    Args:
        title: Title of the film.
    """
    film = _FILMS.get(title.strip().casefold())
    if film is None:
        raise ValueError(f"no film called {title!r}")
    return film


def list_showings(film_id: str, cinema: Cinema, day: str) -> list[dict[str, Any]]:
    """Showings of a film at one cinema on one day.

    Args:
        film_id: Identifier of the film, such as F201.
        cinema: Name of the cinema.
        day: Date in the form YYYY-MM-DD.
    """
    wanted = (film_id.upper(), cinema.casefold(), day)
    return [one for one in _SHOWINGS if (one["film_id"], one["cinema"].casefold(), one["day"]) == wanted]


def seats_left(showing_id: int) -> dict[str, Any]:
    """Number of seats that are still free for a showing."""
    if showing_id not in _SEATS:
        raise ValueError(f"no showing {showing_id}")
    return {"showing_id": showing_id, "seats_left": _SEATS[showing_id]}


def ticket_price(
    category: Literal["adult", "child", "student", "senior"],
    quantity: int = 1,
    screen_format: Literal["2D", "3D", "IMAX"] = "2D",
) -> dict[str, Any]:
    """Calculate the total price of tickets of one category.

    Args:
        category: Kind of ticket.
        quantity: Number of tickets.
        screen_format: Projection format.
    """
    return {"category": category, "total": round(quantity * (_PRICES[category] + _EXTRA[screen_format]), 2)}


def book_tickets(showing_id: int, quantity: int, email: str, wheelchair_space: bool = False) -> dict[str, Any]:
    """Book tickets for a showing and send the confirmation by e-mail.

    Args:
        showing_id: Number of the showing.
        quantity: Number of tickets.
        email: Address for the confirmation.
        wheelchair_space: Whether one of the places must be for a wheelchair.
    """
    if showing_id not in _SEATS:
        raise ValueError(f"no showing {showing_id}")
    if quantity > _SEATS[showing_id]:
        raise ValueError("not enough seats")
    return {"booking_reference": f"BK-{showing_id}-{quantity:02d}", "sent_to": email, "wheelchair": wheelchair_space}


def cancel_booking(booking_reference: str) -> dict[str, Any]:
    """Cancel a booking and refund the amount paid."""
    if booking_reference.upper() not in _BOOKINGS:
        raise ValueError(f"no booking {booking_reference!r}")
    return {"booking_reference": booking_reference.upper(), "refund": _BOOKINGS[booking_reference.upper()]}


def cinema_info(cinema: Cinema) -> dict[str, Any]:
    """Manager, telephone number, screens and parking spaces of a cinema."""
    return _CINEMAS[cinema.casefold()]
