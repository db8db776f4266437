"""Calling a tool: within its time, never raising, the response judged, cleaned and capped.

A tool may raise what it likes, cancel itself, exit, ignore its cancellation, or return what cannot be written down: it
is a failed call then. Only the caller's own cancellation and LangGraph's signals (an interrupt) pass.
"""

import asyncio
import time
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from langgraph.errors import GraphBubbleUp

from smurfs_graph.tools.failure import Judgement, judge_exception, judge_response
from smurfs_graph.tools.output import capped, cut, to_data, to_text
from smurfs_graph.tools.threads import run_in_thread
from smurfs_graph.tools.tool import Tool

T = TypeVar("T")

MAX_STORED_CHARS = 2_000_000
"""What the store keeps of one response; a longer one loses its middle, with a mark."""
_GRACE = 1.0
"""Seconds that a cancelled tool may take to clean up; it is abandoned then."""


@dataclass(frozen=True)
class Response:
    """What came of a call."""

    failed: bool
    reason: str
    """Why it failed; empty where it did not."""
    text: str
    """The response, capped, as a prompt may hold it."""
    full: str
    """The response in full; it goes to the store, never into a prompt."""
    seconds: float
    transient: bool = False
    """The call failed and the same call may work in a moment."""


async def call_tool(tool: Tool, arguments: Mapping[str, Any], *, timeout: float, max_chars: int) -> Response:
    """Call a tool once, with a model's arguments. `timeout` in seconds; `max_chars` caps `Response.text`."""
    started = time.perf_counter()
    try:
        judgement, text, full = await _within(timeout, _contained(_called(tool, arguments, max_chars)))
    except (asyncio.CancelledError, GraphBubbleUp):
        raise
    except Exception as error:
        judgement = judge_exception(error, timeout)
        seconds = time.perf_counter() - started
        return Response(True, judgement.reason, "", judgement.reason, seconds, judgement.transient)
    return Response(judgement.failed, judgement.reason, text, full, time.perf_counter() - started)


async def _called(tool: Tool, arguments: Mapping[str, Any], max_chars: int) -> tuple[Judgement, str, str]:
    returned = await tool.call(tool.validate(arguments))
    text, full = await run_in_thread(_readable, returned, max_chars)  # 50 MB must not stop the loop
    return judge_response(returned, returns_nothing=tool.returns_nothing), text, full


async def _within(timeout: float, work: Coroutine[Any, Any, T]) -> T:
    """What `work` returns. Raises TimeoutError in time even if `work` ignores its cancellation."""
    task = asyncio.ensure_future(work)
    task.add_done_callback(_look_at)
    try:
        done, _ = await asyncio.wait({task}, timeout=timeout)
    except asyncio.CancelledError:
        await _cancelled(task)
        raise
    if not done:
        await _cancelled(task)
        raise TimeoutError
    return task.result()


async def _contained(work: Coroutine[Any, Any, T]) -> T:
    """What `work` returns. What it raises becomes an Exception, so that no tool can end the event loop."""
    try:
        return await work
    except asyncio.CancelledError:
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise
        raise RuntimeError("the tool cancelled itself") from None
    except Exception:
        raise
    except BaseException as error:
        raise RuntimeError(f"{type(error).__name__}: {error}") from None


async def _cancelled(task: asyncio.Task[Any]) -> None:
    task.cancel()
    await asyncio.wait({task}, timeout=_GRACE)


def _look_at(task: asyncio.Task[Any]) -> None:
    """Take note of an abandoned task's error, for asyncio logs those that nobody saw."""
    if not task.cancelled():
        task.exception()


def _readable(returned: Any, max_chars: int) -> tuple[str, str]:
    if returned is None:
        return "done", "null"
    data = to_data(returned)
    return capped(data, max_chars), cut(to_text(data), MAX_STORED_CHARS)
