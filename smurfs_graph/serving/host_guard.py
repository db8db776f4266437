"""Refuse requests of foreign pages, and those under a foreign host's name (DNS rebinding).

A browser sends a plain POST to a local server from any page and only hides the response; what it does say is its
Origin, and the name under which it found the server.
"""

import ipaddress
import re
from collections.abc import Collection, Iterable
from typing import Any

LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]"})
_AUTHORITY = re.compile(r"(?P<host>\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::[0-9]{1,5})?")


class HostGuard:
    """ASGI middleware that answers 403 to whoever asks by another name, or from another server's page."""

    def __init__(self, app: Any, names: Collection[str] = LOOPBACK, pages: Collection[str] = ()) -> None:
        """`app`: the server behind it; `names`: its own, with a port or for any; `pages`: foreign origins let in."""
        self._app, self._names, self._pages = app, frozenset(map(_in_one_spelling, names)), frozenset(pages)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "lifespan" and not self.is_permitted(scope["headers"]):
            from starlette.responses import JSONResponse

            refused = JSONResponse({"detail": "this server is not asked by this name, or from this page"}, 403)
            await refused(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def is_permitted(self, headers: Iterable[tuple[bytes, bytes]]) -> bool:
        """Return whether a request comes by a name of this server, and from no page or one that is let in.

        Two of a kind are refused: whoever is behind this could read the other one.
        """
        given = [(name.lower(), value.decode("latin-1")) for name, value in headers]
        hosts, origins = ([value for known, value in given if known == name] for name in (b"host", b"origin"))
        if len(hosts) != 1 or len(origins) > 1 or not self._is_named(hosts[0]):
            return False
        origin = origins[0] if origins else ""
        scheme, _, authority = origin.partition("://")
        return not origin or origin in self._pages or (scheme in ("http", "https") and self._is_named(authority))

    def _is_named(self, authority: str) -> bool:
        """Return whether a host, with or without a port, is this server's; `localhost:1.evil.example` is not."""
        found = _AUTHORITY.fullmatch(_in_one_spelling(authority))
        return found is not None and (found["host"] in self._names or found[0] in self._names)


def _in_one_spelling(authority: str) -> str:
    """Return a host, with or without a port, as browsers write it: `[0:0:0:0:0:0:0:1]:80` as `[::1]:80`."""
    found = _AUTHORITY.fullmatch(authority.lower())
    if found is None:
        return authority
    host = found["host"].removesuffix(".")
    if host.startswith("["):
        try:
            host = f"[{ipaddress.IPv6Address(host[1:-1])}]"
        except ValueError:
            return authority
    return host + found[0][found.end("host") :]
