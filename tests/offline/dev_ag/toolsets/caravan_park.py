"""Pitches, bookings and facilities of a caravan park by the sea."""

from typing import Any, Literal

_PITCHES: dict[str, dict[str, Any]] = {
    "A03": {"kind": "tent", "electricity": False, "price_per_night": 19.0, "area_m2": 64, "view": "dunes"},
    "A09": {"kind": "tent", "electricity": False, "price_per_night": 21.5, "area_m2": 70, "view": "orchard"},
    "A11": {"kind": "tent", "electricity": True, "price_per_night": 25.0, "area_m2": 66, "view": "harbour"},
    "B14": {"kind": "caravan", "electricity": True, "price_per_night": 37.0, "area_m2": 98, "view": "lighthouse"},
    "B17": {"kind": "caravan", "electricity": True, "price_per_night": 34.5, "area_m2": 92, "view": "meadow"},
    "B20": {"kind": "caravan", "electricity": False, "price_per_night": 28.0, "area_m2": 90, "view": "car park"},
    "C22": {"kind": "motorhome", "electricity": True, "price_per_night": 42.0, "area_m2": 115, "view": "open sea"},
    "C25": {"kind": "motorhome", "electricity": True, "price_per_night": 39.0, "area_m2": 108, "view": "pine wood"},
}
_BOOKINGS: dict[str, dict[str, Any]] = {
    "CP-204": {"guest_name": "Mabel Storr", "pitch_id": "A09", "check_in": "2026-05-08", "balance_eur": 43.0},
    "CP-219": {"guest_name": "Ondrej Klima", "pitch_id": "B20", "check_in": "2026-06-02", "balance_eur": 156.5},
    "CP-231": {"guest_name": "Priya Hollis", "pitch_id": "C25", "check_in": "2026-06-27", "balance_eur": 0.0},
    "CP-240": {"guest_name": "Stefan Adair", "pitch_id": "B17", "check_in": "2026-07-18", "balance_eur": 88.0},
}
_HOURS = {
    ("laundry", "weekday"): "07:00-21:00",
    ("laundry", "saturday"): "08:00-20:00",
    ("laundry", "sunday"): "09:30-16:00",
    ("swimming pool", "weekday"): "10:00-18:00",
    ("swimming pool", "saturday"): "09:00-19:30",
    ("swimming pool", "sunday"): "11:00-17:00",
    ("shop", "weekday"): "07:45-18:15",
    ("shop", "saturday"): "08:15-17:45",
    ("shop", "sunday"): "08:30-12:30",
}


def list_pitches(
    kind: Literal["tent", "caravan", "motorhome"], check_in: str, check_out: str, electricity: bool = False
) -> list[dict[str, Any]]:
    """List the free pitches of a kind between two dates.

    kind: what the pitch is for
    check_in: day of arrival, YYYY-MM-DD
    check_out: day of departure, YYYY-MM-DD
    electricity: only pitches with electricity
    """
    if check_out <= check_in:
        raise ValueError("check_out must be after check_in")
    return [
        {"pitch_id": pitch_id, "price_per_night": one["price_per_night"], "electricity": one["electricity"]}
        for pitch_id, one in _PITCHES.items()
        if one["kind"] == kind and (one["electricity"] or not electricity)
    ]


def get_pitch(pitch_id: str) -> dict[str, Any]:
    """Area, view and price per night of a pitch.

    pitch_id: a letter and two digits, e.g. A03
    """
    if pitch_id not in _PITCHES:
        raise ValueError(f"no pitch {pitch_id}")
    return {"pitch_id": pitch_id, **_PITCHES[pitch_id]}


def get_booking(booking_id: str) -> dict[str, Any]:
    """Guest, pitch, arrival and open balance of a booking.

    booking_id: e.g. CP-204
    """
    if booking_id not in _BOOKINGS:
        raise ValueError(f"no booking {booking_id}")
    return {"booking_id": booking_id, **_BOOKINGS[booking_id]}


def book_pitch(
    pitch_id: str, check_in: str, check_out: str, guest_name: str, adults: int = 2, dogs: int = 0
) -> dict[str, Any]:
    """Book a pitch for a guest.

    pitch_id: a letter and two digits, e.g. A03
    check_in: day of arrival, YYYY-MM-DD
    check_out: day of departure, YYYY-MM-DD
    guest_name: full name of the guest
    adults: number of adults
    dogs: number of dogs
    """
    if pitch_id not in _PITCHES:
        raise ValueError(f"no pitch {pitch_id}")
    number = f"CP-{pitch_id}{check_in[5:7]}{check_in[8:]}"
    return {"booking_id": number, "guest_name": guest_name, "check_out": check_out, "adults": adults, "dogs": dogs}


def cancel_booking(booking_id: str) -> dict[str, Any]:
    """Cancel a booking.

    booking_id: e.g. CP-204
    """
    if booking_id not in _BOOKINGS:
        raise ValueError(f"no booking {booking_id}")
    return {"booking_id": booking_id, "state": "cancelled", "cancellation_no": f"X{booking_id[3:]}7"}


def get_facility_hours(
    facility: Literal["laundry", "swimming pool", "shop"], day: Literal["weekday", "saturday", "sunday"]
) -> dict[str, str]:
    """Opening hours of a facility of the park.

    facility: which one
    day: kind of day
    """
    return {"facility": facility, "day": day, "opening_hours": _HOURS[facility, day]}
