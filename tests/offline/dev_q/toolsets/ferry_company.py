"""Sailings, fares and ports of a ferry company."""

from typing import Any, Literal

_SAILINGS: list[dict[str, Any]] = [
    {
        "sailing_id": "S-601",
        "origin": "Harwich",
        "destination": "Esbjerg",
        "date": "2026-07-10",
        "departs": "09:15",
        "duration_hours": 18.5,
        "price": 74.0,
        "ferry": "Kittiwake",
    },
    {
        "sailing_id": "S-602",
        "origin": "Harwich",
        "destination": "Esbjerg",
        "date": "2026-07-10",
        "departs": "16:40",
        "duration_hours": 17.25,
        "price": 92.0,
        "ferry": "Fulmar",
    },
    {
        "sailing_id": "S-603",
        "origin": "Harwich",
        "destination": "Esbjerg",
        "date": "2026-07-10",
        "departs": "22:05",
        "duration_hours": 19.0,
        "price": 58.0,
        "ferry": "Gannet",
    },
    {
        "sailing_id": "S-615",
        "origin": "Stranraer",
        "destination": "Larne",
        "date": "2026-07-12",
        "departs": "07:50",
        "duration_hours": 2.5,
        "price": 31.0,
        "ferry": "Razorbill",
    },
    {
        "sailing_id": "S-616",
        "origin": "Stranraer",
        "destination": "Larne",
        "date": "2026-07-12",
        "departs": "14:20",
        "duration_hours": 2.0,
        "price": 38.5,
        "ferry": "Gannet",
    },
    {
        "sailing_id": "S-640",
        "origin": "Larne",
        "destination": "Stranraer",
        "date": "2026-07-19",
        "departs": "11:05",
        "duration_hours": 2.5,
        "price": 33.0,
        "ferry": "Razorbill",
    },
]
_PORTS: dict[str, dict[str, str]] = {
    "harwich": {"address": "Parkeston Quay 4", "check_in_closes": "45 minutes before departure", "phone": "555-0611"},
    "esbjerg": {"address": "Dokvej 12", "check_in_closes": "60 minutes before departure", "phone": "555-0622"},
    "larne": {"address": "Olderfleet Road 9", "check_in_closes": "30 minutes before departure", "phone": "555-0633"},
    "stranraer": {"address": "Loch Pier 1", "check_in_closes": "40 minutes before departure", "phone": "555-0644"},
}
_FERRIES: dict[str, dict[str, Any]] = {
    "kittiwake": {"position": "54.1 N 4.9 E", "delay_minutes": 0, "car_deck_height_m": 4.6},
    "fulmar": {"position": "53.3 N 3.2 E", "delay_minutes": 35, "car_deck_height_m": 4.2},
    "gannet": {"position": "54.9 N 5.4 W", "delay_minutes": 15, "car_deck_height_m": 3.8},
    "razorbill": {"position": "in port", "delay_minutes": 5, "car_deck_height_m": 4.0},
}
_DISTANCES: dict[tuple[str, ...], int] = {("harwich", "esbjerg"): 611, ("larne", "stranraer"): 58}
_VEHICLE_FARES = {"bicycle": 8.0, "motorbike": 29.0, "car": 65.0, "camper": 110.0}


def search_sailings(origin: str, destination: str, date: str) -> list[dict[str, Any]]:
    """Search the ferry sailings from one port to another on a day.

    :param origin: port of departure
    :param destination: port of arrival
    :param date: day of departure, YYYY-MM-DD
    :returns: sailings with sailing_id, departure time, duration in hours, price and the name of the ferry
    """
    wanted = (origin.strip().casefold(), destination.strip().casefold(), date)
    return [
        one for one in _SAILINGS if (one["origin"].casefold(), one["destination"].casefold(), one["date"]) == wanted
    ]


def get_vehicle_fare(sailing_id: str, vehicle: Literal["bicycle", "motorbike", "car", "camper"]) -> dict[str, Any]:
    """Fare for taking a vehicle on a sailing.

    :param sailing_id: id of the sailing, e.g. S-100
    :param vehicle: one of bicycle, motorbike, car, camper
    """
    for one in _SAILINGS:
        if one["sailing_id"] == sailing_id:
            return {"sailing_id": sailing_id, "vehicle": vehicle, "fare": _VEHICLE_FARES[vehicle] + one["price"] / 2}
    raise ValueError(f"no sailing {sailing_id}")


def get_port(port: str) -> dict[str, str]:
    """Address, phone number and check-in time of a port.

    :param port: name of the port
    """
    if port.strip().casefold() not in _PORTS:
        raise ValueError(f"no port {port}")
    return {"port": port, **_PORTS[port.strip().casefold()]}


def get_ferry(ferry: str) -> dict[str, Any]:
    """Position, delay and car deck height of a ferry.

    :param ferry: name of the ferry, e.g. Petrel
    """
    if ferry.strip().casefold() not in _FERRIES:
        raise ValueError(f"no ferry {ferry}")
    return {"ferry": ferry, **_FERRIES[ferry.strip().casefold()]}


def get_distance(origin: str, destination: str) -> dict[str, Any]:
    """Distance between two ports in kilometres.

    :param origin: first port
    :param destination: second port
    """
    pair = (origin.strip().casefold(), destination.strip().casefold())
    distance = _DISTANCES.get(pair) or _DISTANCES.get(pair[::-1])
    if distance is None:
        raise ValueError("no such route")
    return {"origin": origin, "destination": destination, "distance_km": distance}


def convert_length(value: float, from_unit: Literal["km", "miles"], to_unit: Literal["km", "miles"]) -> dict[str, Any]:
    """Convert a length between kilometres and miles.

    :param value: the number to convert
    :param from_unit: unit of the number
    :param to_unit: unit that is wanted
    """
    factor = {("km", "miles"): 0.621371, ("miles", "km"): 1.609344}.get((from_unit, to_unit), 1.0)
    return {"result": round(value * factor, 1), "unit": to_unit}


def book_sailing(sailing_id: str, passenger_name: str, passengers: int = 1, cabin: bool = False) -> dict[str, Any]:
    """Book a sailing for a passenger.

    :param sailing_id: id of the sailing, e.g. S-100
    :param passenger_name: name of the passenger who books
    :param passengers: number of passengers
    :param cabin: book a cabin as well
    """
    for one in _SAILINGS:
        if one["sailing_id"] == sailing_id:
            total = one["price"] * passengers + (60 if cabin else 0)
            return {"booking_id": f"FB-{sailing_id[2:]}{passengers}", "passenger_name": passenger_name, "total": total}
    raise ValueError(f"no sailing {sailing_id}")
