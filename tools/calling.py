"""Calling a tool: the one way that every call goes. Permitted, within its time, judged, cleaned, capped; never raising.

A tool may raise what it likes, cancel itself, exit, ignore its cancellation, or return what cannot be written down: it
is a failed call then. Only the caller's own cancellation and LangGraph's signals (an interrupt) pass.
"""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from threading import Event
from typing import Any, Literal, TypeVar
from uuid import uuid4

from langgraph.errors import GraphBubbleUp

from smurfs_graph.concurrency.threads import run_in_thread
from smurfs_graph.concurrency.untraced import untraced_outside_of_runs
from smurfs_graph.errors import ToolError
from smurfs_graph.tools.around import Around, OneCall
from smurfs_graph.tools.call_cache import CallCache, Kept
from smurfs_graph.tools.failure import judge_exception, judge_response
from smurfs_graph.tools.output import cap, cut, is_short, to_data, to_text
from smurfs_graph.tools.policy import DEFAULT, Limit, Policy
from smurfs_graph.tools.prepared import PreparedCall, prepare, ruling_on
from smurfs_graph.tools.scope import current_scope
from smurfs_graph.tools.tool import Blocking, Tool, Validated
from smurfs_graph.tools.traffic import Traffic

T = TypeVar("T")

MAX_STORED_CHARS = 2_000_000
"""Characters of one response in the store, at most; a longer one loses its middle, with a mark."""
_GRACE = 1.0
"""Seconds that a cancelled tool may take to clean up; it is abandoned then."""


@dataclass(frozen=True)
class Response:
    """The response of a call, or the reason why it failed."""

    failed: bool
    reason: str
    """Why it failed; empty where it did not."""
    text: str
    """The response, capped, as a prompt may hold it."""
    full: str
    """The response in full; it goes to the store, never into a prompt."""
    seconds: float
    transient: bool = False
    """The call failed and the same call may work in a moment; nothing is done twice by it."""
    retry_after: float | None = None
    """Seconds that a busy server asks to be left alone."""
    is_text: bool = False
    """The full response is text as it came, not JSON."""
    fault: Literal["call", "tool"] = "call"
    """Of a failed call: whether other arguments may do better, or the tool itself does not work."""
    made: bool = True
    """The tool was called for it; else it was refused, shared with an equal call, or kept from an earlier one."""


@dataclass(frozen=True)
class Terms:
    """The terms of a call. Without more: the default policy, and no person has approved it."""

    policy: Policy = DEFAULT
    approved: str = ""
    """Fingerprint of the call that a person approved."""
    asked: str = ""
    """Why a person has to approve what the policy allows, too; empty: nobody has to."""
    permitted: Collection[str] | None = None
    """Names of the tools that may be called here at all; None: any."""
    idempotency_key: str = ""
    """For tools that take one; equal for a call and its repetition."""
    traffic: "Traffic[Response] | None" = None
    cache: CallCache | None = None
    epoch: str = ""
    """Of the run (`asking/epochs.py`): a read under way is shared within it only."""
    has_changed: bool = False
    """The run may have changed something: what was recorded before it is used in replays only."""
    land: Callable[[Any, float], None] | None = None
    """Called with what the tool returned, and its seconds, in the thread that it came back in, before all else."""
    note: Callable[[Response], None] | None = None
    """Called there with what came of the call, once that was read and judged; not with a failure that may pass, where
    it is `tried_again`."""
    tried_again: bool = False
    """After a failure that may pass, the same call is made once more."""
    around: "Around | None" = None
    """Middleware around the tool itself."""
    again: Callable[[], str] = lambda: ""
    """Called before middleware has the tool called once more: says why it may not be, else counts it."""


_NO_MORE = Terms()


async def call_tool(
    tool: Tool, arguments: Mapping[str, Any], *, timeout: float, max_chars: int, terms: Terms = _NO_MORE
) -> Response:
    """Prepare a call with a model's arguments, and make it as `make_call` does."""
    started = time.perf_counter()
    try:
        call = prepare(tool, arguments, terms.policy)
    except Exception as error:
        return not_made(judge_exception(error, timeout).reason, started)
    return await make_call(call, timeout=timeout, max_chars=max_chars, terms=terms)


async def make_call(call: PreparedCall, *, timeout: float, max_chars: int, terms: Terms = _NO_MORE) -> Response:
    """Make a call once, if the terms permit it.

    `timeout` in seconds, from when the call may start; `max_chars` caps `Response.text`.
    """
    started = time.perf_counter()
    try:
        if refused := refusal(call, terms):
            return not_made(refused, started)
        with untraced_outside_of_runs():
            return await _chain(call, timeout, max_chars, terms)()
    except (asyncio.CancelledError, GraphBubbleUp):
        raise
    except Exception as error:
        return not_made(judge_exception(error, timeout).reason, started)


def refusal(call: PreparedCall, terms: Terms) -> str:
    """Say why a call is not permitted; empty where it is."""
    name = call.tool.name
    if terms.permitted is not None and name not in terms.permitted:
        return f"{name!r} is not among the tools of this plan"
    ruling = ruling_on(call, terms.policy, asked=terms.asked)
    is_approved = ruling.decision == "ask" and terms.approved == call.fingerprint
    return "" if is_approved else ruling.refusal


def _chain(call: PreparedCall, timeout: float, max_chars: int, terms: Terms) -> Callable[[], Awaitable[Response]]:
    """Return the handlers around the call, innermost first: limits, sharing and cache, each only where it is needed."""
    tool = call.tool
    cache = terms.cache
    traffic = terms.traffic
    limit = terms.policy.limit(call.tool)
    timeout = min(timeout, limit.timeout or timeout)
    make: Callable[[], Awaitable[Response]] = partial(_make_call, call, timeout, max_chars, terms)
    if traffic is not None and (limit.concurrency is not None or limit.per_minute is not None):
        make = partial(_in_turn, traffic, tool, limit, make)
    if traffic is not None and tool.reads_only and not tool.stateful:
        make = partial(_share_call, traffic, call, f"{terms.epoch} {timeout} {max_chars}", make)
    if cache is not None and not ((tool.stateful or tool.of_request) and cache.mode == "record"):
        make = partial(_call_through_cache, cache, call, max_chars, make, has_changed=terms.has_changed)
    return make


async def _call_through_cache(
    cache: CallCache, call: PreparedCall, max_chars: int, make: Callable[[], Awaitable[Response]], *, has_changed: bool
) -> Response:
    """Take the response from the cache, where there is one to use; else make the call and keep its response."""
    tool, started = call.tool, time.perf_counter()
    if tool.stateful:
        return not_made(f"a call of {tool.name!r} cannot be replayed: its answer depends on earlier calls", started)
    key = call.subject
    outdated = has_changed and cache.mode == "record"
    if not outdated and (kept := await cache.find(tool, key)) is not None:
        return await run_in_thread(_from_cache, tool, kept, max_chars, started)
    if cache.mode == "replay":
        return not_made("this call was not recorded, and nothing is called when replaying", started)
    response = await make()
    if response.made and not response.transient:
        await cache.keep(tool, key, Kept(response.failed, response.reason, response.is_text, response.full))
    return response


async def _share_call(
    traffic: "Traffic[Response]", call: PreparedCall, terms: str, make: Callable[[], Awaitable[Response]]
) -> Response:
    """Share the response of an equal call under way on equal terms; else make the call."""
    key = f"{id(current_scope())} {call.fingerprint} {terms}"  # of one run, for others may be other people's
    response, mine = await traffic.share(key, make)
    return response if mine else replace(response, made=False)


async def _in_turn(
    traffic: "Traffic[Response]", tool: Tool, limit: Limit, make: Callable[[], Awaitable[Response]]
) -> Response:
    """Make the call once its tool's limits let it start."""
    async with traffic.enter(tool.name, limit.concurrency, limit.per_minute):
        return await make()


async def _make_call(call: PreparedCall, timeout: float, max_chars: int, terms: Terms) -> Response:
    """Make a call within its time. Never raises for a call that fails."""
    started = time.perf_counter()
    over = Event()
    try:
        work = _contain(_run_tool(call, timeout, max_chars, terms, over))
        if not isinstance(call.tool.call, Blocking) or terms.around is not None:
            return await _within(timeout, work)
        async with asyncio.timeout(timeout):  # a thread, which is left behind: it never ignores its cancellation
            return await work
    except (asyncio.CancelledError, GraphBubbleUp):
        raise
    except Exception as error:
        response = failure_of(call.tool, error, timeout, started, has_key=bool(terms.idempotency_key))
        if isinstance(error, TimeoutError):  # the tool may not have come to its end, and has told nobody
            _note_failure(response, terms)
        return response
    finally:
        over.set()


def failure_of(tool: Tool, error: Exception, timeout: float | None, started: float, *, has_key: bool) -> Response:
    """Return the response of a call that raised, with whether it may be made again.

    An undeclared function is taken at its word. `has_key`: a tool that takes a key was given one of the call's own.
    """
    judged = judge_exception(error, timeout)
    repeatable = tool.repeatable or tool.undeclared or bool(tool.idempotency_key and has_key)
    return Response(
        failed=True,
        reason=judged.reason,
        text="",
        full=judged.reason,
        seconds=time.perf_counter() - started,
        transient=judged.transient and (repeatable or judged.untouched),
        retry_after=judged.retry_after,
        is_text=True,
        fault=judged.fault,
    )


def _note_failure(response: Response, terms: Terms) -> None:
    """Have a failure written down at once, unless the call is made once more."""
    if terms.note is not None and not (terms.tried_again and response.transient):
        with suppress(Exception):  # whoever keeps the response later hears of it
            terms.note(response)


async def _run_tool(call: PreparedCall, timeout: float, max_chars: int, terms: Terms, over: Event) -> Response:
    tool, started = call.tool, time.perf_counter()
    key = {tool.idempotency_key: terms.idempotency_key or uuid4().hex} if tool.idempotency_key else {}

    def settle(returned: Any) -> Response:
        """Have what came back written down and judged, in whatever thread it came back in."""
        seconds = time.perf_counter() - started
        with suppress(Exception):
            if terms.land is not None:
                terms.land(returned, seconds)
        response = response_of(tool, returned, seconds, max_chars)
        with suppress(Exception):  # whoever keeps the response later hears of it
            if terms.note is not None:
                terms.note(response)
        return response

    def settle_call(make: Callable[[Validated], Any]) -> Response:
        try:
            returned = make({**call.arguments(), **key})
        except Exception as error:
            fail(error)
            raise
        return settle(returned)

    def fail(error: Exception) -> None:
        if not isinstance(error, GraphBubbleUp):
            _note_failure(failure_of(tool, error, timeout, started, has_key=bool(terms.idempotency_key)), terms)

    async def make(validated: Validated) -> Any:
        return await tool.call({**validated, **key})

    def permit(arguments: Mapping[str, Any]) -> Validated:
        if refused := refusal(changed := prepare(tool, arguments, terms.policy), terms):
            raise ToolError(refused)
        return changed.arguments()

    if isinstance(tool.call, Blocking) and terms.around is None:
        return await run_in_thread(settle_call, tool.call.make)
    try:
        if terms.around is None:
            returned = await make(call.arguments())
        else:
            once = OneCall(call, permit, terms.again, make, over.is_set)
            returned = await terms.around(tool.name, call.canonical, once.make)
    except Exception as error:
        fail(error)
        raise
    if is_short(returned):
        return settle(returned)
    return await run_in_thread(settle, returned)  # 50 MB must not stop the loop


def response_of(tool: Tool, returned: Any, seconds: float, max_chars: int) -> Response:
    """Judge what a tool returned, and make the response of it."""
    nothing = tool.returns_nothing or not tool.reads_only
    judged = judge_response(returned, returns_nothing=nothing, schema=tool.result_schema)
    data = to_data(returned)
    text = _nothing(tool) if returned is None else cap(data, max_chars)
    full = cut(to_text(data), MAX_STORED_CHARS)
    return Response(
        judged.failed, judged.reason, text, full, seconds, is_text=isinstance(data, str), fault=judged.fault
    )


def _nothing(tool: Tool) -> str:
    """Return what a result of nothing says: that a change was made, or that a read found nothing."""
    return "nothing" if tool.reads_only else "done"


async def _within(timeout: float, work: Coroutine[Any, Any, T]) -> T:
    """Return what `work` returns. Raises TimeoutError in time even if `work` ignores its cancellation."""
    task = asyncio.ensure_future(work)
    task.add_done_callback(_look_at)
    try:
        done, _ = await asyncio.wait({task}, timeout=timeout)
    except asyncio.CancelledError:
        await _cancel(task)
        raise
    if not done:
        await _cancel(task)
        raise TimeoutError
    return task.result()


async def _contain(work: Coroutine[Any, Any, T]) -> T:
    """Return what `work` returns. What it raises becomes an Exception, so that no tool can end the event loop."""
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


async def _cancel(task: asyncio.Task[Any]) -> None:
    task.cancel()
    await asyncio.wait({task}, timeout=_GRACE)


def _look_at(task: asyncio.Task[Any]) -> None:
    """Take note of an abandoned task's error, for asyncio logs those that nobody saw."""
    if not task.cancelled():
        task.exception()


def not_made(reason: str, started: float | None = None) -> Response:
    """Return the response of a call that no tool was called for; `started`: when that was tried."""
    seconds = time.perf_counter() - started if started is not None else 0.0
    return Response(failed=True, reason=reason, text="", full=reason, seconds=seconds, made=False)


def _from_cache(tool: Tool, kept: Kept, max_chars: int, started: float) -> Response:
    data = kept.full if kept.is_text else _as_data(kept.full)
    text = "" if kept.failed else _nothing(tool) if data is None else cap(data, max_chars)
    return Response(kept.failed, kept.reason, text, kept.full, time.perf_counter() - started, made=False)


def _as_data(full: str) -> Any:
    try:
        return json.loads(full)
    except (ValueError, RecursionError):  # cut, or not written here
        return full
