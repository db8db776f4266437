"""Knowledge of servers and models, kept per process: one object with one owner, so that tests can have their own.

A graph uses the process's registry for the models that it finds by reference; model objects that it is given have a
registry of that graph's own, for two objects may share a reference and nothing else.
"""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Literal, TypeVar, get_args

from pydantic import BaseModel, ConfigDict

from smurfs_graph.models.server import ModelServer
from smurfs_graph.models.window import Window
from smurfs_graph.settings import Rung

T = TypeVar("T")
LADDER: tuple[Rung, ...] = get_args(Rung)
STRIKES = 2
"""Ill-shaped replies in a row on one rung after which the next one down is taken."""


class ClientLoop:
    """One event loop in one thread for the clients of hosted models.

    A client keeps connections, and connections belong to an event loop. Runs come and go on loops of their own
    (`invoke` starts one each time), so their second call would meet connections of a loop that has closed. The clients
    live here instead; a call from any loop is carried over, with its context, and its cancellation with it. The thread
    starts when it is first needed, again in a forked process, and keeps no process from ending.
    """

    def __init__(self) -> None:
        """Start no thread yet."""
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread()
        self._calls: set[Future[Any]] = set()
        """Under way."""

    async def run(self, call: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return the result of a coroutine that runs on the client loop, in the caller's context."""
        with self._lock:
            result = asyncio.run_coroutine_threadsafe(call(), self._running())
            self._calls.add(result)
        result.add_done_callback(self._calls.discard)
        return await asyncio.wrap_future(result)

    def close(self) -> None:
        """Stop the thread; calls under way are cancelled."""
        with self._lock:
            loop, self._loop = self._loop, None
        if loop is not None:
            loop.call_soon_threadsafe(_cancel_all, loop)

    def _running(self) -> asyncio.AbstractEventLoop:
        if self._loop is None or not self._thread.is_alive():
            self._loop = asyncio.new_event_loop()
            self._thread = threading.Thread(target=self._serve, args=(self._loop,), name="model-clients", daemon=True)
            self._thread.start()
        return self._loop

    def _serve(self, loop: asyncio.AbstractEventLoop) -> None:
        """Run the loop until it is stopped, or a model of the user's own raises to end the process."""
        try:
            loop.run_forever()
        except (KeyboardInterrupt, SystemExit) as error:
            with self._lock:
                self._loop = None
                waiting = tuple(self._calls)
            for result in waiting:  # no task of this loop goes on: nobody else would tell them
                result.set_exception(error)


def _cancel_all(loop: asyncio.AbstractEventLoop) -> None:
    for task in asyncio.all_tasks(loop):
        task.cancel()
    loop.call_soon(loop.stop)


class Ladder:
    """The ladder of formats for structured output, and where on it one model on one server stands.

    native JSON schema → tool call → JSON mode → JSON asked for in the prompt. A rung that is refused, or whose replies
    show that the server ignores it, is left for the next one down. Plain assignments only: threads may share it.
    """

    def __init__(self, start: Rung = "json_schema") -> None:
        """`start`: the highest rung that is worth trying."""
        self._at = LADDER.index(start)
        self._strikes = 0
        """Replies of the wrong shape in a row on this rung."""
        self._worked: set[Rung] = set()
        self._failed_over: set[Rung] = set()
        """Rungs that failed once where a lower one worked."""

    @property
    def rung(self) -> Rung:
        """Return the format that is asked for now."""
        return LADDER[self._at]

    @property
    def native_works(self) -> bool:
        """Return whether native structured output has brought a valid reply here, and is still in use."""
        return "json_schema" in self._worked and self.rung == "json_schema"

    def below(self, rung: Rung) -> Rung | None:
        """Return the next rung down, if there is one."""
        at = LADDER.index(rung) + 1
        return LADDER[at] if at < len(LADDER) else None

    def note_success(self, rung: Rung, *, instead_of: Rung | None = None) -> None:
        """Note a valid reply on this rung: the ladder comes down to it, and never goes up.

        `instead_of`: the rung that failed before, so that this one was tried. Its first failure changes nothing, for
        it may have been a bad moment or an odd schema; from the second on the ladder comes down.
        """
        self._worked.add(rung)
        if instead_of is not None and instead_of not in self._failed_over:
            self._failed_over.add(instead_of)
            return
        self._at = max(self._at, LADDER.index(rung))
        self._strikes = 0

    def note_wrong_shape(self, rung: Rung) -> None:
        """Note a reply of the wrong shape; a server that honours the format would not have let it through."""
        if rung != self.rung:
            self._at = max(self._at, LADDER.index(rung))
            self._strikes = 1
            return
        self._strikes += 1
        if self._strikes >= STRIKES and (lower := self.below(rung)):
            self._at, self._strikes = LADDER.index(lower), 0


Shape = Literal["guided", "native", "code", "fused", "split"]
"""Of a step of the search; an examination tries them in this order."""
MOST_BROKEN = 3
"""Programs of a model in a row that were refused, or failed by a fault of their own, after which it writes no more."""
LATE_CALLS = 3
"""So many, and no reply with several calls yet: a model that makes one call a reply."""
TEXTS = 3
"""So many sub-tasks answered with text alone, and no call yet: a model that calls no tools (one may need none)."""


class Finding(BaseModel):
    """What was seen of a model on its server, kept for later runs.

    By `smurfs doctor`, or by a run: only that the server does not show the bound tools to its model.
    """

    model_config = ConfigDict(frozen=True)

    version: Literal[1] = 1
    model: str
    server: str
    on: date
    shape: Shape | None
    """The step shape in which the doctor saw it do best; None: a run kept the finding."""
    several_calls: bool | None = None
    writes_programs: bool | None = None
    """Whether programs did as well as any other shape; None: not tried, or kept by an earlier release."""
    shows_tools: bool | None = None
    """Whether its server puts bound tools before the model; None: not seen, or kept by an earlier release."""


@dataclass
class Knowledge:
    """Facts learned about one model on one server."""

    ladder: Ladder = field(default_factory=Ladder)
    window: Window = field(default_factory=Window)
    calls_tools: bool | None = None
    """Whether tools that are bound to it were called (True), or refused by its server or never called (False).

    None: not seen yet.
    """
    shows_tools: bool | None = None
    """Whether its server puts bound tools before the model: a template without tools drops them. None: not seen yet."""
    looked_for_tools: bool = False
    """Whether that was looked for, in vain or not."""
    texts: int = 0
    """Sub-tasks that it began with text alone though tools were bound."""
    too_many: int = 0
    """Estimated tokens of bound tools that alone did not fit its window; 0: none were seen not to."""
    refused_tools: set[str] = field(default_factory=set[str])
    """Keys of tools whose schema its server refused, see `BoundTools.keys`."""
    opens_thoughts: bool = True
    """Whether its replies were not seen to begin within thoughts, which its server's template opens."""
    failed_with_tools: bool = False
    """Whether its server once answered with an error of its own where tools were bound, and none had been called."""
    several_calls: bool | None = None
    """Whether it was seen to put independent calls into one reply, or seen not to; None: not seen yet."""
    late_calls: int = 0
    """Replies with one call that the reply before could have held as well."""
    takes_temperature: bool = True
    """Whether its server has not refused a temperature."""
    takes_limit: bool = True
    """Whether its server has not refused a limit of a reply's tokens."""
    takes_stream_options: bool = True
    """Whether its server has not refused to count the tokens of a stream."""
    takes_streams: bool = True
    """Whether its server ends its streams of events as it should."""
    takes_system: bool = True
    """Whether its server has not refused a message of the system."""
    takes_tool_role: bool = True
    """Whether its server has not refused a conversation with calls and what they brought."""
    takes_reasoning: bool = True
    """Whether its server has not refused the reasoning that came with earlier replies."""
    takes_bounds: bool = True
    """Whether its server has not refused schemas that say how long texts and lists are."""
    refused_bounds: int = 0
    """Schemas that its server took without bounds only."""
    long_calls: bool = False
    """Whether a call of it was cut off at the limit of a reply."""
    runs_on: bool = False
    """Whether a reply said the same again and again until a bound or a limit ended it."""
    thinks: bool = False
    """Whether it was seen to write thoughts that are no part of its reply, which need room of their own."""
    writes_programs: bool | None = None
    """Whether an examination saw programs do as well as any other shape; None: it was not examined for that."""
    broken_programs: int = 0
    """Programs in a row, up to its last one, that were refused or failed by a fault of their own."""
    best_shape: Shape | None = None
    """The shape of a step in which an examination saw it do best; None: it was not examined."""

    @property
    def terms(self) -> tuple[bool, ...]:
        """Return which terms the server takes: temperature, limit, stream options, streams."""
        return self.takes_temperature, self.takes_limit, self.takes_stream_options, self.takes_streams

    def note_refused_bounds(self, *, certain: bool) -> None:
        """Learn from a schema that its server took without bounds only; not `certain`: it was a tool's or a user's."""
        self.refused_bounds += 1
        self.takes_bounds = not certain and self.refused_bounds < STRIKES

    def note_text(self) -> None:
        """Learn from text without calls where tools were bound, of a model that was not seen to call any."""
        self.texts += 1
        if self.texts >= TEXTS:
            self.calls_tools = False

    def note_program(self, *, broken: bool) -> None:
        """Learn from a program; `broken`: it was refused, or failed by a fault of its own."""
        self.broken_programs = self.broken_programs + 1 if broken else 0

    def note_calls(self, count: int, *, late: bool) -> None:
        """Learn from a reply with calls; `late`: what it calls depends on nothing that came since the reply before."""
        if count > 1:
            self.several_calls = True
        elif late:
            self.late_calls += 1
            if self.late_calls >= LATE_CALLS and self.several_calls is None:
                self.several_calls = False


class Registry:
    """Servers by name, knowledge by server, model and preset format; and the loop that clients live on."""

    def __init__(self, clients: ClientLoop | None = None) -> None:
        """Start without any knowledge. `clients`: a loop that is shared."""
        self._lock = threading.Lock()
        self._servers: dict[str, ModelServer] = {}
        self._knowledge: dict[tuple[str, str, Rung], Knowledge] = {}
        self.clients = clients or ClientLoop()
        self.recall: Callable[[str, str], Finding | None] = lambda server, reference: None
        """Findings of an examination, by server and model; the command line alone looks into the user's folder."""

    def server(self, name: str) -> ModelServer:
        """Return the server of that name (address or provider)."""
        with self._lock:
            return self._servers.setdefault(name, ModelServer(name))

    def knowledge(self, server: str, reference: str, start: Rung, window: int | None) -> Knowledge:
        """Return the knowledge of a model, made with `start` and `window` where there is none yet."""
        key = (server, reference, start)
        with self._lock:
            if key not in self._knowledge:
                self._knowledge[key] = known = Knowledge(Ladder(start), Window(window))
                if (found := self.recall(server, reference)) is not None:
                    known.best_shape = found.shape
                    known.several_calls = found.several_calls
                    known.writes_programs = found.writes_programs
                    known.shows_tools = found.shows_tools
            return self._knowledge[key]

    def missing_tools(self) -> list[tuple[str, str]]:
        """Return the servers that were seen to leave bound tools out, each with its model, where no examination was."""
        with self._lock:
            known = [*self._knowledge.items()]
        return [
            (server, reference)
            for (server, reference, _), seen in known
            if seen.shows_tools is False and not seen.calls_tools and seen.best_shape is None
        ]


_process = Registry()


def process_registry() -> Registry:
    """Return the registry that graphs of this process share."""
    return _process


def replace_process_registry(registry: Registry) -> Registry:
    """Put another one in its place and return the old one: for tests, which must not learn from each other."""
    global _process
    old, _process = _process, registry
    return old
