"""The door of a call: a policy and people decide about it, then what they decided on is made, once.

A call is prepared once, with its defaults. That is what a person is shown, what a decision covers, and what runs. Those
who use the door differ in two things: the record of what was made (`CallRecord`), and the way to the tool (`Reach`).
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol

from langgraph.errors import GraphBubbleUp, is_invalid_resume

from smurfs_graph.canonical import digest
from smurfs_graph.errors import ToolError
from smurfs_graph.tools.calling import Response, failure_of, not_made
from smurfs_graph.tools.policy import Policy, Ruling
from smurfs_graph.tools.prepared import EVERY_CALL, PreparedCall, prepare, ruling_on
from smurfs_graph.tools.tool import Tool
from smurfs_graph.tools.traffic import Traffic

Reach = Callable[[PreparedCall, str], Awaitable[Response]]
"""Calls the tool with a call's values; the text is a key, equal for a call and its repetition, if the tool takes one.

What it raises is the call's failure; questions to people pass, and count the call as not made.
"""


@dataclass(frozen=True)
class Decision:
    """A person's decision on a call that they were shown."""

    kind: Literal["approve", "edit", "reject", "respond"]
    covers: str = ""
    """The subject of the call that they were shown (`PreparedCall.subject`)."""
    shown: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """The arguments that they were shown, defaults included."""
    edited: Mapping[str, Any] | None = None
    """Of an edit: the arguments to call with instead."""
    text: str = ""
    """Of a rejection: why; of a response: what the person says in the call's place."""


class Verdict(NamedTuple):
    """A call as it was judged."""

    action: Literal["make", "ask", "refuse", "answer"]
    call: PreparedCall | None = None
    """None: it is refused or answered as it was written."""
    text: str = ""
    """Why it is asked about or refused; or the answer."""


class Fate(NamedTuple):
    """A record's knowledge of a call."""

    state: Literal["not begun", "begun", "made"]
    response: Response | None = None
    """Of a call that was made."""


class CallRecord(Protocol):
    """The record of one call, which outlasts the process."""

    def fate(self) -> Awaitable[Fate]:
        """Return what is known of the call."""
        ...

    def begin(self) -> Awaitable[bool]:
        """Announce the call; return False where another process has announced it."""
        ...

    def keep(self, response: Response) -> Awaitable[None]:
        """Write down what the call brought."""
        ...

    def forget(self) -> Awaitable[None]:
        """Take back what was announced: the call was not made."""
        ...


def answered(text: str) -> Response:
    """Return what a person says in a call's place."""
    return Response(failed=False, reason="", text=text, full=text, seconds=0.0, is_text=True, made=False)


class Door:
    """The way of every call of a graph, or of a `Programs()`."""

    def __init__(self, policy: Policy, approve: Collection[str] = ()) -> None:
        """`approve`: names of tools of which each call is asked about that the policy allows."""
        self.policy = policy
        self._approve = frozenset(approve)
        self._traffic: Traffic[Response] = Traffic()

    def judge(self, tool: Tool, written: Mapping[str, Any], decision: Decision | None = None) -> Verdict:
        """Return what becomes of a call with these arguments, and the call as it is made or asked about.

        An approval or edit counts where the call is still what was shown: where arguments, defaults or the tool's
        document have moved since, the call is asked about again. What a policy denies nobody can approve.
        """
        if decision is not None and decision.kind == "respond":
            return Verdict("answer", text=decision.text)
        if decision is not None and decision.kind == "reject":
            reason = f": {decision.text}" if decision.text else ""
            return Verdict("refuse", text=f"a person refused this call{reason}")

        try:
            call = self._prepare_as_shown(tool, written, decision)
            is_decided = decision is not None and call.subject == decision.covers
            if decision is not None and decision.edited is not None and is_decided:
                call = prepare(tool, decision.edited, self.policy)
        except ValueError as error:
            return Verdict("refuse", text=str(error))

        ruling = self._ruling(call)
        if ruling.decision == "deny":
            return Verdict("refuse", call, ruling.refusal)
        if ruling.decision == "ask" and not is_decided:
            return Verdict("ask", call, ruling.refusal)
        return Verdict("make", call)

    def needs_person(self, call: PreparedCall) -> bool:
        """Return whether a call is made only where a person has said so."""
        return self._ruling(call).decision == "ask"

    def _ruling(self, call: PreparedCall) -> Ruling:
        return ruling_on(call, self.policy, asked=EVERY_CALL if call.tool.name in self._approve else "")

    def lets_all_pass(self, tool: Tool) -> bool:
        """Return whether no call of a tool is ever asked about or refused."""
        if tool.name in self._approve or self.policy.looks_at_arguments(tool):
            return False
        return self.policy.decide(tool, {}).decision == "allow"

    def _prepare_as_shown(self, tool: Tool, written: Mapping[str, Any], decision: Decision | None) -> PreparedCall:
        """Return the call that a decision is about. Raises ValueError where the arguments are not valid."""
        if decision is not None:
            # With the defaults that were shown, for they may be made anew; but a value may not be read back as it is
            # written down, and a validator may make another one of it.
            with suppress(ValueError):
                shown = prepare(tool, decision.shown, self.policy)
                if shown.subject == decision.covers:
                    return shown
        return prepare(tool, written, self.policy)

    async def make(
        self, verdict: Verdict, record: CallRecord, reach: Reach, *, place: str
    ) -> Response | Literal["unknown"]:
        """Return what a call brings, or why it brings nothing; "unknown" where it may have been made already.

        A call that may be made again, by what its tool declares, never is unknown. `place`: tells the call from all
        others, whatever their arguments.
        """
        fate = await record.fate()
        if fate.response is not None:  # it was judged then
            return fate.response

        call = verdict.call
        if verdict.action == "answer":
            return answered(verdict.text)
        if verdict.action != "make" or call is None:
            return not_made(verdict.text)

        may_repeat = call.tool.repeatable or bool(call.tool.idempotency_key)
        if fate.state == "begun" and not may_repeat:
            return "unknown"
        if not call.tool.repeatable and not await record.begin() and not may_repeat:
            return "unknown"

        response = await self._reached(call, record, reach, digest(place))
        await record.keep(response)
        return response

    async def _reached(self, call: PreparedCall, record: CallRecord, reach: Reach, key: str) -> Response:
        """Return the response of a call that is made when its turn comes. Never raises for one that fails."""
        limit = self.policy.limit(call.tool)
        clock = asyncio.timeout(limit.timeout)
        started = time.perf_counter()
        try:
            async with self._traffic.enter(call.tool.name, limit.concurrency, limit.per_minute), clock:
                return await reach(call, key)
        except Exception as error:
            is_question = isinstance(error, GraphBubbleUp) or is_invalid_resume(error)
            if is_question:
                await record.forget()
                raise
            if clock.expired():
                doubt = "" if call.tool.repeatable else "; whether it was made is not known"
                error = ToolError(f"no answer within {limit.timeout:g} s{doubt}")
            return failure_of(call.tool, error, limit.timeout, started, has_key=True)
