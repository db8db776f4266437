"""School bus depot: pupils, routes, drivers and vehicles."""

from typing import Any, Literal

_PUPILS = {
    "mila sorensen": {"pupil_id": 3107, "school": "Beechwood Primary", "route": "R12", "stop": "Mill Lane"},
    "arlo bennett": {"pupil_id": 3122, "school": "Beechwood Primary", "route": "R12", "stop": "Chapel Green"},
    "zahra iqbal": {"pupil_id": 3140, "school": "Harrow Hill School", "route": "R7", "stop": "Station Road"},
    "owen pugh": {"pupil_id": 3158, "school": "Harrow Hill School", "route": "R9", "stop": "Quarry Cross"},
}
_TIMETABLE: dict[str, list[tuple[str, str, str]]] = {
    "R12": [
        ("Mill Lane", "07:41", "15:52"),
        ("Chapel Green", "07:49", "15:44"),
        ("Beechwood Primary", "08:10", "15:20"),
    ],
    "R7": [
        ("Station Road", "07:28", "16:19"),
        ("Old Forge", "07:37", "16:08"),
        ("Harrow Hill School", "08:05", "15:40"),
    ],
    "R9": [("Quarry Cross", "07:33", "16:14"), ("Harrow Hill School", "08:02", "15:42")],
}
_ROSTER = {
    ("R12", "2026-03-09"): ("Dilys Cole", "B-31"),
    ("R12", "2026-03-10"): ("Hamid Rezai", "B-31"),
    ("R7", "2026-03-09"): ("Stefan Kowal", "B-18"),
    ("R7", "2026-03-10"): ("Dilys Cole", "B-22"),
    ("R9", "2026-03-10"): ("Bronwen Tate", "B-18"),
}
_PHONES = {
    "dilys cole": "07700 900141",
    "hamid rezai": "07700 900286",
    "stefan kowal": "07700 900317",
    "bronwen tate": "07700 900452",
}
_BUSES = {
    "B-18": {"seats": 29, "wheelchair_lift": False, "next_inspection": "2026-04-21", "odometer_km": 184210},
    "B-22": {"seats": 53, "wheelchair_lift": True, "next_inspection": "2026-03-27", "odometer_km": 96745},
    "B-31": {"seats": 41, "wheelchair_lift": True, "next_inspection": "2026-05-14", "odometer_km": 130488},
}


def lookup_pupil(full_name: str) -> dict[str, Any]:
    """Find a pupil who rides with us.

    Args:
        full_name (str): First name and surname.

    Returns:
        dict: Pupil id, school, route and stop.
    """
    pupil = _PUPILS.get(full_name.strip().casefold())
    if not pupil:
        raise ValueError(f"no pupil {full_name}")
    return {"name": full_name, **pupil}


def stop_times(route: str, run: Literal["morning", "afternoon"] = "morning") -> dict[str, str]:
    """Times at which a route calls at each of its stops.

    Args:
        route (str): Route, such as R12.
        run (str): To school in the morning, or home in the afternoon.
    """
    if route.upper() not in _TIMETABLE:
        raise ValueError(f"no route {route}")
    return {stop: early if run == "morning" else late for stop, early, late in _TIMETABLE[route.upper()]}


def duty_roster(route: str, date: str) -> dict[str, Any]:
    """Who drives a route on a day, and with which bus.

    Args:
        route (str): Route, such as R12.
        date (str): Day in the form YYYY-MM-DD.
    """
    driver, bus = _ROSTER.get((route.upper(), date), (None, None))
    return {"route": route.upper(), "date": date, "driver": driver, "bus": bus}


def driver_phone(driver: str) -> str:
    """Mobile number of a driver."""
    return _PHONES.get(driver.strip().casefold(), "not found")


def bus_data(bus: str) -> dict[str, Any]:
    """Seats, lift, mileage and the day of the next inspection of a bus."""
    if bus.upper() not in _BUSES:
        raise ValueError(f"no bus {bus}")
    return {"bus": bus.upper(), **_BUSES[bus.upper()]}


def report_absence(pupil_id: int, date: str, runs: Literal["morning", "afternoon", "both"] = "both") -> dict[str, Any]:
    """Note that a pupil will not be riding.

    Args:
        pupil_id (int): Id of the pupil.
        date (str): Day in the form YYYY-MM-DD.
        runs (str): Which of the day's runs the pupil misses.

    Returns:
        dict: Confirmation code.
    """
    return {"confirmation": f"ABS{pupil_id % 1000}{date[8:]}{runs[0].upper()}", "runs": runs}


def charter_price(passengers: int, distance_km: float, waiting_hours: float = 0) -> dict[str, Any]:
    """Price of hiring a bus for a school trip.

    Args:
        passengers (int): People on board.
        distance_km (float): Whole distance, there and back.
        waiting_hours (float): Hours the driver waits at the destination.
    """
    if passengers > 53:
        raise ValueError("our largest bus has 53 seats")
    return {"price": round(90 + passengers * 1.5 + distance_km * 1.2 + waiting_hours * 24, 2), "currency": "GBP"}
