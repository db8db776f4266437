"""JSON out of what a model wrote: thoughts stripped, prose around it ignored, small damage repaired.

Nothing is ever evaluated as code, and nothing found here is trusted before a schema has accepted it. All of it takes
time linear in the length of the text, for it runs between other calls of the event loop.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, cast

import json_repair

from smurfs_graph.models.json_mending import mended

MAX_CHARS = 200_000
"""Longer replies are cut before they are read."""
MAX_REPAIRED_CHARS = 40_000
"""Longer damaged objects are not repaired."""
MAX_NESTING = 64
"""Values nested deeper are no replies."""
_MAX_VALUES = 64

_THINK_TAG = re.compile(r"<(/?)think(?:ing)?>", re.IGNORECASE)
_SPECIAL_TOKEN = re.compile(r"<\|[a-z_]{1,40}\|>", re.IGNORECASE)
_BARE_MEMBERS = re.compile(r'\A\s*"[^"\n]{1,80}"\s*:')
_OPENING = re.compile(r"[{\[]")
_SCANNED = re.compile(
    r'"(?:[^"\\]|\\.)*"'  # text
    r"|(?<=[\[{(,:\s])'(?:[^'\\\n]|\\.)*'(?=\s*[\]}),:])"  # text as Python writes it
    r"|//[^\n]*|/\*.*?\*/|#[^\n]*"  # comments
    r"|[{\[]|[}\]]",
    re.DOTALL,
)


def candidates(text: str) -> Iterator[Any]:
    """The values that a reply may mean, the likeliest first; the caller takes the first that its schema accepts.

    Well-formed objects come before repaired ones, outer ones before what lies inside them.
    """
    whole = text[:MAX_CHARS].strip().lstrip("\ufeff")
    for value in _found(whole):
        yield from _meant(value)


def strip_thinking(text: str) -> str:
    """The reply without its thoughts: closed, unclosed, or with only the closing tag left."""
    kept: list[str] = []
    at, thinking = 0, False
    for tag in _THINK_TAG.finditer(text):
        if tag[1] and not thinking:  # its opening tag was part of the prompt
            kept.clear()
        elif not thinking:
            kept.append(text[at : tag.start()])
        thinking, at = not tag[1], tag.end()
    return "".join(kept) + ("" if thinking else text[at:])


def _found(whole: str) -> Iterator[Any]:
    if (exact := _strict(whole)) is not None:
        yield exact
        return
    stripped = _SPECIAL_TOKEN.sub("", strip_thinking(whole)).strip()
    if _BARE_MEMBERS.match(stripped) and (value := _repaired("{" + stripped)) is not None:
        yield value
    damaged: list[str] = []
    for region in _regions(stripped):
        value = _strict(region)
        if value is None:
            damaged.append(region)
        else:
            yield value
    for region in damaged:
        if (value := _repaired(region)) is not None:
            yield value


def _meant(value: Any) -> Iterator[Any]:
    """What a value may stand for: itself, unless it is a schema that was echoed, or JSON written into a text."""
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


def _regions(text: str) -> Iterator[str]:
    """The outermost bracketed parts of a text, from left to right; one that never closes goes to the end."""
    at = 0
    for _ in range(_MAX_VALUES):
        opening = _OPENING.search(text, at)
        if opening is None:
            return
        at = _closing(text, opening.start())
        yield text[opening.start() : at]


def _closing(text: str, start: int) -> int:
    depth = 0
    for token in _SCANNED.finditer(text, start):
        if token[0] in "{[":
            depth += 1
        elif token[0] in "}]":
            depth -= 1
            if depth == 0:
                return token.end()
    return len(text)


def _strict(text: str) -> Any:
    """The value of a well-formed JSON text; None where it is none (JSON's null is no reply either)."""
    try:
        value = json.loads(text, parse_constant=_refuse_constant, strict=False)
    except (ValueError, RecursionError):
        return None
    return _well_formed(value)


def _repaired(region: str) -> Any:
    if len(region) > MAX_REPAIRED_CHARS or _nesting(region) > MAX_NESTING:
        return None
    text = mended(region)
    if (value := _strict(text)) is not None:
        return value
    try:
        value = json_repair.loads(text, skip_json_loads=True)
    except Exception:  # whatever it meets in a text of a model, this text holds no reply then
        return None
    return _well_formed(value) if isinstance(value, dict if region[0] == "{" else list) and value else None


def _nesting(text: str) -> int:
    """How deep the brackets of a text go at most, closed or not."""
    depth = deepest = 0
    for character in text:
        if character in "{[":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "}]":
            depth -= 1
    return deepest


def _well_formed(value: Any, depth: int = 0) -> Any:
    """The value as a checkpoint can hold it: texts fit for UTF-8, integers beyond 64 bits as text (which a parameter of
    type integer takes as well); None where it is nested too deep."""
    if depth > MAX_NESTING:
        return None
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode()
    if isinstance(value, list):
        return [_well_formed(item, depth + 1) for item in value]  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, dict):
        return {_well_formed(key): _well_formed(item, depth + 1) for key, item in value.items()}  # pyright: ignore
    if isinstance(value, int) and not -(2**63) <= value < 2**64:
        return str(value)
    return value


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")
