"""What is wrong with a policy file, in one line for its writer: where it stands, and what may stand there."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, cast

import yaml
from pydantic import ValidationError
from pydantic_core import ErrorDetails

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


def unreadable(error: Exception) -> str:
    """What keeps a text from being YAML, with the line where that shows."""
    if isinstance(error, yaml.MarkedYAMLError):
        said = " ".join(part for part in (error.context, error.problem) if part)
        mark = error.problem_mark or error.context_mark
        return f"{f'line {mark.line + 1}: ' if mark else ''}is no YAML: {' '.join(said.split())[:200]}"
    return f"is no YAML: {' '.join(str(error).split())[:200]}"


def complaint(error: ValidationError, text: str | bytes, keys: Mapping[str, Sequence[str]]) -> str:
    """The first thing that is wrong with a policy: line, place, what is wrong and what is allowed.

    `keys`: what may stand at the top (""), in each of the `rules` and in each of the `limits`.
    """
    found = error.errors(include_url=False)
    order = {kind: place for place, kind in enumerate(_FIRST)}
    first = min(found, key=lambda one: order.get(one["type"], len(order)))
    line = _line(text, first["loc"], whole=first["type"] == "missing")
    where = _place(first["loc"])
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    parts = [f"line {line}" if line else "", where, f"{_said(first, keys)}{more}"]
    return ": ".join(part for part in parts if part)


def _said(error: ErrorDetails, keys: Mapping[str, Sequence[str]]) -> str:
    kind, given, path = error["type"], error["input"], error["loc"]
    context: dict[str, Any] = error.get("ctx", {})
    if kind == "extra_forbidden":
        known = keys.get(str(path[0]) if len(path) > 1 else "", ())
        return f"no such key; {_meant(str(path[-1]) if path else '', known)}"
    if kind == "missing":
        return "this key is missing"
    if kind == "literal_error":
        allowed = [part.strip(" '") for part in str(context.get("expected", "")).replace(" or ", ", ").split(",")]
        return f"{_shown(given)} is not allowed here; {_meant(str(given), allowed)}"
    if kind in _BOUNDS:
        name, words = _BOUNDS[kind]
        return f"{words} {context.get(name):g} is needed, not {_shown(given)}"
    if kind == "too_short":
        return "at least one is needed, or leave the key out"
    if kind == "string_too_long":
        return f"at most {context.get('max_length')} characters are allowed"
    if kind in _KINDS:
        quoted = (
            "; put it in quotation marks" if kind == "string_type" and isinstance(given, bool | int | float) else ""
        )
        return f"{_KINDS[kind]} is needed, not {_shown(given)}{quoted}"
    return f"{error['msg'].removeprefix('Value error, ')}"


def _meant(name: str, known: Sequence[str]) -> str:
    near = get_close_matches(name.lower(), known, n=1)
    return f"{f'did you mean {near[0]!r}? ' if near else ''}allowed: {', '.join(known)}"


def _shown(value: Any) -> str:
    if value is None:
        return "nothing"
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else f"{value!r:.{SHOWN}}"


def _place(path: Sequence[int | str]) -> str:
    """A place as people count: "rule 2, effects"."""
    words: list[str] = []
    for at, part in enumerate(path):
        if isinstance(part, int) and at == 1:
            words[-1] = f"{words[-1].removesuffix('s')} {part + 1}"
        elif isinstance(part, str) and part != "[key]":
            words.append(part if len(part) <= SHOWN else f"{part[:SHOWN]}…")
    return ", ".join(words)


def _line(text: str | bytes, path: Sequence[int | str], *, whole: bool) -> int:
    """The line of a place, from 1; 0 where it is not known. `whole`: of what should hold the last part of the path."""
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
