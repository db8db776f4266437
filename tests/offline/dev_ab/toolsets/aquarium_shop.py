"""What the assistant of an aquarium shop can look up."""

from typing import Any, Literal

FISH: dict[str, dict[str, Any]] = {
    "neon tetra": {"price": 2.4, "min_litres": 54, "temperature": [21, 25], "tank": "T14", "stock": 86},
    "angelfish": {"price": 11.9, "min_litres": 180, "temperature": [24, 28], "tank": "T03", "stock": 7},
    "pearl gourami": {"price": 8.75, "min_litres": 120, "temperature": [23, 27], "tank": "T09", "stock": 15},
    "cherry shrimp": {"price": 3.1, "min_litres": 20, "temperature": [18, 26], "tank": "N02", "stock": 140},
}
BAD_PAIRS = {
    frozenset(["angelfish", "neon tetra"]): "adults eat small tetras",
    frozenset(["angelfish", "cherry shrimp"]): "shrimp get hunted",
}


def species(name: str) -> dict[str, Any]:
    """Care sheet and price of a species.

    Args:
        name: Common name in the singular, e.g. "guppy".
    """
    key = name.strip().casefold()
    if key not in FISH:
        return {"name": name, "status": "not found"}
    return {key_: FISH[key][key_] for key_ in ("price", "min_litres", "temperature", "tank")}


def stock(name: str) -> int:
    """Animals of a species in the shop now."""
    return FISH.get(name.strip().casefold(), {"stock": 0})["stock"]


def get_along(first: str, second: str) -> dict[str, Any]:
    """Whether two species can share a tank."""
    reason = BAD_PAIRS.get(frozenset([first.strip().casefold(), second.strip().casefold()]))
    return {"together": reason is None, "reason": reason}


def heater(litres: int, room: Literal["cold", "normal"] = "normal") -> dict[str, Any]:
    """Heater to recommend for a tank of so many litres."""
    watts = next((w for w in (50, 100, 150, 200) if litres <= w * (1.0 if room == "normal" else 0.6)), 300)
    return {"watts": watts, "article": f"HX{watts}"}


def tank_water(tank: str) -> dict[str, float]:
    """Latest water readings of a sales tank, e.g. "T01"."""
    readings = {"T14": (6.6, 12.5), "T03": (6.9, 20.0), "T09": (7.1, 8.5), "N02": (7.4, 5.5)}
    if tank not in readings:
        raise ValueError(f"no tank {tank}")
    return {"ph": readings[tank][0], "nitrate": readings[tank][1]}


def put_aside(name: str, count: int, collect_on: str) -> dict[str, Any]:
    """Put animals aside for a customer.

    Args:
        name: Species.
        count: How many.
        collect_on: Day of collection, YYYY-MM-DD.
    """
    initials = "".join(word[0] for word in name.split()).upper()
    return {"reservation": f"{initials}{count}-{collect_on[5:7]}{collect_on[8:]}"}
