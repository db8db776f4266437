"""The operations of a document: each with its parameters, body, server, responses and security."""

import re
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, cast
from urllib.parse import urljoin

from smurfs_graph.canonical import digest
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.tools.openapi.document import Document, as_list, as_mapping
from smurfs_graph.tools.openapi.parameters import MAX_NAME, Parameter, argument_name, is_json, read_parameters
from smurfs_graph.tools.openapi.references import References
from smurfs_graph.tools.openapi.shown import Shown, short_text

METHODS = ("get", "put", "post", "delete", "options", "head", "patch")
_SPECIAL = frozenset(
    {
        "anyOf", "oneOf", "not", "if", "enum", "const", "patternProperties", "propertyNames", "minProperties",
        "maxProperties", "dependentRequired", "dependentSchemas",
    }
)  # fmt: skip
"""Keywords that say more of an object than its properties do."""
_BODIES = ("application/json", "application/x-www-form-urlencoded", "multipart/form-data", "text/plain")
"""Media types in the order in which they are preferred."""


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
    files: frozenset[str] = frozenset()
    """Properties that are sent as files where the body has parts."""
    description: str = ""

    @property
    def is_json(self) -> bool:
        """Return whether the body is written as JSON."""
        return is_json(self.media_type)


@dataclass(frozen=True)
class Operation:
    """One operation: a tool."""

    name: str
    """Unique in the document, and fit to be a tool's name."""
    operation_id: str
    method: str
    path: str
    """Path in the document: it may end in a fixed query, and in a fragment that is never sent."""
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
    """Name in complaints the place of the document that they are about."""
    try:
        yield
    except ConfigurationError as error:
        known = place in str(error)
        raise ConfigurationError(str(error) if known else f"{error} (at {place:.120})") from None


def is_binary(schema: Mapping[str, Any]) -> bool:
    """Return whether a schema stands for a file (`format` of OpenAPI 3.0, `contentMediaType` of 3.1) or several."""
    items: Any = schema.get("items")
    if isinstance(items, Mapping):
        return is_binary(cast("Mapping[str, Any]", items))
    kind = str(schema.get("contentMediaType") or "")
    has_own_kind = bool(kind) and not is_json(kind) and "contentEncoding" not in schema
    return schema.get("format") == "binary" or has_own_kind


def _is_xml(media_type: str) -> bool:
    """Return whether a body is written as XML, which only the caller can make of an object."""
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
        """Yield all operations, in the document's order; every reference that they need leads somewhere.

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
        """Return the address of the service itself; None where only single operations have one."""
        try:
            return self._server or self._server_of({}, {})
        except ConfigurationError:
            return None

    def _operation(self, method: str, path: str, shared: Mapping[str, Any], said: Mapping[str, Any]) -> Operation:
        """Return an operation of a path. `shared`: the path's entry; `said`: the operation's."""
        operation_id = str(said.get("operationId") or "")
        parameters = self._parameters(path, shared, said)
        security: Any = said.get("security", self._document.data.get("security"))
        return Operation(
            name=self._take_name(operation_id or f"{method}{path}"),
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

    def _take_name(self, wanted: str) -> str:
        """Return a name that no other operation has, and take it."""
        longest = max(16, MAX_NAME - len(self._prefix))
        name = safe_name(wanted, longest)
        candidate, count = f"{self._prefix}{name}", 1
        while candidate.lower() in self._names:
            count += 1
            candidate = f"{self._prefix}{name[: longest - 6]}_{count}"
        self._names.add(candidate.lower())
        return candidate

    def _server_of(self, said: Mapping[str, Any], shared: Mapping[str, Any]) -> str:
        """Return the address of an operation's server. Raises ConfigurationError where none is absolute."""
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
                f"{self._document.source!r} names no server with an absolute address; "
                f"{_name_a_server(self._document.source)}"
            )
        return address.rstrip("/")

    def _parameters(self, path: str, shared: Mapping[str, Any], said: Mapping[str, Any]) -> tuple[Parameter, ...]:
        found: dict[tuple[str, str], dict[str, Any]] = {}
        for item in [*as_list(shared.get("parameters")), *as_list(said.get("parameters"))]:
            one = self._references.resolve(item)
            found[(str(one.get("in")), str(one.get("name") or ""))] = one
        return read_parameters(path, found, self._document.source)

    def _body(self, said: Mapping[str, Any], parameters: tuple[Parameter, ...]) -> Body | None:
        """Return the body that an operation takes: as arguments of their own where its fields allow
        that, else as one.
        """
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
            "files": self._files(schema) if media_type.lower().startswith("multipart/") else frozenset(),
            "description": " ".join(
                part for part in ("XML, as a text." * _is_xml(media_type), str(body.get("description") or "")) if part
            ),
        }
        if not _is_raw(media_type) and (flat := self._flat(schema, taken)) is not None:
            return Body(**common, flat=flat)
        return Body(**common, argument=argument_name("body", "body", taken))

    def _files(self, schema: Any) -> frozenset[str]:
        properties = as_mapping(self._shown.merge(schema).get("properties"))
        return frozenset(name for name, each in properties.items() if is_binary(self._shown.merge(each)))

    def _flat(self, schema: Any, taken: set[str]) -> dict[str, str] | None:
        """Return arguments for the properties of a body that is nothing but an object with these; None for another
        body.
        """
        whole = self._shown.merge(schema)
        properties = as_mapping(whole.get("properties"))
        open_ended = isinstance(whole.get("additionalProperties"), Mapping) or whole.get("additionalProperties") is True
        if not properties or open_ended or not _SPECIAL.isdisjoint(whole) or len(properties) > 40:
            return None
        if not all(name.isascii() for name in properties):  # as arguments they would all be called `value`
            return None
        if whole.get("type") not in ("object", None):
            return None
        written = [name for name in properties if self._shown.merge(properties[name]).get("readOnly") is not True]
        return {argument_name(name, "body", taken): name for name in written}


def safe_name(wanted: str, longest: int = MAX_NAME) -> str:
    """Return a name of letters, digits, underscores and hyphens; two that are too long and differ stay different."""
    name = re.sub(r"[^A-Za-z0-9_-]+", "_", wanted).strip("_-")
    if not name:
        return f"operation_{digest(wanted)[:6]}"
    return name if len(name) <= longest else f"{name[: longest - 7].rstrip('_')}_{digest(wanted)[:6]}"


def _describe(method: str, path: str, said: Mapping[str, Any]) -> str:
    summary, description = (short_text(str(said.get(key) or ""), 300) for key in ("summary", "description"))
    both = f"{summary.rstrip('.')}. {description}" if summary and description and summary != description else ""
    deprecated = " (deprecated)" if said.get("deprecated") is True else ""
    return (both or summary or description or f"{method.upper()} {short_text(path, 200)}") + deprecated


def _name_a_server(source: str) -> str:
    return f"say one, as in openapi:{source}@https://api.example.com"


def _fill(server: Mapping[str, Any], source: str) -> str:
    """Return a server's address with the defaults of its variables. Raises ConfigurationError without a default."""
    address, variables = str(server.get("url") or "/"), as_mapping(server.get("variables"))
    for name in re.findall(r"\{([^{}]+)\}", address):
        default = as_mapping(variables.get(name)).get("default")
        if default is None:
            raise ConfigurationError(
                f"{source!r}: the server's variable {name!r:.60} has no default; {_name_a_server(source)}"
            )
        address = address.replace(f"{{{name}}}", str(default))
    return address


def _prefer(media_types: list[str]) -> str:
    """Return the media type to send: JSON before forms before anything else."""
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
