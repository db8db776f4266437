"""Conversions between units: the number and its unit from the text, or from the key of an earlier answer."""

import re
from collections.abc import Sequence
from typing import Any

from smurfs_graph.offline import words
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
_TARGET = re.compile(
    r"\b(?:to|into|in|as) (?P<unit>[^\W\d_]+(?:/[^\W\d_]+)?)\s*(?=$|[?.,;)(]|and\b|from\b)", re.IGNORECASE
)
_ABOUT = re.compile(r"\(about the (?P<noun>[^;()]+)")


def conversion(
    document: Document, text: str, found: Sequence[Mention], earlier: Sequence[Group]
) -> tuple[dict[str, Any], list[Mention]]:
    """The arguments of a conversion, and the mentions used, where the document takes a number and two units."""
    units = [
        one
        for one in document.parameters
        if words.stem("unit") in one.words and one.type == "string" and not one.options
    ]
    ends = {side(one): one for one in units}
    numbers = [one for one in document.parameters if one.type in ("number", "integer") and one.required]
    first, last = ends.get("first"), ends.get("last")
    if first is None or last is None or len(numbers) != 1:
        return {}, []
    target = next((match["unit"] for match in _TARGET.finditer(text) if _is_unit(match["unit"])), "")
    measured = [one for one in found if one.number is not None and one.after and _is_unit(one.after[0])]
    if not target or len(measured) > 1:
        return {}, []
    if measured:
        source = measured[0]
        return _arguments(numbers[0], source.number or 0.0, first, source.after[0], last, target), [source]
    if known := _known(text, earlier):
        return _arguments(numbers[0], known[0], first, known[1], last, target), []
    return {}, []


def _is_unit(word: str) -> bool:
    low = word.lower()
    return low in _UNITS or low.removesuffix("s") in _UNITS


def _arguments(
    number: Parameter, value: float, first: Parameter, unit: str, last: Parameter, target: str
) -> dict[str, Any]:
    whole = int(value) if value == int(value) else value
    return {number.name: whole, first.name: unit, last.name: target}


def _known(text: str, earlier: Sequence[Group]) -> tuple[float, str] | None:
    """The one number of earlier answers whose key ends in a unit, and speaks of what the text points back to."""
    about = _ABOUT.search(text)
    asked = words.topic(about["noun"]) if about else words.topic(text)
    hits: dict[str, tuple[float, str]] = {}
    for group in earlier:
        for key, value in group.records[0].items() if len(group.records) == 1 else ():
            parts = words.identifier_words(key)
            number = re.fullmatch(r"-?\d+(?:\.\d+)?", value.replace(",", ""))
            if (
                number
                and len(parts) > 1
                and _is_unit(parts[-1])
                and any(words.stem(part) in asked for part in parts[:-1])
            ):
                hits[key] = (float(number[0]), parts[-1])
    return next(iter(hits.values())) if len(hits) == 1 else None
