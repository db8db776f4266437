"""`smurfs run` and `smurfs resume`: one run on a storage, shown live, ended by signals, its result printed."""

import asyncio
import shlex
import signal
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

from langgraph.errors import GraphDrained
from langgraph.runtime import RunControl
from langgraph.types import Command, Interrupt

from smurfs_graph.budgets.usage import Usage
from smurfs_graph.checkpoints.storage import Storage
from smurfs_graph.cli.editing import Drafts
from smurfs_graph.cli.findings import keep_seen, use_findings
from smurfs_graph.cli.options import again, use_storage
from smurfs_graph.cli.output import keep_clean, say_notices
from smurfs_graph.cli.questions import Allowance, ask, can_ask, match_answers, read_line
from smurfs_graph.cli.recipe import Recipe, load_schema
from smurfs_graph.cli.result import print_result, say
from smurfs_graph.cli.screen import Screen, screen_for
from smurfs_graph.cli.signals import handle
from smurfs_graph.errors import AnswerError, ConfigurationError, RunBusyError, StorageError
from smurfs_graph.events.vocabulary import parse_masked
from smurfs_graph.graph import NO_TOOLS, build_graph
from smurfs_graph.models.refs import OFFLINE
from smurfs_graph.nodes.start import checked_query
from smurfs_graph.planning.outcome import ANSWERED
from smurfs_graph.planning.plan import Plan
from smurfs_graph.redaction.redactor import Redactor, Unmasked
from smurfs_graph.running.anywhere import AnywhereGraph
from smurfs_graph.runs.saved import latest_of, no_such_run
from smurfs_graph.runs.steps import state_of
from smurfs_graph.settings import Settings
from smurfs_graph.showing.describing import describe, plan_changes
from smurfs_graph.tools.mcp.keeping import Keeper, keep_sessions
from smurfs_graph.tools.specs import load_tools
from smurfs_graph.tools.tool import Tool

OFFLINE_NOTICE = "offline:rules answers, a rule-based stand-in; --model REF sets a model"


MAX_QUESTIONS = 2
"""Questions about the request, where there is somebody to ask and no setting says otherwise."""
SECONDS = 5.0
"""Seconds for calls under way to finish after a signal."""
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@dataclass(frozen=True)
class Options:
    """Options of the command, not of the run."""

    thread: str | None
    json: bool
    quiet: bool
    checkpoint: str | None = None
    """Address of the storage; None: the user's own."""
    tools: tuple[str, ...] = ()
    """For `resume`: tools in place of those that the run was started with."""
    trust: bool = False
    """For `resume`: use what the storage says that the run was started with."""
    with_secrets: bool = False
    """Progress and result are shown as they are."""


@dataclass(frozen=True)
class Start:
    """The arguments that start a run; `follows` names the thread whose next turn it is, and which has the rest."""

    tools: list[str]
    settings: dict[str, Any]
    schema: str | None = None
    follows: str | None = None

    def recipe(self) -> Recipe:
        """Return the recipe of a first turn. Raises ConfigurationError."""
        asks = {"max_questions": MAX_QUESTIONS} if can_ask() or self.settings.get("approve") else {}
        return Recipe([str(spec) for spec in self.tools], Settings.checked(**{**asks, **self.settings}), self.schema)

    def recipe_after(self, storage: Storage, thread: str, options: Options) -> Recipe:
        """Return the recipe of the turn before, with what is given now over it. Raises ConfigurationError."""
        if options.thread:
            raise ConfigurationError("--continue names the thread; leave --thread out")
        before = recipe_of(storage, thread, replace(options, tools=tuple(self.tools)))
        _check_ended(storage, thread, options)
        given = before.settings.model_dump(exclude_unset=True) | self.settings
        return Recipe(before.tools, Settings.checked(**given), self.schema or before.schema)


def run_query(query: str, start: Start, options: Options) -> int:
    """Run one query; returns the exit status."""
    first = None if start.follows else start.recipe()
    text = _standard_input() if query == "-" else query
    checked_query(text, (first.settings if first else Settings()).max_query_chars)
    # a storage that cannot be used is better known before anything is done
    with say_notices(quiet=options.quiet), use_storage(options.checkpoint) as storage:
        thread = start.follows or options.thread or uuid4().hex[:12]
        recipe = first or start.recipe_after(storage, thread, options)
        _check_ended(storage, thread, options)  # a new request would drop what waits for a person there
        return carry_out(storage, recipe, {"query": text}, thread, options)


def chat(start: Start, options: Options) -> int:
    """Run a turn for each line, on one thread, until /quit or the end of the input; return the exit status."""
    status, thread = 0, start.follows or options.thread or uuid4().hex[:12]
    with say_notices(quiet=options.quiet), use_storage(options.checkpoint) as storage:
        recipe = start.recipe_after(storage, thread, options) if start.follows else start.recipe()
        _load_tools(recipe)  # what is missing is better known before anything is said
        try:
            while (line := read_line("> " if can_ask() else "")) != "/quit":
                if line:
                    status = _turn(storage, recipe, line, thread, options)
                    latest = latest_of(storage, thread)
                    if latest is not None and state_of(latest) != "finished" and not can_ask():
                        return status
        except EOFError:
            pass
        except KeyboardInterrupt:
            status = 130
        if latest_of(storage, thread) is not None and not options.quiet:
            command = f"smurfs chat --continue {shlex.quote(thread)}{again(options.checkpoint)}"
            print(f"\nsmurfs: go on with: {command}", file=sys.stderr)
    return status


def _turn(storage: Storage, recipe: Recipe, query: str, thread: str, options: Options) -> int:
    try:
        checked_query(query, recipe.settings.max_query_chars)
        return carry_out(storage, recipe, {"query": query}, thread, options)
    except ConfigurationError as error:  # the next line may do better
        print(f"smurfs: {error}", file=sys.stderr)
        return 2


def resume_run(options: Options, answers: list[str] | None = None) -> int:
    """Go on with a run where its checkpoints end; `answers` are for the questions that it waits with."""
    thread = options.thread or ""
    with use_storage(options.checkpoint) as storage:
        return carry_out(storage, recipe_of(storage, thread, options), None, thread, options, answers)


def recipe_of(storage: Storage, thread: str, options: Options) -> Recipe:
    """Return the recipe of a run, if signed or trusted. Raises ConfigurationError."""
    saved = latest_of(storage, thread)
    if saved is None:
        raise no_such_run(thread)
    recipe = Recipe.from_metadata(saved.metadata, thread)
    return recipe.check_trust(saved.metadata, thread, list(options.tools), trust=options.trust)


def carry_out(
    storage: Storage,
    recipe: Recipe,
    start: dict[str, str] | None,
    thread: str,
    options: Options,
    answers: list[str] | None = None,
) -> int:
    """Run on an open storage to the end; returns the exit status. `start`: None to go on where checkpoints end."""
    drafts, redactor = Drafts(), Unmasked() if options.with_secrets else Redactor()
    try:
        # while nothing is under way, SIGTERM ends the program as Ctrl-C does
        with keep_clean(), handle(signal.SIGTERM, signal.default_int_handler), keep_sessions() as keeper:
            tools = _load_tools(recipe)
            schema = load_schema(recipe.schema)
            if start is not None and recipe.settings.model == OFFLINE and not options.quiet:
                say(f"smurfs: {OFFLINE_NOTICE}")
            use_findings(recipe.settings, quiet=options.quiet)
            screen = screen_for(quiet=options.quiet)
            if start is None and not options.quiet:
                _recall(screen, storage, thread, redactor)
            live = _Live(recipe, thread, screen, redactor, drafts, keeper)
            settings, saver = recipe.settings, storage.checkpointer
            graph = build_graph(settings, tools, answer_schema=schema, checkpointer=saver, store=storage.store)
            result = asyncio.run(live.to_end(graph, start, answers))
            keep_seen()
    except (KeyboardInterrupt, asyncio.CancelledError, EOFError, GraphDrained):
        kept = drafts.keep_texts()
        print(f"\nsmurfs: interrupted{_way_on(storage, thread, options)}{f'; {kept}' if kept else ''}", file=sys.stderr)
        return 130
    except RunBusyError:
        raise
    except StorageError as error:
        raise StorageError(f"{error}{_way_on(storage, thread, options)}") from error
    storage_said = again(options.checkpoint)
    print_result(result, thread, redactor, json_=options.json, quiet=options.quiet, storage=storage_said)
    return 0 if result.get("stop_reason") in ANSWERED else 1


def _standard_input() -> str:
    if sys.stdin is None:  # closed by the caller
        raise ConfigurationError("there is no standard input to read the query from")
    return sys.stdin.read()


def _load_tools(recipe: Recipe) -> list[Tool]:
    """Import the tools before the event loop runs: an import would block it, and Ctrl-C with it."""
    tools = list(load_tools(recipe.tools).values())
    if not tools:
        raise ConfigurationError(NO_TOOLS)
    return tools


def _check_ended(storage: Storage, thread: str, options: Options) -> None:
    """Raise ConfigurationError where a thread holds a run that has not ended."""
    latest = latest_of(storage, thread)
    if latest is not None and state_of(latest) != "finished":
        raise ConfigurationError(f"run {thread!r} has not ended{_way_on(storage, thread, options)}")


def _way_on(storage: Storage, thread: str, options: Options) -> str:
    """Return the command that resumes the run, if a checkpoint was written before the interruption."""
    try:
        known = latest_of(storage, thread) is not None
    except StorageError:
        known = True
    command = f"smurfs resume {shlex.quote(thread)}{again(options.checkpoint)}"
    return f"; go on with: {command}" if known else " before anything was done"


class _Live:
    """One run while it goes on: shown, and carried through the questions that a person is there to answer."""

    def __init__(
        self, recipe: Recipe, thread: str, screen: Screen, redactor: Redactor, drafts: Drafts, keeper: Keeper
    ) -> None:
        self._screen, self._redactor = screen, redactor
        self._keeper = keeper
        self._drafts = drafts
        self._plan: dict[str, Any] | None = None
        self._always: set[Allowance] = set()  # of this run, as long as this command follows it
        self._config: Any = {"configurable": {"thread_id": thread}, "metadata": recipe.as_metadata(thread)}

    async def to_end(self, graph: AnywhereGraph, start: Any, answers: list[str] | None) -> dict[str, Any]:
        """Run from here to the end, or to a question that nobody is there to answer."""
        if start is None:
            state = await graph.aget_state(self._config)
            if state.interrupts or answers is not None:
                start = self._answer(state.interrupts, answers)
                if start is None:
                    return _waiting(state.values, state.interrupts)
        while True:
            try:
                await self._show(graph, start)
            except AnswerError as error:  # the question stands
                if answers is not None or not can_ask():
                    raise
                print(f"smurfs: {error}", file=sys.stderr)
            state = await graph.aget_state(self._config)
            if not state.interrupts:
                return dict(state.values)
            start, answers = self._answer(state.interrupts, None), None
            if start is None:
                return _waiting(state.values, state.interrupts)

    async def _show(self, graph: AnywhereGraph, start: Any) -> None:
        control = RunControl()
        modes = ["custom", "messages"] if self._screen.shows_text else ["custom"]  # models stream where both are asked
        options: Any = {"stream_mode": modes, "subgraphs": True, "durability": "sync", "control": control}
        with self._screen as screen, drain_on_signals(control):
            async for _, mode, data in graph.astream(start, self._config, **options):
                if mode == "custom":
                    screen.show(parse_masked(data, self._redactor))
        await asyncio.to_thread(self._keeper.release)  # nobody knows how long a person will take

    def _answer(self, questions: tuple[Interrupt, ...], answers: list[str] | None) -> Command[Any] | None:
        """Return the answers of the person, or those given beforehand; None where there is nobody to ask."""
        waiting = {question.id: question.value for question in questions}
        if answers is not None:
            return Command(resume=match_answers(answers, waiting))
        if not can_ask():
            return None
        given: dict[str, Any] = {}
        if not any(value.get("complaint") for value in waiting.values()):  # the answers before were taken
            self._drafts.forget()
        try:
            for name, value in waiting.items():
                self._show_changes(value)
                given[name] = ask(value, self._drafts, self._always)
        except (KeyboardInterrupt, EOFError):
            if given:
                print(f"\nsmurfs: {len(given)} of {len(waiting)} answers were given and none is used", file=sys.stderr)
            raise
        return Command(resume=given)

    def _show_changes(self, question: dict[str, Any]) -> None:
        """Print what differs in a plan that is put to the person again."""
        if question.get("kind") == "plan":
            if self._plan and (changes := plan_changes(self._plan, question["plan"])):
                print(f"\n{changes}", file=sys.stderr)
            self._plan = question["plan"]


def _waiting(values: dict[str, Any], questions: tuple[Interrupt, ...]) -> dict[str, Any]:
    """Return the result of a run that waits for a person."""
    empty: dict[str, Any] = {"plan": Plan(sub_tasks=()), "outcomes": {}, "usage": Usage(), "answer": ""}
    return {
        **empty,
        **values,
        "stop_reason": "waiting",
        "questions": [describe(question.value).strip() for question in questions],
        "interrupts": [{"id": question.id, **question.value} for question in questions],
    }


def _recall(screen: Screen, storage: Storage, thread: str, redactor: Redactor) -> None:
    """Show what has been done before."""
    from smurfs_graph.runs.history import history

    screen.recall(parse_masked(event.model_dump(mode="json"), redactor) for event in history(storage, thread))


@contextmanager
def drain_on_signals(control: RunControl) -> Generator[None]:
    """Drain the run at a first signal; cancel its task at a second one, or when time is up."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    limit: list[asyncio.TimerHandle] = []

    def end_run() -> None:
        if task is None or control.drain_requested:
            _cancel(task)
            return
        control.request_drain("interrupted")
        print(f"\nsmurfs: finishing what is under way, {SECONDS:g} s at most (again: at once)", file=sys.stderr)
        limit.append(loop.call_later(SECONDS, _cancel, task))

    before = {name: signal.getsignal(name) for name in _SIGNALS}
    try:
        for name in _SIGNALS:
            loop.add_signal_handler(name, end_run)
    except (NotImplementedError, ValueError, RuntimeError):  # Windows, or not the main thread
        yield
        return
    try:
        yield
    finally:
        for timer in limit:
            timer.cancel()
        for name, handler in before.items():
            loop.remove_signal_handler(name)
            with suppress(TypeError, ValueError):  # one that was not installed from Python
                signal.signal(name, handler)


def _cancel(task: "asyncio.Task[Any] | None") -> None:
    if task is not None:
        task.cancel()
