"""A dataflow of tool calls in one reply: read, checked, put in order, its references resolved, its results told.

    {"calls": [{"id": "a", "tool": "find_customer", "arguments": "{\"name\": \"Ada\"}"},
               {"id": "b", "tool": "order_status", "arguments": "{\"order_id\": \"$a.orders[*].order_id\"}"}]}

Pure: no tool is called here. A reference that stands for several values, or a list where one value is expected, makes
one call for each item (LLMCompiler's idea, with fields); several lists go together item by item.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from itertools import combinations, zip_longest
from typing import Any, NamedTuple, cast

from smurfs_graph.canonical import read_json
from smurfs_graph.planning.pages import Paging

RUN_CALLS = "run_calls"
"""The name under which it is bound."""
MOST_CALLS = 50
"""Calls that one dataflow may name, before lists make more of them."""
_REFERENCE = re.compile(r"^\$\{?(?P<id>\w+)(?P<path>(?:\.[\w-]+|\[(?:\*|\d{1,9})\])*)\}?$")
_STEP = re.compile(r"\.([\w-]+)|\[(\*|\d+)\]")
_ID = re.compile(r"\w{1,64}", re.ASCII)
_MOST_REFERENCES = 20
"""References that the arguments of one call may hold: each may stand for a whole list."""
_MOST_NAMES = 12
"""Fields that a complaint names."""
_MOST_LEADING = 3
"""Fields that lead to next pages which models are told."""
_LONGEST_TOLD = 200
"""Characters of an argument that a result is told with."""


@dataclass(frozen=True)
class Gap:
    """A value that is not there, and why."""

    reason: str


class FlowCall(NamedTuple):
    """One call as the model wrote it."""

    id: str
    tool: str
    arguments: dict[str, Any]
    keep: tuple[str, ...] = ()
    """The fields of its result that the model wants to read; empty: all."""
    all_pages: bool = False
    """Whether to go on to the pages after the first."""
    complaint: str = ""
    """Why it cannot be made whatever the others bring; empty where it may."""


class Made(NamedTuple):
    """One call that can be made: its arguments, and those of them that others brought or a list held."""

    arguments: dict[str, Any]
    told: dict[str, Any]


class Brought(NamedTuple):
    """What came of one call of the dataflow: one value, or several where a list made several calls of it."""

    items: tuple[Any, ...]
    """Data, or a `Gap`."""
    told: tuple[dict[str, Any], ...]
    """For each item, the arguments that it is told with."""
    several: bool = False


class _Rows(NamedTuple):
    values: list[Any]
    call: str = ""
    """Whose result they all are of; empty where they are of none, or of several."""
    places: tuple[tuple[int, ...], ...] = ()
    """Where in that result each is: the numbers of the items that lead to it."""


_DESCRIPTION = (
    'Several calls in one reply, of which one may need what another brings. An argument "$a.customer_id" is that field '
    'of call a\'s result, or of each where a was made for several. "$a.order_ids", "$a.orders[*].order_id", or a list '
    'such as ["O-1", "O-2"] where one value is expected, makes one call for each item. Use it where the fields are '
    "known from the descriptions. Where a choice would only narrow what to read, read all and choose afterwards; where "
    "that would be many, call the tools directly."
)


def run_calls_document(paging: Collection[Paging] = ()) -> tuple[str, dict[str, Any]]:
    """What models are told of it: description and parameters. No free-form object is in them: providers empty those.

    `paging`: how the tools that have pages tell the next one.
    """
    text = {"type": "string"}
    kept = {"type": "array", "items": text, "description": "fields of its result to show beside ids; left out: all"}
    named = {"id": text, "tool": text, "arguments": {**text, "description": "a JSON object"}, "keep": kept}
    if paging:
        leading = " or ".join(sorted({each.field.rpartition(".")[2] for each in paging})[:_MOST_LEADING])
        said = f"follow {leading} to the last page; one result with the lists of all"
        named["all_pages"] = {"type": "boolean", "description": said}
    call = {"type": "object", "properties": named, "required": ["id", "tool", "arguments"]}
    return _DESCRIPTION, {
        "type": "object",
        "properties": {"calls": {"type": "array", "items": call}},
        "required": ["calls"],
    }


def read_calls(given: Mapping[str, Any]) -> list[FlowCall]:
    """The calls in their order. Raises ValueError where they cannot be told apart, or wait for each other."""
    listed = data_in(given.get("calls"))
    if not isinstance(listed, list) or not listed:
        raise ValueError("calls: a list of {id, tool, arguments} is needed")
    items = cast("list[Any]", listed)
    if len(items) > MOST_CALLS:
        raise ValueError(f"calls: there are {len(items)}, at most {MOST_CALLS} are allowed")
    calls = [_call(item, number) for number, item in enumerate(items, 1)]
    ids = [call.id for call in calls]
    if twice := sorted({name for name in ids if ids.count(name) > 1}):
        raise ValueError(f"calls: the id {twice[0]!r} is used more than once")
    try:
        TopologicalSorter({call.id: needs(call) & frozenset(ids) for call in calls}).prepare()
    except CycleError as error:
        circle = " -> ".join(cast("list[str]", error.args[1]))
        raise ValueError(f"calls: they wait for each other in a circle: {circle}") from None
    return [_with_complaint(call, frozenset(ids)) for call in calls]


def needs(call: FlowCall) -> frozenset[str]:
    """The ids that its arguments refer to, as they are written."""
    return frozenset(match["id"] for match in _references(call.arguments))


def spread(
    call: FlowCall, brought: Mapping[str, Brought], takes_list: Callable[[str], bool], most: int = MOST_CALLS
) -> list[Made | Gap] | Made | Gap:
    """The call with its references resolved; a list of calls where an argument stands for several values.

    `takes_list`: whether a parameter of its tool is given a list as it is; `most`: calls that a list may make.
    """
    values = {name: _resolve(value, brought, takes_list(name)) for name, value in call.arguments.items()}
    for value in values.values():
        if isinstance(value, Gap):
            return value
    found = {name: value for name, value in values.items() if isinstance(value, _Rows)}
    several = {name: rows.values for name, rows in found.items()}
    varying = {name for name, value in call.arguments.items() if any(_references(value))} | several.keys()
    if not several:
        return Made(values, _tellable(values, varying))
    lengths = {name: len(items) for name, items in several.items()}
    if len(set(lengths.values())) > 1:
        said = ", ".join(f"{name} {count}" for name, count in lengths.items())
        return Gap(f"its lists go together item by item, but have different lengths ({said})")
    if apart := _apart(found):
        return Gap(f"its lists go together item by item, but some items are of lists within others ({apart})")
    rows, count = list[Made | Gap](), next(iter(lengths.values()))
    for at in range(min(count, most)):
        row = values | {name: items[at] for name, items in several.items()}
        gap = next((value for value in row.values() if isinstance(value, Gap)), None)
        rows.append(gap or Made(row, _tellable(row, varying)))
    if count > most:
        rows.append(Gap(f"the list has {count} items, and no more than {most} calls are left"))
    return rows or Gap("the list that it was to go through is empty")


def _apart(found: Mapping[str, _Rows]) -> str:
    """Two arguments whose items are of one result, as many, and yet not of the same items; empty where there are none.

    The ids of two orders, and two tags that are both the first one's: what stands beside what is not known.
    """
    for (one, rows), (other, more) in combinations(found.items(), 2):
        if rows.call and rows.call == more.call and rows.places != more.places:
            return f"{one} and {other} of {rows.call}"
    return ""


def takes_list(parameters: Mapping[str, Any], name: str) -> bool:
    """Whether a parameter, by its tool's schema, is given a list as it is. Where nothing is said, it is."""
    schema: Any = parameters.get("properties", {}).get(name)
    return schema is not None and _admits_list(schema, parameters)


def _call(item: Any, number: int) -> FlowCall:
    if not isinstance(item, Mapping):
        raise ValueError(f"calls: item {number} is no object with id, tool and arguments")
    given = cast("Mapping[str, Any]", item)
    name, tool = str(given.get("id") or f"c{number}").lstrip("$"), str(given.get("tool") or "")
    if not _ID.fullmatch(name):
        raise ValueError(f"calls: the id {name!r:.80} has to be a word of letters, digits and _")
    keep: Any = given.get("keep") or ()
    kept = [keep] if isinstance(keep, str) else cast("Sequence[Any]", keep if isinstance(keep, list | tuple) else ())
    found = _arguments(given.get("arguments"))
    if isinstance(found, Gap):
        return FlowCall(name, tool, {}, complaint=found.reason)
    return FlowCall(name, tool, found, tuple(str(field) for field in kept), given.get("all_pages") in (True, "true"))


def _arguments(written: Any) -> dict[str, Any] | Gap:
    """Arguments as JSON text, as an object, or as a list of names and values: models write all three."""
    value = data_in(written) if isinstance(written, str) else written
    if value is None or value == "":
        return {}
    if isinstance(value, list):
        pairs = [cast("Mapping[str, Any]", pair) for pair in cast("list[Any]", value) if isinstance(pair, Mapping)]
        if len(pairs) == len(cast("list[Any]", value)) and all("name" in pair and "value" in pair for pair in pairs):
            return {str(pair["name"]): pair["value"] for pair in pairs}
    if isinstance(value, Mapping):
        return {str(name): each for name, each in cast("Mapping[Any, Any]", value).items()}
    return Gap(f"its arguments are no JSON object: {written!r:.120}")


def _with_complaint(call: FlowCall, ids: frozenset[str]) -> FlowCall:
    found = _references(call.arguments)
    unknown = [match for match in found if match["path"] and match["id"] not in ids and not match["id"][0].isdigit()]
    if len(found) > _MOST_REFERENCES:
        return call._replace(complaint=f"its arguments hold {len(found)} references, at most {_MOST_REFERENCES} go")
    if call.complaint or not unknown:
        return call
    return call._replace(complaint=f"{unknown[0][0]!r:.80}: there is no call with that id")


def _references(value: Any) -> list[re.Match[str]]:
    """Whatever may be a reference in a value: a "$" with a word or a number is text where no call has that id."""
    if isinstance(value, str):
        match = _REFERENCE.match(value)
        return [match] if match else []
    if isinstance(value, Mapping):
        return [found for each in cast("Mapping[str, Any]", value).values() for found in _references(each)]
    if isinstance(value, list):
        return [found for each in cast("list[Any]", value) for found in _references(each)]
    return []


def _resolve(value: Any, brought: Mapping[str, Brought], as_list: bool) -> Any:
    """An argument's value, `_Rows` of values where it makes several calls, or a `Gap`."""
    found: Any = _replace_references(value, brought)
    if isinstance(found, _Rows):
        return _gather(found.values) if as_list else _flatten(found)
    if isinstance(found, list) and not as_list:
        return _Rows(cast("list[Any]", found))
    return cast("Any", found)


def _replace_references(value: Any, brought: Mapping[str, Brought]) -> Any:
    if isinstance(value, str):
        match = _REFERENCE.match(value)
        if match is None or match["id"] not in brought:
            return value
        return _follow(match[0], brought[match["id"]], match["path"])
    if isinstance(value, Mapping):
        inner = {name: _replace_references(each, brought) for name, each in cast("Mapping[str, Any]", value).items()}
        whole = {name: _gather(each.values) if isinstance(each, _Rows) else each for name, each in inner.items()}
        return next((each for each in whole.values() if isinstance(each, Gap)), whole)
    if isinstance(value, list):
        parts = [_replace_references(each, brought) for each in cast("list[Any]", value)]
        flat: list[Any] = [item for part in parts for item in (part.values if isinstance(part, _Rows) else [part])]
        return _Rows(flat) if any(isinstance(item, Gap) for item in flat) else flat
    return value


def _gather(values: Sequence[Any]) -> Any:
    """The values that are there; a gap where none is."""
    there = [value for value in values if not isinstance(value, Gap)]
    return there if there or not values else values[0]


def _flatten(found: _Rows) -> _Rows:
    """The values, and the items of those that are lists: several calls may have brought a list each."""
    values, places = list[Any](), list[tuple[int, ...]]()
    for each, place in zip_longest(found.values, found.places, fillvalue=()):
        items = cast("list[Any]", each) if isinstance(each, list) else [each]
        values += items
        places += [(*place, at) for at in range(len(items))] if isinstance(each, list) else [place]
    return _Rows(values, found.call, tuple(places) if found.call else ())


def _follow(written: str, found: Brought, path: str) -> Any:
    """What a reference leads to in a result."""
    call = written.strip("${").partition(".")[0].partition("[")[0].rstrip("}")
    values, several = list[Any](), found.several
    for at, item in enumerate(found.items):
        place = f"[{at}]" if several else ""
        values.append(Gap(f"{call}{place} brought no result") if isinstance(item, Gap) else item)
    places: list[tuple[int, ...]] = [(at,) for at in range(len(values))]
    steps = [(name, index) for name, index in _STEP.findall(path)]
    if several and steps and steps[0][1]:  # of all that the call brought
        (_, index), steps = steps[0], steps[1:]
        if index != "*":
            values, places, several = [_item(values, int(index), written)], [()], False
    for name, index in steps:
        after, there = list[Any](), list[tuple[int, ...]]()
        for value, place in zip(values, places, strict=True):
            each, more = _step(value, name, index, written)
            after += each
            there += [(*place, at) for at in range(len(each))] if more else [place]
            several = several or more
        values, places = after, there
    return _Rows(values, call, tuple(places)) if several else values[0]


def _step(value: Any, name: str, index: str, written: str) -> tuple[list[Any], bool]:
    """What one step of a path leads to, and whether that may be several values."""
    if isinstance(value, Gap):
        return [value], False
    items = cast("list[Any]", value) if isinstance(value, list) else None
    if index == "*":
        return (items, True) if items is not None else ([Gap(f"{written}: {description_of(value)} is no list")], False)
    if index:
        return [_item(items, int(index), written) if items is not None else _no_item(value, written)], False
    if items is not None:  # a field of a list is that of each item
        return [_field(item, name, written) for item in items], True
    return [_field(value, name, written)], False


def _item(items: list[Any], index: int, written: str) -> Any:
    return items[index] if index < len(items) else Gap(f"{written}: the list has {len(items)} items")


def _no_item(value: Any, written: str) -> Gap:
    return Gap(f"{written}: {description_of(value)} is no list")


def _field(value: Any, name: str, written: str) -> Any:
    if isinstance(value, Gap):
        return value
    record = cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else dict[str, Any]()
    if name in record:
        return record[name]
    return Gap(f"{written}: a result has no field {name!r}; it has {description_of(value)}")


def description_of(value: Any) -> str:
    """What a value is, in few words: the names of its fields, or its beginning."""
    if isinstance(value, Mapping):
        names = [str(name) for name in cast("Mapping[str, Any]", value)]
        return ", ".join(names[:_MOST_NAMES]) + (", …" if len(names) > _MOST_NAMES else "") or "no field"
    if isinstance(value, list):
        return f"a list of {len(cast('list[Any]', value))}"
    return f"only {json.dumps(value, ensure_ascii=False)[:60]}"


def _tellable(arguments: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """The arguments by which a result is told from its siblings."""
    return {
        name: value
        for name, value in ((name, arguments[name]) for name in arguments if name in set(names))
        if isinstance(value, str | int | float) and len(str(value)) <= _LONGEST_TOLD
    }


def _admits_list(schema: Any, root: Mapping[str, Any]) -> bool:
    if not isinstance(schema, Mapping) or not schema:
        return True
    given = cast("Mapping[str, Any]", schema)
    if "$ref" in given:
        name = str(given["$ref"]).rpartition("/")[2]
        definitions: Mapping[str, Any] = root.get("$defs") or root.get("definitions") or {}
        return _admits_list(definitions.get(name, {"type": "object"}), {})
    choices: list[Any] = [*given.get("anyOf", ()), *given.get("oneOf", ())]
    if choices:
        return any(_admits_list(choice, root) for choice in choices)
    kinds: Any = given.get("type")
    if kinds is None:
        return "enum" not in given and "const" not in given
    return kinds == "array" or (isinstance(kinds, list) and "array" in kinds)


def data_in(value: Any) -> Any:
    """What a text holds as JSON; text that is no JSON stays text, and other data what it is."""
    if not isinstance(value, str):
        return value
    try:
        return read_json(value)
    except ValueError:
        return value
