"""How well a mention of the text fits a parameter: by kind, by the words around it and by the parameter's own words."""

import re
from dataclasses import dataclass

from smurfs_graph.offline import words
from smurfs_graph.offline.documents import Document, Parameter, shape
from smurfs_graph.offline.mentions import Mention

_FIRST = frozenset(
    [
        "from",
        "start",
        "begin",
        "origin",
        "source",
        "departure",
        "depart",
        "checkin",
        "after",
        "since",
        "earliest",
        "pickup",
        "min",
        "in",
        "base",
        "outbound",
    ]
)
_LAST = frozenset(
    [
        "to",
        "end",
        "until",
        "destination",
        "target",
        "arrival",
        "return",
        "checkout",
        "before",
        "due",
        "latest",
        "dropoff",
        "max",
        "out",
        "till",
        "quote",
        "inbound",
        "by",
    ]
)
_PEOPLE = frozenset(
    words.stem(word)
    for word in [
        "person",
        "guest",
        "people",
        "adult",
        "passenger",
        "traveler",
        "traveller",
        "party",
        "attendee",
        "seat",
        "size",
        "pax",
        "diner",
        "participant",
        "visitor",
    ]
)
_PLACE_PREPOSITIONS = frozenset(
    [
        "in",
        "at",
        "near",
        "to",
        "from",
        "around",
        "for",
        "of",
        "within",
        "into",
        "via",
        "through",
        "towards",
        "over",
        "outside",
        "inside",
    ]
)
_CREATOR = frozenset(
    words.stem(word)
    for word in [
        "author",
        "writer",
        "artist",
        "director",
        "creator",
        "composer",
        "brand",
        "manufacturer",
        "publisher",
        "performer",
        "singer",
    ]
)
_LABELLED = frozenset(["named", "called", "titled"])
_WORDED = ("other", "name", "text", "place")
_PERCENT = frozenset(
    words.stem(word) for word in ["rate", "interest", "percent", "percentage", "discount", "tax", "tip"]
)
_MONEY = frozenset(words.stem(word) for word in ["amount", "principal", "price", "loan", "value", "sum", "cost"])
_QUANTITY = frozenset(words.stem(word) for word in ["quantity", "qty", "copies", "units", "pieces"])
_MEASURES = frozenset(
    words.stem(word)
    for word in [
        "person",
        "people",
        "day",
        "night",
        "week",
        "month",
        "year",
        "hour",
        "minute",
        "euro",
        "dollar",
        "pound",
        "kg",
        "gram",
        "km",
        "mile",
        "percent",
        "star",
        "guest",
    ]
)
_ADJECTIVE = re.compile(r"^[A-Z]\w+(?:ian|ean|ese|ish|can|man|nch|ench|eek|ai)$")
_CODED = frozenset(
    [
        "host",
        "hostname",
        "plate",
        "server",
        "machine",
        "device",
        "username",
        "login",
        "account",
        "model",
        "flight",
        "train",
        "service",
        "room",
        "version",
        "gate",
        "line",
    ]
)
_TITLE = words.stem("title")
_MESSAGE = frozenset(
    ["message", "text", "saying", "says", "comment", "note", "subject", "body", "reading", "reason", "that"]
)
_COUNTING = frozenset(words.stem(word) for word in ["limit", "count", "top", "max", "results", "number", "n"])


@dataclass(frozen=True)
class Asked:
    """What a parameter is filled for: its document, and how many parameters of each kind the document has."""

    document: Document
    peers: int
    """Required parameters of the same kind."""


def score(parameter: Parameter, mention: Mention, asked: Asked) -> float:
    """How sure it is that the mention is the parameter's value (0 to 1)."""
    if _named_outright(parameter, mention) or _postcode(parameter, mention):
        return 0.93
    match parameter.kind:
        case "id":
            return _id(parameter, mention, asked)
        case "date" | "datetime" | "month" | "time":
            return _when(parameter, mention, asked)
        case "number":
            return _number(parameter, mention, asked)
        case "email" | "phone" | "url":
            return 0.9 if mention.kind == parameter.kind else 0.0
        case "currency":
            return _currency(parameter, mention, asked)
        case "place":
            return _place(parameter, mention, asked)
        case "name" | "other":
            return _name(parameter, mention, asked)
        case "text":
            return _text(parameter, mention)
        case _:
            return 0.0


def _postcode(parameter: Parameter, mention: Mention) -> bool:
    """Whether a bare number is a postcode for a parameter that takes one."""
    coded = bool({"postcode", "zip", "zipcode", "postal"} & set(words.identifier_words(parameter.name)))
    return (
        coded
        and mention.kind == "number"
        and mention.value.isdigit()
        and 4 <= len(mention.value) <= 6
        and not mention.currency
    )


def _named_outright(parameter: Parameter, mention: Mention) -> bool:
    """Whether the parameter's own word stands right before the value: "postcode 8010", "the reference 'March rent'"."""
    if (
        parameter.type != "string"
        or not mention.before
        or mention.bound
        or parameter.kind in ("enum", "currency", "list")
    ):
        return False
    plain = mention.kind == "quote" or (mention.kind == "number" and mention.value.isdigit() and not mention.currency)
    return (
        plain
        and parameter.kind not in ("date", "time", "datetime", "month")
        and words.stem(mention.before[-1]) == parameter.words[-1]
    )


def side(parameter: Parameter) -> str:
    """Which end of a span the parameter's name speaks of: "first", "last" or ""."""
    parts = set(words.identifier_words(parameter.name))
    first, last = bool(parts & _FIRST), bool(parts & _LAST)
    return "" if first == last else "first" if first else "last"


def label_likeness(parameter: Parameter, mention: Mention, asked: Asked) -> float:
    """How well the word that says what the mention is agrees with the parameter; -1 where it names something else."""
    labels = [label for label in mention.labels[:2] if not _is_verb(label) and not label.isdigit()]
    if not labels:
        return 0.0
    own = parameter.entity or asked.document.tool.nouns
    best = max(words.best_likeness(labels[0], own), words.best_likeness(labels[0], parameter.words))
    if len(labels) > 1:
        best = max(best, words.best_likeness(labels[1], parameter.entity) - 0.1)
    described = tuple(words.topic(parameter.description))
    best = max(best, 0.8 if labels[0] in described else 0.0)
    if not parameter.entity or not _names_other(parameter, labels[0]):
        best = max(best, 0.75 * words.best_likeness(labels[0], asked.document.tool.nouns))
    return best if best >= 0.5 else -1.0 if mention.noun_before or mention.kind != "name" else 0.0


def _names_other(parameter: Parameter, label: str) -> bool:
    return words.best_likeness(label, parameter.entity) < 0.7


def _is_verb(stem: str) -> bool:
    return (bool(words.action_groups(stem)) and stem not in ("order", "book")) or words.is_asking(stem)


def _id(parameter: Parameter, mention: Mention, asked: Asked) -> float:
    alike = _sample_likeness(parameter, mention.value)
    label = label_likeness(parameter, mention, asked)
    if label <= 0 and mention.kind in ("id", "number") and belongs_elsewhere(parameter, mention, asked):
        return 0.2
    if mention.kind == "id":
        if label >= 0.5:
            return 0.75 + 0.2 * label
        if label < 0:
            return 0.6 if alike == 1 and not parameter.entity else 0.1
        return 0.1 if alike < 0 else 0.85 if alike == 1 else 0.65
    if mention.kind == "number" and not mention.currency and not mention.bound and mention.value.isdigit():
        return 0.7 + 0.2 * label if label >= 0.7 else 0.75 if alike == 1 and label == 0 else 0.0
    if mention.kind == "code":
        coded = {"code", "symbol", "ticker", "iata", "key"} & set(words.identifier_words(parameter.name))
        return _directed(parameter, mention, 0.85) if coded else 0.6 if alike == 1 else 0.0
    if mention.kind == "quote":
        return 0.7 if (label >= 0.5 or alike == 1) and " " not in mention.value else 0.0
    return 0.0


def _sample_likeness(parameter: Parameter, value: str) -> int:
    """1 where the value has the form of the document's examples, -1 where it has another, 0 where there are none."""
    samples = [sample for sample in parameter.examples if any(char.isdigit() for char in sample) or sample.isupper()]
    if not samples:
        return 0
    return 1 if any(shape(sample) == shape(value) for sample in samples) else -1


def _directed(parameter: Parameter, mention: Mention, base: float) -> float:
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


def _when(parameter: Parameter, mention: Mention, asked: Asked) -> float:
    if not mention.value:
        return 0.0
    kinds = {"date": ("date",), "datetime": ("datetime", "date"), "month": ("month",), "time": ("time",)}
    if mention.kind not in kinds[parameter.kind]:
        return 0.0
    if parameter.kind == "datetime" and mention.kind == "date":
        return 0.3
    near = [words.stem(word) for word in mention.before[-4:]]
    cue = max((words.best_likeness(word, parameter.words) for word in near if word not in words.STOP), default=0.0)
    base = 0.82 + 0.06 * (cue >= 0.7)
    return _directed(parameter, mention, base)


def _number(parameter: Parameter, mention: Mention, asked: Asked) -> float:
    if mention.number is None or (mention.kind == "id" and not parameter.required):
        return 0.0
    own = parameter.words
    bound = "max" if {"max", "maximum", "upto"} & set(own) else "min" if {"min", "minimum"} & set(own) else ""
    described = tuple(words.topic(parameter.description))
    after = [words.stem(word) for word in mention.after[:2]]
    joined = bool(mention.after[:1]) and (
        mention.after[0] not in words.STOP or mention.after[0] in ("per", "a", "each")
    )
    near = _nearest(after, 1 if joined else 0) + list(mention.labels[:2])
    plain = tuple(word for word in own if word not in ("max", "min", "maximum", "minimum", "num", "number"))
    hit = max((words.best_likeness(word, plain) for word in near), default=0.0)
    hit = max(hit, max((0.8 for word in near if word in described and len(word) > 2), default=0.0))
    if set(plain) & _PEOPLE:
        hit = max([hit, *(1.0 for word in near if word in _PEOPLE)])
    if mention.currency or any(word in ("euro", "dollar", "pound", "eur", "usd", "gbp") for word in after[:1]):
        money = {
            "price",
            "cost",
            "fare",
            "budget",
            "amount",
            "rent",
            "total",
            "value",
            "spend",
            "fee",
            "sum",
            "salary",
            "principal",
            "deposit",
            "loan",
        }
        hit = max(hit, 0.95 if {words.stem(word) for word in money} & set(plain) else 0.0)
    if "percent" in after[:1]:
        hit = max(hit, 0.95) if set(plain) & _PERCENT or "percent" in described else 0.0
    if set(plain) & _MONEY and any(word in asked.document.tool.nouns for word in near):
        hit = max(hit, 0.85)
    if set(own) & _QUANTITY and not mention.bound and _unit(mention) and words.stem(_unit(mention)) not in _MEASURES:
        hit = max(hit, 0.8)
    if "year" in own and mention.value.isdigit() and 1800 <= mention.number <= 2100 and near[:1] != ["year"]:
        hit = (
            max(hit, 0.9) if not mention.currency and mention.direct_preposition in ("in", "from", "for", "of") else hit
        )
    if set(own) & _COUNTING and not set(plain) - _COUNTING:
        hit = (
            1.0
            if mention.before[-1:] in (("top",), ("first",), ("last",), ("latest",), ("newest",), ("next",), ("only",))
            and not mention.bound
            else 0.0
        )
    return _bounded(parameter, mention, bound, hit, asked)


def _bounded(parameter: Parameter, mention: Mention, bound: str, hit: float, asked: Asked) -> float:
    if bound and mention.bound != bound:
        return 0.82 if bound == "min" and not mention.bound and hit >= 0.75 and not parameter.required else 0.2
    if bound and hit < 0.7:
        only = sum(1 for other in asked.document.parameters if other.name.startswith(bound)) == 1
        return 0.82 if only and (not _unit(mention) or mention.currency) else 0.3
    if not bound and mention.bound and not parameter.required:
        return 0.8 if hit >= 0.9 and mention.bound == "max" else 0.3
    if hit >= 0.7:
        return 0.8 + 0.15 * hit
    return 0.6 if asked.peers == 1 and parameter.required and not mention.bound and not _clock_number(mention) else 0.2


def _unit(mention: Mention) -> str:
    return mention.after[0] if mention.after and mention.after[0] not in words.STOP else ""


def _clock_number(mention: Mention) -> bool:
    return bool(mention.before) and mention.before[-1] in ("room", "page", "chapter", "version", "level")


def _nearest(after: list[str], wanted: int) -> list[str]:
    return [word for word in after[: wanted + 1] if word]


def _currency(parameter: Parameter, mention: Mention, asked: Asked) -> float:
    if not mention.currency:
        return 0.0
    ends = set(words.identifier_words(parameter.name))
    last, first = bool(ends & {"to", "target", "quote"}), bool(ends & {"from", "base", "source"})
    word = mention.direct_preposition
    beside_number = (
        bool(mention.before) and mention.before[-1].replace(",", "").replace(".", "").isdigit()
    ) or mention.kind == "number"
    if last:
        return 0.95 if word in ("to", "into", "in") and not beside_number else 0.7 if word == "and" else 0.15
    if first:
        return 0.95 if beside_number or word == "from" else 0.6 if word not in ("to", "into", "in") else 0.1
    return 0.85 if mention.kind != "number" else 0.6


def _place(parameter: Parameter, mention: Mention, asked: Asked) -> float:
    if mention.kind not in ("name", "quote", "code"):
        return 0.0
    if mention.kind == "code" and mention.currency:
        return 0.0
    label = label_likeness(parameter, mention, asked)
    if mention.value[:1].isdigit():
        return 0.92 if "address" in parameter.words else 0.1
    own_noun = mention.after[:1] and words.stem(mention.after[0]) in parameter.words
    if mention.possessive and own_noun:
        return 0.1
    word = mention.preposition
    if belongs_elsewhere(parameter, mention, asked):
        return 0.2
    if mention.labels and words.best_likeness(mention.labels[0], parameter.words) >= 0.9:
        return 0.95
    if word in ("to", "from", "into") and not mention.labels and not side(parameter):
        return 0.6
    if word in _PLACE_PREPOSITIONS and not mention.labels:
        return _directed(parameter, mention, 0.85)
    if word and word not in _PLACE_PREPOSITIONS:
        return 0.55 if word in ("between", "and", "versus", "vs") else 0.1
    if label < 0:
        return 0.1
    inside = mention.after[:1] in (("in",), ("at",))
    return 0.62 if mention.possessive or inside or label > 0 else 0.45


def _name(parameter: Parameter, mention: Mention, asked: Asked) -> float:
    if mention.kind == "id":
        return _coded_name(parameter, mention, asked)
    if mention.kind not in ("name", "quote", "code") or (mention.currency and parameter.kind == "name"):
        return 0.0
    if mention.kind == "quote" and _TITLE in parameter.words:
        return 0.96
    if mention.kind == "quote" and set(mention.before[-3:]) & _MESSAGE:
        return 0.1
    label, word = label_likeness(parameter, mention, asked), mention.direct_preposition
    entity = set(parameter.entity) | ({"name"} & set(parameter.words))
    if mention.before and mention.before[-1] in _LABELLED and (entity & {"name", _TITLE} or label >= 0):
        return 0.92
    exact = max((words.likeness(found, own) for found in mention.labels[:1] for own in parameter.words), default=0.0)
    if exact >= 0.75:
        return 0.85 + 0.1 * exact
    if belongs_elsewhere(parameter, mention, asked):
        return 0.2
    if entity & _CREATOR and label < 0.7:
        return 0.95 if word == "by" else 0.3
    return (
        _other(parameter, mention, asked, label, word)
        if parameter.kind == "other"
        else _person(parameter, mention, label, word)
    )


def _person(parameter: Parameter, mention: Mention, label: float, word: str) -> float:
    if label >= 0.7:
        return 0.9
    if label < 0:
        return 0.15 if parameter.entity else 0.3
    if {"donor", "sender", "payer"} & set(parameter.words) and word == "from":
        return 0.9
    if {"recipient", "receiver", "paye", "payee", "addressee"} & set(parameter.words) and word in ("to", "for"):
        return 0.9
    if word in ("to", "from"):
        return 0.52
    if word in ("in", "at", "near") or _adjective(mention):
        return 0.25
    return 0.75 if mention.possessive or mention.kind == "quote" else 0.68


def _other(parameter: Parameter, mention: Mention, asked: Asked, label: float, word: str) -> float:
    following = words.stem(mention.after[0]) if mention.after else ""
    if parameter.words and following and words.likeness(following, parameter.words[-1]) >= 0.9:
        return 0.9
    if _adjective(mention):
        alike = any(_ADJECTIVE.search(sample) for sample in parameter.examples)
        return 0.85 if alike or "cuisine" in parameter.words or "nationality" in parameter.words else 0.2
    if label >= 0.7:
        return 0.82
    inside = parameter not in asked.document.parameters
    sole = inside or (
        parameter.required and sum(one.required and one.kind in _WORDED for one in asked.document.parameters) == 1
    )
    if label < 0 or word == "by":
        return 0.2
    if mention.currency or word in ("in", "at", "on", "near"):
        return 0.3
    return (0.7 if mention.kind == "quote" else 0.55) if sole else 0.3


def _adjective(mention: Mention) -> bool:
    """Whether a capitalised word is an adjective of the noun behind it: "Italian" in "Italian recipes"."""
    return (
        mention.kind == "name"
        and bool(_ADJECTIVE.search(mention.value))
        and " " not in mention.value
        and bool(mention.after)
    )


def belongs_elsewhere(parameter: Parameter, mention: Mention, asked: Asked) -> bool:
    """Whether the words around say that something of the mention is meant: "the capital of Estonia", "Oslo's port"."""
    near = [word for word in mention.before if word not in ("the", "a", "an")]
    possessed = words.stem(mention.after[0]) if mention.possessive and mention.after else ""
    linked = len(near) > 1 and near[-1] in (("of",) if asked.document.tool.acts else ("of", "for", "behind"))
    owner = words.stem(near[-2]) if linked and near[-2] not in words.STOP else possessed
    if not owner or words.is_asking(owner) or any(char.isdigit() for char in owner):
        return False
    if "city" in parameter.words and owner == "capital":
        return True
    if parameter.kind == "name" and mention.kind == "name":
        owned = [words.stem(word) for word in mention.after[:3]] if possessed else [owner]
        return any(words.best_likeness(word, (*asked.document.tool.nouns, *parameter.entity)) >= 0.9 for word in owned)
    if words.best_likeness(owner, parameter.entity) >= 0.9:
        return bool(possessed) or mention.kind in ("id", "number") or near[-1] != "of"
    tool = asked.document.tool
    return words.best_likeness(owner, (*tool.name_words, *tool.description_words)) < 0.7 and not words.action_groups(
        owner
    )


def _coded_name(parameter: Parameter, mention: Mention, asked: Asked) -> float:
    """An identifier where a name is asked for: a host, a login, a model."""
    label, alike = label_likeness(parameter, mention, asked), _sample_likeness(parameter, mention.value)
    if label >= 0.5 or alike == 1:
        return 0.88
    if label == 0 and not (set(words.identifier_words(parameter.name)) & _CODED):
        return 0.3
    dotted = "." in mention.value and any("." in sample for sample in parameter.examples)
    return 0.15 if label < 0 else 0.85 if dotted else 0.6


def _text(parameter: Parameter, mention: Mention) -> float:
    about = bool({"about", "on", "regarding", "concerning"} & set(mention.before[-2:]))
    if mention.kind == "quote":
        return 0.95 if about or not set(parameter.words) & {"subject", "topic"} else 0.7
    base = {"name": 0.55, "code": 0.5}.get(mention.kind, 0.0)
    return base + (0.35 if about else 0.0) if base and not mention.currency else 0.0
