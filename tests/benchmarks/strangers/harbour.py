"""Tools as an ordinary developer writes them, of a harbour, a cheese counter, a pool and others: see `tests/benchmarks/strangers`."""
# pyright: basic, reportAssignmentType=false
# ruff: noqa

import difflib
from typing import Literal

_FARES = {"Arran": 4.60, "Mull": 4.10, "Skye": 3.50, "Lewis": 11.20, "Islay": 7.80, "North Uist": 7.10}
_VEHICLES = {"none": 0.0, "motorbike": 2.0, "car": 4.0, "van": 6.5}


def ferry_fare(island: str, passengers: int = 1, vehicle: Literal["none", "motorbike", "car", "van"] = "none") -> float:
    """One-way ferry fare in pounds.

    Args:
        island: Name of the island you sail to, e.g. "Arran".
        passengers: Number of people travelling, driver included.
        vehicle: Vehicle taken on board.
    """
    if island not in _FARES:
        raise ValueError(f"No ferry to {island!r}. Islands served: {', '.join(_FARES)}")
    if vehicle not in _VEHICLES:
        raise ValueError(f"vehicle must be one of {list(_VEHICLES)}, got {vehicle!r}")
    if passengers < 1:
        raise ValueError("passengers must be at least 1")
    return round(_FARES[island] * (passengers + _VEHICLES[vehicle]), 2)


def live_berths(harbour: str, length_m: float = 8.0) -> int:
    """Number of free visitor berths in a harbour right now.

    Args:
        harbour: Name of the harbour.
        length_m: Length of the boat in metres.
    """
    raise TimeoutError("berth sensor feed timed out after 10 s, temporarily unavailable, please try again later")


_CHEESES = {
    "brie": 18.40,
    "camembert": 21.00,
    "comte": 28.60,
    "gruyere": 27.20,
    "manchego": 24.80,
    "red leicester": 14.50,
    "stilton": 19.60,
    "mature cheddar": 13.20,
    "halloumi": 17.90,
}


def cheese_price(cheese: str) -> float:
    """Look up the price per kilo, in pounds, of a cheese on our counter.

    Args:
        cheese: Name of the cheese, without accents.
    """
    key = cheese.strip().lower()
    if key not in _CHEESES:
        raise ValueError(f"unknown cheese '{cheese}', we stock: {', '.join(sorted(_CHEESES))}")
    return _CHEESES[key]


def portion_cost(price_per_kg: float, grams: int, gift_wrap: bool = False) -> float:
    """Cost in pounds of a piece of cheese.

    Args:
        price_per_kg: Price per kilo in pounds.
        grams: Weight of the piece in grams.
        gift_wrap: Whether to wrap it as a gift (35p extra).
    """
    if grams <= 0:
        raise ValueError("grams must be positive")
    return round(price_per_kg * grams / 1000 + (0.35 if gift_wrap else 0.0), 2)


def tank_volume(length_cm: float, width_cm: float, height_cm: float) -> float:
    """Volume of a rectangular aquarium in litres.

    Args:
        length_cm: Length in centimetres.
        width_cm: Width (front to back) in centimetres.
        height_cm: Height in centimetres.
    """
    if min(length_cm, width_cm, height_cm) <= 0:
        raise ValueError("all measurements must be positive")
    return round(length_cm * width_cm * height_cm / 1000, 1)


def heater_size(litres: float, room: Literal["warm", "normal", "cold"] = "normal") -> str:
    """Recommend an aquarium heater.

    Args:
        litres: Volume of the tank in litres.
        room: How warm the room is that the tank stands in.
    """
    factors = {"warm": 0.8, "normal": 1.0, "cold": 1.5}
    if room not in factors:
        raise ValueError(f"room must be warm, normal or cold, not {room!r}")
    need = litres * factors[room]
    for watts in (25, 50, 75, 100, 150, 200, 300):
        if need <= watts:
            return f"A {watts} W heater suits a tank of {litres:g} litres in a {room} room."
    raise ValueError("tank too large for a single heater, the largest is 300 W")


_GRADES = {
    "5c": ("5.9", "VI", "HVS"),
    "6a": ("5.10a", "VI+", "E1"),
    "6a+": ("5.10b", "VII-", "E1"),
    "6b": ("5.10d", "VII", "E2"),
    "6c": ("5.11b", "VIII-", "E3"),
    "7a": ("5.11d", "VIII", "E4"),
    "7b": ("5.12b", "VIII+", "E5"),
}


def convert_grade(grade: str, system: Literal["yds", "uiaa", "british"] = "yds") -> str:
    """Convert a French sport climbing grade to another grading system.

    Args:
        grade: French grade, such as "6a+".
        system: Target system.
    """
    key = grade.strip().lower()
    if key not in _GRADES:
        raise ValueError(f"grade {grade!r} not in table; known French grades: {' '.join(_GRADES)}")
    systems = ["yds", "uiaa", "british"]
    if system not in systems:
        raise ValueError(f"system must be one of {systems}")
    return _GRADES[key][systems.index(system)]


_POOL = {
    "lanes": {
        "monday": "06:30 to 08:30",
        "tuesday": "06:30 to 08:30",
        "wednesday": "12:00 to 13:30",
        "thursday": "18:45 to 20:15",
        "friday": "06:30 to 08:30",
        "saturday": "08:00 to 09:30",
    },
    "family": {"wednesday": "16:00 to 17:30", "saturday": "10:00 to 12:30", "sunday": "10:30 to 13:00"},
    "aqua fit": {"tuesday": "11:15 to 12:00", "thursday": "11:15 to 12:00", "friday": "14:00 to 14:45"},
}


def pool_session(
    day: Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
    activity: Literal["lanes", "family", "aqua fit"] = "lanes",
) -> str:
    """Opening time of a session at the swimming pool.

    Args:
        day: Day of the week.
        activity: Which kind of session.
    """
    days = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
    if day not in days:
        raise ValueError(f"day must be one of {', '.join(days)}")
    if activity not in _POOL:
        raise ValueError(f"activity must be one of {', '.join(_POOL)}")
    hours = _POOL[activity].get(day)
    if hours is None:
        return f"There is no {activity} session on {day.title()}."
    return f"The {activity} session on {day.title()} runs from {hours}."


_TREATMENTS = {
    "check-up": (20, 26.80, False),
    "scale and polish": (30, 48.0, False),
    "white filling": (40, 95.0, True),
    "root canal": (90, 310.0, True),
    "crown": (60, 540.0, True),
    "extraction": (35, 120.0, True),
    "whitening": (75, 275.0, False),
}


def treatment_info(treatment: str) -> dict:
    """Duration, price and whether you are numbed for a dental treatment.

    Args:
        treatment: Name of the treatment as on our price list.
    """
    key = treatment.lower().strip()
    try:
        minutes, price, numbing = _TREATMENTS[key]
    except KeyError:
        raise ValueError(
            f"Treatment {treatment!r} is not on the price list. Available: {', '.join(_TREATMENTS)}"
        ) from None
    return {"treatment": key, "minutes": minutes, "price_gbp": price, "numbing": numbing}


_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_HIVE = [
    "Heft the hives to check stores and feed fondant if they are light.",
    "Clear dead bees from the entrance and order new frames.",
    "Take off the mouse guards and feed thin syrup.",
    "Do the first full inspection and mark the queen.",
    "Inspect every 7 days for queen cells and add supers.",
    "Extract the spring honey and watch for the June gap.",
    "Add more supers and narrow the entrance against wasps.",
    "Take off the honey crop and treat for varroa.",
    "Feed thick syrup until stores reach 18 kg.",
    "Fit mouse guards and strap the hives down.",
    "Leave the colonies closed and repair old woodwork.",
    "Treat with oxalic acid while there is no brood.",
]


def hive_task(month: str, region: Literal["north", "south"] = "south") -> str:
    """Main beekeeping job of the month.

    Args:
        month: English name of the month in full.
        region: Part of the country; in the north spring is later and autumn earlier.
    """
    name = month.strip().lower()
    if name not in _MONTHS:
        raise ValueError(f"month must be a full English month name such as january, got {month!r}")
    i = _MONTHS.index(name)
    if region == "north":
        i = max(i - 1, 0) if i < 6 else min(i + 1, 11)
    elif region != "south":
        raise ValueError("region must be 'north' or 'south'")
    return _HIVE[i]


_BREW = {
    "french press": (15, 250, "coarse", 4),
    "v60": (16, 250, "medium-fine", 3),
    "chemex": (17, 260, "medium-coarse", 5),
    "aeropress": (14, 200, "fine", 2),
    "moka pot": (9, 70, "fine", 6),
    "cold brew": (20, 180, "extra coarse", 720),
}


def brew_recipe(method: str, cups: int = 1) -> dict:
    """Coffee, water, grind and brewing time for a brewing method.

    Args:
        method: Brewing method or device.
        cups: How many cups to make.
    """
    m = method.lower()
    if m not in _BREW:
        raise ValueError(f"unknown method: {method}. Try one of: {', '.join(_BREW)}")
    if cups < 1:
        raise ValueError("cups must be 1 or more")
    g, ml, grind, minutes = _BREW[m]
    return {"coffee_g": g * cups, "water_ml": ml * cups, "grind": grind, "minutes": minutes}


_GAMES = {
    "catan": (3, 4, 75, 10, "A1"),
    "carcassonne": (2, 5, 40, 7, "A3"),
    "ticket to ride europe": (2, 5, 60, 8, "B2"),
    "pandemic": (2, 4, 45, 8, "B5"),
    "azul": (2, 4, 35, 8, "C4"),
    "betrayal at house on the hill": (3, 6, 80, 12, "D1"),
    "codenames": (4, 8, 15, 10, "C2"),
    "wingspan": (1, 5, 70, 10, "D3"),
}


def game_info(title: str) -> dict:
    """Players, playing time, age and shelf of a board game in our café.

    Args:
        title: Title of the game.
    """
    key = title.strip().lower()
    if key not in _GAMES:
        close = difflib.get_close_matches(key, _GAMES, n=3, cutoff=0.5)
        hint = f" Did you mean: {', '.join(close)}?" if close else f" Titles include {', '.join(list(_GAMES)[:4])}."
        raise ValueError(f"No game called {title!r} on our shelves.{hint}")
    lo, hi, minutes, age, shelf = _GAMES[key]
    return {"title": key, "min_players": lo, "max_players": hi, "minutes": minutes, "min_age": age, "shelf": shelf}
