"""Guests, tables, venues and suppliers of one wedding."""

from typing import Any, Literal

_GUESTS: dict[str, dict[str, Any]] = {
    "G-014": {"name": "Rosalind Achterberg", "diet": "vegan", "table": 3, "rsvp": "yes"},
    "G-027": {"name": "Dominic Pereira", "diet": "none", "table": 5, "rsvp": "maybe"},
    "G-031": {"name": "Ines Kowalczyk", "diet": "coeliac", "table": 5, "rsvp": "yes"},
    "G-052": {"name": "Hamish Tolliver", "diet": "no shellfish", "table": 8, "rsvp": "none yet"},
}
_TABLES = {3: (10, 9), 5: (8, 8), 8: (10, 6), 9: (12, 4)}
_VENUES: dict[str, dict[str, Any]] = {
    "orchard barn": {"hire": 2400, "per_head": 62.5, "booked": ["2027-06-12", "2027-06-19"]},
    "hotel belvoir": {"hire": 1100, "per_head": 89.0, "booked": ["2027-06-26"]},
    "the glasshouse": {"hire": 3150, "per_head": 54.0, "booked": []},
}
_SUPPLIERS: dict[str, dict[str, Any]] = {
    "flowers": {"supplier": "Petal & Thorn", "phone": "0117 555 0142", "deposit": 180.0, "balance_due": "2027-05-21"},
    "music": {"supplier": "The Brass Monkeys", "phone": "0117 555 0177", "deposit": 350.0, "balance_due": "2027-06-01"},
    "photography": {
        "supplier": "Lumen Studio",
        "phone": "0117 555 0109",
        "deposit": 425.0,
        "balance_due": "2027-04-30",
    },
    "cake": {"supplier": "Crumb Hall", "phone": "0117 555 0163", "deposit": 95.0, "balance_due": "2027-06-05"},
}


def find_guest(name: str) -> dict[str, Any]:
    """Looks a guest up on the invitation list by full name and gives the guest id, diet, table and RSVP."""
    for guest_id, guest in _GUESTS.items():
        if guest["name"].casefold() == name.strip().casefold():
            return {"guest_id": guest_id, **guest}
    return {"found": False, "name": name}


def move_guest(guest_id: str, table: int) -> dict[str, Any]:
    """Seats the guest with this guest_id at another table. The answer has the number of the new place card."""
    if guest_id not in _GUESTS or table not in _TABLES:
        raise ValueError("unknown guest or table")
    return {"guest_id": guest_id, "table": table, "place_card": f"{table}-{guest_id[2:]}"}


def table_status(table: int) -> dict[str, Any]:
    """How many seats a table has and how many are still free, by table number."""
    if table not in _TABLES:
        raise ValueError(f"no table {table}")
    seats, taken = _TABLES[table]
    return {"table": table, "seats": seats, "free_seats": seats - taken}


def record_rsvp(guest_id: str, answer: Literal["yes", "no", "maybe"], plus_one: bool = False) -> dict[str, Any]:
    """Notes a guest's reply. The answer is yes, no or maybe; plus_one is set if they bring somebody along."""
    if guest_id not in _GUESTS:
        raise ValueError(f"no guest {guest_id}")
    suffix = {"yes": "Y", "no": "N", "maybe": "M"}[answer] + ("+1" if plus_one else "")
    return {"guest_id": guest_id, "recorded": f"{guest_id}/{suffix}"}


def venue_available(venue: str, day: str) -> dict[str, Any]:
    """Tells whether a venue can still be had on a day (YYYY-MM-DD)."""
    key = venue.strip().casefold()
    if key not in _VENUES:
        raise ValueError(f"unknown venue {venue!r}")
    return {"venue": venue, "day": day, "status": "booked" if day in _VENUES[key]["booked"] else "available"}


def venue_quote(venue: str, guests: int, evening_only: bool = False) -> float:
    """Total price of a venue for a number of guests, dinner included. With evening_only there is no dinner."""
    key = venue.strip().casefold()
    if key not in _VENUES:
        raise ValueError(f"unknown venue {venue!r}")
    offer: dict[str, Any] = _VENUES[key]
    return offer["hire"] + guests * (18.0 if evening_only else offer["per_head"])


def supplier_for(service: Literal["flowers", "music", "photography", "cake"]) -> dict[str, Any]:
    """The supplier that was chosen for a service, with phone, deposit and the day the balance is due."""
    return _SUPPLIERS[service]


def pay_supplier(supplier: str, amount: float) -> dict[str, Any]:
    """Transfers an amount in pounds to a supplier, given by its business name, and returns the receipt number."""
    for number, one in enumerate(_SUPPLIERS.values(), start=41):
        if one["supplier"].casefold() == supplier.strip().casefold():
            return {"paid_to": one["supplier"], "amount": amount, "receipt": f"PAY-{number}-{round(amount)}"}
    raise ValueError(f"no supplier called {supplier!r}")
