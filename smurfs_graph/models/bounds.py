"""Bounds of what a reply may hold: how long its texts and lists are, and how many tokens it has in all.

Schemas are sent with a bound on every text and list, so that a model which runs on is ended by a server that holds it
to them. This library's own fields say theirs (`planning/lengths.py`); tools' parameters and users' schemas get one
where they have none. A value that such an added bound ended is never taken for whole: see `ended_by_bound`.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, NamedTuple, cast

from smurfs_graph.canonical import canonical_json
from smurfs_graph.planning.lengths import LONGEST_ANSWER, Cut

Schema = dict[str, Any]
ADDED_TEXT, ADDED_ITEMS = 1_500, 50
"""Characters and items of what says no bound itself."""
LONGEST_SENT = 2_000
"""llama.cpp refuses a schema with a longer text."""
FACTOR = 4
"""Factor by which bounds shrink after a reply that ran on, and grow after one that they have cut."""
SHORTEST_TEXT, FEWEST_ITEMS = 60, 3
_BOUNDS = frozenset({"minLength", "maxLength", "minItems", "maxItems"})
_NAMED = ("properties", "$defs", "definitions")
_FIXED = ("enum", "const", "pattern")
_MAX_DEPTH = 12
_OF_A_NUMBER, _ENDLESS = 20, 1_000_000
_OPEN_LISTS = ("tools", "calls", "more")
"""Lists of ours of which a part does as well: a ranking, and calls, of which the next step can make more."""
_FEWEST_REPEATS = 3
_LONGEST_LOOKED_AT = 8_000
_SHORTEST_REPEATED = 24
"""Characters that a repetition has in all; less is a word or a row of dashes."""


SCHEMA_TOKENS, ANSWER_TOKENS, CALLS_TOKENS = 4_096, 4_096, 8_192
"""Tokens that a reply may have as a rule: held to a schema, at most; in plain text; with tools bound."""
FIRST_TOKENS = 2_048
"""With tools bound, of the first reply of a model of which nothing is known: room for a program or a text, and not for
what a small model writes that is not shown the tools. One that is cut is asked for again."""
LEAST_TOKENS = 64
"""Of a reply, however little the window leaves."""
THINKING_TOKENS = 32_768
"""Additional tokens for a model that thinks before it replies."""
_STEP = 64
"""Limits are multiples of it, so that not every prompt has a limit of its own."""


class Ended(NamedTuple):
    """A text or list of a reply that is exactly as long as the schema that was sent lets it be."""

    path: tuple[str | int, ...]
    value: str | list[Any]
    kind: Literal["own", "whole", "added"]
    """Kind of the bound: of a field of ours; of one that has to be whole, an answer or a plan; of no field of ours."""

    @property
    def name(self) -> str:
        """Return the value's path in the reply, joined by dots."""
        return ".".join(map(str, self.path))

    @property
    def once(self) -> str | None:
        """Return the text without what it repeats; None where it says nothing twice."""
        end = repeated_from(self.value) if isinstance(self.value, str) else None
        return self.value[:end] if isinstance(self.value, str) and end is not None else None

    @property
    def runs_on(self) -> bool:
        """Return whether the value repeats itself."""
        if isinstance(self.value, str):
            return self.once is not None
        return len({canonical_json(each) for each in self.value}) * 2 <= len(self.value)


def with_bounds(schema: Schema, tightness: int = 0) -> Schema:
    """Return the schema with a bound on every text and list.

    `tightness`: each step makes them four times smaller; below 0, lists may be longer, and long texts have no bound,
    for there is no larger one that llama.cpp takes.
    """
    return _changed(schema, lambda each: _with_own_bounds(each, tightness))


def without_bounds(schema: Schema) -> Schema:
    """Return the schema without any, for a server that knows no such keywords."""
    return _changed(schema, lambda each: {key: value for key, value in each.items() if key not in _BOUNDS})


def most_characters(schema: Schema) -> int:
    """Count the characters of the longest reply that a schema with bounds lets through, as far as it is bounded."""
    return _size(schema, schema, 0)


def _size(schema: Schema, root: Schema, depth: int) -> int:
    """Return the characters of the longest value that a schema lets through; large where nothing bounds it."""
    if depth > _MAX_DEPTH:
        return 0
    if "$ref" in schema:
        return _size(_definition(root, str(schema["$ref"])), root, depth + 1)
    if "enum" in schema or "const" in schema:
        return max(len(str(each)) for each in schema.get("enum") or [schema.get("const")]) + 2
    found = [_size(each, root, depth + 1) for key in ("anyOf", "oneOf") for each in schema.get(key) or ()]
    named: Schema = schema.get("properties") or {}
    found.append(sum(len(name) + 6 + _size(each, root, depth + 1) for name, each in named.items()) + 2)
    if isinstance(each := schema.get("items"), dict):
        found.append(schema.get("maxItems", 1) * (_size(cast("Schema", each), root, depth + 1) + 2) + 2)
    is_endless = schema.get("type") == "string" and "pattern" not in schema
    found.append(schema.get("maxLength", _ENDLESS if is_endless else _OF_A_NUMBER) + 2)
    return max(found)


def reply_limit(most: int, *, cuts: Sequence[Cut] = (), thinks: bool = False, left: int | None = None) -> int:
    """Return the tokens that a reply may have.

    `most`: as a rule; `cuts`: of those to the same question before; `left`: tokens that the window has left.
    """
    limit = most * FACTOR ** cuts.count("long") + (THINKING_TOKENS if thinks else 0)
    limit = limit if left is None else min(limit, left)
    return max(LEAST_TOKENS, limit // _STEP * _STEP)


def _with_own_bounds(schema: Schema, tightness: int) -> Schema:
    """Return a schema with bounds on its own text or list, `tightness` times reduced."""
    kinds: Any = schema.get("type")
    kinds = [kinds] if isinstance(kinds, str) else cast("list[Any]", kinds or [])
    made = dict(schema)
    if "string" in kinds and not any(key in schema for key in _FIXED):
        own = schema.get("maxLength", ADDED_TEXT)
        made["maxLength"] = min(LONGEST_SENT, _reduced(own, max(SHORTEST_TEXT, schema.get("minLength", 0)), tightness))
        if tightness < 0 and own >= ADDED_TEXT:
            del made["maxLength"]
    if "array" in kinds and "prefixItems" not in schema:
        least = max(FEWEST_ITEMS, schema.get("minItems", 0))
        own = schema.get("maxItems", max(ADDED_ITEMS, least))
        made["maxItems"] = _reduced(own * FACTOR ** max(0, -tightness), least, tightness)
    return made


def _reduced(own: int, least: int, tightness: int) -> int:
    return min(own, max(least, own // FACTOR ** max(0, tightness)))


def _changed(schema: Any, change: Callable[[Schema], Schema]) -> Any:
    """Return the schema with each schema in it changed; `enum` and `default` hold values, and stay."""
    if not isinstance(schema, dict):
        return schema
    made: Schema = {}
    for key, value in cast("Schema", schema).items():
        if key in _NAMED and isinstance(value, dict):
            made[key] = {name: _changed(each, change) for name, each in cast("Schema", value).items()}
        elif key in ("anyOf", "oneOf", "allOf", "prefixItems") and isinstance(value, list):
            made[key] = [_changed(each, change) for each in cast("list[Any]", value)]
        elif key in ("items", "additionalProperties"):
            made[key] = _changed(value, change)
        else:
            made[key] = value
    return change(made)


def ended_by_bound(value: Any, sent: Schema, own: Schema) -> Iterator[Ended]:
    """Find the texts and lists of a reply that may have been ended by the schema that was sent.

    `own`: the schema before bounds were added to it, of the same structure.
    """
    yield from _at_their_bounds(value, sent, own, (sent, own), ())


def _at_their_bounds(value: Any, sent: Schema, own: Schema, roots: tuple[Schema, Schema], path: Any) -> Iterator[Ended]:
    """Yield the values that are exactly as long as a bound allows, and so may have been ended by it."""
    if "$ref" in sent:
        sent, own = (_definition(root, str(sent["$ref"])) for root in roots)
    for name in ("anyOf", "oneOf", "allOf"):
        for each, before in zip(sent.get(name) or (), own.get(name) or (), strict=False):
            yield from _at_their_bounds(value, each, before, roots, path)
    if isinstance(value, dict):
        named: Schema = sent.get("properties") or {}
        for name, each in cast("dict[str, Any]", value).items():
            if isinstance(named.get(name), dict):
                yield from _at_their_bounds(each, named[name], own["properties"][name], roots, (*path, name))
    elif isinstance(value, list):
        items = cast("list[Any]", value)
        if len(items) == sent.get("maxItems"):
            is_open = path and path[-1] in _OPEN_LISTS
            yield Ended(path, items, "own" if is_open else "whole" if "maxItems" in own else "added")
        if isinstance(each := sent.get("items"), dict):
            for at, item in enumerate(items):
                yield from _at_their_bounds(item, cast("Schema", each), own["items"], roots, (*path, at))
    elif isinstance(value, str) and len(value) == sent.get("maxLength"):
        bound = own.get("maxLength", LONGEST_SENT + 1)
        yield Ended(path, value, "added" if bound > LONGEST_SENT else "whole" if bound == LONGEST_ANSWER else "own")


def _definition(root: Schema, reference: str) -> Schema:
    name = reference.rpartition("/")[2]
    return root.get("$defs", {}).get(name) or root.get("definitions", {}).get(name) or {}


def repeated_from(text: str) -> int | None:
    """Return where a text begins to say the same again to its end, at least three times; None where it does not.

    One that counts on with each round does not: a list of orders reads like that.
    """
    back = text[-_LONGEST_LOOKED_AT:][::-1]
    borders = [0] * len(back)  # of each beginning: its longest end that is a beginning as well
    found: int | None = None
    for at in range(1, len(back)):
        border = borders[at - 1]
        while border and back[at] != back[border]:
            border = borders[border - 1]
        borders[at] = border + (back[at] == back[border])
        size, period = at + 1, at + 1 - borders[at]
        if size >= max(_FEWEST_REPEATS * period, _SHORTEST_REPEATED):
            found = len(text) - size + period
    return found
