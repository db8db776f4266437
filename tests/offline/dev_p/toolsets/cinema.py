"""Two cinemas: programme and reservations."""

from typing import Any, Literal

_FILMS: dict[str, dict[str, Any]] = {
    "The Salt Garden": {
        "genre": "drama",
        "language": "French",
        "minutes": 118,
        "rating": 8.3,
        "director": "Agathe Morel",
        "age_limit": 12,
    },
    "Grey Harbour": {
        "genre": "drama",
        "language": "French",
        "minutes": 104,
        "rating": 7.4,
        "director": "Luc Berthier",
        "age_limit": 16,
    },
    "Paper Lions": {
        "genre": "comedy",
        "language": "English",
        "minutes": 96,
        "rating": 7.1,
        "director": "Desmond Clay",
        "age_limit": 6,
    },
    "Two Left Boots": {
        "genre": "comedy",
        "language": "English",
        "minutes": 109,
        "rating": 6.8,
        "director": "Hattie Lowe",
        "age_limit": 0,
    },
    "Night Ferry": {
        "genre": "thriller",
        "language": "English",
        "minutes": 127,
        "rating": 7.9,
        "director": "Ivo Stanek",
        "age_limit": 18,
    },
}
_SCREENINGS: dict[str, dict[str, Any]] = {
    "SC-410": {
        "film": "Paper Lions",
        "date": "2026-10-09",
        "time": "17:15",
        "cinema": "Lumina",
        "price": 9.0,
        "subtitles": False,
    },
    "SC-411": {
        "film": "Paper Lions",
        "date": "2026-10-09",
        "time": "14:40",
        "cinema": "Orpheum",
        "price": 11.0,
        "subtitles": False,
    },
    "SC-420": {
        "film": "Night Ferry",
        "date": "2026-10-10",
        "time": "21:05",
        "cinema": "Lumina",
        "price": 10.5,
        "subtitles": False,
    },
    "SC-421": {
        "film": "Night Ferry",
        "date": "2026-10-10",
        "time": "22:20",
        "cinema": "Orpheum",
        "price": 12.0,
        "subtitles": True,
    },
    "SC-430": {
        "film": "The Salt Garden",
        "date": "2026-10-11",
        "time": "18:30",
        "cinema": "Lumina",
        "price": 10.0,
        "subtitles": True,
    },
    "SC-431": {
        "film": "The Salt Garden",
        "date": "2026-10-11",
        "time": "19:50",
        "cinema": "Orpheum",
        "price": 8.5,
        "subtitles": False,
    },
    "SC-440": {
        "film": "The Salt Garden",
        "date": "2026-10-12",
        "time": "20:10",
        "cinema": "Orpheum",
        "price": 9.5,
        "subtitles": True,
    },
    "SC-441": {
        "film": "The Salt Garden",
        "date": "2026-10-12",
        "time": "16:25",
        "cinema": "Lumina",
        "price": 8.0,
        "subtitles": False,
    },
}
_CINEMAS = {
    "lumina": {"address": "Lantern Street 14", "phone": "0555 8814", "screens": 5},
    "orpheum": {"address": "Theatre Row 3", "phone": "0555 8803", "screens": 8},
}
_RESERVATIONS = {"R-6602": 27.0, "R-6610": 21.5, "R-6615": 36.0}


def search_films(
    genre: Literal["drama", "comedy", "thriller"], language: str | None = None, max_minutes: int | None = None
) -> list[dict[str, Any]]:
    """Search films of a genre.

    Args:
        genre: Genre of the film.
        language: Spoken language, e.g. "Italian".
        max_minutes: Longest running time in minutes.

    Returns:
        Films with title, running time and rating.
    """
    return [
        {"film": title, "minutes": film["minutes"], "rating": film["rating"]}
        for title, film in _FILMS.items()
        if film["genre"] == genre
        and (language is None or film["language"].casefold() == language.strip().casefold())
        and (max_minutes is None or film["minutes"] <= max_minutes)
    ]


def get_film(film: str) -> dict[str, Any]:
    """Director, running time and age limit of a film, by its title."""
    for title, one in _FILMS.items():
        if title.casefold() == film.strip().casefold():
            return {
                "film": title,
                "director": one["director"],
                "running_time": one["minutes"],
                "age_limit": one["age_limit"],
            }
    return {"film": film, "found": False}


def list_screenings(
    film: str, date: str, cinema: str | None = None, subtitles: bool | None = None
) -> list[dict[str, Any]]:
    """List the screenings of a film on a day.

    Args:
        film: Title of the film.
        date: Day, YYYY-MM-DD.
        cinema: Name of the cinema.
        subtitles: Only screenings with (true) or without (false) subtitles.
    """
    return [
        {"screening_id": key, **{name: one[name] for name in ("film", "time", "cinema", "price")}}
        for key, one in _SCREENINGS.items()
        if one["film"].casefold() == film.strip().casefold()
        and one["date"] == date
        and (cinema is None or one["cinema"].casefold() == cinema.strip().casefold())
        and subtitles in (None, one["subtitles"])
    ]


def get_cinema(cinema: str) -> dict[str, Any]:
    """Address, phone number and number of screens of a cinema.

    Args:
        cinema: Name of the cinema, Lumina or Orpheum.
    """
    if cinema.strip().casefold() not in _CINEMAS:
        raise ValueError(f"no cinema {cinema}")
    return {"cinema": cinema, **_CINEMAS[cinema.strip().casefold()]}


def book_seats(screening_id: str, seats: int, customer_name: str) -> dict[str, Any]:
    """Book seats for a screening.

    Args:
        screening_id: Id of the screening, e.g. "SC-400".
        seats: Number of seats.
        customer_name: Full name of the customer.

    Returns:
        Reservation code and the total price.
    """
    if screening_id not in _SCREENINGS:
        raise ValueError(f"no screening {screening_id}")
    total = _SCREENINGS[screening_id]["price"] * seats
    return {"reservation": f"RS-{screening_id[3:]}{seats}", "customer_name": customer_name, "total": total}


def cancel_reservation(reservation_id: str) -> dict[str, Any]:
    """Cancel a reservation and pay the money back.

    Args:
        reservation_id: Id of the reservation, e.g. "R-6600".
    """
    if reservation_id not in _RESERVATIONS:
        raise ValueError(f"no reservation {reservation_id}")
    return {"reservation_id": reservation_id, "paid_back": _RESERVATIONS[reservation_id]}


def create_voucher(amount: float, recipient_name: str) -> dict[str, Any]:
    """Create a gift voucher for somebody.

    Args:
        amount: Value in euros.
        recipient_name: Full name of the recipient.
    """
    initials = "".join(part[0] for part in recipient_name.split())
    return {"voucher_code": f"GV-{initials}{amount:g}", "valid_years": 3}
