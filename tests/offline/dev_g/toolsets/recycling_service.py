"""What the waste and recycling office of a city answers on the phone."""

from typing import Any, Literal

Waste = Literal["paper", "glass", "organic", "plastic", "residual"]

ZONES: dict[str, list[tuple[int, str]]] = {
    "lindenweg": [(40, "N2"), (999, "N5")],
    "harbour road": [(999, "S1")],
    "mill lane": [(15, "W3"), (999, "W4")],
    "castle street": [(999, "N2")],
}
COLLECTIONS: dict[tuple[str, str], list[str]] = {
    ("N2", "paper"): ["2026-08-06", "2026-08-20"],
    ("N2", "organic"): ["2026-08-04", "2026-08-11", "2026-08-18"],
    ("N5", "paper"): ["2026-08-13", "2026-08-27"],
    ("S1", "glass"): ["2026-08-19", "2026-09-16"],
    ("S1", "plastic"): ["2026-08-07", "2026-08-21"],
    ("W3", "residual"): ["2026-08-10", "2026-08-24"],
    ("W4", "glass"): ["2026-08-12", "2026-09-09"],
    ("W4", "paper"): ["2026-08-05", "2026-08-26"],
}
ITEMS = {
    "pizza box": "residual bin",
    "yoghurt pot": "plastic bin",
    "paint tin": "hazardous waste counter",
    "car battery": "hazardous waste counter",
    "light bulb": "electrical container",
    "mirror": "bulky waste",
    "coffee grounds": "organic bin",
}
DEPOTS = {
    "northgate": {"weekday": "07:30-16:45", "saturday": "08:00-13:30"},
    "quayside": {"weekday": "10:00-18:15", "saturday": "closed"},
    "eastfield": {"weekday": "09:00-17:00", "saturday": "09:30-15:00"},
}
BIN_RATES = {60: 41.4, 120: 67.2, 240: 118.8}


def zone_of_address(street: str, house_number: int) -> str:
    """Collection zone of an address, given as the street and the house_number."""
    for last, zone in ZONES.get(street.strip().lower(), []):
        if house_number <= last:
            return zone
    raise ValueError(f"{street} {house_number} is not in the city")


def next_collection(zone: str, waste: Waste, after: str) -> dict[str, str]:
    """First day later than the date `after` (ISO) on which a kind of waste is fetched in a zone."""
    for day in COLLECTIONS.get((zone.upper(), waste), []):
        if day > after:
            return {"zone": zone, "waste": waste, "day": day}
    return {"zone": zone, "waste": waste, "day": "not found"}


def where_does_it_go(item: str) -> dict[str, str]:
    """Tells into which bin or to which counter an item belongs. Use the singular, such as 'light bulb'."""
    return {"item": item, "goes_to": ITEMS.get(item.strip().lower(), "not found")}


def depot_hours(depot: str, day_type: Literal["weekday", "saturday"] = "weekday") -> str:
    """Opening hours of a recycling depot. The day_type is weekday from Monday to Friday."""
    if depot.strip().lower() not in DEPOTS:
        raise ValueError(f"no depot {depot}")
    return DEPOTS[depot.strip().lower()][day_type]


def bulky_pickup(street: str, house_number: int, day: str, items: list[str]) -> dict[str, Any]:
    """Books the bulky waste lorry to an address on an ISO day for a list of items, each named in the singular."""
    if not items:
        raise ValueError("nothing to pick up")
    return {"booking": f"BW-{day[5:7]}{day[8:]}-{house_number}", "items": len(items), "fee": 15.0 + 8.5 * len(items)}


def bin_rate(litres: Literal[60, 120, 240], weekly: bool = False) -> dict[str, Any]:
    """Yearly charge for a residual bin of that many litres. It is emptied fortnightly unless weekly is set."""
    return {"litres": litres, "per_year": round(BIN_RATES[litres] * (1.75 if weekly else 1), 2)}


def report_missed(zone: str, waste: Waste, day: str) -> dict[str, str]:
    """Files a complaint that a kind of waste was not fetched in a zone on an ISO day; gives its case number."""
    return {"case": f"{zone.upper()}-{waste[:3].upper()}-{day[5:7]}{day[8:]}", "second_try": "within 48 hours"}
