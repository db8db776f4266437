"""A server of OpenAI's chat interface that writes its replies piece by piece where it is asked to."""

import json
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from typing_extensions import override

Body = dict[str, Any]


class Reply(NamedTuple):
    """What the model says: pieces of text, then calls of tools."""

    pieces: tuple[str, ...] = ()
    calls: tuple[tuple[str, Body], ...] = ()
    breaks: bool = False
    """The connection breaks off behind the text."""


class StreamingServer(ThreadingHTTPServer):
    """Replies as `reply` says, which is given the request's body; `pause`: seconds after each piece of text."""

    daemon_threads = True

    def __init__(self, reply: Callable[[Body], Reply], pause: float = 0.0) -> None:
        """On a free port."""
        super().__init__(("127.0.0.1", 0), _Handler)
        self.reply, self.pause = reply, pause
        self.bodies: list[Body] = []

    @property
    def address(self) -> str:
        """For a client's `base_url`."""
        return f"http://127.0.0.1:{self.server_port}/v1"


@contextmanager
def serving(reply: Callable[[Body], Reply], pause: float = 0.0) -> Generator[StreamingServer]:
    """A server that runs meanwhile."""
    with StreamingServer(reply, pause) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        try:
            yield server
        finally:
            server.shutdown()


class _Handler(BaseHTTPRequestHandler):
    server: StreamingServer  # pyright: ignore[reportIncompatibleVariableOverride]
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    @override
    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""

    def do_POST(self) -> None:
        """A completion, whole or as events."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.bodies.append(body)
        reply = self.server.reply(body)
        calls = [
            {"index": at, "id": f"call_{len(self.server.bodies)}_{at}", "type": "function",
             "function": {"name": name, "arguments": json.dumps(arguments)}}
            for at, (name, arguments) in enumerate(reply.calls)
        ]  # fmt: skip
        (self._stream if body.get("stream") else self._send)(reply, calls)

    def _send(self, reply: Reply, calls: list[Body]) -> None:
        message = {
            "role": "assistant",
            "content": "".join(reply.pieces) or None,
            **({"tool_calls": calls} if calls else {}),
        }
        choice = {"index": 0, "message": message, "finish_reason": "tool_calls" if calls else "stop"}
        text = json.dumps({"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice],
                           "usage": _USAGE}).encode()  # fmt: skip
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def _stream(self, reply: Reply, calls: list[Body]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for piece in reply.pieces:
            self._event({"role": "assistant", "content": piece})
            time.sleep(self.server.pause)
        if reply.breaks:
            self.close_connection = True
            return
        for call in calls:
            self._event({"tool_calls": [call]})
        self._event({}, finish_reason="tool_calls" if calls else "stop")
        self._write({"choices": [], "usage": _USAGE})
        self._chunk(b"data: [DONE]\n\n")
        self._chunk(b"")

    def _event(self, delta: Body, finish_reason: str | None = None) -> None:
        self._write({"choices": [{"index": 0, "delta": delta, "finish_reason": finish_reason}]})

    def _write(self, data: Body) -> None:
        whole = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", **data}
        self._chunk(b"data: " + json.dumps(whole).encode() + b"\n\n")

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()


_USAGE = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
