"""The JSON schema of what a function returns, by its annotation."""

import sys
import typing
from collections.abc import AsyncIterator, Callable, Generator, Iterable, Iterator
from types import UnionType
from typing import Any, cast

import typing_extensions
from pydantic import TypeAdapter

_COLLECTED = (Iterator, Generator, Iterable, AsyncIterator)
"""Return types of a function whose items are collected into a list."""


def schema_of_result(function: Callable[..., Any]) -> dict[str, Any] | None:
    """Return the schema of a function's results; None where its annotation says nothing that JSON could hold."""
    try:
        hint = typing.get_type_hints(function, include_extras=True).get("return", Any)
        if hint is Any or hint is object:
            return None
        if typing.get_origin(hint) in _COLLECTED:
            hint = list[typing.get_args(hint)[0]]
        return TypeAdapter(_readable(hint, ())).json_schema(mode="serialization", by_alias=False)
    except Exception:  # an annotation that cannot be evaluated, or has no JSON form
        return None


def _readable(hint: Any, within: tuple[Any, ...]) -> Any:
    """Return an annotation with its TypedDicts as pydantic reads them: before Python 3.12, none of `typing`'s own.

    `within`: the TypedDicts around it; one that holds itself says nothing there.
    """
    if sys.version_info >= (3, 12):
        return hint
    if hint in within:
        return Any
    if typing.is_typeddict(hint):
        fields = typing.get_type_hints(hint, include_extras=True)
        members = {name: _readable(kind, (*within, hint)) for name, kind in fields.items()}
        optional = {name: typing_extensions.NotRequired[members[name]] for name in hint.__optional_keys__}
        return typing_extensions.TypedDict(hint.__name__, members | optional)  # pyright: ignore
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is None or origin is typing.Literal:
        return hint
    if origin in (typing.Required, typing.NotRequired):
        return _readable(arguments[0], within)
    if origin is typing.Annotated:
        return cast("Any", typing.Annotated)[(_readable(arguments[0], within), *arguments[1:])]
    parts = tuple(_readable(each, within) for each in arguments)
    return cast("Any", typing.Union if origin is UnionType else origin)[parts]
