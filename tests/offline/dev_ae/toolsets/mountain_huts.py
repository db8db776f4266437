"""Huts, trails and weather for people who walk from hut to hut."""

from typing import Any, Literal

_HUTS: list[dict[str, Any]] = [
    {"hut_id": "HUT-12", "name": "Rotwandhaus", "region": "Tyrol", "altitude_m": 1737, "price_eur": 36.0},
    {"hut_id": "HUT-14", "name": "Kreuzjoch", "region": "Tyrol", "altitude_m": 2410, "price_eur": 41.0},
    {"hut_id": "HUT-21", "name": "Klostertal", "region": "Silvretta", "altitude_m": 2362, "price_eur": 33.0},
    {"hut_id": "HUT-22", "name": "Saarbrunn", "region": "Silvretta", "altitude_m": 2538, "price_eur": 44.0},
    {"hut_id": "HUT-33", "name": "Tre Sassi", "region": "Dolomites", "altitude_m": 2183, "price_eur": 39.5},
    {"hut_id": "HUT-34", "name": "Piz Alto", "region": "Dolomites", "altitude_m": 2752, "price_eur": 57.0},
    {"hut_id": "HUT-35", "name": "Val Serena", "region": "Dolomites", "altitude_m": 1984, "price_eur": 31.5},
]
_SHOWERS = {"HUT-12", "HUT-22", "HUT-33", "HUT-34"}
_WARDENS = {
    "HUT-12": ("Vroni Lechner", "+43 5280 3312"),
    "HUT-14": ("Matthias Egger", "+43 5280 4471"),
    "HUT-21": ("Ulli Salner", "+43 5558 2095"),
    "HUT-22": ("Resi Kathrein", "+43 5443 8187"),
    "HUT-33": ("Paolo Dibona", "+39 0436 7714"),
    "HUT-34": ("Marika Alvera", "+39 0436 9260"),
    "HUT-35": ("Nino Costa", "+39 0471 6653"),
}
_TRAILS: dict[tuple[str, str], tuple[float, float, str]] = {
    ("feldkirch", "gargellen"): (32.5, 9.5, "hard"),
    ("partenen", "gaschurn"): (4.8, 1.25, "easy"),
    ("gaschurn", "gargellen"): (17.4, 6.75, "moderate"),
    ("cortina", "misurina"): (14.2, 4.5, "moderate"),
}
_WEATHER = {
    ("tyrol", "2026-07-05"): ("thunderstorms", 19),
    ("tyrol", "2026-08-08"): ("sunny", 24),
    ("tyrol", "2026-08-09"): ("light rain", 16),
    ("tyrol", "2026-08-20"): ("fog", 13),
    ("silvretta", "2026-08-14"): ("cloudy", 11),
    ("silvretta", "2026-08-08"): ("snow showers", 3),
    ("dolomites", "2026-07-03"): ("clear", 21),
}
_VISITORS = {"2025-Q2": 4310, "2025-Q3": 18940, "2025-Q4": 2765}
_METRES = {"m": 1.0, "km": 1000.0, "miles": 1609.344, "feet": 0.3048}


def search_huts(region: str, max_price: float | None = None, with_shower: bool = False) -> list[dict[str, Any]]:
    """Search mountain huts in a region.

    Args:
        region: Mountain region.
        max_price: Highest price per night in euros.
        with_shower: Only huts with a shower.

    Returns:
        Huts with their id, altitude and price per night.
    """
    return [
        dict(hut)
        for hut in _HUTS
        if hut["region"].casefold() == region.strip().casefold()
        and (max_price is None or hut["price_eur"] <= max_price)
        and (hut["hut_id"] in _SHOWERS or not with_shower)
    ]


def get_hut(hut_id: str) -> dict[str, Any]:
    """Region, altitude, warden and phone number of a hut.

    Args:
        hut_id: Id of the hut, e.g. HUT-10.
    """
    for hut in _HUTS:
        if hut["hut_id"] == hut_id.strip().upper():
            warden, phone = _WARDENS[hut["hut_id"]]
            return {**hut, "warden": warden, "phone": phone}
    raise ValueError(f"no hut {hut_id}")


def get_trail(start: str, destination: str) -> dict[str, Any]:
    """Length, walking time and difficulty of the trail from one village to another.

    Args:
        start: Village where the trail starts.
        destination: Village where the trail ends.
    """
    key = (start.strip().casefold(), destination.strip().casefold())
    if key not in _TRAILS:
        raise ValueError(f"no trail from {start} to {destination}")
    length, hours, difficulty = _TRAILS[key]
    return {"length_km": length, "walking_time_hours": hours, "difficulty": difficulty}


def get_weather(region: str, date: str) -> dict[str, Any]:
    """Weather in a mountain region on a day.

    Args:
        region: Mountain region.
        date: Day, YYYY-MM-DD.
    """
    weather, degrees = _WEATHER.get((region.strip().casefold(), date), ("no forecast", None))
    return {"region": region, "date": date, "weather": weather, "temperature_c": degrees}


def get_visitor_numbers(quarter: str) -> dict[str, Any]:
    """Visitor numbers of all huts in a quarter.

    Args:
        quarter: The quarter, e.g. 2024-Q1.
    """
    if quarter not in _VISITORS:
        raise ValueError(f"no figures for {quarter}")
    return {"quarter": quarter, "visitors": _VISITORS[quarter]}


def reserve_hut(hut_id: str, check_in: str, check_out: str, guests: int, half_board: bool = False) -> dict[str, Any]:
    """Reserve beds in a hut.

    Args:
        hut_id: Id of the hut, e.g. HUT-10.
        check_in: Day of arrival, YYYY-MM-DD.
        check_out: Day of departure, YYYY-MM-DD.
        guests: Number of guests.
        half_board: With breakfast and dinner.

    Returns:
        The reference of the reservation.
    """
    hut = get_hut(hut_id)
    reference = f"RS-{hut['hut_id'][4:]}-{check_in[5:7]}{check_in[8:]}"
    return {
        "reference": reference,
        "hut": hut["name"],
        "check_out": check_out,
        "guests": guests,
        "half_board": half_board,
    }


def convert_length(
    value: float, from_unit: Literal["m", "km", "miles", "feet"], to_unit: Literal["m", "km", "miles", "feet"]
) -> dict[str, Any]:
    """Convert a length or distance from one unit to another.

    Args:
        value: The length.
        from_unit: Unit of the length.
        to_unit: Unit that is wanted.
    """
    return {"result": round(value * _METRES[from_unit] / _METRES[to_unit], 2), "unit": to_unit}
