"""Exhibitors, stands, talks and tickets of a trade fair."""

from typing import Any, Literal

_EXHIBITORS: dict[str, dict[str, Any]] = {
    "EX-101": {"name": "Nordpak", "industry": "packaging", "country": "Denmark", "stand_number": "3B-17"},
    "EX-108": {"name": "Corkline", "industry": "packaging", "country": "Portugal", "stand_number": "2C-09"},
    "EX-113": {"name": "Fibrena", "industry": "packaging", "country": "Austria", "stand_number": "1A-21"},
    "EX-120": {"name": "Lusomotor", "industry": "robotics", "country": "Portugal", "stand_number": "5A-02"},
    "EX-126": {"name": "Heliotek", "industry": "robotics", "country": "Germany", "stand_number": "4D-11"},
}
_EMPLOYEES = {"EX-101": 140, "EX-108": 65, "EX-113": 410, "EX-120": 88, "EX-126": 230}
_CONTACTS = {
    "EX-101": ("Birgit Dam", "b.dam@nordpak.example"),
    "EX-108": ("Vasco Pinho", "v.pinho@corkline.example"),
    "EX-113": ("Lena Huber", "l.huber@fibrena.example"),
    "EX-120": ("Ines Correia", "i.correia@lusomotor.example"),
    "EX-126": ("Rolf Stamm", "r.stamm@heliotek.example"),
}
_STANDS = {
    "3B-17": (24, 1850.0, "EX-101"),
    "2C-09": (18, 1420.0, "EX-108"),
    "1A-21": (40, 2960.0, "EX-113"),
    "5A-02": (30, 2275.0, "EX-120"),
    "4D-11": (36, 2640.0, "EX-126"),
}
_TALKS: list[dict[str, Any]] = [
    {
        "talk_id": "TK-11",
        "title": "Paper without Trees",
        "speaker": "Mona Lund",
        "date": "2026-05-12",
        "start_time": "10:00",
        "duration_minutes": 45,
        "language": "en",
        "hall": "H1",
    },
    {
        "talk_id": "TK-14",
        "title": "Robots on Trial",
        "speaker": "Emil Sauer",
        "date": "2026-05-12",
        "start_time": "11:30",
        "duration_minutes": 60,
        "language": "de",
        "hall": "H2",
    },
    {
        "talk_id": "TK-15",
        "title": "Leicht verpackt",
        "speaker": "Greta Thoma",
        "date": "2026-05-12",
        "start_time": "14:00",
        "duration_minutes": 90,
        "language": "de",
        "hall": "H3",
    },
    {
        "talk_id": "TK-19",
        "title": "Freight by Rail",
        "speaker": "Arnaud Petit",
        "date": "2026-05-13",
        "start_time": "09:30",
        "duration_minutes": 50,
        "language": "fr",
        "hall": "H2",
    },
    {
        "talk_id": "TK-22",
        "title": "Robotic Hands",
        "speaker": "Sofia Nunes",
        "date": "2026-05-13",
        "start_time": "13:15",
        "duration_minutes": 40,
        "language": "en",
        "hall": "H1",
    },
]
_TICKETS = {"day": 28.0, "season": 75.0, "student": 12.0}
_PER_EURO = {"EUR": 1.0, "USD": 1.1, "CHF": 0.95, "GBP": 0.85, "DKK": 7.5}


def search_exhibitors(industry: str = "", country: str = "") -> list[dict[str, Any]]:
    """Search exhibitors by industry and country.

    Args:
        industry: Industry of the exhibitor.
        country: Country that the exhibitor comes from.
    """
    return [
        {"exhibitor_id": exhibitor_id, **one, "employees": _EMPLOYEES[exhibitor_id]}
        for exhibitor_id, one in _EXHIBITORS.items()
        if (not industry or one["industry"] == industry.strip().casefold())
        and (not country or one["country"].casefold() == country.strip().casefold())
    ]


def get_exhibitor(exhibitor_id: str) -> dict[str, Any]:
    """Contact person and e-mail of an exhibitor.

    Args:
        exhibitor_id: Id of the exhibitor, e.g. EX-100.
    """
    key = exhibitor_id.strip().upper()
    if key not in _EXHIBITORS:
        return {"found": False, "exhibitor_id": key}
    contact, email = _CONTACTS[key]
    return {"exhibitor_id": key, "name": _EXHIBITORS[key]["name"], "contact_person": contact, "email": email}


def get_stand(stand_number: str) -> dict[str, Any]:
    """Size, price and exhibitor of a stand.

    Args:
        stand_number: Number of the stand, e.g. 2A-05.
    """
    key = stand_number.strip().upper()
    if key not in _STANDS:
        return {"found": False, "stand_number": key}
    size, price, exhibitor_id = _STANDS[key]
    return {"stand_number": key, "size_m2": size, "price_eur": price, "exhibitor_id": exhibitor_id}


def list_talks(
    date: str, language: Literal["en", "de", "fr"] | None = None, hall: Literal["H1", "H2", "H3"] | None = None
) -> dict[str, Any]:
    """List the talks on a day of the fair.

    Args:
        date: Day of the fair, YYYY-MM-DD.
        language: Language of the talk.
        hall: Hall where the talk is given.
    """
    return {
        "talks": [
            dict(one)
            for one in _TALKS
            if one["date"] == date
            and (language is None or one["language"] == language)
            and (hall is None or one["hall"] == hall)
        ]
    }


def reserve_seat(talk_id: str, visitor_name: str) -> dict[str, Any]:
    """Reserve a seat at a talk for a visitor.

    Args:
        talk_id: Id of the talk, e.g. TK-10.
        visitor_name: Name of the visitor.

    Returns:
        The seat.
    """
    for one in _TALKS:
        if one["talk_id"] == talk_id.strip().upper():
            return {"talk_id": one["talk_id"], "visitor_name": visitor_name, "seat": f"R{one['talk_id'][3:]}-7"}
    return {"found": False, "talk_id": talk_id}


def order_tickets(
    ticket_type: Literal["day", "season", "student"], quantity: int, date: str | None = None
) -> dict[str, Any]:
    """Order tickets for the fair.

    Args:
        ticket_type: Type of the ticket.
        quantity: Number of tickets.
        date: Day of the visit, YYYY-MM-DD.

    Returns:
        The order number and the amount to pay.
    """
    amount = _TICKETS[ticket_type.casefold()] * quantity
    return {"order_number": f"TO-{ticket_type[:2].upper()}{quantity:03d}", "amount_eur": amount, "date": date}


def convert_currency(amount: float, from_currency: str, to_currency: str) -> dict[str, Any]:
    """Convert an amount of money from one currency to another.

    Args:
        amount: Amount of money.
        from_currency: Currency of the amount, e.g. EUR.
        to_currency: Currency that is wanted, e.g. USD.
    """
    source, target = from_currency.strip().upper(), to_currency.strip().upper()
    if source not in _PER_EURO or target not in _PER_EURO:
        return {"error": "unknown currency"}
    converted = round(amount / _PER_EURO[source] * _PER_EURO[target], 2)
    return {"amount": amount, "from_currency": source, "converted_amount": converted, "to_currency": target}
