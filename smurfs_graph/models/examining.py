"""What a model and its server can really do, found out by asking and not by trusting names."""

import asyncio
import json
import statistics
import time
from collections.abc import Awaitable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal, TypeVar, cast, get_args

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from pydantic import BaseModel

from smurfs_graph.models.call_schemas import Nameable, call_schema
from smurfs_graph.models.failures import Failure, classify
from smurfs_graph.models.formats import Formats
from smurfs_graph.models.free_forms import with_texts_read
from smurfs_graph.models.reading import CUT_OFF, parse_reply, text_of, was_cut_off
from smurfs_graph.models.registry import LADDER, Rung, Shape
from smurfs_graph.models.schemas import Schema
from smurfs_graph.models.server import FailedCallError
from smurfs_graph.models.window import CHARS_PER_TOKEN, text_tokens
from smurfs_graph.models.wrapping import rebuilt
from smurfs_graph.models.written_calls import read_written

T = TypeVar("T")
SHAPES: tuple[Shape, ...] = get_args(Shape)
TRIES = 3
"""How often each format is asked for."""
FIRST_WINDOW = 1024
SMALLEST_WINDOW = 512
"""What the setting takes."""
_FILLER = "The quick brown fox jumps over the lazy dog again. "
_SAME_COUNT = 1.05


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


@dataclass(frozen=True)
class RungReport:
    """How one format of structured output fared."""

    rung: Rung
    valid: int
    tries: int
    enforced: bool | None
    """Whether the reply was valid although the prompt asked for prose; None where that was not tried."""
    note: str = ""

    @property
    def works(self) -> bool:
        """Whether most replies were valid."""
        return self.valid * 2 > self.tries


@dataclass(frozen=True)
class ShapeReport:
    """How small tasks fared in one shape of a step."""

    shape: Shape
    right: int = 0
    tasks: int = 0
    """That were given; none: the shape was not tried."""
    calls: int = 0
    tokens: int = 0
    several_calls: bool | None = None
    """Whether a reply was seen to hold several calls; None: there was no task in which to see it."""
    note: str = ""
    """Why it was not tried, or given up."""


@dataclass
class Examination:
    """Everything that was found out."""

    model: str
    server: str
    reachable: bool = False
    problem: str = ""
    """Why it cannot be used, where it cannot."""
    latency: float | None = None
    """Seconds of a short call, the median of three."""
    rungs: list[RungReport] = field(default_factory=list[RungReport])
    tool_calls: str = "not tried"
    call_choice: str = "not tried"
    """Whether a call comes with its arguments where a schema offers a choice among tools."""
    usage: str = "not tried"
    streaming: str = "not tried"
    window: int | None = None
    """Tokens that were seen to fit, or that the server named."""
    window_note: str = "not tried"
    max_tokens: str = "not tried"
    takes_system: bool = True
    """Whether its server takes a message of the system."""
    fused_steps: bool | None = None
    """What the model itself says of fused steps, where it says something."""
    shapes: list[ShapeReport] = field(default_factory=list[ShapeReport])
    kept: str = ""
    """The file that later runs go by; empty where there is none."""

    @property
    def usable(self) -> bool:
        """Whether runs can be made with it."""
        return self.reachable and (any(rung.works for rung in self.rungs) or self.best is not None)

    @property
    def best(self) -> ShapeReport | None:
        """The shape with the most tasks right; of several the one with the fewest calls, then tokens.

        Code only where no other has as many right: else it is taken where it costs less, see `writes_programs`.
        """
        able = [each for each in self.shapes if each.right]
        return max(able, key=lambda each: (each.right, each.shape != "code", -each.calls, -each.tokens), default=None)

    @property
    def writes_programs(self) -> bool | None:
        """Whether as many tasks were right with programs as with any shape, in no more calls; None: not tried."""
        tried, best = next((each for each in self.shapes if each.shape == "code" and each.tasks), None), self.best
        if tried is None or best is None:
            return None
        return tried.right >= best.right and tried.calls <= best.calls

    def why_not(self, shape: Shape) -> str:
        """Why no tasks are worth trying in a shape; empty where they are."""
        if shape == "code" and any(each.shape == "native" and each.note for each in self.shapes):
            return "no tool was called in native steps"
        if shape in ("native", "code"):
            return f"tool calls: {self.tool_calls}" if self.tool_calls.startswith(("failed", "not ")) else ""
        return "" if any(rung.works for rung in self.rungs) else "no format of structured output works"


class Examiner:
    """Asks one model question after question, each within its own time."""

    def __init__(self, model: BaseChatModel, reference: str, server: str, *, timeout: float) -> None:
        """`timeout`: seconds for each question."""
        self._formats = Formats(model)
        self._timeout = timeout
        self.found = Examination(reference, server, fused_steps=self._formats.fused_steps)

    async def examine(self, *, largest_window: int, output_limit: int) -> Examination:
        """Ask everything. `largest_window`: tokens at which the growing prompts stop; `output_limit`: as set."""
        if not await self.reach():
            return self.found
        for rung in LADDER:
            self.found.rungs.append(await self._rung(rung))
        if not any(rung.works for rung in self.found.rungs):
            self.found.problem = "no format of structured output brought valid replies"
        await self._tool_calls()
        await self._call_choice()
        await self._stream()
        await self._output_limit(output_limit)
        await self._window(largest_window)
        return self.found

    async def reach(self) -> bool:
        """Whether short questions are answered."""
        seconds: list[float] = []
        for _ in range(TRIES):
            started = time.perf_counter()
            answered = await self._tried(self._plain("Reply with the one word: ready"))
            if isinstance(answered, Failure):
                self.found.reachable, self.found.problem = False, answered.line
                return False
            seconds.append(time.perf_counter() - started)
            self.found.usage = _usage(answered)
        self.found.reachable, self.found.latency = True, statistics.median(seconds)
        self.found.takes_system = self._formats.takes_system
        return True

    async def _rung(self, rung: Rung) -> RungReport:
        valid, note = 0, ""
        for _ in range(TRIES):
            said = await self._tried(self._send(_ASKING, rung))
            if isinstance(said, Failure):
                note = CUT_OFF if said.kind == "cut_off" else said.text
                if said.kind == "format":
                    return RungReport(rung, 0, TRIES, None, f"refused: {note}")
                continue
            problem = _problem(said)
            valid, note = valid + (not problem), problem or note
        enforced = await self._enforced(rung) if valid and rung in ("json_schema", "function_calling") else None
        return RungReport(rung, valid, TRIES, enforced, note if valid < TRIES else "")

    async def _enforced(self, rung: Rung) -> bool:
        said = await self._tried(self._send(f"{_TASK} Write a poem about it.", rung))
        return not isinstance(said, Failure) and not _problem(said)

    async def _tool_calls(self) -> None:
        try:
            bound = rebuilt(self._formats.model, lambda model: model.bind_tools([_TOOL]))
        except Exception as error:
            self.found.tool_calls = f"not supported: {classify(error).text}"
            return
        asked = self._formats.fitted(_messages(f"{_TASK} Book it with the tool book_room."))
        said = await self._tried(bound.ainvoke(asked))
        if isinstance(said, Failure):
            self.found.tool_calls = f"failed: {said.text}"
        elif said.tool_calls:
            self.found.tool_calls = "work" if not _problem(said) else "come with wrong arguments"
        else:
            written = read_written(str(said.text), {"book_room": ProbeReply.model_json_schema()})
            read = bool(written.calls) and not written.doubtful
            self.found.tool_calls = "written as text" if read else "none made"

    async def _call_choice(self) -> None:
        """The schema of a fused step: a choice among tools with arguments of their own, on the rung that runs use."""
        rung: Rung | None = next((each.rung for each in self.found.rungs if each.works), None)
        if rung is None:
            return
        asked = f"{_TASK} Book it with the tool book_room. {_CALL_SHAPE}"
        said = await self._tried(self._send(asked, rung, _CALL_SCHEMA))
        self.found.call_choice = f"failed: {said.text}" if isinstance(said, Failure) else _about_call(said)

    async def _stream(self) -> None:
        counted = await self._tried(self._streamed())
        if isinstance(counted, Failure):
            self.found.streaming = f"failed: {counted.text}"
            return
        chunks, first, usage = counted
        kind = "works" if chunks > 1 else "comes in one piece"
        self.found.streaming = f"{kind}, first text after {first:.2f} s, usage {'reported' if usage else 'missing'}"

    async def _streamed(self) -> tuple[int, float, bool]:
        started, first, chunks, usage = time.perf_counter(), 0.0, 0, False
        async for chunk in self._formats.model.astream(self._formats.fitted(_messages("Count from 1 to 20."))):
            if str(chunk.text):
                first = first or time.perf_counter() - started
                chunks += 1
            usage = usage or bool(getattr(chunk, "usage_metadata", None))
        return chunks, first, usage

    async def _output_limit(self, limit: int) -> None:
        said = await self._tried(self._plain("Count from 1 to 5000, every number on a line of its own."))
        if isinstance(said, Failure):
            self.found.max_tokens = f"failed: {said.text}" if said.kind != "cut_off" else "honoured"
        else:
            tokens = text_tokens(str(said.text))
            self.found.max_tokens = f"ignored ({tokens} tokens)" if tokens > 2 * limit else "honoured"

    async def _window(self, largest: int) -> None:
        size, counted = FIRST_WINDOW, 0
        while size <= largest:
            text = _FILLER * (size * CHARS_PER_TOKEN // len(_FILLER))
            said = await self._tried(self._plain(f"{text}\nReply with the one word: ready"))
            if isinstance(said, Failure):
                self._window_failed(said)
                return
            now = (said.usage_metadata or {}).get("input_tokens", 0)
            if counted > FIRST_WINDOW // 2 and 0 < now < counted * _SAME_COUNT:
                self.found.window = now
                self.found.window_note = f"longer prompts are cut off silently at {now} tokens"
                return
            self.found.window = now if 0 < now < 2 * size else size
            self.found.window_note = f"at least {self.found.window} tokens (probed no further)"
            counted, size = now, size * 2

    def _window_failed(self, failure: Failure) -> None:
        seen = self.found.window
        if failure.window:
            self.found.window, self.found.window_note = failure.window, f"{failure.window} tokens, as the server says"
        elif failure.kind in ("overflow", "format", "refused"):
            self.found.window_note = f"about {seen or FIRST_WINDOW // 2} tokens; twice as many are refused"
        else:
            self.found.window_note = f"at least {seen or 0} tokens; then: {failure.text}"

    def _plain(self, text: str) -> Awaitable[AIMessage]:
        return self._send(text, "prompted")

    def _send(self, text: str, rung: Rung, schema: Schema = _SCHEMA) -> Awaitable[AIMessage]:
        return self._formats.send(_messages(text), partial(self._formats.bound, schema, rung))

    async def _tried(self, question: Awaitable[T]) -> T | Failure:
        try:
            async with asyncio.timeout(self._timeout):
                return await question
        except TimeoutError:
            return Failure("transient", f"no answer within {self._timeout:g} s")
        except FailedCallError as error:
            return error.failure
        except Exception as error:
            return classify(error)


def _shape_advice(found: Examination) -> str:
    if found.fused_steps is not None:
        shape = "fused (two calls a step)" if found.fused_steps else "split (five short calls a step)"
        return f"{shape}, which the model declares and auto follows"
    if (best := found.best) is not None:
        besides = ", and programs where their stubs are no larger than the tools' schemas"
        told = f"{best.shape} ({best.right} of {best.tasks} tasks right, in {best.calls} calls)"
        return told + besides * (best.shape != "code" and found.writes_programs is True)
    if any(each.tasks for each in found.shapes):
        return "no shape brought a right answer; split (five short calls a step) asks least of a model"
    if found.tool_calls == "work":
        return "native (tools bound), with which auto begins"
    enforced = any(rung.rung == "json_schema" and rung.works and rung.enforced for rung in found.rungs)
    if enforced and (found.window or 0) >= 16_384:
        return "fused (two calls a step) is worth trying: --step-shape fused"
    return "split (five short calls a step), which is what auto does here"


def advice(found: Examination) -> list[str]:
    """What to set for runs with this model, in words."""
    if not found.usable:
        return [f"not usable: {found.problem}"]
    works = [rung.rung for rung in found.rungs if rung.works]
    lines = [f"step shape: {_shape_advice(found)}"]
    if found.kept:
        lines.append(f"step_shape auto goes by that from now on; to forget it, remove {found.kept}")
    if found.call_choice.startswith("lose"):
        lines.append("calls in a schema lose their arguments here: --step-shape native or split")
    if not works:
        lines.append("structured output: none works, so that only native steps can be taken")
    elif works[0] != "json_schema":
        lines.append(f"structured output: start where it works: --set structured_output={works[0]}")
    if (found.window or 0) >= SMALLEST_WINDOW and "at least" not in found.window_note:
        lines.append(f"context window: --set context_window={found.window}")
    if not found.takes_system:
        lines.append("no system role: the system's text goes in front of the first message")
    if found.usage != "reported":
        lines.append("usage: tokens are going to be estimated, and marked as such")
    if found.latency and found.latency > 20:
        lines.append(f"slow: give a call more time: --set model_timeout={int(found.latency * 10)}")
    return lines


def _messages(text: str) -> list[BaseMessage]:
    return [SystemMessage("You are precise and brief."), HumanMessage(text)]


def _problem(message: AIMessage) -> str:
    try:
        parse_reply(text_of(message), ProbeReply)
    except ValueError as error:
        return CUT_OFF if was_cut_off(message) else str(error)[:200]
    return ""


def _about_call(message: AIMessage) -> str:
    try:
        call = parse_reply(text_of(message), CallProbe).call
    except ValueError as error:
        return f"cannot be read: {str(error)[:200]}"
    given = _object_in(call.get("arguments"))
    if call.get("tool") != "book_room":
        return f"name another tool ({call.get('tool')!r:.40})"
    if lost := [name for name in _BOOKING["required"] if not with_texts_read(_BOOKING, given).get(name)]:
        return f"lose their arguments ({', '.join(lost)})"
    return "work"


def _object_in(value: Any) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _usage(message: AIMessage) -> str:
    counted: Any = message.usage_metadata
    if not counted:
        return "missing"
    plausible = 0 < counted.get("input_tokens", 0) < 5_000 and 0 <= counted.get("output_tokens", 0) < 100_000
    return "reported" if plausible else f"absurd ({counted.get('input_tokens')} tokens for a short prompt)"
