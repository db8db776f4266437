"""Tools of a neighbourhood cinema."""

from typing import Any, Literal

_FILMS: list[dict[str, Any]] = [
    {
        "film_id": 12,
        "title": "The Glass Orchard",
        "genre": "drama",
        "director": "Ines Calder",
        "minutes": 127,
    },
    {"film_id": 15, "title": "Night Ferry", "genre": "thriller", "director": "Joon Park", "minutes": 104},
    {"film_id": 21, "title": "Captain Turnip", "genre": "family", "director": "Mollie Reyes", "minutes": 88},
    {
        "film_id": 26,
        "title": "Last Light on Ceres",
        "genre": "science fiction",
        "director": "Omar Vance",
        "minutes": 143,
    },
    {"film_id": 29, "title": "Two Left Feet", "genre": "comedy", "director": "Sarah Imre", "minutes": 96},
]
_SCREENINGS: list[dict[str, Any]] = [
    {"screening_id": "S501", "film_id": 12, "date": "2026-03-13", "time": "19:15", "free": 34, "screen": 1},
    {"screening_id": "S502", "film_id": 15, "date": "2026-03-13", "time": "21:40", "free": 58, "screen": 2},
    {"screening_id": "S503", "film_id": 21, "date": "2026-03-14", "time": "11:00", "free": 6, "screen": 3},
    {"screening_id": "S504", "film_id": 26, "date": "2026-03-14", "time": "20:05", "free": 0, "screen": 1},
    {"screening_id": "S505", "film_id": 15, "date": "2026-03-14", "time": "18:25", "free": 71, "screen": 2},
    {"screening_id": "S506", "film_id": 29, "date": "2026-03-15", "time": "16:50", "free": 45, "screen": 3},
    {"screening_id": "S507", "film_id": 26, "date": "2026-03-15", "time": "20:30", "free": 19, "screen": 1},
]
_TICKETS = {"adult": 11.5, "child": 6.75, "student": 8.9, "senior": 8.25}
_SNACKS = {"popcorn": 4.2, "nachos": 5.6, "cola": 3.1, "ice cream": 3.8}
_SIZES = {"small": 0.8, "medium": 1.0, "large": 1.3}
_CARDS = {
    30417: {"holder": "Bernard Osei", "points": 265, "tier": "silver"},
    30562: {"holder": "Lucia Ferro", "points": 1480, "tier": "gold"},
    30688: {"holder": "Hamish Dunn", "points": 40, "tier": "basic"},
}


def search_film(title: str) -> dict[str, Any]:
    """Search the programme for a film by title.

    Args:
        title: Title of the film.

    Returns:
        Film id, title, genre, director and running time in minutes.

    Raises:
        LookupError: If the film is not in the programme.
    """
    for film in _FILMS:
        if film["title"].casefold() == title.strip().casefold():
            return dict(film)
    raise LookupError(f"{title!r} is not in the programme")


def list_films(
    genre: Literal["drama", "thriller", "family", "science fiction", "comedy"],
) -> list[dict[str, Any]]:
    """List the films of one genre that are in the programme.

    Args:
        genre: Genre to list.
    """
    return [dict(film) for film in _FILMS if film["genre"] == genre.strip().casefold()]


def showtimes(film_id: int, date: str) -> list[dict[str, Any]]:
    """List the screenings of a film on a day.

    Args:
        film_id: Id of the film.
        date: Day as YYYY-MM-DD.

    Returns:
        Screening id, start time and screen number of every screening.
    """
    if film_id not in {film["film_id"] for film in _FILMS}:
        raise ValueError(f"unknown film id {film_id}")
    return [
        {"screening_id": s["screening_id"], "time": s["time"], "screen": s["screen"]}
        for s in _SCREENINGS
        if s["film_id"] == film_id and s["date"] == date.strip()
    ]


def seats_left(screening_id: str) -> dict[str, Any]:
    """Return the number of free seats of a screening.

    Args:
        screening_id: Id of the screening, such as "S501".
    """
    for screening in _SCREENINGS:
        if screening["screening_id"] == screening_id.strip().upper():
            return {"screening_id": screening["screening_id"], "seats_left": screening["free"]}
    raise ValueError(f"unknown screening {screening_id!r}")


def ticket_price(
    category: Literal["adult", "child", "student", "senior"], quantity: int = 1, in_3d: bool = False
) -> dict[str, Any]:
    """Calculate the price of cinema tickets.

    Args:
        category: Price category.
        quantity: Number of tickets.
        in_3d: Whether the film is shown in 3D (2.00 extra per ticket).

    Returns:
        The total price in euros.
    """
    if quantity < 1:
        raise ValueError("quantity must be at least 1")
    each = _TICKETS[category.strip().casefold()] + (2.0 if in_3d else 0.0)
    return {"category": category, "quantity": quantity, "total": round(each * quantity, 2)}


def snack_price(item: str, size: Literal["small", "medium", "large"] = "medium") -> dict[str, Any]:
    """Price of a snack or drink at the counter, for example popcorn, nachos, cola or ice cream."""
    key = item.strip().casefold()
    if key not in _SNACKS:
        raise LookupError(f"we do not sell {item!r}")
    return {"item": key, "size": size, "price": round(_SNACKS[key] * _SIZES[size.strip().casefold()], 2)}


def loyalty_points(card_number: int) -> dict[str, Any]:
    """Show the holder, the points balance and the tier of a loyalty card."""
    if card_number not in _CARDS:
        raise ValueError(f"unknown card {card_number}")
    return {"card_number": card_number, **_CARDS[card_number]}


def reserve_seats(screening_id: str, quantity: int) -> dict[str, Any]:
    """Reserve seats for a screening.

    Args:
        screening_id: Id of the screening, such as "S501".
        quantity: How many seats to reserve.

    Returns:
        A reservation code to show at the box office.

    Raises:
        ValueError: If the screening is unknown or has too few free seats.
    """
    free = seats_left(screening_id)["seats_left"]
    if quantity < 1 or quantity > free:
        raise ValueError(f"cannot reserve {quantity} seats, {free} are free")
    return {"reservation_code": f"R{screening_id.strip().upper()[1:]}X{quantity}", "quantity": quantity}
