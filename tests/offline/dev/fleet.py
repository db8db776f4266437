"""A delivery fleet: vehicles, drivers, routes, maintenance."""

from typing import Any

from tests.offline.dev.case import Case


def vehicle_info(plate: str) -> dict[str, Any]:
    """Returns model, mileage, and current driver of a vehicle.

    Args:
        plate: License plate, e.g. "KX21 FGH" or "B-AX-992".
    """
    return {"plate": plate, "model": "Sprinter 314", "mileage_km": 88120, "driver_id": 57, "depot": "Harbour East"}


def driver_profile(driver_id: int) -> dict[str, Any]:
    """Returns a driver's name, licence class and phone.

    Args:
        driver_id: The driver's number.
    """
    return {"driver_id": driver_id, "name": "Yusuf Demir", "licence": "C1", "phone": "+49 151 2345"}


def list_vehicles(depot: str, available: bool | None = None) -> list[dict[str, Any]]:
    """Lists the vehicles stationed at a depot.

    Args:
        depot: Name of the depot.
        available: Only vehicles that are free (true) or on the road (false).
    """
    return [
        {"plate": "B-AX-992", "model": "Sprinter 314", "payload_kg": 1100},
        {"plate": "B-KL-105", "model": "eVito", "payload_kg": 900},
    ]


def plan_route(start: str, destination: str, avoid_tolls: bool = False) -> dict[str, Any]:
    """Plans a driving route between two places.

    Args:
        start: Where the route starts.
        destination: Where it ends.
        avoid_tolls: Whether to avoid toll roads.
    """
    return {"distance_km": 289.4, "duration_min": 184, "toll_eur": 0}


def fuel_cost(distance_km: float, vehicle_model: str | None = None) -> dict[str, Any]:
    """Estimates the fuel cost of a trip.

    Args:
        distance_km: Length of the trip in km.
        vehicle_model: Model of the vehicle.
    """
    return {"distance_km": distance_km, "cost_eur": round(distance_km * 0.17, 2)}


def schedule_maintenance(plate: str, date: str, work: str) -> dict[str, Any]:
    """Schedules maintenance work for a vehicle.

    Args:
        plate: License plate.
        date: Day of the work (YYYY-MM-DD).
        work: What has to be done, e.g. "oil change".
    """
    return {"job_id": "J-1190", "plate": plate, "date": date}


TOOLS = [vehicle_info, driver_profile, list_vehicles, plan_route, fuel_cost, schedule_maintenance]

CASES = [
    Case(
        "Who drives the vehicle B-AX-992? I need the name and phone number.",
        (("vehicle_info", {"plate": "B-AX-992"}), ("driver_profile", {"driver_id": 57})),
        ("Yusuf Demir", "+49 151 2345"),
    ),
    Case(
        "Plan a route from Berlin to Hamburg and estimate the fuel cost for it.",
        (("plan_route", {"start": "Berlin", "destination": "Hamburg"}), ("fuel_cost", {"distance_km": 289.4})),
        ("184", "49.2"),
    ),
    Case(
        "Which vehicles are stationed at the depot Harbour East and what is the mileage of B-KL-105?",
        (("list_vehicles", {"depot": "Harbour East"}), ("vehicle_info", {"plate": "B-KL-105"})),
        ("eVito", "88120"),
    ),
    Case(
        "Schedule an 'oil change' for B-AX-992 on 2026-02-17 and tell me its mileage.",
        (
            ("schedule_maintenance", {"plate": "B-AX-992", "date": "2026-02-17", "work": "oil change"}),
            ("vehicle_info", {"plate": "B-AX-992"}),
        ),
        ("J-1190", "88120"),
    ),
    Case(
        "How long is the drive from Leipzig to Prague if I avoid tolls, and what would 300 km cost in fuel?",
        (
            ("plan_route", {"start": "Leipzig", "destination": "Prague", "avoid_tolls": True}),
            ("fuel_cost", {"distance_km": 300}),
        ),
        ("184", "51"),
    ),
    Case(
        "What licence does driver 57 hold, and which vehicles are available at depot Westend?",
        (("driver_profile", {"driver_id": 57}), ("list_vehicles", {"depot": "Westend", "available": True})),
        ("C1", "900"),
    ),
    Case(
        "List the vehicles of depot Westend and schedule an inspection of the one with the highest "
        "payload on 3 March 2026.",
        (
            ("list_vehicles", {"depot": "Westend"}),
            ("schedule_maintenance", {"plate": "B-AX-992", "date": "2026-03-03", "work": "inspection"}),
        ),
        ("J-1190",),
    ),
    Case(
        "What is the phone number of the driver of B-AX-992?",
        (("vehicle_info", {"plate": "B-AX-992"}), ("driver_profile", {"driver_id": 57})),
        ("+49 151 2345",),
    ),
    Case("Schedule the maintenance tomorrow.", (), ()),
]
