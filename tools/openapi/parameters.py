"""The parameters of an operation: what is sent where, in which style, and what a model calls each."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeGuard

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.tools.openapi.document import as_mapping

Place = Literal["path", "query", "header", "cookie"]
PLACES: tuple[Place, ...] = ("path", "query", "header", "cookie")
_STYLES: dict[Place, str] = {"path": "simple", "query": "form", "header": "simple", "cookie": "form"}
_IGNORED = frozenset({"accept", "content-type", "authorization"})
"""Header parameters that mean nothing (OpenAPI 3, Parameter Object)."""
_CONTROL = frozenset({"host", "content-length", "transfer-encoding", "connection", "cookie", "te", "upgrade"})
_SIGNS = {"<": "lt", "<=": "lte", ">": "gt", ">=": "gte", "!": "not", "+": "plus", "-": "minus"}
"""Words for signs that tell two names apart: `StartTime<` and `StartTime>`."""
MAX_NAME = 64
"""Characters of a tool's name, as model servers have it."""


@dataclass(frozen=True)
class Parameter:
    """One parameter; `argument` is what a model calls it."""

    argument: str
    name: str
    place: Place
    schema: Any
    required: bool = False
    style: str = "form"
    explode: bool = True
    reserved: bool = False
    as_json: bool = False
    """Its value is written as JSON text."""
    description: str = ""


def is_place(place: str) -> TypeGuard[Place]:
    """Return whether parameters stand there."""
    return place in PLACES


def read_parameters(
    path: str, found: Mapping[tuple[str, str], Mapping[str, Any]], source: str
) -> tuple[Parameter, ...]:
    """Return the parameters that are sent, of those by place and name. Raises ConfigurationError for an unknown place.

    One without a name cannot be sent; one that a path's own query fixes is not asked for.
    """
    inside = path.partition("#")[0]
    fixed = {pair.partition("=")[0] for pair in inside.partition("?")[2].split("&")}
    given = dict(found)
    for name in re.findall(r"\{([^{}]+)\}", inside):
        given.setdefault(("path", name), {"schema": {"type": "string"}})
    taken: set[str] = set()
    made: list[Parameter] = []
    for (place, name), one in given.items():
        if not name:
            continue
        if not is_place(place):
            raise ConfigurationError(f"{source!r}: the parameter {name!r:.60} is in {place!r:.20}, which is no place")
        if place == "header" and name.lower() in _IGNORED | _CONTROL:
            continue
        if (place == "path" and f"{{{name}}}" not in inside) or (place == "query" and name in fixed):
            continue
        made.append(_parameter(place, name, one, argument_name(name, place, taken)))
    return tuple(made)


def _parameter(place: Place, name: str, said: Mapping[str, Any], argument: str) -> Parameter:
    """Return a parameter as its document declares it, with the defaults of its place. `argument`:
    its name for models.
    """
    content = as_mapping(said.get("content"))
    style = str(said.get("style") or _STYLES[place])
    description = str(said.get("description") or "")
    schema: Any = said.get("schema", {})
    if content:
        schema = as_mapping(next(iter(content.values()))).get("schema", {})
    return Parameter(
        argument=argument,
        name=name,
        place=place,
        schema=schema,
        required=place == "path" or bool(said.get("required", False)),
        style=style,
        explode=bool(said.get("explode", style == "form")),
        reserved=bool(said.get("allowReserved", said.get("x-ms-skip-url-encoding", False))),
        as_json=bool(content) and is_json(next(iter(content))),
        description=" ".join(part for part in ("" if name.isascii() else f"{name}:", description) if part),
    )


def argument_name(name: str, place: str, taken: set[str]) -> str:
    """Return a name for a model that no argument in `taken` has, and add it there."""
    spelled = re.sub("[<>]=?|[!+]|^-", lambda sign: f"_{_SIGNS[sign[0]]}_", name)
    wanted = re.sub(r"[^A-Za-z0-9_.-]+", "_", spelled).strip("_.-")[:MAX_NAME] or "value"
    candidate, count = wanted, 1
    while candidate in taken:
        candidate = f"{wanted}_in_{place}" if count == 1 else f"{wanted}_in_{place}_{count}"
        count += 1
    taken.add(candidate)
    return candidate


def is_json(media_type: str) -> bool:
    """Return whether a media type is JSON."""
    kind = media_type.partition(";")[0].strip().lower()
    return kind in ("application/json", "text/json") or kind.endswith("+json")
