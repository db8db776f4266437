"""A document's schemas as JSON Schema 2020-12, whole: what arguments and responses are held to.

OpenAPI 3.0 has a dialect of its own (`nullable`, `exclusiveMinimum: true`, nothing beside `$ref`); 3.1 has not.
"""

from collections.abc import Mapping
from typing import Any, Literal, cast

from smurfs_graph.tools.openapi.references import References

Direction = Literal["request", "response"]
_NAMED = ("properties", "$defs", "definitions", "dependentSchemas", "patternProperties")
_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
_SINGLE = ("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames")
_PLAIN = frozenset(
    {
        "type", "enum", "const", "required", "format", "pattern", "default", "description",
        "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
        "minLength", "maxLength", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties",
        "readOnly", "writeOnly",
    }
)  # fmt: skip
_BOUNDS = {"int32": (-(2**31), 2**31 - 1), "int64": (-(2**63), 2**63 - 1)}
_UNSENT: dict[Direction, str] = {"request": "readOnly", "response": "writeOnly"}


class Schemas:
    """Turns a document's schemas into self-contained ones."""

    def __init__(self, references: References, *, is_3_0: bool) -> None:
        """`is_3_0`: the schemas are in OpenAPI 3.0's dialect."""
        self.references = references
        self.is_3_0 = is_3_0

    def whole(self, schema: Any, direction: Direction) -> dict[str, Any]:
        """Return the schema with all that it refers to below `$defs`.

        Raises ConfigurationError for a broken reference.
        """
        reading = _Reading(self, direction)
        made: dict[str, Any] = {"allOf": [reading.convert(schema)]}
        return made | {"$defs": reading.definitions()}

    def of_object(self, properties: Mapping[str, Any], required: list[str], direction: Direction) -> dict[str, Any]:
        """Return the schema of an object with these properties, whole like one alone."""
        reading = _Reading(self, direction)
        parts = {name: reading.convert(schema) for name, schema in properties.items()}
        made: dict[str, Any] = {"type": "object", "properties": parts, "required": required}
        return made | {"$defs": reading.definitions()}

    def dialect(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        """Translate one schema object from OpenAPI 3.0's dialect; what lies below it is left as it is."""
        made = dict(schema)
        if not self.is_3_0:
            return made
        for bound, exclusive in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")):
            if isinstance(flag := made.get(exclusive), bool):
                del made[exclusive]
                if flag and bound in made:
                    made[exclusive] = made.pop(bound)
        if made.pop("nullable", None) is True:
            return _nullable(made)
        return made


class _Reading:
    """One schema being made whole."""

    def __init__(self, schemas: Schemas, direction: Direction) -> None:
        self._schemas = schemas
        self._direction: Direction = direction
        self._names: dict[str, str] = {}
        self._waiting: list[str] = []
        self._definitions: dict[str, Any] = {}

    def definitions(self) -> dict[str, Any]:
        while self._waiting:
            reference = self._waiting.pop()
            self._definitions[self._names[reference]] = self.convert(self._schemas.references.at(reference))
        return self._definitions

    def convert(self, schema: Any) -> Any:
        if not isinstance(schema, Mapping):
            return schema if isinstance(schema, bool) else {}
        given = self._schemas.dialect(cast("Mapping[str, Any]", schema))
        made: dict[str, Any] = {}
        if isinstance(reference := given.get("$ref"), str):
            made["$ref"] = f"#/$defs/{self._name(reference)}"
            if self._schemas.is_3_0:  # nothing stands beside a reference
                return made
        for key, value in given.items():
            if key in _NAMED and isinstance(value, Mapping):
                named = cast("Mapping[str, Any]", value)
                made[key] = {name: self.convert(item) for name, item in named.items()}
            elif key in _LISTS and isinstance(value, list):
                made[key] = [self.convert(item) for item in cast("list[Any]", value)]
            elif key in _SINGLE:
                made[key] = self.convert(value)
            elif key in _PLAIN:
                made[key] = value
        return self._mend(made)

    def _mend(self, made: dict[str, Any]) -> dict[str, Any]:
        """Drop required fields that are not sent this way, and add the bounds of integer formats."""
        unsent = _UNSENT[self._direction]
        properties: dict[str, Any] = made.get("properties", {})
        if isinstance(made.get("required"), list) and properties:
            made["required"] = [name for name in made["required"] if not self._is_marked(properties.get(name), unsent)]
        bounds = _BOUNDS.get(str(made.get("format")))
        if bounds is not None and made.get("type") == "integer":
            low, high = bounds
            made.setdefault("minimum", low)
            made.setdefault("maximum", high)
        return made

    def _is_marked(self, schema: Any, mark: str) -> bool:
        return isinstance(schema, Mapping) and cast("Mapping[str, Any]", schema).get(mark) is True

    def _name(self, reference: str) -> str:
        if reference not in self._names:
            self._schemas.references.at(reference)  # one that leads nowhere is found now
            self._names[reference] = f"d{len(self._names)}"
            self._waiting.append(reference)
        return self._names[reference]


def _nullable(schema: dict[str, Any]) -> dict[str, Any]:
    if isinstance(kind := schema.get("type"), str) and "enum" not in schema:
        return {**schema, "type": [kind, "null"]}
    description = {"description": schema.pop("description")} if "description" in schema else {}
    return {"anyOf": [schema, {"type": "null"}], **description}
