"""A document that was read, and its parts as what they should be."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")


@dataclass(frozen=True)
class Document:
    """A document that was read, and has paths."""

    data: dict[str, Any]
    source: str
    """The caller's name for the source, for messages."""
    url: str | None = None
    """URL that it was fetched from, for relative server addresses; None for a file."""

    @property
    def is_3_0(self) -> bool:
        """Return whether its schemas are OpenAPI 3.0's own dialect; else they are JSON Schema 2020-12."""
        return str(self.data["openapi"]).startswith("3.0")

    @property
    def title(self) -> str:
        """Return the name of the service."""
        return str(as_mapping(self.data.get("info")).get("title") or "")


def as_mapping(value: Any) -> dict[str, Any]:
    """Return the object; an empty one for whatever is none."""
    return dict(cast("Mapping[str, Any]", value)) if isinstance(value, Mapping) else {}


def as_list(value: Any) -> list[Any]:
    """Return the list; an empty one for whatever is none."""
    return cast("list[Any]", value) if isinstance(value, list) else []


def is_url(source: str) -> bool:
    """Return whether a source is to be fetched."""
    return source.lower().startswith(("http://", "https://"))
