"""Tools as an ordinary developer writes them, of a pottery studio, a choir, an allotment society and a station: see `tests/benchmarks/strangers`."""
# pyright: basic, reportAssignmentType=false
# ruff: noqa

import difflib as _difflib
from typing import Literal

# --- pottery studio ---------------------------------------------------------

_GLAZES = {
    "celadon": "9",
    "tenmoku": "10",
    "shino": "8",
    "chun blue": "6",
    "majolica white": "04",
    "honey amber": "05",
    "rutile green": "5",
}

# measured with the witness cones in our own kiln, degrees Celsius
_CONES = {
    "06": 1003,
    "05": 1036,
    "04": 1067,
    "5": 1191,
    "6": 1227,
    "8": 1256,
    "9": 1268,
    "10": 1293,
}

_FIRING_RATES = {"bisque": 3.20, "glaze": 4.10, "raku": 6.50}

# --- choir ------------------------------------------------------------------

_SCORES = {
    "Messiah": 2107,
    "Ein deutsches Requiem": 2133,
    "Cantique de Jean Racine": 1846,
    "Carmina Burana": 2290,
    "Spem in alium": 1519,
    "The Armed Man": 2412,
    "Gloria in D": 2068,
}

_COPIES = {
    2107: (64, 41, "B3"),
    2133: (52, 19, "B5"),
    1846: (40, 12, "A1"),
    2290: (58, 58, "C2"),
    1519: (45, 8, "A4"),
    2412: (36, 21, "C6"),
    2068: (50, 23, "B2"),
}

_REHEARSALS = {
    ("soprano", "autumn"): "Mondays 18:45, Chapel Room, with Marta Oyelaran",
    ("alto", "autumn"): "Mondays 20:10, Chapel Room, with Marta Oyelaran",
    ("tenor", "autumn"): "Tuesdays 19:15, Organ Loft, with Oskar Lindqvist",
    ("bass", "autumn"): "Thursdays 19:40, Organ Loft, with Oskar Lindqvist",
    ("soprano", "spring"): "Wednesdays 18:30, Parish Hall, with Pilar Echeverria",
    ("alto", "spring"): "Wednesdays 19:50, Parish Hall, with Pilar Echeverria",
    ("tenor", "spring"): "Thursdays 18:20, Crypt, with Oskar Lindqvist",
    ("bass", "spring"): "Fridays 17:55, Crypt, with Oskar Lindqvist",
}

# --- allotments -------------------------------------------------------------

_TENANTS = {
    "Halvor Bjerke": "C14",
    "Nadia Ferhat": "B07",
    "Tomasz Wilk": "A22",
    "Grace Adeyemi": "D03",
    "Lucia Brandt": "C09",
    "Ewan MacAllister": "A05",
}

_WATER_M3 = {
    ("C14", 2023): 21.5,
    ("C14", 2024): 18.4,
    ("B07", 2023): 9.2,
    ("B07", 2024): 11.7,
    ("A22", 2023): 30.1,
    ("A22", 2024): 26.3,
    ("D03", 2023): 14.8,
    ("D03", 2024): 16.6,
    ("C09", 2023): 12.4,
    ("C09", 2024): 7.9,
    ("A05", 2023): 19.2,
    ("A05", 2024): 22.8,
}

_WATER_PRICE = {2023: 2.15, 2024: 2.30}

_SOWING = {
    "carrot": ("20 March", "10 July", "8 February"),
    "courgette": ("12 May", "18 June", "9 April"),
    "broad bean": ("25 February", "22 April", "16 January"),
    "beetroot": ("6 April", "14 July", "26 February"),
    "leek": ("17 March", "28 April", "23 January"),
    "spinach": ("3 March", "24 May", "4 February"),
    "kale": ("11 April", "21 June", "13 March"),
}

# --- lost property ----------------------------------------------------------

_LOST = {
    "LP-4471": ("umbrella", "green", "folding umbrella with a duck's head handle", 12),
    "LP-4476": ("umbrella", "black", "long umbrella, wooden handle", 3),
    "LP-4482": ("bag", "red", "canvas rucksack with a sewn-on fox patch", 27),
    "LP-4490": ("bag", "grey", "laptop bag, empty but for a pencil case", 8),
    "LP-4503": ("instrument", "black", "clarinet in a hard case", 41),
    "LP-4511": ("instrument", "brown", "ukulele without strings", 16),
    "LP-4518": ("glasses", "blue", "reading glasses in a felt pouch", 5),
    "LP-4520": ("clothing", "grey", "wool scarf, initials R.T.", 19),
    "LP-4527": ("clothing", "blue", "child's raincoat, size 110", 2),
}

_COLOURS = sorted({_c for _, _c, _, _ in _LOST.values()})
_CATEGORIES = sorted({_k for _k, _, _, _ in _LOST.values()})


def _lookup(value, table, what):
    by_fold = {str(key).casefold(): key for key in table}
    key = by_fold.get(str(value).strip().casefold())
    if key is not None:
        return key
    close = _difflib.get_close_matches(str(value).strip().casefold(), list(by_fold), n=1, cutoff=0.75)
    if close:
        raise ValueError(f"unknown {what} {value!r}; did you mean {by_fold[close[0]]!r}?")
    raise ValueError(f"unknown {what} {value!r}; known: {', '.join(str(k) for k in table)}")


def glaze_cone(glaze: str) -> str:
    """Tell which cone a studio glaze has to be fired to.

    Args:
        glaze: Name of the glaze as on the bucket, e.g. "shino".
    """
    return _GLAZES[_lookup(glaze, _GLAZES, "glaze")]


def cone_temperature(cone: str, unit: Literal["C", "F"] = "C") -> int:
    """Return the temperature at which a pyrometric cone bends in our kiln.

    Args:
        cone: Cone number as text, leading zero included: "04" is not "4".
        unit: "C" for Celsius or "F" for Fahrenheit.
    """
    if cone not in _CONES:
        raise ValueError(f"no cone {cone!r}; we use {', '.join(_CONES)}")
    if unit not in ("C", "F"):
        raise ValueError("unit must be 'C' or 'F'")
    celsius = _CONES[cone]
    return celsius if unit == "C" else round(celsius * 9 / 5 + 32)


def firing_price(
    weight_kg: float,
    firing: Literal["bisque", "glaze", "raku"] = "bisque",
    member: bool = False,
) -> float:
    """Price in euros for firing pots of a given total weight in the studio kiln.

    Args:
        weight_kg: Total weight of the pots in kilograms.
        firing: Kind of firing.
        member: True if the potter is a studio member (20 % off).
    """
    if weight_kg <= 0:
        raise ValueError("weight_kg must be more than 0")
    if firing not in _FIRING_RATES:
        raise ValueError(f"firing must be one of {', '.join(_FIRING_RATES)}")
    price = weight_kg * _FIRING_RATES[firing]
    if member:
        price *= 0.8
    return round(max(price, 4.0), 2)


def score_number(title: str) -> int:
    """Look up the catalogue number of a work in the choir's sheet music library."""
    return _SCORES[_lookup(title, _SCORES, "title")]


def score_copies(catalogue_number: int) -> dict:
    """Say how many copies of a score the choir owns, how many are lent out, and where they are kept.

    Args:
        catalogue_number: Four-digit number from the sheet music catalogue.
    """
    if catalogue_number not in _COPIES:
        raise ValueError(f"no score with catalogue number {catalogue_number}")
    owned, lent, cupboard = _COPIES[catalogue_number]
    return {"owned": owned, "lent": lent, "available": owned - lent, "cupboard": cupboard}


def rehearsal_info(
    section: Literal["soprano", "alto", "tenor", "bass"],
    term: Literal["autumn", "spring"] = "autumn",
) -> str:
    """Day, time, room and leader of the sectional rehearsal of one voice."""
    if (section, term) not in _REHEARSALS:
        raise ValueError("section must be soprano, alto, tenor or bass; term must be autumn or spring")
    return _REHEARSALS[section, term]


def plot_of_tenant(name: str) -> str:
    """Find the allotment plot that a tenant rents.

    Args:
        name: First and last name of the tenant.
    """
    return _TENANTS[_lookup(name, _TENANTS, "tenant")]


def water_bill(plot: str, year: int = 2024) -> dict:
    """Water used on an allotment plot in a year, and what it costs in euros."""
    plots = sorted({p for p, _ in _WATER_M3})
    if plot not in plots:
        raise ValueError(f"no plot {plot!r}; plots are {', '.join(plots)}")
    if year not in _WATER_PRICE:
        raise ValueError(f"no readings for {year}; there are some for 2023 and 2024")
    used = _WATER_M3[plot, year]
    return {"plot": plot, "year": year, "cubic_metres": used, "euros": round(used * _WATER_PRICE[year], 2)}


def sowing_window(vegetable: str, under_glass: bool = False) -> str:
    """When to sow a vegetable on our site.

    Args:
        vegetable: Name in the singular, e.g. "leek".
        under_glass: True for the earliest date in the greenhouse instead of the dates outdoors.
    """
    first, last, glass = _SOWING[_lookup(vegetable, _SOWING, "vegetable")]
    if under_glass:
        return f"under glass from {glass}"
    return f"outdoors from {first} to {last}"


def find_lost_items(
    category: Literal["bag", "clothing", "glasses", "instrument", "umbrella"],
    colour: str = "any",
) -> dict:
    """Search the lost property shelves of the station; gives item codes with descriptions.

    Args:
        category: Kind of thing.
        colour: Main colour, or "any".
    """
    if category not in _CATEGORIES:
        raise ValueError(f"category must be one of {', '.join(_CATEGORIES)}")
    if colour != "any" and colour not in _COLOURS:
        raise ValueError(f"unknown colour {colour!r}; use any, {', '.join(_COLOURS)}")
    return {
        code: f"{col} {text}"
        for code, (kind, col, text, _) in _LOST.items()
        if kind == category and colour in ("any", col)
    }


def pickup_fee(item_code: str, by_post: bool = False) -> float:
    """Fee in euros that the owner pays to get a lost item back.

    Args:
        item_code: Code on the label, like "LP-4000".
        by_post: True if it shall be sent instead of collected at the counter.
    """
    if item_code not in _LOST:
        raise ValueError(f"no item {item_code!r}; codes look like LP-4000")
    fee = 2.50 + 0.35 * _LOST[item_code][3]
    if by_post:
        fee += 6.90
    return round(fee, 2)


def locker_status(locker: int, hall: Literal["north", "south"] = "north") -> str:
    """Whether a luggage locker at the station is free, taken or overdue.

    Args:
        locker: Number on the locker door.
        hall: Hall of the station.
    """
    raise TimeoutError("the locker system did not answer within 10 seconds")
