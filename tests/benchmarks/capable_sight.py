"""A capable model's view of one prompt: what is known from it, what is missing, and what could be called next."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, cast

Data = dict[str, Any]
_DECODER = json.JSONDecoder()
_NONE = "none of these"
_FINISH = "Finish"
_MISSING = "Still missing: "


@dataclass(frozen=True)
class Ref:
    """A field of another fact's record."""

    fact: str
    name: str


@dataclass(frozen=True)
class Way:
    """A call that would bring a fact; given up where a prompt holds the text `blocked_by`."""

    tool: str
    arguments: Mapping[str, Any]
    blocked_by: str = ""


def first(records: list[Data]) -> Data:
    """The first record."""
    return records[0]


@dataclass(frozen=True)
class Fact:
    """Something to be looked up: a record that has these fields, and these values in others."""

    key: str
    ways: tuple[Way, ...]
    match: Mapping[str, Any]
    fields: tuple[str, ...]
    pick: Callable[[list[Data]], Data] = first
    listed: bool = False
    """Whether all records that fit are asked for, not only the one that is picked."""


@dataclass(frozen=True)
class Part:
    """A sub-task that the model would name: its text, the facts that it wants, and what it builds on."""

    content: str
    facts: tuple[str, ...]
    depends_on: tuple[int, ...] = ()
    tools: tuple[str, ...] = ()


@dataclass(frozen=True)
class Knowledge:
    """The model's knowledge about one request."""

    request: str
    facts: tuple[Fact, ...]
    answer: Callable[[Mapping[str, Data]], str]
    """From the records by fact to the answer."""
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Intent:
    """A call that the model would make."""

    tool: str
    arguments: Data = field(default_factory=dict[str, Any])
    id: str = ""
    keep: tuple[str, ...] = ()
    others: tuple["Intent", ...] = ()
    """Calls that would bring the same, should it fail."""

    @property
    def as_call(self) -> Data:
        """Return the call as replies have it; a name that stands for no tool has no arguments."""
        return {"tool": self.tool, **({} if self.tool in ("", _NONE) else {"arguments": self.arguments})}


class Sight:
    """One prompt, read. Everything that stands in it counts, and nothing else."""

    def __init__(self, knowledge: Knowledge, text: str, *, bound: list[Data], schema: Data | None) -> None:
        """`text`: all messages; `bound`: tools as functions; `schema`: of the reply."""
        self._knowledge = knowledge
        self._text = text
        self._flat = " ".join(text.split())
        self._names = {tool["function"]["name"] for tool in bound} | set(_choices(schema or {}))
        told = " ".join(tool["function"].get("description", "") for tool in bound)
        self._names |= set(re.findall(r"async def (\w+)\(", told))
        self._parameters = text + json.dumps([bound, schema])
        self._is_judged = "answer" in ((schema or {}).get("properties") or {})
        self._facts = {fact.key: fact for fact in knowledge.facts}

    def shows(self, tool: str) -> bool:
        """Return whether the model may name the tool: among those that are offered, or in the text."""
        return tool in self._names if self._names else re.search(rf"\b{re.escape(tool)}\b", self._text) is not None

    @cached_property
    def _records(self) -> list[Data]:
        return list(_objects(self._text))

    def _found(self, fact: Fact, known: Mapping[str, Data]) -> list[Data]:
        match = _filled(fact.match, known)
        if match is None:
            return []
        return [
            record
            for record in self._records
            if all(name in record for name in fact.fields)
            and all(str(record.get(name, "")).casefold() == str(value).casefold() for name, value in match.items())
        ]

    @cached_property
    def known(self) -> dict[str, Data]:
        """The records that the text holds, by fact."""
        known: dict[str, Data] = {}
        for fact in self._knowledge.facts:
            if found := self._found(fact, known):
                known[fact.key] = fact.pick(found)
        return known

    @cached_property
    def _at_hand(self) -> list[Part]:
        return [part for part in self._knowledge.parts if " ".join(part.content.split()) in self._flat]

    @cached_property
    def _wanted(self) -> list[Fact]:
        """The facts of the parts in the text, or of the whole request; and first those that they need."""
        parts = self._at_hand
        asked = [key for part in parts for key in part.facts] if parts else list(self._facts)
        needed: set[str] = set()
        while asked:
            key = asked.pop()
            if key not in needed:
                needed.add(key)
                asked += [] if key in self.known else _references(self._facts[key])
        return [fact for fact in self._knowledge.facts if fact.key in needed]

    @property
    def _missing(self) -> list[Fact]:
        return [fact for fact in self._wanted if fact.key not in self.known]

    def _ways(self, fact: Fact) -> list[Way]:
        blocked = (way.blocked_by and way.blocked_by in self._text for way in fact.ways)
        return [way for way, no in zip(fact.ways, blocked, strict=True) if not no and self.shows(way.tool)]

    def _way(self, fact: Fact) -> Way | None:
        return next(iter(self._ways(fact)), None)

    @cached_property
    def intents(self) -> list[Intent]:
        """The calls that can be made now; arguments whose names no document shows are left out."""
        found: list[Intent] = []
        for fact in sorted(self._missing, key=lambda fact: fact.key != self._thought_of):
            way = self._way(fact)
            arguments = _filled(way.arguments, self.known) if way is not None else None
            if way is not None and arguments is not None:
                shown = {name: value for name, value in arguments.items() if f'"{name}"' in self._parameters}
                found.append(Intent(way.tool, shown))
        return found

    @property
    def dataflow(self) -> list[Intent]:
        """All calls that are left, with references where one needs another's result."""
        ids = {fact.key: f"c{number}" for number, fact in enumerate(self._missing, 1)}
        found: list[Intent] = []
        for fact in self._missing:
            ways = self._ways(fact)
            if not ways or not all(key in self.known or self._is_taken_first(key) for key in _references(fact)):
                continue
            first, *others = [Intent(way.tool, self._referring(way, ids)) for way in ways]
            keep = (*fact.match, *fact.fields)
            found.append(replace(first, id=ids[fact.key], keep=keep, others=tuple(others)))
        return found

    def _referring(self, way: Way, ids: Mapping[str, str]) -> Data:
        """The arguments of a call, with a reference where another call brings one."""

        def written(value: Any) -> Any:
            if not isinstance(value, Ref):
                return value
            known = self.known.get(value.fact)
            return f"${ids[value.fact]}.{value.name}" if known is None else known[value.name]

        return {name: written(value) for name, value in way.arguments.items()}

    def _is_taken_first(self, key: str) -> bool:
        """Return whether a missing fact is the first record of its call; else the call's records must all be seen."""
        return self._facts[key].pick is first and not self._facts[key].listed

    @property
    def splits_well(self) -> bool:
        """Return whether the whole request lies before it, in several parts that take several calls each."""
        parts = self._knowledge.parts
        return not self._at_hand and not self.known and len(parts) > 1 and all(len(part.facts) > 1 for part in parts)

    @property
    def is_settled(self) -> bool:
        """Return whether all that is asked for is known."""
        return not self._missing

    @property
    def end(self) -> Intent:
        """Return the name to give where nothing is left to call."""
        offers = self._names or {name for name in (_FINISH, _NONE) if name in self._text}
        if _FINISH in offers:
            return Intent(_FINISH, {"return_type": "give_answer", "final_answer": self.answer})
        return Intent(_NONE if _NONE in offers else "")

    @property
    def answer(self) -> str:
        """Write what is known as an answer; with its records where others judge it or build on it."""
        known = self.known
        said: list[str] = []
        if len(known) == len(self._facts):
            said.append(self._knowledge.answer(known))
        if self._at_hand or self._is_judged:
            said += [json.dumps(record, ensure_ascii=False) for fact in self._wanted for record in self._told(fact)]
        elif not said:
            said += [f"{key} is {json.dumps(self._short(self._facts[key], record))}." for key, record in known.items()]
        if self._missing:
            said.append("Not found: " + ", ".join(fact.key for fact in self._missing))
        return "\n".join(said)

    def _told(self, fact: Fact) -> list[Data]:
        found = self._found(fact, self.known)
        picked = found if fact.listed else [fact.pick(found)] if found else []
        return [self._short(fact, record) for record in picked]

    def _short(self, fact: Fact, record: Data) -> Data:
        return {name: record[name] for name in (*fact.match, *fact.fields)}

    @property
    def plan(self) -> tuple[Part, ...]:
        """The parts of the request."""
        return self._knowledge.parts

    @property
    def thought(self) -> str:
        """Say what is missing and what is known of its needs, as the next prompt may show no more."""
        if not self.intents:
            return "All that can be found is there."
        missing = self._missing[0]
        return " ".join([f"{_MISSING}{missing.key}.", *self._needed([missing])])

    @property
    def _thought_of(self) -> str:
        """Return the subject of its own last thought in the text."""
        thoughts = re.findall(rf"{_MISSING}([^.]+)\.", self._text)
        return thoughts[-1] if thoughts else ""

    def _needed(self, facts: Iterable[Fact]) -> list[str]:
        """Return what is known of the facts' needs, as records."""
        needed: list[str] = []
        asked = [key for fact in facts for key in _references(fact)]
        while asked:
            key = asked.pop(0)
            if key in self.known and key not in needed:
                needed.append(key)
                asked += _references(self._facts[key])
        return [json.dumps(self._short(self._facts[key], self.known[key]), ensure_ascii=False) for key in needed]

    @property
    def part_ids(self) -> list[str]:
        """The ids of the parts: those that the text has them under, else numbers."""
        found: list[str] = []
        for number, part in enumerate(self._knowledge.parts, 1):
            named = re.search(rf"([\w-]+)(?: \[[\w ]+\])?:? {re.escape(' '.join(part.content.split()))}", self._flat)
            found.append(named[1] if named else f"s{number}")
        return found


def _references(fact: Fact) -> list[str]:
    values = [*fact.match.values(), *(value for way in fact.ways for value in way.arguments.values())]
    return [value.fact for value in values if isinstance(value, Ref)]


def _filled(values: Mapping[str, Any], known: Mapping[str, Data]) -> Data | None:
    """The values with references replaced; None where one is not known."""
    filled: Data = {}
    for name, value in values.items():
        if isinstance(value, Ref):
            if value.fact not in known:
                return None
            value = known[value.fact][value.name]
        filled[name] = value
    return filled


def _choices(schema: Any, name: str = "") -> Iterator[str]:
    """The values that a schema allows for a property `tool`."""
    if isinstance(schema, list):
        for each in cast("list[Any]", schema):
            yield from _choices(each)
    elif isinstance(schema, dict):
        given = cast("Data", schema)
        if name == "tool":
            yield from (
                str(value) for value in [*given.get("enum", []), *([given["const"]] if "const" in given else [])]
            )
        for key, each in given.items():
            yield from _choices(each, key)


def _objects(text: str) -> Iterator[Data]:
    """All JSON objects in a text, those within others too; what is cut off is read as far as it is whole."""
    at = text.find("{")
    while at >= 0:
        try:
            value, end = _DECODER.raw_decode(text, at)
        except ValueError:
            end = at + 1
        else:
            yield from _within(value)
        at = text.find("{", end)


def _within(value: Any) -> Iterator[Data]:
    if isinstance(value, dict):
        given = cast("Data", value)
        yield given
        for each in given.values():
            yield from _within(each)
    elif isinstance(value, list):
        for each in cast("list[Any]", value):
            yield from _within(each)
