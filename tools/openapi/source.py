"""`openapi:[NAME=]FILE_OR_URL[@SERVER]`: a document's operations as tools."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from smurfs_graph.concurrency.threads import run_in_thread
from smurfs_graph.errors import ConfigurationError, ToolError
from smurfs_graph.redaction.echoes import echoes_of
from smurfs_graph.tools.effects import Effect
from smurfs_graph.tools.http import ForbiddenRequestError, HttpClient, HttpLimits, HttpResponse
from smurfs_graph.tools.http.addresses import hosts_of_address, hosts_of_environment
from smurfs_graph.tools.http.client import SAFE
from smurfs_graph.tools.http.urls import parse_url
from smurfs_graph.tools.openapi.auth import Authenticator, Credentials
from smurfs_graph.tools.openapi.document import as_mapping, is_url
from smurfs_graph.tools.openapi.judging import judge_http
from smurfs_graph.tools.openapi.loading import read_document
from smurfs_graph.tools.openapi.operation_arguments import Arguments
from smurfs_graph.tools.openapi.operations import Operation, Operations
from smurfs_graph.tools.openapi.references import References
from smurfs_graph.tools.openapi.responses import Responses
from smurfs_graph.tools.openapi.schemas import Schemas
from smurfs_graph.tools.openapi.serialise import Prepared, prepare
from smurfs_graph.tools.openapi.shown import Shown
from smurfs_graph.tools.tool import Tool

_SPEC = re.compile(r"(?:(?P<name>[A-Za-z][A-Za-z0-9_-]*)=)?(?P<source>.+?)(?:@(?P<server>https?://[^@]+))?", re.DOTALL)
_READING: frozenset[Effect] = frozenset({"read", "network"})
_WRITING: frozenset[Effect] = frozenset({"write", "network"})


def load_spec(rest: str) -> list[Tool]:
    """Return the tools of a spec's part after `openapi:`. Raises ConfigurationError."""
    found = _SPEC.fullmatch(rest)
    if found is None:
        raise ConfigurationError(
            "openapi: needs a file or URL, as in openapi:shop.yaml or openapi:https://…/openapi.json"
        )
    return openapi_tools(found["source"], name=found["name"], server=found["server"])


def openapi_tools(
    source: str, *, name: str | None = None, server: str | None = None, limits: HttpLimits | None = None
) -> list[Tool]:
    """Return the operations of an OpenAPI document as tools.

    Args:
        source: a file, or a URL to fetch.
        name: where credentials are looked up in the environment (`NAME_TOKEN`, `NAME_KEY`, …), and with it every tool's
            name begins; without it, the file's or the host's name is for credentials only.
        server: the address to call in place of the document's. Where it or `source` is an address or `localhost`, the
            caller has named it; others may be private only if SMURFS_ALLOW_HOSTS names them.
        limits: of each call.

    Raises:
        ConfigurationError: in one line, for whatever cannot be used.
    """
    allowed = [*hosts_of_environment(), *_named_hosts(source, server)]
    client = HttpClient(allow=allowed, limits=limits or HttpLimits())
    document = read_document(source, client)
    references = References(document)
    schemas = Schemas(references, is_3_0=document.is_3_0)
    shown = Shown(schemas)
    schemes = as_mapping(as_mapping(document.data.get("components")).get("securitySchemes"))
    authenticator = Authenticator(name or _name_of(source), schemes, references, client, source)
    tools: list[Tool] = []
    try:
        prefix = f"{name}_" if name else ""
        operations = Operations(document, references, shown, server.rstrip("/") if server else None, prefix)
        for operation in operations:
            authenticator.refuse_unknown(operation.security, f"{operation.method} {operation.path}")
            own = parse_url(operation.server).origin
            authenticator.home = authenticator.home or (parse_url(operations.home).origin if operations.home else own)
            arguments = Arguments(operation, schemas, shown)
            responses = Responses(operation, schemas)
            caller = Caller(operation, arguments, responses, authenticator, client)
            tools.append(caller.tool(f"openapi:{source}", document.title))
    except ForbiddenRequestError as error:
        raise ConfigurationError(f"{source!r}: its server cannot be called: {error}") from None
    except (AttributeError, TypeError, KeyError, ValueError, RecursionError) as error:
        raise ConfigurationError(f"{source!r} is malformed: {type(error).__name__}: {str(error)[:120]}") from None
    return tools


@dataclass(frozen=True)
class Caller:
    """Calls one operation."""

    operation: Operation
    arguments: Arguments
    responses: Responses
    authenticator: Authenticator
    client: HttpClient

    @property
    def reads(self) -> bool:
        """Return whether a call changes nothing."""
        return self.operation.method in SAFE

    def tool(self, source: str, group: str) -> Tool:
        """Return the operation as a tool."""
        operation = self.operation
        return Tool(
            name=operation.name,
            description=operation.description,
            parameters=self.arguments.parameters,
            validate=self.arguments.validate,
            call=self.call,
            source=source,
            effects=_READING if self.reads else _WRITING,
            idempotent=operation.method in ("PUT", "DELETE"),
            idempotency_key=self.arguments.key,
            title=operation.operation_id,
            group=group,
            category=operation.tag,
            response_fields=self.responses.fields,
            result_schema=self.responses.schema_of_success,
        )

    async def call(self, arguments: Mapping[str, Any]) -> Any:
        """Return the response's data. Raises ToolError for a failed call."""
        prepared = prepare(self.operation, arguments)
        security = self.operation.security
        found = await self.authenticator.credentials(security, prepared.url)
        response = await self._send(prepared, found)
        if response.status == 401 and security and self.authenticator.forget():
            found = await self.authenticator.credentials(security, prepared.url)
            response = await self._send(prepared, found)
        echoes = echoes_of(found.known, "[key]")
        if self.operation.method == "HEAD" and 200 <= response.status < 300:
            said = {name: said for name in _HEAD if (said := response.header(name))}
            return echoes.data({"status": response.status, **said})
        judged = await run_in_thread(
            judge_http,
            response,
            reads=self.reads,
            wants_json=self.responses.are_json(response.status),
            complaints=self.responses.complaints(response.status),
        )
        judgement = judged.judgement
        if judgement.failed:
            raise ToolError(
                echoes.text(judgement.reason),
                transient=judgement.transient,
                retry_after=judgement.retry_after,
                fault=judgement.fault,
            )
        if judged.remark:
            self.responses.note(judged.remark)
        return await run_in_thread(echoes.data, judged.data)

    async def _send(self, prepared: Prepared, found: Credentials) -> HttpResponse:
        """Send a request with its credentials, which are kept apart from what may be shown."""
        cookies = [*prepared.cookies, *found.cookies]
        secrets = dict(found.headers)
        if cookies:
            secrets["Cookie"] = "; ".join(f"{name}={value}" for name, value in cookies)
        return await self.client.request(
            prepared.method,
            _with_query(prepared.url, found.query),
            headers={"Accept": self.responses.accepted, **prepared.headers},
            secrets=secrets,
            content=prepared.content,
        )


_HEAD = ("content-type", "content-length", "last-modified", "etag")


def _with_query(url: str, query: list[tuple[str, str]]) -> str:
    if not query:
        return url
    more = "&".join(f"{quote(name, safe='')}={quote(value, safe='')}" for name, value in query)
    return f"{url}{'&' if '?' in url else '?'}{more}"


def _named_hosts(source: str, server: str | None) -> list[str]:
    """Return the hosts that the caller allowed by naming them: addresses, or this machine as `localhost`."""
    hosts: list[str] = []
    for address in (source, server):
        if address and is_url(address):
            try:
                hosts += hosts_of_address(address)
            except ForbiddenRequestError as error:
                raise ConfigurationError(f"{address!r:.200} cannot be used: {error}") from None
    return hosts


def _name_of(source: str) -> str:
    if not is_url(source):
        return PurePath(source).name.partition(".")[0]
    origin = parse_url(source).origin
    return origin.host if origin.port in (80, 443) else f"{origin.host}_{origin.port}"
