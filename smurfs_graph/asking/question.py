"""One question of a role to its model: composed, fitted, reserved in the budgets, asked, and written to the ledger."""

import time
from collections.abc import Awaitable, Mapping, Sequence
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import BaseMessage, HumanMessage, ToolMessage
from langgraph.runtime import Runtime
from pydantic import BaseModel

from smurfs_graph.asking.asking import Asking
from smurfs_graph.asking.emitting import emit, scope_of
from smurfs_graph.asking.middleware import answer_around
from smurfs_graph.asking.turns import Turn, pending_restart, turn_after_refusal, turn_after_stop
from smurfs_graph.budgets.limits import Purpose, seconds_left
from smurfs_graph.budgets.usage import Usage, UsageRow
from smurfs_graph.errors import ModelError
from smurfs_graph.events.vocabulary import RoleAnswered, RoleAsked
from smurfs_graph.models.asking import Answer, Answered, Asker, DeclinedError, OverflowedError, QuestionOutcome
from smurfs_graph.models.formats import LISTENER
from smurfs_graph.models.forms import Form, SchemaForm, ToolsRefusedError
from smurfs_graph.models.journal import ReplyJournal
from smurfs_graph.models.native import BoundTools, NativeReply
from smurfs_graph.models.prices import cost_of, price_of
from smurfs_graph.models.server import ServerPolicy
from smurfs_graph.models.shown_tools import shows_tools, with_filler
from smurfs_graph.models.tools_form import CountForm, ToolsForm
from smurfs_graph.models.transcript import TRANSCRIPT, Transcript
from smurfs_graph.models.window import (
    IMAGE_TOKENS,
    TOKENS_PER_MESSAGE,
    chars_of,
    estimate_tokens,
    text_tokens,
)
from smurfs_graph.prompting import views
from smurfs_graph.prompting.images import Image, shown_to, with_images
from smurfs_graph.prompting.prompts import load_prompt, prompt_of, without_turns
from smurfs_graph.prompting.truncation import ENTRY_SHARE, cap_entries, fit, fit_history
from smurfs_graph.settings import Settings
from smurfs_graph.state import Memories, RunState, Stop, TaskState

R = TypeVar("R", bound=BaseModel)
MOST_MALFORMED = 7
"""Replies in a row, of whatever role, that could not be read: then the run ends. Each format has been tried by then."""
_EXPECTED_REPLY = 200
"""Tokens of a reply, for reserving a call's cost."""


class _StoppedError(Exception):
    """A budget does not allow a call."""

    def __init__(self, stop: Stop) -> None:
        super().__init__(stop.reason)
        self.stop = stop


class _Prompt(NamedTuple):
    messages: list[BaseMessage]
    cuts: tuple[str, ...]
    tokens: int


class Question(Generic[R]):
    """One call of one role: the question of a node, and the turn that results."""

    def __init__(
        self,
        asking: Asking,
        state: RunState | TaskState,
        runtime: Runtime[Settings],
        call: str,
        values: Mapping[str, str],
        purpose: Purpose,
        form: Form[R],
        history: Sequence[BaseMessage] | None = None,
        listener: BaseCallbackHandler | None = None,
        earlier: Sequence[BaseMessage] = (),
    ) -> None:
        """See `ask_model`. `history`: with tools bound, what has come of this request so far; `earlier`: the turns
        before it.
        """
        self._asking = asking
        self._state = state
        self._runtime = runtime
        self._call = call
        self._values = values
        self._purpose: Purpose = purpose
        self._form = form
        self._history, self._earlier = history, earlier
        self._listener = listener if not asking.middleware.of_models else None  # a hook may change what was heard
        self._role = call.partition(".")[0]
        self._scope = scope_of(state)
        self._settings = asking.settings_of(runtime, state.get("sub_task"))
        self._meter = asking.live.meter(state.get("run_id", ""))
        self._before = pending_restart(state, call)
        form.cuts = self._before.cuts if self._before else ()
        self._rows: list[UsageRow] = []
        self._warnings: list[str] = []
        self._transcript: Transcript = []
        task, shows = state.get("sub_task"), load_prompt(call).images
        self._images = asking.live.images_of(state) if shows and (task is None or task.whole) else []

    async def ask(self) -> Turn[R]:
        """Ask the role's model and, where it cannot be asked, its fallbacks in turn."""
        if self._meter.malformed >= MOST_MALFORMED:
            return self._give_up()
        failure, token = "", LISTENER.set(self._listener)
        try:
            for asker in self._askers():
                if failure:
                    self._warnings.append(f"{failure}; asking {asker.reference!r} instead")
                try:
                    return await self._ask_one(asker)
                except DeclinedError as error:
                    stop = Stop(reason="refused", text=str(error))
                    return turn_after_stop(self._runtime, self._state, stop, self._update())
                except ModelError as error:
                    too_long = isinstance(error, OverflowedError) and self._history is not None  # tools cannot be cut
                    if too_long:
                        self._remember_tools(asker)
                    if too_long or isinstance(error, ToolsRefusedError):  # it is asked in another way from now on
                        return Turn(None, ends_here=False, update=self._update())
                    failure = str(error)
                    if stop := self._asking.live.allowance(self._state, self._settings, self._purpose):
                        return turn_after_stop(self._runtime, self._state, stop, self._update())
        finally:
            LISTENER.reset(token)
        return turn_after_stop(self._runtime, self._state, Stop(reason="error", text=failure), self._update())

    def _give_up(self) -> Turn[R]:
        """Return the turn that ends a run whose models follow no format."""
        said = f"{MOST_MALFORMED} replies in a row could not be read; smurfs doctor says which formats a model follows"
        return turn_after_stop(self._runtime, self._state, Stop(reason="malformed_replies", text=said), self._update())

    def _askers(self) -> list[Asker]:
        """Return the models to ask, in order; fallbacks without tools cannot go on with a conversation of calls."""
        first, *others = self._asking.askers.of(self._role, self._settings)
        return [first, *(asker for asker in others if self._history is None or asker.calls_tools is not False)]

    def _remember_tools(self, asker: Asker) -> None:
        """Remember tools that do not fit the window, where neither the conversation nor the request is at fault."""
        tokens, known = self._form.tokens("function_calling"), asker.knowledge
        if not (self._history or self._earlier) and tokens > sum(map(text_tokens, self._values.values())):
            known.too_many = min(known.too_many or tokens, tokens)

    async def _ask_one(self, asker: Asker) -> Turn[R]:
        """Ask one of those who may be asked. Raises ModelError where it cannot be."""
        prompt = self.compose(asker)
        try:
            asked = await self._reserve_and_ask(asker, prompt)
        except OverflowedError:  # what the window holds is known better now
            prompt = self.compose(asker)
            asked = await self._reserve_and_ask(asker, prompt)
        if isinstance(asked, Stop):
            return turn_after_stop(self._runtime, self._state, asked, self._update())
        self._warnings += [f"{self._call}: the prompt was cut to fit the window: {what}" for what in prompt.cuts]
        if asked.reply is None or self._form.is_plain_text:
            self._meter.malformed += 1
        elif not isinstance(asked.reply, NativeReply) or asked.reply.calls or asker.calls_tools:
            self._meter.malformed = 0  # text of a model that was never seen to call a tool shows no format
        if self._meter.malformed >= MOST_MALFORMED:
            return self._give_up()
        if asked.reply is not None:
            self._warnings += [f"{self._call}: {note}" for note in self._form.notes]
            return Turn(asked.reply, ends_here=False, update=self._update(), raw=asked.raw)
        limit = self._settings.max_restarts
        return turn_after_refusal(
            self._runtime, self._state, self._call, asked.complaint, limit, self._update(), asked.raw, asked.cut
        )

    async def count(self, asker: Asker, with_tools: int) -> dict[str, Any]:
        """Have the model's server count the prompt with a text in place of the tools, and remember whether it shows
        them; return what the state gets. `with_tools`: tokens that it counted of the prompt with the tools bound.
        """
        if not isinstance(self._form, CountForm):
            raise TypeError("only a form that counts is asked for a count")
        prompt = self.compose(asker)
        self._settings = self._settings.model_copy(update={"record": False})  # the reply is no example of one
        if self._asking.live.allowance(self._state, self._settings, self._purpose, tokens=prompt.tokens):
            return {}
        asker.knowledge.looked_for_tools, asked, takes_limit = True, None, asker.knowledge.takes_limit
        try:
            longer = prompt._replace(messages=with_filler(prompt.messages, self._form.tools))
            asked = await self._reserve_and_ask(asker, longer)
        except ModelError:
            pass  # the run does not depend on it
        finally:
            asker.knowledge.takes_limit = takes_limit  # some models refuse a limit of one token alone
        if isinstance(asked, QuestionOutcome) and asked.row.calls and not asked.row.estimated:
            size = estimate_tokens(prompt.messages)
            asker.knowledge.shows_tools = shows_tools(with_tools, asked.row.input_tokens, messages=size)
        return self._update()

    async def _reserve_and_ask(self, asker: Asker, prompt: _Prompt) -> QuestionOutcome[R] | Stop:
        """Ask the model and count the usage, or return why the budgets do not allow the call. Raises ModelError."""
        meter = self._meter
        of_sub_task = meter.spent_of(self._scope) if self._scope else None
        seconds = seconds_left(
            self._settings, meter.spent, self._purpose, of_sub_task, self._asking.live.ending_of(self._state)
        )
        run_id, used = self._state.get("run_id", ""), self._state.get("usage")
        wrapped = self._asking.middleware.of_models
        asking = asker.ask(
            prompt.messages,
            self._form,
            role=self._role,
            timeout=seconds,
            policy=ServerPolicy.of(self._settings),
            journal=ReplyJournal.of(self._runtime, run_id, self._scope, used),
            since=time.monotonic() - meter.elapsed,
            around=partial(self._hooked, asker, prompt, seconds) if wrapped else partial(self._reserved, asker, prompt),
        )
        try:
            return await (self._record(asker, asking) if self._settings.record else asking)
        except _StoppedError as error:
            return error.stop

    async def _reserved(self, asker: Asker, prompt: _Prompt, messages: list[BaseMessage], answer: Answer) -> Answered:
        """Reserve, get and count one answer. Raises _StoppedError where the budgets forbid it, and ModelError."""
        price = price_of(asker.reference, self._settings)
        meter = self._meter
        tokens = prompt.tokens
        if messages is not prompt.messages:
            sent = estimate_tokens(messages) + self._form.tokens(asker.rung)
            tokens = asker.knowledge.window.expected(sent)
        cost = cost_of(UsageRow(role="", input_tokens=tokens, output_tokens=_EXPECTED_REPLY), price)
        if stop := self._asking.live.allowance(self._state, self._settings, self._purpose, tokens=tokens, cost=cost):
            raise _StoppedError(stop)
        emit(self._runtime, RoleAsked(sub_task=self._scope, call=self._call, model=asker.reference))
        started = time.perf_counter()
        try:
            with meter.in_flight(self._scope, tokens=tokens, cost=cost):
                answered = await answer(messages)
        except ModelError:
            seconds = time.perf_counter() - started
            self._count(UsageRow(role=self._role, model=asker.reference, calls=1, seconds=seconds))
            raise
        self._count(answered.row, cost=cost_of(answered.row, price), cut=int(bool(prompt.cuts)))
        return answered

    async def _hooked(
        self, asker: Asker, prompt: _Prompt, seconds: float | None, messages: list[BaseMessage], answer: Answer
    ) -> Answered:
        """Ask through middleware; each time that it asks the model is reserved and counted."""
        own = self._settings.model_timeout
        answered, asked = await answer_around(
            self._asking.middleware,
            asker,
            self._form,
            messages,
            partial(self._reserved, asker, prompt, answer=answer),
            final=(_StoppedError, OverflowedError, ToolsRefusedError, DeclinedError),
            row=UsageRow(role=self._role, model=asker.reference, replayed=1),
            seconds=min(own, seconds or own),
            runtime=self._runtime,
        )
        if not asked:
            self._count(answered.row)
        return answered

    async def _record(self, asker: Asker, asking: Awaitable[QuestionOutcome[R]]) -> QuestionOutcome[R]:
        """Await the outcome, and record what is sent and what comes back."""
        before, asked = len(self._transcript), None
        token = TRANSCRIPT.set(self._transcript)
        try:
            asked = await asking
            return asked
        finally:
            TRANSCRIPT.reset(token)
            for request in self._transcript[before:]:
                request.model = asker.reference
            if self._transcript:
                about = {"call": self._call, "mends": self._before.complaint if self._before else ""}
                about["refused"] = asked.complaint if asked is not None else ""
                row = asked.row if asked is not None else None
                why = await self._asking.live.recorder.write(self._state, self._runtime, about, self._transcript, row)
                self._warnings += [why] if why else []

    def compose(self, asker: Asker) -> _Prompt:
        """Return the messages, with sections cut where they would not fit the model's window."""
        window, given = asker.knowledge.window, self._settings.context_window
        limit, extra = window.prompt_limit(given), self._form.tokens(asker.rung)
        images = self._shown_images(asker) if self._images else []
        before = self._before if self._history is None else None  # else the complaint is behind the conversation
        complaint, reply = (before.complaint, before.reply) if before and before.complaint else ("", "")
        template = prompt_of(self._call, self._settings.prompts)
        values, instructions = dict(self._values), self._settings.instructions
        if "date" in template.variables:
            values.setdefault("date", self._state.get("today", ""))
        if "conversation" in template.variables:
            values.setdefault("conversation", views.known(self._state.get("earlier", ())))
        if "earlier_calls" in template.variables:
            turns = self._state.get("earlier") or self._state.get("dependencies") or ()
            values.setdefault("earlier_calls", views.earlier_calls(turns))
        if "remembered" in template.variables:
            values.setdefault("remembered", views.lines(self._state.get("memories", Memories()).texts))
        size = self._asking.askers.window(self._settings, self._role)
        values, cuts = cap_entries(values, chars_of(size, ENTRY_SHARE))
        if limit is not None:
            told = text_tokens(template.system_for(values, instructions)) + text_tokens(complaint) + text_tokens(reply)
            values, more = fit(
                values, limit, told + 2 * TOKENS_PER_MESSAGE + extra + len(images) * IMAGE_TOKENS, self._rank
            )
            cuts = (*cuts, *more)
        messages = template.render(values, complaint, reply, instructions)
        messages = with_images(messages, images) if images else messages
        if self._history is not None:
            earlier, history = self._earlier, self._history
            if limit is not None:
                room = limit - estimate_tokens(messages) - extra
                earlier, history, more = fit_history(earlier, history, room)
                cuts = (*cuts, *more)
            again = [HumanMessage(without_turns(self._before.complaint))] if self._before else []
            messages = [messages[0], *earlier, *messages[1:], *history, *again]
        return _Prompt(messages, cuts, window.expected(estimate_tokens(messages) + extra))

    def _shown_images(self, asker: Asker) -> list[Image]:
        said, formats = self._settings.image_inputs, asker.formats
        takes = formats.takes_images if said is None else said
        shown, warnings = shown_to(
            self._images, asker.reference, takes=takes, passes_addresses=formats.passes_addresses
        )
        self._warnings += [warning for warning in warnings if warning not in self._warnings]
        return shown

    def _rank(self, lines: list[str]) -> list[str]:
        said = (self._values.get(name, "") for name in ("query", "sub_task", "thought", "hint"))
        return self._asking.toolset.rank_lines(" ".join(said), lines)

    def _count(self, row: UsageRow, **more: float) -> None:
        """Write a call to the ledger; a restart is counted once, with the call that mends it."""
        restarts = int(self._before is not None and not self._rows)
        counted = row.model_copy(update={"sub_task": self._scope, "restarts": restarts, **more})
        self._rows.append(counted)
        emit(self._runtime, RoleAnswered(sub_task=self._scope, call=self._call, used=counted))
        self._meter.settle(self._scope, counted)

    def _update(self) -> dict[str, Any]:
        usage = Usage.total([Usage(elapsed=self._meter.elapsed), *(Usage(rows=(row,)) for row in self._rows)])
        update: dict[str, Any] = {"usage": usage, "restart": None}
        return update | {"warnings": self._warnings} if self._warnings else update


async def ask_model(
    asking: Asking,
    state: RunState | TaskState,
    runtime: Runtime[Settings],
    call: str,
    values: Mapping[str, str],
    schema: type[R] | Form[R],
    *,
    purpose: Purpose = "search",
    shape: dict[str, Any] | None = None,
    listener: BaseCallbackHandler | None = None,
) -> Turn[R]:
    """Ask the model of a call's role, once, within the budgets; never raises for what a model or server does.

    `shape`: a JSON schema that says more than `schema` does, for servers that hold a model to one; `listener`:
    hears the reply as it comes.
    """
    form = schema if isinstance(schema, Form) else SchemaForm(schema, shape)
    return await Question(asking, state, runtime, call, values, purpose, form, listener=listener).ask()


async def ask_with_tools(
    asking: Asking,
    state: TaskState,
    runtime: Runtime[Settings],
    call: str,
    values: Mapping[str, str],
    *,
    history: Sequence[BaseMessage],
    earlier: Sequence[BaseMessage],
    tools: BoundTools,
    purpose: Purpose = "search",
    listener: BaseCallbackHandler | None = None,
) -> Turn[NativeReply]:
    """Ask with tools bound: `history` is what has come of the request, behind the prompt of the call; `earlier` are
    the turns before it.

    The turn has no reply where the model takes no tools, or where the restarts are used up.
    """
    results = [str(message.text) for message in (*earlier, *history) if isinstance(message, ToolMessage)]
    form = ToolsForm(tools, results, values.get("query", ""))
    return await Question(asking, state, runtime, call, values, purpose, form, history, listener, earlier).ask()
