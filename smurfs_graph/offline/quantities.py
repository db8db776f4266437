"""How well a number of a text fits a parameter: by its unit, the nouns beside it, and the bound that it sets."""

import re

from smurfs_graph.offline import words
from smurfs_graph.offline.documents import Document, Parameter
from smurfs_graph.offline.lexicon import NUMBERED, PEOPLE
from smurfs_graph.offline.measures import factor, unit_of
from smurfs_graph.offline.mentions import LINKS, PREPOSITIONS, Mention
from smurfs_graph.offline.typed_values import directed

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
metre meter cm centimetre percent litre liter tonne star watt kilowatt kw
"""
)
_COINS = words.stems("euro dollar pound franc")
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
    scaled = round((mention.number or 0.0) * (factor(parameter, unit_of(mention.after)) or 1.0), 6)
    if mention.number is None or (parameter.type == "integer" and scaled != int(scaled)):
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
    if (labelled := _by_label(parameter, mention, document)) is not None:
        return labelled
    if mention.before[-1:] and mention.before[-1] in ("last", "first", "top", "latest", "next") and set(own) & _LIMITS:
        return 0.9
    bounded = next((word for word in words.identifier_words(parameter.name) if word in ("max", "min")), "")
    limited = bounded or _limited(parameter)
    fit = _by_unit(parameter, mention, document)
    unit = words.stem(mention.after[0]) if mention.after else ""
    plain = not mention.currency and unit not in MEASURES
    dated = {"year", "vintag"} & set(own) or parameter.description.lower().startswith(("year", "the year", "vintage"))
    if dated and plain and not fit and 1900 <= mention.number <= 2100:
        return directed(parameter, mention, 0.8)
    nouns = [one for one in mention.labels[:1] if not words.action_groups(one)]
    if not fit and set(own) & COUNTS and ((unit and unit not in MEASURES) or not nouns):
        fit = 0.65 if mention.number < 1000 and (unit or len(mention.value) < 4) else 0.3
    if not fit and (set(own) & set(document.tool.nouns) or own == ("number",)):
        fit = 0.8 * max((words.best_likeness(one, document.tool.nouns) for one in mention.labels[:1]), default=0.0)
    if set(own) & _PLAIN and _only_number(parameter, document) and parameter.required and not mention.currency:
        fit = max(fit, 0.55)
    if not fit and _only_number(parameter, document) and not mention.currency and unit not in ("percent", "year"):
        fit = 0.45 if parameter.required and not unit else 0.0
    return fit if limited == mention.bound and not bounded else _bounded(fit, bounded, mention)


def _limited(parameter: Parameter) -> str:
    """Which bound a parameter is by its description: "highest amount to go to" is a maximum."""
    own, told = set(parameter.words), parameter.description.lower()
    if own & {"limit", "budget", "cap"} or re.search(r"\b(?:highest|most|maximum|upper|at most|up to)\b", told):
        return "max"
    return "min" if re.search(r"\b(?:lowest|least|minimum|at least)\b", told) else ""


def labelled_elsewhere(parameter: Parameter, mention: Mention, document: Document) -> bool:
    """Whether the word right before a number says that it is another parameter's: "lot 301"."""
    return _by_label(parameter, mention, document) == 0.0


def _by_label(parameter: Parameter, mention: Mention, document: Document) -> float | None:
    """What the word right before a number says: "lot 301" is the parameter's of that name, and no other's."""
    near = [word for word in mention.before if word not in LINKS][-1:]
    label = words.stem(near[0]) if near else ""
    behind = mention.after[:1]
    counted = bool(behind) and behind[0] not in words.STOP and behind[0] not in PREPOSITIONS
    called = {one.name for one in document.parameters if label in one.words and not one.options}
    numbered = counted and parameter.name in called and measured(mention) == "" and not words.action_groups(near[0])
    if numbered and label == _head(parameter):
        return 0.95
    if not label or mention.currency or mention.bound or (counted and mention.before[-1:] == tuple(near)):
        return None
    if parameter.name in called and (not counted or label in NUMBERED):
        return 0.95 if mention.kind == "number" or parameter.kind == "id" else 0.9
    if not called or parameter.name in called:
        return None
    plain = near[0] not in words.STOP and near[0] not in PREPOSITIONS
    return 0.0 if label in NUMBERED | PEOPLE | _CALLED or (plain and not counted) else None


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
    own, unit = parameter.words, unit_of(mention.after)
    told = tuple(words.topic(parameter.description))
    label = max((words.best_likeness(one, own) for one in mention.labels[:2]), default=0.0)
    behind = mention.after[: 1 if mention.after and _small(mention.after[0]) else 2]
    behind = mention.after[1:3] if mention.after[:1] in (("in",), ("of",)) else behind
    noun = max((words.best_likeness(words.stem(word), own) for word in behind), default=0.0)
    noun = max(noun, 0.9 if unit and {unit, _UNITS.get(unit, unit)} & set(own) else 0.0)
    noun = max(noun, 0.85 if factor(parameter, unit) else 0.0)
    noun = max(noun, _heads(parameter, mention, unit))
    described = 0.65 * max((words.best_likeness(words.stem(word), told) for word in mention.after[:1]), default=0.0)
    described = max(described, 0.6 * max((words.best_likeness(one, told) for one in mention.labels[:1]), default=0.0))
    money = bool(set(own) & MONEY)
    if mention.currency or unit in _COINS:
        priced = label == 1 or bool(set(told) & (MONEY | _COINS))
        return max(label, noun, described, 0.8) if money else max(described, 0.6) if priced else 0.0
    if unit == "percent" or "percent" in mention.after[:1]:
        return 0.9 if _PERCENT & {*own, *told} else 0.0
    if unit in MEASURES and max(noun, described) < 0.6:
        return 0.6 if money and label > 0.7 else 0.0
    fit = max(label, noun, described)
    if money and fit < 0.6:
        fit = max(fit, 0.5 if mention.number is not None and mention.number >= 100 else 0.3)
    return fit


def _head(parameter: Parameter) -> str:
    """The stem of the thing that a parameter numbers: "lot" in `lot_no`."""
    own = [word for word in parameter.words if word not in _CALLED]
    return own[-1] if own else ""


def _small(word: str) -> bool:
    return word in words.STOP or word in PREPOSITIONS


def _heads(parameter: Parameter, mention: Mention, unit: str) -> float:
    """How well a number of people fits: "two people", "six of us", and "for four" with nothing behind."""
    own = set(parameter.words)
    many = own & _HEADS or (own & PEOPLE and parameter.name.endswith("s"))
    if not many:
        return 0.0
    if unit in _PERSONS or mention.after[:2] == ("of", "us"):
        return 0.85
    lonely = not mention.after or _small(mention.after[0])
    said = mention.before[-1:] == ("for",) or mention.before[-2:] == ("we", "are")
    return 0.5 if lonely and said and not mention.bound and mention.value.isdigit() and len(mention.value) < 3 else 0.0


def _bounded(fit: float, bounded: str, mention: Mention) -> float:
    if bounded:
        return min(1.0, max(fit, 0.4) + 0.4) if mention.bound == bounded else 0.0
    return max(0.0, fit - (0.35 if measured(mention) else 0.4)) if mention.bound else fit


def measured(mention: Mention) -> str:
    """The unit behind a number, or ""."""
    unit = words.stem(mention.after[0]) if mention.after else ""
    return unit if unit in MEASURES else ""
