"""What a text offers each parameter of a document: typed values, allowed values, yes-or-no, lists, unexplained words."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from smurfs_graph.offline import phrases, words
from smurfs_graph.offline.convert import convert, typed
from smurfs_graph.offline.documents import Document, Parameter
from smurfs_graph.offline.fitness import fitness, is_coded
from smurfs_graph.offline.given import like_examples
from smurfs_graph.offline.joint.calendar import calendar
from smurfs_graph.offline.joint.choices import Candidate as Candidate
from smurfs_graph.offline.joint.choices import chosen, truths, weekdays
from smurfs_graph.offline.joint.lists import lists
from smurfs_graph.offline.joint.unsaid import unsaid
from smurfs_graph.offline.joint.variants import variants
from smurfs_graph.offline.lexicon import COLOURS, PEOPLE, PLACES
from smurfs_graph.offline.mentions import PREPOSITIONS, Mention, find_mentions
from smurfs_graph.offline.quantities import measured
from smurfs_graph.offline.residue import unexplained

LEAST = 0.3
"""The least fit at which a value is a parameter's candidate."""
_OPTIONAL_LEAST = 0.45


def candidates(document: Document, text: str) -> tuple[Candidate, ...]:
    """The candidates of a text for a document's parameters that rules speak for, in the order of the parameters."""
    every = _every(document, text)
    return tuple(one for parameter in document.parameters for one in _of(parameter, document, text, every))


def tried(document: Document, text: str) -> tuple[Candidate, ...]:
    """The candidates, and those that no rule speaks for: what is learnt of values judges them alone."""
    every = _every(document, text)
    others = variants(document, text, every)
    offered: list[Candidate] = []
    for parameter in document.parameters:
        own = _of(parameter, document, text, every)
        told = {(one.start, str(one.value)) for one in own}
        more = unsaid(parameter, document, every, others)
        offered += [*own, *(one for one in more if (one.start, str(one.value)) not in told)]
    return tuple(offered)


def _every(document: Document, text: str) -> tuple[Mention, ...]:
    """The mentions of a text, and the words that the document does not explain."""
    found = named(document, text)
    return (*found, *unexplained(document, _without_numbers(text, found), found))


def _without_numbers(text: str, found: Sequence[Mention]) -> str:
    """The text with its numbers and "how much" as blanks: the noun behind may be a value itself ("60 rye sourdough")."""
    for one in found:
        if one.kind == "number" and one.end <= len(text):
            text = f"{text[: one.start]}{' ' * (one.end - one.start)}{text[one.end :]}"
    return _HOW_MUCH.sub(lambda match: " " * len(match[0]), text)


_HOW_MUCH = re.compile(r"\bhow (?:much|many)\b", re.IGNORECASE)


def named(document: Document, text: str) -> tuple[Mention, ...]:
    """The mentions of a text, as the document's examples and nouns make them whole."""
    plain = re.sub(r"\((?!context)[^()]*\)", _blank, text)
    return like_examples(document, plain, tuple(phrases.whole(one, document, plain) for one in find_mentions(plain)))


def _blank(match: re.Match[str]) -> str:
    """A bracket that points to an earlier sub-task, as blanks; one of the user's own stays."""
    return " " * len(match[0]) if re.match(r"\((?:about|using)\b", match[0]) else match[0]


def _of(parameter: Parameter, document: Document, text: str, found: Sequence[Mention]) -> list[Candidate]:
    if parameter.kind == "list":
        items = _of(parameter.item, document, text, found) if parameter.item else []
        return lists(parameter, text, found, items)
    if parameter.kind == "bool":
        return truths(parameter, document, text)
    if parameter.options and parameter.kind != "currency":
        return chosen(parameter, document, text, found) + (
            calendar(parameter, document, text, found) if parameter.type == "integer" else []
        )
    if parameter.kind == "weekday":
        return weekdays(parameter, text)
    offered: list[Candidate] = []
    titled = [one for one in find_mentions(text) if one.titled]
    for mention in found:
        person = any(one.start <= mention.start < one.end for one in titled)
        if _owned(parameter, mention, text):
            continue
        if not (person and not _takes_people(parameter, document)):
            offered += _typed(parameter, document, mention)
    offered += [*_house_numbers(parameter, found), *calendar(parameter, document, text, found)]
    if {"colour", "color"} & set(words.identifier_words(parameter.name)):
        offered += _colours(parameter, text, offered)
    if parameter.kind == "datetime":
        offered += _moments(parameter, text, found)
    return [*offered, *_nothing(parameter, text), *_addresses(parameter, document, text, found)]


def _digits_only(parameter: Parameter) -> bool:
    """Whether a parameter for identifiers has examples of several parts, all with digits."""
    return (
        parameter.kind == "id" and bool(parameter.examples) and all(re.search(r"\d", one) for one in parameter.examples)
    )


def _owned(parameter: Parameter, mention: Mention, text: str) -> bool:
    """Whether words only say what the parameter's thing has: "the hut's telephone number" names no hut."""
    own = bool(mention.before) and words.stem(mention.before[-1]) in parameter.words
    return own and mention.kind == "words" and bool(re.search(r"['’]s?\s$", text[: mention.start]))


def _no_number(parameter: Parameter, mention: Mention) -> bool:
    """Whether a number only counts what is told anyway ("both of them"), or is no month or year where one is wanted."""
    last, number = words.identifier_words(parameter.name)[-1:], mention.number or 0.0
    if last == ("month",) and len(parameter.words) == 1:
        return not 1 <= number <= 12
    named = any(words.stem(word) in parameter.words for word in mention.after[1:4])
    counts = mention.after[:1] == ("of",) and mention.after[:2] != ("of", "us") and not named
    called = mention.before[-1:] and words.stem(mention.before[-1]) in parameter.words
    return not called and (counts or (last == ("year",) and not measured(mention) and not 1900 <= number <= 2100))


def _uncoloured(mention: Mention) -> Mention:
    """Words without the colour before them, where another parameter takes that: "green silk"."""
    first, _, rest = mention.value.partition(" ")
    if not rest or first.lower() not in COLOURS:
        return mention
    return replace(mention, value=rest, start=mention.start + len(first) + 1)


def _colours(parameter: Parameter, text: str, offered: Sequence[Candidate]) -> list[Candidate]:
    places = {one.start for one in offered}
    return [
        Candidate(parameter.name, match[0], 0.8, match.start(), match.end(), "words")
        for match in re.finditer(r"[a-z]+", text)
        if match[0] in COLOURS and match.start() not in places
    ]


def _moments(parameter: Parameter, text: str, found: Sequence[Mention]) -> list[Candidate]:
    """A date and the time right behind it, as one moment."""
    return [
        Candidate(parameter.name, f"{one.value}T{two.value}", 0.85, one.start, two.end, "datetime")
        for one in found
        for two in found
        if one.kind == "date" and two.kind == "time" and one.value and two.value
        if re.fullmatch(r",?\s+(?:at|from|starting at|,)?\s*", text[one.end : two.start])
    ]


def _nothing(parameter: Parameter, text: str) -> list[Candidate]:
    """Zero where the text denies what a number counts ("no pieces", "without siblings")."""
    own = [word for word in parameter.words if word not in _VAGUE]
    if parameter.type not in ("integer", "number") or not own:
        return []
    return [
        Candidate(parameter.name, 0, 0.7, match.start(), match.end(), "number")
        for match in _ZERO.finditer(text)
        if words.stem(match["noun"].lower()) == own[-1] or (words.stem(match["noun"].lower()) == own[0])
    ]


_ZERO = re.compile(r"\b(?:no|without(?: any)?|zero) (?P<noun>[a-z]{3,20})\b", re.IGNORECASE)


def _addresses(parameter: Parameter, document: Document, text: str, found: Sequence[Mention]) -> list[Candidate]:
    """A number and the name right behind it ("27 Market Hill") for a parameter that takes an address."""
    if parameter.type != "string" or not {"street", "address"} & set(words.identifier_words(parameter.name)):
        return []
    if any(one is not parameter and {"house", "number"} & set(one.words) for one in document.parameters):
        return []
    pairs = [(one, two) for one in found for two in found if text[one.end : two.start] == " "]
    return [
        Candidate(parameter.name, text[one.start : two.end], 0.85, one.start, two.end, "name")
        for one, two in pairs
        if one.kind == "number" and two.kind == "name" and one.value.isdigit() and len(one.value) < 5
    ]


def _house_numbers(parameter: Parameter, found: Sequence[Mention]) -> list[Candidate]:
    """The number of an address ("8 Castle Street") for a parameter that takes it alone."""
    own = set(words.identifier_words(parameter.name))
    if "house" not in own and own != {"number"}:
        return []
    numbers = [(one, match["number"]) for one in found if (match := _ADDRESS.fullmatch(one.value))]
    return [
        Candidate(parameter.name, value, 0.9, one.start, one.start + len(number), "number")
        for one, number in numbers
        if (value := typed(parameter, number)) is not None
    ]


def _typed(parameter: Parameter, document: Document, mention: Mention) -> list[Candidate]:
    """The candidate that one mention is for a parameter of a plain type, if any."""
    if mention.number is not None and mention.kind == "number" and _no_number(parameter, mention):
        return []
    if mention.kind == "words" and any({"colour", "color"} & set(one.words) for one in document.parameters):
        mention = _uncoloured(mention)
    if mention.kind in ("words", "name") and (cut := _TRAILING.search(mention.value)):
        mention = replace(mention, value=mention.value[: cut.start()], end=mention.end - len(cut[0]))
    if mention.kind in ("name", "words") and is_coded(parameter) and not any(char.isdigit() for char in mention.value):
        return []
    if mention.kind in ("name", "words") and _digits_only(parameter) and not re.search(r"\d", mention.value):
        return []
    fit = max(fitness(parameter, mention, document), _labelled(parameter, mention), _counted(parameter, mention))
    if mention.kind == "words" and _TECHNICAL & set(parameter.words) and " " not in mention.value:
        fit = max(fit, 0.6)
    if mention.kind == "name" and mention.number is not None and parameter.type in ("integer", "number"):
        fit = fit if words.stem(mention.value.split()[0].lower()) in parameter.words else 0.0
    if mention.kind == "words" and (not parameter.required or _POINTING.fullmatch(mention.value)):
        fit -= 0.1 if not parameter.required else 1.0
    if fit < (LEAST if parameter.required else _OPTIONAL_LEAST):
        return []
    value = convert(parameter, mention)
    start = mention.start
    if isinstance(value, str) and mention.kind in ("name", "quote"):
        value, start = _part_of_name(parameter, document, value, start)
    if value is None or value == "":
        return []
    return [Candidate(parameter.name, value, min(fit, 1.0), start, mention.end, mention.kind, mention)]


def _takes_people(parameter: Parameter, document: Document) -> bool:
    """Whether a parameter may hold a person: its own words or the tool's say so."""
    tool = document.tool
    told = {*parameter.words, *tool.nouns, *tool.description_words, *words.topic(parameter.description)}
    own = {word for word in parameter.words if word in PLACES}
    return bool(told & PEOPLE) and not own


_POINTING = re.compile(
    r"\d+(?:st|nd|rd|th)|(?:who|what|which|when|where|how)(?:so)?ever|any(?:thing|one|body)|whatsoever", re.IGNORECASE
)
_TITLE = re.compile(r"(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof)\.? )+")
_LAST = words.listed("surname lastname")
_FIRST = words.listed("forename firstname")
_ADDRESS = re.compile(r"(?P<number>\d{1,4}[a-z]?) (?P<street>[A-Z].*)")


def _part_of_name(parameter: Parameter, document: Document, value: str, start: int) -> tuple[Any, int]:
    """The part of a whole name that a parameter takes: a surname, a first name, the street of an address."""
    parts = words.identifier_words(parameter.name)
    bare = _TITLE.sub("", value).split()
    if (set(parts) & _LAST or parts[:2] in (("last", "name"), ("family", "name"))) and bare:
        return bare[-1], start
    if (
        set(parts) & _FIRST or parts[-1:] == ("given",) or parts[:2] in (("first", "name"), ("given", "name"))
    ) and bare:
        return bare[0], start
    address = _ADDRESS.fullmatch(value)
    if (
        address
        and "street" in parts
        and any("number" in one.words or "house" in one.words for one in document.parameters)
    ):
        return address["street"], start + len(address["number"]) + 1
    if address and parameter.type in ("integer", "number"):
        return None, start
    return value, start


def _labelled(parameter: Parameter, mention: Mention) -> float:
    """A value right behind the parameter's own word ("username jmarsh") is that parameter's."""
    if parameter.type != "string" or mention.kind not in ("words", "name", "id", "code", "quote"):
        return 0.0
    own = parameter.words[-1:] if parameter.words[-1:] not in (("id",), ("name",)) else parameter.words[-2:-1]
    label = mention.before[-1] if mention.before else ""
    if not own or words.stem(label) != own[0] or label in words.STOP or label in PREPOSITIONS:
        return 0.0
    first = words.words(mention.value)[:1]
    loose = mention.kind == "words" and (mention.before[-2:-1] and mention.before[-2] in _OPEN)
    return 0.0 if loose or not first or first[0] in words.STOP or "'" in first[0] else 0.85


_OPEN = words.listed("which what whose the a an her his their its our my your any each every")
_TECHNICAL = words.stems("username login host hostname slug handle")
_TRAILING = re.compile(r" (?:back|got|gets|again|still|today|now|please|too|here|there|next|instead|yet|soon|away)$")


def _counted(parameter: Parameter, mention: Mention) -> float:
    """A number before the parameter's own noun, adjectives between them aside ("three full-price stalls tickets")."""
    if parameter.type not in ("integer", "number") or mention.number is None:
        return 0.0
    if parameter.type == "integer" and mention.number != int(mention.number):
        return 0.0
    own = tuple(word for word in parameter.words if word not in _VAGUE)
    for far, word in enumerate(mention.after[:4]):
        if word in words.STOP or word in PREPOSITIONS:
            return 0.0
        if words.best_likeness(words.stem(word), own) == 1:
            return 0.9 - 0.05 * far
    return 0.0


_VAGUE = words.stems("number count max min of per total amount")
