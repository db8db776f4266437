"""JSON out of what a model wrote: thoughts stripped, prose around it ignored, small damage repaired.

Nothing is ever evaluated as code, and nothing found here is trusted before a schema has accepted it. All of it takes
time linear in the length of the text, whatever the text: it cannot be interrupted.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, cast

from smurfs_graph.canonical import MAX_NESTING, fit_for_state
from smurfs_graph.models.json_mending import mend, repair
from smurfs_graph.models.json_scan import regions
from smurfs_graph.models.spoken import listen

MAX_CHARS = 200_000
"""Longer replies are cut before they are read."""
MAX_REPAIRED_CHARS = 40_000
"""Damaged objects beyond that many characters of one reply are not repaired."""

_SPECIAL_TOKEN = re.compile(r"<\|[a-z_]{1,40}\|>", re.IGNORECASE)
_BARE_MEMBERS = re.compile(r'\A\s*"[^"\n]{1,80}"\s*:')


class Repairs:
    """The work left for repairing one reply, in characters."""

    def __init__(self) -> None:
        """Start with all of the work left."""
        self._left = MAX_REPAIRED_CHARS

    def value(self, region: str) -> Any:
        """Return the value of a damaged object or list; None where there is none to be had in bounded time."""
        if len(region) > self._left or _nesting(region) > MAX_NESTING:
            return None
        self._left -= len(region)
        text = mend(region)
        if (value := _strict(text)) is not None:
            return value
        try:
            value: Any = fit_for_state(repair(text))
        except Exception:  # whatever it meets in a text of a model, this text holds no reply then
            return None
        return cast("Any", value) if isinstance(value, dict if region[0] == "{" else list) and value else None


def candidates(text: str, repairs: Repairs | None = None) -> Iterator[Any]:
    """Yield the values that a reply may mean, the likeliest first; the caller takes the first that its schema accepts.

    Well-formed objects come before repaired ones, outer ones before what lies inside them. `repairs`: of the reply that
    the text is a part of.
    """
    whole = text[:MAX_CHARS].strip().lstrip("\ufeff")
    for value in _find_values(whole, repairs or Repairs()):
        yield from _meant(value)


def _find_values(whole: str, repairs: Repairs) -> Iterator[Any]:
    """Yield the values in a text, best first: the whole, members without braces, well-formed objects, repaired ones."""
    if (exact := _strict(whole)) is not None:
        yield exact
        return
    heard = listen(whole)
    said = heard.text if heard.text.strip() or not heard.parts else heard.parts[0].text
    stripped = _SPECIAL_TOKEN.sub("", said).strip()
    if _BARE_MEMBERS.match(stripped) and (value := repairs.value("{" + stripped)) is not None:
        yield value
    damaged: list[str] = []
    for region in regions(said):  # a mark inside a well-formed object is part of a value
        plain = _SPECIAL_TOKEN.sub("", region)
        value = _strict(region) or _strict(plain)
        if value is None:
            damaged.append(plain)
        else:
            yield value
    for region in damaged:
        if (value := repairs.value(region)) is not None:
            yield value


def _meant(value: Any) -> Iterator[Any]:
    """Yield what a value may stand for: itself, the values in an echoed schema, or JSON written into a text."""
    if isinstance(value, str):
        inner = _strict(value.strip())
        if isinstance(inner, dict | list):
            yield from _meant(inner)
    elif isinstance(value, dict) and _echoes_schema(echo := cast("dict[str, Any]", value)):
        filled: Any = echo["properties"]
        if isinstance(filled, dict):
            values = cast("dict[str, Any]", filled).values()
            if not any(isinstance(item, dict) and "type" in item for item in values):
                yield cast("dict[str, Any]", filled)
    else:
        yield value


def _echoes_schema(value: dict[str, Any]) -> bool:
    return "properties" in value and value.get("type", "object") == "object" and not value.keys() - _SCHEMA_KEYS


_SCHEMA_KEYS = {"properties", "type", "required", "title", "description", "$defs", "additionalProperties", "$schema"}


def _strict(text: str) -> Any:
    """Return the value of a well-formed JSON text; None where it is none (JSON's null is no reply either)."""
    try:
        return fit_for_state(json.loads(text, parse_constant=_refuse_constant, strict=False))
    except (ValueError, RecursionError):
        return None


def _nesting(text: str) -> int:
    """Return how deeply the brackets of a text are nested at most, closed or not."""
    depth = deepest = 0
    for character in text:
        if character in "{[":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "}]":
            depth -= 1
    return deepest


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")
