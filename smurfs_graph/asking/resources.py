"""Tools, askers and meters that the nodes of one graph share. Built once per graph; holds no state of a run.

A meter is the exception, and only a live view: it is rebuilt from a run's ledgers whenever it is missing.
"""

import json
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import Any
from uuid import uuid4

from langgraph.runtime import Runtime
from langgraph.store.base import BaseStore
from pydantic import BaseModel

from smurfs_graph.asking.answer_stream import Answers
from smurfs_graph.asking.call_rules import CallRules
from smurfs_graph.asking.chat_models import chat_model
from smurfs_graph.asking.emitting import scope_of
from smurfs_graph.asking.epochs import Epochs
from smurfs_graph.asking.middleware import Middleware
from smurfs_graph.asking.recording import Recorder
from smurfs_graph.asking.strategy_rules import OWN, StrategyRules
from smurfs_graph.budgets.limits import Purpose, out_of_budget, out_of_sub_task_budget, sub_task_budget
from smurfs_graph.budgets.meter import Meter
from smurfs_graph.checkpoints.payloads import BoundedStore
from smurfs_graph.errors import ConfigurationError, UnknownNameError
from smurfs_graph.models.asking import Asker
from smurfs_graph.models.cache import ResponseCache
from smurfs_graph.models.native import BoundTools
from smurfs_graph.models.prices import refuse_unknown_prices
from smurfs_graph.models.refs import OFFLINE, endpoint_of, server_of
from smurfs_graph.models.registry import Registry, process_registry
from smurfs_graph.models.window import UNKNOWN_WINDOW, chars_of
from smurfs_graph.models.wrapping import AnyModel
from smurfs_graph.programs.catalog import Catalog
from smurfs_graph.prompting.images import Image, images_in
from smurfs_graph.prompting.prompts import own_prompts
from smurfs_graph.prompting.shortlist import Shortlists
from smurfs_graph.search.records import Record, record_of
from smurfs_graph.search.state import Call
from smurfs_graph.settings import Settings
from smurfs_graph.state import RunState, Stop, TaskState
from smurfs_graph.tools.choice import nearest
from smurfs_graph.tools.tool import Tool, by_name

RICH_WINDOW = 32_768
"""Tokens of a known window from which on prompts are rich, where nothing is set."""
RESPONSE_SHARE = 3 / 16
"""Of the window, for one response."""
LEAST_RESPONSE = 400
_MAX_METERS = 10_000


def own_context(runtime: Runtime[Any]) -> Settings | None:
    """Return the settings that the graph was called with; the context of a graph around it has
    none, whatever it holds.
    """
    given: Any = runtime.context
    return given if isinstance(given, Settings) else None


class Resources:
    """Tools, models and meters of one graph."""

    def __init__(
        self,
        settings: Settings,
        tools: Mapping[str, Tool],
        models: Mapping[str, AnyModel] | None = None,
        *,
        answer_schema: type[BaseModel] | None = None,
        middleware: Middleware | None = None,
        strategy: StrategyRules = OWN,
    ) -> None:
        """`models` gives models by reference, for those that are objects already.

        `answer_schema`: what the answer is wanted as besides text.
        """
        self.middleware = middleware or Middleware()
        self.answer_schema = answer_schema
        self.defaults = settings
        self.strategy = strategy
        self.domains = {tool.domain.name: tool.domain for tool in tools.values() if tool.domain is not None}
        searches = [search for domain in self.domains.values() for search in domain.searches]
        self.tools = by_name([*tools.values(), *searches])
        self.offered = {name: tool for name, tool in self.tools.items() if not tool.internal}
        """The tools that models may be offered: all but the searches of domains."""
        self.shortlists = Shortlists(self.offered)
        self.catalog = Catalog(self.tools)
        self.bound: dict[tuple[tuple[str, ...], tuple[str, ...]], BoundTools] = {}
        """Tools as models have them bound, by the names of the graph's and of this library's own."""
        self.name = uuid4().hex
        """Tells this graph object from any other one, in other processes too."""
        self.memory = BoundedStore()
        """Keeps responses and remembers calls under way where the graph has no store."""
        self.epochs = Epochs()
        self.recorder = Recorder(self.tools)
        self.answers = Answers()
        self.rules = CallRules(self.middleware.around_tool if self.middleware.of_tools else None)
        self.rules.check(settings)
        self._check_executors(settings)
        self._models = dict(models or {})
        self._registry = process_registry()
        self._own_registry = Registry()
        self._last_settings: tuple[object, Settings | None] = (None, None)
        """Settings of the latest call of the graph, by its context."""
        self._askers: dict[str, Asker] = {}
        self._last_askers: dict[str, tuple[Settings, list[Asker]]] = {}
        """By role, for the settings that were asked with last: most runs have the same ones all the time."""
        self._caches: dict[str, ResponseCache] = {}
        self._meters: OrderedDict[str, Meter] = OrderedDict()
        self._images: OrderedDict[str, list[Image]] = OrderedDict()

    def settings(self, runtime: Runtime[Settings], task: Any = None) -> Settings:
        """Return the run's settings: those named in this call of the graph, and for the rest those that it was built
        with.

        `task`: the sub-task that they are for, where it may be assigned to an executor with a model of its own.
        """
        given, settings = self._last_settings
        if given is not runtime.context or settings is None:
            settings = self._run_settings(own_context(runtime))
            self._last_settings = runtime.context, settings
        return settings.of_executor(task.executor) if settings.executors and task is not None else settings

    def _run_settings(self, named: Settings | None) -> Settings:
        if named is None:
            return self._within_ceilings(self.defaults)
        settings = named.over(self.defaults)
        if settings.strategy != self.defaults.strategy:
            raise ConfigurationError(
                f"this graph was built for strategy {self.defaults.strategy!r}, not {settings.strategy!r}; "
                "build one with build_graph(Settings(strategy=...))"
            )
        refuse_unknown_prices(settings, settings.references)
        self.rules.check(settings)
        self._check_executors(settings)
        if settings.prompts:
            own_prompts(settings.prompts)
        return self._within_ceilings(settings)

    def store(self, runtime: Runtime[Settings]) -> BaseStore:
        """Return the store of full responses: the run's store, else this graph's own memory."""
        return runtime.store if runtime.store is not None else self.memory

    def record_of(self, state: TaskState, call: Call) -> Record | None:
        """Return the earlier call of the sub-task whose record stands for this one now, if there is one."""
        return record_of(state["search"], call, self.epochs.of(state.get("run_id", "")).current)

    def _check_executors(self, settings: Settings) -> None:
        """Raises UnknownNameError for a tool that there is not."""
        for name in (tool for executor in settings.executors.values() for tool in executor.tools):
            if name not in self.tools:
                raise UnknownNameError("tool of an executor", name, self.tools)

    def _within_ceilings(self, settings: Settings) -> Settings:
        if not (ceilings := self.strategy.ceilings):
            return settings
        values = {name: getattr(settings, name) for name in ceilings}
        lower = {name: top for name, top in ceilings.items() if values[name] is None or values[name] > top}
        return settings.model_copy(update=lower) if lower else settings

    def askers(self, role: str, settings: Settings) -> list[Asker]:
        """Return the models to ask for a role, fallbacks last. Raises ConfigurationError for an unknown model."""
        last = self._last_askers.get(role)
        if last is not None and last[0] is settings:
            return last[1]
        references = dict.fromkeys([settings.model_of(role), *settings.fallbacks_of(role)])
        found = [self._asker(reference, role, settings) for reference in references]
        self._last_askers[role] = (settings, found)
        return found

    def asker(self, role: str, settings: Settings) -> Asker:
        """Return the asker of a role's own model. Raises ConfigurationError where there is no such model."""
        return self.askers(role, settings)[0]

    def window(self, settings: Settings, role: str, unknown: int = UNKNOWN_WINDOW) -> int:
        """Return the tokens that a role's model takes at once: as known, else `unknown`."""
        known = self.asker(role, settings).knowledge.window.tokens
        return min((size for size in (settings.context_window, known) if size), default=unknown)

    def is_rich(self, settings: Settings, role: str) -> bool:
        """Return whether a role's prompts show more than needed."""
        if not self.strategy.adapts_prompts:
            return False
        if settings.context != "auto":
            return settings.context == "rich"
        return self.window(settings, role, unknown=0) >= RICH_WINDOW

    def response_chars(self, settings: Settings) -> int:
        """Return the characters of a response that a prompt may hold: as set, else a share of the
        answer role's window.
        """
        share = chars_of(self.window(settings, "answer"), RESPONSE_SHARE)
        return settings.max_response_chars or max(LEAST_RESPONSE, share)

    def _asker(self, reference: str, role: str, settings: Settings) -> Asker:
        endpoint = endpoint_of(reference, settings, role)
        key = f"{reference} {endpoint} {settings.structured_output} {settings.response_cache} {settings.context_window}"
        if key not in self._askers:
            given = self._models.get(reference)
            self._askers[key] = Asker(
                given or chat_model(reference, settings, role),
                reference,
                timeout=settings.model_timeout,
                registry=self._registry if given is None else self._own_registry,
                server=server_of(reference, settings, role),
                on_client_loop=given is None and reference != OFFLINE,
                start=None if settings.structured_output == "auto" else settings.structured_output,
                parameters=endpoint.sampling.model_dump(),
                cache=self._cache(settings.response_cache),
                window=settings.context_window,
            )
        return self._askers[key]

    def _cache(self, path: str | None) -> ResponseCache | None:
        if path is None:
            return None
        if path not in self._caches:
            self._caches[path] = ResponseCache(path)
        return self._caches[path]

    def meter(self, run_id: str) -> Meter:
        """Return the live meter of a run."""
        meter = self._meters.get(run_id)
        if meter is None:
            meter = self._meters[run_id] = Meter()
        else:
            self._meters.move_to_end(run_id)
        if len(self._meters) > _MAX_METERS:
            self._meters.popitem(last=False)
        return meter

    def meter_of(self, state: RunState | TaskState) -> Meter:
        """Return the meter of a state's run, which has seen the state's ledger."""
        meter = self.meter(state.get("run_id", ""))
        if (usage := state.get("usage")) is not None:
            meter.observe(usage)
        meter.enter(scope_of(state))
        return meter

    def drop_meter(self, run_id: str) -> None:
        """Forget the meter of a run that has ended."""
        self._meters.pop(run_id, None)
        self._images.pop(run_id, None)
        self.epochs.forget(run_id)
        self.recorder.forget(run_id)

    def allowance(
        self,
        state: RunState | TaskState,
        settings: Settings,
        purpose: Purpose,
        *,
        tokens: int = 0,
        cost: float = 0.0,
        tool: bool = False,
    ) -> Stop | None:
        """Return the stop if a budget of the run or of its sub-task forbids one more call."""
        meter, scope = self.meter_of(state), scope_of(state)
        branches = meter.branches if scope else 1
        asked = {"tokens": tokens, "cost": cost, "tool": tool}
        if broken := out_of_budget(settings, meter.spent, purpose, branches=branches, **asked):  # pyright: ignore
            return Stop(reason=broken)
        if scope and (budget := sub_task_budget(settings)) is not None:
            broken = out_of_sub_task_budget(budget, meter.spent_of(scope), purpose, **asked)  # pyright: ignore
            return Stop(reason=broken, scope="sub_task") if broken else None
        return None

    def images_of(self, state: RunState | TaskState) -> list[Image]:
        """Return the images of a run's conversation; for its sub-tasks, those that the run's own state had last.

        A sub-task's state holds none: an outer node looks here before it goes on with one, in a new process too.
        """
        run_id, messages = state.get("run_id", ""), state.get("messages")
        if messages is not None and (images := images_in(messages)[0]):
            self._images[run_id] = images
            if len(self._images) > _MAX_METERS:
                self._images.popitem(last=False)
        return self._images.get(run_id, [])

    def rank_lines(self, text: str, lines: Iterable[str]) -> list[str]:
        """Return the lines that begin with or hold a tool's name, those nearest to a text first."""
        found = [(line, self._tool_in(line)) for line in lines]
        known = [(line, tool) for line, tool in found if tool is not None]
        order = {tool.name: at for at, tool in enumerate(nearest(text, [tool for _, tool in known], len(known) - 1))}
        return [line for line, _ in sorted(known, key=lambda pair: order.get(pair[1].name, len(order)))]

    def _tool_in(self, line: str) -> Tool | None:
        named = line.removeprefix("- ").partition(":")[0].strip()
        if named in self.tools:
            return self.tools[named]
        try:
            document: Any = json.loads(line)
            return self.tools.get(document["name"])
        except (ValueError, TypeError, KeyError):
            return None
