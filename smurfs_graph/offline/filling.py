"""The answer as data: a schema's fields from the records that name them, and no others."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

from smurfs_graph.offline.documents import ToolParameter, parse_parameters, resolve
from smurfs_graph.offline.records import Record, groups, key_stems, read
from smurfs_graph.offline.sections import parse_outcomes

_IN_WORDS = frozenset({"answer", "summary", "text", "report", "result", "reply", "message"})


def fill(sections: Mapping[str, str]) -> dict[str, Any]:
    """Fill a schema; what no record names, or several name differently, is left out: it would be invented."""
    try:
        schema: Any = json.loads(sections.get("schema", ""))
    except ValueError:
        return {}
    if not isinstance(schema, dict):
        return {}
    whole = cast("Mapping[str, Any]", schema)
    told = [outcome.answer for outcome in parse_outcomes(sections.get("outcomes", "")) if outcome.answer]
    records = [record for text in told for group in groups(read(text)) for record in group.records]
    filled: dict[str, Any] = {}
    for parameter in parse_parameters(whole, ()):
        value = _list(parameter, whole, records) if parameter.many else _one(parameter, records)
        if value is None and parameter.kind == "text" and parameter.name.lower() in _IN_WORDS:
            value = sections.get("answer", "")
        if value is not None:
            filled[parameter.name] = value
    return filled


def _one(parameter: ToolParameter, records: Sequence[Record]) -> Any:
    found = [value for record in records if (value := _find_named(parameter, record)) is not None]
    return found[0] if found and all(value == found[0] for value in found) else None


def _list(parameter: ToolParameter, schema: Mapping[str, Any], records: Sequence[Record]) -> list[Any] | None:
    """Return an entry for each record that has it; for objects, each record as far as it has their fields."""
    raw = resolve(cast("Mapping[str, Any]", schema.get("properties") or {}).get(parameter.name), schema)
    inner = parse_parameters({**resolve(raw.get("items"), schema), "$defs": schema.get("$defs", {})}, ())
    if not inner:
        single = ToolParameter(parameter.name.removesuffix("s"), parameter.kind, required=False, whole=parameter.whole)
        return [value for record in records if (value := _find_named(single, record)) is not None] or None
    rows = [{one.name: value for one in inner if (value := _find_named(one, record)) is not None} for record in records]
    return [row for row in rows if row] or None


def _find_named(parameter: ToolParameter, record: Record) -> Any:
    """Return the value of the field whose name has the parameter's words, or all of whose words the parameter has."""
    own = key_stems(parameter.name)
    fits = [(len(own & stems), key) for key in record if (stems := key_stems(key)) and (own <= stems or stems <= own)]
    value = record[max(fits)[1]] if fits else None
    if parameter.kind == "number":
        return value if isinstance(value, int | float) and not isinstance(value, bool) else None
    if parameter.kind == "bool":
        return value if isinstance(value, bool) else None
    if parameter.kind == "object" or isinstance(value, bool | list | dict) or value is None:
        return None
    return value if parameter.whole or (parameter.options and value in parameter.options) else str(value)
