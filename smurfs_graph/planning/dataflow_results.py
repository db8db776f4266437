"""How the results of a dataflow are told: by id, with the fields that are wanted, and whose row each of them is."""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

from smurfs_graph.planning.dataflow import Brought, FlowCall, Gap, description_of

_SHORTEST_SHARED = 40
"""Characters of a result from which on it is told once."""


def tell(calls: Iterable[FlowCall], brought: Mapping[str, Brought], short: Callable[[Any], Any]) -> str:
    """What came of all calls, as JSON with a line for each id. `short`: cuts a result that is too long.

    Of the same long result or error, the later ones name the place of the first: "a", or "a[1]" of several.
    """
    lines: list[str] = []
    places: dict[str, str] = {}
    for call in calls:
        found, items = brought[call.id], list[Any]()
        for at, (item, told) in enumerate(zip(found.items, found.told, strict=True)):
            text = item.reason if isinstance(item, Gap) else repr(prune(item, call.keep)[0])
            place = f"{call.id}[{at}]" if found.several else call.id
            if len(text) >= _SHORTEST_SHARED and (first := places.setdefault(text, place)) != place:
                items.append({**told, **({"error": f"as {first}"} if isinstance(item, Gap) else {"same as": first})})
            else:
                items.append(_record(item, told, call.keep, short))
        lines.append(f"{json.dumps(call.id)}: {json.dumps(items if found.several else items[0], ensure_ascii=False)}")
    return "{" + ",\n".join(lines) + "}"


def _record(item: Any, told: Mapping[str, Any], keep: Sequence[str], short: Callable[[Any], Any]) -> Any:
    """One result with the arguments that tell it from others, as far as it does not hold them itself."""
    if isinstance(item, Gap):
        return {**told, "error": item.reason}
    value, lacking = prune(item, keep)
    value, missing = short(value), [field for field in lacking if field not in told]
    whole: Any = {**told, "result": value} if told else value
    if isinstance(value, Mapping):
        result = dict(cast("Mapping[str, Any]", value))
        other = {name: each for name, each in told.items() if name in result and result[name] != each}
        whole = {name: each for name, each in told.items() if name not in result} | result
        whole |= {"for": other} if other else {}
        if missing:
            whole |= {"not in the result": f"{', '.join(missing)}; it has {description_of(item)}"}
    return whole


def prune(value: Any, keep: Sequence[str]) -> tuple[Any, list[str]]:
    """A result with only the fields that are wanted, at whatever depth; and those of them that it lacks.

    A record of which something is kept keeps the fields that identify it, so that nobody loses whose row it was.
    """
    wanted = {re.split(r"[.\]]", field.replace("[*]", ""))[-1]: field for field in keep if field}
    if not wanted or not isinstance(value, Mapping | list):
        return value, []
    seen: set[str] = set()
    kept = _keep(value, frozenset(wanted), seen)
    missing = [field for name, field in wanted.items() if name not in seen]
    return (kept if seen else cast("Any", value)), missing


def _keep(value: Any, wanted: frozenset[str], seen: set[str]) -> Any:
    """The part of a value that leads to wanted fields; None where none does."""
    if isinstance(value, list):
        found = [_keep(each, wanted, seen) for each in cast("list[Any]", value)]
        return [each for each in found if each is not None] or None
    if not isinstance(value, Mapping):
        return None
    record, inner = cast("Mapping[str, Any]", value), dict[str, Any]()
    for name, each in record.items():
        if name in wanted:
            seen.add(name)
            inner[name] = each
        elif isinstance(each, Mapping | list) and (part := _keep(each, wanted, seen)) is not None:
            inner[name] = part
    if not inner:
        return None
    return {name: inner.get(name, each) for name, each in record.items() if name in inner or _identifies(name, each)}


def _identifies(name: str, value: Any) -> bool:
    plain = name.lower()
    return isinstance(value, str | int) and (plain in ("id", "name") or plain.endswith("_id") or name.endswith("Id"))
