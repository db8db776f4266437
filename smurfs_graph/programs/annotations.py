"""JSON schemas as Python annotations: records become TypedDict classes, enumerations Literals. Pure.

Schemas come from strangers: depth and number of classes are bounded, and what cannot be read is `Any`.
"""

import json
import keyword
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from smurfs_graph.canonical import canonical_json
from smurfs_graph.programs.names import TAKEN, class_name

ANY = "Any"
_MOST_DEPTH = 12
_MOST_CLASSES = 400
_MOST_VALUES = 40
"""Values of an enumeration that are written out."""
_LONGEST_VALUE = 80
_TELLING = re.compile(r"[A-Za-z][A-Za-z_]{2,60}")
"""Names of definitions that say something; others are numbered."""
_PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


@dataclass(frozen=True)
class RecordClass:
    """A class of records: its fields with their annotations, and which of them may be missing."""

    name: str
    fields: tuple[tuple[str, str, bool], ...]
    """Name, annotation, and whether it is always there."""

    def declaration(self) -> str:
        """Return the class as Python declares it, in one statement."""
        if not all(name.isidentifier() and not keyword.iskeyword(name) for name, _, _ in self.fields):
            inner = ", ".join(f"{name!r}: {_wrapped(kind, always)}" for name, kind, always in self.fields)
            return f"{self.name} = TypedDict({self.name!r}, {{{inner}}})"
        if not any(always for _, _, always in self.fields):
            return f"class {self.name}(TypedDict, total=False): " + "; ".join(f"{n}: {k}" for n, k, _ in self.fields)
        return f"class {self.name}(TypedDict): " + "; ".join(f"{n}: {_wrapped(k, a)}" for n, k, a in self.fields)


class Annotations:
    """The annotations of a set of tools, and the classes that they need."""

    def __init__(self, taken: frozenset[str] = TAKEN) -> None:
        """`taken`: names that no class may have."""
        self._taken = set(taken)
        self._records: dict[str, RecordClass] = {}
        """By what they hold, so that two tools share a class."""
        self._referred_to: dict[tuple[int, str], str] = {}
        self._roots: list[Any] = []

    @property
    def records(self) -> list[RecordClass]:
        """Return the classes so far, those that others use first."""
        return list(self._records.values())

    def of(self, schema: Any, *words: str) -> str:
        """Return the annotation for values of a JSON schema; `words` lead to it, and name its classes."""
        root: Mapping[str, Any] = cast("Mapping[str, Any]", schema) if isinstance(schema, Mapping) else {}
        self._roots.append(root)  # kept, so that no other schema gets its identity
        return self._annotate(schema, root, words, 0)

    def _annotate(self, schema: Any, root: Mapping[str, Any], words: tuple[str, ...], depth: int) -> str:
        """Return the annotation for a schema within `root`; `Any` for one that cannot be read or lies too deep."""
        if not isinstance(schema, Mapping) or depth > _MOST_DEPTH:
            return ANY
        known = cast("Mapping[str, Any]", schema)
        if "$ref" in known:
            return self._annotate_reference(str(known["$ref"]), root, words, depth)
        annotation = self._annotate_by_keywords(known, root, words, depth)
        return optional(annotation) if known.get("nullable") is True else annotation

    def _annotate_reference(self, reference: str, root: Mapping[str, Any], words: tuple[str, ...], depth: int) -> str:
        key = (id(root), reference)
        if key not in self._referred_to:
            self._referred_to[key] = ANY  # stands for a reference to the schema itself, within it
            definition = reference.rpartition("/")[2]
            name = (definition,) if _TELLING.fullmatch(definition) else words
            self._referred_to[key] = self._annotate(_resolve(reference, root), root, name, depth + 1)
        return self._referred_to[key]

    def _annotate_by_keywords(
        self, schema: Mapping[str, Any], root: Mapping[str, Any], words: tuple[str, ...], depth: int
    ) -> str:
        """Return the annotation by the first keyword that decides: values, then combinations, then types."""
        if "const" in schema:
            return _literal([schema["const"]]) or ANY
        if isinstance(schema.get("enum"), list) and (literal := _literal(cast("list[Any]", schema["enum"]))):
            return literal
        for key in ("anyOf", "oneOf"):
            if isinstance(schema.get(key), list) and schema[key]:
                return _union([self._annotate(each, root, words, depth + 1) for each in schema[key]])
        if isinstance(schema.get("allOf"), list) and schema["allOf"]:
            return self._annotate(_merge_all_of(schema, root), root, words, depth + 1)
        kind: Any = schema.get("type")
        if isinstance(kind, list):
            several = cast("list[Any]", kind)
            return _union([self._annotate({**schema, "type": each}, root, words, depth + 1) for each in several])
        if kind == "array" or (kind is None and "items" in schema):
            return f"list[{self._annotate(schema.get('items'), root, _singular(words), depth + 1)}]"
        if kind == "object" or (kind is None and "properties" in schema):
            return self._annotate_object(schema, root, words, depth)
        return _PLAIN.get(str(kind), ANY)

    def _annotate_object(
        self, schema: Mapping[str, Any], root: Mapping[str, Any], words: tuple[str, ...], depth: int
    ) -> str:
        """Return the class of an object with known fields, else a dict."""
        properties: Any = schema.get("properties")
        if not isinstance(properties, Mapping) or not properties or len(self._records) >= _MOST_CLASSES:
            rest: Any = schema.get("additionalProperties")
            return f"dict[str, {self._annotate(rest, root, words, depth + 1)}]"
        title = str(schema.get("title", ""))
        name = (title,) if title.isidentifier() else words
        required = {str(field) for field in schema.get("required") or ()}
        fields = tuple(
            (str(field), self._annotate(kind, root, (*name, str(field)), depth + 1), field in required)
            for field, kind in cast("Mapping[Any, Any]", properties).items()
        )
        return self._class_with(fields, name)

    def _class_with(self, fields: tuple[tuple[str, str, bool], ...], words: tuple[str, ...]) -> str:
        """Return the name of the class that has these fields; a new class is named after `words`, and numbered where
        the name is taken.
        """
        key = canonical_json([list(field) for field in fields])
        if key in self._records:
            return self._records[key].name
        plain, number = class_name(*words), 2
        name = plain
        while name in self._taken:
            name, number = f"{plain}{number}", number + 1
        self._taken.add(name)
        self._records[key] = RecordClass(name, fields)
        return name


def optional(annotation: str) -> str:
    """Return the annotation for a value that may be None too."""
    return _union([annotation, "None"])


def literal(value: Any) -> str:
    """Return a JSON value as Python writes it; empty where that is too long for a signature."""
    if value is None or isinstance(value, bool | int | float | str) or value in ([], {}):
        return text if len(text := repr(value)) <= _LONGEST_VALUE else ""
    return ""


def _wrapped(annotation: str, always: bool) -> str:
    return annotation if always else f"NotRequired[{annotation}]"


def _singular(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words for one item of a list, by the words for the list: orders -> order."""
    last = words[-1] if words else ""
    if last.endswith("ies"):
        return (*words[:-1], f"{last[:-3]}y")
    return (*words[:-1], last[:-1]) if last.endswith("s") and not last.endswith(("ss", "us", "is")) else words


def _literal(values: list[Any]) -> str:
    """Return the Literal of an enumeration's values; empty where they are too many, too long or no plain values."""
    plain = [value for value in values if value is None or isinstance(value, str | bool | int)]
    short = all(len(repr(value)) <= _LONGEST_VALUE for value in plain)
    if len(plain) != len(values) or not plain or len(plain) > _MOST_VALUES or not short:
        return ""
    written = [value if isinstance(value, bool) else json.loads(json.dumps(value)) for value in plain]
    shown = ", ".join(dict.fromkeys(repr(value) for value in written if value is not None))
    return _union(([f"Literal[{shown}]"] if shown else []) + (["None"] if None in plain else []))


def _union(kinds: list[str]) -> str:
    """Return the union of annotations, each part once and None last; `Any` takes in all others."""
    flat = [part for kind in kinds for part in ([kind[:-7], "None"] if kind.endswith(" | None") else [kind])]
    parts = dict.fromkeys(flat)
    if ANY in parts:
        return ANY
    none = parts.pop("None", 0) is None
    return " | ".join([*parts, *(["None"] if none else [])])


def _merge_all_of(given: Mapping[str, Any], root: Mapping[str, Any], depth: int = 0) -> Any:
    """Return several schemas that hold at once as one: the only one, or the records that they are with all fields."""
    beside = {key: value for key, value in given.items() if key not in ("allOf", "$defs", "definitions")}
    parts = [*given["allOf"], *([beside] if "properties" in beside else [])]
    if len(parts) == 1:
        return parts[0]
    properties, required = dict[str, Any](), list[Any]()
    for part in parts:
        known = _resolve_fully(part, root, depth)
        if known is None or not isinstance(known.get("properties"), Mapping):
            return None
        properties |= known["properties"]
        required += known.get("required") or ()
    return {"type": "object", "properties": properties, "required": required}


def _resolve_fully(part: Any, root: Mapping[str, Any], depth: int) -> Mapping[str, Any] | None:
    """Return a schema that a reference, or several schemas at once, lead to; None where they lead nowhere."""
    if not isinstance(part, Mapping) or depth > _MOST_DEPTH:
        return None
    known = cast("Mapping[str, Any]", part)
    if "$ref" in known:
        return _resolve_fully(_resolve(str(known["$ref"]), root), root, depth + 1)
    if isinstance(known.get("allOf"), list) and known["allOf"]:
        return _resolve_fully(_merge_all_of(known, root, depth + 1), root, depth + 1)
    return known


def _resolve(reference: str, root: Mapping[str, Any]) -> Any:
    """Return what a reference within the schema points to; None for any other."""
    found: Any = root
    for part in reference.removeprefix("#").strip("/").split("/"):
        if not isinstance(found, Mapping):
            return None
        found = cast("Mapping[str, Any]", found).get(part.replace("~1", "/").replace("~0", "~"))
    return found if reference.startswith("#") else None
