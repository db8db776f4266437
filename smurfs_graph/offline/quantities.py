"""How well a number of a text fits a parameter: by its unit, the nouns beside it, and the bound that it sets."""

import re

from smurfs_graph.offline import words
from smurfs_graph.offline.documents import Document, Parameter
from smurfs_graph.offline.lexicon import NUMBERED, PEOPLE
from smurfs_graph.offline.mentions import Mention

MONEY = words.stems(
    """
amount price cost fee budget principal value sum deposit loan income salary fare rent insured money payment rate charge
"""
)
COUNTS = words.stems("quantity qty count number copies units pieces portions servings")
_HEADS = words.stems(
    "guests people persons passengers adults party seats tickets diners travellers visitors servings size"
)
_PERSONS = words.stems("person people guest adult passenger traveller visitor diner us")
MEASURES = words.stems(
    """
night day week month year hour minute second euro dollar pound franc kg kilo kilogram gram km kilometre kilometer mile
metre meter cm centimetre percent litre liter tonne star
"""
)
_PERCENT = words.stems("rate percent percentage discount interest tip tax")
_UNITS = {
    "kilo": "kg", "kilogram": "kg", "gram": "g", "kilometre": "km", "kilometer": "km", "centimetre": "cm",
    "metre": "m", "meter": "m", "minut": "min", "hour": "h", "degre": "celsius", "g": "gram", "kg": "kilogram",
}  # fmt: skip
_LIMITS = words.stems("limit top max count n results number")
_CALLED = words.stems("number no nr id reference ref agreement code")
_PLAIN = words.stems("value amount number quantity magnitude x n")
_DIGITS = {"three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}


def number_fitness(parameter: Parameter, mention: Mention, document: Document) -> float:
    """How sure it is that a number is the parameter's value (0 to 1)."""
    if mention.number is None or (parameter.type == "integer" and mention.number != int(mention.number)):
        return 0.0
    if counted := _counted_digits(parameter):
        year = (
            "year" not in parameter.words
            and mention.direct_preposition in ("in", "of", "since", "during")
            and 1900 <= mention.number <= 2100
        )
        plain = mention.value.isdigit() and len(mention.value) == counted and not measured(mention)
        return 0.85 if plain and not year else 0.0
    own = parameter.words
    if not _numbers_a_thing(parameter, mention, document):
        return 0.0
    if mention.before[-1:] and mention.before[-1] in ("last", "first", "top", "latest", "next") and set(own) & _LIMITS:
        return 0.9
    bounded = next((word for word in words.identifier_words(parameter.name) if word in ("max", "min")), "")
    fit = _by_unit(parameter, mention, document)
    unit = words.stem(mention.after[0]) if mention.after else ""
    if "year" in own and not unit.isalpha() | bool(fit) and 1900 <= mention.number <= 2100:
        fit = 0.8
    nouns = [one for one in mention.labels[:1] if not words.action_groups(one)]
    if not fit and set(own) & COUNTS and ((unit and unit not in MEASURES) or not nouns):
        fit = 0.65 if mention.number < 1000 and (unit or len(mention.value) < 4) else 0.3
    if not fit and (set(own) & set(document.tool.nouns) or own == ("number",)):
        fit = 0.8 * max((words.best_likeness(one, document.tool.nouns) for one in mention.labels[:1]), default=0.0)
    if set(own) & _PLAIN and _only_number(parameter, document) and parameter.required and not mention.currency:
        fit = max(fit, 0.55)
    if not fit and _only_number(parameter, document) and not mention.currency and unit not in ("percent", "year"):
        fit = 0.45 if parameter.required and not unit else 0.0
    return _bounded(fit, bounded, mention)


def _numbers_a_thing(parameter: Parameter, mention: Mention, document: Document) -> bool:
    """Whether a number may stand for a thing, where the parameter takes such; and no such number an amount."""
    called = parameter.words[-1] in _CALLED or parameter.words[-1] in NUMBERED
    near = any(
        words.best_likeness(label, (*parameter.words, *document.tool.nouns)) >= 0.75 for label in mention.labels[:2]
    )
    if mention.kind == "id":
        return called or near or parameter.kind == "id"
    counts = bool(mention.after) and mention.after[0] not in words.STOP and words.stem(mention.after[0]) not in PEOPLE
    small = parameter.words[-1] in _CALLED and len(parameter.words) > 1 and len(mention.value) < 3
    return not small or near or not counts


def _counted_digits(parameter: Parameter) -> int:
    """How many digits an identifier has by its description ("four-digit staff id"), or 0."""
    match = re.search(
        r"\b(?P<count>\d|three|four|five|six|seven|eight)[- ]digits?\b", parameter.description, re.IGNORECASE
    )
    return (_DIGITS.get(match["count"].lower()) or int(match["count"])) if match else 0


def _only_number(parameter: Parameter, document: Document) -> bool:
    return not any(
        one is not parameter and one.type in ("integer", "number") and one.required for one in document.parameters
    )


def _by_unit(parameter: Parameter, mention: Mention, document: Document) -> float:
    """What the words beside the number say for the parameter."""
    own, unit = parameter.words, words.stem(mention.after[0]) if mention.after else ""
    told = tuple(words.topic(parameter.description))
    label = max((words.best_likeness(one, own) for one in mention.labels[:2]), default=0.0)
    noun = max((words.best_likeness(words.stem(word), own) for word in mention.after[:2]), default=0.0)
    noun = max(noun, 0.9 if unit and {unit, _UNITS.get(unit, unit)} & set(own) else 0.0)
    if unit in _PERSONS and set(own) & _HEADS:
        noun = max(noun, 0.85)
    described = 0.65 * max((words.best_likeness(words.stem(word), told) for word in mention.after[:1]), default=0.0)
    described = max(described, 0.6 * max((words.best_likeness(one, told) for one in mention.labels[:1]), default=0.0))
    money = bool(set(own) & MONEY)
    if mention.currency or unit in ("euro", "dollar", "pound", "franc"):
        return max(label, noun, described, 0.8) if money else 0.0
    if unit == "percent" or "percent" in mention.after[:1]:
        return 0.9 if _PERCENT & {*own, *told} else 0.0
    if unit in MEASURES and max(noun, described) < 0.6:
        return 0.6 if money and label > 0.7 else 0.0
    fit = max(label, noun, described)
    if money and fit < 0.6:
        fit = max(fit, 0.5 if mention.number is not None and mention.number >= 100 else 0.3)
    return fit


def _bounded(fit: float, bounded: str, mention: Mention) -> float:
    if bounded:
        return min(1.0, max(fit, 0.4) + 0.4) if mention.bound == bounded else 0.0
    return max(0.0, fit - 0.4) if mention.bound else fit


def measured(mention: Mention) -> str:
    """The unit behind a number, or ""."""
    unit = words.stem(mention.after[0]) if mention.after else ""
    return unit if unit in MEASURES else ""
