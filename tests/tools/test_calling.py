"""Calling a tool: a response in every case, within its time, and only the caller's own cancellation passes."""

import asyncio
import threading
from typing import Any

import pytest

from smurfs_graph import ToolError, effects
from smurfs_graph.tools.calling import MAX_STORED_CHARS, Response, Terms, call_tool
from smurfs_graph.tools.python import from_function

DEFAULT = Terms()


async def called(function: Any, timeout: float = 5.0, terms: Terms = DEFAULT, **arguments: Any) -> Response:
    """Make a tool of a function and call it once."""
    return await call_tool(from_function(function), arguments, timeout=timeout, max_chars=1000, terms=terms)


async def test_a_good_call() -> None:
    """The text is for prompts, the full response for the store; without valid arguments the complaint is the reason."""

    def numbers(count: int) -> list[int]:
        """Count."""
        return list(range(count))

    response = await called(numbers, count="3")
    assert (response.failed, response.text, response.full) == (False, "[0, 1, 2]", "[0, 1, 2]")
    assert response.seconds > 0
    invalid = await called(numbers, count="many")
    assert invalid.failed
    assert "count" in invalid.reason


async def test_a_long_response_is_capped_twice() -> None:
    """For the prompt at its limit, for the store at 2 MB, both with a mark."""

    def long() -> str:
        """Talk."""
        return "a" * 5_000_000

    response = await called(long)
    assert len(response.text) <= 1000
    assert len(response.full) <= MAX_STORED_CHARS
    assert "left out" in response.text


async def test_the_callers_cancellation_passes_and_reaches_the_tool() -> None:
    """The tool can clean up; nothing is left running."""
    story: list[str] = []

    async def waits() -> str:
        """Wait."""
        story.append("begun")
        try:
            await asyncio.sleep(30)
        finally:
            story.append("cleaned up")
        return ""

    calling = asyncio.create_task(called(waits))
    while not story:
        await asyncio.sleep(0.01)
    calling.cancel()
    with pytest.raises(asyncio.CancelledError):
        await calling
    assert story == ["begun", "cleaned up"]


async def test_a_tools_own_timeout_error_is_a_failure() -> None:
    """It does not look like the caller's."""

    def slow_server() -> str:
        """Ask a server."""
        raise TimeoutError("the server is slow")

    assert (await called(slow_server, timeout=30.0)).reason == "no response within 30 s"


async def test_an_abandoned_tool_logs_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """A tool that fails after it was given up disturbs nobody."""

    async def late() -> str:
        """Fail late."""
        try:
            await asyncio.sleep(30)
        except asyncio.CancelledError:
            raise ValueError("late") from None
        return ""

    response = await called(late, timeout=0.05)
    assert response.reason == "no response within 0.05 s"
    await asyncio.sleep(0.05)
    import gc

    gc.collect()
    assert caplog.records == []


async def test_many_calls_at_once_wait_for_each_other_not_at_all() -> None:
    """Fifty sync tools that all wait for each other get to their end."""
    barrier = threading.Barrier(50, timeout=20)

    def waits() -> str:
        """Wait for all others."""
        barrier.wait()
        return "x"

    responses = await asyncio.gather(*(called(waits, timeout=30) for _ in range(50)))
    assert not any(response.failed for response in responses)


_HIMSELF: list[Any] = []
_HIMSELF.append(_HIMSELF)


@pytest.mark.parametrize(
    ("returned", "on_the_loop"),
    [
        ("short", True),
        ({"found": ["a", 1, None, 2.5, True]}, True),
        ("x" * 20_000, False),
        ({"a": ["x" * 6_000, "y" * 6_000]}, False),
        ([0] * 1_000, False),
        ([[[0] * 150] * 150], False),
        (dict.fromkeys(map(str, range(500)), 1), False),
        (_HIMSELF, False),
        ({"a": object()}, False),
    ],
    ids=["text", "data", "long text", "long texts", "list", "lists", "dict", "itself", "object"],
)
async def test_only_what_is_little_is_read_on_the_event_loop(returned: Any, on_the_loop: bool) -> None:
    """An async tool's result may be huge, and may be anything."""
    threads: list[bool] = []

    async def find() -> Any:
        """Find."""
        return returned

    note = Terms(note=lambda _: threads.append(threading.current_thread() is threading.main_thread()))
    await called(find, terms=note)
    assert threads == [on_the_loop]


async def test_what_a_tool_returned_lands_before_anything_is_done_with_it() -> None:
    """It lands unchanged; a landing that fails costs nothing."""
    order: list[Any] = []

    def find() -> Any:
        """Find."""
        return {"found": 1}

    def land(returned: Any, seconds: float) -> None:
        order.append(returned)
        raise RuntimeError("no room")

    terms = Terms(land=land, note=lambda noted: order.append(noted.full))
    response = await called(find, terms=terms)
    assert order == [{"found": 1}, '{"found": 1}']
    assert not response.failed


@pytest.mark.parametrize("is_async", [False, True])
@pytest.mark.parametrize("error", [ToolError("sold out"), ValueError("sold out")])
async def test_a_failure_is_noted_where_it_comes_up(error: Exception, is_async: bool) -> None:
    """In the tool's own thread, before the event loop hears of it."""
    noted: list[tuple[Response, bool]] = []

    def find() -> str:
        """Find."""
        raise error

    async def find_async() -> str:
        """Find."""
        raise error

    terms = Terms(note=lambda said: noted.append((said, threading.current_thread() is threading.main_thread())))
    response = await called(find_async if is_async else find, terms=terms)
    [(said, on_the_loop)] = noted
    assert (said.failed, said.reason, said.full) == (True, response.reason, response.full)
    assert on_the_loop == is_async


@pytest.mark.parametrize("tried_again", [False, True])
async def test_a_failure_that_may_pass_is_noted_with_the_last_attempt(tried_again: bool) -> None:
    """One that is followed by another attempt says nothing of the call; a tool that takes too long has none."""
    noted: list[Response] = []

    @effects("read")
    def busy() -> str:
        """Find."""
        raise ToolError("busy", transient=True)

    @effects("read")
    async def slow() -> str:
        """Find."""
        await asyncio.sleep(60)
        return "found"

    terms = Terms(note=noted.append, tried_again=tried_again)
    await called(busy, terms=terms)
    await called(slow, timeout=0.05, terms=terms)
    assert [said.reason for said in noted] == ["busy"] * (not tried_again) + ["no response within 0.05 s"]
