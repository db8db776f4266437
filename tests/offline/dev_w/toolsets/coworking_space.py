"""Tools for the front desk of Loomhouse, a chain of coworking spaces."""

from typing import Any, Literal

ROOMS: list[dict[str, Any]] = [
    {"room_id": "R-12", "name": "Attic", "city": "Leeds", "seats": 6, "price_per_hour": 18.0},
    {"room_id": "R-14", "name": "Boiler Room", "city": "Leeds", "seats": 14, "price_per_hour": 39.0},
    {"room_id": "R-15", "name": "Foundry", "city": "Leeds", "seats": 20, "price_per_hour": 34.0},
    {"room_id": "R-31", "name": "Harbour", "city": "Hull", "seats": 10, "price_per_hour": 21.0},
    {"room_id": "R-32", "name": "Pilot", "city": "Hull", "seats": 4, "price_per_hour": 12.5},
]
MEMBERS: dict[str, dict[str, Any]] = {
    "Priya Nair": {"member_id": "M-2204", "plan": "resident", "city": "Leeds", "email": "priya@nairstudio.example"},
    "Tom Hollis": {"member_id": "M-2219", "plan": "flex", "city": "Hull", "email": "tom@hollis.example"},
    "Greta Lund": {"member_id": "M-2231", "plan": "day pass", "city": "Hull", "email": "greta.lund@post.example"},
}
INVOICES: list[dict[str, Any]] = [
    {"invoice_id": "INV-801", "member_id": "M-2204", "status": "paid", "amount": 240.0, "due_date": "2026-01-31"},
    {"invoice_id": "INV-833", "member_id": "M-2204", "status": "open", "amount": 255.0, "due_date": "2026-03-31"},
    {"invoice_id": "INV-815", "member_id": "M-2219", "status": "overdue", "amount": 96.5, "due_date": "2026-02-14"},
    {"invoice_id": "INV-829", "member_id": "M-2219", "status": "overdue", "amount": 118.0, "due_date": "2026-02-28"},
    {"invoice_id": "INV-840", "member_id": "M-2219", "status": "open", "amount": 73.25, "due_date": "2026-04-15"},
]
HOURS = {
    ("leeds", "saturday"): "08:30-16:00",
    ("leeds", "monday"): "06:45-22:00",
    ("hull", "saturday"): "09:15-13:00",
    ("hull", "monday"): "07:00-20:30",
}


def find_rooms(city: str, min_seats: int = 1) -> list[dict[str, Any]]:
    """Find meeting rooms in a city. min_seats: least number of seats."""
    return [room for room in ROOMS if room["city"].lower() == city.lower() and room["seats"] >= min_seats]


def book_room(room_id: str, date: str, start_time: str, end_time: str, projector: bool = False) -> dict[str, Any]:
    """Book a meeting room.

    room_id e.g. "R-12", date as YYYY-MM-DD, start_time and end_time as HH:MM, projector if one is wanted.
    Returns: booking_code and price in pounds.
    """
    room = next((one for one in ROOMS if one["room_id"] == room_id), None)
    if room is None:
        return {"error": f"no room {room_id}"}
    start, end = (int(clock[:2]) + int(clock[3:]) / 60 for clock in (start_time, end_time))
    price = round(room["price_per_hour"] * (end - start) + (7.5 if projector else 0), 2)
    return {"booking_code": f"{room_id[2:]}{date[5:7]}{date[8:]}{start_time[:2]}", "room": room["name"], "price": price}


def get_member(member_name: str) -> dict[str, Any]:
    """Look up a member by name. Returns: member_id, plan, city and email address."""
    return MEMBERS.get(member_name.title(), {"error": "not found"})


def list_invoices(member_id: str, status: Literal["open", "paid", "overdue"] | None = None) -> list[dict[str, Any]]:
    """List the invoices of a member (member_id e.g. "M-2204"), all of them or only those with a status."""
    return [one for one in INVOICES if one["member_id"] == member_id and status in (None, one["status"])]


def send_reminder(invoice_id: str) -> dict[str, Any]:
    """Send a payment reminder for an invoice (invoice_id e.g. "INV-801")."""
    invoice = next((one for one in INVOICES if one["invoice_id"] == invoice_id), None)
    if invoice is None:
        return {"error": f"no invoice {invoice_id}"}
    return {"reminder": f"REM-{invoice_id[4:]}", "sent": True, "amount": invoice["amount"]}


def get_opening_hours(city: str, weekday: str) -> dict[str, Any]:
    """Opening hours of the coworking space in a city on a weekday, e.g. Monday."""
    hours = HOURS.get((city.lower(), weekday.lower()))
    return {"city": city, "weekday": weekday, "hours": hours or "closed"}
