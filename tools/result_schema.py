"""The JSON schema of what a function returns, by its annotation."""

import typing
from collections.abc import AsyncIterator, Callable, Generator, Iterable, Iterator
from typing import Any

from pydantic import TypeAdapter

_COLLECTED = (Iterator, Generator, Iterable, AsyncIterator)
"""What a function may return whose items are collected into a list."""


def schema_of_result(function: Callable[..., Any]) -> dict[str, Any] | None:
    """Return the schema of a function's results; None where its annotation says nothing that JSON could hold."""
    try:
        hint = typing.get_type_hints(function, include_extras=True).get("return", Any)
        if hint is Any or hint is object:
            return None
        if typing.get_origin(hint) in _COLLECTED:
            hint = list[typing.get_args(hint)[0]]
        return TypeAdapter(hint).json_schema(mode="serialization", by_alias=False)
    except Exception:  # an annotation that cannot be evaluated, or has no JSON form
        return None
