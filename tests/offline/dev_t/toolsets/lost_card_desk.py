"""Lost and found travel cards of a city's public transport."""

from typing import Any, Literal

_HOLDERS = {
    "p.lindgaard@post.example": {"customer_no": 70418, "name": "Pernille Lindgaard", "card_no": "4417-0926"},
    "h.obuya@mail.example": {"customer_no": 70533, "name": "Henry Obuya", "card_no": "4417-3380"},
    "carla.renzi@web.example": {"customer_no": 71102, "name": "Carla Renzi", "card_no": "4421-5518"},
    "dmw1988@mail.example": {"customer_no": 71266, "name": "Dorota Wilk", "card_no": "4421-7043"},
}
_CARDS: dict[str, dict[str, Any]] = {
    "4417-0926": {"type": "monthly", "state": "active", "balance": 0.0, "valid_until": "2026-11-30", "replaced": 0},
    "4417-3380": {"type": "prepaid", "state": "active", "balance": 31.45, "valid_until": "2028-02-29", "replaced": 2},
    "4421-5518": {"type": "yearly", "state": "blocked", "balance": 0.0, "valid_until": "2027-04-14", "replaced": 1},
    "4421-7043": {"type": "student", "state": "active", "balance": 8.2, "valid_until": "2027-01-31", "replaced": 0},
}
_FOUND = [
    {"item": "F-2093", "line": "tram 6", "day": "2026-10-19", "card_no": "4417-0926", "kept_at": "Harbour Square"},
    {"item": "F-2097", "line": "bus 41", "day": "2026-10-20", "card_no": "4419-8812", "kept_at": "Northgate depot"},
    {"item": "F-2101", "line": "metro 2", "day": "2026-10-21", "card_no": "4421-7043", "kept_at": "Central Station"},
    {"item": "F-2102", "line": "metro 2", "day": "2026-10-21", "card_no": "4405-1297", "kept_at": "Central Station"},
]
_HOURS = {
    "central station": {"weekday": "06:45-20:15", "saturday": "08:00-16:30", "sunday": "closed"},
    "harbour square": {"weekday": "09:10-17:40", "saturday": "10:00-13:00", "sunday": "closed"},
    "northgate depot": {"weekday": "07:30-15:20", "saturday": "closed", "sunday": "closed"},
}
_FEES = {"monthly": 9.0, "prepaid": 6.5, "yearly": 12.0, "student": 4.0}


def holder_by_email(email: str) -> dict[str, Any]:
    """Find the customer to whom an e-mail address belongs.

    Args:
        email (str): Address given at registration, e.g. "jane@mail.example".

    Returns:
        dict: customer_no (five digits), name and card_no.
    """
    holder = _HOLDERS.get(email.strip().lower())
    return {"found": True, **holder} if holder else {"found": False}


def card_status(card_no: str) -> dict[str, Any]:
    """Tell the state of a travel card.

    Args:
        card_no (str): Two groups of four digits joined by a hyphen, e.g. "4417-0926".

    Returns:
        dict: Type of the card, state, balance in euros, last day of validity (ISO) and how often it was replaced.
    """
    card = _CARDS.get(card_no)
    return {"card_no": card_no, "found": True, **card} if card else {"card_no": card_no, "found": False}


def block_card(card_no: str, reason: Literal["lost", "stolen", "damaged"]) -> dict[str, Any]:
    """Block a card so that nobody can travel with it.

    Args:
        card_no (str): Number of the card, e.g. "4417-0926".
        reason (str): What happened to it.

    Returns:
        dict: Reference of the block.
    """
    if card_no not in _CARDS:
        raise ValueError(f"no card {card_no}")
    return {"card_no": card_no, "state": "blocked", "reference": f"BL{reason[0].upper()}-{card_no[-4:]}"}


def found_cards(line: str, day: str) -> list[dict[str, Any]]:
    """Cards handed in from a line on a day.

    Args:
        line (str): Means of transport and number, e.g. "tram 6", "bus 41", "metro 2".
        day (str): Day on which it was found, ISO format, e.g. "2026-10-19".
    """
    return [one for one in _FOUND if one["line"] == line.strip().lower() and one["day"] == day]


def replacement_fee(card_type: Literal["monthly", "prepaid", "yearly", "student"], replaced: int = 0) -> float:
    """Fee in euros for a new card. It goes up by 2.50 with every earlier replacement.

    Args:
        card_type (str): Type of the card.
        replaced (int): How many times it has been replaced before, e.g. 1.
    """
    return _FEES[card_type] + 2.5 * replaced


def order_replacement(
    customer_no: int, delivery: Literal["post", "counter"] = "post", express: bool = False
) -> dict[str, Any]:
    """Order a new card for a customer.

    Args:
        customer_no (int): Five digits, e.g. 70418.
        delivery (str): "post" to the home address, or "counter" to collect it at Central Station.
        express (bool): Made at once, for a surcharge.
    """
    days = (1 if express else 4) + (2 if delivery == "post" else 0)
    return {"order": f"R{customer_no}-{delivery[0].upper()}", "working_days": days}


def desk_hours(place: str, day_type: Literal["weekday", "saturday", "sunday"] = "weekday") -> str:
    """Opening hours of a lost-property counter.

    Args:
        place (str): Name of the counter, e.g. "Harbour Square".
        day_type (str): Monday to Friday count as "weekday".
    """
    if place.strip().lower() not in _HOURS:
        raise ValueError(f"no counter at {place!r}")
    return _HOURS[place.strip().lower()][day_type]
