"""Functions that block run in daemon threads beside the event loop; an idle thread takes the next one."""

import asyncio
import gc
import os
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

from smurfs_graph.concurrency.threads import run_in_thread


async def _in_turn(*functions: Callable[[], Any]) -> list[Any]:
    return [await run_in_thread(each) for each in functions]


def test_calls_one_after_the_other_share_a_thread_that_keeps_no_process_alive() -> None:
    """A thread that is started has to wait for its turn on a busy machine, and one that sleeps does not."""
    first, second = asyncio.run(_in_turn(threading.current_thread, threading.current_thread))
    assert first is second and first.daemon and first is not threading.current_thread()


def test_a_function_that_hangs_holds_up_no_other() -> None:
    """Nobody shares a thread that is busy, also when its caller has gone."""
    hanging, go_on = list[int](), threading.Event()

    def hang() -> None:
        hanging.append(threading.get_ident())
        go_on.wait(10)

    async def work() -> set[int]:
        await run_in_thread(int)
        call = asyncio.create_task(run_in_thread(hang))
        while not hanging:
            await asyncio.sleep(0.001)
        call.cancel()
        found = await asyncio.gather(*(run_in_thread(threading.get_ident) for _ in range(20)))
        go_on.set()
        return set(found)

    assert not asyncio.run(asyncio.wait_for(work(), 5)) & {*hanging}


def test_an_idle_thread_ends() -> None:
    """Some time after its last call."""
    [thread] = asyncio.run(_in_turn(threading.current_thread))
    thread.join(10)
    assert not thread.is_alive()
    assert asyncio.run(_in_turn(lambda: 3)) == [3]


@pytest.mark.parametrize(("raised", "seen"), [(KeyError("a"), KeyError), (SystemExit(3), RuntimeError),
                                              (StopIteration(), RuntimeError)])  # fmt: skip
def test_what_a_function_raises_reaches_its_caller_and_leaves_the_thread_in_order(
    raised: BaseException, seen: type[Exception]
) -> None:
    """No tool ends the process or the thread."""

    def fail() -> None:
        raise raised

    with pytest.raises(seen):
        asyncio.run(_in_turn(fail))
    assert asyncio.run(_in_turn(lambda: "on")) == ["on"]


def test_a_result_is_not_kept_by_an_idle_thread() -> None:
    """A response may be large."""

    class Large:
        pass

    async def count() -> int:
        await run_in_thread(Large)
        await run_in_thread(int)
        return sum(isinstance(each, Large) for each in gc.get_objects())

    assert asyncio.run(count()) == 0


def test_a_profiler_sees_calls_in_a_thread_that_was_idle_before() -> None:
    """As it would see those in a new thread."""
    seen: set[str] = set()

    def tool() -> None: ...

    async def work() -> None:
        await run_in_thread(int)
        threading.setprofile(lambda frame, *_: seen.add(frame.f_code.co_name))
        try:
            await run_in_thread(tool)
        finally:
            threading.setprofile(None)
        assert await run_in_thread(sys.getprofile) is None

    asyncio.run(work())
    assert "tool" in seen


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_process_has_threads_of_its_own() -> None:
    """Those that were idle in its parent do not exist in it."""
    asyncio.run(_in_turn(int))
    if (child := os.fork()) == 0:
        os._exit(asyncio.run(asyncio.wait_for(_in_turn(lambda: 7), 10))[0])
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
