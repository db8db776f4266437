"""A cross-country bus line: trips, fares, seats and luggage."""

from typing import Any, Literal

_TRIPS: dict[str, dict[str, Any]] = {
    "XB-410": {"origin": "Graz", "destination": "Trieste", "day": "2026-07-03", "departs": "07:20", "arrives": "12:05"},
    "XB-412": {"origin": "Graz", "destination": "Trieste", "day": "2026-07-03", "departs": "15:40", "arrives": "20:30"},
    "XB-507": {"origin": "Lyon", "destination": "Basel", "day": "2026-07-10", "departs": "09:10", "arrives": "14:25"},
    "XB-518": {"origin": "Basel", "destination": "Ulm", "day": "2026-07-11", "departs": "08:05", "arrives": "12:50"},
    "XB-633": {"origin": "Porto", "destination": "Vigo", "day": "2026-08-21", "departs": "18:15", "arrives": "20:45"},
}
_FARE = {"XB-410": 34.0, "XB-412": 29.0, "XB-507": 41.5, "XB-518": 26.0, "XB-633": 17.5}
_SEATS: dict[str, list[str]] = {
    "XB-410": ["4A", "4B", "11C"],
    "XB-412": ["2D", "7A", "7B", "9C"],
    "XB-507": ["1A", "12D"],
    "XB-518": ["6B", "6C"],
    "XB-633": ["3A", "3B", "8D"],
}
_STOPS: dict[str, list[str]] = {
    "XB-410": ["Maribor", "Ljubljana"],
    "XB-412": ["Maribor", "Postojna"],
    "XB-507": ["Bourg", "Besancon", "Mulhouse"],
    "XB-518": ["Schaffhausen", "Ravensburg"],
    "XB-633": ["Braga", "Valenca"],
}
_BOOKINGS: dict[str, dict[str, Any]] = {
    "BK-7731": {"name": "Dolores Quint", "trip_id": "XB-507", "seats": ["5A", "5B"], "paid": 83.0},
    "BK-7748": {"name": "Arno Weiss", "trip_id": "XB-633", "seats": ["10C"], "paid": 17.5},
    "BK-7760": {"name": "Selma Roy", "trip_id": "XB-412", "seats": ["1B", "1C", "1D"], "paid": 87.0},
}


def search_trips(origin: str, destination: str, day: str) -> list[dict[str, Any]]:
    """Trips between two cities on a day, with trip id (XB-410) and times.

    Args:
        origin: city
        destination: city
        day: YYYY-MM-DD
    """
    wanted = (origin.strip().lower(), destination.strip().lower(), day)
    return [
        {"trip_id": trip_id, "departs": trip["departs"], "arrives": trip["arrives"]}
        for trip_id, trip in _TRIPS.items()
        if (trip["origin"].lower(), trip["destination"].lower(), trip["day"]) == wanted
    ]


def trip_stops(trip_id: str) -> list[str]:
    """Stops on the way, in order. Trip id e.g. XB-410."""
    if trip_id.upper() not in _STOPS:
        raise ValueError(f"no trip {trip_id}")
    return _STOPS[trip_id.upper()]


def fare(trip_id: str, adults: int = 1, children: int = 0) -> dict[str, Any]:
    """Total fare in EUR; children (4 to 14 years) pay half.

    Args:
        trip_id: e.g. XB-410
        adults: 0 to 9
        children: 0 to 9
    """
    if trip_id.upper() not in _FARE:
        raise ValueError(f"no trip {trip_id}")
    return {"trip_id": trip_id.upper(), "total_eur": round(_FARE[trip_id.upper()] * (adults + children / 2), 2)}


def free_seats(trip_id: str) -> list[str]:
    """Seats that are still free on a trip (e.g. XB-410), such as 4A."""
    if trip_id.upper() not in _SEATS:
        raise ValueError(f"no trip {trip_id}")
    return _SEATS[trip_id.upper()]


def book_seats(trip_id: str, seats: list[str], passenger: str) -> dict[str, Any]:
    """Book seats in the name of a passenger.

    Args:
        trip_id: e.g. XB-410
        seats: e.g. ["4A", "4B"]
        passenger: full name
    """
    if trip_id.upper() not in _TRIPS:
        raise ValueError(f"no trip {trip_id}")
    number = f"BK-{trip_id[3:]}{len(seats)}{passenger.strip()[:1].upper()}"
    return {"booking": number, "to_pay_eur": round(_FARE[trip_id.upper()] * len(seats), 2)}


def booking(booking_no: str) -> dict[str, Any]:
    """Passenger, trip, seats and amount paid (EUR) of a booking, e.g. BK-7731."""
    if booking_no.upper() not in _BOOKINGS:
        return {"booking_no": booking_no, "status": "not found"}
    return {"booking_no": booking_no.upper(), **_BOOKINGS[booking_no.upper()]}


def luggage_fee(
    kind: Literal["suitcase", "bicycle", "ski bag", "pushchair"], weight_kg: float, pieces: int = 1
) -> dict[str, Any]:
    """Fee in EUR for luggage in the hold.

    Args:
        kind: suitcase, bicycle, ski bag or pushchair
        weight_kg: weight of each piece, up to 32
        pieces: how many
    """
    if weight_kg > 32:
        raise ValueError("up to 32 kg each")
    base = {"suitcase": 5.0, "bicycle": 14.0, "ski bag": 9.0, "pushchair": 0.0}[kind]
    return {"fee_eur": round((base + max(0.0, weight_kg - 20) * 0.5) * pieces, 2)}
