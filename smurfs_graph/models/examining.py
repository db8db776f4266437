"""Find out by asking, not from names, what a model and its server can do."""

import asyncio
import json
import statistics
import time
from collections.abc import Awaitable
from functools import partial
from typing import Any, Literal, TypeVar, cast

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from pydantic import BaseModel

from smurfs_graph.models.call_schemas import Nameable, call_schema
from smurfs_graph.models.examination import Examination, RungReport
from smurfs_graph.models.failures import Failure, classify
from smurfs_graph.models.formats import Formats, SamplingTerms
from smurfs_graph.models.free_forms import with_texts_read
from smurfs_graph.models.reading import has_thoughts, parse_reply, text_of, was_cut_off
from smurfs_graph.models.registry import LADDER, Rung
from smurfs_graph.models.schemas import Schema
from smurfs_graph.models.server import FailedCallError
from smurfs_graph.models.shown_tools import shows_tools, with_filler
from smurfs_graph.models.window import CHARS_PER_TOKEN, estimate_tokens, text_tokens
from smurfs_graph.models.wrapping import rebuilt
from smurfs_graph.models.written_calls import read_written
from smurfs_graph.redaction.redactor import Redactor

T = TypeVar("T")
TRIES = 3
"""How often each format is asked for, unless the first two replies decide."""
OUTPUT_LIMIT, THINKING_LIMIT = 192, 1024
"""Tokens that a reply may have while a model is examined; those of one that was seen to think first."""
FIRST_WINDOW = 1024
WINDOW_SECONDS = 20.0
"""How long growing prompts may take."""
REFUSAL_SECONDS = 5.0
"""Within which a server refuses a prompt that is too long for it, without reading it."""
QUESTIONS, REPLY_TOKENS = 22, 60
"""Of an examination without tasks: about so many, with replies of about so many tokens, some of them to their limit."""
_FILLER = "The quick brown fox jumps over the lazy dog again. "
_SAME_COUNT = 1.05
_CUT_OFF = "the reply was cut off before its end"


_COUNTED = SamplingTerms(limit=1)
"""Of a question whose reply does not matter, but what the server counts of its prompt."""


class ProbeReply(BaseModel):
    """A room: the city it is in, and for how many nights."""

    city: str
    nights: int
    status: Literal["free", "taken"]


_SCHEMA = {**ProbeReply.model_json_schema(), "title": "room", "description": "A room."}
_TOOL = {**_SCHEMA, "title": "book_room", "description": "Book a room."}


class CallProbe(BaseModel):
    """A thought and a call."""

    thought: str = ""
    call: dict[str, Any]


_BOOKING: dict[str, Any] = {
    "properties": {
        "city": {"type": "string"},
        "nights": {"type": "integer"},
        "wishes": {"type": "object", "description": "What else is wished, such as a view."},
    },
    "required": ["city", "nights", "wishes"],
}
_CALL_SCHEMA = call_schema(
    CallProbe,
    [
        Nameable("book_room", json.dumps({"parameters": _BOOKING})),
        Nameable("find_train", json.dumps({"parameters": {"properties": {"to": {"type": "string"}}}})),
    ],
)
_CALL_SHAPE = (
    'The guest wishes {"view": "sea"}. Reply with JSON: '
    '{"thought": "...", "call": {"tool": "...", "arguments": {"city": "...", "nights": 0, "wishes": {}}}}'
)
_TASK = "A room in Oslo for 3 nights is free."
_ASKING = f'{_TASK} Write that down as JSON: {{"city": "...", "nights": 0, "status": "free" or "taken"}}'


class Examiner:
    """Asks one model question after question, each within its own time."""

    def __init__(
        self, model: BaseChatModel, reference: str, server: str, *, timeout: float, limit: int | None = None
    ) -> None:
        """`timeout`: seconds for each question; `limit`: tokens that a reply may have, as a setting says."""
        self._formats = Formats(model)
        self._timeout, self._set_limit = timeout, limit
        self.found = Examination(reference, server, fused_steps=self._formats.fused_steps)
        self._read, self._is_growing = 0, True

    @property
    def limit(self) -> int:
        """Return the tokens that a reply may have: more, where the model was seen to think first."""
        return self._set_limit or (THINKING_LIMIT if self.found.thinks else OUTPUT_LIMIT)

    async def measure(self, *, largest_window: int) -> Examination:
        """Find out whether the model answers, and how fast. `largest_window`: tokens at which growing prompts stop."""
        if await self.reach():
            await self._output_limit()
            await self._grow(FIRST_WINDOW, largest_window)
            await self._try_tool_calls()
        return self.found

    async def examine(self, *, largest_window: int) -> Examination:
        """Ask everything else."""
        for rung in LADDER:
            self.found.rungs.append(await self._try_rung(rung))
        if not any(rung.works for rung in self.found.rungs):
            self.found.problem = "no format of structured output brought valid replies"
        await self._call_choice()
        await self._stream()
        await self._window(largest_window)
        return self.found

    @property
    def seconds(self) -> float:
        """Return about how long the questions take that `examine` asks."""
        return QUESTIONS * ((self.found.latency or 0) + REPLY_TOKENS / (self.found.writes or 1_000))

    async def reach(self) -> bool:
        """Ask short questions and return whether all are answered; note latency, usage and the system role."""
        seconds: list[float] = []
        for _ in range(TRIES):
            started = time.perf_counter()
            answered = await self._answer_or_failure(self._plain("Reply with the one word: ready"))
            if isinstance(answered, Failure):
                self.found.reachable, self.found.problem = False, answered.line
                return False
            seconds.append(time.perf_counter() - started)
            self.found.usage = _usage(answered)
            self.found.thinks = self.found.thinks or has_thoughts(answered)
        self.found.reachable, self.found.latency = True, statistics.median(seconds)
        self.found.takes_system = self._formats.takes_system
        return True

    async def _try_rung(self, rung: Rung) -> RungReport:
        """Try a format of structured output: twice, and once more where the first two disagree."""
        valid, note, tries = 0, "", 0
        while tries < TRIES - 1 or (tries < TRIES and 0 < valid < tries):  # the first two decide where they agree
            tries += 1
            said = await self._answer_or_failure(self._send(_ASKING, rung))
            if isinstance(said, Failure):
                note = _why(said)
                if said.kind == "format":
                    return RungReport(rung, 0, tries, None, f"refused: {note}")
                continue
            problem = _problem(said)
            valid, note = valid + (not problem), problem or note
        enforced = await self._enforced(rung) if valid and rung in ("json_schema", "function_calling") else None
        return RungReport(rung, valid, tries, enforced, note if valid < tries else "")

    async def _enforced(self, rung: Rung) -> bool:
        said = await self._answer_or_failure(self._send(f"{_TASK} Write a poem about it.", rung))
        return not isinstance(said, Failure) and not _problem(said)

    async def _try_tool_calls(self) -> None:
        """Find whether the model calls a bound tool, by its server or in the text of its reply."""
        try:
            bound = rebuilt(self._formats.on(SamplingTerms(self.limit)), lambda model: model.bind_tools([_TOOL]))
        except Exception as error:
            self.found.tool_calls = f"not supported: {classify(error).text}"
            return
        asked = self._formats.fitted(_messages(f"{_TASK} Book it with the tool book_room."))
        said = await self._answer_or_failure(bound.ainvoke(asked))
        if isinstance(said, Failure):
            self.found.tool_calls = f"failed: {_why(said)}"
        elif said.tool_calls:
            self.found.tool_calls = "work" if not _problem(said) else "come with wrong arguments"
        else:
            written = read_written(str(said.text), {"book_room": ProbeReply.model_json_schema()})
            read = bool(written.calls) and not written.doubtful
            self.found.tool_calls = "written as text" if read else "none made"
            if not read:
                await self._compare_counts(asked, said)

    async def _compare_counts(self, asked: list[BaseMessage], said: AIMessage) -> None:
        """Compare the server's counts of the prompt with the tool (`said`) and with a short text in its place.

        If the first is no larger, the server's template has left the tool out without a word.
        """
        tools = text_tokens(json.dumps(_TOOL))
        counted = await self._answer_or_failure(self._formats.on(_COUNTED).ainvoke(with_filler(asked, tools)))
        if isinstance(counted, Failure):
            return
        without, bound = (_counted(message) for message in (counted, said))
        self.found.shows_tools = shows_tools(bound, without, messages=estimate_tokens(asked))
        if self.found.shows_tools is False:
            self.found.tool_calls = "not shown to the model by its server: the prompt does not grow by them"

    async def _call_choice(self) -> None:
        """Try the schema of a fused step: a choice among tools with arguments, on the rung that runs use."""
        rung: Rung | None = next((each.rung for each in self.found.rungs if each.works), None)
        if rung is None:
            return
        asked = f"{_TASK} Book it with the tool book_room. {_CALL_SHAPE}"
        said = await self._answer_or_failure(self._send(asked, rung, _CALL_SCHEMA))
        self.found.call_choice = f"failed: {_why(said)}" if isinstance(said, Failure) else _about_call(said)

    async def _stream(self) -> None:
        counted = await self._answer_or_failure(self._stream_reply())
        if isinstance(counted, Failure):
            self.found.streaming = f"failed: {_why(counted)}"
            return
        chunks, first, usage = counted
        kind = "works" if chunks > 1 else "comes in one piece"
        self.found.streaming = f"{kind}, first text after {first:.2f} s, usage {'reported' if usage else 'missing'}"

    async def _stream_reply(self) -> tuple[int, float, bool]:
        """Return the chunks of a streamed reply, the seconds until the first one, and whether its
        tokens are counted.
        """
        started, first, chunks, usage = time.perf_counter(), 0.0, 0, False
        model = self._formats.on(SamplingTerms(self.limit))
        async for chunk in model.astream(self._formats.fitted(_messages("Count from 1 to 20."))):
            if str(chunk.text):
                first = first or time.perf_counter() - started
                chunks += 1
            usage = usage or bool(getattr(chunk, "usage_metadata", None))
        return chunks, first, usage

    async def _output_limit(self) -> None:
        started = time.perf_counter()
        said = await self._answer_or_failure(self._plain("Count from 1 to 5000, every number on a line of its own."))
        seconds = max(time.perf_counter() - started, 0.001)
        if isinstance(said, Failure):
            self.found.max_tokens = f"failed: {said.text}" if said.kind != "cut_off" else "honoured"
            counted: Any = said.counted or {}
        else:
            tokens, counted = text_tokens(str(said.text)), said.usage_metadata or {}
            self.found.max_tokens = f"ignored ({tokens} tokens)" if tokens > 2 * self.limit else "honoured"
        if (written := counted.get("output_tokens", 0)) > REPLY_TOKENS // 2:
            self.found.writes = written / seconds

    async def _window(self, largest: int) -> None:
        """Send prompts of twice the length again and again, while that takes little; then one as long as may be, which
        a server that it is too long for refuses at once.
        """
        size, began, took = FIRST_WINDOW * 2, time.perf_counter(), 0.0
        while size <= largest and self._is_growing:
            started = time.perf_counter()
            if started - began + 2 * took > WINDOW_SECONDS:
                break
            await self._grow(size, largest)
            took, size = time.perf_counter() - started, size * 2
        if size <= largest and self._is_growing:
            await self._grow(largest, largest, seconds=min(REFUSAL_SECONDS, self._timeout))

    async def _grow(self, size: int, largest: int, *, seconds: float | None = None) -> None:
        """Send a prompt of that size. `seconds`: after which nothing is learned of it."""
        if size > largest:
            return
        text = _FILLER * (size * CHARS_PER_TOKEN // len(_FILLER))
        started = time.perf_counter()
        said = await self._answer_or_failure(
            self._send(f"{text}\nReply with the one word: ready", terms=_COUNTED), seconds
        )
        took = max(time.perf_counter() - started, 0.001)
        if isinstance(said, Failure):
            if seconds is None or said.kind != "transient":
                self._window_failed(said)
            return
        now = _counted(said) or 0
        if self._read > FIRST_WINDOW // 2 and 0 < now < self._read * _SAME_COUNT:
            self.found.window, self._is_growing = now, False
            self.found.window_note = f"longer prompts are cut off silently at {now} tokens"
            return
        fits = now if 0 < now < 2 * size else size
        self.found.reads = max(fits - self._read, 1) / took
        self.found.window, self._read = fits, now
        self.found.window_note = f"at least {fits} tokens (probed no further)"

    def _window_failed(self, failure: Failure) -> None:
        self._is_growing, seen = False, self.found.window
        if failure.window:
            self.found.window = failure.window
            self.found.window_note = f"{failure.window} tokens, as the server says"
        elif failure.kind in ("overflow", "format", "refused"):
            self.found.window_note = f"about {seen or FIRST_WINDOW // 2} tokens; longer prompts are refused"
        elif seen:
            self.found.window_note = f"at least {seen} tokens; then: {failure.text}"
        else:
            self.found.window_note = f"not found out: {failure.text}"

    def _plain(self, text: str) -> Awaitable[AIMessage]:
        return self._send(text, "prompted")

    def _send(
        self, text: str, rung: Rung = "prompted", schema: Schema = _SCHEMA, *, terms: SamplingTerms | None = None
    ) -> Awaitable[AIMessage]:
        terms = terms or SamplingTerms(self.limit)
        return self._formats.send(_messages(text), partial(self._formats.bound, schema, rung, terms))

    async def _answer_or_failure(self, question: Awaitable[T], seconds: float | None = None) -> T | Failure:
        """Return the answer to a question, or the failure in its place."""
        seconds = self._timeout if seconds is None else seconds
        try:
            async with asyncio.timeout(seconds):
                return await question
        except TimeoutError:
            return Failure("transient", f"no answer within {seconds:g} s")
        except FailedCallError as error:
            return error.failure
        except Exception as error:
            return classify(error)


def _messages(text: str) -> list[BaseMessage]:
    return [SystemMessage("You are precise and brief."), HumanMessage(text)]


def _why(failure: Failure) -> str:
    """Return in words why a question failed."""
    return _CUT_OFF if failure.kind == "cut_off" else failure.text


def _problem(message: AIMessage) -> str:
    try:
        parse_reply(text_of(message), ProbeReply)
    except ValueError as error:
        return _CUT_OFF if was_cut_off(message) else Redactor().text(str(error))[:200]
    return ""


def _about_call(message: AIMessage) -> str:
    """Say how a call that was written as text turned out."""
    try:
        call = parse_reply(text_of(message), CallProbe).call
    except ValueError as error:
        return f"cannot be read: {Redactor().text(str(error))[:200]}"
    given = _object_in(call.get("arguments"))
    if call.get("tool") != "book_room":
        return f"name another tool ({call.get('tool')!r:.40})"
    if lost := [name for name in _BOOKING["required"] if not with_texts_read(_BOOKING, given).get(name)]:
        return f"lose their arguments ({', '.join(lost)})"
    return "work"


def _object_in(value: Any) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _counted(message: AIMessage) -> int | None:
    """Return the tokens of the prompt, as the server counted them; None where it did not."""
    used: Any = message.usage_metadata or {}
    return used.get("input_tokens") or None


def _usage(message: AIMessage) -> str:
    counted: Any = message.usage_metadata
    if not counted:
        return "missing"
    plausible = 0 < counted.get("input_tokens", 0) < 5_000 and 0 <= counted.get("output_tokens", 0) < 100_000
    return "reported" if plausible else f"absurd ({counted.get('input_tokens')} tokens for a short prompt)"
