"""An OpenAI-compatible server on the loopback interface that misbehaves on purpose, over real HTTP.

`HostileServer(behaviour)` is a context manager; a behaviour takes the handler and the request's body and writes what
it likes. `script` says what an honest server would have replied; most behaviours start from it and spoil it.
"""

import json
import socket
import struct
import threading
import time
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from smurfs_graph.prompting.prompts import parse_sections
from smurfs_graph.testing import call_of

Body = dict[str, Any]
Behaviour = Callable[["Handler", Body], None]
Script = Callable[[str, dict[str, str]], Any]


class Handler(BaseHTTPRequestHandler):
    """One connection; `server.owner` is the HostileServer."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # else a body waits some 40 milliseconds behind its head
    server: "_Server"  # pyright: ignore[reportIncompatibleVariableOverride]

    def do_POST(self) -> None:
        """Hand the request to the behaviour."""
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
        self.owner.requests.append(body)
        try:
            self.owner.behaviour(self, body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def do_GET(self) -> None:
        """The list of models, as doctors ask for it."""
        self.send(200, {"object": "list", "data": [{"id": "any", "object": "model"}]})

    def log_message(self, format: str, *args: Any) -> None:
        """Stay quiet."""

    @property
    def owner(self) -> "HostileServer":
        """The server's context manager."""
        return self.server.owner

    def send(
        self,
        status: int,
        data: Any,
        *,
        content_type: str = "application/json",
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Answer with JSON, or with text as it is."""
        payload = (
            data if isinstance(data, bytes) else data.encode() if isinstance(data, str) else json.dumps(data).encode()
        )
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(payload)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(payload)

    def cut_off(self) -> None:
        """Reset the connection."""
        linger = struct.pack("ii", 1, 0)
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self.close_connection = True
        self.connection.close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    owner: "HostileServer"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A connection that broke is what these tests are about."""


class HostileServer:
    """A server with one behaviour; `requests` holds the bodies that it was sent."""

    def __init__(self, behaviour: Behaviour, script: Script | None = None) -> None:
        """`script` maps a call and its prompt's sections to an honest reply (default: one sub-task, tool `add`)."""
        self.behaviour = behaviour
        self.script = script or honest_script
        self.requests: list[Body] = []
        self.released = threading.Event()
        self._server = _Server(("127.0.0.1", 0), Handler)
        self._server.owner = self

    @property
    def base_url(self) -> str:
        """What goes into the setting of that name."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def honest(self, body: Body) -> str:
        """The text of an honest reply."""
        system, user = _text(body["messages"][0]), _text(body["messages"][-1])
        reply = self.script(call_of(system), parse_sections(user))
        return reply if isinstance(reply, str) else json.dumps(reply)

    def __enter__(self) -> Self:
        """Start serving."""
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop serving, connections that hang included."""
        self.released.set()
        self._server.shutdown()
        self._server.server_close()


def add(a: int, b: int) -> int:
    """Add two whole numbers."""
    return a + b


def honest_script(call: str, sections: dict[str, str]) -> Any:
    """One sub-task, solved by one call of a tool `add`."""
    replies: dict[str, Any] = {
        "planner": {"needs_tool": True, "reason": "a sum", "sub_tasks": ["Add 2 and 3."]},
        "executor.thought": {"thought": "The sum is missing."},
        "executor.tool": {"tool": "add"},
        "executor.arguments": {"a": 2, "b": 3},
        "executor.fused": {"thought": "The sum is missing.", "tool": "add", "arguments": {"a": 2, "b": 3}},
        "executor.native": {"a": 2, "b": 3} if "query" in sections else "The sum is 5.",
        "executor.native.part": {"a": 2, "b": 3} if "query" in sections else "The sum is 5.",
        "answer": {"answer": "The sum is 5."},
        "answer.fused": {"answer": "The sum is 5.", "status": "solved", "hint": ""},
        "answer.closing": {"answer": "The sum is 5."},
        "verifier": {"status": "solved", "hint": ""},
        "deliverer": {"answer": "2 + 3 = 5.", "sources": ["s1"]},
    }
    return replies.get(call, {"ok": True})


def completion(text: str | None, *, tool_calls: list[Body] | None = None, finish: str = "stop", **extra: Any) -> Body:
    """A chat completion as OpenAI writes it, with plausible usage; `extra` replaces top-level keys."""
    message: Body = {"role": "assistant", "content": text}
    if tool_calls:
        message["tool_calls"] = tool_calls
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "any",
        "choices": [{"index": 0, "message": message, "finish_reason": finish, "logprobs": None}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
        **extra,
    }


def honest(handler: Handler, body: Body) -> None:
    """What a good server does: JSON text, or a tool call where tools were given."""
    text = handler.owner.honest(body)
    if body.get("stream"):
        stream(handler, text)
    elif body.get("tools") and is_call(text):
        handler.send(200, completion(None, tool_calls=[tool_call(body, text)], finish="tool_calls"))
    else:
        handler.send(200, completion(text))


def is_call(text: str) -> bool:
    """Whether a reply to a request with tools is a call's arguments; else it is the answer, in words."""
    return text.startswith("{")


def named_tool(names: list[str]) -> str:
    """The tool that a call is of: `add` where it is offered, else the first, which is the reply's format."""
    return "add" if "add" in names else names[0]


def tool_call(body: Body, arguments: str) -> Body:
    """A call of one of the tools that the request offers."""
    name = named_tool([each["function"]["name"] for each in body["tools"]])
    return {"id": "call_1", "type": "function", "function": {"name": name, "arguments": arguments}}


def stream(handler: Handler, text: str, *, pause: float = 0.0) -> None:
    """The text as server-sent events, ten characters at a time."""
    handler.send_response(200)
    handler.send_header("Content-Type", "text/event-stream")
    handler.send_header("Connection", "close")
    handler.end_headers()
    for at in range(0, len(text), 10):
        delta = {"index": 0, "delta": {"role": "assistant", "content": text[at : at + 10]}, "finish_reason": None}
        _event(
            handler, {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "any", "choices": [delta]}
        )
        time.sleep(pause)
    _event(
        handler,
        {
            "id": "c",
            "object": "chat.completion.chunk",
            "created": 1,
            "model": "any",
            "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}],
        },
    )
    handler.wfile.write(b"data: [DONE]\n\n")
    handler.close_connection = True


def _event(handler: Handler, data: Body) -> None:
    handler.wfile.write(b"data: " + json.dumps(data).encode() + b"\n\n")
    handler.wfile.flush()


def _text(message: Body) -> str:
    content = message["content"]
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)
