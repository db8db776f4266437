"""Make one call, once: from its journal, else from its tool, in as many attempts as failures and budgets allow.

Once means: also where a process ends in the middle of it. The journal knows what came back before the checkpoint did. A
call of unknown fate is made again if it may be (it only reads, is idempotent, or takes a key); else a person is asked.
"""

import asyncio
import time
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from typing import Any, NamedTuple

from langgraph.errors import GraphInterrupt
from langgraph.runtime import Runtime

from smurfs_graph.asking.calling import Calling
from smurfs_graph.asking.emitting import depth_of, emit, step_of, timed
from smurfs_graph.asking.epochs import RunEpochs
from smurfs_graph.asking.journal import Journal
from smurfs_graph.asking.kept_responses import keep_response
from smurfs_graph.asking.people import can_be_asked
from smurfs_graph.budgets.usage import UsageRow
from smurfs_graph.concurrency.backoff import Backoff
from smurfs_graph.events.vocabulary import BudgetOut, ToolAnswered, ToolCalled
from smurfs_graph.search.state import Call, Failed, Timing
from smurfs_graph.settings import Settings
from smurfs_graph.state import Memories, Stop, TaskState
from smurfs_graph.tools.announcing import announce_call
from smurfs_graph.tools.calling import Response, Terms, make_call, response_of
from smurfs_graph.tools.memory import remembering
from smurfs_graph.tools.path import PastCall, on_path
from smurfs_graph.tools.person import current_person
from smurfs_graph.tools.prepared import PreparedCall

BETWEEN_CALLS = Backoff(0.2, varied=False)
MAX_PAUSE = 30.0
"""Seconds; a server that asks for more is not waited for."""

_NOBODY = "this tool asks a person in the middle of its call, and nobody can be asked"
_UNASKED = Response(failed=True, reason=_NOBODY, text="", full=_NOBODY, seconds=0.0, is_text=True, fault="tool")


class Brought(NamedTuple):
    """The response of a call, with its usage."""

    call: Call
    """With its times."""
    response: Response
    reference: str
    """Key of the full response in the store."""
    row: UsageRow

    @property
    def cut(self) -> tuple[str, ...]:
        """Return the warning of a response that prompts do not show in full."""
        came, shown = len(self.response.full), len(self.response.text)
        whole = self.response.failed or shown >= came
        return () if whole else (f"{self.call.tool}: {came} characters came back, prompts show {shown}",)

    def failed(self, state: TaskState) -> Failed:
        """Return the event of the search, where it has failed."""
        response = self.response
        return Failed(
            call=timed(state, self.call), reason=response.reason, response=self.reference, fault=response.fault
        )


@dataclass(frozen=True)
class Making:
    """A call that is about to be made, and what it is made with."""

    calling: Calling
    state: TaskState
    runtime: Runtime[Settings]
    settings: Settings
    call: Call
    prepared: PreparedCall
    journal: Journal | None
    """None for a run without checkpoints."""
    epochs: RunEpochs
    permitted: frozenset[str]
    """A tool that is no tool of this sub-task's search is not called."""
    approved: str
    """Fingerprint of the call that a person approved at this step."""
    place: dict[str, Any]
    """Sub-task, step and depth, as events say them."""
    chars: int
    """Of its response that prompts may show."""

    @classmethod
    def of(
        cls,
        calling: Calling,
        state: TaskState,
        runtime: Runtime[Settings],
        call: Call,
        prepared: PreparedCall,
        *,
        approved: str = "",
        step: int | None = None,
        chars: int = 0,
    ) -> "Making":
        """Return a call with all that it is made with.

        `step`: its number among the attempts, where it is not the next one; `chars`: what prompts may show of its
        response, where that is less than usual.
        """
        settings, search = calling.settings_of(runtime), state["search"]
        at = step_of(state) if step is None else step
        return cls(
            calling,
            state,
            runtime,
            settings,
            call,
            prepared,
            Journal.of(runtime, state, call, calling.responses.memory),
            calling.live.epochs.of(state.get("run_id", "")),
            frozenset((*search.tools, *search.permitted)),
            approved,
            {"sub_task": state["sub_task"].id, "step": at, "depth": depth_of(state), "tool": call.tool},
            chars or calling.askers.response_chars(settings),
        )

    @property
    def may_repeat(self) -> bool:
        """Return whether the call may be made again if it is unknown whether it was made."""
        tool = self.prepared.tool
        return tool.repeatable or bool(tool.idempotency_key) or not tool.may_change(self.settings.undeclared)

    @property
    def goes_on(self) -> bool:
        """Return whether the call was left with a question of its tool's, and there is somebody to answer it."""
        return self.journal is not None and self.journal.question is not None and current_person() is not None

    @property
    def is_unsent(self) -> bool:
        """Return whether the call's person has answered its question, and nothing of that was sent."""
        return self.journal is not None and self.journal.unsent

    def has_to_be_asked(self) -> bool:
        """Return whether a person has to approve the call; what is refused anyhow is not worth a question."""
        asks = self.calling.rules.asks_about(self.settings, self.state, self.prepared)
        return asks and self.call.tool in self.permitted

    async def carry_out(self, *, planned: bool = False) -> Brought | Stop | None:
        """Make the call, which is permitted, or take what it brought in an earlier life of the run.

        Gives the budget that forbids it, or None where nobody knows whether a call that must not be repeated was made.
        `planned`: this graph object wrote down that it makes the call. What another part of the run has read in this
        epoch is not read again.
        """
        tool, task = self.prepared.tool, self.state["sub_task"].id
        shared = tool.reads_only and not tool.stateful and self.state.get("tree") is None  # baselines make each call
        called = ToolCalled(
            **self.place, arguments=self.call.arguments, line=self.call.line, decision=self.call.decision
        )
        row, epoch = UsageRow(role="tool", sub_task=task), self.epochs.current
        if (response := self.epochs.find(self.call.key) if shared else None) is not None:
            emit(self.runtime, called)
        if response is None and self.journal is not None:
            found = await self.journal.read(planned, partial(response_of, tool, max_chars=self.chars))
            if (response := found.response) is not None:  # of a process that has ended; no ledger has it yet
                epoch = ""
                emit(self.runtime, called)
                row = UsageRow(role="tool", sub_task=task, tool_calls=1, seconds=response.seconds)
                self.calling.live.meter_of(self.state).settle(task, row)
            elif not self.may_repeat and found.fate in ("begun", "unknown") and not self.goes_on:
                return None
        if response is None:
            if stop := self.calling.live.allowance(self.state, self.settings, "search", tool=True):
                emit(self.runtime, BudgetOut(sub_task=task, reason=stop.reason))
                return stop
            journal = None if tool.repeatable or self.goes_on else self.journal
            if journal is not None and not (await journal.begin() or self.may_repeat):
                return None  # another process has begun it since
            emit(self.runtime, called)
            try:
                response, row = await self._attempts()
            except GraphInterrupt:  # the tool asks a person by itself
                if not can_be_asked(self.settings):
                    response, row = _UNASKED, UsageRow(role="tool", sub_task=task, tool_calls=1)
                else:
                    # LangGraph makes the call anew with the answer, so that nothing is in doubt.
                    if journal is not None and not journal.kept_question:
                        await journal.forget()
                    raise
            if self.is_unsent:  # nothing came of it yet: its person is asked again
                return Brought(self.call, response, "", row)
            if shared:
                self.epochs.keep(self.call.key, response, epoch)
        return await self._keep(response, row, epoch)

    async def _keep(self, response: Response, row: UsageRow, epoch: str) -> Brought:
        """Write a response down, tell of it, and return what the call brought."""
        if self.journal is not None:
            reference = await self.journal.keep(response)
        else:
            store = self.calling.responses.store(self.runtime)
            reference = await keep_response(store, self.state.get("run_id", ""), response)
        self.calling.rules.forget(self.call.id)
        answered: dict[str, Any] = {"failed": response.failed, "reason": response.reason, "seconds": response.seconds}
        emit(self.runtime, ToolAnswered(**self.place, **answered, chars=len(response.full), reference=reference))
        timing = Timing(called=time.time() - response.seconds, seconds=response.seconds)
        made = self.call.model_copy(update={"timing": timing, "epoch": epoch})
        return Brought(made, response, reference, row)

    async def _attempts(self) -> tuple[Response, UsageRow]:
        """Return the response, after as many attempts as failures, settings and budgets allow, and what they used."""
        settings, state, tool = self.settings, self.state, self.prepared.tool
        task = state["sub_task"].id
        meter = self.calling.live.meter(state.get("run_id", ""))
        changes = tool.may_change(settings.undeclared)
        total = UsageRow(role="tool", sub_task=task)
        more: list[UsageRow] = []

        def again() -> str:
            if stop := self.calling.live.allowance(self.state, settings, "search", tool=True):
                return f"a budget is out ({stop.reason})"
            more.append(UsageRow(role="tool", sub_task=task, tool_calls=1))
            meter.settle(task, more[-1])
            return ""

        terms = replace(self.terms, again=again)
        for attempt in count():
            if changes:
                self.epochs.advance()
            last = total.tool_calls >= settings.tool_retries
            within = replace(terms, tried_again=not last)
            make = partial(make_call, self.prepared, timeout=settings.tool_timeout, max_chars=self.chars, terms=within)
            try:
                hears = tool.of_request  # no other tool hears the user's words
                user = remembering(state.get("memories", Memories())) if hears else nullcontext()
                with meter.in_flight(task, tool=True), on_path(_calls_before(state)), user:
                    response = await announce_call(tool, self.call.arguments, self.call.id, make)
            finally:
                if changes:  # however the call ended
                    self.epochs.advance()
            row = UsageRow(
                role="tool",
                sub_task=task,
                tool_calls=int(response.made and not self.is_unsent),
                seconds=response.seconds,
            )
            meter.settle(task, row)
            total = sum(more, start=total + row)
            more.clear()
            if self.is_unsent or not response.transient or total.tool_calls > settings.tool_retries:
                return response, total
            wait = max(BETWEEN_CALLS.pause(attempt), response.retry_after or 0.0)
            if wait > MAX_PAUSE:
                return response, total
            await asyncio.sleep(wait)
            if self.calling.live.allowance(self.state, settings, "search", tool=True):
                return response, total
        raise AssertionError("without end")

    @property
    def terms(self) -> Terms:
        """Return the terms of the call, as of now."""
        journal = self.journal
        return replace(
            self.calling.rules.terms(self.settings),
            asked=self.calling.rules.asked(self.settings, self.state, self.prepared.tool),
            approved=self.approved,
            permitted=self.permitted,
            epoch=self.epochs.current,
            has_changed=self.epochs.has_changed,
            idempotency_key=journal.key if journal is not None else "",
            land=journal.land if journal is not None else None,
            note=journal.note if journal is not None else None,
        )


def _calls_before(state: TaskState) -> list[PastCall]:
    """Return the calls that brought something and were not rolled back, of a search or of a decision tree."""
    tree: Any = state.get("tree")
    if tree is not None:
        return [PastCall(each.tool, each.arguments) for each in tree.path if each.called and each.status == "open"]
    return [PastCall(step.call.tool, step.call.arguments) for step in state["search"].local_memory]
