"""The operations of a document: each with its parameters, body, server, responses and security."""

import re
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal, cast
from urllib.parse import urljoin

from smurfs_graph.canonical import digest
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.tools.openapi.document import Document, as_list, as_mapping
from smurfs_graph.tools.openapi.references import References
from smurfs_graph.tools.openapi.shown import Shown, short_text

Place = Literal["path", "query", "header", "cookie"]
PLACES: tuple[Place, ...] = ("path", "query", "header", "cookie")
METHODS = ("get", "put", "post", "delete", "options", "head", "patch")
_STYLES: dict[Place, str] = {"path": "simple", "query": "form", "header": "simple", "cookie": "form"}
_IGNORED = frozenset({"accept", "content-type", "authorization"})
"""Header parameters that mean nothing (OpenAPI 3, Parameter Object)."""
_CONTROL = frozenset({"host", "content-length", "transfer-encoding", "connection", "cookie", "te", "upgrade"})
_SPECIAL = frozenset(
    {
        "anyOf", "oneOf", "not", "if", "enum", "const", "patternProperties", "propertyNames", "minProperties",
        "maxProperties", "dependentRequired", "dependentSchemas",
    }
)  # fmt: skip
"""What says more of an object than its properties do."""
MAX_NAME = 64
"""Characters of a tool's name, as model servers have it."""
_BODIES = ("application/json", "application/x-www-form-urlencoded", "multipart/form-data", "text/plain")
"""Media types in the order in which they are preferred."""


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


@dataclass(frozen=True)
class Body:
    """A request body. Where it is `flat`, each of its properties is an argument of its own."""

    media_type: str
    schema: Any
    required: bool
    flat: Mapping[str, str] | None = None
    """Argument to property."""
    argument: str = "body"
    encoding: Mapping[str, Any] = field(default_factory=dict[str, Any])
    description: str = ""

    @property
    def is_json(self) -> bool:
        """Whether it is written as JSON."""
        return is_json(self.media_type)


@dataclass(frozen=True)
class Operation:
    """One operation: a tool."""

    name: str
    """Unique in the document, and fit to be a tool's name."""
    operation_id: str
    method: str
    path: str
    server: str
    """An absolute URL without a slash at its end."""
    description: str
    parameters: tuple[Parameter, ...]
    body: Body | None
    responses: Mapping[str, Any]
    security: tuple[Mapping[str, Any], ...]
    """Alternatives; each names the schemes that it needs. Empty: no credentials are needed."""
    tag: str = ""


@contextmanager
def _say_where(place: str) -> Generator[None]:
    """Complaints name the place of the document that they are about."""
    try:
        yield
    except ConfigurationError as error:
        known = place in str(error)
        raise ConfigurationError(str(error) if known else f"{error} (at {place:.120})") from None


def is_json(media_type: str) -> bool:
    """Whether a media type is JSON."""
    kind = media_type.partition(";")[0].strip().lower()
    return kind in ("application/json", "text/json") or kind.endswith("+json")


def _is_xml(media_type: str) -> bool:
    """Whether a body is written as XML, which nobody but the caller can make of an object."""
    kind = media_type.partition(";")[0].strip().lower()
    return kind in ("application/xml", "text/xml") or kind.endswith("+xml")


class Operations:
    """Reads the operations of one document."""

    def __init__(
        self, document: Document, references: References, shown: Shown, server: str | None = None, prefix: str = ""
    ) -> None:
        """`server`: the address to use in place of the document's; `prefix`: how every name begins."""
        self._document = document
        self._references = references
        self._shown = shown
        self._server = server
        self._prefix = prefix
        self._names: set[str] = set()

    def __iter__(self) -> Iterator[Operation]:
        """All of them, in the document's order; every reference that they need leads somewhere.

        Raises ConfigurationError for a document that cannot be used.
        """
        for path, item in cast("dict[str, Any]", self._document.data["paths"]).items():
            if not path.startswith("/"):
                continue
            with _say_where(path):
                shared = self._references.resolve(item)
                self._references.check(item)
            for method in (one for one in shared if one in METHODS):
                with _say_where(f"{method.upper()} {path}"):
                    operation = self._operation(method, path, shared, self._references.resolve(shared[method]))
                yield operation

    @property
    def home(self) -> str | None:
        """The address of the service itself; None where only single operations have one."""
        try:
            return self._server or self._server_of({}, {})
        except ConfigurationError:
            return None

    def _operation(self, method: str, path: str, shared: Mapping[str, Any], said: Mapping[str, Any]) -> Operation:
        operation_id = str(said.get("operationId") or "")
        parameters = self._parameters(method, path, shared, said)
        security: Any = said.get("security", self._document.data.get("security"))
        return Operation(
            name=self._unique(operation_id or f"{method}{path}"),
            operation_id=operation_id,
            method=method.upper(),
            path=path,
            server=self._server or self._server_of(said, shared),
            description=_describe(method, path, said),
            parameters=parameters,
            body=self._body(said, parameters),
            responses=as_mapping(said.get("responses")),
            security=tuple(as_mapping(item) for item in as_list(security)),
            tag=str((as_list(said.get("tags")) or [""])[0]),
        )

    def _unique(self, wanted: str) -> str:
        longest = max(16, MAX_NAME - len(self._prefix))
        name = safe_name(wanted, longest)
        candidate, count = f"{self._prefix}{name}", 1
        while candidate.lower() in self._names:
            count += 1
            candidate = f"{self._prefix}{name[: longest - 6]}_{count}"
        self._names.add(candidate.lower())
        return candidate

    def _server_of(self, said: Mapping[str, Any], shared: Mapping[str, Any]) -> str:
        for holder in (said, shared, self._document.data):
            if servers := as_list(holder.get("servers")):
                address = _fill(self._references.resolve(servers[0]), self._document.source)
                break
        else:
            address = "/"
        if self._document.url is not None:
            address = urljoin(self._document.url, address)
        if not address.lower().startswith(("http://", "https://")):
            raise ConfigurationError(
                f"{self._document.source!r} names no server with an absolute address; say one, as in "
                f"openapi:{self._document.source}@https://api.example.com"
            )
        return address.rstrip("/")

    def _parameters(
        self, method: str, path: str, shared: Mapping[str, Any], said: Mapping[str, Any]
    ) -> tuple[Parameter, ...]:
        found: dict[tuple[str, str], dict[str, Any]] = {}
        for item in [*as_list(shared.get("parameters")), *as_list(said.get("parameters"))]:
            one = self._references.resolve(item)
            found[(str(one.get("in")), str(one.get("name") or ""))] = one
        where = f"{self._document.source!r}: {method.upper()} {path}"
        for name in re.findall(r"\{([^{}]+)\}", path):
            if ("path", name) not in found:
                found[("path", name)] = {"in": "path", "name": name, "schema": {"type": "string"}}
        taken: set[str] = set()
        made: list[Parameter] = []
        for (place, name), one in found.items():
            if place not in PLACES or not name:
                raise ConfigurationError(f"{where}: the parameter {name!r:.60} is in {place!r:.20}, which is no place")
            if place == "header" and name.lower() in _IGNORED | _CONTROL:
                continue
            if place == "path" and f"{{{name}}}" not in path:
                continue
            made.append(_parameter(place, name, one, _argument(name, place, taken)))
        return tuple(made)

    def _body(self, said: Mapping[str, Any], parameters: tuple[Parameter, ...]) -> Body | None:
        if "requestBody" not in said:
            return None
        body = self._references.resolve(said["requestBody"])
        content = as_mapping(body.get("content"))
        if not content:
            return None
        media_type = _prefer(list(content))
        media = as_mapping(content[media_type])
        schema: Any = {"type": "string", "minLength": 1} if _is_xml(media_type) else media.get("schema", {})
        taken = {parameter.argument for parameter in parameters}
        required = bool(body.get("required", False))
        common: dict[str, Any] = {
            "media_type": media_type,
            "schema": schema,
            "required": required,
            "encoding": as_mapping(media.get("encoding")),
            "description": " ".join(
                part for part in ("XML, as a text." * _is_xml(media_type), str(body.get("description") or "")) if part
            ),
        }
        if not _is_raw(media_type) and (flat := self._flat(schema, taken)) is not None:
            return Body(**common, flat=flat)
        return Body(**common, argument=_argument("body", "body", taken))

    def _flat(self, schema: Any, taken: set[str]) -> dict[str, str] | None:
        """Arguments for the properties of a body that is nothing but an object with these."""
        whole = self._shown.merge(schema)
        properties = as_mapping(whole.get("properties"))
        open_ended = isinstance(whole.get("additionalProperties"), Mapping) or whole.get("additionalProperties") is True
        if not properties or open_ended or not _SPECIAL.isdisjoint(whole) or len(properties) > 40:
            return None
        if whole.get("type") not in ("object", None):
            return None
        written = [name for name in properties if self._shown.merge(properties[name]).get("readOnly") is not True]
        return {_argument(name, "body", taken): name for name in written}


def _parameter(place: Place, name: str, said: Mapping[str, Any], argument: str) -> Parameter:
    content = as_mapping(said.get("content"))
    style = str(said.get("style") or _STYLES[place])
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
        reserved=bool(said.get("allowReserved", False)),
        as_json=bool(content) and is_json(next(iter(content))),
        description=str(said.get("description") or ""),
    )


def safe_name(wanted: str, longest: int = MAX_NAME) -> str:
    """A name of letters, digits, underscores and hyphens; two that are too long and differ stay different."""
    name = re.sub(r"[^A-Za-z0-9_-]+", "_", wanted).strip("_-")
    if not name:
        return f"operation_{digest(wanted)[:6]}"
    return name if len(name) <= longest else f"{name[: longest - 7].rstrip('_')}_{digest(wanted)[:6]}"


def _argument(name: str, place: str, taken: set[str]) -> str:
    wanted = re.sub(r"[^A-Za-z0-9_.-]+", "_", name).strip("_.-")[:MAX_NAME] or "value"
    candidate, count = wanted, 1
    while candidate in taken:
        candidate = f"{wanted}_in_{place}" if count == 1 else f"{wanted}_in_{place}_{count}"
        count += 1
    taken.add(candidate)
    return candidate


def _describe(method: str, path: str, said: Mapping[str, Any]) -> str:
    summary, description = (short_text(str(said.get(key) or ""), 300) for key in ("summary", "description"))
    both = f"{summary.rstrip('.')}. {description}" if summary and description and summary != description else ""
    deprecated = " (deprecated)" if said.get("deprecated") is True else ""
    return (both or summary or description or f"{method.upper()} {short_text(path, 200)}") + deprecated


def _fill(server: Mapping[str, Any], source: str) -> str:
    address, variables = str(server.get("url") or "/"), as_mapping(server.get("variables"))
    for name in re.findall(r"\{([^{}]+)\}", address):
        default = as_mapping(variables.get(name)).get("default")
        if default is None:
            raise ConfigurationError(f"{source!r}: the server's variable {name!r:.60} has no default")
        address = address.replace(f"{{{name}}}", str(default))
    return address


def _prefer(media_types: list[str]) -> str:
    for media_type in media_types:
        if is_json(media_type):
            return media_type
    for kind in _BODIES:
        for media_type in media_types:
            if media_type.lower().startswith(kind):
                return media_type
    return media_types[0]


def _is_raw(media_type: str) -> bool:
    return not is_json(media_type) and not media_type.lower().startswith(_BODIES[1:3])
