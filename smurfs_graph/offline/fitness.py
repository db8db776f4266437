"""How well one value of a text fits one parameter: by its form, the words beside it, and its preposition."""

import re

from smurfs_graph.offline import words
from smurfs_graph.offline.documents import Document, Parameter
from smurfs_graph.offline.mentions import Mention
from smurfs_graph.offline.scores import Asked, score

_CODES = frozenset(
    [
        "id",
        "ids",
        "code",
        "no",
        "number",
        "ref",
        "reference",
        "sku",
        "isbn",
        "iata",
        "plate",
        "key",
        "uuid",
        "identifier",
    ]
)
_POST = frozenset(["postcode", "zip", "zipcode", "postal"])
_MONEY = frozenset(
    words.stem(word)
    for word in [
        "amount",
        "price",
        "cost",
        "fee",
        "budget",
        "principal",
        "value",
        "sum",
        "deposit",
        "loan",
        "income",
        "salary",
        "fare",
        "rent",
        "insured",
        "money",
        "payment",
    ]
)
COUNTS = frozenset(
    words.stem(word) for word in ["quantity", "qty", "count", "number", "copies", "units", "pieces", "portions"]
)
_MEASURES = frozenset(
    words.stem(word)
    for word in [
        "night",
        "day",
        "week",
        "month",
        "year",
        "hour",
        "minute",
        "second",
        "euro",
        "dollar",
        "pound",
        "franc",
        "kg",
        "kilo",
        "kilogram",
        "gram",
        "km",
        "kilometre",
        "kilometer",
        "mile",
        "metre",
        "meter",
        "cm",
        "centimetre",
        "percent",
        "litre",
        "liter",
        "tonne",
        "star",
    ]
)
_UNITS = {
    "kilo": "kg",
    "kilogram": "kg",
    "gram": "g",
    "kilometre": "km",
    "kilometer": "km",
    "centimetre": "cm",
    "metre": "m",
    "meter": "m",
    "minut": "min",
    "hour": "h",
}
PEOPLE = frozenset(
    words.stem(word)
    for word in [
        "person",
        "people",
        "employee",
        "staff",
        "customer",
        "client",
        "contact",
        "user",
        "member",
        "patient",
        "student",
        "pupil",
        "guest",
        "teacher",
        "resident",
        "tenant",
        "volunteer",
        "player",
        "artist",
        "author",
        "holder",
        "policyholder",
        "visitor",
        "donor",
        "sponsor",
        "passenger",
        "recipient",
        "keeper",
        "trainer",
        "driver",
        "assessor",
        "agent",
        "teacher",
        "doctor",
        "physician",
        "coach",
        "manager",
        "author",
        "director",
        "mayor",
        "lecturer",
        "instructor",
        "colleague",
        "owner",
        "buyer",
        "seller",
        "borrower",
        "reader",
        "surname",
        "applicant",
        "attendee",
        "singer",
        "conductor",
    ]
)
_PLACES = frozenset(
    words.stem(word)
    for word in [
        "city",
        "town",
        "country",
        "place",
        "location",
        "street",
        "address",
        "region",
        "area",
        "station",
        "airport",
        "venue",
        "district",
        "village",
        "state",
        "destination",
        "origin",
        "pickup",
        "branch",
        "ward",
        "zone",
    ]
)
_ROLES: dict[str, frozenset[str]] = {
    "from": frozenset(words.stem(word) for word in ["from", "origin", "source", "start", "departure", "pickup", "base", "customer", "sender", "debit", "postcode", "donor"]),
    "to": frozenset(words.stem(word) for word in ["to", "destination", "target", "end", "arrival", "country", "credit", "recipient", "postcode", "receiver"]),
    "for": PEOPLE | frozenset(words.stem(word) for word in ["dish", "room", "holder", "show", "event", "item"]),
    "by": frozenset(words.stem(word) for word in ["author", "writer", "artist", "director", "creator", "composer", "brand", "manufacturer", "performer"]),
    "in": _PLACES | frozenset(words.stem(word) for word in ["title", "room", "language", "currency", "event", "year", "season", "class"]),
    "at": _PLACES | frozenset(words.stem(word) for word in ["venue", "room", "time"]),
    "near": _PLACES,
    "on": _PLACES | frozenset(words.stem(word) for word in ["topic", "subject", "account"]),
}  # fmt: skip
_ADJECTIVE = re.compile(r"^[A-Z]\w+(?:ian|ean|ese|ish|nch|ench|eek)$")
_STYLES = frozenset(
    words.stem(word) for word in ["cuisine", "language", "nationality", "style", "country", "origin", "name", "title"]
)
_LIMITS = frozenset(["limit", "top", "max", "count", "n", "results", "number"])
_DIRECTED = {"from": "to", "to": "from"}


def fitness(parameter: Parameter, mention: Mention, document: Document) -> float:
    """How sure it is that the mention is the parameter's value (0 to 1)."""
    if mention.kind == "quote" and (len(mention.value) > 300 or parameter.type in ("boolean", "array", "object")):
        return 0.0
    if parameter.type in ("integer", "number"):
        return _number(parameter, mention, document)
    if parameter.kind in ("date", "datetime", "month", "time", "email", "phone", "url", "currency", "text"):
        peers = sum(1 for one in document.parameters if one.kind == parameter.kind and one.required)
        return score(parameter, mention, Asked(document, peers)) if mention.kind != "words" else 0.0
    if parameter.kind in ("enum", "bool", "list", "weekday") or parameter.type not in ("string",):
        return 0.0
    return _coded(parameter, mention, document) if is_coded(parameter) else _free(parameter, mention, document)


def is_coded(parameter: Parameter) -> bool:
    """Whether a parameter takes a code: its name says so, or all its examples hold digits."""
    parts = words.identifier_words(parameter.name)
    samples = [one for one in parameter.examples if one]
    spaced = any(" " in one for one in samples)
    digits = bool(samples) and all(re.search(r"\d", one) for one in samples)
    told = parameter.kind == "id" and not re.search(r"\b(?:name|text)\b", parameter.description, re.IGNORECASE)
    if parts[-1:] and parts[-1] in ("id", "ids", "code", "plate", "uuid", "sku", "isbn"):
        return True
    return not spaced and (
        digits
        or told
        or (
            parts[-1:] != ()
            and parts[-1] in _CODES
            and not re.match(r"(?:free )?text\b", parameter.description, re.IGNORECASE)
        )
        or parameter.name.endswith("id")
        or bool(_POST & set(parts))
    )


def beside(parameter: Parameter, mention: Mention, document: Document) -> float:
    """How well the noun beside a value agrees with the parameter: 1, near-synonyms less, 0 for none."""
    near = [label for label in mention.labels[:2] if not label.isdigit()]
    near += [words.stem(word) for word in mention.after[:1]] if mention.kind in ("code", "name", "words", "id") else []
    own = (
        tuple(word for word in parameter.words if word not in ("name", "id", "number", "code", "title", "no"))
        or document.tool.nouns
    )
    if mention.before and words.stem(mention.before[-1]) == parameter.words[-1]:
        return 1.0
    return max((words.best_likeness(label, own) for label in near), default=0.0)


def _coded(parameter: Parameter, mention: Mention, document: Document) -> float:
    if (
        mention.direct_preposition in _DIRECTED
        and set(parameter.words) & _ROLES[_DIRECTED[mention.direct_preposition]] - _ROLES[mention.direct_preposition]
    ):
        return 0.0
    near = beside(parameter, mention, document)
    samples = [one for one in parameter.examples if re.search(r"\d", one)]
    prefix = re.search(r"(?:starting|beginning|starts|begins) with (?:\"|')?([A-Za-z]+)", parameter.description)
    if mention.kind in ("id", "code"):
        if samples:
            if any(_form(sample) == _form(mention.value) for sample in samples):
                return 0.95
            loose = any(_loose(sample) == _loose(mention.value) for sample in samples)
            return 0.75 if loose and len(mention.value) < 5 else 0.55 if near >= 0.75 and mention.kind == "id" else 0.0
        if prefix:
            return 0.95 if mention.value.lower().startswith(prefix[1].lower()) else 0.0
        direct = mention.direct_preposition in _DIRECTED and bool(
            set(parameter.words) & _ROLES[mention.direct_preposition]
        )
        if direct and mention.kind == "id":
            return 0.8
        if mention.kind == "code":
            return 0.0 if mention.currency and near < 0.7 else 0.45 + 0.3 * near
        return 0.5 + 0.4 * near if near or not mention.labels else 0.35
    if mention.kind == "number" and mention.value.isdigit() and not mention.bound and not mention.currency:
        if _POST & set(words.identifier_words(parameter.name)):
            return 0.7 if 3 < len(mention.value) < 7 and not _measured(mention) else 0.0
        if samples and all(one.isdigit() for one in samples):
            return 0.9 if near > 0.7 else 0.5 * (len(mention.value) > 2 and not _measured(mention))
        return 0.4 * (near > 0.7) + 0.35 * (len(mention.value) > 2) * (near > 0.7) if not samples else 0.0
    if mention.kind == "quote":
        return 0.4 + 0.4 * near if re.search(r"\d", mention.value) or (not samples and near) else 0.0
    return 0.0


def placed(parameter: Parameter, mention: Mention) -> float:
    """What the preposition before a value says for a parameter by its name."""
    return _placed(parameter, mention, set(), person=False)


def _form(text: str) -> str:
    """Letters as they are, digits as one: "B-1042" and "b-77" have the same."""
    return re.sub(r"\d+", "9", text.upper())


def _loose(text: str) -> str:
    return re.sub(r"[A-Z]", "A", _form(text))


def _free(parameter: Parameter, mention: Mention, document: Document) -> float:
    base = {"name": 0.55, "quote": 0.65, "words": 0.42, "id": 0.3, "code": 0.3}.get(mention.kind, 0.0)
    if mention.kind == "number":
        return 0.0
    if not base or mention.currency:
        return 0.0
    whose = document.tool.nouns if parameter.words in (("name",), ("full", "name")) else ()
    told = {*parameter.words, *whose, *(words.stem(word) for word in words.words(parameter.description)[:8])}
    person = bool(PEOPLE & told) and not _PLACES & set(parameter.words)
    if mention.kind in ("id", "code"):
        digits = any(re.search(r"\d", one) for one in parameter.examples)
        base = 0.7 if digits or (len(parameter.words) and beside(parameter, mention, document) >= 0.9) else 0.2
    if mention.kind == "words" and not _nameable(parameter, mention):
        return 0.0
    if person and (mention.kind == "words" or (mention.kind == "quote" and mention.value.count(" ") > 2)):
        return 0.0
    base += 0.25 * beside(parameter, mention, document) + _placed(parameter, mention, told, person=person)
    base += 0.08 if person and " " in mention.value else 0.0
    base += 0.1 if any(" " in one for one in parameter.examples) and " " in mention.value else 0.0
    if not set(parameter.words) & (_PLACES | PEOPLE) and parameter.words[-1:] in (("name",), ("titl",), ("title",)):
        base += 0.05
    return max(0.0, min(1.0, base))


def _nameable(parameter: Parameter, mention: Mention) -> bool:
    """Whether plain words can be a parameter's value: a place needs its preposition, a bare name an article."""
    if set(parameter.words) & _PLACES:
        return mention.direct_preposition in ("in", "at", "near", "to", "from")
    bare = parameter.words in (("name",), ("full", "name"), (words.stem("title"),))
    return not bare or " " in mention.value or mention.before[-1:] == ("the",)


def _placed(parameter: Parameter, mention: Mention, told: set[str], *, person: bool) -> float:
    """What the preposition before a value says for or against a parameter."""
    link = mention.direct_preposition
    own = set(parameter.words)
    if link in _DIRECTED and own & _ROLES[_DIRECTED[link]] - _ROLES[link]:
        return -0.6
    if person and mention.before[-1:] and mention.before[-1] in ("the", "a", "an", "this", "that"):
        return -0.3
    if person and mention.before[-2:] in (("name", "of"), ("behalf", "of")):
        return 0.3
    if not person and mention.titled:
        return -0.4
    if link in ("with", "about") and parameter.words[-1:] == ("name",):
        return -0.3
    if link == "to" and person and " " not in mention.value:
        return -0.3
    if link in ("in", "at", "near") and person:
        return -0.3
    if link in _ROLES and _ROLES[link] & (own | told):
        return 0.2 if _ROLES[link] & own else 0.1
    if mention.possessive and person:
        return 0.15
    if mention.before[-1:] and words.action_groups(mention.before[-1]):
        return 0.06
    if link == "for" and own & _PLACES and not own & {"destination"}:
        return -0.4
    if _ADJECTIVE.match(mention.value) and not own & _STYLES:
        return -0.3
    if link == "for" and not person:
        return -0.1 if parameter.words != ("name",) and " " not in mention.value else -0.3
    return -0.15 if link in ("by", "from") or mention.before[-2:] in (("name", "of"), ("behalf", "of")) else 0.0


def _measured(mention: Mention) -> str:
    unit = words.stem(mention.after[0]) if mention.after else ""
    return unit if unit in _MEASURES else ""


def _number(parameter: Parameter, mention: Mention, document: Document) -> float:
    if mention.number is None or (parameter.type == "integer" and mention.number != int(mention.number)):
        return 0.0
    own, unit = parameter.words, words.stem(mention.after[0]) if mention.after else ""
    bounded = next((word for word in words.identifier_words(parameter.name) if word in ("max", "min")), "")
    told = tuple(words.topic(parameter.description))
    label = max((words.best_likeness(one, own) for one in mention.labels[:2]), default=0.0)
    noun = max((words.best_likeness(words.stem(word), own) for word in mention.after[:2]), default=0.0)
    noun = max(noun, 0.9 if unit and _UNITS.get(unit, unit) in own else 0.0)
    described = 0.65 * max((words.best_likeness(words.stem(word), told) for word in mention.after[:1]), default=0.0)
    described = max(described, 0.6 * max((words.best_likeness(one, told) for one in mention.labels[:1]), default=0.0))
    money = bool(set(own) & _MONEY)
    if mention.before[-1:] and mention.before[-1] in ("last", "first", "top", "latest", "next") and set(own) & _LIMITS:
        return 0.9
    fit = max(label, noun, described)
    if mention.currency or unit in ("euro", "dollar", "pound", "franc"):
        fit = max(fit, 0.8) if money else 0.0
    elif unit in _MEASURES and max(noun, described) < 0.6:
        return 0.6 if money and label > 0.7 else 0.0
    elif unit == "percent" or "percent" in mention.after[:1]:
        fit = 0.9 if {"rate", words.stem("percent"), "discount", words.stem("interest")} & {*own, *told} else 0.0
    elif money and fit < 0.6:
        fit = max(fit, 0.5 if mention.number >= 100 else 0.3)
    noun_labels = [one for one in mention.labels[:1] if not words.action_groups(one)]
    if {"year"} & set(own) and not unit.isalpha() | bool(fit) and 1900 <= mention.number <= 2100:
        fit = 0.8
    if not fit and set(own) & COUNTS and ((unit and unit not in _MEASURES) or not noun_labels):
        fit = 0.65 if mention.number < 1000 and (unit or len(mention.value) < 4) else 0.3
    if not fit and (set(own) & set(document.tool.nouns) or own == ("number",)):
        near = max((words.best_likeness(one, document.tool.nouns) for one in mention.labels[:1]), default=0.0)
        fit = 0.8 * near
    return _bounded(fit, bounded, mention)


def _bounded(fit: float, bounded: str, mention: Mention) -> float:
    if bounded:
        return min(1.0, max(fit, 0.4) + 0.4) if mention.bound == bounded else 0.0
    return max(0.0, fit - 0.4) if mention.bound else fit
