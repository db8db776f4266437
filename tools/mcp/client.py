"""The protocol with one server: its version is agreed on, and what it answers is handed on as it came.

The SDK's session does what both versions of the handshake need. Lists and results of tools go around it: it refuses a
whole list, or result, for one entry that it cannot read.
"""

from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

import anyio
from mcp import ClientSession, MCPError, types
from mcp.shared.dispatcher import CallOptions
from mcp.shared.inbound import (
    MCP_METHOD_HEADER,
    MCP_NAME_HEADER,
    MCP_PROTOCOL_VERSION_HEADER,
    encode_header_value,
    mcp_param_headers,
    x_mcp_header_map,
)
from mcp.shared.jsonrpc_dispatcher import JSONRPCDispatcher
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

PROBE_SECONDS = 2.0
"""How long a server may take to say that it speaks the stateless protocol, before it is greeted in the older way."""


class DiedOfProbeError(Exception):
    """The server ended, or broke off, when it was asked for the stateless protocol."""


class ToolClient:
    """Asks one server for its tools, and calls them. Enter it before anything is asked."""

    def __init__(self, read: Any, write: Any) -> None:
        """Over the two message streams of a transport."""
        self._dispatcher: JSONRPCDispatcher[Any] = JSONRPCDispatcher(read, write)
        self._info = types.Implementation(name="smurfs-graph", version=version("smurfs-graph"))
        self._session = ClientSession(dispatcher=self._dispatcher, client_info=self._info)

    async def __aenter__(self) -> "ToolClient":
        await self._session.__aenter__()
        return self

    async def __aexit__(self, *error: Any) -> None:
        await self._session.__aexit__(*error)

    async def connect(self, *, probe: bool) -> None:
        """Agree on a version: with `probe` the stateless one is tried first, for servers that speak no other.

        Raises MCPError where the server refuses, RuntimeError where it speaks an unknown version, DiedOfProbeError for
        a server that has to be started again, without a probe.
        """
        if probe and await self._discover():
            return
        try:
            await self._session.initialize()
        except MCPError as error:
            if error.code != types.UNSUPPORTED_PROTOCOL_VERSION:
                raise
            await self._session.discover()  # it was slow to start, and has taken the first question for the beginning

    async def _discover(self) -> bool:
        """Return whether the server answers the probe. Raises DiedOfProbeError where it ends the connection."""
        with anyio.move_on_after(PROBE_SECONDS):
            try:
                await self._session.discover()
            except (MCPError, ValidationError, RuntimeError) as error:
                if isinstance(error, MCPError) and error.code == types.CONNECTION_CLOSED:
                    raise DiedOfProbeError from None
            else:
                return True
        return False

    @property
    def capabilities(self) -> types.ServerCapabilities:
        """Return the capabilities that the server declares."""
        return self._session.server_capabilities or types.ServerCapabilities()

    @property
    def has_to_listen(self) -> bool:
        """Return whether the server's tools may change by its own word, which it tells listeners only."""
        return self._is_stateless and self.capabilities.tools is not None and bool(self.capabilities.tools.list_changed)

    async def list_page(self, cursor: str | None) -> dict[str, Any]:
        """Return a page of the server's tools, as it came."""
        return await self._ask("tools/list", {} if cursor is None else {"cursor": cursor})

    async def call(
        self, name: str, arguments: Mapping[str, Any], schema: Any, answers: Mapping[str, Any] | None
    ) -> dict[str, Any]:
        """Call a tool, whose parameters are described by `schema`, and return the result as it came.

        `answers`: what the server asked for when the call was made before; None where nobody can be asked.
        """
        headers = {MCP_NAME_HEADER: encode_header_value(name)}
        if self._is_stateless:
            headers |= mcp_param_headers(x_mcp_header_map(schema), arguments)
        given = {"name": name, "arguments": dict(arguments), **(answers or {})}
        return await self._ask("tools/call", given, headers, can_ask=answers is not None)

    async def listen(self) -> None:
        """Have a stateless server send word of changed tools, for as long as this is not cancelled."""
        await self._ask("subscriptions/listen", {"notifications": {"toolsListChanged": True}})

    @property
    def _is_stateless(self) -> bool:
        return self._session.protocol_version in MODERN_PROTOCOL_VERSIONS

    async def _ask(
        self,
        method: str,
        params: Mapping[str, Any],
        headers: Mapping[str, str] | None = None,
        *,
        can_ask: bool = False,
    ) -> dict[str, Any]:
        """Send a request, with the headers and metadata that the newer protocol wants."""
        spoken = str(self._session.protocol_version)
        options: CallOptions = {"headers": {MCP_PROTOCOL_VERSION_HEADER: spoken}}
        if not self._is_stateless:
            return await self._dispatcher.send_raw_request(method, params, options)
        options["headers"] |= {MCP_METHOD_HEADER: method, **(headers or {})}
        about: dict[str, Any] = {
            types.PROTOCOL_VERSION_META_KEY: spoken,
            types.CLIENT_INFO_META_KEY: self._info.model_dump(by_alias=True, mode="json", exclude_none=True),
            types.CLIENT_CAPABILITIES_META_KEY: {"elicitation": {"form": {}}} if can_ask else {},
        }
        return await self._dispatcher.send_raw_request(method, {**params, "_meta": about}, options)
