"""An OpenAI-compatible server on the loopback interface that misbehaves on purpose, over real HTTP.

`HostileServer(behaviour)` is a context manager; a behaviour takes the handler and the request's body and writes what
it likes. `script` says what an honest server would have replied; most behaviours start from it and spoil it.
"""

import json
import socket
import struct
import threading
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from smurfs_graph.prompting.prompts import parse_sections
from smurfs_graph.testing import call_of

Body = dict[str, Any]
Behaviour = Callable[["Handler", Body], None]
Script = Callable[[str, dict[str, str]], Any]
_USAGE = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
_CHUNK = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "any"}


class Answering(BaseHTTPRequestHandler):
    """One connection, on which whole answers are sent."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # else a body waits some 40 milliseconds behind its head

    def log_message(self, format: str, *args: Any) -> None:
        """Stay quiet."""

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
        self.begin(status, content_type, {"Content-Length": str(len(payload)), **(headers or {})})
        self.wfile.write(payload)

    def begin(self, status: int, content_type: str, headers: Mapping[str, str]) -> None:
        """Write the head of an answer."""
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()


class Handler(Answering):
    """One connection; `server.owner` is the HostileServer."""

    server: "_Server"  # pyright: ignore[reportIncompatibleVariableOverride]

    def do_POST(self) -> None:
        """Hand the request to the behaviour."""
        length = int(self.headers.get("Content-Length", 0))
        sent = self.rfile.read(length)
        if len(sent) < length:  # the client has gone
            self.close_connection = True
            return
        body = json.loads(sent or b"{}")
        self.owner.requests.append(body)
        try:
            self.owner.behaviour(self, body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def do_GET(self) -> None:
        """The list of models, as doctors ask for it."""
        self.send(200, {"object": "list", "data": [{"id": "any", "object": "model"}]})

    @property
    def owner(self) -> "HostileServer":
        """The server's context manager."""
        return self.server.owner

    def write_event(self, data: Body) -> None:
        """One part of a streamed completion, after `begin_events`."""
        self._write_chunk(b"data: " + json.dumps({**_CHUNK, **data}).encode() + b"\n\n")

    def begin_events(self) -> None:
        """Begin a streamed completion."""
        self.begin(200, "text/event-stream", {"Transfer-Encoding": "chunked"})

    def write_delta(self, delta: Body, finish: str | None = None) -> None:
        """Write the next event of a streamed completion."""
        self.write_event({"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})

    def end_events(self, finish: str | None = "stop") -> None:
        """End a streamed completion, with its usage."""
        self.write_delta({}, finish)
        self.write_event({"choices": [], "usage": _USAGE})
        self._write_chunk(b"data: [DONE]\n\n")
        self._write_chunk(b"")

    def _write_chunk(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()

    def cut_off(self) -> None:
        """Reset the connection."""
        linger = struct.pack("ii", 1, 0)
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self.close_connection = True
        self.connection.close()


class LocalServer(ThreadingHTTPServer):
    """Ends without waiting for connections; one that broke is what these tests are about."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, handler: type[BaseHTTPRequestHandler]) -> None:
        """On a free port of the loopback interface."""
        super().__init__(("127.0.0.1", 0), handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of it."""

    def __enter__(self) -> Self:
        """Start serving."""
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop serving."""
        self.shutdown()
        self.server_close()


class _Server(LocalServer):
    owner: "HostileServer"


class HostileServer:
    """A server with one behaviour; `requests` holds the bodies that it was sent."""

    def __init__(self, behaviour: Behaviour, script: Script | None = None) -> None:
        """`script` maps a call and its prompt's sections to an honest reply (default: one sub-task, tool `add`)."""
        self.behaviour = behaviour
        self.script = script or honest_script
        self.requests: list[Body] = []
        self.released = threading.Event()
        self._server = _Server(Handler)
        self._server.owner = self

    @property
    def base_url(self) -> str:
        """Return the value for the setting of that name."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def honest(self, body: Body) -> str:
        """The text of an honest reply."""
        return self.reply(body["messages"][0]["content"], body["messages"][-1]["content"])

    def reply(self, system: Any, user: Any) -> str:
        """The text of an honest reply to these contents of messages."""
        said = self.script(call_of(words(system)), parse_sections(words(user)))
        return said if isinstance(said, str) else json.dumps(said)

    def __enter__(self) -> Self:
        """Start serving."""
        self._server.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop serving, connections that hang included."""
        self.released.set()
        self._server.__exit__()


def add(a: int, b: int) -> int:
    """Add two whole numbers."""
    return a + b


def translators(count: int) -> list[Callable[..., str]]:
    """So many tools that nobody needs, with documents that take room in a prompt."""

    def translator(number: int) -> Callable[..., str]:
        def tool(text: str, options: dict[str, Any] | None = None, password: str = "") -> str:
            return text

        tool.__name__ = f"tool_{number}"
        tool.__doc__ = f"Translate text number {number} into another language, at length and with care."
        return tool

    return [translator(number) for number in range(count)]


def honest_script(call: str, sections: dict[str, str]) -> Any:
    """One sub-task, solved by one call of a tool `add`."""
    replies: dict[str, Any] = {
        "planner": {"needs_tool": True, "reason": "a sum", "sub_tasks": ["Add 2 and 3."]},
        "executor.thought": {"thought": "The sum is missing."},
        "executor.tool": {"tool": "add"},
        "executor.arguments": {"a": 2, "b": 3},
        "executor.fused": {"thought": "The sum is missing.", "tool": "add", "arguments": {"a": 2, "b": 3}},
        "executor.native": {"a": 2, "b": 3} if "query" in sections else "The sum is 5.",
        "executor.code": {"code": "print(await add(2, 3))"} if "query" in sections else "The sum is 5.",
        "executor.code.part": {"code": "print(await add(2, 3))"} if "query" in sections else "The sum is 5.",
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
        "usage": _USAGE,
        **extra,
    }


def honest(handler: Handler, body: Body) -> None:
    """Answer as a good server does: JSON text, or a tool call where tools were given."""
    text = handler.owner.honest(body)
    if body.get("stream"):
        stream(handler, text)
    elif body.get("tools") and is_call(text):
        handler.send(200, completion(None, tool_calls=[tool_call(body, text)], finish="tool_calls"))
    else:
        handler.send(200, completion(text))


def is_call(text: str) -> bool:
    """Return whether a reply to a request with tools is a call's arguments; else it is the answer, in words."""
    return text.startswith("{")


def named_tool(names: list[str]) -> str:
    """The tool that a call is of: `add` where it is offered, else the first, which is the reply's format."""
    return "add" if "add" in names else names[0]


def tool_call(body: Body, arguments: str) -> Body:
    """A call of one of the tools that the request offers."""
    name = named_tool([each["function"]["name"] for each in body["tools"]])
    return {"id": "call_1", "type": "function", "function": {"name": name, "arguments": arguments}}


def stream(handler: Handler, text: str) -> None:
    """The text as server-sent events, ten characters at a time."""
    handler.begin_events()
    for at in range(0, len(text), 10):
        handler.write_delta({"role": "assistant", "content": text[at : at + 10]})
    handler.end_events()


def words(content: Any) -> str:
    """The text of a message's content, a string or a list of parts."""
    if isinstance(content, str):
        return content
    return "".join(part if isinstance(part, str) else part.get("text", "") for part in content or [])
