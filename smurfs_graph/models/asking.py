"""The one place where a role asks a model: messages and a schema in, a validated reply or a complaint out.

A reply goes down a ladder of formats; what works is remembered for the model and its server. Whatever format was used,
the text is read leniently and validated strictly.
"""

import json
import time
from collections.abc import Awaitable
from typing import Any, Generic, NamedTuple, TypeVar, cast

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from pydantic import BaseModel

from smurfs_graph.budgets.usage import UsageRow
from smurfs_graph.concurrency.threads import run_in_thread
from smurfs_graph.errors import ModelError
from smurfs_graph.models.cache import Kept, ResponseCache, cache_key
from smurfs_graph.models.counting import counted_row, cut_off_message
from smurfs_graph.models.formats import Formats, Schema, reply_schema
from smurfs_graph.models.journal import Entry, ReplyJournal
from smurfs_graph.models.json_text import MAX_CHARS
from smurfs_graph.models.ladder import LADDER, Rung
from smurfs_graph.models.native import BoundTools, NativeReply, read_reply, to_data, to_message
from smurfs_graph.models.reading import CUT_OFF, BadReplyError, parse_reply, text_of, was_cut_off
from smurfs_graph.models.registry import Knowledge, Registry
from smurfs_graph.models.server import FailedCallError, Policy, Server, UnreachableError
from smurfs_graph.models.window import CHARS_PER_TOKEN, TOKENS_PER_MESSAGE, estimate_tokens, text_tokens

__all__ = ["FUSED_WINDOW", "LADDER", "Asked", "Asker", "OverflowedError", "Rung", "estimate_tokens", "parse_reply"]

R = TypeVar("R", bound=BaseModel)
FUSED_WINDOW = 16_384
"""Tokens that a model's window must hold for fused steps under step shape "auto"."""
READ_AT_ONCE = 2_000
"""Characters of a reply that is read on the event loop: at worst, some hundredths of a second."""
GARBLED = "the reply was no valid text; write plain text without control characters"


class Asked(NamedTuple, Generic[R]):
    """What came of one question: a reply or a complaint, and what it used."""

    reply: R | None
    complaint: str
    row: UsageRow
    raw: str


class ToolsRefusedError(ModelError):
    """The model's server takes no tools; what can be asked for otherwise may work."""


class OverflowedError(ModelError):
    """The prompt does not fit the model's window; a shorter one may."""


class Asker:
    """Asks one model."""

    def __init__(
        self,
        model: BaseChatModel,
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

        `parameters`: what else tells two replies apart; `window`: tokens, as a setting says.
        """
        registry = registry or Registry()
        self.reference = reference
        self.formats = Formats(model, registry.clients if on_client_loop else None)
        self.server: Server = registry.server(server or reference)
        first = "prompted" if self.formats.text_only else start or LADDER[0]
        self.knowledge: Knowledge = registry.knowledge(self.server.name, reference, first, self.formats.window)
        self.formats.share(self.knowledge)
        self._timeout = timeout
        self._parameters = parameters
        self._cache = cache
        self._window = window

    @property
    def rung(self) -> Rung:
        """The format that is asked for now."""
        return self.knowledge.ladder.rung

    def schema_tokens(self, schema: type[BaseModel], shape: Schema | None) -> int:
        """Tokens that the format that is asked for now adds to a prompt, estimated."""
        return _schema_tokens(shape or reply_schema(schema), self.rung)

    @property
    def declares_fused_steps(self) -> bool | None:
        """What the model itself says of fused steps; None where it says nothing."""
        return self.formats.fused_steps

    @property
    def manages_fused_steps(self) -> bool:
        """As the model declares; else whether native structured output has worked, in a window known to be wide."""
        if self.declares_fused_steps is not None:
            return self.declares_fused_steps
        window = self._window or self.knowledge.window.tokens or 0
        return self.knowledge.ladder.native_works and window >= FUSED_WINDOW

    @property
    def calls_tools(self) -> bool | None:
        """Whether it calls tools that are bound to it: as seen, else as its class and profile say; None: unknown."""
        said = self.formats.calls_tools
        return said if said is False or self.knowledge.calls_tools is None else self.knowledge.calls_tools

    @property
    def several_calls(self) -> bool | None:
        """Whether it puts independent calls into one reply: as declared, else as seen; None: unknown."""
        said = self.formats.several_calls
        return self.knowledge.several_calls if said is None else said

    async def ask(
        self,
        messages: list[BaseMessage],
        schema: type[R],
        *,
        role: str,
        shape: Schema | None = None,
        timeout: float | None = None,
        policy: Policy | None = None,
        journal: ReplyJournal | None = None,
        since: float | None = None,
    ) -> Asked[R]:
        """Ask once. Raises ModelError where no answer could be had; a bad answer is a complaint, not an error.

        `shape`: a JSON schema that says more than `schema` does (a tool's parameters); `timeout`: seconds, if shorter;
        `journal`: has the reply where this very call was answered before its process ended; `since`: when its run
        began, on `time.monotonic`'s clock.
        """
        call = _Call(self, messages, shape or reply_schema(schema), policy or Policy(), self._deadline(timeout))
        call.teaches, call.since = shape is None, since
        started = time.perf_counter()
        kept, fresh = await self._kept(call, messages, str(call.schema["title"]), journal)
        seconds = time.perf_counter() - started
        sent = estimate_tokens(messages) + _schema_tokens(call.schema, kept.rung)
        return await self._judged(kept, fresh, sent, schema, role, seconds)

    async def call_tools(
        self,
        messages: list[BaseMessage],
        tools: BoundTools,
        *,
        role: str,
        timeout: float | None = None,
        policy: Policy | None = None,
        journal: ReplyJournal | None = None,
        since: float | None = None,
    ) -> Asked[NativeReply]:
        """Ask once with the tools bound: calls come back, or text. Otherwise as `ask`.

        Raises ToolsRefusedError where the model or its server takes no tools, and ModelError as `ask` does.
        """
        call = _ToolCall(self, messages, tools, policy or Policy(), self._deadline(timeout), since)
        started = time.perf_counter()
        kept, fresh = await self._kept(call, messages, f"tools {tools.key}", journal)
        row = self._row(kept, fresh, estimate_tokens(messages) + tools.chars // CHARS_PER_TOKEN, role)
        row = row.model_copy(update={"seconds": time.perf_counter() - started})
        if kept.complaint or kept.cut_off:
            return Asked(None, kept.complaint or CUT_OFF, row, kept.text)
        try:
            if len(kept.text) <= READ_AT_ONCE:
                reply = read_reply(_message_in(kept), tools)
            else:
                reply = await run_in_thread(lambda: read_reply(_message_in(kept), tools))
        except ValueError:  # what was kept of it was changed since
            return Asked(None, "the reply could not be read", row, kept.text)
        if reply.calls:
            self.knowledge.calls_tools = True
        complaint = "" if reply.calls or reply.text else "the reply was empty; call a tool or write the answer"
        return Asked(None if complaint else reply, complaint, row, kept.text)

    async def _kept(
        self, call: "_Call | _ToolCall", messages: list[BaseMessage], title: str, journal: ReplyJournal | None
    ) -> tuple[Kept, bool]:
        """The reply, and whether it is one that has to be counted. `title`: of what is asked for."""
        if self._cache is None and journal is None:
            return await call.made(), True
        key = cache_key(self.server.name, self.reference, self._parameters, messages, title)
        if self._cache is not None:
            return await self._cache.once(key, call.made)
        return await cast("ReplyJournal", journal).once(key, call.made), True

    def _deadline(self, timeout: float | None) -> float:
        return time.monotonic() + min(self._timeout, timeout if timeout is not None else self._timeout)

    def _row(self, kept: Kept, fresh: bool, sent: int, role: str, seconds: float = 0.0) -> UsageRow:
        """The ledger's row of a reply; `sent` is an estimate in tokens."""
        if not fresh:
            return UsageRow(role=role, model=self.reference, replayed=1, seconds=seconds)
        received = text_tokens(kept.text) + 1
        row = counted_row(kept.message, sent=sent, received=received, role=role, model=self.reference, seconds=seconds)
        if not row.estimated:
            self.knowledge.window.counted(sent, row.input_tokens)
        return row

    async def _judged(self, kept: Kept, fresh: bool, sent: int, schema: type[R], role: str, seconds: float) -> Asked[R]:
        row = self._row(kept, fresh, sent, role, seconds)
        ladder = self.knowledge.ladder
        try:
            reply = await _read(kept, schema)
        except BadReplyError as error:
            if fresh and error.shape and not kept.cut_off:
                ladder.ill_shaped(kept.rung)
            return Asked(None, kept.complaint or str(error), row, kept.text)
        if fresh:
            ladder.worked(kept.rung, instead_of=kept.instead_of)
        return Asked(reply, "", row, kept.text)


class _Call:
    """One question on its way down the ladder."""

    def __init__(
        self, asker: Asker, messages: list[BaseMessage], schema: Schema, policy: Policy, deadline: float
    ) -> None:
        self._asker = asker
        self._messages = messages
        self.schema = schema
        self._policy = policy
        self._deadline = deadline
        self.teaches = True
        """Whether a refused format says something about the server; else it may be about this one schema."""
        self.since: float | None = None

    async def made(self, entry: Entry | None = None) -> Kept:
        """The model's message, on the first rung that brings one; `entry` gets it the moment it arrives."""
        asker, instead_of, said = self._asker, None, ""
        rung: Rung | None = asker.rung
        while rung is not None:
            try:
                send = self._sender(rung, instead_of, entry)
                message = await asker.server.call(send, self._policy, self._deadline, self.since)
                return _kept(message, rung, instead_of)
            except UnreachableError as error:
                raise UnreachableError(f"model {asker.reference!r} could not be asked: {error}") from None
            except FailedCallError as error:
                failure = error.failure
                match failure.kind:
                    case "cut_off":
                        return Kept.of(cut_off_message(failure), failure.partial, rung, cut_off=True)
                    case "garbled":
                        return Kept.of(AIMessage(""), "", rung, cut_off=True, complaint=GARBLED)
                    case "overflow":
                        asker.knowledge.window.learned(failure.window, estimate_tokens(self._messages))
                        raise OverflowedError(f"model {asker.reference!r}: {failure.text}") from error
                    case "format":
                        instead_of = None if self.teaches else instead_of or rung
                        rung = asker.knowledge.ladder.below(rung)
                    case "transient":  # some servers answer 500 to formats that they do not know
                        instead_of = instead_of or rung
                        rung = "prompted" if rung != "prompted" and failure.connected else None
                    case "refused":
                        rung = None
                said = failure.line
        raise ModelError(f"model {asker.reference!r} could not be asked: {said}")

    def _sender(self, rung: Rung, instead_of: Rung | None, entry: Entry | None) -> Any:
        keeper = _Keeper(entry, rung, instead_of) if entry is not None else None

        def send() -> Awaitable[AIMessage]:
            if entry is not None:
                entry.prepare()
            return self._asker.formats.send(self._messages, self.schema, rung, keeper)

        return send


class _ToolCall:
    """One question with tools bound. There is no ladder below it: who takes no tools is asked in another way."""

    def __init__(
        self,
        asker: Asker,
        messages: list[BaseMessage],
        tools: BoundTools,
        policy: Policy,
        deadline: float,
        since: float | None,
    ) -> None:
        self._asker, self._messages, self._tools = asker, messages, tools
        self._policy, self._deadline, self._since = policy, deadline, since

    async def made(self, entry: Entry | None = None) -> Kept:
        """The model's message, as data; `entry` gets it the moment it arrives."""
        asker = self._asker
        keeper = _MessageKeeper(entry) if entry is not None else None

        def send() -> Awaitable[AIMessage]:
            if entry is not None:
                entry.prepare()
            return asker.formats.send_with_tools(self._messages, self._tools, keeper)

        try:
            return _kept_message(await asker.server.call(send, self._policy, self._deadline, self._since))
        except UnreachableError as error:
            raise UnreachableError(f"model {asker.reference!r} could not be asked: {error}") from None
        except FailedCallError as error:
            return self._failed(error)

    def _failed(self, error: FailedCallError) -> Kept:
        asker, failure = self._asker, error.failure
        match failure.kind:
            case "cut_off":
                return Kept.of(cut_off_message(failure), failure.partial, "function_calling", cut_off=True)
            case "garbled":
                return Kept.of(AIMessage(""), "", "function_calling", cut_off=True, complaint=GARBLED)
            case "overflow":
                tried = estimate_tokens(self._messages) + self._tools.chars // CHARS_PER_TOKEN
                asker.knowledge.window.learned(failure.window, tried)
                raise OverflowedError(f"model {asker.reference!r}: {failure.text}") from error
            case "format" if asker.knowledge.calls_tools is not True and self._tools.functions:
                asker.knowledge.calls_tools = False
                raise ToolsRefusedError(f"model {asker.reference!r} takes no tools: {failure.text}") from error
            case "transient" if asker.knowledge.calls_tools is None and failure.connected and not failure.rate_limited:
                # some servers answer 500 to tools that they do not know; once, that may have been a bad moment
                asker.knowledge.calls_tools = False if asker.knowledge.failed_with_tools else None
                asker.knowledge.failed_with_tools = True
                raise ToolsRefusedError(f"model {asker.reference!r} takes no tools: {failure.text}") from error
            case _:
                raise ModelError(f"model {asker.reference!r} could not be asked: {failure.line}")


class _MessageKeeper(NamedTuple):
    """Writes a message with its calls into the journal."""

    entry: Entry

    async def keep(self, message: AIMessage) -> None:
        await self.entry.write(_kept_message(message))

    def keep_here(self, message: AIMessage) -> None:
        self.entry.write_here(_kept_message(message))


def _kept_message(message: AIMessage) -> Kept:
    """A message as the cache and the journal keep it: its text is the whole message as data."""
    whole = json.dumps(to_data(message), ensure_ascii=False)
    if len(whole) > MAX_CHARS:
        return Kept.of(AIMessage(""), "", "function_calling", cut_off=True)
    cut = was_cut_off(message) and not message.tool_calls
    return Kept.of(message, whole, "function_calling", cut)


def _message_in(kept: Kept) -> AIMessage:
    """The message, as it came or as it was kept."""
    if kept.message.tool_calls or kept.message.invalid_tool_calls or str(kept.message.text) != kept.text:
        return kept.message
    return to_message(json.loads(kept.text))


class _Keeper(NamedTuple):
    """Writes a message into the journal as the reply that it is."""

    entry: Entry
    rung: Rung
    instead_of: Rung | None

    async def keep(self, message: AIMessage) -> None:
        await self.entry.write(_kept(message, self.rung, self.instead_of))

    def keep_here(self, message: AIMessage) -> None:
        self.entry.write_here(_kept(message, self.rung, self.instead_of))


def _kept(message: AIMessage, rung: Rung, instead_of: Rung | None) -> Kept:
    return Kept.of(message, text_of(message)[:MAX_CHARS], rung, was_cut_off(message), instead_of=instead_of)


async def _read(kept: Kept, schema: type[R]) -> R:
    """The reply, read in a thread of its own where that may take a while: the event loop has other runs to serve."""
    if kept.cut_off and kept.text.rstrip()[-1:] not in ('"', "}", "]"):
        raise BadReplyError(CUT_OFF, shape=False)  # a repaired half of a value is a wrong value
    if len(kept.text) <= READ_AT_ONCE:
        return parse_reply(kept.text, schema)
    return await run_in_thread(parse_reply, kept.text, schema)


def _schema_tokens(schema: Schema, rung: Rung) -> int:
    """Servers write the functions that may be called into the prompt; to a schema they hold the reply without it."""
    return text_tokens(json.dumps(schema)) + TOKENS_PER_MESSAGE if rung == "function_calling" else 0
