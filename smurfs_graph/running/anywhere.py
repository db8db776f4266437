"""Running an async graph from anywhere: plain code, threads, or inside a running event loop.

The nodes are async only, for LangGraph's time limits and cancellation work on async nodes only. LangGraph's `invoke`
iterates `stream`; here `stream` drives `astream` on an event loop in a thread of its own.
"""

import asyncio
import contextvars
import queue
import threading
from collections.abc import AsyncIterator, Generator, Iterator, Mapping
from contextlib import aclosing, nullcontext, suppress
from typing import Any, cast

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Command, StateSnapshot

from smurfs_graph.asking.people import keeps_nothing, with_answers
from smurfs_graph.checkpoints.fitting import make_lent_strict
from smurfs_graph.checkpoints.leases import hold
from smurfs_graph.concurrency.loops import in_turn, mark_as_passing
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.prompting.conversation import with_query
from smurfs_graph.prompting.structured import hand_out
from smurfs_graph.running.forking import fork, names_checkpoint, refuse_unknown
from smurfs_graph.running.resuming import answers_in, complain_in_a_line, put_once
from smurfs_graph.running.shown_values import (
    above_tasks,
    below,
    names_views,
    places,
    saver_of,
    with_conversation,
    with_memory,
    with_questions,
    without_task,
    without_views,
)
from smurfs_graph.running.state_edits import refuse_way_around, typed_input, typed_steps
from smurfs_graph.settings import Settings
from smurfs_graph.tools.scope import current_scope, scoped
from smurfs_graph.tracing import begin_stream, traced

ANSWER_SCHEMA = "smurfs_answer_schema"
"""The attribute of a graph's builder that holds the caller's schema; copies of a compiled graph keep their builder."""
DEFAULT_SETTINGS = "smurfs_default_settings"
"""Likewise, of the settings that it was built with."""
TOOL_NAMES = "smurfs_tool_names"
"""Likewise, of the names of its tools."""
LANGGRAPHS_OWN = frozenset(
    {"thread_id", "run_id", "assistant_id", "graph_id", "user_id", "checkpoint_id", "checkpoint_ns", "checkpoint_map"}
)
"""Keys that LangGraph's clients put into a context."""
UNNAMED = "LangGraph"
"""Name by which LangGraph's servers know a graph that its user has not named: they call it by its id."""
LEASE_HELD = "smurfs_lease_held"
"""Option of a call whose caller holds the run already, and looked at it before."""
_FORM = "smurfs_form"
_END = object()


class AnywhereGraph(CompiledStateGraph[Any, Any, Any, Any]):
    """A compiled graph whose `invoke` and `stream` work although its nodes are async."""

    @classmethod
    def of(cls, compiled: CompiledStateGraph[Any, Any, Any, Any]) -> "AnywhereGraph":
        """Copy a compiled graph into this class, as LangGraph copies one: its attributes are its parameters."""
        return cls(**{name: value for name, value in vars(compiled).items() if not name.startswith("_")})

    def get_name(self, suffix: str | None = None, *, name: str | None = None) -> str:
        """Return the name in traces, "smurfs" where the graph has none of its own."""
        return super().get_name(suffix, name=name or ("smurfs" if self.name == UNNAMED else None))

    async def astream(self, input: Any, config: RunnableConfig | None = None, **options: Any) -> AsyncIterator[Any]:
        """Stream a run, as LangGraph does; a mapping as `context` that holds no settings is a ConfigurationError.

        An object of another type is for the tools (`ToolRuntime.context`).

        With None as input and the config of any snapshot, inner graphs included, a run goes on from there.
        Raises RunBusyError where the thread is being worked on already. Where LangGraph would write checkpoints behind
        the run, they are written before it goes on (`durability="sync"`), unless it is told otherwise.
        """
        context = options.get("context")
        if isinstance(context, Mapping):
            given = cast("Mapping[str, Any]", context)
            ours = {name: value for name, value in given.items() if name not in LANGGRAPHS_OWN}
            options["context"] = Settings.checked(**ours)
        elif isinstance(context, str | bytes | int | float | list | tuple | set):
            raise ConfigurationError(f"context must be Settings(...) or a mapping, not {context!r:.40}")
        kept = isinstance(self.checkpointer, BaseCheckpointSaver) and not keeps_nothing(config)
        if options.get("durability") is None and kept:
            options["durability"] = "sync"
        if current_scope() is None:
            await in_turn()
        input = with_query(typed_input(input, self.nodes, self._tools))
        config, around = traced(config, self._settings(options.get("context")))
        await self._refuse_unknown_checkpoint(config)
        async with nullcontext() if options.pop(LEASE_HELD, False) else hold(self.checkpointer, config):
            if input is None and config is not None:
                config = await fork(self, config)
            if isinstance(input, Command) and (command := cast("Command[Any]", input)).goto:
                saved = await self.aget_state(config) if self.checkpointer and config else None
                refuse_way_around(command, saved.values if saved else {}, waits=bool(saved and saved.interrupts))
            config = with_answers(
                config, await answers_in(input, config, super().aget_state if self.checkpointer else None)
            )
            with complain_in_a_line(), put_once():
                async with scoped(config) as within:
                    source: Any = super().astream(input, within, **options)
                    async with aclosing(begin_stream(source, around)) as stream:
                        shown = with_conversation(stream, options.get("stream_mode"))
                        async for item in shown if options.get("subgraphs") else stream:
                            yield item

    async def aget_state(self, config: RunnableConfig, *, subgraphs: bool = False) -> StateSnapshot:
        """Return the state as LangGraph does, with both memories, and the questions to a person as last messages."""
        snapshot = with_questions(await super().aget_state(config, subgraphs=subgraphs))
        if above := above_tasks(snapshot, config):
            return below(await self.aget_state(above, subgraphs=True), config) or snapshot
        if (graph := self._under_way(snapshot)) is None:
            return with_memory(snapshot)
        saver = saver_of(self, config)
        found = places(snapshot, await saver.aget_tuple(snapshot.config))
        return with_memory(snapshot, {each: await graph.aget_state(each.config(config, saver)) for each in found})

    def get_state(self, config: RunnableConfig, *, subgraphs: bool = False) -> StateSnapshot:
        """Call `aget_state` from code that is not async."""
        snapshot = with_questions(super().get_state(config, subgraphs=subgraphs))
        if above := above_tasks(snapshot, config):
            return below(self.get_state(above, subgraphs=True), config) or snapshot
        if (graph := self._under_way(snapshot)) is None:
            return with_memory(snapshot)
        saver = saver_of(self, config)
        found = places(snapshot, saver.get_tuple(snapshot.config))
        return with_memory(snapshot, {each: graph.get_state(each.config(config, saver)) for each in found})

    async def aget_state_history(self, config: RunnableConfig, **options: Any) -> AsyncIterator[StateSnapshot]:
        """Yield states as LangGraph does, each with both memories of the sub-tasks that were done by then."""
        async for snapshot in super().aget_state_history(config, **options):
            yield with_memory(with_questions(snapshot))

    def get_state_history(self, config: RunnableConfig, **options: Any) -> Iterator[StateSnapshot]:
        """Call `aget_state_history` from code that is not async."""
        return (with_memory(with_questions(each)) for each in super().get_state_history(config, **options))

    def get_subgraphs(self, *, namespace: str | None = None, recurse: bool = False) -> Iterator[tuple[str, Any]]:
        """Yield inner graphs as LangGraph does; a sub-task's also under its task's namespace (`schedule|solve.s1`)."""
        found = cast("Any", super().get_subgraphs(namespace=without_task(namespace), recurse=recurse))
        return ((namespace or name, graph) for name, graph in found)

    def _under_way(self, snapshot: StateSnapshot) -> Any:
        """Return the graph of the sub-tasks that are under way."""
        nodes = {task.name for task in snapshot.tasks}
        graphs: dict[str, Any] = dict(self.get_subgraphs())
        return next((graphs[name] for name in nodes & graphs.keys()), None)

    async def abulk_update_state(self, config: RunnableConfig, supersteps: Any) -> RunnableConfig:
        """Update the state as LangGraph does; JSON data, as from a server's client, gets the state's own types."""
        await self._refuse_unknown_checkpoint(config)
        if names_views(supersteps):
            supersteps = without_views(supersteps, (await self.aget_state(config)).values)
        return await super().abulk_update_state(config, typed_steps(supersteps, self._tools))

    def bulk_update_state(self, config: RunnableConfig, supersteps: Any) -> RunnableConfig:
        """Call `abulk_update_state` from code that is not async."""
        if names_checkpoint(config) and isinstance(self.checkpointer, BaseCheckpointSaver):
            refuse_unknown(config, self.checkpointer.get_tuple(config))
        if names_views(supersteps):
            supersteps = without_views(supersteps, self.get_state(config).values)
        return super().bulk_update_state(config, typed_steps(supersteps, self._tools))

    async def _refuse_unknown_checkpoint(self, config: RunnableConfig | None) -> None:
        if config and names_checkpoint(config) and isinstance(self.checkpointer, BaseCheckpointSaver):
            refuse_unknown(config, await self.checkpointer.aget_tuple(config))

    async def ainvoke(self, *args: Any, **kwargs: Any) -> Any:
        """Run the graph as LangGraph does; a structured answer is the caller's model."""
        return hand_out(self._answer_schema, await super().ainvoke(*args, **kwargs))

    def invoke(self, *args: Any, **kwargs: Any) -> Any:
        """Call `ainvoke` from code that is not async."""
        return hand_out(self._answer_schema, super().invoke(*args, **kwargs))

    def _apply_checkpointer_allowlist(self, checkpointer: Any) -> Any:
        """Restrict, by LangGraph's hook, what a graph may load from any checkpointer that it is given, also by a
        server.
        """
        return checkpointer if checkpointer is None else make_lent_strict(checkpointer)

    @property
    def _answer_schema(self) -> Any:
        return getattr(self.builder, ANSWER_SCHEMA, None)

    @property
    def _tools(self) -> frozenset[str] | None:
        return getattr(self.builder, TOOL_NAMES, None)

    def _settings(self, context: object) -> Settings:
        """Merge the settings of a call of the graph over those that it was built with."""
        built: Settings = getattr(self.builder, DEFAULT_SETTINGS, None) or Settings()
        return context.over(built) if isinstance(context, Settings) else built

    def get_context_jsonschema(self) -> dict[str, Any]:
        """Return the form of the settings that a server's clients see: as this graph was built, of its one strategy."""
        known: dict[str, Any] | None = getattr(self.builder, _FORM, None)
        if known is None:
            setattr(self.builder, _FORM, known := self._form())
        return known

    def _form(self) -> dict[str, Any]:
        schema = Settings.model_json_schema()
        built = self._settings(None)
        values = built.model_dump(mode="json")
        for name, field in schema["properties"].items():
            field["default"] = sorted(values[name]) if name == "approve" else values[name]
        schema["properties"]["strategy"]["enum"] = [built.strategy]
        return schema

    def stream(self, *args: Any, **kwargs: Any) -> Generator[Any]:
        """Call `astream` from code that is not async."""
        pump = _Pump(self.astream(*args, **kwargs))
        try:
            yield from pump.items()
        finally:
            pump.close()


class _Pump:
    """One async iterator, consumed on its own loop in its own thread, handed over item by item."""

    def __init__(self, source: AsyncIterator[Any]) -> None:
        self._source = source
        self._items: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._error: BaseException | None = None
        """What the source raised; set before the last item."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[Any] | None = None
        self._started = threading.Event()
        """Set once the loop and the task are known, or will never be."""
        context = contextvars.copy_context()
        self._thread = threading.Thread(target=context.run, args=(self._main,), name="graph-stream", daemon=True)
        self._thread.start()

    def items(self) -> Iterator[Any]:
        """Yield the items; raises what the source raised."""
        while (item := self._items.get()) is not _END:
            yield item
        if self._error is not None:
            raise self._error

    def close(self) -> None:
        """Stop consuming; cancels the source if it has not ended, and waits for it to clean up."""
        self._started.wait()
        if self._thread.is_alive() and self._loop is not None and self._task is not None:
            with suppress(RuntimeError):  # its loop has just closed
                self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join()

    def _main(self) -> None:
        try:
            asyncio.run(self._consume())
        except BaseException as error:  # handed to the caller's thread, cancellation included
            self._error = error
        finally:
            self._started.set()
            self._items.put(_END)

    async def _consume(self) -> None:
        self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()
        self._started.set()
        mark_as_passing()
        async for item in self._source:
            self._items.put(item)
