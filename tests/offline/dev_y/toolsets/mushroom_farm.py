"""Growing rooms, harvests and orders of a mushroom farm."""

from dataclasses import asdict, dataclass
from typing import Any, Literal

Variety = Literal["oyster", "shiitake", "chestnut"]


@dataclass(frozen=True)
class _Room:
    variety: str
    temperature_c: float
    humidity_pct: int
    keeper: str


_ROOMS = {
    "north": _Room("oyster", 16.5, 91, "Bram"),
    "cellar": _Room("shiitake", 18.2, 84, "Yuki"),
    "tunnel": _Room("chestnut", 15.1, 88, "Olive"),
}
_HARVEST = {("oyster", "2026-02"): 640, ("oyster", "2026-03"): 715, ("shiitake", "2026-03"): 388,
            ("chestnut", "2026-02"): 902, ("chestnut", "2026-03"): 957}  # fmt: skip
_PRICE = {"oyster": 7.2, "shiitake": 11.5, "chestnut": 4.6}
_SUBSTRATE = {"oyster": "straw", "shiitake": "oak sawdust", "chestnut": "compost"}
_SUBSTRATE_BAGS = {"straw": 140, "oak sawdust": 36, "compost": 215}


def room_climate(room: Literal["north", "cellar", "tunnel"]) -> dict[str, Any]:
    """What grows in a room, its temperature and humidity, and who keeps it."""
    return asdict(_ROOMS[room])


def harvest(variety: Variety, month: str) -> dict[str, Any]:
    """Kilograms picked of a variety in a month (YYYY-MM)."""
    return {"variety": variety, "month": month, "kg": _HARVEST.get((variety, month), 0)}


def substrate_for(variety: Variety) -> str:
    """The growing medium that a variety needs."""
    return _SUBSTRATE[variety]


def substrate_bags(substrate: str) -> int:
    """Bags of a growing medium in the barn."""
    if substrate not in _SUBSTRATE_BAGS:
        raise ValueError(f"we keep no {substrate}")
    return _SUBSTRATE_BAGS[substrate]


def set_climate(
    room: Literal["north", "cellar", "tunnel"], temperature_c: float | None = None, humidity_pct: int | None = None
) -> dict[str, Any]:
    """Change the climate of a room; what is left out stays as it is.

    Args:
        room: Name of the room.
        temperature_c: New temperature in degrees Celsius.
        humidity_pct: New humidity in percent.
    """
    return {"room": room, "job": f"CL-{room[:3].upper()}", "temperature_c": temperature_c, "humidity_pct": humidity_pct}


def place_order(customer: str, variety: Variety, kg: float, delivery_day: str) -> dict[str, Any]:
    """Take an order.

    Args:
        customer: Name of the customer.
        variety: Kind of mushroom.
        kg: Weight.
        delivery_day: ISO date.
    """
    return {
        "order": f"MF{delivery_day[5:7]}{delivery_day[8:]}{variety[0].upper()}",
        "total": round(kg * _PRICE[variety], 2),
    }
