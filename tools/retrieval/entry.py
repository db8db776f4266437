"""The index's entry for a tool: its document, field by field."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass
from typing import Any, cast

from smurfs_graph.tools.tool import Tool

MAX_FIELD_CHARS = 4_000
"""Of one field; a document's opening says what a tool is for."""
_MAX_DEPTH = 6


@dataclass(frozen=True)
class Entry:
    """A tool's document, as texts. `group`: the service that it belongs to; `response`: names of what it returns."""

    name: str
    group: str = ""
    title: str = ""
    """The name as people write it; `name` where there is none."""
    description: str = ""
    parameters: str = ""
    """Names of the parameters."""
    explained: str = ""
    """The parameters' descriptions."""
    category: str = ""
    response: str = ""

    @property
    def fields(self) -> tuple[str, ...]:
        """Return the texts that are searched, in the order of `WEIGHTS`."""
        title = self.title or self.name
        texts = (
            self.group, title, self.description, self.parameters, self.explained, self.category, self.response
        )  # fmt: skip
        return tuple(text[:MAX_FIELD_CHARS] for text in texts)


FIELDS = ("belongs", "title", "description", "parameters", "explained", "category", "response")
WEIGHTS = (2.0, 2.0, 1.0, 1.0, 1.0, 0.5, 0.5)
"""Weight of a word by the field that holds it."""


def entry_of(tool: Tool) -> Entry:
    """Return the entry of a tool of any source."""
    properties: Any = tool.parameters.get("properties")
    known: Mapping[str, Any] = cast("Mapping[str, Any]", properties) if isinstance(properties, dict) else {}
    return Entry(
        name=tool.name,
        group=tool.group,
        title=tool.title,
        description=tool.description,
        parameters=" ".join(known),
        explained=" ".join(_description_of(schema) for schema in known.values()),
        category=tool.category,
        response=" ".join(tool.response_fields),
    )


def digest_of(entries: Iterable[Entry]) -> str:
    """Return a digest of entries' contents and order: what an index on disk is known by."""
    hashed = hashlib.blake2b(digest_size=16)
    for entry in entries:
        hashed.update("\x1f".join(astuple(entry)).encode("utf-8", "replace") + b"\x1e")
    return hashed.hexdigest()


def names_within(value: Any, depth: int = _MAX_DEPTH) -> list[str]:
    """Return the names of an object's members, down to `depth`: of an example response or its schema's properties."""
    if depth == 0:
        return []
    if isinstance(value, list):
        return [name for item in cast("list[Any]", value)[:20] for name in names_within(item, depth - 1)]
    if not isinstance(value, dict):
        return []
    found: list[str] = []
    for name, inner in cast("dict[Any, Any]", value).items():
        found += [str(name), *names_within(inner, depth - 1)]
    return found


def _description_of(schema: Any) -> str:
    said: Any = cast("dict[str, Any]", schema).get("description") if isinstance(schema, dict) else None
    return said if isinstance(said, str) else ""
