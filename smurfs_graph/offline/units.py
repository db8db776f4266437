"""Conversions between units: the number and its unit from the text, or from the key of an earlier answer."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from smurfs_graph.offline import words
from smurfs_graph.offline.currencies import CODES, CURRENCIES
from smurfs_graph.offline.documents import Document, Parameter
from smurfs_graph.offline.mentions import Mention
from smurfs_graph.offline.records import Group
from smurfs_graph.offline.typed_values import side

_UNITS = words.listed(
    """
    km m cm mm mi mile kilometre kilometer metre meter centimetre centimeter inch foot feet yard kg g mg lb pound
    ounce oz gram kilogram stone tonne ton litre liter l ml gallon pint cup celsius fahrenheit kelvin c f k second
    minute hour day week km/h mph knot acre hectare tablespoon teaspoon
    """
)
_DIMENSIONS: tuple[dict[str, str], ...] = tuple(
    {written: names.split()[0] for names in one.split(", ") for written in names.split()}
    for one in (
        "km kilometre kilometer, m metre meter, cm centimetre centimeter, mm, mile mi, yard yd, foot feet ft, inch",
        "kg kilogram kilo, g gram, mg milligram, tonne ton t, pound lb, ounce oz, stone st",
        "l litre liter, ml millilitre milliliter, gallon, pint, cup, tablespoon, teaspoon",
        "celsius c, fahrenheit f, kelvin k",
        "second s sec, minute min, hour h, day, week",
        "km/h kmh, mph, knot",
        "acre, hectare ha",
    )
)
"""The units of each kind of measure as they are written, with one name for each unit."""
_TARGET = re.compile(
    r"\b(?:to|into|in|as) (?P<unit>[^\W\d_]+(?:/[^\W\d_]+)?)\s*(?=$|[?.,;)(]|and\b|from\b)", re.IGNORECASE
)
_ABOUT = re.compile(r"\(about the (?P<noun>[^;()]+)")


def conversion(
    document: Document, text: str, found: Sequence[Mention], earlier: Sequence[Group]
) -> tuple[dict[str, Any], list[Mention]]:
    """The arguments of a conversion, and the mentions used, where the document takes a number and two units."""
    units = [one for one in document.parameters if words.stem("unit") in one.words and one.type == "string"]
    ends = {side(one): one for one in units}
    numbers = [one for one in document.parameters if one.type in ("number", "integer") and one.required]
    first, last = ends.get("first"), ends.get("last")
    if len(numbers) != 1:
        return {}, []
    if first is None or last is None:
        return _exchange(document, numbers[0], text, found, earlier), []
    target = next((match["unit"] for match in _TARGET.finditer(text) if _is_unit(match["unit"])), "")
    measured = [one for one in found if one.number is not None and one.after and _is_unit(one.after[0])]
    if not target or len(measured) > 1:
        return {}, []
    if measured:
        source = measured[0]
        return _arguments(numbers[0], source.number or 0.0, first, source.after[0], last, target), [source]
    if known := _known(text, target, earlier):
        return _arguments(numbers[0], known[0], first, known[1], last, target), []
    return {}, []


def _exchange(
    document: Document, number: Parameter, text: str, found: Sequence[Mention], earlier: Sequence[Group]
) -> dict[str, Any]:
    """The arguments of an exchange of money that an earlier answer tells, where the text names no amount itself."""
    ends = {side(one): one for one in document.parameters if one.kind == "currency" and one.required}
    first, last = ends.get("first"), ends.get("last")
    targets = list(dict.fromkeys(one.currency for one in found if one.currency))
    if first is None or last is None or len(targets) != 1 or any(one.number is not None for one in found):
        return {}
    known = _priced(text, earlier)
    if known is None or known[1] == targets[0]:
        return {}
    if any(one.options and value not in one.options for one, value in ((first, known[1]), (last, targets[0]))):
        return {}
    amount = int(known[0]) if known[0] == int(known[0]) else known[0]
    return {number.name: amount, first.name: known[1], last.name: targets[0]}


def _is_unit(word: str) -> bool:
    low = word.lower()
    return low in _UNITS or low.removesuffix("s") in _UNITS


def _same_kind(first: str, second: str) -> bool:
    """Whether two units measure the same kind of thing."""
    return any(_unit(first, kind) and _unit(second, kind) for kind in _DIMENSIONS)


def _unit(word: str, kind: dict[str, str]) -> str:
    low = word.lower()
    return kind.get(low) or kind.get(low.removesuffix("s")) or kind.get(low.removesuffix("es"), "")


def _arguments(
    number: Parameter, value: float, first: Parameter, unit: str, last: Parameter, target: str
) -> dict[str, Any]:
    whole = int(value) if value == int(value) else value
    told, wanted = _as_allowed(first, unit), _as_allowed(last, target)
    return {number.name: whole, first.name: told, last.name: wanted} if told and wanted else {}


def _as_allowed(parameter: Parameter, unit: str) -> str:
    """A unit as the parameter's allowed values write it; "" where none of them means it."""
    if not parameter.options:
        return unit
    same = [
        str(one)
        for one in parameter.options
        if str(one).lower() == unit.lower()
        or any((name := _unit(unit, kind)) and name == _unit(str(one), kind) for kind in _DIMENSIONS)
    ]
    return same[0] if same else ""


def _asked(text: str) -> tuple[str, ...]:
    """The stems of what a text points back to, or speaks of."""
    about = _ABOUT.search(text)
    return tuple(words.topic(about["noun"]) if about else words.topic(text))


def _numbers(earlier: Sequence[Group]) -> list[tuple[tuple[str, ...], float, Mapping[str, str]]]:
    """The numbers of single records: the words of each key, the number, and the record that it stands in."""
    found: list[tuple[tuple[str, ...], float, Mapping[str, str]]] = []
    for group in earlier:
        for key, value in group.records[0].items() if len(group.records) == 1 else ():
            if re.fullmatch(r"-?\d+(?:\.\d+)?", plain := value.replace(",", "")):
                found.append((words.identifier_words(key), float(plain), group.records[0]))
    return found


def _only(hits: Sequence[tuple[tuple[str, ...], float, str]], asked: tuple[str, ...]) -> tuple[float, str] | None:
    """The one hit whose key speaks of what is asked for; where none does, the only one."""
    spoken = [one for one in hits if any(words.best_likeness(words.stem(part), asked) >= 0.75 for part in one[0])]
    left = {(number, unit) for _, number, unit in spoken or hits}
    return next(iter(left)) if len(left) == 1 else None


def _known(text: str, target: str, earlier: Sequence[Group]) -> tuple[float, str] | None:
    """The one number of earlier answers whose key ends in a unit of the kind that is wanted."""
    hits = [
        (parts[:-1], number, parts[-1])
        for parts, number, _ in _numbers(earlier)
        if len(parts) > 1 and _is_unit(parts[-1]) and _same_kind(parts[-1], target)
    ]
    return _only(hits, _asked(text))


def _priced(text: str, earlier: Sequence[Group]) -> tuple[float, str] | None:
    """The one amount of money of earlier answers: its key ends in a currency, or its record has one beside it."""
    numbers = _numbers(earlier)
    hits = [
        (parts[:-1], number, code)
        for parts, number, _ in numbers
        if len(parts) > 1 and (code := _code(parts[-1])) and parts[-1] not in _OTHERWISE
    ]
    if hits:
        return _only(hits, _asked(text))
    told = [
        (parts, number, code)
        for parts, number, record in numbers
        if any(words.best_likeness(words.stem(part), _MONEY) >= 0.75 for part in parts)
        and (code := _code(record.get("currency", "")))
    ]
    return _only(told, _asked(text))


def _code(word: str) -> str:
    low = word.lower()
    return (
        word.upper() if word.upper() in CODES else CURRENCIES.get(low, "") or CURRENCIES.get(low.removesuffix("s"), "")
    )


_OTHERWISE = frozenset(["won", "real", "rand", "try"])
"""Currencies that are other words at the end of a key ("matches_won")."""
_MONEY = tuple(words.stems("price cost fee fare amount total balance rate rent"))
