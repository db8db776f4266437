"""Spell equal values equally, so that calls and payloads can be compared; and fit values for a state."""

import hashlib
import json
from typing import Any, cast

MAX_NESTING = 64
"""Levels of a value that a state can hold."""


def canonical_json(value: Any) -> str:
    """Write JSON with sorted keys and no spaces; values that JSON does not know are written as their text."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=str)


def digest(text: str) -> str:
    """Return a short content address: 32 hexadecimal digits of SHA-256."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def read_json(text: str) -> Any:
    """Parse JSON into what a state can hold. Raises ValueError for other text, or where it is nested too deep."""
    try:
        return fit_for_state(json.loads(text))
    except RecursionError as error:
        raise ValueError(str(error)) from None


def data_in(value: Any) -> Any:
    """Return what a text holds as JSON; text that is no JSON stays text, and other data what it is."""
    if not isinstance(value, str):
        return value
    try:
        return read_json(value)
    except ValueError:
        return value


def fit_for_state(value: Any, levels: int = MAX_NESTING) -> Any:
    """Make JSON data fit for a checkpoint.

    Texts become fit for UTF-8, integers beyond 64 bits become text (which a parameter of type integer takes as well).
    Raises ValueError where it is nested too deep.
    """
    if levels < 0:
        raise ValueError("it is nested too deep")
    match value:
        case str():
            return str(value) if value.isascii() else value.encode("utf-8", "replace").decode()
        case bool():
            return value
        case int():
            return value if -(2**63) <= value < 2**64 else str(value)
        case list():
            return [fit_for_state(item, levels - 1) for item in cast("list[Any]", value)]
        case dict():
            items = cast("dict[Any, Any]", value).items()
            return {fit_for_state(key): fit_for_state(item, levels - 1) for key, item in items}
        case _:
            return value


def unfit_for_state(value: Any, levels: int = MAX_NESTING) -> str:
    """Say why a checkpoint cannot hold JSON data as it is; empty where it can."""
    try:
        if fit_for_state(value, levels) == value:
            return ""
    except ValueError as error:
        return str(error)
    return "it holds half a character, or an integer beyond 64 bits"
