"""The arguments of a call as the tool takes them: two calls are the same where these are equal.

A model writes "3", 3 or 3.0, names a default or leaves it out. What counts is what is left after validation. Nothing of
it is cleaned, cut or merged: what is decided on, compared, asked about and called is one and the same.
"""

import dataclasses
import re
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from copy import deepcopy
from datetime import date, datetime, time
from enum import Enum
from typing import Any, cast

from pydantic import BaseModel, RootModel

from smurfs_graph.canonical import canonical_json, digest, fit_for_state
from smurfs_graph.redaction.known_secrets import HANDED
from smurfs_graph.tools.argument_types import AS_TEXT, SECRETS, documented_name
from smurfs_graph.tools.tool import Tool, Validated

MAX_VALUES = 200_000
"""Values that the arguments of one call may hold."""
MAX_DEPTH = 40
_WHOLE = 2.0**63
"""Whole numbers from here on stay as they are."""


def complete(tool: Tool, validated: Mapping[str, Any]) -> dict[str, Any]:
    """Return validated arguments as JSON-able data in one spelling, with defaults filled in.

    Raises ValueError where they are too many, too deep, or cannot be told apart once they are written down. Secrets
    among them are decided on in clear, and masked wherever texts are masked.
    """
    properties: dict[str, Any] = tool.parameters.get("properties", {})
    absent: dict[str, Any] = {
        name: cast("Mapping[str, Any]", schema)["default"]
        for name, schema in properties.items()
        if name not in validated and isinstance(schema, Mapping) and "default" in schema
    }
    return _Speller().data({**validated, **absent}, 0)


def canonical_arguments(tool: Tool, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return a model's arguments in one spelling.

    Raises ValueError where they are not valid; its text names the field.
    """
    return complete(tool, validate(tool, arguments))


def validate(tool: Tool, arguments: Mapping[str, Any]) -> Validated:
    """Return a model's arguments as those of the call; the model's stay as they are, whatever a validator does.

    Raises ValueError where they are not valid.
    """
    try:
        return tool.validate(deepcopy(dict(arguments)))
    except RecursionError:
        raise ValueError("the arguments are nested too deep") from None


def as_called(tool: Tool, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return a model's arguments as the tool gets them, for a person to see; as they were written where they are not
    valid.
    """
    try:
        return canonical_arguments(tool, arguments)
    except ValueError:
        return dict(arguments)


def fingerprint(tool: Tool, canonical: Mapping[str, Any]) -> str:
    """Return a digest that equal calls share, and no others."""
    return digest(canonical_json([tool.name, canonical]))


class _Speller:
    """Writes the arguments of one call down: whole numbers as integers, sets in an order, all else as it is.

    Integers that no checkpoint can hold are their digits.
    """

    def __init__(self) -> None:
        self._left = MAX_VALUES

    def data(self, value: Any, depth: int) -> Any:
        self._left -= 1
        if self._left < 0 or depth > MAX_DEPTH:
            raise ValueError(f"the arguments hold more than {MAX_VALUES:,} values, or more than {MAX_DEPTH} levels")
        match value:
            case Enum():  # first, for members may be numbers or texts; a tool takes the value, not the member's name
                return self.data(value.value, depth + 1)
            case None | bool():
                return value
            case int():
                return fit_for_state(int.__pos__(value))
            case float():
                return int(value) if value.is_integer() and abs(value) < _WHOLE else float.__pos__(value)
            case str():
                return _text(value)
            case bytes() | bytearray() | memoryview():
                return self._bytes(bytes(cast("bytes | bytearray | memoryview[int]", value)))
            case datetime() | date() | time():
                return value.isoformat()
            case re.Pattern():  # whose text is cut
                return self.data(value.pattern, depth + 1)
            case _ if isinstance(value, SECRETS):  # whose text is stars
                spelled = self.data(value.get_secret_value(), depth + 1)
                HANDED.add(_leaves(spelled))
                return spelled
            case _ if isinstance(value, AS_TEXT):
                return str(value)
            case _:
                return self._parts(value, lambda item: self.data(item, depth + 1))

    def _parts(self, value: Any, read: Callable[[Any], Any]) -> Any:
        """Return a value as JSON data, its parts read by `read`. Raises ValueError for a type that cannot be written
        down.
        """
        match value:
            case RootModel():
                return read(cast("Any", value).root)
            case BaseModel():  # not as it would be dumped: that may leave fields out
                kind = type(value)
                fields = {documented_name(kind, name): getattr(value, name) for name in kind.model_fields}
                return _mapping({**fields, **(value.model_extra or {})}.items(), read)
            case Mapping():
                return _mapping(cast("Mapping[Any, Any]", value).items(), read)
            case Sequence() | deque():
                return [read(item) for item in cast("Sequence[Any]", value)]
            case AbstractSet():
                return sorted((read(item) for item in cast("AbstractSet[Any]", value)), key=canonical_json)
            case _ if dataclasses.is_dataclass(value) and not isinstance(value, type):
                return _mapping(((field.name, getattr(value, field.name)) for field in dataclasses.fields(value)), read)
            case _:  # its text may hide what it holds
                raise ValueError(f"a value of type {type(value).__name__} cannot be written down")

    def _bytes(self, value: bytes) -> Any:
        try:
            return value.decode()
        except UnicodeDecodeError:
            return {"text": value.decode(errors="replace"), "hex": value.hex()}


def _mapping(items: Iterable[tuple[Any, Any]], read: Callable[[Any], Any]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, item in items:
        name = _text(str(key.value if isinstance(key, Enum) else key))
        if name in made:
            raise ValueError(f"two keys are written {name!r:.80}")
        made[name] = read(item)
    return made


def _text(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError(f"half a character (a surrogate) is no text: {text!r:.80}") from None
    return str.__str__(text)


def _leaves(spelled: Any) -> Iterable[str]:
    """Yield the plain values of an argument as texts."""
    if isinstance(spelled, dict):
        for item in cast("dict[str, Any]", spelled).values():
            yield from _leaves(item)
    elif isinstance(spelled, list):
        for item in cast("list[Any]", spelled):
            yield from _leaves(item)
    else:
        yield spelled if isinstance(spelled, str) else canonical_json(spelled)
