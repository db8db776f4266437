"""The arguments of a call: each value of a text for the one parameter that it can be meant for, or of an answer."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from smurfs_graph.offline import words
from smurfs_graph.offline.documents import ToolDocument, ToolParameter
from smurfs_graph.offline.records import LEFT_OUT, Record, RecordChoice, groups, key_stems, pick
from smurfs_graph.offline.values import Value

_ACCEPTED = {"id": ("id", "quoted"), "text": ("name", "quoted", "id", "email")}
_MAKERS = words.word_set("author artist director writer composer creator user person by from sender")
_ROLES = {
    "date": words.word_set("on for of"),
    "time": words.word_set("at for of"),
    "number": words.word_set("of for with"),
    "name": words.word_set("of for in at with"),
}
"""Prepositions that say nothing but that a value of this kind follows; other kinds as names."""
_PLACES = frozenset(map(words.stem, words.PLACES))
_NAMES = {
    **dict.fromkeys(("in", "at"), words.PLACES),
    "by": _MAKERS,
    "from": _MAKERS | words.PLACES,
    "to": words.word_set("recipient receiver to customer person email attendee"),
}
"""Words in the names of parameters whose value is a name after this preposition."""
_MOMENTS = ("date", "datetime", "time")
_PLAIN = frozenset(map(words.stem, words.word_set("date day time datetime on at when")))
_FEWEST = 2
_COUNTING = words.word_set("number num no n count of total amount max maximum highest min minimum lowest least")
_UNIT = r"(?:(?:square|cubic|nautical|degrees?|fluid) )?[A-Za-z°][A-Za-z°/]*"
_AMOUNT = rf"(?P<amount>\d+(?:,\d{{3}})*(?:\.\d+)?)\s*(?P<unit>{_UNIT})"
_CONVERTED = re.compile(rf"\b(?:{_AMOUNT}|(?:it|that|this|them))\s+(?P<joint>to|into|in)\s+(?P<target>{_UNIT})\W*$")


class Earlier(NamedTuple):
    """An earlier request and what was found for it."""

    asked: str
    data: Any


@dataclass(frozen=True)
class Found:
    """Arguments, and the stretches of the text that they explain."""

    arguments: dict[str, Any]
    spans: tuple[tuple[int, int], ...] = ()
    used_earlier: bool = False


def assign(text: str, document: ToolDocument, values: Sequence[Value]) -> Found:
    """Give each value to its parameter. One that has none, or more than one, is left unexplained."""
    parameters = list(document.parameters or ())
    arguments: dict[str, Any] = {}
    spans: list[tuple[int, int]] = []
    for parameter in parameters:
        stated = _find_stated(text, parameter, document)
        if stated is not None and stated[1] not in spans:
            arguments[parameter.name], span = stated
            spans.append(span)
    last = ""
    for value in [value for value in values if not any(s < value.end and value.start < e for s, e in spans)]:
        row = last if value.joint else ""  # the values of a list stand together
        free = [one for one in parameters if one.name not in arguments or (one.many and one.name == row)]
        parameter, last = _meant(value, free, document), ""
        if parameter is None:
            continue
        last = parameter.name
        coded = value.kind == "number" and parameter.kind == "id" and not parameter.whole
        argument = str(value.value) if coded else value.value
        arguments[parameter.name] = [*arguments.get(parameter.name, []), argument] if parameter.many else argument
        about = {*parameter.forms, *document.name_forms}
        spans += [(start, end) for word, start, end in value.beside if not word or words.form(text[start:end]) in about]
        spans.append((value.start, value.end))
    return Found(arguments, tuple(spans))


def _meant(value: Value, parameters: list[ToolParameter], document: ToolDocument) -> ToolParameter | None:
    """Return the parameter with which a value goes best; None where it goes with none, or with several."""
    fits = [(fit, parameter) for parameter in parameters if (fit := _fit(value, parameter, document))]
    best = [parameter for fit, parameter in fits if fit == max(fits, key=lambda one: one[0])[0]]
    return best[0] if len(best) == 1 else None


def _fit(value: Value, parameter: ToolParameter, document: ToolDocument) -> int:
    """Rate how well a value and a parameter go together; 0 where they cannot. An optional one must be named."""
    if value.kind not in _ACCEPTED.get(parameter.kind, (parameter.kind,)) and not _as_id(value, parameter):
        return 0
    if value.kind == "id" and parameter.kind == "text" and words.name_words(parameter.name)[-1:] == ("name",):
        return 0
    if not _takes_amount(value, parameter, document) or not _takes_moment(value, parameter, document):
        return 0
    ends = {name for name, said in (("from", words.FROM), ("to", words.TO)) if parameter.speaks_of(said)}
    role = value.role
    if ends:
        role = {"between": "from", "and": "to", "until": "to", "since": "from"}.get(role, role)
    if (
        ends
        and role not in ends
        and not parameter.words & {words.stem(one) for one in words.FROM | words.TO} & set(value.labels)
    ):
        return 0
    if value.kind == "number" and value.after in parameter.words and not _counts(parameter, value.after):
        return 0
    if role and role not in ends and not _is_wanted(role, value, parameter, document):
        return 0
    strength = _strength(value, parameter, document, role, ends)
    return strength if parameter.required or strength > _FEWEST else 0


def _takes_amount(value: Value, parameter: ToolParameter, document: ToolDocument) -> bool:
    """Return whether a limit and a unit are the parameter's; one without a unit has to have one meaning."""
    limits = {"max": {"max", "maximum", "highest"}, "min": {"min", "minimum", "lowest", "least"}}
    bounds = {name for name, said in limits.items() if parameter.words & said}
    if bounds != ({value.bound} if value.bound else set()):
        return False
    if value.kind != "number":
        return True
    if value.units or value.after:
        return bool(value.units & parameter.vocabulary if value.units else {value.after} & parameter.units)
    amounts = [words.name_words(one.name) for one in document.parameters or () if one.kind == "number"]
    return not value.bound or bool(value.labels) or len({frozenset(name) - _COUNTING for name in amounts}) == 1


def _takes_moment(value: Value, parameter: ToolParameter, document: ToolDocument) -> bool:
    """Return whether a date or a time may be meant; `due_date` is more than a day, and has to be said by its words."""
    more = parameter.words - _PLAIN - set(document.nouns) - {"".join(words.name_words(parameter.name))}
    if value.kind not in _MOMENTS or not more or parameter.speaks_of(words.FROM | words.TO):
        return True
    return bool(more & set(value.labels)) or (value.role != "of" and words.stem(value.role) in parameter.vocabulary)


def _counts(parameter: ToolParameter, noun: str) -> bool:
    """Return whether a parameter says how many of something there are: `guests` does, `start_line` does not."""
    rest = (part for part in words.name_words(parameter.name) if words.stem(part) != noun)
    return all(part in _COUNTING for part in rest)


def _strength(value: Value, parameter: ToolParameter, document: ToolDocument, role: str, ends: set[str]) -> int:
    """Return how strongly a value goes with a parameter, from 0 to 5: by its label, by the words beside it, by its
    kind.
    """
    if value.labels:
        if parameter.words & set(value.labels):
            return 5
        if value.after in parameter.words:
            return 4
        about = set(document.nouns) if parameter.generic else parameter.vocabulary
        return 3 if value.labels[0] in about else 0
    if value.after and value.after in parameter.words:
        return 4
    if value.bound:
        return 3
    if value.kind == "number":
        counted = value.after in parameter.vocabulary and bool(value.after)
        return 3 if counted else int(parameter.required and not value.after)
    if role in ends or words.stem(role) in parameter.words:
        return 4
    if value.kind not in ("name", "quoted", "id"):
        return 3
    return _by_place(value, parameter, document, role)


def _is_wanted(role: str, value: Value, parameter: ToolParameter, document: ToolDocument) -> bool:
    """Return whether a preposition says no more than whose value this is: "until" a day is not "on" it."""
    own = {word for word, noun in document.prepositions if noun in parameter.forms}
    if role in own or role in _ROLES.get(value.kind, () if own and document.acts else _ROLES["name"]):
        return True
    if value.kind in _MOMENTS:
        return words.stem(role) in parameter.vocabulary
    return value.kind != "number" and role in ("from", "to", "by") and bool(_by_place(value, parameter, document, role))


def _by_place(value: Value, parameter: ToolParameter, document: ToolDocument, role: str) -> int:
    """Return how well a name goes with a parameter by its preposition alone."""
    if about := _NAMES.get(role):
        named = parameter.speaks_of(about) or (about is words.PLACES and parameter.vocabulary & _PLACES)
        return 3 if named else 0
    other = document.nouns if parameter.generic else parameter.words if document.acts else ()
    return int(role == "of" and not value.owned & set(other))  # the boat of Tern may be another boat


def _as_id(value: Value, parameter: ToolParameter) -> bool:
    """Return whether a value may be an identifier: a bare number after its noun, or capitals as in "LHR"."""
    if parameter.kind != "id":
        return False
    if value.kind == "number":
        return bool(parameter.words & set(value.labels)) and isinstance(value.value, int)
    return value.kind == "name" and value.value.isupper() and " " not in value.value


def _find_stated(text: str, parameter: ToolParameter, document: ToolDocument) -> tuple[Any, tuple[int, int]] | None:
    """Find an allowed value, word by word before the tool's noun, or what a yes-or-no parameter is named after."""
    if parameter.kind == "enum":
        hits = [
            (option, match.span())
            for option in parameter.options
            for match in re.finditer(
                rf"(?<![\w-]){re.escape(option.replace('_', ' '))}(?=\s+(\w+))", text, re.IGNORECASE
            )
            if words.form(match[1]) in document.name_forms
        ]
        return ([hits[0][0]] if parameter.many else hits[0][0], hits[0][1]) if len(hits) == 1 else None
    if parameter.kind == "bool":
        name = " ".join(one for one in words.name_words(parameter.name) if one not in ("with", "include", "has", "is"))
        match = re.search(rf"\bwith (?:an? )?{re.escape(name)}\b", text, re.IGNORECASE)
        return (True, match.span()) if match and name else None
    return None


def from_earlier(parameter: ToolParameter, earlier: Sequence[Earlier], picked: RecordChoice | None) -> Any:
    """Return the value that an earlier answer has for a parameter; None where none has, or it is not clear which."""
    for answer in earlier:
        if LEFT_OUT.search(str(answer.data)) and picked:
            return None
        found: list[Any] = []
        for group in groups(answer.data):
            records: tuple[Record, ...] = group.records
            if len(records) > 1:
                one = pick(records, picked) if picked else None
                records = (one,) if one else ()
            found += [value for record in records if (value := _find_named(parameter, record, group.key)) is not None]
        if found:
            return found[0] if all(value == found[0] for value in found) else None
    return None


def _find_named(parameter: ToolParameter, record: Record, group: str) -> Any:
    """Return a record's value under the parameter's own name, or under a bare `id` or `name` in a
    list of such things.
    """
    own = frozenset(words.stem(part) for part in words.name_words(parameter.name))
    for key, value in record.items():
        if isinstance(value, dict | list | bool) or value is None:
            continue
        short = key_stems(key) <= {"id", "name"} and key_stems(key) | key_stems(group) >= own and len(own) > 1
        if key_stems(key.split(" ")[-1]) == own or key_stems(key) == own or short:
            return _fitting(parameter, value)
    return None


def _fitting(parameter: ToolParameter, value: Any) -> Any:
    if parameter.kind == "number":
        return value if isinstance(value, int | float) else None
    if parameter.kind in ("object", "enum", "bool"):
        return value if str(value) in parameter.options else None
    return value if parameter.whole else str(value)


def quantity(text: str, document: ToolDocument, values: Sequence[Value], earlier: Sequence[Earlier]) -> Found | None:
    """Return an amount with its unit, for a tool that turns units: "10 km to miles", or "it" for an
    earlier answer's.
    """
    parameters = document.parameters or ()
    amounts = [one for one in parameters if one.kind == "number"]
    units = [one for one in parameters if one.kind in ("text", "enum") and one.words & {"from", "to"}]
    match = _CONVERTED.search(text)
    if len(amounts) != 1 or len(units) != 2 or match is None or document.acts:
        return None
    source, target = sorted(units, key=lambda one: "from" not in one.words)
    if match["amount"]:
        spans = (match.span(),)
        number: float = float(match["amount"].replace(",", ""))
        unit, used = match["unit"], False
        if len(values) != 1:
            return None
    else:
        measured = _find_amount(text, earlier)
        if measured is None or values:
            return None
        number, unit = measured
        spans, used = ((match.start("joint"), match.end("target")),), True
    if any(one.options and given not in one.options for one, given in ((source, unit), (target, match["target"]))):
        return None
    plain = int(number) if float(number).is_integer() else number
    arguments = {amounts[0].name: plain, source.name: unit, target.name: match["target"]}
    return Found(arguments, spans, used)


def _find_amount(text: str, earlier: Sequence[Earlier]) -> tuple[float, str] | None:
    """Find the one amount of an earlier answer that its request, or this one, asks for, with the unit in its key."""
    for answer in earlier:
        asked = words.stems(f"{answer.asked} {text}")
        found: list[tuple[float, str]] = []
        for group in groups(answer.data):
            for record in group.records if len(group.records) == 1 else ():
                for key, value in record.items():
                    parts = words.name_words(key)
                    if isinstance(value, int | float) and len(parts) > 1 and key_stems(" ".join(parts[:-1])) & asked:
                        found.append((value, parts[-1]))
        if found:
            return found[0] if len(found) == 1 else None
    return None
