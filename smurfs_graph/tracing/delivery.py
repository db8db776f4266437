"""Runs on their way to LangSmith: masked and sent by a thread of its own, which delays neither a run nor the exit.

LangSmith's client has threads that a process waits for at its end, through retries and time limits (13 s and more where
nobody listens). Here its client sends and does not queue; the queue has a bound, and its thread is a daemon that gets
`EXIT_SECONDS` at the end.
"""

import atexit
import logging
import os
import queue
import threading
import time
from contextlib import suppress
from functools import lru_cache
from typing import Any, Literal, NamedTuple, cast
from weakref import WeakSet

from pydantic_core import to_jsonable_python

from smurfs_graph.redaction.redactor import MASK, Redactor

EXIT_SECONDS = 0.8
"""Seconds for which the end of a process waits for unsent traces."""
_VARIABLES = ("ENDPOINT", "API_KEY", "WORKSPACE_ID", "RUNS_ENDPOINTS")
_LIMIT = 5_000
"""Records that wait; more are dropped."""
_BATCH = 50
_GATHER_SECONDS = 0.2
_PAUSE_SECONDS = 20.0
"""After a failure, nothing is sent for this long: a dead service must not cost a run its machine."""
_THREAD = "smurfs-traces"
_logger = logging.getLogger("smurfs_graph.tracing")


class TracedRun(NamedTuple):
    """A run as it begins (post) or ends (patch), as LangSmith takes it."""

    kind: Literal["post", "patch"]
    run: dict[str, Any]


class TraceTarget(NamedTuple):
    """The address that traces go to; the environment says what is None."""

    url: str | None
    key: str | None
    workspace: str | None


class Delivery:
    """Sends to one destination. Starts its thread with the first record."""

    def __init__(self, place: TraceTarget | None = None) -> None:
        """`place`: else as the environment says. Nothing is connected yet."""
        self._place = place
        self._records: queue.Queue[TracedRun] = queue.Queue(_LIMIT)
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._paused_until = 0.0
        self.dropped = 0
        """Records that were not sent."""

    def put(self, record: TracedRun) -> None:
        """Take a record; never waits."""
        try:
            self._records.put_nowait(record)
        except queue.Full:
            self.dropped += 1
            return
        if self._thread is None:
            self._start()

    def flush(self, timeout: float = 10.0) -> bool:
        """Wait until everything was sent or dropped, at most `timeout` seconds; return whether it was."""
        done, give_up = self._records.all_tasks_done, time.monotonic() + timeout
        with done:
            while self._records.unfinished_tasks:
                if (left := give_up - time.monotonic()) <= 0:
                    return False
                done.wait(left)
        return True

    def _start(self) -> None:
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name=_THREAD, daemon=True)
                self._thread.start()
                _deliveries.add(self)

    def _work(self) -> None:
        """Send batches for ever; what cannot be sent is dropped with a warning."""
        client: _Client | None = None
        while True:
            batch = self._gather()
            try:
                client = client or _Client(self._place)
                self._send(client, batch)
            except Exception as error:
                self._warn(len(batch), error)
            finally:
                for _ in batch:
                    self._records.task_done()

    def _gather(self) -> list[TracedRun]:
        batch, until = [self._records.get()], time.monotonic() + _GATHER_SECONDS
        while len(batch) < _BATCH and (left := until - time.monotonic()) > 0:
            try:
                batch.append(self._records.get(timeout=left))
            except queue.Empty:
                break
        return batch

    def _send(self, client: "_Client", batch: list[TracedRun]) -> None:
        if time.monotonic() < self._paused_until:
            self.dropped += len(batch)
            return
        redactor = Redactor()
        create = [_mask(record.run, redactor) for record in batch if record.kind == "post"]
        update = [_mask(record.run, redactor) for record in batch if record.kind == "patch"]
        client.send(create, update)

    def _warn(self, count: int, error: Exception) -> None:
        self.dropped += count
        self._paused_until = time.monotonic() + _PAUSE_SECONDS
        said = Redactor().text(" ".join(str(error).split()))[:200]
        _logger.warning("traces cannot be sent to LangSmith (%s: %s); the run goes on", type(error).__name__, said)


def destination() -> Delivery:
    """Return the delivery that the environment's variables name."""
    names = [f"{prefix}_{name}" for prefix in ("LANGSMITH", "LANGCHAIN") for name in _VARIABLES]
    return _delivery(None, tuple(os.environ.get(name) for name in names))


def destination_of(client: Any) -> Delivery:
    """Return the delivery of a LangSmith client of an application around this graph."""
    url = getattr(client, "api_url", None)
    if not isinstance(url, str):
        return client if isinstance(client, Delivery) else destination()
    return _delivery(TraceTarget(url, getattr(client, "api_key", None), getattr(client, "workspace_id", None)), ())


def flush_all(timeout: float) -> bool:
    """Flush all destinations; return whether each has everything."""
    until = time.monotonic() + timeout
    sent = [each.flush(max(0.0, until - time.monotonic())) for each in list(_deliveries)]
    return all(sent)


_deliveries: "WeakSet[Delivery]" = WeakSet()
"""Deliveries that have had something to send."""


@atexit.register
def end() -> None:
    """Wait a little at the end of the process for unsent traces, once for all destinations."""
    with suppress(KeyboardInterrupt):  # whoever is in a hurry does not wait for traces
        flush_all(EXIT_SECONDS)


@lru_cache(maxsize=16)
def _delivery(place: TraceTarget | None, environment: tuple[str | None, ...]) -> Delivery:
    return Delivery(place)


class _Client:
    """LangSmith's client without its queue and threads; it gets only what is masked already, and masks it again."""

    def __init__(self, place: TraceTarget | None) -> None:
        from langsmith import Client
        from langsmith.schemas import LangSmithInfo
        from langsmith.utils import get_env_var
        from urllib3.util import Retry

        cached: Any = get_env_var
        cached.cache_clear()  # it remembers the environment of the process's start
        logging.getLogger("langsmith.client").addFilter(lambda record: record.threadName != _THREAD)  # said once, here
        self._errors: list[Exception] = []
        self._client = Client(
            api_url=place.url if place else None,
            api_key=place.key if place else None,
            workspace_id=place.workspace if place else None,
            auto_batch_tracing=False,
            anonymizer=mask_data,
            retry_config=Retry(0),
            info=LangSmithInfo(),
            omit_traced_runtime_info=True,
            tracing_error_callback=self._errors.append,
        )

    def send(self, create: list[dict[str, Any]], update: list[dict[str, Any]]) -> None:
        """Send runs that begin and runs that end. Raises whatever went wrong, as LangSmith's client would log it."""
        self._client.multipart_ingest(create=create, update=update)
        errors, self._errors[:] = self._errors[:], []
        if errors:
            raise errors[-1]


def mask_data(data: dict[str, Any]) -> dict[str, Any]:
    """Mask data, or replace it by a mask where that fails; for LangSmith's `anonymizer`."""
    found = Redactor().data(data)
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {"data": MASK}


_BARE = (
    "id",
    "trace_id",
    "parent_run_id",
    "dotted_order",
    "start_time",
    "end_time",
    "run_type",
    "reference_example_id",
)
"""Parts of a record that hold ids and times of the tracer's own making."""


def _mask(run: dict[str, Any], redactor: Redactor) -> dict[str, Any]:
    """Make JSON data without secrets of a record: inputs, outputs, names, tags, errors, events and metadata."""
    bare = {name: value for name, value in run.items() if name in _BARE}
    rest = {name: value for name, value in run.items() if name not in _BARE and value is not None}
    found = redactor.data(to_jsonable_python(rest, serialize_unknown=True, exclude_none=True))
    return bare | (cast("dict[str, Any]", found) if isinstance(found, dict) else {"name": MASK})
