"""Units of measurement: the one that a parameter takes, the one behind a number, and numbers between them. Pure."""

import re
from functools import lru_cache

from smurfs_graph.offline import words
from smurfs_graph.offline.documents import ToolParameter

_LENGTH, _MASS, _VOLUME, _TIME = "length", "mass", "volume", "time"
_CALENDAR, _AREA, _ENERGY = "calendar", "area", "energy"
_SPELLINGS = (
    (_LENGTH, 1, "mm millimetre millimeter"),
    (_LENGTH, 10, "cm centimetre centimeter"),
    (_LENGTH, 1_000, "m metre meter"),
    (_LENGTH, 1_000_000, "km kilometre kilometer"),
    (_LENGTH, 25.4, "inch"),
    (_LENGTH, 304.8, "ft foot feet"),
    (_LENGTH, 1_609_344, "mile mi"),
    (_MASS, 1, "mg milligram"),
    (_MASS, 1_000, "g gram gramme"),
    (_MASS, 1_000_000, "kg kilo kilogram"),
    (_MASS, 1_000_000_000, "t tonne"),
    (_MASS, 453_592.37, "lb pound"),
    (_MASS, 28_349.523125, "oz ounce"),
    (_VOLUME, 1, "ml millilitre milliliter"),
    (_VOLUME, 10, "cl centilitre centiliter"),
    (_VOLUME, 1_000, "l litre liter"),
    (_TIME, 1, "s sec second"),
    (_TIME, 60, "min minute"),
    (_TIME, 3_600, "h hour"),
    (_TIME, 86_400, "day"),
    (_TIME, 604_800, "week"),
    (_CALENDAR, 1, "month"),
    (_CALENDAR, 12, "year"),
    (_AREA, 1, "m2 m² sqm"),
    (_ENERGY, 1, "wh"),
    (_ENERGY, 1_000, "kwh"),
    (_ENERGY, 1_000_000, "mwh"),
)
"""The quantity of a unit, how many of the quantity's smallest unit it is, and its spellings."""
_UNITS = {word: (quantity, float(size)) for quantity, size, spellings in _SPELLINGS for word in spellings.split()}
_BEHIND = re.compile(r"\s?-?(?P<unit>square metres?|square meters?|m[²2](?!\w)|[^\W\d_]+)")
_ROW = re.compile(r"(?:\s*(?:[x\u00d7,]|by|and|or|to)\s*\d+(?:\.\d+)?){1,4}", re.IGNORECASE)
_LONGEST_ROW = 60
_SAID_IN = re.compile(r"\bin (?P<unit>square metres?|square meters?|[^\W\d_]+)", re.IGNORECASE)


@lru_cache(1_024)
def unit_taken(parameter: ToolParameter) -> str:
    """Return the unit of a parameter's number, as its name ends or its description says it: `weight_kg`, "in grams"."""
    parts = words.name_words(parameter.name)
    own = _key(parts[-1]) if parts else ""
    if own in _UNITS and "per" not in parts and (len(parts) > 1 or _is_a_measure(parameter.name.lower())):
        return own
    match = _SAID_IN.search(parameter.description)
    key = _key(match["unit"]) if match else ""
    return key if key in _UNITS else ""


def _is_a_measure(name: str) -> bool:
    """Return whether a name by itself is a unit that is counted in: `kwh` and `days`, but no `day` and no `m`."""
    return len(name) > 1 and (_UNITS[_key(name)][0] not in (_TIME, _CALENDAR) or name != _key(name))


def unit_behind(text: str, end: int) -> str:
    """Return the unit right behind a number that ends there, or behind the last one of its row: "30 x 40 cm"; "" for
    none.
    """
    row = _ROW.match(text[end : end + _LONGEST_ROW])
    at = end + (row.end() if row else 0)
    match = _BEHIND.match(text[at : at + 20])
    key = _key(match["unit"]) if match else ""
    return key if key in _UNITS else ""


def end_of_unit(text: str, end: int) -> int:
    """Return where the unit ends that is written in one with a number that ends there: "5kg", "30-year"; else `end`."""
    match = _BEHIND.match(text, end)
    is_glued = match is not None and not match[0][0].isspace()
    return match.end() if match is not None and is_glued and is_unit(match["unit"]) else end


def converted(value: float, unit: str, wanted: str) -> float | None:
    """Return a number of one unit in another one; None where they measure different things."""
    (quantity, size), (other, base) = _UNITS[unit], _UNITS[wanted]
    if quantity != other:
        return None
    if size == base:
        return value
    result = round(value * size / base, 6)
    return int(result) if result.is_integer() else result


def is_unit(word: str) -> bool:
    """Return whether a word is a unit."""
    return _key(word) in _UNITS


def in_all_units(value: float, unit: str) -> list[float]:
    """Return a number of one unit in every unit of its quantity."""
    return [value, *(found for other in _UNITS if (found := converted(value, unit, other)) is not None)]


def _key(word: str) -> str:
    plain = "m2" if word.lower().startswith("square") else word.lower()
    return plain if plain in _UNITS else plain.removesuffix("s")
