"""The one place where a role asks a model: messages and a form in, a validated reply or a complaint out.

What was asked before comes from the response cache or the journal; else the model's server is asked, in the formats
that the form goes through. What works is remembered for the model and its server.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar, cast

from langchain_core.messages import AIMessage, BaseMessage
from pydantic import BaseModel

from smurfs_graph.budgets.usage import UsageRow
from smurfs_graph.concurrency.threads import run_in_thread
from smurfs_graph.errors import ModelError
from smurfs_graph.models.bounds import reply_limit
from smurfs_graph.models.cache import KeptReply, ResponseCache, cache_key
from smurfs_graph.models.formats import AS_IT_IS, Formats, SamplingTerms
from smurfs_graph.models.forms import Form, FormAttempt, SchemaForm
from smurfs_graph.models.journal import JournalEntry, ReplyJournal
from smurfs_graph.models.reading import BadReplyError, has_thoughts, refusal_in
from smurfs_graph.models.registry import LADDER, MOST_BROKEN, Knowledge, Registry, Rung
from smurfs_graph.models.server import FailedCallError, ModelServer, ServerPolicy, UnreachableError
from smurfs_graph.models.spoken import begins_in_thoughts
from smurfs_graph.models.transcript import TRANSCRIPT, note_replay
from smurfs_graph.models.window import UNKNOWN_WINDOW, estimate_tokens, text_tokens, usage_row
from smurfs_graph.models.wrapping import AnyModel
from smurfs_graph.planning.lengths import Cut

R = TypeVar("R", bound=BaseModel)
FUSED_WINDOW = 16_384
"""Tokens that a model's window must hold for fused steps under step shape "auto"."""
READ_AT_ONCE = 2_000
"""Characters of a reply that is read on the event loop: at worst, some hundredths of a second."""
_MOST_WORDS = 2_000
"""Characters of a refusal that are kept."""
GARBLED = "the reply could not be read; write plain text without control characters, arguments as a JSON object"


class Answered(NamedTuple):
    """A model's answer before anybody has read it."""

    kept: KeptReply
    fresh: bool
    """The model was asked for it just now, and it is as it came."""
    row: UsageRow


Answer = Callable[[list[BaseMessage]], Awaitable[Answered]]
"""Has messages answered."""


class QuestionOutcome(NamedTuple, Generic[R]):
    """The outcome of one question: a reply or a complaint, and the usage."""

    reply: R | None
    complaint: str
    row: UsageRow
    raw: str
    cut: Cut | None = None
    """Why the reply had no end, where it had none."""


class OverflowedError(ModelError):
    """The prompt does not fit the model's window; a shorter one may."""


class DeclinedError(ModelError):
    """The model, or a filter around it, refused to reply; the text has its words."""


class Asker:
    """Asks one model."""

    def __init__(
        self,
        model: AnyModel,
        reference: str,
        *,
        timeout: float,
        registry: Registry | None = None,
        server: str = "",
        on_client_loop: bool = False,
        start: Rung | None = None,
        parameters: Any = None,
        cache: ResponseCache | None = None,
        window: int | None = None,
    ) -> None:
        """`timeout`: seconds for a whole call, retries included.

        `on_client_loop`: its connections belong to the registry's loop; else to the caller's, where that lasts.
        `parameters`: what else tells two replies apart; `window`: tokens, as a setting says.
        """
        registry = registry or Registry()
        self.reference = reference
        self.formats = Formats(model, registry.clients, on_client_loop=on_client_loop)
        self.server: ModelServer = registry.server(server or reference)
        first = "prompted" if self.formats.text_only else start or LADDER[0]
        self.knowledge: Knowledge = registry.knowledge(self.server.name, reference, first, self.formats.window)
        self.formats.share(self.knowledge)
        self._timeout = timeout
        self._parameters = parameters
        set_limit: Any = cast("dict[str, Any]", parameters).get("max_output_tokens") if parameters else None
        self._own_limit = set_limit is not None
        """Whether a setting says how long replies may be."""
        self.knowledge.thinks = self.knowledge.thinks or self.formats.thinks
        self._cache = cache
        self._window = window

    @property
    def rung(self) -> Rung:
        """Return the format that is asked for now."""
        return self.knowledge.ladder.rung

    @property
    def declares_fused_steps(self) -> bool | None:
        """Return whether the model declares that it manages fused steps; None where it declares nothing."""
        return self.formats.fused_steps

    @property
    def manages_fused_steps(self) -> bool:
        """Return what the model declares, or what an examination saw; else whether native structured output has
        worked, in a window that is not known to be small.
        """
        if self.declares_fused_steps is not None:
            return self.declares_fused_steps
        if self.knowledge.best_shape in ("split", "fused"):
            return self.knowledge.best_shape == "fused"
        window = self._window or self.knowledge.window.tokens or UNKNOWN_WINDOW
        return self.knowledge.ladder.native_works and window >= FUSED_WINDOW

    @property
    def is_best_without_tools(self) -> bool:
        """Return whether steps without bound tools are best: as an examination saw, or for its server shows it none."""
        known = self.knowledge
        return known.best_shape in ("guided", "split", "fused") or (known.best_shape is None and self.misses_tools)

    @property
    def is_best_guided(self) -> bool:
        """Return whether guided steps are best: as an examination saw or, where there was none, for a model that is not
        shown tools, as its template has none, or that calls none and runs on where a schema is to be filled.
        """
        known = self.knowledge
        if known.best_shape is not None:
            return known.best_shape == "guided"
        return self.misses_tools or (known.calls_tools is False and known.runs_on)

    @property
    def may_miss_tools(self) -> bool:
        """Return whether nothing is known of whether it is shown tools: no profile, no examination, no call of it."""
        known = self.knowledge
        return self.calls_tools is None and known.shows_tools is None and not known.looked_for_tools

    @property
    def misses_tools(self) -> bool:
        """Return whether its server was seen to leave bound tools out, and it was not seen to call one."""
        return self.knowledge.shows_tools is False and not self.calls_tools

    @property
    def calls_tools(self) -> bool | None:
        """Return whether the model calls tools that are bound to it; None: unknown.

        False where its class or profile rules it out; else as seen, then as class or profile say, then as `smurfs
        doctor` found.
        """
        said, seen = self.formats.calls_tools, self.knowledge.calls_tools
        if said is False or seen is not None:
            return said is not False and seen
        return said or self.knowledge.best_shape in ("native", "code") or None

    @property
    def writes_programs(self) -> bool:
        """Return whether `auto` may use programs as steps: as declared, else as `smurfs doctor` found.

        False once `MOST_BROKEN` programs in a row were broken.
        """
        if self.knowledge.broken_programs >= MOST_BROKEN:
            return False
        said = self.formats.writes_programs
        return bool(self.knowledge.writes_programs) if said is None else said

    @property
    def several_calls(self) -> bool | None:
        """Return whether the model puts independent calls into one reply: as declared, else as seen; None: unknown."""
        said = self.formats.several_calls
        return self.knowledge.several_calls if said is None else said

    async def ask(
        self,
        messages: list[BaseMessage],
        wanted: type[R] | Form[R],
        *,
        role: str,
        timeout: float | None = None,
        policy: ServerPolicy | None = None,
        journal: ReplyJournal | None = None,
        since: float | None = None,
        around: Callable[[list[BaseMessage], Answer], Awaitable[Answered]] | None = None,
    ) -> QuestionOutcome[R]:
        """Ask once. Raises ModelError where no answer could be had; a bad answer is a complaint, not an error.

        `wanted`: a schema stands for its `SchemaForm`; `timeout`: seconds, if shorter; `journal`: has the reply where
        this very call was answered before its process ended; `since`: when its run began, on `time.monotonic`'s clock;
        `around`: has the messages answered, in its own way.
        Raises ToolsRefusedError, a ModelError, where tools are bound that the model or its server does not take.
        """
        form = wanted if isinstance(wanted, Form) else SchemaForm(wanted)
        form.first_of_model = self.may_miss_tools
        deadline = time.monotonic() + min(self._timeout, timeout if timeout is not None else self._timeout)

        async def answer(sent: list[BaseMessage]) -> Answered:
            tokens = estimate_tokens(sent)
            send = partial(self._send, sent, tokens, form, policy or ServerPolicy(), deadline, since)
            started = time.perf_counter()
            if self._cache is None and journal is None:
                kept, fresh = await send(), True
            else:
                kept, fresh = await self._recall_or(send, sent, form, journal)
            seconds = time.perf_counter() - started
            row = self._row(kept, fresh, tokens + form.tokens(kept.rung), role, seconds)
            return Answered(kept, fresh, row)

        kept, fresh, row = await (answer(messages) if around is None else around(messages, answer))
        if (said := _refusal(form, kept)) is not None:
            raise DeclinedError(self._declined(said))
        try:
            # in a thread where that may take a while: the event loop has other runs to serve
            reply = form.read(kept) if len(kept.text) <= READ_AT_ONCE else await run_in_thread(form.read, kept)
        except BadReplyError as error:
            form.learn(kept, error, self.knowledge, fresh=fresh)
            cut = None if kept.complaint else error.cut
            self.knowledge.thinks = self.knowledge.thinks or cut == "thoughts"
            self.knowledge.runs_on = self.knowledge.runs_on or cut == "runs on"
            return QuestionOutcome(None, kept.complaint or str(error), row, kept.text, cut)
        form.learn(kept, reply, self.knowledge, fresh=fresh)
        self.knowledge.thinks = self.knowledge.thinks or has_thoughts(kept.message)
        if (said := str(kept.message.text)) and begins_in_thoughts(said):
            self.knowledge.opens_thoughts = False
        return QuestionOutcome(reply, "", row, kept.text)

    def _declined(self, said: str) -> str:
        words = f": {said[:_MOST_WORDS]}" if said else ", without a word"
        return f"model {self.reference!r}, or a filter around it, refused{words}"

    async def _recall_or(
        self,
        send: Callable[..., Awaitable[KeptReply]],
        messages: list[BaseMessage],
        form: Form[R],
        journal: ReplyJournal | None,
    ) -> tuple[KeptReply, bool]:
        """Return the reply, kept from before or sent for, and whether it is one that has to be counted."""
        key = cache_key(self.server.name, self.reference, self._parameters, messages, form.title)
        before = len(TRANSCRIPT.get() or ())
        fresh = True
        if self._cache is None:
            kept = await cast("ReplyJournal", journal).once(key, send)
        elif (found := await asyncio.to_thread(self._cache.find, key)) is not None:
            kept, fresh = found, False
        else:
            kept = await send()
            if _refusal(form, kept) is None:  # the cache keeps its words alone: they would be the answer next time
                await asyncio.to_thread(self._cache.keep, key, kept)
        if len(TRANSCRIPT.get() or ()) == before:
            with suppress(FailedCallError, ValueError):  # another version has kept it
                bound = form.bound(self.formats, FormAttempt(kept.rung), AS_IT_IS)
                note_replay(bound, messages, form.message(kept))
        return kept, fresh

    async def _send(
        self,
        messages: list[BaseMessage],
        tokens: int,
        form: Form[R],
        policy: ServerPolicy,
        deadline: float,
        since: float | None,
        entry: JournalEntry | None = None,
    ) -> KeptReply:
        """Send the messages in one format after another, until one brings a reply.

        `tokens`: of the messages, as estimated; `since`: when the run began; `entry`: gets the reply the moment it
        arrives.

        Raises:
            UnreachableError: no answer could be had.
            DeclinedError: the model, or a filter around it, refused.
            OverflowedError: the prompt does not fit the model's window.
            ModelError: no format is left to ask in.
        """
        attempt = form.first(self.knowledge)
        limit = self._limit(tokens + form.tokens(attempt.rung), form)
        terms = SamplingTerms(limit, sum(cut != "thoughts" for cut in form.cuts))

        def begin() -> Awaitable[AIMessage]:
            if entry is not None:
                entry.prepare(partial(form.keep, attempt=attempt))
            return self.formats.send(messages, partial(form.bound, self.formats, attempt, terms), entry)

        while True:
            try:
                message = await self.server.call(begin, policy, deadline, since)
            except UnreachableError as error:
                raise UnreachableError(f"model {self.reference!r} could not be asked: {error}") from None
            except FailedCallError as error:
                failed = error
            else:
                if not attempt.bounded and self.knowledge.takes_bounds:
                    self.knowledge.note_refused_bounds(certain=form.teaches)
                return form.keep(message, attempt)
            if (unfinished := self._unfinished_reply(failed, attempt, tokens + form.tokens(attempt.rung))) is not None:
                return unfinished
            following = form.next(failed.failure, attempt, self.knowledge)
            if following is None:
                raise ModelError(f"model {self.reference!r} could not be asked: {failed.failure.line}")
            attempt = following

    def _unfinished_reply(self, error: FailedCallError, attempt: FormAttempt, sent: int) -> KeptReply | None:
        """Return what a failed call left of a reply; None where another format may bring a whole one.

        `sent`: estimated tokens of the prompt. Raises DeclinedError or OverflowedError, which no other format mends.
        """
        failure = error.failure
        match failure.kind:
            case "cut_off":
                message = AIMessage(failure.partial, usage_metadata=failure.counted)
                return KeptReply(failure.partial, attempt.rung, cut_off=True, message=message)
            case "garbled":
                return KeptReply("", attempt.rung, cut_off=True, message=AIMessage(""), complaint=GARBLED)
            case "filtered":
                raise DeclinedError(self._declined(failure.partial or failure.line)) from error
            case "overflow":
                self.knowledge.window.learn(failure.window, sent)
                raise OverflowedError(f"model {self.reference!r}: {failure.text}") from error
            case _:
                return None

    def _limit(self, estimated: int, form: Form[Any]) -> int | None:
        """Return the tokens that the reply may have; None where a setting says it, and the window is not known.

        `estimated`: tokens of the prompt, what the form adds included.
        """
        sizes = [size for size in (self._window, self.knowledge.window.tokens) if size]
        left = min(sizes) - self.knowledge.window.expected(estimated) if sizes else None
        if self._own_limit:
            return None if left is None else reply_limit(left)
        cuts = (*form.cuts, "long") if self.knowledge.long_calls else form.cuts
        return reply_limit(form.most_tokens, cuts=cuts, thinks=self.knowledge.thinks, left=left)

    def _row(self, kept: KeptReply, fresh: bool, sent: int, role: str, seconds: float) -> UsageRow:
        """Return the ledger's row of a reply; `sent` is an estimate in tokens."""
        if not fresh:
            return UsageRow(role=role, model=self.reference, replayed=1, seconds=seconds)
        received = text_tokens(kept.text) + 1
        row = usage_row(kept.message, sent=sent, received=received, role=role, model=self.reference, seconds=seconds)
        if not row.estimated:
            self.knowledge.window.calibrate(sent, row.input_tokens)
        return row


def _refusal(form: Form[Any], kept: KeptReply) -> str | None:
    """Return the words of a refusal; None where the reply is none."""
    if not kept.complaint:
        with suppress(ValueError):  # what was kept of it was changed since: reading it says so
            return refusal_in(form.message(kept))
    return None
