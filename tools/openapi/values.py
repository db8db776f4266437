"""Parts of a document that should be objects or lists, and may be anything."""

from collections.abc import Mapping
from typing import Any, cast


def as_mapping(value: Any) -> dict[str, Any]:
    """The object; an empty one for whatever is none."""
    return dict(cast("Mapping[str, Any]", value)) if isinstance(value, Mapping) else {}


def as_list(value: Any) -> list[Any]:
    """The list; an empty one for whatever is none."""
    return cast("list[Any]", value) if isinstance(value, list) else []
