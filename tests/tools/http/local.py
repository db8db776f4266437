"""Small servers on the loopback interface that count what reaches them."""

import json
import ssl
import threading
from collections.abc import Awaitable, Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

Behave = Callable[["Handler"], None]


def resolver_to(*addresses: str) -> Callable[[str, int], Awaitable[list[str]]]:
    """A resolver that gives these addresses for every name."""

    async def resolve(host: str, port: int) -> list[str]:
        return list(addresses)

    return resolve


class Handler(BaseHTTPRequestHandler):
    """One request; `owner` is its LocalServer."""

    protocol_version = "HTTP/1.1"
    server: "_Server"  # pyright: ignore[reportIncompatibleVariableOverride]

    def handle_one_request(self) -> None:
        """Every connection counts, also one that never becomes a request."""
        self.owner.connections += 1
        super().handle_one_request()

    def _answer(self) -> None:
        self.body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.owner.requests.append(self)
        try:
            self.owner.behave(self)
        except OSError:
            self.close_connection = True

    do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = do_HEAD = _answer  # noqa: N815 - as http.server calls them

    @property
    def owner(self) -> "LocalServer":
        """The server's context manager."""
        return self.server.owner

    def log_message(self, format: str, *args: object) -> None:
        """Stay quiet."""

    def reply(self, status: int = 200, body: bytes = b"", headers: Mapping[str, str] | None = None) -> None:
        """A whole response."""
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def send_data(self, data: Any) -> None:
        """A whole response of JSON."""
        self.reply(200, json.dumps(data).encode(), {"Content-Type": "application/json"})

    def redirect(self, location: str, status: int = 302) -> None:
        """A redirect, whatever the location is."""
        self.reply(status, b"", {"Location": location})


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    owner: "LocalServer"

    def handle_error(self, request: object, client_address: object) -> None:
        """A connection that broke is what these tests are about."""


class LocalServer:
    """A server with one behaviour; `requests` and `connections` say what reached it."""

    def __init__(self, behave: Behave = Handler.reply) -> None:
        """Listens at once, on any free port."""
        self.behave = behave
        self.requests: list[Handler] = []
        self.connections = 0
        self.released = threading.Event()
        self._server = _Server(("127.0.0.1", 0), Handler)
        self._server.owner = self
        self.port: int = self._server.server_address[1]
        self.netloc = f"127.0.0.1:{self.port}"
        self.url = f"http://{self.netloc}"

    def wrap(self, context: ssl.SSLContext) -> None:
        """Speak TLS from now on."""
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.released.set()
        self._server.shutdown()
        self._server.server_close()
