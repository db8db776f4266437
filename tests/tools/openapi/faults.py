"""Faulty behaviours of a service, drawn at random, each with what a call of it has to come to.

`expected` is written from the description of a behaviour alone, not from the code that judges responses.
"""

import gzip
import json
import zlib
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from hypothesis import strategies as st

from smurfs_graph.tools.http import HttpLimits
from smurfs_graph.tools.openapi import openapi_tools
from smurfs_graph.tools.tool import Tool
from tests.tools.http.local import Handler, LocalServer

Class = Literal["ok", "transient", "failed"]
DEADLINE, PATIENCE = 0.25, 5.0
"""Seconds of a call that would never end, and of any other, for a busy machine."""
MAX_BYTES = 20_000

JSON_FITS = [
    b'{"price": 1500}',
    b'{"price": 0, "note": "error 500: invalid, failed, unauthorized"}',
    b'{"price": 1e3, "error": null}',
    b'{"price": 1, "error": "partly sold out"}',
    '{"price": 1, "note": "\u202e ä \U0001f600"}'.encode(),
    b"\xef\xbb\xbf" + b'{"price": 1}',
]
JSON_OTHER = [b"[]", b"33", b'"text"', b"null", b"true", b'{"price": "1500"}', b'{"prize": 1}', b"[" * 50 + b"]" * 50]
JSON_ERRORS = [
    b'{"error": "no such thing"}',
    b'{"errors": ["a", "b"], "code": 7}',
    b'{"message": "no", "error": {"code": 1}}',
]
JSON_BROKEN = [
    b'{"price": ', b"{'price': 1}", b'{"price": NaN}', b"<html></html>", b"\xff\xfe\x00", b"{} {}", b"[" * 9_000,
    b'{"price": ' + b"9" * 9_000 + b"}",
]  # fmt: skip
TEXTS = [b"all fine", b"error: it failed", b"<html>Please sign in</html>", "naïve".encode("latin-1"), b"a\x00\x1b[31mb"]
BINARY = [b"\x89PNG\r\n\x1a\n\xff\xfe", b"\xff" * 100]
BODIES = {
    "empty": [b""], "fits": JSON_FITS, "other": JSON_OTHER, "error": JSON_ERRORS, "broken": JSON_BROKEN,
    "text": TEXTS, "binary": BINARY, "huge": [b'{"price": 1, "note": "' + b"x" * 2 * MAX_BYTES + b'"}'],
}  # fmt: skip
JSON_TYPES = ["application/json", "application/json; charset=utf-8", "application/hal+json", "Application/JSON"]
OTHER_TYPES = [
    "text/plain",
    "text/html; charset=latin-1",
    "text/plain; charset=nonsense",
    "application/octet-stream",
    "",
]
STATUSES = [
    *[200] * 16, 201, 204, 206, 300, 304, 400, 401, 403, 404, 408, 409, 418, 422, 425, 429, 500, 501, 502, 503,
    504, 507, 599,
]  # fmt: skip
ENCODINGS = [
    "",
    "",
    "",
    "identity",
    "gzip",
    "deflate",
    "raw deflate",
    "lying gzip",
    "cut gzip",
    "bomb",
    "br",
    "gzip, gzip",
]
TRANSPORTS = [*["whole"] * 8, "chunked", "late", "silent", "drip", "closed", "cut", "garbage", "no length"]


@dataclass(frozen=True)
class Fault:
    """One behaviour."""

    declared: bool
    """The document declares JSON with a schema for 200."""
    writes: bool
    status: int
    content: str
    """A key of BODIES."""
    body: bytes
    media_type: str
    encoding: str
    transport: str
    after: str
    """Retry-After."""

    @property
    def deadline(self) -> float:
        """Seconds that a call may take."""
        return DEADLINE if self.transport in ("silent", "drip") else PATIENCE


@st.composite
def faults(draw: st.DrawFn) -> Fault:
    """Any behaviour."""
    content = draw(st.sampled_from(sorted(BODIES)))
    jsonish = content in ("fits", "other", "error", "broken", "huge")
    likely = JSON_TYPES if jsonish else OTHER_TYPES
    transport = draw(st.sampled_from(TRANSPORTS))
    drips = transport == "drip"  # plainly, and with a status that has a body
    return Fault(
        declared=draw(st.booleans()),
        writes=draw(st.sampled_from([False, False, True])),
        status=draw(st.sampled_from([status for status in STATUSES if not drips or status not in (204, 304)])),
        content=content,
        body=draw(st.sampled_from(BODIES[content])),
        media_type=draw(st.sampled_from(likely * 3 + JSON_TYPES + OTHER_TYPES)),
        encoding="" if drips else draw(st.sampled_from(ENCODINGS)),
        transport=transport,
        after=draw(st.sampled_from(["", "", "0", "7", "soon", "-1", "Wed, 21 Oct 2015 07:28:00 GMT", "9" * 30])),
    )


def expected(fault: Fault) -> tuple[Class, str]:
    """What a call has to come to, and a word that its reason has to hold."""
    if fault.transport in ("silent", "drip"):
        return "failed", "no response within"
    if fault.transport == "garbage":
        return "failed", "does not speak HTTP"
    if fault.transport == "closed":
        return ("failed" if fault.writes else "transient"), "closed"
    if fault.status in (204, 304):
        return _by_status(fault) or ("ok", "")
    if fault.transport == "cut" and (fault.encoding == "cut gzip" and fault.content != "huge"):
        return ("failed" if fault.writes else "transient"), ""
    if fault.transport == "cut":
        return _unreadable(fault) or (("failed" if fault.writes else "transient"), "")
    return _unreadable(fault) or _by_status(fault) or _by_content(fault)


def _unreadable(fault: Fault) -> tuple[Class, str] | None:
    if fault.encoding in ("br", "gzip, gzip"):
        return "failed", "which was not asked for"
    if fault.encoding == "bomb" or fault.content == "huge":
        return "failed", "" if fault.encoding in ("lying gzip", "cut gzip") else "larger than"
    if fault.encoding == "lying gzip":
        return ("failed", "not compressed as it says") if fault.body else None
    return ("failed", "cut short") if fault.encoding == "cut gzip" else None


def _by_status(fault: Fault) -> tuple[Class, str] | None:
    if 200 <= fault.status < 300:
        return None
    busy = fault.status in (408, 425, 429, 503) or (fault.status in (502, 504) and not fault.writes)
    return ("transient" if busy else "failed"), f"status {fault.status}"


def _by_content(fault: Fault) -> tuple[Class, str]:
    wants_json = fault.declared and fault.status == 200
    if not fault.body:
        return ("failed", "nothing where JSON was declared") if wants_json else ("ok", "")
    if "json" not in fault.media_type.lower():
        if wants_json:
            return "failed", "where JSON was declared"
        readable = fault.media_type.startswith("text/") or _is_utf8(fault.body)
        return ("ok", "") if readable else ("failed", "no text")
    if fault.content not in ("fits", "other", "error"):
        return "failed", "JSON cannot be read"
    if fault.content == "error":
        return "failed", ""
    return ("failed", "not what the service declares") if wants_json and fault.content == "other" else ("ok", "")


def _is_utf8(body: bytes) -> bool:
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return True


def play(handler: Handler, fault: Fault) -> None:
    """Behave like this."""
    if fault.transport in ("closed", "garbage", "silent"):
        if fault.transport == "garbage":
            handler.wfile.write(b"\x00\x01 rubbish\r\n\r\n")
        if fault.transport == "silent":
            handler.owner.released.wait(5)
        handler.close_connection = True
        return
    body = encoded(fault)
    if fault.transport == "late":
        handler.owner.released.wait(0.02)
    handler.send_response(fault.status)
    for name, value in (("Content-Type", fault.media_type), ("Retry-After", fault.after)):
        if value:
            handler.send_header(name, value)
    if label := {"lying gzip": "gzip", "cut gzip": "gzip", "bomb": "gzip", "raw deflate": "deflate"}.get(
        fault.encoding, fault.encoding
    ):
        handler.send_header("Content-Encoding", label)
    _send(handler, fault, b"" if fault.status in (204, 304) else body)


def encoded(fault: Fault) -> bytes:
    """The body as it is sent."""
    match fault.encoding:
        case "gzip":
            return gzip.compress(fault.body, mtime=0)
        case "deflate":
            return zlib.compress(fault.body)
        case "raw deflate":
            return zlib.compress(fault.body)[2:-4]
        case "cut gzip":
            return gzip.compress(fault.body, mtime=0)[:-9]
        case "bomb":
            return gzip.compress(b"0" * 5_000_000, mtime=0)
        case _:
            return fault.body


def _send(handler: Handler, fault: Fault, body: bytes) -> None:
    if fault.status in (204, 304):
        handler.end_headers()
    elif fault.transport == "chunked":
        handler.send_header("Transfer-Encoding", "chunked")
        handler.end_headers()
        for at in range(0, len(body), 4_000):
            piece = body[at : at + 4_000]
            handler.wfile.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
        handler.wfile.write(b"0\r\n\r\n")
    elif fault.transport == "no length":
        handler.end_headers()
        handler.wfile.write(body)
        handler.close_connection = True
    elif fault.transport == "drip":
        handler.send_header("Content-Length", "10000")
        handler.end_headers()
        while not handler.owner.released.wait(0.02):
            handler.wfile.write(b" ")
    else:
        more = 10 if fault.transport == "cut" else 0
        handler.send_header("Content-Length", str(len(body) + more))
        handler.end_headers()
        handler.wfile.write(body)
        handler.close_connection = more > 0


def document(server: str) -> dict[str, object]:
    """Two operations to read and two to write, one of each with a declared response."""
    schema = {"type": "object", "required": ["price"], "properties": {"price": {"type": "number"}}}
    responses = {"200": {"description": "A price.", "content": {"application/json": {"schema": schema}}}}
    parameter = {"name": "n", "in": "query", "required": True, "schema": {"type": "integer"}}
    paths = {
        f"/{kind}": {
            method: {"operationId": f"{method}_{kind}", "parameters": [parameter], "responses": said}
            for method in ("get", "post")
        }
        for kind, said in (("declared", responses), ("free", {}))
    }
    return {"openapi": "3.1.0", "servers": [{"url": server}], "paths": paths}


class Stage:
    """A server that plays faults, and the tools of its document."""

    def __init__(self, server: LocalServer) -> None:
        """`server` gets this stage's behaviour."""
        self._faults: dict[int, Fault] = {}
        server.behave = self._behave
        with TemporaryDirectory() as folder:
            path = Path(folder) / "faults.json"
            path.write_text(json.dumps(document(server.url)))
            limits = HttpLimits(max_bytes=MAX_BYTES, seconds=30)
            made = openapi_tools(str(path), allow=[server.netloc], limits=limits)
        self._tools = {tool.name: tool for tool in made}

    def set(self, fault: Fault) -> tuple[Tool, dict[str, int]]:
        """The tool and the arguments that meet a fault."""
        number = len(self._faults)
        self._faults[number] = fault
        name = f"{'post' if fault.writes else 'get'}_{'declared' if fault.declared else 'free'}"
        return self._tools[name], {"n": number}

    def _behave(self, handler: Handler) -> None:
        play(handler, self._faults[int(handler.path.partition("n=")[2])])


@contextmanager
def stage() -> Generator[Stage]:
    """A stage with its server."""
    with LocalServer() as server:
        yield Stage(server)
