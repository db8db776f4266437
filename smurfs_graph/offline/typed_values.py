"""How well a value fits a parameter of a fixed form: a date, a time, an address, a currency; and the ends of a span."""

import re

from smurfs_graph.offline import words
from smurfs_graph.offline.documents import Parameter
from smurfs_graph.offline.mentions import Mention
from smurfs_graph.offline.patterns import EMAIL, URL

_FIRST = words.listed(
    """
    from start begin origin source departure depart checkin after since earliest pickup min in base outbound first
    """
)
_LAST = words.listed(
    """
    to end until destination target arrival return checkout before due latest dropoff max out till quote inbound by
    last
    """
)
_BIRTH = words.listed("birth born birthday dob birthdate")
_FORMS = {"email": EMAIL, "url": URL}
_KINDS = {"date": ("date",), "datetime": ("datetime", "date"), "month": ("month",), "time": ("time",)}


def side(parameter: Parameter) -> str:
    """Which end of a span the parameter's name speaks of: "first", "last" or ""."""
    if parameter.end:
        return parameter.end if parameter.end != "none" else ""
    parts = set(words.identifier_words(parameter.name))
    if "not" in parts and parts & {"before", "after"}:
        return "first" if "before" in parts else "last"
    first, last = bool(parts & _FIRST), bool(parts & _LAST)
    return "" if first == last else "first" if first else "last"


def typed_fitness(parameter: Parameter, mention: Mention) -> float:
    """How sure it is that the mention is the parameter's value (0 to 1), by its form."""
    if parameter.kind in _KINDS:
        return _when(parameter, mention)
    if parameter.kind == "currency":
        return _currency(parameter, mention)
    if parameter.kind == "phone" and mention.kind in ("id", "number") and not mention.currency:
        digits = sum(char.isdigit() for char in mention.value)
        return 0.8 if 6 <= digits <= 15 and re.fullmatch(r"[\d ()/.-]+", mention.value) else 0.0
    written = _FORMS.get(parameter.kind) if mention.kind == "quote" else None
    return 0.9 if mention.kind == parameter.kind or (written and written.fullmatch(mention.value)) else 0.0


def _when(parameter: Parameter, mention: Mention) -> float:
    if not mention.value or mention.kind not in _KINDS[parameter.kind]:
        return 0.0
    if parameter.kind == "datetime" and mention.kind == "date":
        return 0.3
    if _BIRTH & set(mention.before[-3:]) and not _BIRTH & set(words.identifier_words(parameter.name)):
        return 0.0
    near = [words.stem(word) for word in mention.before[-4:]]
    cue = max((words.best_likeness(word, parameter.words) for word in near if word not in words.STOP), default=0.0)
    return directed(parameter, mention, 0.82 + 0.06 * (cue >= 0.7))


def directed(parameter: Parameter, mention: Mention, base: float) -> float:
    """The base score, raised or lowered by "from" and "to" where the parameter is one end of a span."""
    end = side(parameter)
    if not end:
        return base
    word = mention.direct_preposition or mention.preposition
    if word in ("from", "since", "after", "starting", "between"):
        return base + 0.08 if end == "first" else 0.1
    if word in ("to", "until", "till", "before", "by", "into", "and", "through"):
        return base + 0.08 if end == "last" else 0.1
    return base - 0.1


def _currency(parameter: Parameter, mention: Mention) -> float:
    if not mention.currency:
        return 0.0
    ends = set(words.identifier_words(parameter.name))
    last, first = bool(ends & {"to", "target", "quote"}), bool(ends & {"from", "base", "source"})
    word = mention.direct_preposition
    digits = mention.before[-1].replace(",", "").replace(".", "").isdigit() if mention.before else False
    beside_number = digits or mention.kind == "number"
    if last:
        return 0.95 if word in ("to", "into", "in") and not beside_number else 0.7 if word == "and" else 0.15
    if first:
        return 0.95 if beside_number or word == "from" else 0.6 if word not in ("to", "into", "in") else 0.1
    return 0.85 if mention.kind != "number" else 0.6
