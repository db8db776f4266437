"""An MCP server over streamable HTTP: on this machine alone, unless a token is asked of every client."""

import hmac
import ipaddress
import os
import socket
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.redaction.known_secrets import HANDED
from smurfs_graph.serving.host_guard import LOOPBACK, HostGuard

TOKEN_VARIABLE = "SMURFS_MCP_TOKEN"
MIN_TOKEN = 16
"""Characters of a token; a shorter one can be guessed."""


def read_token(file: Path | None) -> str:
    """Return the token that clients have to send: of a file, else of the environment; empty for none.

    Raises ConfigurationError for a file that cannot be read, and for a token that is too short or has no plain form.
    """
    where = f"the token in {str(file)!r}" if file is not None else f"the token in {TOKEN_VARIABLE}"
    try:
        token = (file.read_text() if file is not None else os.environ.get(TOKEN_VARIABLE, "")).strip()
    except (OSError, ValueError) as error:
        raise ConfigurationError(f"{where} cannot be read: {type(error).__name__}") from None
    if file is None and not token:
        return ""
    if len(token) < MIN_TOKEN or not (token.isascii() and token.isprintable()) or " " in token:
        raise ConfigurationError(f"{where} is no token: {MIN_TOKEN} plain characters or more are needed, in one line")
    HANDED.add_named({"token": token})
    return token


def http_app(server: Any, host: str, names: Iterable[str], token: str) -> Any:
    """Return the ASGI application of a server that is bound to `host`, and asked for by `names` too.

    Raises ConfigurationError where it could be reached from elsewhere without a token.
    """
    from mcp.server.transport_security import TransportSecuritySettings

    if not _is_loopback(host) and not token:
        raise ConfigurationError(
            f"{host!r} can be reached from other machines, so that a token is needed: "
            f"--token-file FILE, or {TOKEN_VARIABLE}"
        )
    unguarded = TransportSecuritySettings(enable_dns_rebinding_protection=False)  # it takes `localhost:1.evil.example`
    app = server.streamable_http_app(host=host, transport_security=unguarded)
    known = {*LOOPBACK, f"[{host}]" if ":" in host else host, *names}
    return HostGuard(TokenGate(app, token) if token else app, known)


def serve_http(app: Any, host: str, port: int) -> None:
    """Serve an application until Ctrl-C. Raises ConfigurationError where the port cannot be had."""
    import uvicorn

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        bound = socket.create_server((host, port), family=family)
    except OSError as error:
        raise ConfigurationError(f"{host}:{port} cannot be served on: {error.strerror or error}") from None
    print(
        f"smurfs: serving on http://{f'[{host}]' if ':' in host else host}:{port}/mcp; Ctrl-C ends it", file=sys.stderr
    )
    with bound:
        uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False, server_header=False)).run([bound])


class TokenGate:
    """Lets requests through that bring the token, and answers 401 to all others."""

    def __init__(self, app: Any, token: str) -> None:
        """`app`: what is behind it."""
        self._app = app
        self._expected = f"Bearer {token}".encode()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Handle a request, or what a server tells of its own beginning and end."""
        if scope["type"] != "lifespan":
            given = [value for name, value in scope["headers"] if name == b"authorization"]
            if len(given) != 1 or not hmac.compare_digest(given[0], self._expected):
                from starlette.responses import PlainTextResponse

                refused = PlainTextResponse("a token is needed", 401, {"WWW-Authenticate": "Bearer"})
                await refused(scope, receive, send)
                return
        await self._app(scope, receive, send)


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
