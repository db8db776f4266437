"""Tools of a ferry port."""

from typing import Any, Literal

from smurfs_graph.tools import calc

_FERRIES: list[dict[str, Any]] = [
    {"ferry": "F-31", "origin": "Rostock", "destination": "Trelleborg", "price": 64.0, "hours": 6, "speed": "slow"},
    {"ferry": "F-32", "origin": "Rostock", "destination": "Gedser", "price": 38.0, "hours": 2, "speed": "fast"},
    {"ferry": "F-47", "origin": "Rostock", "destination": "Helsinki", "price": 171.0, "hours": 25, "speed": "slow"},
    {"ferry": "F-52", "origin": "Kiel", "destination": "Oslo", "price": 143.0, "hours": 20, "speed": "slow"},
    {"ferry": "F-58", "origin": "Kiel", "destination": "Klaipeda", "price": 96.0, "hours": 21, "speed": "slow"},
    {"ferry": "F-60", "origin": "Kiel", "destination": "Gothenburg", "price": 121.0, "hours": 9, "speed": "fast"},
]
_BERTHS = {"F-31": "West 4", "F-32": "West 2", "F-47": "North 7", "F-52": "East 1", "F-58": "East 3", "F-60": "East 5"}
_DISTANCES = {
    frozenset({"rostock", "gedser"}): 48,
    frozenset({"rostock", "helsinki"}): 1113,
    frozenset({"kiel", "oslo"}): 704,
    frozenset({"kiel", "gothenburg"}): 437,
}


def search_ferries(
    origin: str,
    destination: str | None = None,
    max_price: float | None = None,
    speed: Literal["fast", "slow"] | None = None,
) -> list[dict[str, Any]]:
    """Search the ferries that leave from a port.

    Args:
        origin: Port from which the ferry leaves.
        destination: Port to which the ferry goes.
        max_price: Highest price of a ticket, in euros.
        speed: Fast or slow ferries.
    """
    return [
        record
        for record in _FERRIES
        if record["origin"].casefold() == origin.strip().casefold()
        and (destination is None or record["destination"].casefold() == destination.strip().casefold())
        and (max_price is None or record["price"] <= max_price)
        and (speed is None or record["speed"] == speed)
    ]


def book_ferry(ferry: str, day: str, passengers: int = 1) -> dict[str, Any]:
    """Book a ferry for a day.

    Args:
        ferry: Number of the ferry.
        day: Day of the crossing, YYYY-MM-DD.
        passengers: How many passengers travel.
    """
    if ferry not in _BERTHS:
        raise ValueError(f"unknown ferry {ferry!r}")
    return {"booking": f"BK{ferry[2:]}{passengers}", "ferry": ferry, "day": day, "passengers": passengers}


def find_berth(ferry: str) -> dict[str, Any]:
    """Find the berth of a ferry, where it lies in the port."""
    if ferry not in _BERTHS:
        raise ValueError(f"unknown ferry {ferry!r}")
    return {"ferry": ferry, "berth": _BERTHS[ferry]}


def get_distance(origin: str, destination: str) -> dict[str, Any]:
    """Get the distance at sea from one port to another, in kilometres."""
    key = frozenset({origin.strip().casefold(), destination.strip().casefold()})
    if key not in _DISTANCES:
        raise LookupError(f"no distance from {origin} to {destination}")
    return {"origin": origin, "destination": destination, "distance_km": _DISTANCES[key]}


def convert_units(value: float, from_unit: str, to_unit: str) -> dict[str, Any]:
    """Convert an amount between units of length, such as km, miles, metres and feet.

    Args:
        value: Amount in `from_unit`.
        from_unit: Unit to convert from.
        to_unit: Unit to convert to.
    """
    converted = calc.convert_units(value, from_unit, to_unit)
    return {"value": round(converted["value"], 2), "unit": converted["unit"]}
