"""How well one value of a text fits one parameter: by its form, the words beside it, and its preposition."""

import re

from smurfs_graph.offline import words
from smurfs_graph.offline.convert import shape
from smurfs_graph.offline.documents import Document, Parameter
from smurfs_graph.offline.forms import takes_codes, told_form
from smurfs_graph.offline.lexicon import COLOURS, LANGUAGES, NUMBERED, PEOPLE, PLACES
from smurfs_graph.offline.mentions import PREPOSITIONS, Mention
from smurfs_graph.offline.quantities import measured, number_fitness
from smurfs_graph.offline.quarters import QUARTER, takes_quarters
from smurfs_graph.offline.typed_values import typed_fitness

_CODES = words.listed("id ids code no number ref reference sku isbn iata plate key uuid identifier")
_POST = frozenset(["postcode", "zip", "zipcode", "postal"])
_TECHNICAL = words.stems("host hostname server device plate username login version")
_LOGINS = words.stems("user username login")
_STREET = re.compile(r" (?:Street|Road|Lane|Avenue|Close|Drive|Quay|Hill|Way|Terrace|Row|Court|Square)$")
_SEARCHED = words.stems("query keyword keywords term search q topic subject phrase genre theme tag category")
_WRITTEN = words.stems("message body note notes comment reason content description reference text memo problem")
_TITLED = words.stems("title book movie film song album track show production talk recipe dish wine beer game play")
_VENUES = words.stems(
    "cinema theatre theater museum hall stadium hotel shop store depot restaurant cafe library school clinic hospital "
    "office studio gallery club gym pool garden park market harbour harbor port"
)
_ROLES: dict[str, frozenset[str]] = {
    "from": words.stems("from origin source start departure pickup base customer sender debit postcode donor"),
    "to": words.stems("to destination target end arrival country credit recipient postcode receiver"),
    "for": PEOPLE | words.stems("occupation profession dish room holder show event item"),
    "by": words.stems("author writer artist director creator composer brand manufacturer performer"),
    "in": PLACES | _VENUES | words.stems("title room language currency event year season class"),
    "at": PLACES | _VENUES | words.stems("venue room time"),
    "near": PLACES | _VENUES,
    "on": PLACES | words.stems("topic subject account channel platform network line board"),
    "about": _SEARCHED,
}
_ADJECTIVE = re.compile(r"^[A-Z]\w+(?:ian|ean|ese|ish|nch|ench|eek)$")
_PARTNERS = words.stems("sponsor client customer supplier company brand vendor firm partner publisher employer")
_FIRMS = _PARTNERS | words.stems("business shop cafe club household family organisation organization team band")
_STYLES = words.stems("cuisine language nationality style country origin name title")
_SORTS = words.stems("cuisine genre style type kind category sport subject topic instrument breed colour color theme")
_SPEAKING = words.listed(
    "want wants wanted says said asks asked rang phoned called wrote would needs owes paid ordered complained wonders"
)
_SERVED = words.stems("patient pupil animal pet")
_HEALERS = words.stems("doctor dentist physician vet surgeon")
_LARGER = words.stems("zone ward city town country district region village state")
_NAMEABLE = ("name", "other", "place", "text", "id")
_ORIGINS = words.stems("country")
"""Where things are sent to, and what they come from as well: "stamps from Ireland"."""
_HOMES = words.stems("country region city town area state province district island village")
_DIRECTED = {"from": "to", "to": "from"}
_BASES: dict[str, dict[str, float]] = {
    "person": {"name": 0.6, "quote": 0.35},
    "place": {"name": 0.55, "quote": 0.6, "words": 0.42},
    "searched": {"name": 0.55, "quote": 0.8, "words": 0.5},
    "written": {"quote": 0.75},
    "titled": {"name": 0.58, "quote": 0.8, "words": 0.42},
    "thing": {"name": 0.55, "quote": 0.65, "words": 0.45},
    "numbered": {"name": 0.35, "quote": 0.5},
}
"""What the kind of a value alone says for a parameter, by what the parameter takes."""


def fitness(parameter: Parameter, mention: Mention, document: Document) -> float:
    """How sure it is that the mention is the parameter's value (0 to 1)."""
    if mention.kind == "quote" and (len(mention.value) > 300 or parameter.type in ("boolean", "array", "object")):
        return 0.0
    if parameter.type in ("integer", "number"):
        return number_fitness(parameter, mention, document)
    if parameter.kind in ("date", "datetime", "month", "time", "email", "phone", "url", "currency"):
        return typed_fitness(parameter, mention)
    if parameter.kind in ("enum", "bool", "list", "weekday") or parameter.type != "string":
        return 0.0
    if takes_quarters(parameter):
        return 0.95 if QUARTER.fullmatch(mention.value) else 0.0
    if (formed := _formed(parameter, mention, document)) is not None:
        return formed
    return _coded(parameter, mention, document) if is_coded(parameter) else _free(parameter, mention, document)


def _formed(parameter: Parameter, mention: Mention, document: Document) -> float | None:
    """The fitness where the description counts the signs of a value ("four digits"); None where it does not."""
    form = None if parameter.examples else told_form(parameter.description)
    if form is None or mention.kind in ("quote", "words"):
        return None
    if not form.fullmatch(mention.value) or mention.kind not in ("id", "code", "number"):
        return 0.0 if mention.kind != "name" else None
    if mention.kind == "number" and (mention.currency or mention.bound or measured(mention)):
        return 0.0
    return 0.75 + 0.2 * beside(parameter, mention, document)


def is_coded(parameter: Parameter) -> bool:
    """Whether a parameter takes a code: its name says so, or all its examples hold digits."""
    parts = words.identifier_words(parameter.name)
    samples = [one for one in parameter.examples if one]
    if parts[-1:] and parts[-1] in ("id", "ids", "code", "plate", "uuid", "sku", "isbn"):
        return True
    if any(" " in one for one in samples):
        return False
    digits = bool(samples) and all(re.search(r"\d", one) for one in samples)
    told = parameter.kind == "id" and not re.search(r"\b(?:name|text)\b", parameter.description, re.IGNORECASE)
    plain = re.match(r"(?:free )?text\b", parameter.description, re.IGNORECASE)
    named = bool(parts) and parts[-1] in _CODES and not plain
    return digits or told or named or parameter.name.endswith("id") or bool(_POST & set(parts))


def beside(parameter: Parameter, mention: Mention, document: Document) -> float:
    """How well the noun beside a value agrees with the parameter: 1, near-synonyms less, 0 for none."""
    near = [label for label in mention.labels[:2] if not label.isdigit()]
    after = [word for word in mention.after[:1] if word not in PREPOSITIONS or word == "as"]
    near += [words.stem(word) for word in mention.after[1:] if word not in words.STOP] if after == ["as"] else []
    near += [words.stem(word) for word in after] if mention.kind in ("code", "name", "words", "id") else []
    near += (
        [words.stem(mention.value.split(" ")[-1].lower())] if mention.kind == "name" and " " in mention.value else []
    )
    plain = ("name", "id", "number", "code", "title", "no")
    own = tuple(word for word in parameter.words if word not in plain) or document.tool.nouns
    if mention.before and words.stem(mention.before[-1]) == parameter.words[-1]:
        return 1.0
    return max((words.best_likeness(label, own) for label in near), default=0.0)


def placed(parameter: Parameter, mention: Mention, document: Document) -> float:
    """What the preposition before a value says for a parameter by its name."""
    return _placed(parameter, mention, document, set(), person=False, alone=False)


def _form(text: str) -> str:
    """Letters as they are, digits as one: "B-1042" and "b-77" have the same."""
    return re.sub(r"\d+", "9", text.upper())


def _loose(text: str) -> str:
    return re.sub(r"[A-Z]", "A", _form(text))


def _coded(parameter: Parameter, mention: Mention, document: Document) -> float:
    link = _governing(mention)
    if link in _DIRECTED and set(parameter.words) & _ROLES[_DIRECTED[link]] - _ROLES[link]:
        return 0.0
    near = beside(parameter, mention, document)
    samples = [one for one in parameter.examples if re.search(r"\d", one)]
    if mention.kind in ("id", "code"):
        return _coded_token(parameter, mention, near, samples)
    if mention.kind == "number" and mention.value.isdigit() and not mention.bound and not mention.currency:
        if _POST & set(words.identifier_words(parameter.name)):
            return 0.7 if 3 < len(mention.value) < 7 and not measured(mention) else 0.0
        if samples and all(one.isdigit() for one in samples):
            return 0.9 if near > 0.7 else 0.5 * (len(mention.value) > 2 and not measured(mention))
        return 0.75 * (near > 0.7) if not samples and len(mention.value) > 2 else 0.4 * (near > 0.7 and not samples)
    if mention.kind == "quote":
        named = parameter.words[-1:] not in (("id",), ("ids",)) and not samples and near
        return 0.4 + 0.4 * near if re.search(r"\d", mention.value) or named else 0.0
    return 0.0


def _governing(mention: Mention) -> str:
    """The preposition of an identifier, its noun aside: "from" in "from account AC-1"."""
    return mention.direct_preposition or (mention.preposition if mention.labels else "")


def _coded_token(parameter: Parameter, mention: Mention, near: float, samples: list[str]) -> float:
    """An identifier or a code for a parameter that takes one."""
    if samples:
        if any(_form(sample) == _form(mention.value) for sample in samples):
            return 0.95
        if any(sample.islower() and shape(sample) == shape(mention.value) for sample in samples):
            return 0.85
        loose = any(_loose(sample) == _loose(mention.value) for sample in samples)
        alike = [one for one in samples if _loose(one) == _loose(mention.value) and "-" in one]
        if any(one.split("-")[0].casefold() == mention.value.split("-")[0].casefold() for one in alike):
            return 0.9
        free = words.identifier_words(parameter.name)[-1:] not in (("id",), ("number",), ("no",))
        if loose and (len(mention.value) < 5 or free):
            return 0.75
        return 0.55 if near >= 0.75 and mention.kind == "id" else 0.0
    prefix = re.search(r"(?:starting|beginning|starts|begins) with (?:\"|')?([A-Za-z]+)", parameter.description)
    if prefix:
        return 0.95 if mention.value.lower().startswith(prefix[1].lower()) else 0.0
    link = _governing(mention)
    if mention.kind == "id" and link in _DIRECTED and set(parameter.words) & _ROLES[link]:
        return 0.8
    if mention.kind == "code":
        return 0.0 if mention.currency and near < 0.7 else 0.45 + 0.3 * near
    labelled = mention.labels and mention.before[-1:] not in (("of",), ("for",))
    return 0.5 + 0.4 * near if near else 0.35 if labelled else 0.5


def takes(parameter: Parameter, told: set[str]) -> str:
    """What a free text parameter takes, by its name and description."""
    own = set(parameter.words)
    if own & _SEARCHED and not own & PLACES:
        return "searched"
    if own & _WRITTEN:
        return "written"
    if own & PLACES:
        return "place"
    if PEOPLE & told and not own & _TITLED:
        return "person"
    if own & _TITLED:
        return "titled"
    plain = any(one.replace(" ", "").isalpha() and one.islower() for one in parameter.examples)
    return "numbered" if parameter.words[-1:] and parameter.words[-1] in NUMBERED and not plain else "thing"


def _free(parameter: Parameter, mention: Mention, document: Document) -> float:
    whose = document.tool.nouns if parameter.words in (("name",), ("full", "name")) else ()
    told = {*parameter.words, *whose, *(words.stem(word) for word in words.words(parameter.description)[:8])}
    kind = takes(parameter, told)
    own = set(parameter.words)
    if kind == "thing" and document.tool.acts and parameter.words in (("name",), ("full", "name")):
        kind = "person"
    near = beside(parameter, mention, document)
    if mention.kind in ("id", "code"):
        digits = any(re.search(r"\d", one) for one in parameter.examples)
        technical = bool(_TECHNICAL & told) and mention.kind == "id"
        technical = technical and (mention.value.islower() or not own & _LOGINS)
        base = 0.7 if digits or near >= 0.9 else 0.6 if technical else 0.2 if kind != "written" else 0.0
        base = max(base, _token(parameter, mention, document, kind))
        named = parameter.words[-1:] in (("name",), ("titl",), ("title",)) and kind == "person"
        if named and not (digits or technical or takes_codes(parameter.description)):
            return 0.0
        base = max(base, 0.5 if kind == "numbered" else 0.42 if parameter.words[-1:] == ("model",) else 0.0)
    else:
        base = _BASES[kind].get(mention.kind, 0.0)
    if (said := _of_a_class(parameter, mention, document)) is not None:
        return said
    if not base or mention.currency or (mention.kind == "words" and not _nameable(parameter, mention)):
        return 0.0
    person = kind == "person"
    speaks = kind in ("thing", "titled", "numbered", "searched") and not own & _FIRMS and _speaks(mention)
    base -= 0.4 if speaks else 0.0
    required = [one for one in document.parameters if one.required and not one.options and one.kind in _NAMEABLE]
    place = _placed(parameter, mention, document, told, person=person, alone=len(required) == 1)
    base += 0.25 * near + (min(place, 0.0) if mention.kind == "words" and kind == "titled" else place)
    base += 0.08 if person and " " in mention.value else 0.0
    base += 0.3 if attributive(parameter, mention, document) else 0.0
    base += 0.1 if any(" " in one for one in parameter.examples) and " " in mention.value else 0.0
    if kind in ("thing", "titled") and parameter.words[-1:] in (("name",), ("titl",), ("title",)):
        base += 0.05
    return max(0.0, min(1.0, base))


def attributive(parameter: Parameter, mention: Mention, document: Document) -> bool:
    """Whether a value stands before the tool's noun and says of which sort its things are: "packaging suppliers"."""
    options = {words.stem(str(value)) for one in document.parameters for value in one.options}
    if not mention.after or words.stem(mention.after[0]) not in options | {*document.tool.nouns}:
        return False
    if _sort_of(parameter) == "searched" or set(parameter.words) & _SORTS:
        return True
    free = [one for one in document.parameters if one.type == "string" and one.kind in ("other", "name", "text")]
    free = [one for one in free if not is_coded(one) and _sort_of(one) in ("thing", "titled", "searched")]
    return not document.tool.acts and free == [parameter]


def _sort_of(parameter: Parameter) -> str:
    told = {*parameter.words, *(words.stem(word) for word in words.words(parameter.description)[:8])}
    return takes(parameter, told)


def _token(parameter: Parameter, mention: Mention, document: Document, takes: str) -> float:
    """How well an identifier or a code suits a parameter that might take a name as well."""
    only = len(document.parameters) == 1
    told = f"{parameter.description} {document.tool.description if only else ''}"
    if mention.kind == "code":
        return 0.6 if takes_codes(told) and not mention.currency else 0.2
    if takes in ("written", "searched"):
        return 0.0
    if (
        mention.noun_before
        and mention.labels[:1]
        and mention.labels[0] in NUMBERED
        and not beside(parameter, mention, document)
    ):
        return 0.2
    named = parameter.words[-1:] in (("name",), ("titl",), ("title",))
    return 0.6 if takes_codes(told) else 0.2 if named or takes == "person" else 0.45 if takes == "thing" else 0.35


def _speaks(mention: Mention) -> bool:
    """Whether a name is somebody's who wants, says or does something: "Pepper & Salt Deli want 30"."""
    after = mention.after[:1]
    if mention.kind != "name" or not after:
        return False
    doing = after[0].endswith("ing") and mention.before[-1:] and mention.before[-1] in ("is", "are", "was", "were")
    return after[0] in _SPEAKING or bool(doing)


def _of_a_class(parameter: Parameter, mention: Mention, document: Document) -> float | None:
    """The fitness for a parameter that takes a word of a class that English closes; None for any other."""
    own, low = set(parameter.words), mention.value.lower()
    tongue = "languag" in own or (
        "language" in document.tool.description.lower() and own <= {"sourc", "target", "from", "to"}
    )
    if tongue:
        return (0.8 + placed(parameter, mention, document)) * (low in LANGUAGES)
    if own & {"colour", "color"}:
        return 0.8 * (low in COLOURS) or (0.6 * (mention.kind == "quote"))
    served = mention.titled and low.startswith("dr") and {*own, *document.tool.nouns} & _SERVED
    return 0.0 if served and not own & _HEALERS else None


def _nameable(parameter: Parameter, mention: Mention) -> bool:
    """Whether plain words can be a parameter's value: a place needs its preposition, a bare name an article."""
    if set(parameter.words) & PLACES:
        return mention.direct_preposition in ("in", "at", "near", "to", "from")
    bare = parameter.words in (("name",), ("full", "name"), (words.stem("title"),))
    return not bare or " " in mention.value or mention.before[-1:] == ("the",)


def _after_things(mention: Mention, document: Document) -> bool:
    """Whether a value with its preposition stands right behind the things that a tool finds: "wines from Rioja"."""
    before = [word for word in mention.before if word not in ("the", "a", "an")][-2:-1]
    return bool(before) and words.best_likeness(words.stem(before[0]), document.tool.nouns) >= 0.75


def _placed(
    parameter: Parameter, mention: Mention, document: Document, told: set[str], *, person: bool, alone: bool
) -> float:
    """What the preposition before a value says for or against a parameter."""
    link = mention.direct_preposition
    own = set(parameter.words)
    address = _STREET.search(mention.value) or (mention.kind == "name" and mention.number is not None)
    if address and (person or own & _LARGER):
        return -0.4
    if mention.after[:1] == ("name",) and own & {"name", "titl", "title"}:
        return -0.6
    if link in _DIRECTED and own & _ROLES[_DIRECTED[link]] - _ROLES[link] - _ORIGINS:
        return -0.6
    if link == "from" and own & _HOMES and _after_things(mention, document):
        return 0.2
    if mention.before[-2:] in (("name", "of"), ("behalf", "of")):
        return 0.3 if person else -0.15
    if person:
        return _placed_person(mention, link, own, told)
    if mention.titled or (own & PLACES and not own & PEOPLE and PEOPLE & {*mention.labels[:1]}):
        return -0.4
    if link in ("with", "about") and parameter.words[-1:] == ("name",):
        return -0.3
    if link in _ROLES and _ROLES[link] & (own | told):
        return 0.2 if _ROLES[link] & own else 0.1
    if mention.before[-1:] and words.action_groups(mention.before[-1]):
        return 0.06
    if link == "for" and own & PLACES and not own & {"destination"}:
        return -0.1 if alone else -0.4
    if _ADJECTIVE.match(mention.value) and not own & _STYLES:
        return -0.3
    if link == "for":
        many = " " in mention.value and mention.kind == "name"
        return 0.0 if mention.kind == "words" else -0.1 if alone or not (many or parameter.words == ("name",)) else -0.3
    return -0.15 if link in ("by", "from") else 0.0


def _placed_person(mention: Mention, link: str, own: set[str], told: set[str]) -> float:
    """The same for a parameter that takes a person or a firm."""
    firm = bool(told & _PARTNERS) and link not in ("in", "at", "near")
    if mention.before[-1:] and mention.before[-1] in ("the", "a", "an", "this", "that"):
        return -0.05 if _owns_what_follows(mention) else -0.3
    if link in ("with", "about", "in", "at", "near"):
        return -0.05 if firm else -0.3
    if link == "to" and " " not in mention.value:
        return -0.3
    if link in _ROLES and _ROLES[link] & (own | told):
        return 0.2 if _ROLES[link] & own else 0.1
    if mention.possessive:
        return 0.15
    if mention.before[-1:] and words.action_groups(mention.before[-1]):
        return 0.06
    if _ADJECTIVE.match(mention.value):
        return -0.3
    return -0.15 if link in ("by", "from") else 0.0


def _owns_what_follows(mention: Mention) -> bool:
    """Whether a name stands before a noun that it belongs to: "the Cafe Morel job"."""
    after = mention.after[:1]
    return bool(after) and after[0] not in words.STOP and after[0] not in PREPOSITIONS and not mention.possessive
