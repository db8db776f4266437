"""Guard the server of `smurfs studio`: pages of other origins may not start runs, nor other hosts' names.

A browser sends a plain POST to a local server from any page and only hides the response; what it does says its Origin.
"""

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import JSONResponse

from smurfs_graph.serving.studio_names import STUDIO

_HERE = ("127.0.0.1", "localhost", "::1")


class StudioGuard:
    """ASGI middleware that refuses requests of foreign pages, and those under a foreign host's name (DNS rebinding)."""

    def __init__(self, app: Any) -> None:
        """`app`: the server behind it."""
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass a request on, or refuse it with status 403."""
        if scope["type"] in ("http", "websocket") and not is_permitted(scope["headers"]):
            await JSONResponse({"detail": "this server answers this machine and Studio only"}, 403)(
                scope, receive, send
            )
            return
        await self._app(scope, receive, send)


def is_permitted(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Return whether a request comes from Studio, from a page of this machine, or from no page at all.

    Two of a kind are refused: whoever is behind this could read the other one.
    """
    given = [(name.lower(), value.decode("latin-1")) for name, value in headers if name.lower() in (b"host", b"origin")]
    known = dict(given)
    if len(known) < len(given):
        return False
    host, origin = known.get(b"host", ""), known.get(b"origin", "")
    try:
        if urlsplit(f"//{host}").hostname not in _HERE:
            return False
        return not origin or origin == STUDIO or urlsplit(origin).hostname in _HERE
    except ValueError:  # it is no address
        return False


app = Starlette(middleware=[Middleware(StudioGuard)])
