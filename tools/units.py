"""Units of measurement: what a written unit means, and how to get from one to another.

Lengths combine: `m2`, `square miles` and `cubic feet` are areas and volumes, `km/h` and `miles per hour` are speeds.
"""

import math
import re
from difflib import get_close_matches
from typing import NamedTuple

from smurfs_graph.errors import ToolError


class Unit(NamedTuple):
    """A unit of one dimension: base value = value * factor + offset, in the dimension's SI unit (data: bytes)."""

    symbol: str
    dimension: str
    factor: float
    offset: float = 0.0


_POUND = 0.45359237
_FOOT = 0.3048
_GALLON = 0.003785411784

# Per dimension: "symbol, other spellings" -> factor. Words get their plural, and upper case does not matter where
# it is not the difference between two units (MB and Mb).
_TABLE: dict[str, dict[str, float]] = {
    "length": {
        "m, meter": 1, "km, kilometer": 1e3, "dm, decimeter": 0.1, "cm, centimeter": 1e-2, "mm, millimeter": 1e-3,
        "um, micrometer, micron": 1e-6, "nm, nanometer": 1e-9, "in, inch, inches": _FOOT / 12,
        "ft, foot, feet": _FOOT, "yd, yard": 3 * _FOOT, "mi, mile": 5280 * _FOOT, "nmi, nautical mile": 1852,
        "au, astronomical unit": 149_597_870_700, "ly, light year, light-year": 9.4607304725808e15,
    },
    "mass": {
        "kg, kilogram, kilo": 1, "g, gram": 1e-3, "mg, milligram": 1e-6, "ug, microgram, mcg": 1e-9,
        "t, tonne, metric ton": 1e3, "lb, pound, lbs": _POUND, "oz, ounce": _POUND / 16, "st, stone": 14 * _POUND,
        "short ton, us ton": 2000 * _POUND, "long ton, imperial ton": 2240 * _POUND, "ct, carat": 2e-4,
    },
    "time": {
        "s, second, sec": 1, "ms, millisecond": 1e-3, "us, microsecond": 1e-6, "ns, nanosecond": 1e-9,
        "min, minute": 60, "h, hour, hr": 3600, "d, day": 86_400, "week, wk": 604_800, "fortnight": 1_209_600,
        "year, years, yr, julian year": 31_557_600,
    },
    "speed": {"mph": 5280 * _FOOT / 3600, "km/h, kph, kmh, kmph": 1 / 3.6, "kn, knot, kt": 1852 / 3600},
    "area": {"ha, hectare": 1e4, "acre": 43_560 * _FOOT**2, "are": 100},
    "volume": {
        "l, liter": 1e-3, "ml, milliliter, cc": 1e-6, "cl, centiliter": 1e-5, "dl, deciliter": 1e-4,
        "gal, gallon, us gallon": _GALLON, "qt, quart": _GALLON / 4, "pt, pint, us pint": _GALLON / 8,
        "cup, us cup": _GALLON / 16, "fl oz, fluid ounce": _GALLON / 128, "tbsp, tablespoon": _GALLON / 256,
        "tsp, teaspoon": _GALLON / 768, "imp gal, imperial gallon, uk gallon": 0.00454609,
        "imp pt, imperial pint, uk pint": 0.00454609 / 8, "bbl, barrel, oil barrel": 42 * _GALLON,
    },
    "data size": {
        "b, bit": 0.125, "kbit, Kb, kilobit": 125, "Mb, Mbit, megabit": 125e3, "Gb, Gbit, gigabit": 125e6,
        "Tb, Tbit, terabit": 125e9, "B, byte": 1, "kB, KB, kilobyte": 1e3, "MB, megabyte": 1e6,
        "GB, gigabyte": 1e9, "TB, terabyte": 1e12, "PB, petabyte": 1e15, "KiB, kibibyte": 2**10,
        "MiB, mebibyte": 2**20, "GiB, gibibyte": 2**30, "TiB, tebibyte": 2**40, "PiB, pebibyte": 2**50,
    },
    "pressure": {
        "Pa, pascal": 1, "hPa, hectopascal": 100, "kPa, kilopascal": 1e3, "MPa, megapascal": 1e6, "bar": 1e5,
        "mbar, millibar": 100, "atm, atmosphere": 101_325, "psi": 6894.757293168361, "torr": 101_325 / 760,
        "mmHg": 133.322387415, "inHg": 3386.389,
    },
    "energy": {
        "J, joule": 1, "kJ, kilojoule": 1e3, "MJ, megajoule": 1e6, "GJ, gigajoule": 1e9, "cal, calorie": 4.184,
        "kcal, Cal, kilocalorie": 4184, "Wh, watt hour": 3600, "kWh, kilowatt hour, kilowatt-hour": 3.6e6,
        "MWh, megawatt hour": 3.6e9, "eV, electronvolt": 1.602176634e-19, "BTU, british thermal unit": 1055.05585262,
        "ft lb, foot pound": 1.3558179483314004,
    },
}  # fmt: skip
_TEMPERATURES = {
    Unit("K", "temperature", 1): ("K", "kelvin"),
    Unit("°C", "temperature", 1, 273.15): ("C", "celsius", "centigrade", "degC"),
    Unit("°F", "temperature", 5 / 9, 459.67 * 5 / 9): ("F", "fahrenheit", "degF"),
}


_TAKES_PLURAL = re.compile(r"(?!.*(?:s|inch|foot|feet)$)[a-z -]{3,}")


def _catalogue() -> dict[str, Unit]:
    """Return the units by every spelling."""
    known: dict[str, Unit] = {}
    for unit, names in _TEMPERATURES.items():
        known.update(dict.fromkeys(names, unit))
    for dimension, units in _TABLE.items():
        for spelling, factor in units.items():
            names = spelling.split(", ")
            unit = Unit(names[0], dimension, factor)
            known.update(dict.fromkeys(names, unit))
            known.update({f"{name}s": unit for name in names if _TAKES_PLURAL.fullmatch(name)})
    return known


_KNOWN = _catalogue()
_DIMENSIONS = ("temperature", *_TABLE)
_POWERS = {"2": "area", "3": "volume"}


def convert(value: float, from_unit: str, to_unit: str) -> tuple[float, Unit]:
    """Return the value in the other unit, with that unit.

    Raises:
        ToolError: an unknown or ambiguous unit, two dimensions, a value that is not finite or below absolute zero.
    """
    source, target = find_unit(from_unit), find_unit(to_unit)
    if source.dimension != target.dimension:
        raise ToolError(f"{from_unit!r} is a {source.dimension} and {to_unit!r} is a {target.dimension}")
    base = value * source.factor + source.offset
    if source.dimension == "temperature" and base < -1e-9:
        raise ToolError(f"{value} {source.symbol} is below absolute zero")
    result = value if source == target else (base - target.offset) / target.factor
    if not math.isfinite(result):
        raise ToolError(f"the value {value} cannot be converted: the result is not a finite number")
    return result, target


def find_unit(text: str) -> Unit:
    """Return the unit that a text names, derived ones (`ft2`, `miles per hour`) included."""
    name = _spelling(text)
    unit = _plain(name) or _power(name) or _speed(name)
    if unit is None:
        near = get_close_matches(name, _KNOWN, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"known are units of {', '.join(_DIMENSIONS)}"
        raise ToolError(f"unknown unit {text!r}; {hint}")
    return unit


def _spelling(text: str) -> str:
    name = " ".join(text.replace("²", "2").replace("³", "3").replace("^", "").replace("°", "").split())
    name = name.replace("\u00b5", "u").replace("\u03bc", "u").replace("_", " ").rstrip(".")
    name = re.sub(r"^deg(ree)?s? +", "", name, flags=re.IGNORECASE)
    return re.sub(r"(met|lit)re(s?)\b", r"\1er\2", name)


def _plain(name: str) -> Unit | None:
    """Find a unit by its exact spelling; else in any case, if all such spellings mean the same unit."""
    if name in _KNOWN:
        return _KNOWN[name]
    found = {unit.symbol: unit for key, unit in _KNOWN.items() if key.lower() == name.lower()}
    if len(found) > 1:
        raise ToolError(f"unit {name!r} is ambiguous; write one of: {', '.join(sorted(found))}")
    return next(iter(found.values()), None)


def _power(name: str) -> Unit | None:
    """Find the unit of a square or cubic length."""
    match = re.fullmatch(r"(.*\D)([23])", name)
    base, exponent = (match[1].strip(), match[2]) if match else (name, "")
    for word, meaning in (("square ", "2"), ("sq ", "2"), ("sq. ", "2"), ("cubic ", "3"), ("cu ", "3")):
        if not exponent and name.lower().startswith(word):
            base, exponent = name[len(word) :], meaning
    length = _plain(base) if exponent else None
    if length is None or length.dimension != "length":
        return None
    return Unit(f"{length.symbol}{exponent}", _POWERS[exponent], length.factor ** int(exponent))


def _speed(name: str) -> Unit | None:
    """Find a unit of a length per time."""
    parts = re.split(r"\s*/\s*|\s+per\s+", name)
    if len(parts) != 2:
        return None
    length, time = _plain(parts[0]), _plain(parts[1])
    if length is None or time is None or (length.dimension, time.dimension) != ("length", "time"):
        return None
    return Unit(f"{length.symbol}/{time.symbol}", "speed", length.factor / time.factor)
