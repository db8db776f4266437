"""Make room, cellars and farm-gate sales of a cheese dairy."""

from typing import Any, Literal

Cellar = Literal["north", "south", "cave"]

BATCHES = [
    {"batch": "B-2208", "cheese": "Alpstein", "made_on": "2025-09-14", "cellar": "cave", "wheels": 18, "ripe": True},
    {"batch": "B-2231", "cheese": "Alpstein", "made_on": "2026-01-22", "cellar": "north", "wheels": 24, "ripe": False},
    {"batch": "B-2240", "cheese": "Rotbach", "made_on": "2026-02-03", "cellar": "south", "wheels": 40, "ripe": True},
    {"batch": "B-2244", "cheese": "Rotbach", "made_on": "2026-02-19", "cellar": "south", "wheels": 36, "ripe": False},
    {"batch": "B-2251", "cheese": "Geissli", "made_on": "2026-03-01", "cellar": "north", "wheels": 60, "ripe": True},
]
CLIMATE = {"north": (11.5, 88), "south": (13.2, 92), "cave": (9.8, 95)}
MILK = {
    ("oberhof", "2026-03-04"): {"litres": 640, "fat_percent": 4.1},
    ("oberhof", "2026-03-05"): {"litres": 655, "fat_percent": 4.0},
    ("brunnmatt", "2026-03-04"): {"litres": 410, "fat_percent": 3.8},
    ("brunnmatt", "2026-03-05"): {"litres": 395, "fat_percent": 3.9},
}
LITRES_PER_KG = {"alpstein": 10.0, "rotbach": 8.0, "geissli": 6.5}
PRICE = {"alpstein": 28.4, "rotbach": 23.6, "geissli": 31.9}


def list_batches(cheese: str, ripe_only: bool = False) -> list[dict[str, Any]]:
    """List the batches of a cheese. Returns one record per batch with number, date, cellar and wheels."""
    wanted = cheese.strip().lower()
    return [one for one in BATCHES if str(one["cheese"]).lower() == wanted and (one["ripe"] or not ripe_only)]


def cellar_climate(cellar: Cellar) -> dict[str, Any]:
    """Read the sensors of a cellar. Returns temperature in degrees Celsius and humidity in percent."""
    if cellar not in CLIMATE:
        raise ValueError(f"unknown cellar {cellar}")
    temperature, humidity = CLIMATE[cellar]
    return {"cellar": cellar, "temperature_c": temperature, "humidity_percent": humidity}


def milk_received(farm: str, day: str) -> dict[str, Any]:
    """Look up the milk a farm brought on a day (YYYY-MM-DD). Returns litres and fat content."""
    record = MILK.get((farm.strip().lower(), day))
    return {"farm": farm, "day": day, **record} if record else {"farm": farm, "day": day, "found": False}


def expected_yield(cheese: str, litres: float) -> dict[str, float]:
    """Work out how much cheese an amount of milk will give. Returns kilograms."""
    if cheese.strip().lower() not in LITRES_PER_KG:
        raise ValueError(f"we do not make {cheese}")
    return {"kilograms": round(litres / LITRES_PER_KG[cheese.strip().lower()], 1)}


def shop_price(cheese: str, kilograms: float, trade: bool = False) -> dict[str, float]:
    """Price a piece of cheese by weight, with the discount for trade customers. Returns the total in francs."""
    per_kg = PRICE.get(cheese.strip().lower())
    if per_kg is None:
        raise ValueError(f"we do not sell {cheese}")
    return {"total_chf": round(per_kg * kilograms * (0.85 if trade else 1.0), 2)}


def log_care(batch: str, action: Literal["turned", "washed", "brushed"], day: str) -> dict[str, str]:
    """Enter in the cellar book what was done to a batch. Returns the number of the entry."""
    if batch.upper() not in {one["batch"] for one in BATCHES}:
        raise ValueError(f"no batch {batch}")
    return {"entry": f"CB-{batch[-4:]}-{day[5:7]}{day[8:]}{action[0].upper()}", "batch": batch.upper()}


def reserve_wheels(batch: str, wheels: int, customer: str) -> dict[str, Any]:
    """Set wheels of a batch aside for a customer. Returns the reservation and how many wheels remain."""
    for one in BATCHES:
        if one["batch"] == batch.upper():
            left = int(str(one["wheels"])) - wheels
            if left < 0:
                raise ValueError("not enough wheels")
            return {"reservation": f"RW{batch[-2:]}{wheels:02d}", "customer": customer, "wheels_left": left}
    raise ValueError(f"no batch {batch}")
