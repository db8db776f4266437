"""Runs that begin at once on one event loop take turns."""

import asyncio

from smurfs_graph.concurrency.loops import in_turn


def test_runs_that_begin_at_once_begin_one_after_the_other() -> None:
    """The first is several steps ahead when the last begins; those that were cancelled hold up nobody."""
    steps: list[int] = []

    async def begins(number: int) -> None:
        await in_turn()
        for _ in range(3):
            steps.append(number)
            await asyncio.sleep(0)

    async def work() -> None:
        tasks = [asyncio.create_task(begins(number)) for number in range(6)]
        await asyncio.sleep(0)
        tasks[2].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(work())
    assert [number for at, number in enumerate(steps) if number not in steps[:at]] == [0, 1, 3, 4, 5]
    assert steps.index(5) > len(steps) - 1 - steps[::-1].index(0)
    assert len(steps) == 15
    asyncio.run(asyncio.wait_for(begins(7), 5))
    assert steps[-3:] == [7, 7, 7]
