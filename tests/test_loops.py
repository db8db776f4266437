"""The loop of runs that the library starts itself: as asyncio's, for whoever calls."""

import asyncio
import threading

import pytest

from smurfs_graph.concurrency import loops


def test_what_the_loop_hands_to_itself_comes_in_order_and_later() -> None:
    """Never at once: the caller goes on first."""
    seen: list[int] = []

    async def work() -> list[int]:
        loop = asyncio.get_running_loop()
        for number in range(100):
            loop.call_soon_threadsafe(seen.append, number)
        before = list(seen)
        await asyncio.sleep(0)
        return before

    assert loops.run(work()) == []
    assert seen == list(range(100))


def test_another_thread_wakes_a_waiting_loop() -> None:
    """Which nothing else would wake."""

    async def work() -> bool:
        loop, arrived = asyncio.get_running_loop(), asyncio.Event()
        thread = threading.Thread(target=lambda: loop.call_soon_threadsafe(arrived.set))
        thread.start()
        await asyncio.wait_for(arrived.wait(), timeout=20)
        thread.join()
        return arrived.is_set()

    assert loops.run(work())


def test_another_loop_may_call() -> None:
    """One that runs in a thread of its own, as a model's client has."""

    async def outer() -> int:
        mine, done = asyncio.get_running_loop(), asyncio.Event()

        async def inner() -> None:
            mine.call_soon_threadsafe(done.set)

        await asyncio.to_thread(lambda: loops.run(inner()))
        await asyncio.wait_for(done.wait(), timeout=20)
        return 7

    assert loops.run(outer()) == 7


def test_errors_come_out() -> None:
    """As from `asyncio.run`."""

    async def work() -> None:
        raise ValueError("x")

    with pytest.raises(ValueError, match="x"):
        loops.run(work())


def test_runs_that_begin_at_once_begin_one_after_the_other() -> None:
    """The first is several steps ahead when the last begins; those that were cancelled hold up nobody."""
    steps: list[int] = []

    async def begins(number: int) -> None:
        await loops.in_turn()
        for _ in range(3):
            steps.append(number)
            await asyncio.sleep(0)

    async def work() -> None:
        tasks = [asyncio.create_task(begins(number)) for number in range(6)]
        await asyncio.sleep(0)
        tasks[2].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    loops.run(work())
    assert [number for at, number in enumerate(steps) if number not in steps[:at]] == [0, 1, 3, 4, 5]
    assert steps.index(5) > len(steps) - 1 - steps[::-1].index(0)
    assert len(steps) == 15
    loops.run(asyncio.wait_for(begins(7), 5))
    assert steps[-3:] == [7, 7, 7]
