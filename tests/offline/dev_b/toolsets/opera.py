"""An opera house: productions, performances, seats, casts and guided tours."""

from typing import Any, Literal

_PRODUCTIONS: dict[str, dict[str, Any]] = {
    "PR-11": {"title": "Tosca", "composer": "Giacomo Puccini", "conductor": "Irena Vogel", "minutes": 165},
    "PR-12": {"title": "The Magic Flute", "composer": "W. A. Mozart", "conductor": "Paul Etter", "minutes": 180},
    "PR-13": {"title": "Carmen", "composer": "Georges Bizet", "conductor": "Lucie Marchand", "minutes": 175},
    "PR-14": {"title": "Peter Grimes", "composer": "Benjamin Britten", "conductor": "Owen Hale", "minutes": 190},
}
_PERFORMANCES: dict[str, dict[str, Any]] = {
    "PF-201": {"production_id": "PR-11", "date": "2026-03-06", "time": "19:30"},
    "PF-202": {"production_id": "PR-11", "date": "2026-03-21", "time": "18:00"},
    "PF-203": {"production_id": "PR-12", "date": "2026-03-14", "time": "15:00"},
    "PF-204": {"production_id": "PR-12", "date": "2026-04-02", "time": "19:00"},
    "PF-205": {"production_id": "PR-13", "date": "2026-04-11", "time": "19:30"},
    "PF-206": {"production_id": "PR-14", "date": "2026-05-09", "time": "18:30"},
}
_SEATS = {
    "PF-201": {"stalls": 12, "balcony": 41, "box": 0},
    "PF-202": {"stalls": 57, "balcony": 83, "box": 4},
    "PF-203": {"stalls": 9, "balcony": 26, "box": 2},
    "PF-204": {"stalls": 114, "balcony": 92, "box": 6},
    "PF-205": {"stalls": 38, "balcony": 19, "box": 1},
    "PF-206": {"stalls": 140, "balcony": 131, "box": 8},
}
_PRICES = {"stalls": 95.0, "balcony": 54.0, "box": 160.0}
_ROLES = {
    ("tosca", "scarpia"): "Bruno Castellani",
    ("tosca", "cavaradossi"): "Javier Soto",
    ("the magic flute", "papageno"): "Tim Oberhauser",
    ("the magic flute", "queen of the night"): "Soo-ah Min",
    ("carmen", "don josé"): "Milan Petrov",
    ("carmen", "escamillo"): "Andre Baptiste",
    ("peter grimes", "ellen orford"): "Fiona Craig",
}
_TOURS = {
    "2026-03-07": [("English", "11:00"), ("German", "14:00")],
    "2026-03-14": [("English", "10:30"), ("French", "12:15")],
    "2026-04-04": [("German", "10:00"), ("English", "13:45")],
}
_BOOKINGS: list[dict[str, Any]] = []


def _performance(performance_id: str) -> dict[str, Any]:
    performance = _PERFORMANCES.get(performance_id.strip().upper())
    if performance is None:
        raise LookupError(f"Unknown performance {performance_id!r}")
    return performance


def find_production(title: str) -> dict[str, Any]:
    """Find an opera in this season's programme by its title.

    Args:
        title: Title of the opera.

    Returns:
        The production id, composer, conductor and running time in minutes.
    """
    for production_id, production in _PRODUCTIONS.items():
        if production["title"].casefold() == title.strip().casefold():
            return {"production_id": production_id, **production}
    raise LookupError(f"{title!r} is not in the programme")


def list_performances(production_id: str) -> list[dict[str, Any]]:
    """List the dates on which a production is performed.

    Args:
        production_id: Id of the production, such as "PR-11".
    """
    if production_id.strip().upper() not in _PRODUCTIONS:
        raise LookupError(f"Unknown production {production_id!r}")
    return [
        {"performance_id": performance_id, "date": performance["date"], "time": performance["time"]}
        for performance_id, performance in _PERFORMANCES.items()
        if performance["production_id"] == production_id.strip().upper()
    ]


def seats_left(performance_id: str, category: Literal["stalls", "balcony", "box"]) -> dict[str, Any]:
    """Tell how many seats of a category are still free for a performance.

    Args:
        performance_id: Id of the performance, such as "PF-201".
        category: Part of the auditorium.
    """
    _performance(performance_id)
    return {
        "performance_id": performance_id.upper(),
        "category": category,
        "free": _SEATS[performance_id.strip().upper()][category],
        "price_each": _PRICES[category],
    }


def book_seats(performance_id: str, category: Literal["stalls", "balcony", "box"], seats: int) -> dict[str, Any]:
    """Book seats for a performance.

    Args:
        performance_id: Id of the performance.
        category: Part of the auditorium.
        seats: How many seats to book.

    Returns:
        The booking code and the total price in euros.
    """
    _performance(performance_id)
    if not 1 <= seats <= _SEATS[performance_id.strip().upper()][category]:
        raise ValueError(f"Cannot book {seats} seats in the {category}")
    _BOOKINGS.append(
        {
            "booking_code": f"OP{4410 + len(_BOOKINGS)}",
            "performance_id": performance_id.upper(),
            "category": category,
            "seats": seats,
            "total": _PRICES[category] * seats,
        }
    )
    return _BOOKINGS[-1]


def who_sings(title: str, role: str) -> dict[str, Any]:
    """Return the singer of a role in an opera.

    Args:
        title: Title of the opera.
        role: Name of the character.
    """
    singer = _ROLES.get((title.strip().casefold(), role.strip().casefold()))
    if singer is None:
        raise LookupError(f"No role {role!r} in {title!r}")
    return {"title": title, "role": role, "singer": singer}


def guided_tours(date: str, language: str | None = None) -> list[dict[str, Any]]:
    """List the guided tours of the house on a day.

    Args:
        date: The day, as YYYY-MM-DD.
        language: Only list tours in this language.
    """
    return [
        {"date": date, "language": spoken, "starts_at": time}
        for spoken, time in _TOURS.get(date, [])
        if language is None or spoken.casefold() == language.strip().casefold()
    ]


def ticket_price(category: Literal["stalls", "balcony", "box"], student: bool = False) -> dict[str, Any]:
    """Price in euros of one ticket; students pay sixty percent."""
    return {"category": category, "student": student, "price": _PRICES[category] * (0.6 if student else 1.0)}
