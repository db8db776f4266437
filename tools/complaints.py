"""Files that a person wrote: read up to a bound, and what is wrong with them in words of the file, not of a library."""

import os
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, cast

import yaml
from pydantic import BeforeValidator, Field, ValidationError
from pydantic_core import ErrorDetails

from smurfs_graph.errors import ConfigurationError

SHOWN = 80
"""Characters of a wrong value that are shown."""
_KINDS = {
    "tuple_type": "a list",
    "list_type": "a list",
    "set_type": "a list",
    "frozen_set_type": "a list",
    "dict_type": "a mapping (NAME: VALUE)",
    "model_type": "a mapping (NAME: VALUE)",
    "model_attributes_type": "a mapping (NAME: VALUE)",
    "string_type": "a text",
    "invalid_key": "a text as key",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "finite_number": "a number",
}
_BOUNDS = {
    "greater_than_equal": ("ge", "at least"),
    "greater_than": ("gt", "more than"),
    "less_than_equal": ("le", "at most"),
    "less_than": ("lt", "less than"),
}
_FIRST = ("extra_forbidden", "missing")
"""A misspelt key is also a missing one: it is told of first."""


def as_several(value: Any) -> Any:
    """Return a text as the one item of the list for which it stands."""
    return (value,) if isinstance(value, str) else value


Globs = Annotated[tuple[str, ...], BeforeValidator(as_several), Field(min_length=1)]
"""Patterns of names, any of which may match."""


def read_file(path: str, what: str, most: int) -> bytes:
    """Return the content of a file. Raises ConfigurationError, beginning with `what`, for one that cannot be had."""
    try:
        with Path(os.path.expanduser(path)).open("rb") as opened:  # noqa: PTH111 - never raises
            raw = opened.read(most + 1)
    except (OSError, ValueError) as error:
        said = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise ConfigurationError(f"{what} {path!r:.200} cannot be read: {said}") from None
    if len(raw) > most:
        raise ConfigurationError(f"{what} {path!r:.200} is longer than {most:,} bytes")
    return raw


def wording(error: ErrorDetails, *, hidden: bool = False) -> str:
    """Say what is wrong and what is allowed. `hidden`: the value may be a secret, and is not shown."""
    kind, given = error["type"], error.get("input")
    context: dict[str, Any] = error.get("ctx", {})
    instead = "" if hidden else f", not {shorten_value(given)}"
    if kind == "missing":
        return "this key is missing"
    if kind == "literal_error":
        allowed = [part.strip(" '") for part in str(context.get("expected", "")).replace(" or ", ", ").split(",")]
        told = "this" if hidden else shorten_value(given)
        return f"{told} is not allowed here; {suggest('' if hidden else str(given), allowed)}"
    if kind in _BOUNDS:
        name, words = _BOUNDS[kind]
        return f"{words} {context.get(name):g} is needed{instead}"
    if kind == "too_short":
        return "at least one is needed, or leave the key out"
    if kind == "string_too_long":
        return f"at most {context.get('max_length')} characters are allowed"
    if kind in _KINDS:
        quoted = (
            "; put it in quotation marks" if kind == "string_type" and isinstance(given, bool | int | float) else ""
        )
        return f"{_KINDS[kind]} is needed{instead}{quoted}"
    return error["msg"].removeprefix("Value error, ")


def suggest(name: str, known: Sequence[str]) -> str:
    """Say which name was probably meant, and what is allowed."""
    near = get_close_matches(name.lower(), known, n=1)
    return f"{f'did you mean {near[0]!r}? ' if near else ''}allowed: {', '.join(known)}"


def shorten_value(value: Any) -> str:
    """Write a wrong value, cut."""
    if value is None:
        return "nothing"
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else f"{value!r:.{SHOWN}}"


def explain_yaml(error: Exception) -> str:
    """Say what keeps a text from being YAML, with the line where that shows."""
    if isinstance(error, yaml.MarkedYAMLError):
        said = " ".join(part for part in (error.context, error.problem) if part)
        mark = error.problem_mark or error.context_mark
        return f"{f'line {mark.line + 1}: ' if mark else ''}is no YAML: {' '.join(said.split())[:200]}"
    return f"is no YAML: {' '.join(str(error).split())[:200]}"


def complaint_of_yaml(error: ValidationError, text: str | bytes, keys: Mapping[str, Sequence[str]]) -> str:
    """Return the first thing that is wrong with a YAML file: line, place, what is wrong and what is allowed.

    `keys`: what may stand at the top (""), and in each item of the lists there, by their names.
    """
    found = error.errors(include_url=False)
    order = {kind: place for place, kind in enumerate(_FIRST)}
    first = min(found, key=lambda one: order.get(one["type"], len(order)))
    line = _line(text, first["loc"], whole=first["type"] == "missing")
    where = _place(first["loc"])
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    parts = [f"line {line}" if line else "", where, f"{_describe(first, keys)}{more}"]
    return ": ".join(part for part in parts if part)


def _describe(error: ErrorDetails, keys: Mapping[str, Sequence[str]]) -> str:
    path = error["loc"]
    if error["type"] != "extra_forbidden":
        return wording(error)
    known = keys.get(str(path[0]) if len(path) > 1 else "", ())
    name = str(path[-1]) if path else ""
    return f"no such key; {suggest(name, known)}"


def _place(path: Sequence[int | str]) -> str:
    """Return a place as people count: "rule 2, effects"."""
    words: list[str] = []
    for at, part in enumerate(path):
        if isinstance(part, int) and at == 1:
            words[-1] = f"{words[-1].removesuffix('s')} {part + 1}"
        elif isinstance(part, str) and part != "[key]":
            words.append(part if len(part) <= SHOWN else f"{part[:SHOWN]}…")
    return ", ".join(words)


def _line(text: str | bytes, path: Sequence[int | str], *, whole: bool) -> int:
    """Return the line of a place, from 1; 0 where it is not known.

    `whole`: of what should hold the last part of the path.
    """
    try:
        node: Any = yaml.compose(text, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, ValueError, RecursionError):
        return 0
    line = 1
    for part in path[:-1] if whole else path:
        if isinstance(node, yaml.SequenceNode) and isinstance(part, int):
            items = cast("list[Any]", node.value)
            if part >= len(items):
                return line
            node = items[part]
        elif isinstance(node, yaml.MappingNode):
            pairs = cast("list[tuple[Any, Any]]", node.value)
            pair = next(((key, value) for key, value in pairs if str(key.value) == str(part)), None)
            if pair is None:
                return line
            line, node = int(pair[0].start_mark.line) + 1, pair[1]
            continue
        else:
            return line
        line = int(node.start_mark.line) + 1
    return line
