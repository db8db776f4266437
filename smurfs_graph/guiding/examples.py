"""Read the identifiers that a tool's document gives as examples, and tell which values look like them. Pure."""

import re
from functools import lru_cache

from smurfs_graph.guiding.spans import Span
from smurfs_graph.offline.documents import ToolDocument, ToolParameter

_EXAMPLE = re.compile(
    r"\b(?:such as|like|e\.g\.|for example|for instance|as in|example:?)[,:]?\s*[\"'`“‘(]*"
    r"(?P<example>[A-Za-z]{1,6}[-_]?\d[\w-]*|\d+[-_]?[A-Za-z][\w-]*)"
)
_DIGITS = re.compile(r"\d+")
_NAMED = re.compile(r"\b(?:name|title|or)\b", re.IGNORECASE)


@lru_cache(1_024)
def shapes_of(parameter: ToolParameter) -> frozenset[str]:
    """Return the shapes of a parameter's examples: "such as R-118" shows the shape R-9."""
    return frozenset(_shape(match["example"]) for match in _EXAMPLE.finditer(parameter.description))


def is_like(parameter: ToolParameter, span: Span) -> bool:
    """Return whether a value has the shape of one of a parameter's examples."""
    return span.kind == "id" and _shape(str(span.value)) in shapes_of(parameter)


def takes_identifiers(parameter: ToolParameter) -> bool:
    """Return whether a parameter's examples are identifiers, and nothing says that it takes names as well."""
    return bool(shapes_of(parameter)) and not _NAMED.search(parameter.description)


def shows_like(document: ToolDocument, spans: tuple[Span, ...]) -> bool:
    """Return whether one of some values has the shape of an example of a required parameter."""
    needed = [one for one in document.parameters or () if one.required and shapes_of(one)]
    return any(is_like(one, span) for one in needed for span in spans)


def _shape(example: str) -> str:
    return _DIGITS.sub("9", example).upper()
