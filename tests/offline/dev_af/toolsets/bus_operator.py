"""Coach and bus company: connections, bookings, timetables."""

from typing import Any, Literal

_TRIPS: list[dict[str, Any]] = [
    {"trip_id": "T-802", "origin": "Leeds", "destination": "York", "date": "2026-06-04", "departs": "08:10",
     "duration_minutes": 55, "price_eur": 11.5},
    {"trip_id": "T-806", "origin": "Leeds", "destination": "York", "date": "2026-06-04", "departs": "10:40",
     "duration_minutes": 70, "price_eur": 8.9},
    {"trip_id": "T-811", "origin": "Leeds", "destination": "Whitby", "date": "2026-06-05", "departs": "09:05",
     "duration_minutes": 150, "price_eur": 17.0},
    {"trip_id": "T-815", "origin": "Leeds", "destination": "Whitby", "date": "2026-06-05", "departs": "15:20",
     "duration_minutes": 140, "price_eur": 19.5},
    {"trip_id": "T-823", "origin": "York", "destination": "Hull", "date": "2026-06-07", "departs": "11:30",
     "duration_minutes": 85, "price_eur": 13.2},
    {"trip_id": "T-829", "origin": "York", "destination": "Hull", "date": "2026-06-08", "departs": "12:45",
     "duration_minutes": 90, "price_eur": 12.4},
]  # fmt: skip
_STATUS: dict[str, dict[str, Any]] = {
    "T-802": {"delay_minutes": 12, "platform": "C"},
    "T-806": {"delay_minutes": 0, "platform": "F"},
    "T-811": {"delay_minutes": 25, "platform": "H3"},
    "T-815": {"delay_minutes": 7, "platform": "K1"},
    "T-823": {"delay_minutes": 3, "platform": "B2"},
    "T-829": {"delay_minutes": 18, "platform": "D4"},
}
_BOOKINGS: list[dict[str, Any]] = [
    {"booking_id": "BB-5521", "passenger_name": "Priya Raman", "trip_id": "T-811", "seats": 1, "paid_eur": 17.0},
    {"booking_id": "BB-5530", "passenger_name": "Priya Raman", "trip_id": "T-829", "seats": 2, "paid_eur": 24.8},
    {"booking_id": "BB-5544", "passenger_name": "Colin Maguire", "trip_id": "T-823", "seats": 3, "paid_eur": 39.6},
]
_LINES = {
    (14, "weekday"): ("05:12", "23:48"),
    (14, "saturday"): ("06:03", "00:21"),
    (14, "sunday"): ("07:34", "22:17"),
    (22, "weekday"): ("05:40", "22:55"),
    (22, "saturday"): ("06:26", "23:09"),
    (22, "sunday"): ("08:02", "21:33"),
}


def _booking(booking_id: str) -> dict[str, Any]:
    for booking in _BOOKINGS:
        if booking["booking_id"] == booking_id:
            return booking
    raise ValueError(f"booking {booking_id} not found")


def find_connections(
    origin: str, destination: str, date: str, after: str = "00:00", max_price: float | None = None
) -> list[dict[str, Any]]:
    """Find bus connections between two towns.

    origin is the town of departure, destination the town of arrival, date the day of travel (YYYY-MM-DD).
    after is the earliest time of departure (HH:MM), max_price the highest fare in euros.
    """
    return [
        trip
        for trip in _TRIPS
        if (trip["origin"].casefold(), trip["destination"].casefold()) == (origin.casefold(), destination.casefold())
        and trip["date"] == date
        and trip["departs"] >= after
        and (max_price is None or trip["price_eur"] <= max_price)
    ]


def book_trip(trip_id: str, passenger_name: str, passengers: int = 1) -> dict[str, Any]:
    """Book a bus trip for a passenger.

    trip_id: e.g. T-802
    passenger_name: full name
    passengers: number of people
    """
    if trip_id not in _STATUS:
        raise ValueError(f"trip {trip_id} not found")
    return {"new_booking": f"BB-7{trip_id[-3:]}", "passenger_name": passenger_name, "passengers": passengers}


def list_bookings(passenger_name: str) -> list[dict[str, Any]]:
    """List the bookings of a passenger (full name) with the trip that each is for."""
    return [one for one in _BOOKINGS if one["passenger_name"].casefold() == passenger_name.strip().casefold()]


def get_booking(booking_id: str) -> dict[str, Any]:
    """Look up one booking: its trip, seats and amount paid. booking_id is written like BB-5521."""
    return _booking(booking_id)


def refund_booking(booking_id: str) -> dict[str, Any]:
    """Refund a booking. booking_id is written like BB-5521."""
    return {
        "booking_id": booking_id,
        "refund_no": f"RF-{booking_id[-4:]}",
        "refunded_eur": _booking(booking_id)["paid_eur"],
    }


def get_trip_status(trip_id: str) -> dict[str, Any]:
    """Delay and platform of a trip.

    trip_id: e.g. T-802
    """
    if trip_id not in _STATUS:
        raise ValueError(f"trip {trip_id} not found")
    return {"trip_id": trip_id, **_STATUS[trip_id]}


def get_timetable(line: int, day: Literal["weekday", "saturday", "sunday"]) -> dict[str, Any]:
    """Timetable of a town bus line: first and last bus.

    line: number of the line
    day: kind of day
    """
    if (line, day) not in _LINES:
        raise ValueError(f"no line {line}")
    first, last = _LINES[line, day]
    return {"line": line, "day": day, "first_bus": first, "last_bus": last}
