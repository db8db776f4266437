"""Waiting for the ends of runs: one thread listens, whoever comes while it leaves."""

import asyncio
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Any

from smurfs_graph.workers.ends import End
from smurfs_graph.workers.listening import Listener


class SlowQueue:
    """A queue whose first connection is closed when the test says so."""

    def __init__(self) -> None:
        """No run has ended."""
        self.ended = set[str]()
        self.leaving, self.may_leave = threading.Event(), threading.Event()
        self.threads = list[threading.Thread]()
        """Those that listened, in order."""

    def end_of(self, thread: str) -> End:
        """Return what has become of a run."""
        return End(thread, "answered" if thread in self.ended else "running", "")

    @contextmanager
    def listen(self) -> Generator[Callable[[float], Iterator[str]]]:
        """Tell all ends again and again."""
        self.threads.append(threading.current_thread())
        is_first = len(self.threads) == 1

        def ended(seconds: float) -> Iterator[str]:
            threading.Event().wait(seconds / 50)
            yield from [*self.ended]

        yield ended
        if is_first:
            self.leaving.set()
            self.may_leave.wait()


async def test_a_thread_that_was_told_to_leave_listens_no_more() -> None:
    """Somebody else has begun to wait meanwhile, and another thread listens for them."""
    queue: Any = SlowQueue()
    listener = Listener(queue)
    first = asyncio.create_task(listener.wait("a"))
    while not queue.threads:  # else nobody might listen: its end would be seen at once
        await asyncio.sleep(0)
    queue.ended.add("a")
    assert (await first).state == "answered"
    await asyncio.to_thread(queue.leaving.wait)
    second = asyncio.create_task(listener.wait("b"))
    while len(queue.threads) < 2:
        await asyncio.sleep(0)
    queue.may_leave.set()
    await asyncio.to_thread(queue.threads[0].join, 5)
    assert not queue.threads[0].is_alive()
    queue.ended.add("b")
    assert (await second).state == "answered"
    assert len(queue.threads) == 2
