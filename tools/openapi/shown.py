"""The schema that a model sees: references replaced by what they stand for, `allOf` merged, the rest kept short."""

import json
from collections.abc import Mapping
from typing import Any, cast

from smurfs_graph.tools.openapi.document import as_list, as_mapping
from smurfs_graph.tools.openapi.schemas import Schemas
from smurfs_graph.tools.output import in_one_line

_KEPT = (
    "type", "format", "default", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
    "minLength", "maxLength", "minItems", "maxItems", "pattern", "const",
)  # fmt: skip
_MAX_VALUE = 300
"""Characters of a default, a constant or an allowed value; a longer one is not shown, and holds all the same."""
_BESIDE = ("description", "default")
"""Keywords beside a reference that count."""
_MAX_CHOICES = 8
_MAX_ENUM = 60
_MAX_PATTERN = 100
_MAX_CHARS = 6_000
"""Of one parameter's schema as JSON; a longer one is shown less deep."""
_DEPTHS = (5, 3, 1)
_MAX_PARTS = 150
"""Schemas within one that are looked at for one try; what is beyond is not shown."""


class Shown:
    """Simplifies schemas for models."""

    def __init__(self, schemas: Schemas) -> None:
        """`schemas` knows the document."""
        self._schemas = schemas
        self._inside: list[str] = []
        """The references that are being shown, from the outermost one in."""
        self._left = 0
        self._known: dict[str, dict[str, Any]] = {}
        """Schemas that references stand for, merged; an empty object for one that is being read."""

    def schema(self, schema: Any, description: str = "") -> dict[str, Any]:
        """Return a short schema without references; `description` goes before the schema's own."""
        shown: dict[str, Any] = {}
        for depth in _DEPTHS:
            self._left = _MAX_PARTS
            shown = self._short(schema, depth, 300 if depth > 2 else 100)
            if len(json.dumps(shown, default=str)) <= _MAX_CHARS:
                break
        if said := short_text(description, 300):
            shown["description"] = said
        return shown

    def merge(self, schema: Any) -> dict[str, Any]:
        """Merge a schema's references and `allOf`s: into one object where all parts are objects."""
        return self._merge(schema, 0)

    def _merge(self, schema: Any, level: int) -> dict[str, Any]:
        """Return a schema with its reference followed and the parts of `allOf` merged."""
        if not isinstance(schema, Mapping) or level > 12:
            return {}
        given = cast("Mapping[str, Any]", schema)
        if isinstance(reference := given.get("$ref"), str):
            return {**self._behind(reference, level), **{key: given[key] for key in _BESIDE if key in given}}
        here = self._schemas.dialect(given)
        parts: Any = here.pop("allOf", None)
        if not isinstance(parts, list):
            return here
        made: dict[str, Any] = {}
        for part in [*cast("list[Any]", parts), here]:
            whole = self._merge(part, level + 1) if part is not here else here
            made = {
                **made,
                **whole,
                "properties": {**made.get("properties", {}), **as_mapping(whole.get("properties"))},
                "required": [*made.get("required", []), *as_list(whole.get("required"))],
            }
        return {key: value for key, value in made.items() if value or key not in ("properties", "required")}

    def _behind(self, reference: str, level: int) -> dict[str, Any]:
        if reference not in self._known:
            self._known[reference] = {}
            self._known[reference] = self._merge(self._schemas.references.resolve({"$ref": reference}), level + 1)
        return self._known[reference]

    def _short(self, schema: Any, depth: int, chars: int) -> dict[str, Any]:
        """Return a schema in short; one within itself is named once."""
        reference = as_mapping(schema).get("$ref")
        if not isinstance(reference, str):
            return self._spell(schema, depth, chars)
        self._inside.append(reference)
        try:
            again = self._inside.count(reference) > 1
            return (
                {"type": "object", "description": "the same once more"} if again else self._spell(schema, depth, chars)
            )
        finally:
            self._inside.pop()

    def _spell(self, schema: Any, depth: int, chars: int) -> dict[str, Any]:
        """Write a schema out in short: its kept keywords, a description of `chars` characters,
        `depth` levels of parts.
        """
        whole = self._merge(schema, 0)
        made: dict[str, Any] = {key: whole[key] for key in _KEPT if key in whole and _is_short(key, whole[key])}
        if said := short_text(str(whole.get("description") or ""), chars):
            made["description"] = said
        values = as_list(whole.get("enum"))
        if listed := [value for value in values if _chars(value) <= _MAX_VALUE][:_MAX_ENUM]:
            made["enum"] = listed
            if len(values) > len(listed):
                made["description"] = f"{made.get('description', '')} ({len(values)} values, some are listed)".strip()
        if isinstance(made.get("type"), list):
            made["type"] = _single([kind for kind in made["type"] if kind != "null"])
        self._add_parts(made, whole, depth, chars)
        return made

    def _add_parts(self, made: dict[str, Any], whole: Mapping[str, Any], depth: int, chars: int) -> None:
        """Add the choices, items and properties of a schema, as long as depth and the number of schemas allow."""
        choices = [choice for key in ("anyOf", "oneOf") for choice in as_list(whole.get(key))]
        choices = [choice for choice in choices if choice != {"type": "null"}]
        self._left -= 1
        if depth == 0 or self._left < 0:
            if "properties" in whole:
                made.setdefault("type", "object")
            return
        if len(choices) == 1:
            made.update({**self._short(choices[0], depth, chars), **made})
        elif choices:
            made["anyOf"] = [self._short(choice, depth - 1, chars) for choice in choices[:_MAX_CHOICES]]
        if "items" in whole:
            made["items"] = self._short(whole["items"], depth - 1, chars)
        if properties := as_mapping(whole.get("properties")):
            made.setdefault("type", "object")
            written = {name: item for name, item in properties.items() if not self._is_read_only(item)}
            made["properties"] = {name: self._short(item, depth - 1, chars) for name, item in written.items()}
            if required := [name for name in dict.fromkeys(as_list(whole.get("required"))) if name in written]:
                made["required"] = required
        extra: Any = whole.get("additionalProperties")
        if isinstance(extra, Mapping) and "properties" not in made:
            made["additionalProperties"] = self._short(extra, depth - 1, chars) or True

    def _is_read_only(self, schema: Any) -> bool:
        return self._merge(schema, 0).get("readOnly") is True


def short_text(text: str, limit: int) -> str:
    """Return the first paragraph in one line, without control characters, cut at `limit` characters."""
    return in_one_line(text.strip().split("\n\n")[0], limit)


def _is_short(key: str, value: Any) -> bool:
    """Return whether a keyword's value is short enough to be shown."""
    if key == "pattern" and isinstance(value, str):
        return len(value) <= _MAX_PATTERN
    return value is not None and (not isinstance(value, str | list | dict) or _chars(value) <= _MAX_VALUE)


def _chars(value: Any) -> int:
    return len(value) if isinstance(value, str) else len(json.dumps(value, default=str))


def _single(kinds: list[Any]) -> Any:
    return kinds[0] if len(kinds) == 1 else kinds
