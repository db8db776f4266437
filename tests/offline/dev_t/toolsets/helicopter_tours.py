"""Sightseeing flights by helicopter."""

from typing import Any, Literal

_TOURS: dict[str, dict[str, Any]] = {
    "GLACIER": {"title": "Glacier Crown", "minutes": 45, "adult": 289.0, "child": 215.0, "base": "Tarnfield"},
    "FJORD": {"title": "Three Fjords", "minutes": 30, "adult": 198.0, "child": 149.0, "base": "Skarvik"},
    "SUNSET": {"title": "Sunset Ridge", "minutes": 20, "adult": 142.0, "child": 110.0, "base": "Tarnfield"},
    "LIGHTS": {"title": "City Lights", "minutes": 15, "adult": 118.0, "child": 92.0, "base": "Skarvik"},
}
_DEPARTURES: dict[tuple[str, str], list[dict[str, Any]]] = {
    ("GLACIER", "2026-08-14"): [
        {"flight": "HX310", "time": "10:25", "seats": 2},
        {"flight": "HX314", "time": "15:05", "seats": 5},
    ],
    ("GLACIER", "2026-08-15"): [{"flight": "HX322", "time": "09:40", "seats": 4}],
    ("FJORD", "2026-08-14"): [{"flight": "HX407", "time": "11:50", "seats": 3}],
    ("FJORD", "2026-08-16"): [{"flight": "HX419", "time": "13:35", "seats": 6}],
    ("SUNSET", "2026-08-15"): [
        {"flight": "HX511", "time": "20:10", "seats": 1},
        {"flight": "HX512", "time": "20:45", "seats": 4},
    ],
    ("LIGHTS", "2026-08-16"): [{"flight": "HX608", "time": "22:20", "seats": 5}],
}
_WEATHER = {
    ("tarnfield", "2026-08-14"): {"wind_knots": 9, "cloud_base_ft": 6200, "flying": "likely"},
    ("tarnfield", "2026-08-15"): {"wind_knots": 27, "cloud_base_ft": 2900, "flying": "doubtful"},
    ("skarvik", "2026-08-14"): {"wind_knots": 13, "cloud_base_ft": 4800, "flying": "likely"},
    ("skarvik", "2026-08-16"): {"wind_knots": 6, "cloud_base_ft": 7100, "flying": "certain"},
}
_VOUCHERS = {
    "GV-8H2M": {"value": 300.0, "expires": "2026-12-01", "used": False},
    "GV-3PZ7": {"value": 150.0, "expires": "2026-08-31", "used": False},
    "GV-6KK1": {"value": 200.0, "expires": "2027-03-15", "used": True},
}


def tour_info(title: str) -> dict[str, Any]:
    """Describe a tour.

    Args:
        title: Name of the tour as in the leaflet. Example: "Three Fjords".

    Returns:
        Tour code, minutes in the air, prices in euros for an adult and a child, and the base it starts from.
    """
    for code, tour in _TOURS.items():
        if tour["title"].lower() == title.strip().lower():
            return {"tour_code": code, **tour}
    return {"title": title, "error": "no such tour"}


def departures(tour_code: Literal["GLACIER", "FJORD", "SUNSET", "LIGHTS"], day: str) -> list[dict[str, Any]]:
    """List the flights of a tour on a day with time and free seats.

    Args:
        tour_code: Code of the tour.
        day: Date as YYYY-MM-DD. Example: "2026-08-14".
    """
    return _DEPARTURES.get((tour_code, day), [])


def fare(
    tour_code: Literal["GLACIER", "FJORD", "SUNSET", "LIGHTS"],
    adults: int,
    children: int = 0,
    front_seat: bool = False,
) -> dict[str, Any]:
    """Price of a party on a tour.

    Args:
        tour_code: Code of the tour.
        adults: Number of adults. Example: 2.
        children: Number of children under 12. Example: 1.
        front_seat: One guest sits next to the pilot, for 35 euros more.
    """
    tour = _TOURS[tour_code]
    return {"total_eur": adults * tour["adult"] + children * tour["child"] + (35.0 if front_seat else 0.0)}


def check_load(weights_kg: list[float], baggage_kg: float = 0.0) -> dict[str, Any]:
    """Check whether a party is light enough for one helicopter (480 kg in all).

    Args:
        weights_kg: Weight of each guest in kilograms. Example: [71, 64.5, 80].
        baggage_kg: Weight of all bags together in kilograms.

    Returns:
        Total weight, kilograms to spare (negative if too heavy) and whether it is accepted.
    """
    total = round(sum(weights_kg) + baggage_kg, 1)
    return {"total_kg": total, "to_spare_kg": round(480 - total, 1), "accepted": total <= 480}


def weather_outlook(base: Literal["Tarnfield", "Skarvik"], day: str) -> dict[str, Any]:
    """Wind, height of the clouds and how probable flying is at a base.

    Args:
        base: Heliport.
        day: Date as YYYY-MM-DD. Example: "2026-08-14".
    """
    found = _WEATHER.get((base.lower(), day))
    return {"base": base, "day": day, **found} if found else {"base": base, "day": day, "flying": "no forecast"}


def voucher(code: str) -> dict[str, Any]:
    """Look at a gift voucher.

    Args:
        code: "GV-" and four characters. Example: "GV-8H2M".

    Returns:
        Value in euros, last day of validity and whether it has been used.
    """
    return {"code": code, **_VOUCHERS.get(code.upper(), {"error": "unknown voucher"})}


def book_flight(flight: str, lead_guest: str, seats: int, voucher_code: str | None = None) -> dict[str, Any]:
    """Book seats on a flight.

    Args:
        flight: Number of the flight. Example: "HX310".
        lead_guest: Full name of the person who books. Example: "Ada Moreno".
        seats: Number of seats, 1 to 6.
        voucher_code: Gift voucher to be used for payment. Example: "GV-8H2M".
    """
    for flights in _DEPARTURES.values():
        for one in flights:
            if one["flight"] == flight and one["seats"] >= seats:
                initials = "".join(part[0] for part in lead_guest.split()).upper()
                return {
                    "booking": f"{flight}-{initials}{seats}",
                    "check_in_minutes_before": 40,
                    "paid": bool(voucher_code),
                }
    raise ValueError(f"no {seats} seats on {flight!r}")
