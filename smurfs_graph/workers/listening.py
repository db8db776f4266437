"""Waits for the ends of any number of runs of a queue over one connection."""

import asyncio
import threading
from contextlib import suppress

from smurfs_graph.errors import StorageError
from smurfs_graph.workers.ends import End
from smurfs_graph.workers.queue import Queue

_LOOK = 5.0
"""Seconds after which an end is looked for that no notification came of."""
_TURN, _PAUSE = 0.5, 1.0
"""Seconds of one turn of listening, and before it is tried again where the connection broke."""


class Listener:
    """Tells the coroutines that wait for a run when its job has ended; it listens only while one waits."""

    def __init__(self, queue: Queue) -> None:
        """`queue` stays open for as long as somebody waits."""
        self._queue = queue
        self._lock = threading.Lock()
        self._waiting: dict[str, list[tuple[asyncio.AbstractEventLoop, asyncio.Event]]] = {}
        self._thread: threading.Thread | None = None

    async def wait(self, thread: str) -> End:
        """Return what has become of a run once no job of it is queued or running.

        Raises ConfigurationError for an unknown run.
        """
        ended = asyncio.Event()
        entry = (asyncio.get_running_loop(), ended)
        self._add(thread, entry)
        try:
            while (end := await asyncio.to_thread(self._queue.end_of, thread)).state in ("queued", "running"):
                with suppress(TimeoutError):
                    await asyncio.wait_for(ended.wait(), _LOOK)
                ended.clear()
            return end
        finally:
            self._remove(thread, entry)

    def _add(self, thread: str, entry: tuple[asyncio.AbstractEventLoop, asyncio.Event]) -> None:
        with self._lock:
            self._waiting.setdefault(thread, []).append(entry)
            if self._thread is None:
                self._thread = threading.Thread(target=self._listen, daemon=True, name="smurfs-ends")
                self._thread.start()

    def _remove(self, thread: str, entry: tuple[asyncio.AbstractEventLoop, asyncio.Event]) -> None:
        with self._lock:
            self._waiting[thread].remove(entry)
            if not self._waiting[thread]:
                del self._waiting[thread]

    def _listen(self) -> None:
        """Listen for ends of runs as long as somebody waits, and connect again where the connection breaks."""
        while self._is_needed():
            try:
                with self._queue.listen() as ended:
                    self._tell(None)  # what has ended before this was heard by nobody
                    while self._is_needed():
                        for thread in ended(_TURN):
                            self._tell(thread)
            except StorageError:
                threading.Event().wait(_PAUSE)

    def _is_needed(self) -> bool:
        """Return whether the thread at hand is to listen on: not once it has been told no, and another one does."""
        with self._lock:
            if self._thread is not threading.current_thread():
                return False
            if self._waiting:
                return True
            self._thread = None
            return False

    def _tell(self, ended: str | None) -> None:
        """Wake those who wait for a run; for any, where None is given."""
        with self._lock:
            named = self._waiting if ended is None else self._waiting.keys() & {ended}
            for loop, event in [entry for thread in named for entry in self._waiting[thread]]:
                with suppress(RuntimeError):  # the loop has been closed
                    loop.call_soon_threadsafe(event.set)
