"""One call for each of several things: what asks for that, what the things are, and how far the calls have come.

The things are the records of a list that an earlier call returned. A round is one call for one of them. Each thought
says which round it is, and the supervisor writes the things into a sub-task whose list is a dependency's answer, so
that every role counts the same.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from smurfs_graph.offline import words
from smurfs_graph.offline.mentions import PREPOSITIONS
from smurfs_graph.offline.records import Group, Record, read_groups
from smurfs_graph.offline.sections import POINTER, Item
from smurfs_graph.offline.select import has_choice, narrow
from smurfs_graph.offline.series import begun, done, series
from smurfs_graph.offline.totals import asks_total

MOST = 50
"""Rounds of one sub-task."""
_OWNED = r"(?:the|them|those|these|my|our|his|her|their|its)"
_NOUNS = r"(?P<nouns>(?:[a-z][a-z-]+)(?: [a-z][a-z-]+){0,2})"
_EACH = re.compile(
    rf"\b(?:each|every)\b(?!\s+other\b)(?: single\b)?(?: one\b)?(?: of {_OWNED}\b)?(?: {_NOUNS})?", re.IGNORECASE
)
_ALL = re.compile(rf"\b(?:all|both)\b(?: of)?(?: {_OWNED}\b)?(?: {_NOUNS})?", re.IGNORECASE)
_THEY = re.compile(r"\b(?:their|them|they|those|these)\b", re.IGNORECASE)
_TIMES = words.stems(
    "second minute hour day night morning afternoon evening week weekday weekend month quarter year time season "
    "monday tuesday wednesday thursday friday saturday sunday other"
)
_SMALL = words.listed("of in on at from for to by with within about and or is are was were do does did has have not")
_ROUND = re.compile(r"; number (?P<at>\d{1,3}) of (?P<all>\d{1,3})\b")
_NOTE = re.compile(r"each (?P<key>[^:;()|]{1,60}) of (?P<count>\d{1,3}): (?P<values>[^;()]*)(?:; )?")
_POINTER = re.compile(r"\((?P<about>about [^()]*?; )?(?P<rest>using the answer to sub-task \d{1,3}\))")
_ID_ENDS = words.stems("id ids code number no ref reference sku isbn identifier key email username")
_NAME_ENDS = words.stems("name title")
_BATCH = re.compile(r"\b(?:several|multiple|in bulk|a batch|a list of|at once)\b", re.IGNORECASE)


class Asked(NamedTuple):
    """The words of a text that ask for something of each thing."""

    nouns: tuple[str, ...]
    """What follows "each", in lower case: the noun is among them; empty for "each of them"."""
    start: int
    end: int
    """Where the quantifier ends and the nouns begin."""
    strict: bool
    """Whether it is "each" or "every"; "all" may mean the things together."""


class Progress(NamedTuple):
    """How far the rounds of a sub-task are."""

    things: tuple[Record, ...]
    tool: str
    """The tool of the rounds made so far, or ""."""
    made: int

    @property
    def left(self) -> bool:
        """Whether a round has been made and another one is to come."""
        return bool(self.tool) and self.made < len(self.things)


def asked_each(text: str) -> Asked | None:
    """What a text asks for of each thing; None for "every day" and for texts without such words."""
    for pattern, strict in ((_EACH, True), (_ALL, False)):
        for match in pattern.finditer(text):
            nouns: list[str] = []
            for word in (match["nouns"] or "").lower().split():
                if word in _SMALL:
                    break
                nouns.append(word)
            if nouns and words.stem(nouns[0]) in _TIMES:
                continue
            end = match.start("nouns") if nouns else match.end()
            return Asked(tuple(nouns), match.start(), end, strict)
    return None


def asked_of_them(text: str) -> Asked | None:
    """Like `asked_each`, or by a plural pronoun: "their prices"."""
    they = None if asks_total(text) else _THEY.search(text)
    return asked_each(text) or (Asked((), they.start(), they.end(), strict=False) if they else None)


def things(text: str, answers: Iterable[str]) -> tuple[Record, ...]:
    """The things that a text asks for each of: the nearest answer's list, cut to what the text picks out."""
    asked = asked_of_them(text)
    if asked is None:
        return ()
    said = text[asked.start :] if asked.strict else text
    for told in answers:
        whole = [group for group in _lists(read_groups(told), asked) if len(group.records) > 1]
        lists = [group for group in narrow(whole, said).groups if len(group.records) > 1]
        lists = lists or (whole if asked_each(text) and not has_choice(said) else [])
        if lists:
            best = max(lists, key=lambda one: (_speaks_of(one, asked), len(one.records)))
            return tuple(_distinct(best.records))[:MOST]
    return ()


def _lists(groups: list[Group], asked: Asked) -> list[Group]:
    """The lists of an answer: records that stand together, records alike, and values with commas under the noun."""
    found = [group for group in groups if len(group.records) > 1]
    singles = [group for group in groups if len(group.records) == 1]
    for group in singles:
        alike = [one.records[0] for one in singles if one.records[0].keys() == group.records[0].keys()]
        if len(alike) > 1 and not any(alike[0] in one.records for one in found):
            found.append(Group(group.key, alike))
    for group in singles:
        for key, value in group.records[0].items():
            parts = [part.strip() for part in value.split(", ") if part.strip()]
            if len(parts) > 1 and _named_by(words.identifier_words(key), asked) and all(len(one) < 80 for one in parts):
                found.append(Group(key, [{key: part} for part in parts]))
    return found


def _named_by(parts: Sequence[str], asked: Asked) -> bool:
    stems = tuple(words.stem(part) for part in parts)
    if not asked.nouns:
        return bool(parts) and parts[-1].endswith("s")
    return any(words.best_likeness(words.stem(noun), stems) >= 0.75 for noun in asked.nouns)


def _speaks_of(group: Group, asked: Asked) -> bool:
    keys = [part for key in (group.key, *group.records[0]) for part in words.identifier_words(key)]
    return bool(asked.nouns) and _named_by(keys, asked)


def _distinct(records: Sequence[Record]) -> list[Record]:
    found: list[Record] = []
    for record in records:
        if record not in found:
            found.append(record)
    return found


def identity(record: Record) -> tuple[str, str]:
    """The key and the value by which a record is told from its neighbours."""
    parts = {key: [words.stem(part) for part in words.identifier_words(key)] for key in record}
    for ends in (_ID_ENDS, _NAME_ENDS):
        for key, stems in parts.items():
            if stems and stems[-1] in ends and record[key]:
                return key, record[key]
    return next(iter(record.items()), ("", ""))


def besides(groups: Sequence[Group], found: Sequence[Record]) -> tuple[Group, ...]:
    """What else an answer tells: neither the list of the things, nor what was told of one of them."""
    values = {identity(record)[1] for record in found}
    kept: list[Group] = []
    for group in groups:
        records = [
            {key: value for key, value in record.items() if not values & set(value.split(", ")[1:])}
            for record in group.records
            if not values & set(record.values())
        ]
        kept += [Group(group.key, [record for record in records if record])] if any(records) else []
    return tuple(kept)


def progress(text: str, memory: Sequence[Item], answers: Sequence[str], chosen: Sequence[str]) -> Progress:
    """How far a sub-task is; `chosen`: the tools of the thoughts of its memory, `answers`: of what it builds on."""
    own = [item.answer for item in memory if not _ROUND.search(item.text)]
    rounds = [tool for item, tool in zip(memory, chosen, strict=True) if _ROUND.search(item.text)]
    tool = rounds[-1] if rounds else ""
    return Progress(things(text, [*reversed(own), *answers]), tool, rounds.count(tool) if tool else 0)


def round_said(at: int, count: int) -> str:
    """A round as part of a thought."""
    return f"; number {at} of {count}"


def takes_all(description: str) -> bool:
    """Whether a tool's description says that one call serves several things."""
    return bool(_BATCH.search(description))


def noted(text: str, answers: Sequence[str]) -> str:
    """A sub-task with the things written beside its reference to the answer that lists them."""
    pointer = _POINTER.search(text)
    if pointer is None or _NOTE.search(text) or not (found := things(without_note(text), answers)):
        return text
    keys = [identity(record)[0] for record in found]
    values = [re.sub(r"[;()|\s]+", " ", identity(record)[1]).strip() for record in found]
    key = re.sub(r"[:;()|\s]+", " ", keys[0]).strip()
    note = f"each {key} of {len(found)}: {' | '.join(values)}"
    about = pointer["about"] or "about "
    return f"{text[: pointer.start()]}({about}{note}; {pointer['rest']}{text[pointer.end() :]}"


def without_note(text: str) -> str:
    """A sub-task's text without the things that the supervisor wrote into it."""
    return _NOTE.sub("", text)


def only_lists(sub_task: str, told: str) -> bool:
    """Whether an answer lists the things of which something is asked, and does not tell it."""
    body = POINTER.sub("", sub_task)
    asked = asked_each(body)
    found = things(body, [told]) if asked and asked.nouns else ()
    if asked is None or len(found) < 2:
        return False
    stems = tuple(words.stem(noun) for noun in asked.nouns)
    wanted = [word for word in words.topic(body[: asked.start]) if word not in stems]
    keys = tuple(words.stem(part) for record in found for key in record for part in words.identifier_words(key))
    return bool(wanted) and not any(words.best_likeness(word, keys) >= 0.75 for word in wanted)


class Round(NamedTuple):
    """The round that a response belongs to."""

    number: int
    total: int
    """How many there are; 0 where that is not known."""
    key: str = ""
    value: str = ""


def current(sub_task: str, memory: Sequence[Item]) -> Round | None:
    """The round that the response to the last call of a sub-task belongs to; None where it has no rounds."""
    body = POINTER.sub("", sub_task)
    if asked_of_them(body) is None:
        return _in_row(body, memory)
    said = [match for item in memory if (match := _ROUND.search(item.text))]
    number = int(said[-1]["at"]) + 1 if said else 1
    if note := _NOTE.search(sub_task):
        values = [value.strip() for value in note["values"].split("|")]
        value = values[number - 1] if number <= len(values) else ""
        return Round(number, int(note["count"]), note["key"], value)
    found = things(body, [item.answer for item in reversed(memory) if not _ROUND.search(item.text)])
    if found:
        key, value = identity(found[number - 1]) if number <= len(found) else ("", "")
        return Round(number, len(found), key, value)
    return Round(number, 0) if asked_each(body) and _POINTER.search(sub_task) else None


def _in_row(text: str, memory: Sequence[Item]) -> Round | None:
    """The round where a text names several values in a row and each of them has its own call."""
    row, number = series(text), done(memory) + 1
    if row is None or not begun(memory) or number > len(row.values):
        return None
    key = row.noun.removesuffix("s") if row.noun not in words.STOP and row.noun not in PREPOSITIONS else "about"
    return Round(number, len(row.values), key, row.values[number - 1])
