"""One question of a role to its model: composed, fitted, reserved in the budgets, asked, and written to the ledger."""

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from langchain_core.messages import BaseMessage
from langgraph.runtime import Runtime

from smurfs_graph.budget import Purpose, seconds_left
from smurfs_graph.errors import ModelError
from smurfs_graph.fitting import fit
from smurfs_graph.models.asking import Asked, Asker, OverflowedError
from smurfs_graph.models.journal import ReplyJournal
from smurfs_graph.models.prices import cost_of, price_of
from smurfs_graph.models.window import TOKENS_PER_MESSAGE, estimate_tokens, text_tokens
from smurfs_graph.prompts import load_prompt
from smurfs_graph.replies import Reply
from smurfs_graph.settings import Settings
from smurfs_graph.state import RunState, Stop, SubTaskState
from smurfs_graph.turn import Turn, answered, asks, pending_restart, refused, scope_of, stopped
from smurfs_graph.usage import Usage, UsageRow

if TYPE_CHECKING:
    from smurfs_graph.resources import Resources

R = TypeVar("R", bound=Reply)
_EXPECTED_REPLY = 200
"""Tokens of a reply, for reserving a call's cost."""


class _Prompt(NamedTuple):
    messages: list[BaseMessage]
    cuts: tuple[str, ...]
    tokens: int


class Question(Generic[R]):
    """One call of one role; `asked` is the turn that came of it."""

    def __init__(
        self,
        resources: "Resources",
        state: RunState | SubTaskState,
        runtime: Runtime[Settings],
        call: str,
        values: Mapping[str, str],
        schema: type[R],
        purpose: Purpose,
        shape: dict[str, Any] | None,
    ) -> None:
        """See `Resources.ask`."""
        self._resources = resources
        self._state = state
        self._runtime = runtime
        self._call = call
        self._values = values
        self._schema = schema
        self._purpose: Purpose = purpose
        self._shape = shape
        self._role = call.partition(".")[0]
        self._scope = scope_of(state)
        self._settings = resources.settings(runtime)
        self._before = pending_restart(state, call)
        self._rows: list[UsageRow] = []
        self._warnings: list[str] = []

    async def asked(self) -> Turn[R]:
        """Ask the role's model and, where it cannot be asked, its fallbacks in turn."""
        failure = ""
        for asker in self._resources.askers(self._role, self._settings):
            if failure:
                self._warnings.append(f"{failure}; asking {asker.reference!r} instead")
            try:
                turn = await self._of(asker)
            except ModelError as error:
                failure = str(error)
                if stop := self._resources.allowance(self._state, self._settings, self._purpose):
                    return stopped(self._runtime, self._state, stop, self._update())
                continue
            return turn
        return stopped(self._runtime, self._state, Stop(reason="error", text=failure), self._update())

    async def _of(self, asker: Asker) -> Turn[R]:
        prompt = self._prompt(asker)
        try:
            asked = await self._sent(asker, prompt)
        except OverflowedError:  # what the window holds is known better now
            prompt = self._prompt(asker)
            asked = await self._sent(asker, prompt)
        if isinstance(asked, Stop):
            return stopped(self._runtime, self._state, asked, self._update())
        self._warnings += [f"{self._call}: the prompt was cut to fit the window: {what}" for what in prompt.cuts]
        if asked.reply is not None:
            return Turn(asked.reply, ends_here=False, update=self._update())
        limit = self._settings.max_restarts
        return refused(self._runtime, self._state, self._call, asked.complaint, limit, self._update())

    async def _sent(self, asker: Asker, prompt: _Prompt) -> Asked[R] | Stop:
        price = price_of(asker.reference, self._settings)
        guess = UsageRow(role="", input_tokens=prompt.tokens, output_tokens=_EXPECTED_REPLY)
        cost = cost_of(guess, price)
        tokens = prompt.tokens
        if stop := self._resources.allowance(self._state, self._settings, self._purpose, tokens=tokens, cost=cost):
            return stop
        meter = self._resources.meter(self._state.get("run_id", ""))
        asks(self._runtime, self._scope, self._call, asker.reference)
        left = seconds_left(
            self._settings, meter.spent, self._purpose, meter.spent_of(self._scope) if self._scope else None
        )
        run_id, used = self._state.get("run_id", ""), self._state.get("usage")
        journal = ReplyJournal.of(self._runtime, run_id, self._scope, used)
        started = time.perf_counter()
        try:
            with meter.in_flight(self._scope, tokens=tokens, cost=cost):
                asked = await asker.ask(
                    prompt.messages,
                    self._schema,
                    role=self._role,
                    shape=self._shape,
                    timeout=left,
                    policy=self._settings.server_policy,
                    journal=journal,
                    since=time.monotonic() - meter.elapsed,
                )
        except ModelError:
            seconds = time.perf_counter() - started
            self._count(UsageRow(role=self._role, model=asker.reference, calls=1, seconds=seconds))
            raise
        self._count(asked.row, cost=cost_of(asked.row, price), cut=int(bool(prompt.cuts)))
        return asked

    def _prompt(self, asker: Asker) -> _Prompt:
        """The messages, with sections cut where they would not fit the model's window."""
        complaint = self._before.complaint if self._before else ""
        template = load_prompt(self._call)
        limit = asker.knowledge.window.prompt_limit(self._settings.context_window)
        cuts: tuple[str, ...] = ()
        values = self._values
        schema = asker.schema_tokens(self._schema, self._shape)
        if limit is not None:
            fixed = text_tokens(template.system) + text_tokens(complaint) + 2 * TOKENS_PER_MESSAGE + schema
            values, cuts = fit(values, limit, fixed, self._ranked)
        messages = template.render(values, complaint)
        return _Prompt(messages, cuts, asker.knowledge.window.expected(estimate_tokens(messages) + schema))

    def _ranked(self, lines: list[str]) -> list[str]:
        said = (self._values.get(name, "") for name in ("query", "sub_task", "thought", "hint"))
        return self._resources.ranked(" ".join(said), lines)

    def _count(self, row: UsageRow, **more: float) -> None:
        """Write a call to the ledger; a restart is counted once, with the call that mends it."""
        restarts = int(self._before is not None and not self._rows)
        counted = row.model_copy(update={"sub_task": self._scope, "restarts": restarts, **more})
        self._rows.append(counted)
        answered(self._runtime, self._scope, self._call, counted)
        self._resources.meter(self._state.get("run_id", "")).settle(self._scope, counted)

    def _update(self) -> dict[str, Any]:
        elapsed = self._resources.meter(self._state.get("run_id", "")).elapsed
        usage = Usage(rows=tuple(self._rows), elapsed=elapsed)
        if len(self._rows) > 1:
            usage = Usage.total([Usage(elapsed=elapsed), *(Usage(rows=(row,)) for row in self._rows)])
        update: dict[str, Any] = {"usage": usage, "restart": None}
        return update | {"warnings": self._warnings} if self._warnings else update
