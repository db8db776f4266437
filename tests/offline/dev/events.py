"""Concerts and theatre: events, venues, tickets, seats, gift cards."""

from typing import Any, Literal

from tests.offline.dev.case import Case


def search_events(
    city: str, category: Literal["concert", "theatre", "comedy", "sports"] | None = None, date: str | None = None
) -> list[dict[str, Any]]:
    """Search upcoming events in a city.

    Args:
        city: City of the event.
        category: Kind of event.
        date: Day of the event, YYYY-MM-DD.
    """
    return [
        {"event_id": "EV-81", "title": "Nordic Strings", "venue_id": "VN-3", "date": "2026-04-18", "ticket_price": 45},
        {"event_id": "EV-95", "title": "Late Laughs", "venue_id": "VN-7", "date": "2026-04-19", "ticket_price": 22},
    ]


def get_event(event_id: str) -> dict[str, Any]:
    """Get the programme, date, venue id and start time of an event.

    Args:
        event_id: Event id like EV-81.
    """
    return {
        "event_id": event_id,
        "title": "Nordic Strings",
        "venue_id": "VN-3",
        "start_time": "19:30",
        "duration_min": 110,
    }


def get_venue(venue_id: str) -> dict[str, Any]:
    """Get the address, capacity and parking of a venue.

    Args:
        venue_id: Venue id like VN-3.
    """
    return {
        "venue_id": venue_id,
        "name": "Old Customs Hall",
        "address": "4 Pier Lane",
        "capacity": 820,
        "parking": "garage next door",
    }


def reserve_seats(event_id: str, seats: int, name: str) -> dict[str, Any]:
    """Reserve seats for an event.

    Args:
        event_id: Event id like EV-81.
        seats: Number of seats.
        name: Name for the reservation.
    """
    return {"reservation_code": "RS-5530", "event_id": event_id, "seats": seats}


def cancel_reservation(reservation_code: str) -> dict[str, Any]:
    """Cancel a reservation.

    Args:
        reservation_code: Code of the reservation, e.g. RS-5530.
    """
    return {"reservation_code": reservation_code, "cancelled": True, "refund": 90}


def gift_card_balance(card_code: str) -> dict[str, Any]:
    """Remaining value of a gift card.

    Args:
        card_code: Code printed on the card, e.g. GC-7781.
    """
    return {"card_code": card_code, "remaining": 35.5}


TOOLS = [search_events, get_event, get_venue, reserve_seats, cancel_reservation, gift_card_balance]

CASES = [
    Case(
        "What comedy events are on in Leeds on 19 April 2026, and how much is left on gift card GC-7781?",
        (
            ("search_events", {"city": "Leeds", "category": "comedy", "date": "2026-04-19"}),
            ("gift_card_balance", {"card_code": "GC-7781"}),
        ),
        ("Late Laughs", "35.5"),
    ),
    Case(
        "Where does event EV-81 take place? Give me the address.",
        (("get_event", {"event_id": "EV-81"}), ("get_venue", {"venue_id": "VN-3"})),
        ("4 Pier Lane",),
    ),
    Case(
        "Reserve 2 seats for event EV-81 under the name 'Kim Alder' and tell me when it starts.",
        (
            ("reserve_seats", {"event_id": "EV-81", "seats": 2, "name": "Kim Alder"}),
            ("get_event", {"event_id": "EV-81"}),
        ),
        ("RS-5530", "19:30"),
    ),
    Case(
        "Find concerts in Hull and reserve 4 seats for the cheapest one for Dana Reyes.",
        (
            ("search_events", {"city": "Hull", "category": "concert"}),
            ("reserve_seats", {"event_id": "EV-95", "seats": 4, "name": "Dana Reyes"}),
        ),
        ("RS-5530",),
    ),
    Case(
        "Cancel reservation RS-5530 and check the balance of gift card GC-7781.",
        (("cancel_reservation", {"reservation_code": "RS-5530"}), ("gift_card_balance", {"card_code": "GC-7781"})),
        ("90", "35.5"),
    ),
    Case(
        "What is the capacity of the venue where event EV-81 takes place?",
        (("get_event", {"event_id": "EV-81"}), ("get_venue", {"venue_id": "VN-3"})),
        ("820",),
    ),
    Case(
        "Search events in York, then show me the venue of the first event.",
        (("search_events", {"city": "York"}), ("get_venue", {"venue_id": "VN-3"})),
        ("Old Customs Hall",),
    ),
    Case(
        "Is there parking at venue VN-7 and how long does event EV-95 last?",
        (("get_venue", {"venue_id": "VN-7"}), ("get_event", {"event_id": "EV-95"})),
        ("garage", "110"),
    ),
]
