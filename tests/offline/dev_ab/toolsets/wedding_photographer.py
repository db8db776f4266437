"""Bookings of a wedding photographer."""

from typing import Literal, TypedDict


class Booking(TypedDict):
    """One wedding."""

    booking_id: str
    wedding_day: str
    venue: str
    package: str


BOOKINGS: dict[str, Booking] = {
    "okafor": {
        "booking_id": "WB-3107",
        "wedding_day": "2026-06-20",
        "venue": "Larkhill Barn",
        "package": "full_day",
    },
    "lindqvist": {
        "booking_id": "WB-3122",
        "wedding_day": "2026-07-11",
        "venue": "Quayside Hotel",
        "package": "half_day",
    },
    "marchetti": {
        "booking_id": "WB-3140",
        "wedding_day": "2026-08-29",
        "venue": "Stanmoor Abbey",
        "package": "weekend",
    },
}
ASSISTANTS = {
    "2026-06-20": ["Rhona"],
    "2026-07-11": ["Rhona", "Declan"],
    "2026-08-29": ["Ines"],
    "2026-09-05": ["Declan", "Ines"],
}
GALLERIES = {"WB-3107": (640, "2026-07-18"), "WB-3122": (385, "2026-08-08"), "WB-3140": (910, "2026-10-03")}
TRAVEL = {"larkhill barn": 45.0, "quayside hotel": 0.0, "stanmoor abbey": 112.5}


def get_booking(surname: str) -> Booking:
    """Booking under a couple's surname."""
    key = surname.strip().casefold()
    if key not in BOOKINGS:
        raise ValueError(f"no booking for {surname}")
    return BOOKINGS[key]


def package_price(package: Literal["half_day", "full_day", "weekend"], second_shooter: bool = False) -> float:
    """Price of a package in pounds, with or without a second photographer."""
    return {"half_day": 890.0, "full_day": 1480.0, "weekend": 2350.0}[package] + (320.0 if second_shooter else 0.0)


def free_assistants(day: str) -> list[str]:
    """Assistants who are free on a day (YYYY-MM-DD)."""
    return ASSISTANTS.get(day, [])


def travel_fee(venue: str) -> float:
    """Travel charge for a venue in pounds."""
    if venue.strip().casefold() not in TRAVEL:
        raise ValueError(f"unknown venue {venue}")
    return TRAVEL[venue.strip().casefold()]


def gallery(booking_id: str) -> dict[str, int | str]:
    """Online gallery of a booking: number of pictures and when it goes live.

    Args:
        booking_id: Such as WB-2999.
    """
    if booking_id not in GALLERIES:
        raise ValueError(f"no gallery for {booking_id}")
    pictures, live = GALLERIES[booking_id]
    return {"pictures": pictures, "live_from": live}


def album_quote(pages: int, cover: Literal["linen", "leather", "photo"] = "linen") -> float:
    """Quote for a printed album in pounds."""
    return {"linen": 95.0, "leather": 160.0, "photo": 120.0}[cover] + 4.5 * pages
