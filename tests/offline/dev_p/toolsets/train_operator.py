"""Timetable and tickets of a train operator."""

from typing import Any, Literal

_CONNECTIONS: list[dict[str, Any]] = [
    {
        "train_number": "EC171",
        "origin": "Graz",
        "destination": "Brno",
        "departure": "08:12",
        "minutes": 241,
        "price": 44.0,
        "direct": True,
    },
    {
        "train_number": "RJ60",
        "origin": "Graz",
        "destination": "Brno",
        "departure": "10:26",
        "minutes": 198,
        "price": 59.0,
        "direct": False,
    },
    {
        "train_number": "IC533",
        "origin": "Linz",
        "destination": "Brno",
        "departure": "07:48",
        "minutes": 205,
        "price": 38.5,
        "direct": True,
    },
    {
        "train_number": "EC177",
        "origin": "Linz",
        "destination": "Brno",
        "departure": "12:18",
        "minutes": 233,
        "price": 31.0,
        "direct": False,
    },
    {
        "train_number": "IC501",
        "origin": "Linz",
        "destination": "Graz",
        "departure": "09:35",
        "minutes": 187,
        "price": 24.0,
        "direct": True,
    },
    {
        "train_number": "IC505",
        "origin": "Linz",
        "destination": "Graz",
        "departure": "13:35",
        "minutes": 187,
        "price": 36.0,
        "direct": True,
    },
    {
        "train_number": "REX9",
        "origin": "Linz",
        "destination": "Graz",
        "departure": "15:02",
        "minutes": 226,
        "price": 27.5,
        "direct": True,
    },
    {
        "train_number": "IC534",
        "origin": "Brno",
        "destination": "Linz",
        "departure": "16:40",
        "minutes": 207,
        "price": 38.5,
        "direct": True,
    },
    {
        "train_number": "EC178",
        "origin": "Brno",
        "destination": "Linz",
        "departure": "11:05",
        "minutes": 230,
        "price": 41.0,
        "direct": False,
    },
]
_TRAINS = {
    "EC171": ("7A", 0, "Alpine Rail"),
    "RJ60": ("3", 14, "Blue Line"),
    "IC533": ("12", 22, "Alpine Rail"),
    "REX9": ("1B", 0, "Styria Local"),
    "IC505": ("5", 6, "Alpine Rail"),
}
_TICKETS: dict[str, dict[str, Any]] = {
    "TK-9021": {"train_number": "IC533", "passenger_name": "Pavel Jonas", "price": 38.5},
    "TK-9044": {"train_number": "RJ60", "passenger_name": "Mina Okoro", "price": 59.0},
    "TK-9063": {"train_number": "EC171", "passenger_name": "Lea Horvat", "price": 44.0},
}
_KILOMETRES = {("graz", "brno"): 335, ("linz", "graz"): 221}
_UNITS = {"km": 1.0, "miles": 1.609344, "m": 0.001}


def search_connections(
    origin: str, destination: str, date: str, departure_after: str | None = None, direct: bool = False
) -> list[dict[str, Any]]:
    """Search train connections between two cities on a day.

    Args:
        origin (str): City of departure.
        destination (str): City of arrival.
        date (str): Day of travel, YYYY-MM-DD.
        departure_after (str): Only trains that leave after this time, HH:MM.
        direct (bool): Only direct connections.
    """
    return [
        {
            "train_number": one["train_number"],
            "date": date,
            "departure": one["departure"],
            "duration_minutes": one["minutes"],
            "price": one["price"],
        }
        for one in _CONNECTIONS
        if one["origin"].casefold() == origin.strip().casefold()
        and one["destination"].casefold() == destination.strip().casefold()
        and (departure_after is None or one["departure"] > departure_after)
        and (not direct or one["direct"])
    ]


def get_train(train_number: str) -> dict[str, Any]:
    """Platform, delay and operator of a train.

    Args:
        train_number (str): Number of the train, e.g. "IC100".
    """
    if train_number not in _TRAINS:
        raise ValueError(f"no train {train_number}")
    platform, delay, operator = _TRAINS[train_number]
    return {"train_number": train_number, "platform": platform, "delay_minutes": delay, "operator": operator}


def book_ticket(
    train_number: str,
    date: str,
    passenger_name: str,
    travel_class: Literal["first", "second"] = "second",
    bicycle: bool = False,
) -> dict[str, Any]:
    """Book a ticket for a train.

    Args:
        train_number (str): Number of the train, e.g. "IC100".
        date (str): Day of travel, YYYY-MM-DD.
        passenger_name (str): Full name of the passenger.
        travel_class (str): first or second class.
        bicycle (bool): Take a bicycle along.

    Returns:
        dict: The new ticket with coach and seat.
    """
    if all(one["train_number"] != train_number for one in _CONNECTIONS):
        raise ValueError(f"no train {train_number}")
    coach = 21 if travel_class == "first" else 26
    return {
        "ticket": f"NT-{train_number}-{date[5:7]}{date[8:]}",
        "passenger_name": passenger_name,
        "coach": coach,
        "bicycle": bicycle,
    }


def get_ticket(ticket_id: str) -> dict[str, Any]:
    """Train, passenger and price of a ticket (ticket_id e.g. "TK-9000")."""
    if ticket_id not in _TICKETS:
        raise ValueError(f"no ticket {ticket_id}")
    return {"ticket_id": ticket_id, **_TICKETS[ticket_id]}


def refund_ticket(ticket_id: str) -> dict[str, Any]:
    """Refund a ticket (ticket_id e.g. "TK-9000"); a tenth of the price is kept."""
    if ticket_id not in _TICKETS:
        raise ValueError(f"no ticket {ticket_id}")
    return {"ticket_id": ticket_id, "refunded": round(_TICKETS[ticket_id]["price"] * 0.9, 2)}


def get_distance(origin: str, destination: str) -> dict[str, Any]:
    """Distance by rail between two cities, in kilometres."""
    key = (origin.strip().casefold(), destination.strip().casefold())
    if key not in _KILOMETRES:
        raise ValueError("no line between these cities")
    return {"distance_km": _KILOMETRES[key]}


def convert_length(value: float, from_unit: Literal["km", "miles", "m"], to_unit: Literal["km", "miles", "m"]) -> float:
    """Convert a length from one unit to another.

    Args:
        value (float): The length.
        from_unit (str): Unit of the value.
        to_unit (str): Unit that is wanted.
    """
    return round(value * _UNITS[from_unit] / _UNITS[to_unit], 2)
