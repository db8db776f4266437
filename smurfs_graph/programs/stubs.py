"""Typed stubs of tools: what a program's author reads, what its checker knows, and how its calls become arguments."""

import difflib
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from functools import cached_property
from typing import Any, cast

from smurfs_graph.programs.annotations import ANY, Annotations, literal, optional
from smurfs_graph.programs.names import TAKEN, identifiers
from smurfs_graph.tools.tool import Tool

FIND_TOOLS = "find_tools"
_FIND = f"async def {FIND_TOOLS}(words: str) -> str: ..."
_LONGEST_NOTE = 600
"""Characters of what stands behind a stub."""
_LONGEST_ABOUT = 200
"""Characters of what is said of one parameter; a longer text is cut."""
_OFTEN = 3
"""Tools that say the same of a parameter, from which on it is said once for all."""
_TYPES = "from typing import Any, Literal, NotRequired, TypedDict"
_SET = (set, frozenset)
_MOST_CHARS = 200_000
"""Of a call's arguments: checkpoints and events hold them."""
_MOST_DEPTH = 40
_MOST_BITS = 10_000
"""Of a number; JSON is written and read in decimal digits, 4,300 at most."""
_NO_VALUE = re.compile(r"<(coroutine object|function) .+>$")
"""Forms in which the interpreter hands out what has no value."""


@dataclass(frozen=True)
class StubParameter:
    """One parameter of a tool, as a program writes it."""

    name: str
    """The tool's name for it."""
    identifier: str
    annotation: str
    required: bool
    default: str = ""
    """The default in Python's spelling; of an optional parameter only."""

    @property
    def written(self) -> str:
        """Return the parameter in a signature."""
        if self.required:
            return f"{self.identifier}: {self.annotation}"
        if self.default:
            return f"{self.identifier}: {self.annotation} = {self.default}"
        return f"{self.identifier}: {optional(self.annotation)} = None"


@dataclass(frozen=True)
class Stub:
    """One tool as an async function."""

    tool: Tool
    identifier: str
    parameters: tuple[StubParameter, ...]
    returns: str
    """The annotation of its result."""
    takes_more: bool
    """Whether it takes arguments that its schema does not name."""

    @property
    def signature(self) -> str:
        """Return the function as Python declares it."""
        written = [parameter.written for parameter in self.parameters] + ["**more: Any"] * self.takes_more
        return f"async def {self.identifier}({', '.join(written)}) -> {self.returns}: ..."

    @cached_property
    def abouts(self) -> dict[str, str]:
        """Return the descriptions of its parameters, by identifier, where there are any."""
        properties: dict[str, Any] = self.tool.parameters.get("properties") or {}
        found = dict[str, str]()
        for parameter in self.parameters:
            told: Any = properties.get(parameter.name)
            said = str(told.get("description") or "") if isinstance(told, Mapping) else ""  # pyright: ignore
            if said := _clause(said):
                found[parameter.identifier] = f"{parameter.identifier}: {_cut(said, _LONGEST_ABOUT)}"
        return found

    @property
    def declares(self) -> bool:
        """Return whether the tool declares what it returns."""
        return self.returns != ANY

    def arguments(self, positional: Sequence[Any], named: Mapping[str, Any]) -> dict[str, Any]:
        """Return a call's arguments by the tool's own names, as JSON data. Raises ValueError for those that cannot be.

        None for an optional parameter is left out, as the signature's default says.
        """
        check_size([positional, named])
        if len(positional) > len(self.parameters):
            raise ValueError(
                f"{self.identifier}() takes {len(self.parameters)} arguments, {len(positional)} were given"
            )
        by_identifier = {parameter.identifier: parameter for parameter in self.parameters}
        given = {parameter.name: value for parameter, value in zip(self.parameters, positional, strict=False)}
        optionals = {parameter.name for parameter in self.parameters if not parameter.required}
        for written, value in named.items():
            parameter = by_identifier.get(written)
            if parameter is None and not self.takes_more:
                near = difflib.get_close_matches(written[:60], by_identifier, 1)
                hint = f"; did you mean {near[0]!r}?" if near else f"; it has {', '.join(by_identifier) or 'none'}"
                raise ValueError(f"{self.identifier}() has no parameter {written[:60]!r}{hint}")
            name = parameter.name if parameter else written
            if name in given:
                raise ValueError(f"{self.identifier}() was given {written!r} twice")
            given[name] = value
        kept = {name: value for name, value in given.items() if value is not None or name not in optionals}
        return {name: as_json(value, name) for name, value in kept.items()}


class Stubs:
    """The stubs of a set of tools, with the classes that they share."""

    def __init__(self, tools: Iterable[Tool], *, finds_more: bool = False) -> None:
        """`finds_more`: programs may look for further tools by `find_tools`."""
        tools, annotations = list(tools), Annotations()
        names = identifiers((tool.name for tool in tools), taken={*TAKEN, FIND_TOOLS})
        self._stubs = {names[tool.name]: _stub(tool, names[tool.name], annotations) for tool in tools}
        self._declared = {record.name: record.declaration() for record in annotations.records}
        self._finds_more = finds_more

    def __getitem__(self, identifier: str) -> Stub:
        return self._stubs[identifier]

    def __contains__(self, identifier: object) -> bool:
        return identifier in self._stubs

    @property
    def identifiers(self) -> list[str]:
        """Return the functions that a program may call."""
        return [*self._stubs, *([FIND_TOOLS] if self._finds_more else [])]

    @property
    def classes(self) -> list[str]:
        """Return the names of the classes of records."""
        return list(self._declared)

    @property
    def for_checker(self) -> str:
        """Return the stubs as the type checker takes them."""
        signatures = [stub.signature for stub in self._stubs.values()]
        return "\n".join([_TYPES, *self._declared.values(), *signatures, *([_FIND] if self._finds_more else [])])

    def for_model(self, shown: Collection[str] | None = None, seen: Mapping[str, str] | None = None) -> str:
        """Return the stubs as an author reads them.

        `shown`: the tools whose stubs are wanted, by name; None: all. `seen`: what results of tools that declare none
        have looked like.
        """
        stubs = [stub for stub in self._stubs.values() if shown is None or stub.tool.name in shown]
        return self._written(stubs, seen or {})

    @cached_property
    def each_alone(self) -> dict[str, str]:
        """Return what `for_model` says of each tool where it is the only one, by the tool's name."""
        return {stub.tool.name: self._written([stub], {}) for stub in self._stubs.values()}

    def _written(self, stubs: Sequence[Stub], seen: Mapping[str, str]) -> str:
        often = Counter(about for stub in stubs for about in stub.abouts.values())
        common = [about for about, count in often.items() if count >= _OFTEN]
        lines = [f"{stub.signature}{_note(stub, seen.get(stub.tool.name, ''), common)}" for stub in stubs]
        needed = _needed(self._declared, lines)
        return "\n".join([*needed, *([f"# Parameters: {'; '.join(common)}"] if common else []), *lines])


def check_size(value: Any) -> int:
    """Return the size of arguments in characters and values.

    Raises ValueError where they are larger, or nested more deeply, than checkpoints and events should hold.
    """
    left, parts = _MOST_CHARS, [(value, 0)]
    while parts:
        part, depth = parts.pop()
        match part:
            case str() | dict() | list() | tuple() | set() | frozenset():
                left -= len(cast("Sized", part))
            case int():
                left -= part.bit_length() // 3
            case _:
                pass
        if left < 0:
            raise ValueError(f"the arguments have more than {_MOST_CHARS:,} characters and values")
        if depth > _MOST_DEPTH:
            raise ValueError(f"the arguments have more than {_MOST_DEPTH} levels of lists and records")
        if isinstance(part, dict):
            parts += [(each, depth + 1) for item in cast("dict[Any, Any]", part).items() for each in item]
        elif isinstance(part, list | tuple | set | frozenset):
            parts += [(each, depth + 1) for each in cast("list[Any]", part)]
    return _MOST_CHARS - left


def as_json(value: Any, name: str) -> Any:
    """Return a program's value, whose size was checked, as JSON data. Raises ValueError for what has no such form."""
    match value:
        case int() if value.bit_length() > _MOST_BITS:
            raise ValueError(f"{name}: a number of more than {_MOST_BITS} bits")
        case str() if _NO_VALUE.match(value):
            raise ValueError(f"{name}: {value[:40]} cannot be passed to a tool; call it, and await the call")
        case None | bool() | int() | float() | str():
            return value
        case datetime() | date() | time():
            return value.isoformat()
        case Decimal():
            return float(value)
        case dict():
            return {str(key): as_json(item, name) for key, item in cast("dict[Any, Any]", value).items()}
        case list() | tuple():
            return [as_json(item, name) for item in cast("list[Any]", value)]
        case _ if isinstance(value, _SET):
            items = [as_json(item, name) for item in cast("set[Any]", value)]
            return sorted(items, key=repr)
        case _:
            raise ValueError(
                f"{name}: a {type(value).__name__} cannot be passed to a tool; pass text, numbers or lists"
            )


def _stub(tool: Tool, identifier: str, annotations: Annotations) -> Stub:
    """Return the function that stands for a tool in programs."""
    properties: dict[str, Any] = tool.parameters.get("properties") or {}
    required = {str(name) for name in tool.parameters.get("required") or ()}
    names = identifiers(properties, taken={"more"})
    shared = {key: tool.parameters[key] for key in ("$defs", "definitions") if key in tool.parameters}
    order = sorted(properties, key=lambda name: name not in required)  # Python wants defaults last
    parameters = tuple(
        StubParameter(
            name=name,
            identifier=names[name],
            annotation=annotations.of(_with(properties[name], shared), identifier, name),
            required=name in required,
            default=_default(properties[name]),
        )
        for name in order
    )
    returns = annotations.of(tool.returns, identifier, "result") if tool.returns else ANY
    return Stub(tool, identifier, parameters, returns, bool(tool.parameters.get("additionalProperties")))


def _with(schema: Any, shared: Mapping[str, Any]) -> Any:
    return {**cast("Mapping[str, Any]", schema), **shared} if shared and isinstance(schema, Mapping) else schema


def _default(schema: Any) -> str:
    if not isinstance(schema, Mapping) or "default" not in schema:
        return ""
    value: Any = cast("Mapping[str, Any]", schema)["default"]
    return literal(value) if value is not None else ""


def _note(stub: Stub, seen: str, common: Collection[str]) -> str:
    """Return what a stub's line says behind it: the tool's first line, its parameters', and what it returned before.

    `common`: what is said of parameters in one place for all tools.
    """
    first = _clause(stub.tool.description.strip().partition("\n")[0])
    fields = stub.tool.response_fields[:12]
    about = [first, *(said for said in stub.abouts.values() if said not in common)]
    if seen:
        about.append(f"{'Seen' if stub.declares else 'Returned before'}: {seen}")
    elif not stub.declares and not {field.rpartition(".")[2] for field in fields} <= {*_words(first)}:
        about.append(f"Result: {', '.join(fields)}")
    text = _cut("; ".join(filter(None, about)), max(_LONGEST_NOTE, len(seen) + 200))
    return f"  # {text}" if text else ""


def _clause(text: str) -> str:
    """Return a sentence as a part of a line that has others."""
    line = " ".join(text.split())
    return line.removesuffix(".") if not line.endswith("..") else line


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def _needed(declared: Mapping[str, str], lines: Iterable[str]) -> list[str]:
    """Return the declarations that the lines name, and those that these name."""
    needed, texts = set[str](), list(lines)
    while texts:
        words = set(_words(texts.pop().partition("  # ")[0]))
        for name in (words & declared.keys()) - needed:
            needed.add(name)
            texts.append(declared[name].partition("(TypedDict")[2] or declared[name])
    return [text for name, text in declared.items() if name in needed]


def _words(text: str) -> Iterable[str]:
    return "".join(char if char.isalnum() or char == "_" else " " for char in text).split()
