"""Tools as an ordinary developer writes them, of a garage, a museum, a food bank and others: see `tests/benchmarks/strangers`."""
# pyright: basic, reportAssignmentType=false
# ruff: noqa

import difflib
from typing import Literal

_SERVICE_PRICES = {
    "small": {"interim": 98.50, "full": 169.00, "major": 254.75},
    "medium": {"interim": 114.00, "full": 187.25, "major": 289.00},
    "large": {"interim": 131.50, "full": 218.00, "major": 336.40},
    "van": {"interim": 142.75, "full": 239.50, "major": 372.00},
}


def service_price(
    vehicle_class: Literal["small", "medium", "large", "van"],
    service: Literal["interim", "full", "major"] = "full",
) -> float:
    """Price in pounds, VAT included, of a service at the garage."""
    if vehicle_class not in _SERVICE_PRICES:
        raise ValueError(f"vehicle_class must be one of {sorted(_SERVICE_PRICES)}, got {vehicle_class!r}")
    prices = _SERVICE_PRICES[vehicle_class]
    if service not in prices:
        raise ValueError(f"service must be one of {sorted(prices)}, got {service!r}")
    return prices[service]


_OBJECTS = {
    "diving helmet": {"gallery": "Harbour Gallery", "floor": 0, "year": 1894},
    "steam fire engine": {"gallery": "Engine Hall", "floor": 0, "year": 1871},
    "whale skeleton": {"gallery": "Long Gallery", "floor": 1, "year": 1832},
    "pocket globe": {"gallery": "Map Room", "floor": 2, "year": 1776},
    "silver tea urn": {"gallery": "West Wing", "floor": 1, "year": 1768},
    "ship's figurehead": {"gallery": "Harbour Gallery", "floor": 0, "year": 1847},
    "mayor's coach": {"gallery": "Engine Hall", "floor": 0, "year": 1805},
    "roman mosaic": {"gallery": "West Wing", "floor": 1, "year": 290},
}


def find_object(name: str) -> dict:
    """Find where an object is on display in the museum.

    Args:
        name: The object's name as printed on its label, e.g. "pocket globe".

    Returns:
        A dict with the object's name, the gallery it is shown in, the floor
        and the year it was made.

    Raises:
        KeyError: If no object with that name is on display.
    """
    key = name.strip().lower()
    if key not in _OBJECTS:
        near = difflib.get_close_matches(key, _OBJECTS, n=3, cutoff=0.4)
        hint = f"; did you mean: {', '.join(near)}?" if near else ""
        raise KeyError(f"nothing on display called {name!r}{hint}")
    return {"object": key, **_OBJECTS[key]}


_GALLERIES = {
    "harbour gallery": {"weekday": ("10:15", "16:30"), "weekend": ("09:45", "17:30"), "closed": "monday"},
    "engine hall": {"weekday": ("11:00", "15:30"), "weekend": ("10:30", "16:45"), "closed": "tuesday"},
    "long gallery": {"weekday": ("09:30", "17:15"), "weekend": ("09:30", "18:15"), "closed": "monday"},
    "map room": {"weekday": ("13:00", "16:15"), "weekend": ("12:30", "15:45"), "closed": "wednesday"},
    "west wing": {"weekday": ("10:30", "17:00"), "weekend": ("11:15", "16:00"), "closed": "thursday"},
}
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def gallery_opening(
    gallery: str,
    day: Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
) -> str:
    """Say when a gallery of the museum is open on a day of the week.

    :param gallery: full name of the gallery, e.g. "Map Room"
    :param day: day of the week
    :return: a sentence with the opening hours, or saying that it is closed
    """
    times = _GALLERIES.get(gallery.strip().lower())
    if times is None:
        raise KeyError(f"unknown gallery {gallery!r}")
    day = day.lower()
    if day not in _DAYS:
        raise ValueError(f"{day!r} is not a day of the week")
    title = gallery.strip().title()
    if day == times["closed"]:
        return f"The {title} is closed on {day.title()}s."
    start, end = times["weekend" if day in ("saturday", "sunday") else "weekday"]
    return f"The {title} is open on {day.title()}s from {start} to {end}."


_USAGE = {
    "bakery": {"january": 1284.5, "february": 1197.0, "march": 1210.5, "april": 1143.0},
    "workshop": {"january": 742.0, "february": 698.5, "march": 655.0, "april": 601.5},
    "cafe": {"january": 533.5, "february": 512.0, "march": 547.5, "april": 561.0},
    "chapel": {"january": 318.0, "february": 296.5, "march": 241.0, "april": 187.5},
    "boathouse": {"january": 94.5, "february": 88.0, "march": 132.5, "april": 176.0},
    "village hall": {"january": 467.0, "february": 439.5, "march": 382.0, "april": 325.5},
}


def meter_usage(site: str, month: str) -> float:
    """Electricity used at one of the estate's sites in a month of this year, in kWh.

    :param site: name of the site, such as "bakery"
    :param month: full name of the month, such as "january"
    :raises ValueError: if there is no meter or no reading
    """
    site, month = site.strip().lower(), month.strip().lower()
    if site not in _USAGE:
        raise ValueError(f"No meter for site '{site}'. Sites: {', '.join(_USAGE)}")
    if month not in _USAGE[site]:
        raise ValueError(f"No reading for '{month}'. Months: {', '.join(_USAGE[site])}")
    return _USAGE[site][month]


_TARIFFS = {"standard": 0.274, "night": 0.158, "green": 0.291}


def energy_cost(kwh: float, tariff: Literal["standard", "night", "green"] = "standard") -> float:
    """Work out the monthly electricity bill.

    Args:
        kwh: Electricity used in the month, in kilowatt hours.
        tariff: Which tariff the customer is on.

    Returns:
        The bill in pounds, with the monthly standing charge included.
    """
    if kwh < 0:
        raise ValueError("kwh cannot be negative")
    if tariff not in _TARIFFS:
        raise ValueError(f"unknown tariff {tariff!r}, expected one of: {', '.join(_TARIFFS)}")
    return round(kwh * _TARIFFS[tariff] + 14.20, 2)


_GARMENTS = {
    "jumper": 1180,
    "cardigan": 1260,
    "hat": 165,
    "scarf": 410,
    "mittens": 145,
    "socks": 340,
    "baby blanket": 720,
}
_SIZES = {"S": 0.9, "M": 1.0, "L": 1.15, "XL": 1.3}
_YARNS = {"4ply": 1.2, "dk": 1.0, "aran": 0.85}


def yarn_needed(
    garment: str,
    size: Literal["S", "M", "L", "XL"] = "M",
    yarn: Literal["4ply", "dk", "aran"] = "dk",
) -> int:
    """Estimate how many metres of yarn a knitting project takes.

    :param garment: what is being knitted, such as "cardigan"
    :param size: size of the garment
    :param yarn: thickness of the yarn
    :returns: metres of yarn, rounded to the nearest metre
    """
    if garment.lower() not in _GARMENTS:
        raise ValueError(f"unknown garment '{garment}' (choose from: {', '.join(sorted(_GARMENTS))})")
    if size not in _SIZES:
        raise ValueError(f"size must be one of {list(_SIZES)}")
    if yarn not in _YARNS:
        raise ValueError(f"yarn must be one of {list(_YARNS)}")
    return round(_GARMENTS[garment.lower()] * _SIZES[size] * _YARNS[yarn])


def gear_speed(chainring: int, sprocket: int, cadence: int = 90) -> float:
    """Speed of a road bike in km/h.

    Args:
        chainring: Number of teeth on the front chainring.
        sprocket: Number of teeth on the rear sprocket.
        cadence: Pedalling rate in revolutions per minute.
    """
    if chainring <= 0 or sprocket <= 0:
        raise ValueError("tooth counts must be positive")
    return round(chainring / sprocket * 2.105 * cadence * 60 / 1000, 1)


_HIRE = {
    "cement mixer": (23.50, 80),
    "pressure washer": (27.00, 75),
    "floor sander": (38.25, 100),
    "hedge trimmer": (18.75, 50),
    "carpet cleaner": (21.50, 60),
    "scaffold tower": (44.00, 150),
    "wallpaper steamer": (13.25, 30),
    "plate compactor": (41.50, 120),
}


def hire_quote(item: str, days: int, insurance: bool = False) -> dict:
    """Quote for hiring a piece of equipment.

    Args:
        item: Name of the item, e.g. "pressure washer".
        days: Number of days. Each full week is charged as five days.
        insurance: Whether to add damage cover at 12% of the hire charge.

    Returns:
        Dict with the hire charge, the insurance, the total to pay (all in
        pounds) and the refundable deposit, which is not part of the total.
    """
    if item.lower() not in _HIRE:
        raise ValueError(f"'{item}' is not in the catalogue. Available items: {', '.join(sorted(_HIRE))}")
    if days < 1:
        raise ValueError("days must be at least 1")
    rate, deposit = _HIRE[item.lower()]
    hire = rate * (days // 7 * 5 + min(days % 7, 5))
    cover = round(hire * 0.12, 2) if insurance else 0.0
    return {
        "item": item.lower(),
        "days": days,
        "hire": round(hire, 2),
        "insurance": cover,
        "total": round(hire + cover, 2),
        "deposit": deposit,
    }


_STOCK_KG = {
    "rice": 1.05,
    "pasta": 0.52,
    "tinned tomatoes": 0.46,
    "baked beans": 0.47,
    "uht milk": 1.08,
    "porridge oats": 0.78,
    "tea bags": 0.27,
    "sugar": 1.02,
    "tinned tuna": 0.19,
    "biscuits": 0.34,
}


def parcel_weight(items: list[str]) -> dict:
    """Add up the weight of a food bank parcel, one pack of each item.

    :param items: names of the stock items in the parcel
    :return: number of packs and the total weight in kilograms
    """
    total = 0.0
    for item in items:
        if item.lower() not in _STOCK_KG:
            raise KeyError(f"{item!r} is not a stock item; stock items are {', '.join(_STOCK_KG)}")
        total += _STOCK_KG[item.lower()]
    return {"packs": len(items), "total_kg": round(total, 2)}


_GRAVITY = {
    "mercury": 0.378,
    "venus": 0.907,
    "moon": 0.166,
    "mars": 0.377,
    "jupiter": 2.36,
    "saturn": 0.916,
    "uranus": 0.889,
    "neptune": 1.12,
}


def weight_on_world(kg: float, world: str) -> float:
    """What bathroom scales would show, in kg, for something that shows `kg` on Earth if it stood on another planet or on the Moon."""
    if world.lower() not in _GRAVITY:
        raise ValueError(f"no gravity data for {world!r}; try e.g. 'mars', 'moon' or 'jupiter'")
    return round(kg * _GRAVITY[world.lower()], 2)


_TICKETS = [
    {"id": "T-1042", "team": "networks", "priority": "high", "summary": "VPN drops every hour"},
    {"id": "T-1057", "team": "networks", "priority": "normal", "summary": "No wifi in the canteen"},
    {"id": "T-1031", "team": "printing", "priority": "low", "summary": "Toner order for second floor"},
    {"id": "T-1066", "team": "printing", "priority": "high", "summary": "Badge printer jams"},
    {"id": "T-1048", "team": "accounts", "priority": "normal", "summary": "Reset password for new starter"},
    {"id": "T-1070", "team": "accounts", "priority": "high", "summary": "Locked out of payroll"},
    {"id": "T-1039", "team": "laptops", "priority": "low", "summary": "Replace worn keyboard"},
    {"id": "T-1063", "team": "laptops", "priority": "normal", "summary": "Battery swells"},
]


def open_tickets(team: str, priority: Literal["any", "low", "normal", "high"] = "any") -> list[dict]:
    """List the open IT tickets of a support team.

    Args:
        team: Name of the support team.
        priority: Only tickets of this priority.

    Returns:
        One dict per ticket with its id, team, priority and summary.
    """
    if team.lower() not in {t["team"] for t in _TICKETS}:
        raise ValueError(f"no support team {team!r} (teams include networks, printing, accounts)")
    if priority not in ("any", "low", "normal", "high"):
        raise ValueError("priority must be any, low, normal or high")
    return [dict(t) for t in _TICKETS if t["team"] == team.lower() and priority in ("any", t["priority"])]


def branch_queue(branch: str) -> int:
    """Current waiting time in minutes at the counter of a bank branch.

    :param branch: name of the branch, usually its street or district
    """
    raise TimeoutError("queue service did not respond in 5 s, please try again later")
