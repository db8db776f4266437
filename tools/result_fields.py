"""The fields of a tool's results, as far as it declares them.

A field within others is written as a path: `orders[*].order_id`.
"""

import dataclasses
import typing
from collections.abc import Callable, Iterable, Mapping
from types import NoneType, UnionType
from typing import Any, Union, cast

from pydantic import BaseModel
from typing_extensions import is_typeddict

_MOST_FIELDS = 30
_MOST_DEPTH = 3


def of_function(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return the fields of what a function returns, where its annotation is a TypedDict, a dataclass or a pydantic
    model.
    """
    try:
        hint = typing.get_type_hints(function).get("return")
    except Exception:  # an annotation that cannot be evaluated says nothing
        return ()
    return tuple(dict.fromkeys(_fields_of_type(hint, 0)))[:_MOST_FIELDS]


def of_schema(schema: Mapping[str, Any] | None) -> tuple[str, ...]:
    """Return the fields that a JSON schema of results names."""
    return tuple(dict.fromkeys(_fields_of_schema(schema or {}, schema or {}, 0)))[:_MOST_FIELDS]


def _fields_of_type(hint: Any, depth: int) -> Iterable[str]:
    """Yield the names of the fields of a type, with those within it."""
    origin = typing.get_origin(hint)
    if depth > _MOST_DEPTH:
        return
    if origin in (Union, UnionType) or (origin is not None and _holds_others(origin)):
        for inner in typing.get_args(hint):
            if inner is not NoneType and inner is not Ellipsis:
                yield from _fields_of_type(inner, depth)
        return
    for name, kind in _members(hint).items():
        yield name
        several = _is_list(kind)
        yield from (f"{name}{'[*]' if several else ''}.{inner}" for inner in _fields_of_type(kind, depth + 1))


def _holds_others(origin: Any) -> bool:
    return isinstance(origin, type) and issubclass(origin, Iterable) and not issubclass(origin, Mapping | str)


def _is_list(kind: Any) -> bool:
    """Return whether a type, or a choice of a union, holds values of another type."""
    origin = typing.get_origin(kind)
    if origin in (Union, UnionType):
        return any(_is_list(each) for each in typing.get_args(kind))
    return _holds_others(origin)


def _members(hint: Any) -> dict[str, Any]:
    """Return the named parts of a record's type, with theirs."""
    kind: Any = hint
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        return {name: field.annotation for name, field in hint.model_fields.items()}
    if not isinstance(hint, type) or not (is_typeddict(kind) or dataclasses.is_dataclass(kind)):
        return {}
    try:
        return typing.get_type_hints(kind)
    except Exception:  # of a name that is not known here
        return dict.fromkeys(kind.__annotations__)


def _fields_of_schema(schema: Any, root: Mapping[str, Any], depth: int) -> Iterable[str]:
    """Yield the names of the fields of a schema, with those within it."""
    if not isinstance(schema, Mapping) or depth > _MOST_DEPTH:
        return
    given = cast("Mapping[str, Any]", schema)
    if "$ref" in given:
        name = str(given["$ref"]).rpartition("/")[2]
        definitions: Mapping[str, Any] = root.get("$defs") or root.get("definitions") or {}
        yield from _fields_of_schema(definitions.get(name), root, depth + 1)
        return
    for choice in (*given.get("anyOf", ()), *given.get("oneOf", ()), *given.get("allOf", ()), given.get("items")):
        yield from _fields_of_schema(choice, root, depth)
    properties: Any = given.get("properties")
    for name, kind in cast("Mapping[str, Any]", properties).items() if isinstance(properties, Mapping) else ():
        yield str(name)
        several = isinstance(kind, Mapping) and "items" in kind
        yield from (f"{name}{'[*]' if several else ''}.{inner}" for inner in _fields_of_schema(kind, root, depth + 1))
