"""Tools as an ordinary developer writes them, of a bell-ringing guild, a costume wardrobe, a burial register and a yarn studio: see `tests/benchmarks/strangers`."""
# pyright: basic, reportAssignmentType=false
# ruff: noqa

import difflib as _difflib
from typing import Literal

_TOWERS = {
    "HB-03": {
        "place": "Ashcombe Magna",
        "dedication": "St Bride",
        "bells": 8,
        "tenor": "14-2-7",
        "practice": "Tuesday 19:30",
        "captain": "Ruth Pellow",
    },
    "HB-07": {
        "place": "Penhallow",
        "dedication": "St Petroc",
        "bells": 6,
        "tenor": "9-1-20",
        "practice": "Thursday 19:00",
        "captain": "Denzil Tregear",
    },
    "HB-11": {
        "place": "Thornby Abbas",
        "dedication": "All Hallows",
        "bells": 10,
        "tenor": "21-3-4",
        "practice": "Monday 20:00",
        "captain": "Imogen Faulk",
    },
    "HB-15": {
        "place": "Little Marden",
        "dedication": "St Wilfrid",
        "bells": 5,
        "tenor": "6-0-18",
        "practice": "Friday 18:45",
        "captain": "Owen Batt",
    },
    "HB-19": {
        "place": "Wexcombe",
        "dedication": "Holy Trinity",
        "bells": 12,
        "tenor": "28-1-13",
        "practice": "Wednesday 19:15",
        "captain": "Sheila Quarmby",
    },
    "HB-22": {
        "place": "Oakhanger",
        "dedication": "St Aldhelm",
        "bells": 6,
        "tenor": "7-2-9",
        "practice": "Monday 19:45",
        "captain": "Piers Hollis",
    },
}

_COSTUMES = {
    "plague doctor cloak": ("W-12", 34.0),
    "pirate king coat": ("W-18", 42.0),
    "harlequin suit": ("W-23", 38.5),
    "queen of the night gown": ("W-31", 65.0),
    "valkyrie breastplate": ("W-37", 48.0),
    "tudor doublet": ("W-40", 29.5),
    "edwardian tailcoat": ("W-44", 26.0),
    "bumblebee tutu": ("W-52", 18.0),
}

_GRAVES = [
    {"surname": "Loxley", "name": "Harriet Loxley", "buried": 1931, "plot": "C-17"},
    {"surname": "Loxley", "name": "Edmund Loxley", "buried": 1958, "plot": "C-18"},
    {"surname": "MacAllister", "name": "Fergus MacAllister", "buried": 1974, "plot": "F-06"},
    {"surname": "Yelverton", "name": "Augusta Yelverton", "buried": 1902, "plot": "A-03"},
    {"surname": "Szymanski", "name": "Jozef Szymanski", "buried": 1987, "plot": "H-29"},
    {"surname": "Tapping", "name": "Walter Tapping", "buried": 1946, "plot": "D-11"},
    {"surname": "Oyelaran", "name": "Folake Oyelaran", "buried": 2009, "plot": "K-14"},
]

_LEASES = {
    "A-03": (None, "Yelverton Trust"),
    "C-17": (2031, "Margaret Loxley-Dean"),
    "C-18": (2058, "Margaret Loxley-Dean"),
    "D-11": (2046, "Brian Tapping"),
    "F-06": (2049, "Isla MacAllister"),
    "H-29": (2037, "Danuta Kerr"),
    "K-14": (2084, "Tunde Oyelaran"),
}

_LETTER_PRICES = {"plain": 2.4, "gilded": 3.85, "leaded": 5.1}

_COLOURWAYS = {
    "rusty nail": ("R-118", "burnt orange", 2.4),
    "heron grey": ("R-124", "gun metal", 1.2),
    "moorland": ("R-131", "heather purple", 1.8),
    "verdigris": ("R-139", "sea green", 1.5),
    "damson jam": ("R-142", "plum", 3.2),
    "buttermilk": ("R-150", "primrose", 0.4),
}

_METRES = {"hat": 170, "socks": 360, "shawl": 540, "jumper": 1240}
_PLY_FACTOR = {"4-ply": 1.0, "DK": 0.85, "aran": 0.7}
_SIZE_FACTOR = {"S": 0.9, "M": 1.0, "L": 1.15}


def _hint(word, known):
    close = _difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    if close:
        return f"did you mean {close[0]!r}?"
    return "known: " + ", ".join(sorted(known))


def find_tower(place: str) -> dict:
    """Look up the guild's ringing tower in a village or town.

    Args:
        place: Name of the village or town.

    Returns:
        The tower id, church dedication, number of bells and tenor weight (cwt-qr-lb).
    """
    wanted = place.strip().lower()
    for tower_id, t in _TOWERS.items():
        if t["place"].lower() == wanted:
            return {"tower_id": tower_id, "dedication": t["dedication"], "bells": t["bells"], "tenor": t["tenor"]}
    raise ValueError("No tower at %r. Towers: %s" % (place, ", ".join(t["place"] for t in _TOWERS.values())))


def practice_night(tower_id: str) -> str:
    """When a tower practises and who its captain is.

    Args:
        tower_id: Id such as HB-03.
    """
    tower = _TOWERS.get(tower_id.strip().upper())
    if tower is None:
        raise ValueError(f"Unknown tower id {tower_id!r}; ids are {', '.join(_TOWERS)}")
    return f"{tower['practice']} (captain: {tower['captain']})"


def ringing_time(bells: int, changes: int = 5040) -> str:
    """Estimate how long it takes to ring a number of changes.

    Args:
        bells: Number of bells being rung, 4 to 12.
        changes: Number of changes; a full peal by default.
    """
    if not 4 <= bells <= 12:
        raise ValueError("bells must be between 4 and 12")
    if changes < 1:
        raise ValueError("changes must be at least 1")
    minutes = round(changes * (0.4 + 0.21 * bells) / 60)
    return f"{minutes // 60} h {minutes % 60:02d} min"


def find_costume(name: str) -> str:
    """Wardrobe code of a costume, from its name in the catalogue."""
    key = name.strip().lower()
    if key not in _COSTUMES:
        raise ValueError(f"No costume called {name!r}, {_hint(key, _COSTUMES)}")
    return _COSTUMES[key][0]


def hire_quote(code: str, days: int = 7, student: bool = False) -> float:
    """Price in pounds for hiring a costume.

    Args:
        code: Wardrobe code, e.g. W-12.
        days: Length of the hire in days. The basic price covers the first seven.
        student: True for the student rate.
    """
    prices = {c: p for c, p in _COSTUMES.values()}
    code = code.strip().upper()
    if code not in prices:
        raise ValueError(f"Unknown wardrobe code {code!r}. Codes: {', '.join(prices)}")
    if days < 1:
        raise ValueError("days must be 1 or more")
    price = prices[code] * (1 + 0.12 * max(0, days - 7))
    if student:
        price *= 0.8
    return round(price, 2)


def costume_available(code: str, date: str) -> bool:
    """Whether a costume is free to be hired on a date.

    Args:
        code: Wardrobe code, e.g. W-12.
        date: Date as YYYY-MM-DD.
    """
    raise TimeoutError("the booking calendar did not answer within 10 seconds")


def find_grave(surname: str, year: int = 0) -> dict:
    """Find a grave in the burial register.

    Args:
        surname: Family name of the deceased.
        year: Year of burial, needed only if several people share the surname.
    """
    key = surname.strip().lower()
    found = [g for g in _GRAVES if g["surname"].lower() == key]
    if not found:
        names = {g["surname"] for g in _GRAVES}
        raise ValueError(f"Nobody called {surname!r} in the register, {_hint(surname, names)}")
    if year:
        found = [g for g in found if g["buried"] == year]
        if not found:
            raise ValueError(f"No {surname} buried in {year}")
    if len(found) > 1:
        raise ValueError("Several graves, give a year: " + ", ".join(str(g["buried"]) for g in found))
    grave = found[0]
    return {"name": grave["name"], "buried": grave["buried"], "plot": grave["plot"]}


def plot_lease(plot: str) -> str:
    """Tell who holds the lease of a burial plot and when it ends."""
    plot = plot.strip().upper()
    if plot not in _LEASES:
        raise ValueError(f"No plot {plot!r}. Plots: {', '.join(_LEASES)}")
    end, holder = _LEASES[plot]
    if end is None:
        return f"held in perpetuity by {holder}"
    return f"until {end}, held by {holder}"


def inscription_price(letters: int, finish: Literal["plain", "gilded", "leaded"] = "plain") -> float:
    """Cost in pounds of cutting letters on a headstone.

    Args:
        letters: How many letters and figures are to be cut.
        finish: How the letters are finished.
    """
    if letters < 1:
        raise ValueError("letters must be at least 1")
    if finish not in _LETTER_PRICES:
        raise ValueError(f"finish must be one of {', '.join(_LETTER_PRICES)}")
    return round(45 + letters * _LETTER_PRICES[finish], 2)


def dye_recipe(colourway: str) -> dict:
    """Get the dye recipe for one of the studio's colourways."""
    key = colourway.strip().lower()
    if key not in _COLOURWAYS:
        raise ValueError(f"No colourway {colourway!r}, {_hint(key, _COLOURWAYS)}")
    number, dye, depth = _COLOURWAYS[key]
    return {"recipe": number, "dye": dye, "depth_percent": depth}


def dye_grams(recipe: str, fibre_grams: float) -> float:
    """Grams of dye powder a recipe takes for a given weight of yarn.

    Args:
        recipe: Recipe number, such as R-118.
        fibre_grams: Dry weight of the yarn in grams.
    """
    depths = {n: d for n, _, d in _COLOURWAYS.values()}
    recipe = recipe.strip().upper()
    if recipe not in depths:
        raise ValueError(f"Unknown recipe {recipe!r}. Recipes: {', '.join(depths)}")
    if fibre_grams <= 0:
        raise ValueError("fibre_grams must be more than 0")
    return round(fibre_grams * depths[recipe] / 100, 2)


def yarn_metres(
    garment: Literal["hat", "socks", "shawl", "jumper"],
    ply: Literal["4-ply", "DK", "aran"] = "4-ply",
    size: Literal["S", "M", "L"] = "M",
) -> int:
    """Metres of yarn needed to knit a garment."""
    if garment not in _METRES:
        raise ValueError(f"garment must be one of {', '.join(_METRES)}")
    if ply not in _PLY_FACTOR:
        raise ValueError(f"ply must be one of {', '.join(_PLY_FACTOR)}")
    if size not in _SIZE_FACTOR:
        raise ValueError(f"size must be one of {', '.join(_SIZE_FACTOR)}")
    return round(_METRES[garment] * _PLY_FACTOR[ply] * _SIZE_FACTOR[size])
