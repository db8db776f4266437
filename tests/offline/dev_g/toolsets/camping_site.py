"""Reception desk of a camping site on a lake."""

from typing import Any, Literal

PITCHES: dict[str, dict[str, Any]] = {
    "L12": {"kind": "tent", "power": False, "night": 14.0, "free_from": ["2026-07-10", "2026-07-18"]},
    "L15": {"kind": "tent", "power": True, "night": 18.5, "free_from": ["2026-07-10"]},
    "M03": {"kind": "caravan", "power": True, "night": 29.0, "free_from": ["2026-07-18", "2026-08-01"]},
    "M07": {"kind": "camper", "power": True, "night": 26.0, "free_from": ["2026-07-10", "2026-08-01"]},
}
BOOKINGS: dict[int, dict[str, Any]] = {
    7731: {"guest": "Familie Terwogt", "pitch": "M03", "arrival": "2026-07-04", "departure": "2026-07-18"},
    7745: {"guest": "Saoirse Quill", "pitch": "L12", "arrival": "2026-07-13", "departure": "2026-07-16"},
    7752: {"guest": "Bertrand Aubry", "pitch": "M07", "arrival": "2026-07-21", "departure": "2026-07-30"},
}
GEAR = {"canoe": 32.0, "bicycle": 12.5, "gas stove": 5.0, "stand-up board": 24.0}
PROGRAMME = {
    "2026-07-11": [{"what": "bat walk", "at": "21:30"}],
    "2026-07-15": [{"what": "raft building", "at": "10:45"}, {"what": "open-air cinema", "at": "22:00"}],
    "2026-07-23": [{"what": "bread oven", "at": "16:15"}],
}
FORECAST = {
    "2026-07-11": "dry, 26 degrees",
    "2026-07-15": "thunderstorms after 18:00",
    "2026-07-18": "sunny, 29 degrees",
    "2026-07-23": "strong wind from the west",
}


def free_pitch(kind: Literal["tent", "caravan", "camper"], arrival: str, power: bool = False) -> str:
    """Number of a pitch for a tent, caravan or camper that is free from arrival (ISO date), with or without power."""
    for number, pitch in PITCHES.items():
        if pitch["kind"] == kind and arrival in pitch["free_from"] and (pitch["power"] or not power):
            return number
    return "none found"


def pitch_price(pitch: str, nights: int, adults: int = 2, children: int = 0) -> dict[str, Any]:
    """What a stay on a pitch costs in euros for a number of nights, adults and children."""
    if pitch not in PITCHES:
        raise ValueError(f"no pitch {pitch}")
    return {"pitch": pitch, "total": nights * (PITCHES[pitch]["night"] + 7.5 * adults + 3.0 * children)}


def reserve_pitch(pitch: str, arrival: str, nights: int, guest: str) -> dict[str, Any]:
    """Reserves a pitch for a guest from arrival (ISO date) for so many nights; returns the booking number."""
    if pitch not in PITCHES:
        raise ValueError(f"no pitch {pitch}")
    return {"booking": 8000 + int(pitch[1:]) * 10 + nights, "guest": guest, "arrival": arrival}


def show_booking(booking: int) -> dict[str, Any]:
    """Guest, pitch, arrival and departure of a booking number."""
    if booking not in BOOKINGS:
        return {"booking": booking, "state": "not found"}
    return {"booking": booking, **BOOKINGS[booking]}


def rent_gear(
    booking: int, item: Literal["canoe", "bicycle", "gas stove", "stand-up board"], days: int = 1
) -> dict[str, Any]:
    """Rents an item for a number of days and puts it on the bill of a booking."""
    return {"voucher": f"{item[:2].upper()}{booking}-{days}", "charged": GEAR[item] * days}


def activities(day: str) -> list[dict[str, str]]:
    """What is on for guests on a day given in ISO form, and at what time."""
    return PROGRAMME.get(day, [])


def forecast(day: str) -> str:
    """Weather forecast at the lake for a day given in ISO form."""
    return FORECAST.get(day, "no forecast")


def extend_stay(booking: int, departure: str) -> dict[str, Any]:
    """Changes a booking so that it ends on the new departure date (ISO)."""
    if booking not in BOOKINGS:
        raise ValueError(f"no booking {booking}")
    return {"booking": booking, "departure": departure, "change_slip": f"X{booking}{departure[5:7]}{departure[8:]}"}
