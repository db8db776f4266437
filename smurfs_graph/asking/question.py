"""One question of a role to its model: composed, fitted, reserved in the budgets, asked, and written to the ledger."""

import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from langchain_core.messages import BaseMessage, HumanMessage, ToolMessage
from langgraph.runtime import Runtime
from pydantic import BaseModel

from smurfs_graph.asking.turn import Turn, answered, asks, pending_restart, refused, scope_of, stopped
from smurfs_graph.budgets.limits import Purpose, seconds_left
from smurfs_graph.budgets.meter import Meter
from smurfs_graph.budgets.usage import Usage, UsageRow
from smurfs_graph.errors import ModelError
from smurfs_graph.models.asking import Asked, Asker, OverflowedError, ToolsRefusedError
from smurfs_graph.models.journal import ReplyJournal
from smurfs_graph.models.native import BoundTools, NativeReply
from smurfs_graph.models.prices import cost_of, price_of
from smurfs_graph.models.server import Policy
from smurfs_graph.models.window import (
    CHARS_PER_TOKEN,
    TOKENS_PER_MESSAGE,
    UNKNOWN_WINDOW,
    chars_of,
    estimate_tokens,
    text_tokens,
)
from smurfs_graph.prompting import views
from smurfs_graph.prompting.prompts import prompt_of
from smurfs_graph.prompting.replies import Reply
from smurfs_graph.prompting.truncation import ENTRY_SHARE, cap_entries, fit
from smurfs_graph.settings import Settings
from smurfs_graph.state import RunState, Stop, SubTaskState
from smurfs_graph.tools.output import cut

if TYPE_CHECKING:
    from smurfs_graph.asking.resources import Resources

R = TypeVar("R", bound=BaseModel)
S = TypeVar("S", bound=Reply)
_LEAST_RESULT = 400
"""Characters that are left of a result."""
MOST_MALFORMED = 7
"""Replies in a row, of whatever role, that could not be read: then the run ends. Each format has been tried by then."""
_EXPECTED_REPLY = 200
"""Tokens of a reply, for reserving a call's cost."""


class _Prompt(NamedTuple):
    messages: list[BaseMessage]
    cuts: tuple[str, ...]
    tokens: int


class Question(ABC, Generic[R]):
    """One call of one role; `asked` is the turn that came of it."""

    def __init__(
        self,
        resources: "Resources",
        state: RunState | SubTaskState,
        runtime: Runtime[Settings],
        call: str,
        values: Mapping[str, str],
        purpose: Purpose,
    ) -> None:
        """See `Resources.ask`."""
        self._resources = resources
        self._state = state
        self._runtime = runtime
        self._call = call
        self._values = values
        self._purpose: Purpose = purpose
        self._role = call.partition(".")[0]
        self._scope = scope_of(state)
        self._settings = resources.settings(runtime)
        self._before = pending_restart(state, call)
        self._rows: list[UsageRow] = []
        self._warnings: list[str] = []

    async def asked(self) -> Turn[R]:
        """Ask the role's model and, where it cannot be asked, its fallbacks in turn."""
        failure = ""
        if self._meter.malformed >= MOST_MALFORMED:
            return self._given_up()
        for asker in self.askers():
            if failure:
                self._warnings.append(f"{failure}; asking {asker.reference!r} instead")
            try:
                turn = await self.ask_one(asker)
            except ToolsRefusedError:  # it is asked in another way from now on
                return Turn(None, ends_here=False, update=self._update())
            except ModelError as error:
                failure = str(error)
                if stop := self._resources.allowance(self._state, self._settings, self._purpose):
                    return stopped(self._runtime, self._state, stop, self._update())
                continue
            return turn
        return stopped(self._runtime, self._state, Stop(reason="error", text=failure), self._update())

    @property
    def _meter(self) -> Meter:
        return self._resources.meter(self._state.get("run_id", ""))

    def _given_up(self) -> Turn[R]:
        """The end of a run whose models follow no format."""
        said = f"{MOST_MALFORMED} replies in a row could not be read; smurfs doctor says which formats a model follows"
        return stopped(self._runtime, self._state, Stop(reason="malformed_replies", text=said), self._update())

    def askers(self) -> list[Asker]:
        """Who may be asked, in turn."""
        return self._resources.askers(self._role, self._settings)

    @abstractmethod
    async def _put(self, asker: Asker, messages: list[BaseMessage], **terms: Any) -> Asked[R]:
        """Ask one model."""

    @property
    def _complaint(self) -> str:
        return self._before.complaint if self._before else ""

    @abstractmethod
    def _extra_tokens(self, asker: Asker) -> int:
        """Tokens of a prompt beside its messages, estimated."""

    async def ask_one(self, asker: Asker) -> Turn[R]:
        """Ask one of those who may be asked. Raises ModelError where it cannot be."""
        prompt = self.compose(asker)
        try:
            asked = await self._sent(asker, prompt)
        except OverflowedError:  # what the window holds is known better now
            prompt = self.compose(asker)
            asked = await self._sent(asker, prompt)
        if isinstance(asked, Stop):
            return stopped(self._runtime, self._state, asked, self._update())
        self._warnings += [f"{self._call}: the prompt was cut to fit the window: {what}" for what in prompt.cuts]
        self._meter.malformed = 0 if asked.reply is not None else self._meter.malformed + 1
        if self._meter.malformed >= MOST_MALFORMED:
            return self._given_up()
        if asked.reply is not None:
            return Turn(asked.reply, ends_here=False, update=self._update(), raw=asked.raw)
        limit = self._settings.max_restarts
        return refused(self._runtime, self._state, self._call, asked.complaint, limit, self._update(), asked.raw)

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
                asked = await self._put(
                    asker,
                    prompt.messages,
                    role=self._role,
                    timeout=left,
                    policy=Policy.of(self._settings),
                    journal=journal,
                    since=time.monotonic() - meter.elapsed,
                )
        except ModelError:
            seconds = time.perf_counter() - started
            self._count(UsageRow(role=self._role, model=asker.reference, calls=1, seconds=seconds))
            raise
        self._count(asked.row, cost=cost_of(asked.row, price), cut=int(bool(prompt.cuts)))
        return asked

    def compose(self, asker: Asker) -> _Prompt:
        """The messages, with sections cut where they would not fit the model's window."""
        complaint, reply = self._complaint, self._before.reply if self._before and self._complaint else ""
        template = prompt_of(self._call, self._settings.prompts)
        limit = asker.knowledge.window.prompt_limit(self._settings.context_window)
        values, extra, instructions = dict(self._values), self._extra_tokens(asker), self._settings.instructions
        if "date" in template.variables:
            values.setdefault("date", self._state.get("today", ""))
        if "conversation" in template.variables:
            values.setdefault("conversation", views.known(self._state.get("earlier", ())))
        window = self._resources.window(self._settings, self._role) or UNKNOWN_WINDOW
        values, cuts = cap_entries(values, chars_of(window, ENTRY_SHARE))
        if limit is not None:
            told = text_tokens(template.system_for(values, instructions)) + text_tokens(complaint) + text_tokens(reply)
            values, more = fit(values, limit, told + 2 * TOKENS_PER_MESSAGE + extra, self._ranked)
            cuts = (*cuts, *more)
        messages = template.render(values, complaint, reply, instructions)
        return _Prompt(messages, cuts, asker.knowledge.window.expected(estimate_tokens(messages) + extra))

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


class SchemaQuestion(Question[S]):
    """A question whose reply is held to a schema."""

    def __init__(self, *about: Any, schema: type[S], shape: dict[str, Any] | None) -> None:
        """`about`: as for any question; `shape`: a JSON schema that says more than `schema` does."""
        super().__init__(*about)
        self._schema, self._shape = schema, shape

    async def _put(self, asker: Asker, messages: list[BaseMessage], **terms: Any) -> Asked[S]:
        return await asker.ask(messages, self._schema, shape=self._shape, **terms)

    def _extra_tokens(self, asker: Asker) -> int:
        return asker.schema_tokens(self._schema, self._shape)


class NativeQuestion(Question[NativeReply]):
    """A question with tools bound, at the end of a conversation."""

    def __init__(self, *about: Any, history: Sequence[BaseMessage], tools: BoundTools) -> None:
        """`history`: the model's own replies and what its calls brought, the oldest first."""
        super().__init__(*about)
        self._history, self._tools = history, tools

    async def ask_one(self, asker: Asker) -> Turn[NativeReply]:
        """Also asked in another way where the bound tools do not fit the model's window: they cannot be cut."""
        try:
            return await super().ask_one(asker)
        except OverflowedError as error:
            raise ToolsRefusedError(str(error)) from error

    async def _put(self, asker: Asker, messages: list[BaseMessage], **terms: Any) -> Asked[NativeReply]:
        return await asker.call_tools(messages, self._tools, **terms)

    @property
    def _complaint(self) -> str:
        return ""  # it comes last, behind the conversation

    def askers(self) -> list[Asker]:
        """Fallbacks that take no tools cannot go on with a conversation of calls."""
        first, *others = super().askers()
        return [first, *(asker for asker in others if asker.calls_tools is not False)]

    def _extra_tokens(self, asker: Asker) -> int:
        return self._tools.chars // CHARS_PER_TOKEN

    def compose(self, asker: Asker) -> _Prompt:
        """The beginning as ever, then the conversation; the oldest results are shortened where it would not fit."""
        prompt, history = super().compose(asker), list(self._history)
        limit, cuts = asker.knowledge.window.prompt_limit(self._settings.context_window), prompt.cuts
        if limit is not None:
            fixed = estimate_tokens(prompt.messages) + self._extra_tokens(asker)
            history, more = shorten_results(history, limit - fixed)
            cuts = (*cuts, *more)
        messages = [*prompt.messages, *history]
        if self._before:
            messages.append(HumanMessage(self._before.complaint))
        tokens = asker.knowledge.window.expected(estimate_tokens(messages) + self._extra_tokens(asker))
        return _Prompt(messages, cuts, tokens)


def shorten_results(history: list[BaseMessage], limit: int) -> tuple[list[BaseMessage], tuple[str, ...]]:
    """The conversation in at most `limit` estimated tokens, as far as shorter results of calls can bring that about.

    The oldest are cut first, for the model has answered to them before; what was cut is said.
    """
    shortened = 0
    for at, message in enumerate(history):
        excess = estimate_tokens(history) - limit
        if excess <= 0:
            break
        if isinstance(message, ToolMessage):
            text = str(message.text)
            kept = cut(text, max(_LEAST_RESULT, len(text) - excess * CHARS_PER_TOKEN))
            if kept != text:
                history[at], shortened = message.model_copy(update={"content": kept}), shortened + 1
    return history, ((f"{shortened} of the earlier results were shortened",) if shortened else ())
