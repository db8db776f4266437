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
        return self._of(schema, root, words, 0)

    def _of(self, schema: Any, root: Mapping[str, Any], words: tuple[str, ...], depth: int) -> str:
        if not isinstance(schema, Mapping) or depth > _MOST_DEPTH:
            return ANY
        given = cast("Mapping[str, Any]", schema)
        if "$ref" in given:
            return self._referred(str(given["$ref"]), root, words, depth)
        found = self._kind(given, root, words, depth)
        return _union([found, "None"]) if given.get("nullable") is True else found

    def _referred(self, reference: str, root: Mapping[str, Any], words: tuple[str, ...], depth: int) -> str:
        key = (id(root), reference)
        if key not in self._referred_to:
            self._referred_to[key] = ANY  # within itself
            last = reference.rpartition("/")[2]
            own = (last,) if _TELLING.fullmatch(last) else words
            self._referred_to[key] = self._of(_resolve(reference, root), root, own, depth + 1)
        return self._referred_to[key]

    def _kind(self, given: Mapping[str, Any], root: Mapping[str, Any], words: tuple[str, ...], depth: int) -> str:
        if "const" in given:
            return _literal([given["const"]]) or ANY
        if isinstance(given.get("enum"), list) and (literal := _literal(cast("list[Any]", given["enum"]))):
            return literal
        for key in ("anyOf", "oneOf"):
            if isinstance(given.get(key), list) and given[key]:
                return _union([self._of(each, root, words, depth + 1) for each in given[key]])
        if isinstance(given.get("allOf"), list) and given["allOf"]:
            return self._of(_joined(given, root), root, words, depth + 1)
        kind: Any = given.get("type")
        if isinstance(kind, list):
            several = cast("list[Any]", kind)
            return _union([self._of({**given, "type": each}, root, words, depth + 1) for each in several])
        if kind == "array" or (kind is None and "items" in given):
            return f"list[{self._of(given.get('items'), root, _one_of(words), depth + 1)}]"
        if kind == "object" or (kind is None and "properties" in given):
            return self._record(given, root, words, depth)
        return _PLAIN.get(str(kind), ANY)

    def _record(self, given: Mapping[str, Any], root: Mapping[str, Any], words: tuple[str, ...], depth: int) -> str:
        properties: Any = given.get("properties")
        if not isinstance(properties, Mapping) or not properties or len(self._records) >= _MOST_CLASSES:
            rest: Any = given.get("additionalProperties")
            return f"dict[str, {self._of(rest, root, words, depth + 1)}]"
        title = str(given.get("title", ""))
        own = (title,) if title.isidentifier() else words
        required = {str(name) for name in given.get("required") or ()}
        fields = tuple(
            (str(name), self._of(kind, root, (*own, str(name)), depth + 1), name in required)
            for name, kind in cast("Mapping[Any, Any]", properties).items()
        )
        return self._named(fields, own)

    def _named(self, fields: tuple[tuple[str, str, bool], ...], words: tuple[str, ...]) -> str:
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


def _one_of(words: tuple[str, ...]) -> tuple[str, ...]:
    """Name one item of a list after the list: orders -> order."""
    last = words[-1] if words else ""
    if last.endswith("ies"):
        return (*words[:-1], f"{last[:-3]}y")
    return (*words[:-1], last[:-1]) if last.endswith("s") and not last.endswith(("ss", "us", "is")) else words


def _literal(values: list[Any]) -> str:
    plain = [value for value in values if value is None or isinstance(value, str | bool | int)]
    short = all(len(repr(value)) <= _LONGEST_VALUE for value in plain)
    if len(plain) != len(values) or not plain or len(plain) > _MOST_VALUES or not short:
        return ""
    written = [value if isinstance(value, bool) else json.loads(json.dumps(value)) for value in plain]
    shown = ", ".join(dict.fromkeys(repr(value) for value in written if value is not None))
    return _union(([f"Literal[{shown}]"] if shown else []) + (["None"] if None in plain else []))


def _union(kinds: list[str]) -> str:
    flat = [part for kind in kinds for part in ([kind[:-7], "None"] if kind.endswith(" | None") else [kind])]
    parts = dict.fromkeys(flat)
    if ANY in parts:
        return ANY
    none = parts.pop("None", 0) is None
    return " | ".join([*parts, *(["None"] if none else [])])


def _joined(given: Mapping[str, Any], root: Mapping[str, Any], depth: int = 0) -> Any:
    """Return several schemas that hold at once as one: the only one, or the records that they are with all fields."""
    beside = {key: value for key, value in given.items() if key not in ("allOf", "$defs", "definitions")}
    parts = [*given["allOf"], *([beside] if "properties" in beside else [])]
    if len(parts) == 1:
        return parts[0]
    properties, required = dict[str, Any](), list[Any]()
    for part in parts:
        known = _followed(part, root, depth)
        if known is None or not isinstance(known.get("properties"), Mapping):
            return None
        properties |= known["properties"]
        required += known.get("required") or ()
    return {"type": "object", "properties": properties, "required": required}


def _followed(part: Any, root: Mapping[str, Any], depth: int) -> Mapping[str, Any] | None:
    """Return a schema that a reference, or several schemas at once, lead to; None where they lead nowhere."""
    if not isinstance(part, Mapping) or depth > _MOST_DEPTH:
        return None
    known = cast("Mapping[str, Any]", part)
    if "$ref" in known:
        return _followed(_resolve(str(known["$ref"]), root), root, depth + 1)
    if isinstance(known.get("allOf"), list) and known["allOf"]:
        return _followed(_joined(known, root, depth + 1), root, depth + 1)
    return known


def _resolve(reference: str, root: Mapping[str, Any]) -> Any:
    """Return what a reference within the schema points to; None for any other."""
    found: Any = root
    for part in reference.removeprefix("#").strip("/").split("/"):
        if not isinstance(found, Mapping):
            return None
        found = cast("Mapping[str, Any]", found).get(part.replace("~1", "/").replace("~0", "~"))
    return found if reference.startswith("#") else None
