"""Order of waiting calls: runs that began earlier go first, within the patience of those that come."""

import asyncio
import threading
import time
from collections.abc import Sequence
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.concurrency.gate import Gate
from smurfs_graph.models.server import ModelServer, ServerPolicy


class Caller(NamedTuple):
    """Somebody who waits; all come at once, in the order of a list."""

    name: str
    age: float
    """Seconds for which the run has been under way."""
    left: float
    """Seconds until the call's deadline."""


async def served(callers: Sequence[Caller]) -> list[str]:
    """The names in the order in which a server with one place was asked, that somebody else held as they came."""
    server, policy, order = ModelServer("s"), ServerPolicy(concurrency=1), list[str]()
    held = asyncio.Event()

    async def hold() -> str:
        await held.wait()
        return "held"

    async def call(caller: Caller) -> None:
        async def send() -> str:
            order.append(caller.name)
            return "sent"

        now = time.monotonic()
        await server.call(send, policy, now + caller.left, now - caller.age)

    first = asyncio.create_task(server.call(hold, policy, time.monotonic() + 60))
    await asyncio.sleep(0)
    waiting: list[asyncio.Task[None]] = []
    for caller in callers:
        waiting.append(asyncio.create_task(call(caller)))
        await asyncio.sleep(0)
    held.set()
    await asyncio.gather(first, *waiting)
    return order


async def test_a_run_that_began_earlier_goes_first_within_a_quarter_of_the_others_time() -> None:
    """Whoever came first. A run gains no more by being older; a call that has less time left is sooner due."""
    callers = [Caller("new", 0, 100), Caller("old", 20, 100), Caller("older", 24, 100)]
    assert await served(callers) == ["older", "old", "new"]
    callers = [Caller("older", 80, 100), Caller("oldest", 9000, 100), Caller("short", 0, 1), Caller("new", 0, 100)]
    assert await served(callers) == ["older", "oldest", "short", "new"]


@given(st.lists(st.tuples(st.integers(0, 3), st.booleans()), min_size=1, max_size=12))
def test_it_serves_by_due_time_whoever_gives_up(callers: list[tuple[int, bool]]) -> None:
    """Callers that are cancelled while they wait cost nobody a place, and change no order."""

    async def passed() -> tuple[list[int], Gate]:
        gate, order = Gate(), list[int]()

        async def pass_through(number: int) -> None:
            async with gate.entered(1, callers[number][0]):
                order.append(number)

        async with gate.entered(1):
            tasks = [asyncio.create_task(pass_through(number)) for number in range(len(callers))]
            await asyncio.sleep(0)
            for task, (_, gives_up) in zip(tasks, callers, strict=True):
                if gives_up:
                    task.cancel()
            await asyncio.sleep(0)
        await asyncio.gather(*tasks, return_exceptions=True)
        async with asyncio.timeout(5), gate.entered(1):
            return order, gate

    order, _ = asyncio.run(passed())
    staying = [number for number, (_, gives_up) in enumerate(callers) if not gives_up]
    assert order == sorted(staying, key=lambda number: callers[number][0])


def test_a_loop_that_was_closed_keeps_nobody_waiting() -> None:
    """Whoever waited on it is gone; the next one has the place."""
    gate = Gate()
    asyncio.run(gate.enter(1))

    def come_and_go() -> None:
        loop = asyncio.new_event_loop()
        task = loop.create_task(gate.enter(1, 0.0))
        loop.call_later(0.01, loop.stop)
        loop.run_forever()
        task.get_coro().close()  # pyright: ignore[reportOptionalMemberAccess]
        loop.close()

    gone = threading.Thread(target=come_and_go)
    gone.start()
    gone.join(10)

    async def next_one() -> None:
        entering = asyncio.create_task(gate.enter(1, 1.0))
        await asyncio.sleep(0)
        gate.leave()
        await asyncio.wait_for(entering, 5)

    asyncio.run(next_one())
