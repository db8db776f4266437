"""Units of measure: which unit a parameter asks for, and a number of another unit in it."""

from smurfs_graph.offline import words
from smurfs_graph.offline.documents import Parameter

_TABLES: tuple[dict[str, float], ...] = tuple(
    {words.stem(name): factor for name, factor in table.items()}
    for table in (
        {"second": 1, "minute": 60, "min": 60, "hour": 3600, "hr": 3600, "h": 3600, "day": 86400, "week": 604800},
        {"month": 1, "year": 12},
        {"mg": 0.001, "gram": 1, "g": 1, "kg": 1000, "kilogram": 1000, "kilo": 1000},
        {"mm": 0.001, "cm": 0.01, "m": 1, "metre": 1, "meter": 1, "km": 1000, "kilometre": 1000, "kilometer": 1000,
         "mile": 1609.344},
        {"watt": 1, "w": 1, "kw": 1000, "kilowatt": 1000, "mw": 1e6, "megawatt": 1e6},
        {"wh": 1, "kwh": 1000, "mwh": 1e6},
        {"ml": 1, "millilitre": 1, "cl": 10, "l": 1000, "litre": 1000, "liter": 1000},
    )
)  # fmt: skip


def factor(parameter: Parameter, unit: str) -> float | None:
    """By what a number in a unit (a stem) is multiplied for the unit of a parameter; None where it names no such."""
    own = parameter.words
    if unit in own and unit != own[-1]:
        return None
    told = {words.stem(word) for word in words.words(parameter.description)}
    for table in _TABLES:
        if unit not in table:
            continue
        named = [one for one in own if one in table and (len(one) > 1 or one == own[-1])]
        named = named or [one for one in table if one in told and len(one) > 1]
        if named:
            return table[unit] / table[named[-1]]
    return None


def unit_of(after: tuple[str, ...]) -> str:
    """The stem of the unit behind a number: "minut", "m2" for square metres; "" for none."""
    first, second = (*after, "", "")[:2]
    if (first, second) == ("per", "cent"):
        return "percent"
    return "m2" if first in ("square", "sq") and words.stem(second) in _METRES else words.stem(first)


_METRES = words.stems("metre metres meter meters m")
