"""Tools that misbehave: the call fails, its reason is on record, and the run goes on with the next tool."""

import asyncio
import gc
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from tests.scripts import build


def good() -> str:
    """Works."""
    return "fine"


class OutOfBand(BaseException):
    """Neither an Exception nor one that Python knows."""


class UnspeakableError(Exception):
    """An error whose text cannot be had."""

    def __str__(self) -> str:
        raise RuntimeError("no words")


def raising(error: BaseException, *, in_loop: bool = False) -> Callable[..., Any]:
    """A tool that raises this in its thread, or in the event loop."""

    def fail() -> str:
        """Fail."""
        raise error

    async def fail_in_loop() -> str:
        """Fail in the event loop."""
        raise error

    tool = fail_in_loop if in_loop else fail
    tool.__name__ = f"{type(error).__name__}_in_{'loop' if in_loop else 'thread'}"
    return tool


def unreadable() -> object:
    """Return what has no text."""

    class Mute:
        def __str__(self) -> str:
            raise RuntimeError("no words")

    return Mute()


FAILING: dict[Callable[..., Any], str] = {
    raising(ValueError("out of\norder")): "ValueError: out of order",
    raising(UnspeakableError()): "UnspeakableError",
    raising(StopIteration(3)): "StopIteration",  # which a future refuses
    **{raising(OutOfBand("base"), in_loop=here): "OutOfBand: base" for here in (False, True)},
    **{raising(SystemExit(3), in_loop=here): "SystemExit: 3" for here in (False, True)},
    **{raising(KeyboardInterrupt(), in_loop=here): "KeyboardInterrupt" for here in (False, True)},
    raising(asyncio.CancelledError(), in_loop=True): "cancelled itself",
    unreadable: "no words",
}


async def test_a_failing_tool_is_a_failed_call() -> None:
    """Its reason is in the evidence, and the next tool is tried: on a loop of its own, and on the caller's."""
    graph = build([*FAILING, good], max_steps=20).graph
    for result in (await asyncio.to_thread(graph.invoke, {"query": "q"}), await graph.ainvoke({"query": "q"})):
        *failed, fine = result["outcomes"]["s1"].evidence
        assert (fine.ok, result["stop_reason"]) == (True, "partial")  # an act has failed, for all that is known
        for said, item in zip(FAILING.values(), failed, strict=True):
            assert not item.ok and said in item.text and "\n" not in item.text


def test_a_tool_that_takes_too_long_is_left_behind() -> None:
    """Nobody waits for its thread, also while a response is written down."""

    class Slow:
        def __str__(self) -> str:
            time.sleep(20)
            return "late"

    def sleeps() -> str:
        """Sleep for long."""
        return str(Slow())

    def slow_text() -> object:
        """Return an object that takes for ever to write down."""
        return Slow()

    started = time.monotonic()
    result = build([sleeps, slow_text, good], tool_timeout=0.1).run()
    assert time.monotonic() - started < 15
    assert [item.text for item in result["outcomes"]["s1"].evidence[:2]] == ["no response within 0.1 s"] * 2
    assert result["stop_reason"] == "partial"


async def test_a_tool_that_ignores_its_cancellation_is_left_behind() -> None:
    """The run goes on after a moment of grace."""
    released = False

    async def stubborn() -> str:
        """Refuse to stop."""
        while not released:
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(0.05)
        return "late"

    result = await asyncio.wait_for(build([stubborn, good], tool_timeout=0.1).graph.ainvoke({"query": "q"}), 20)
    released = True
    assert result["outcomes"]["s1"].evidence[0].text == "no response within 0.1 s"


async def test_a_blocking_tool_never_blocks_the_loop() -> None:
    """The event that it waits for happens on the loop meanwhile."""
    begun, seen = threading.Event(), threading.Event()

    def waits() -> str:
        """Wait for the loop."""
        begun.set()
        return "rested" if seen.wait(20) else "the loop stood still"

    async def look() -> None:
        while not begun.is_set():
            await asyncio.sleep(0.01)
        seen.set()

    result, _ = await asyncio.gather(build([waits]).graph.ainvoke({"query": "q"}), look())
    assert result["outcomes"]["s1"].evidence[0].text == "it says rested"


def test_no_thread_is_left_behind_by_a_quick_tool() -> None:
    """A sync tool's thread ends with its call; the loop of models' connections, which the first run starts, lasts."""
    build([good]).run()
    before = set(threading.enumerate())
    build([good]).run()
    gc.collect()
    new = set(threading.enumerate()) - before
    for thread in new:
        thread.join(5)
    assert [thread for thread in new if thread.is_alive()] == []
