"""A collector of traces on loopback: speaks LangSmith's ingest protocol (multipart and batch), well or badly."""

import gzip
import json
import threading
from collections.abc import Generator
from contextlib import contextmanager
from email import message_from_bytes
from typing import Any, Literal

import zstandard

from tests.servers.hostile import Answering, LocalServer

Manner = Literal["good", "failing", "hanging", "old"]


class Collector:
    """The received traces; `runs` are put together from how they began and how they ended."""

    def __init__(self, manner: Manner = "good") -> None:
        """`old`: knows no multipart; `hanging`: takes a request and never answers."""
        self.manner = manner
        self.url = ""
        self.bodies: list[bytes] = []
        self.requests: list[str] = []
        self.runs: dict[str, dict[str, Any]] = {}
        self.hold = threading.Event()
        self._lock = threading.Lock()

    @property
    def said(self) -> str:
        """Everything that arrived, as text, decompressed."""
        return b"\n".join(self.bodies).decode(errors="replace")

    def named(self, name: str) -> list[dict[str, Any]]:
        """The runs of a name, in the order in which they began."""
        return sorted((run for run in self.runs.values() if run["name"] == name), key=lambda run: run["dotted_order"])

    def parent(self, run: dict[str, Any]) -> dict[str, Any]:
        """The run above a run."""
        return self.runs[run["parent_run_id"]]

    def root(self) -> dict[str, Any]:
        """The one run that has none above it."""
        [root] = [run for run in self.runs.values() if not run.get("parent_run_id")]
        return root

    def take(self, path: str, kind: str, body: bytes) -> None:
        """One request's runs."""
        with self._lock:
            self.bodies.append(body)
            if path.endswith("/runs/multipart"):
                self._multipart(kind, body)
            elif path.endswith("/runs/batch"):
                for several in json.loads(body).values():
                    for run in several:
                        self._merge(run["id"], run)
            else:  # one run alone
                run = json.loads(body)
                self._merge(run.get("id") or path.rpartition("/")[2], run)

    def _multipart(self, kind: str, body: bytes) -> None:
        message = message_from_bytes(b"Content-Type: " + kind.encode() + b"\r\n\r\n" + body)
        parts: Any = message.get_payload()
        for part in parts:
            disposition: Any = part.get_param("name", header="content-disposition")
            _, run_id, *field = str(disposition).split(".")
            content: Any = json.loads(part.get_payload(decode=True))
            self._merge(run_id, {field[0]: content} if field else content)

    def _merge(self, run_id: str, parts: dict[str, Any]) -> None:
        known = {name: value for name, value in parts.items() if value is not None}
        self.runs.setdefault(run_id, {}).update(known)


@contextmanager
def collecting(manner: Manner = "good") -> Generator[Collector]:
    """A collector that listens while the block runs."""
    collector = Collector(manner)

    class Handler(Answering):
        def do_GET(self) -> None:  # noqa: N802 - as http.server calls them
            known = self.path == "/info"  # what the client asks before it sends
            self.send(200 if known else 404, {"version": "1"} if known else None)

        def do_POST(self) -> None:  # noqa: N802
            collector.requests.append(self.path)
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            match self.headers.get("Content-Encoding"):
                case "gzip":
                    body = gzip.decompress(body)
                case "zstd":
                    body = zstandard.ZstdDecompressor().decompressobj().decompress(body)
                case _:
                    pass
            match collector.manner:
                case "hanging":
                    collector.hold.wait(60)
                    self.close_connection = True
                case "failing":
                    self.send(500, {"detail": "no"})
                case "old" if self.path.endswith("multipart"):
                    self.send(404, {"detail": "not found"})
                case _:
                    collector.take(self.path, self.headers.get("Content-Type", ""), body)
                    self.send(202, {})

        do_PATCH = do_POST  # noqa: N815

    with LocalServer(Handler) as server:
        collector.url = f"http://127.0.0.1:{server.server_port}"
        try:
            yield collector
        finally:
            collector.hold.set()
