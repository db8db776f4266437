"""What is wrong with a policy file, in one line for its writer: where it stands, and what may stand there."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

import yaml
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from smurfs_graph.tools.complaints import SHOWN, suggest, wording

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
