"""Counter software of a dry cleaner with several shops."""

from typing import Any, Literal

CUSTOMERS = [
    {"customer_id": 318, "name": "Beatrix Holm", "phone": "555-0148", "shop": "Aarhus", "discount_percent": 10},
    {"customer_id": 322, "name": "Lars Winther", "phone": "555-0199", "shop": "Odense", "discount_percent": 0},
    {"customer_id": 347, "name": "Ines Duarte", "phone": "555-0162", "shop": "Aarhus", "discount_percent": 5},
]
TICKETS: dict[int, dict[str, Any]] = {
    7702: {"customer_id": 318, "garment": "wool coat", "status": "ready", "due_date": "2026-05-06", "price": 34.0},
    7711: {"customer_id": 318, "garment": "silk blouse", "status": "cleaning", "due_date": "2026-05-12", "price": 14.5},
    7719: {"customer_id": 318, "garment": "curtain", "status": "ready", "due_date": "2026-05-09", "price": 41.0},
    7725: {"customer_id": 322, "garment": "suit", "status": "received", "due_date": "2026-05-13", "price": 27.0},
    7730: {
        "customer_id": 347,
        "garment": "wedding dress",
        "status": "cleaning",
        "due_date": "2026-05-21",
        "price": 129,
    },
    7733: {"customer_id": 347, "garment": "suit", "status": "ready", "due_date": "2026-05-08", "price": 27.0},
}
PRICES = {
    "shirt": (3.9, 6.4),
    "suit": (27.0, 38.5),
    "wool coat": (34.0, 47.0),
    "curtain": (41.0, 59.0),
    "tie": (5.2, 8.1),
}
SHOPS = {
    "aarhus": {"address": "Vestergade 61", "opens": "07:30", "closes": "18:15", "manager": "Mette Skov"},
    "odense": {"address": "Kongensgade 9", "opens": "08:00", "closes": "17:45", "manager": "Anders Bruun"},
}


def find_customer(name: str) -> dict[str, Any]:
    """Find a customer by name.

    :param name: full name of the customer
    :return: customer_id, phone number, home shop and discount
    """
    for customer in CUSTOMERS:
        if str(customer["name"]).lower() == name.lower():
            return dict(customer)
    return {"found": False}


def list_tickets(
    customer_id: int, status: Literal["received", "cleaning", "ready", "collected"] | None = None
) -> list[dict[str, Any]]:
    """List the cleaning tickets of a customer.

    :param customer_id: number of the customer, e.g. 318
    :param status: one of received, cleaning, ready, collected
    """
    return [
        {"ticket_number": number, **ticket}
        for number, ticket in TICKETS.items()
        if ticket["customer_id"] == customer_id and status in (None, ticket["status"])
    ]


def get_ticket(ticket_number: int) -> dict[str, Any]:
    """Garment, status, due date and price of a cleaning ticket.

    :param ticket_number: number of the ticket, e.g. 7702
    """
    if ticket_number not in TICKETS:
        raise ValueError(f"ticket {ticket_number} does not exist")
    return {"ticket_number": ticket_number, **TICKETS[ticket_number]}


def get_cleaning_price(garment: str, express: bool = False) -> dict[str, Any]:
    """Price for the cleaning of a garment.

    :param garment: kind of garment, e.g. "shirt"
    :param express: express service within a day
    """
    if garment.lower() not in PRICES:
        raise ValueError(f"no price for {garment}")
    return {"garment": garment, "express": express, "price": PRICES[garment.lower()][express]}


def add_note(ticket_number: int, note: str) -> dict[str, Any]:
    """Add a note to a cleaning ticket.

    :param ticket_number: number of the ticket, e.g. 7702
    :param note: text of the note
    """
    if ticket_number not in TICKETS:
        raise ValueError(f"ticket {ticket_number} does not exist")
    return {"note_id": f"N{ticket_number}-1", "ticket_number": ticket_number, "note": note}


def schedule_delivery(ticket_number: int, date: str, time: str) -> dict[str, Any]:
    """Schedule the delivery of a cleaned garment to the customer's door.

    :param ticket_number: number of the ticket, e.g. 7702
    :param date: day of the delivery, YYYY-MM-DD
    :param time: time of the delivery, HH:MM
    """
    if ticket_number not in TICKETS:
        raise ValueError(f"ticket {ticket_number} does not exist")
    return {"delivery_id": f"DL-{ticket_number}-{date[8:]}{time[:2]}", "date": date, "time": time}


def get_shop(shop: str) -> dict[str, Any]:
    """Address, opening time, closing time and manager of a shop.

    :param shop: city of the shop, e.g. "Aarhus"
    """
    if shop.lower() not in SHOPS:
        raise ValueError(f"no shop in {shop}")
    return {"shop": shop, **SHOPS[shop.lower()]}
