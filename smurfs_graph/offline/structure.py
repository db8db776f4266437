"""The answer as data for any schema: values that the outcomes' records name like the schema's fields, or nothing."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

from smurfs_graph.offline import words
from smurfs_graph.offline.convert import typed
from smurfs_graph.offline.documents import Document, Parameter, parse_document
from smurfs_graph.offline.records import Group, read_groups
from smurfs_graph.offline.sections import Outcome

_WHOLE = frozenset({"answer", "summary", "text", "report", "result", "reply", "message"})
"""Fields that ask for the answer in words."""


def structure(schema: str, answer: str, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Data for the schema; a field that no record names is left out, for it would have to be invented."""
    properties = _object(schema)
    document = parse_document(json.dumps({"name": "answer", "parameters": properties}))
    if document is None:
        return {}
    groups = [group for outcome in outcomes if outcome.answer for group in read_groups(outcome.answer)]
    filled: dict[str, Any] = {}
    for parameter in document.parameters:
        value = _value(parameter, properties, groups)
        if value is None and parameter.type == "string" and parameter.name.lower() in _WHOLE:
            value = answer
        if value is not None:
            filled[parameter.name] = value
    return filled


def _value(parameter: Parameter, schema: Mapping[str, Any], groups: Sequence[Group]) -> Any | None:
    if parameter.type == "array":
        return _list(parameter, schema, groups)
    if parameter.type == "object":
        return None
    found = [value for group in groups for record in group.records if (value := _named(parameter, record)) is not None]
    return found[0] if found and all(value == found[0] for value in found) else None  # several: which is meant?


def _list(parameter: Parameter, schema: Mapping[str, Any], groups: Sequence[Group]) -> list[Any] | None:
    """One value for each record that has one; for objects, each record as far as it has their fields."""
    records = [record for group in groups for record in group.records]
    inner = _items(parameter.name, schema)
    if inner is not None:
        rows = [
            {one.name: value for one in inner.parameters if (value := _named(one, record)) is not None}
            for record in records
        ]
        return [row for row in rows if row] or None
    if parameter.item is None:
        return None
    item = parameter.item
    return [value for record in records if (value := _named(item, record)) is not None] or None


def _named(parameter: Parameter, record: Mapping[str, str]) -> Any | None:
    """The value of the record's field whose name has the parameter's words, or all whose words the parameter has."""
    wanted = frozenset(parameter.words)
    best: tuple[int, Any] | None = None
    for key, text in record.items():
        stems = frozenset(words.stem(word) for word in words.identifier_words(key))
        if not stems or not (wanted <= stems or stems <= wanted):
            continue
        value = typed(parameter, text)
        if value is not None and (best is None or len(wanted & stems) > best[0]):
            best = len(wanted & stems), value
    return best[1] if best else None


def _items(name: str, schema: Mapping[str, Any]) -> Document | None:
    """The members of a list of objects."""
    items = _resolved(schema.get("properties", {}).get(name, {}), schema).get("items", {})
    inner = _resolved(items, schema)
    if not inner.get("properties"):
        return None
    return parse_document(json.dumps({"name": name, "parameters": {**inner, "$defs": schema.get("$defs", {})}}))


def _resolved(raw: Any, schema: Mapping[str, Any]) -> Mapping[str, Any]:
    given = _mapping(raw)
    if isinstance(reference := given.get("$ref"), str):
        return _mapping(_mapping(schema.get("$defs")).get(reference.rsplit("/", 1)[-1]))
    return given


def _mapping(value: Any) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}


def _object(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except ValueError:
        return {}
    return cast("dict[str, Any]", data) if isinstance(data, dict) else {}
