"""`smurfs run` and `smurfs resume`: one run on a SQLite checkpoint file, shown live, its result printed."""

import asyncio
import json
import shlex
import sqlite3
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.types import Command, Interrupt
from pydantic import BaseModel, ValidationError

from smurfs_graph.checkpoints import strict
from smurfs_graph.cli.home import data_directory
from smurfs_graph.cli.output import kept_clean, print_json
from smurfs_graph.cli.questions import Answer, ask, can_ask, described, parse_answer
from smurfs_graph.cli.screen import Screen, screen_for
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.events import PlanMade, SubTaskFinished, parse_event
from smurfs_graph.graph import NO_TOOLS, build_graph
from smurfs_graph.models.refs import OFFLINE
from smurfs_graph.nodes.start import checked_query
from smurfs_graph.outcome import ANSWERED
from smurfs_graph.plan import Plan
from smurfs_graph.running import AnywhereGraph
from smurfs_graph.settings import Settings
from smurfs_graph.tools.specs import load_tools
from smurfs_graph.tools.tool import Tool
from smurfs_graph.usage import Usage

OFFLINE_NOTICE = "no model is set: using offline:rules, a rule-based stand-in that understands simple phrasing only"


@dataclass(frozen=True)
class Options:
    """What concerns the command and not the run."""

    thread: str | None
    json: bool
    quiet: bool


@dataclass(frozen=True)
class Recipe:
    """What a run was started with; kept with its checkpoints, so that it can be resumed by its name alone."""

    tools: list[str]
    settings: Settings

    def as_metadata(self) -> dict[str, str]:
        """Plain texts, as checkpoint metadata holds them."""
        return {"smurfs_tools": json.dumps(self.tools), "smurfs_settings": self.settings.model_dump_json()}

    @classmethod
    def from_metadata(cls, metadata: dict[str, Any]) -> "Recipe":
        """The inverse. Raises KeyError for metadata of another origin."""
        return cls(json.loads(metadata["smurfs_tools"]), Settings.model_validate_json(metadata["smurfs_settings"]))


def run_query(query: str, specs: list[str], values: dict[str, Any], options: Options) -> int:
    """Run one query; returns the exit status."""
    recipe = Recipe([str(spec) for spec in specs], Settings.checked(**values))
    text = _standard_input() if query == "-" else query
    checked_query(text, recipe.settings.max_query_chars)
    return _carried_out(recipe, {"query": text}, options.thread or uuid4().hex[:12], options)


def resume_run(options: Options, answer: str | None = None) -> int:
    """Go on with a run where its checkpoints end; `answer` is for the questions that it waits with."""
    given = parse_answer(answer) if answer is not None else None
    thread = options.thread or ""
    return _carried_out(asyncio.run(_recipe_of(thread)), None, thread, options, given)


def _carried_out(
    recipe: Recipe, start: dict[str, str] | None, thread: str, options: Options, answer: Answer | None = None
) -> int:
    _database()  # a file that cannot be used is better known before anything is done
    try:
        with kept_clean():
            tools = _loaded(recipe)
            if start is not None and recipe.settings.model == OFFLINE and not options.quiet:
                print(f"smurfs: {OFFLINE_NOTICE}", file=sys.stderr)
            result = asyncio.run(_lived(recipe, tools, start, thread, screen_for(quiet=options.quiet), answer))
    except (KeyboardInterrupt, asyncio.CancelledError, EOFError):
        print(f"\nsmurfs: interrupted{_way_on(thread)}", file=sys.stderr)
        return 130
    except sqlite3.DatabaseError as error:
        raise ConfigurationError(f"the checkpoint file cannot be used: {error}") from None
    _print(result, thread, options)
    return 0 if result.get("stop_reason") in ANSWERED else 1


def _standard_input() -> str:
    if sys.stdin is None:  # closed by the caller
        raise ConfigurationError("there is no standard input to read the query from")
    return sys.stdin.read()


def _loaded(recipe: Recipe) -> list[Tool]:
    """The tools, imported before the event loop runs: an import would block it, and Ctrl-C with it."""
    tools = list(load_tools(recipe.tools).values())
    if not tools:
        raise ConfigurationError(NO_TOOLS)
    return tools


def _way_on(thread: str) -> str:
    """How to resume, if a checkpoint was written before the interruption."""
    try:
        asyncio.run(_recipe_of(thread))
    except (ConfigurationError, sqlite3.DatabaseError):
        return " before anything was done"
    return f"; go on with: smurfs resume {shlex.quote(thread)}"


async def _lived(
    recipe: Recipe, tools: list[Tool], start: Any, thread: str, screen: Screen, answer: Answer | None
) -> dict[str, Any]:
    """The run from here to its end, or to a question that nobody is there to answer."""
    config: Any = {"configurable": {"thread_id": thread}, "metadata": recipe.as_metadata()}
    async with _opened(recipe.settings, tools) as graph:
        if start is None:
            state = await graph.aget_state(config)
            _recall(screen, state.values)
            if state.interrupts:
                start = _answered(state.interrupts, answer)
                if start is None:
                    return _waiting(state.values, state.interrupts)
        while True:
            try:
                await _shown(graph, start, config, screen)
            except ValidationError as error:  # a person's answer that does not fit: the question stands
                if answer is not None or not can_ask():
                    raise ConfigurationError(f"the answer does not fit, ask again: {first_of(error)}") from None
                print(f"smurfs: the answer does not fit: {first_of(error)}", file=sys.stderr)
            state = await graph.aget_state(config)
            if not state.interrupts:
                return dict(state.values)
            start, answer = _answered(state.interrupts, None), None
            if start is None:
                return _waiting(state.values, state.interrupts)


async def _shown(graph: AnywhereGraph, start: Any, config: Any, screen: Screen) -> None:
    with screen:
        async for _, data in graph.astream(start, config, stream_mode="custom", subgraphs=True, durability="sync"):
            screen.show(parse_event(data))


def first_of(error: ValidationError) -> str:
    """The first complaint of a validation, in one line."""
    first = error.errors(include_url=False)[0]
    return f"{'.'.join(str(part) for part in first['loc'])}: {first['msg']}"


def _answered(questions: tuple[Interrupt, ...], answer: Answer | None) -> Command[Any] | None:
    """The answers of the person, or the one that was given beforehand; None where there is nobody to ask."""
    if answer is None and not can_ask():
        return None
    return Command(resume={question.id: answer or ask(question.value) for question in questions})


def _waiting(values: dict[str, Any], questions: tuple[Interrupt, ...]) -> dict[str, Any]:
    """What can be said of a run that waits for a person."""
    empty: dict[str, Any] = {"plan": Plan(sub_tasks=()), "outcomes": {}, "usage": Usage(), "answer": ""}
    asked = [described(question.value) for question in questions]
    return {**empty, **values, "stop_reason": "waiting", "questions": [text.strip() for text in asked]}


def _recall(screen: Screen, values: dict[str, Any]) -> None:
    """Show what has been done before."""
    if "plan" in values:
        screen.show(PlanMade(plan=values["plan"]))
    for outcome in values.get("outcomes", {}).values():
        said = SubTaskFinished(
            sub_task=outcome.sub_task, status=outcome.status, answer=outcome.answer, reason=outcome.reason
        )
        screen.show(said)


@asynccontextmanager
async def _opened(settings: Settings, tools: list[Tool]) -> AsyncGenerator[AnywhereGraph]:
    async with AsyncSqliteSaver.from_conn_string(str(_database())) as saver:
        yield build_graph(settings, tools, checkpointer=saver)


async def _recipe_of(thread: str) -> Recipe:
    async with AsyncSqliteSaver.from_conn_string(str(_database())) as saver:
        found = await strict(saver).aget_tuple({"configurable": {"thread_id": thread}})
    if found is None:
        raise ConfigurationError(f"there is no run {thread!r}; a run's name is printed when it is interrupted")
    try:
        return Recipe.from_metadata(dict(found.metadata))
    except (KeyError, ValueError):
        raise ConfigurationError(f"run {thread!r} was not started by `smurfs run` and cannot be resumed here") from None


def _database() -> Path:
    """The file of checkpoints. Raises ConfigurationError where there is one that cannot be used."""
    path = data_directory() / "checkpoints.sqlite"
    try:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA schema_version")
    except sqlite3.DatabaseError as error:
        raise ConfigurationError(f"the checkpoint file {str(path)!r} cannot be used: {error}") from None
    return path


def _print(result: dict[str, Any], thread: str, options: Options) -> None:
    if options.json:
        print_json(as_json(result, thread))
        return
    if result["stop_reason"] == "waiting":
        print("\n\n".join(result["questions"]), file=sys.stderr)
        name = shlex.quote(thread)
        print(f"smurfs: waiting; go on with: smurfs resume {name} [--answer approve|reject|JSON]", file=sys.stderr)
        return
    print(result.get("answer", ""))
    if options.quiet:
        return
    usage = result["usage"].summary()
    print(
        f"smurfs: {result['stop_reason'].replace('_', ' ')}; {usage['llm_calls']} model calls, "
        f"{usage['tool_calls']} tool calls, {usage['input_tokens'] + usage['output_tokens']} tokens"
        f"{' (estimated)' if usage['estimated_calls'] else ''}, {usage['seconds']:.1f} s of work",
        file=sys.stderr,
    )
    for warning in result.get("warnings", []):
        print(f"smurfs: warning: {warning}", file=sys.stderr)


def as_json(result: dict[str, Any], thread: str) -> dict[str, Any]:
    """A run's result as JSON-able data: answer, stop_reason, plan, outcomes, usage and more."""
    usage = result["usage"]
    return {
        "answer": result.get("answer", ""),
        "stop_reason": result["stop_reason"],
        "sources": result.get("sources", []),
        "plan": _plain(result["plan"]),
        "outcomes": {name: _plain(outcome) for name, outcome in result["outcomes"].items()},
        "usage": usage.summary() | {"rows": _plain(usage)["rows"]},
        "warnings": result.get("warnings", []),
        "questions": result.get("questions", []),
        "thread": thread,
    }


def _plain(value: BaseModel) -> dict[str, Any]:
    return value.model_dump(mode="json")
