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

from smurfs_graph.errors import ModelError
from smurfs_graph.models.cache import Kept, ResponseCache, cache_key
from smurfs_graph.models.counting import counted_row, cut_off_message
from smurfs_graph.models.formats import Formats, Schema, reply_schema
from smurfs_graph.models.journal import Entry, ReplyJournal
from smurfs_graph.models.ladder import LADDER, Rung
from smurfs_graph.models.reading import CUT_OFF, BadReplyError, parse_reply, text_of, was_cut_off
from smurfs_graph.models.registry import Knowledge, Registry
from smurfs_graph.models.server import FailedCallError, Policy, Server, UnreachableError
from smurfs_graph.models.window import TOKENS_PER_MESSAGE, estimate_tokens, text_tokens
from smurfs_graph.replies import Reply
from smurfs_graph.usage import UsageRow

__all__ = ["FUSED_WINDOW", "LADDER", "Asked", "Asker", "OverflowedError", "Rung", "estimate_tokens", "parse_reply"]

R = TypeVar("R", bound=Reply)
FUSED_WINDOW = 16_384
"""Tokens that a model's window must hold for fused steps under step shape "auto"."""
GARBLED = "the reply was no valid text; write plain text without control characters"


class Asked(NamedTuple, Generic[R]):
    """What came of one question: a reply or a complaint, and what it used."""

    reply: R | None
    complaint: str
    row: UsageRow
    raw: str


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
        self._timeout = timeout
        self._parameters = parameters
        self._cache = cache
        self._window = window

    @property
    def rung(self) -> Rung:
        """The format that is asked for now."""
        return self.knowledge.ladder.rung

    def schema_tokens(self, schema: type[Reply], shape: Schema | None) -> int:
        """Tokens that the format that is asked for now adds to a prompt, estimated."""
        return _schema_tokens(shape or reply_schema(schema), self.rung)

    @property
    def declares_fused_steps(self) -> bool | None:
        """What the model itself says of fused steps; None where it says nothing."""
        return self.formats.fused_steps

    @property
    def compares_documents(self) -> bool:
        """Whether the model declares that it compares documents; else one that stands out is shown alone first."""
        return self.formats.compares_documents

    @property
    def manages_fused_steps(self) -> bool:
        """As the model declares; else whether native structured output has worked, in a window known to be wide."""
        if self.declares_fused_steps is not None:
            return self.declares_fused_steps
        window = self._window or self.knowledge.window.tokens or 0
        return self.knowledge.ladder.native_works and window >= FUSED_WINDOW

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
        kept, fresh = await self._kept(call, messages, journal)
        seconds = time.perf_counter() - started
        sent = estimate_tokens(messages) + _schema_tokens(call.schema, kept.rung)
        return self._judged(kept, fresh, sent, schema, role, seconds)

    async def _kept(
        self, call: "_Call", messages: list[BaseMessage], journal: ReplyJournal | None
    ) -> tuple[Kept, bool]:
        """The reply, and whether it is one that has to be counted."""
        if self._cache is None and journal is None:
            return await call.made(), True
        key = cache_key(self.server.name, self.reference, self._parameters, messages, call.schema["title"])
        if self._cache is not None:
            return await self._cache.once(key, call.made)
        return await cast("ReplyJournal", journal).once(key, call.made), True

    def _deadline(self, timeout: float | None) -> float:
        return time.monotonic() + min(self._timeout, timeout if timeout is not None else self._timeout)

    def _judged(self, kept: Kept, fresh: bool, sent: int, schema: type[R], role: str, seconds: float) -> Asked[R]:
        row = UsageRow(role=role, model=self.reference, replayed=1, seconds=seconds)
        if fresh:
            received = text_tokens(kept.text) + 1
            row = counted_row(
                kept.message, sent=sent, received=received, role=role, model=self.reference, seconds=seconds
            )
            if not row.estimated:
                self.knowledge.window.counted(sent, row.input_tokens)
        ladder = self.knowledge.ladder
        try:
            reply = _read(kept, schema)
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
                said = failure.text
        raise ModelError(f"model {asker.reference!r} could not be asked: {said}")

    def _sender(self, rung: Rung, instead_of: Rung | None, entry: Entry | None) -> Any:
        keeper = _Keeper(entry, rung, instead_of) if entry is not None else None

        def send() -> Awaitable[AIMessage]:
            if entry is not None:
                entry.prepare()
            return self._asker.formats.send(self._messages, self.schema, rung, keeper)

        return send


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
    return Kept.of(message, text_of(message), rung, was_cut_off(message), instead_of=instead_of)


def _read(kept: Kept, schema: type[R]) -> R:
    if kept.cut_off and kept.text.rstrip()[-1:] not in ('"', "}", "]"):
        raise BadReplyError(CUT_OFF, shape=False)  # a repaired half of a value is a wrong value
    return parse_reply(kept.text, schema)


def _schema_tokens(schema: Schema, rung: Rung) -> int:
    """Servers write the functions that may be called into the prompt; to a schema they hold the reply without it."""
    return text_tokens(json.dumps(schema)) + TOKENS_PER_MESSAGE if rung == "function_calling" else 0
