"""Read JSON schemas of older drafts, and those of servers in other languages, as draft 2020-12."""

from collections.abc import Mapping
from typing import Any, cast

_MAX_DEPTH = 60
_VALUES = frozenset({"default", "const", "enum", "example", "examples"})
"""Keywords that hold values and no schemas."""
_NAMED = frozenset({"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"})


def mend_schema(schema: Any, depth: int = 0) -> Any:
    """Return a schema without null keywords, in which drafts 3 and 4 are written as draft 2020-12."""
    if isinstance(schema, list):
        return [mend_schema(each, depth + 1) for each in cast("list[Any]", schema)]
    if not isinstance(schema, dict) or depth > _MAX_DEPTH:
        return cast("Any", schema)
    given, made = cast("dict[str, Any]", schema), dict[str, Any]()
    for key, value in given.items():
        if key in _VALUES:
            made[key] = value
        elif key in _NAMED and isinstance(value, dict):
            named = cast("dict[str, Any]", value).items()
            made[key] = {name: {} if each is None else mend_schema(each, depth + 1) for name, each in named}
        elif value is not None:  # a nil list of Go is no list
            made[key] = mend_schema(value, depth + 1)
    for bound, exclusive in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")):
        if isinstance(made.get(exclusive), bool) and made.pop(exclusive) and bound in made:
            made[exclusive] = made.pop(bound)
    if required := _required(given):
        made["required"] = required
    elif isinstance(made.get("required"), bool):
        del made["required"]
    if isinstance(made.get("items"), list):  # a tuple
        made["prefixItems"] = made.pop("items")
        if "additionalItems" in made:
            made["items"] = made.pop("additionalItems")
    return made


def _required(schema: Mapping[str, Any]) -> list[Any]:
    """Return the names that are required; draft 3 says it in each property."""
    listed: Any = schema.get("required")
    named: Any = schema.get("properties")
    properties = cast("dict[str, Any]", named if isinstance(named, dict) else {})
    said = [name for name, each in properties.items() if isinstance(each, dict) and each.get("required") is True]
    return list(dict.fromkeys([*(cast("list[Any]", listed) if isinstance(listed, list) else []), *said]))
