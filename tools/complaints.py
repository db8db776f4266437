"""What is wrong with a value in a file that a person wrote, in words of the file, not of the library that reads it."""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

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


def wording(error: ErrorDetails, *, hidden: bool = False) -> str:
    """What is wrong and what is allowed. `hidden`: the value may be a secret, and is not shown."""
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
    """What was probably meant by a name, and what is allowed."""
    near = get_close_matches(name.lower(), known, n=1)
    return f"{f'did you mean {near[0]!r}? ' if near else ''}allowed: {', '.join(known)}"


def shorten_value(value: Any) -> str:
    """Write a wrong value, cut."""
    if value is None:
        return "nothing"
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else f"{value!r:.{SHOWN}}"
