"""The fields of a tool's results, as far as it declares them; and whether some tools' results feed others' parameters.

A field within others is written as a path: `orders[*].order_id`.
"""

import dataclasses
import re
import typing
from collections.abc import Callable, Collection, Iterable, Mapping
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Union, cast

from pydantic import BaseModel
from typing_extensions import is_typeddict

from smurfs_graph.planning.pages import Paging

if TYPE_CHECKING:
    from smurfs_graph.tools.tool import Tool

_MOST_FIELDS = 30
_MOST_DEPTH = 3
_MOST_TOLD = 12
"""Fields that a description is given."""
_PATH = re.compile(r"[\w.\[\]*-]{1,80}")
_WORDS = re.compile(r"[^\W_]+")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_RETURNS = re.compile(r"\breturns?\b(?P<text>.*)", re.IGNORECASE | re.DOTALL)
_IDENTIFIER = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b|\b[a-z]+(?:[A-Z][a-z0-9]+)+\b|[`'\"]([A-Za-z]\w*)[`'\"]")
_OF_ANY_CALL = frozenset({
    "count", "currency", "data", "date", "day", "error", "format", "item", "language", "limit", "locale", "message",
    "month", "name", "note", "offset", "order", "page", "query", "result", "size", "sort", "state", "status", "text",
    "time", "title", "total", "type", "unit", "url", "value", "version", "year",
})  # fmt: skip
"""What results and parameters are called that have nothing to do with each other."""


def of_function(function: Callable[..., Any]) -> tuple[str, ...]:
    """The fields of what a function returns, where its annotation is a TypedDict, a dataclass or a pydantic model."""
    try:
        hint = typing.get_type_hints(function).get("return")
    except Exception:  # an annotation that cannot be evaluated says nothing
        return ()
    return tuple(dict.fromkeys(_of_type(hint, 0)))[:_MOST_FIELDS]


def of_schema(schema: Mapping[str, Any] | None) -> tuple[str, ...]:
    """The fields that a JSON schema of results names."""
    return tuple(dict.fromkeys(_of_schema(schema or {}, schema or {}, 0)))[:_MOST_FIELDS]


def declared_fields(tool: "Tool") -> tuple[str, ...]:
    """The fields of a tool's results: as it declares them, else as its description says what it returns."""
    if tool.response_fields:
        return tool.response_fields
    match = _RETURNS.search(tool.description)
    if match is None:
        return ()
    found = [word[1] or word[0] for word in _IDENTIFIER.finditer(match["text"])]
    return tuple(dict.fromkeys(found))


def paging(tool: "Tool") -> Paging | None:
    """How a tool tells its next page: by a field next_X for its parameter X, or total_Xs or last_X where X is a number.

    None where it does not.
    """
    ways = dict[str, tuple[str, bool]]()
    for name, schema in tool.parameters.get("properties", {}).items():
        plain = _plain(name)
        ways[f"next{plain}"] = (name, False)
        if schema.get("type") == "integer":
            ways |= {f"total{plain}": (name, True), f"last{plain}": (name, True), f"{plain}count": (name, True)}
    fields = [path for path in declared_fields(tool) if "[" not in path]
    found = [Paging(path, *ways[last]) for path in fields if (last := _plain(path.rpartition(".")[2])) in ways]
    return min(found, key=lambda each: each.counted, default=None)


def with_fields(tool: "Tool") -> str:
    """A tool's description with the fields that it declares, as far as it does not name them itself.

    What it is given itself is left out: the caller knows it.
    """
    told = [path for path in tool.response_fields if path not in tool.parameters.get("properties", {})]
    plain = [path for path in told if _PATH.fullmatch(path)][:_MOST_TOLD]
    if not plain or all(path.rpartition(".")[2] in tool.description for path in plain):
        return tool.description
    end = "" if tool.description.endswith((".", "!", "?")) else "."
    return f"{tool.description}{end} Returns {', '.join(plain)}."


def feeding(tools: "Collection[Tool]") -> frozenset[str]:
    """Names of the tools whose results have a field that is called like a parameter which another tool needs.

    What a tool was given itself is nothing that it brings, and names that any call may have say nothing.
    """
    takers: dict[str, set[str]] = {}
    for tool in tools:
        for name in tool.parameters.get("required", ()):
            takers.setdefault(_plain(name), set()).add(tool.name)
    return frozenset(tool.name for tool in tools if _feeds(tool, takers))


def _feeds(tool: "Tool", takers: Mapping[str, set[str]]) -> bool:
    own = {_plain(name) for name in tool.parameters.get("properties", {})}
    return any(takers.get(name, set()) - {tool.name} for name in _result_names(tool) - own - _OF_ANY_CALL)


def _result_names(tool: "Tool") -> set[str]:
    """The plain names of what a tool brings; a bare id is that of the thing which the tool is called after."""
    names = {_plain(path.rpartition(".")[2]) for path in declared_fields(tool)}
    if "id" in names:
        names |= {f"{_plain(word)}id" for word in _WORDS.findall(_CAMEL.sub(" ", tool.name))}
    return names - {"id"}


def _plain(name: str) -> str:
    plain = "".join(_WORDS.findall(name.lower()))
    return plain[:-1] if plain.endswith("s") and not plain.endswith(("ss", "us", "is")) else plain


def _of_type(hint: Any, depth: int) -> Iterable[str]:
    origin = typing.get_origin(hint)
    if depth > _MOST_DEPTH:
        return
    if origin in (Union, UnionType) or (origin is not None and _holds_others(origin)):
        for inner in typing.get_args(hint):
            if inner is not NoneType and inner is not Ellipsis:
                yield from _of_type(inner, depth)
        return
    for name, kind in _members(hint).items():
        yield name
        several = _is_list(kind)
        yield from (f"{name}{'[*]' if several else ''}.{inner}" for inner in _of_type(kind, depth + 1))


def _holds_others(origin: Any) -> bool:
    return isinstance(origin, type) and issubclass(origin, Iterable) and not issubclass(origin, Mapping | str)


def _is_list(kind: Any) -> bool:
    origin = typing.get_origin(kind)
    if origin in (Union, UnionType):
        return any(_is_list(each) for each in typing.get_args(kind))
    return _holds_others(origin)


def _members(hint: Any) -> dict[str, Any]:
    """The named parts of a record's type, with theirs."""
    kind: Any = hint
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        return {name: field.annotation for name, field in hint.model_fields.items()}
    if not isinstance(hint, type) or not (is_typeddict(kind) or dataclasses.is_dataclass(kind)):
        return {}
    try:
        return typing.get_type_hints(kind)
    except Exception:  # of a name that is not known here
        return dict.fromkeys(kind.__annotations__)


def _of_schema(schema: Any, root: Mapping[str, Any], depth: int) -> Iterable[str]:
    if not isinstance(schema, Mapping) or depth > _MOST_DEPTH:
        return
    given = cast("Mapping[str, Any]", schema)
    if "$ref" in given:
        name = str(given["$ref"]).rpartition("/")[2]
        definitions: Mapping[str, Any] = root.get("$defs") or root.get("definitions") or {}
        yield from _of_schema(definitions.get(name), root, depth + 1)
        return
    for choice in (*given.get("anyOf", ()), *given.get("oneOf", ()), *given.get("allOf", ()), given.get("items")):
        yield from _of_schema(choice, root, depth)
    properties: Any = given.get("properties")
    for name, kind in cast("Mapping[str, Any]", properties).items() if isinstance(properties, Mapping) else ():
        yield str(name)
        several = isinstance(kind, Mapping) and "items" in kind
        yield from (f"{name}{'[*]' if several else ''}.{inner}" for inner in _of_schema(kind, root, depth + 1))
