"""The contract of a benchmark: cases, the tools that each may use, and how a result is scored."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Protocol, cast

from langchain_core.language_models import BaseChatModel
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.planning.outcome import NOT_DONE, NOT_FOUND, Outcome, StopReason
from smurfs_graph.settings import Settings

UNANSWERED: frozenset[StopReason] = frozenset({"error", "cancelled", "rejected", "waiting"})
"""Endings of runs that were broken off: their last words are no answer."""
Metrics = Mapping[str, float]
"""Figures of one case by name, most of them from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Case:
    """One request of a benchmark."""

    id: str
    query: str
    reference: Any = None
    """The reference for the answer; None where there is nothing."""
    data: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Whatever else the suite needs to give tools and scores."""
    where: str = field(default="", compare=False)
    """Its place in the data, as in 'cases.jsonl, line 3'."""


@dataclass(frozen=True, slots=True)
class CaseTools:
    """The tools of a case."""

    specs: tuple[Any, ...]
    """Tools in the forms that `build_graph(tools=...)` takes."""
    key: str | None = None
    """Cases with the same key can share a graph; None for a graph of its own."""


@dataclass(frozen=True, slots=True)
class SuiteOptions:
    """The options a suite is made from."""

    data: Path
    tools: tuple[str, ...] = ()
    """Specs from the command line, for suites whose cases bring no tools."""
    checker: str = ""
    """Name of the checker of answers, for a user's own cases."""


class Agent(Protocol):
    """A graph, or LangChain's agent in its place."""

    async def ainvoke(self, given: Mapping[str, Any], config: RunnableConfig | None = None) -> Mapping[str, Any]:
        """Answer a request, or the last of some messages."""
        ...


Build = Callable[[Sequence[Any], BaseCheckpointSaver[Any] | None], Agent]
"""Makes what is asked, with some tools; its threads are kept by the checkpointer."""


class Suite(ABC):
    """A benchmark: what it asks, the tools that each case may use, and how a result is scored.

    Cases are read one by one, so that a long file is never in memory as a whole.
    """

    name: ClassVar[str]
    main: ClassVar[str]
    """The metric that is the score."""
    ratios: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """Figures that are a sum over all cases divided by another one, by name; those two metrics are not shown."""
    brings_tools: ClassVar[bool] = False
    """Whether cases have tools of their own; those of the command line are refused then."""
    asks_for_steps: ClassVar[bool] = False
    """Whether results come from `run`, and not from a run of the whole graph."""
    holds_conversations: ClassVar[bool] = False
    """Whether results come from `converse`, with as many runs as a conversation has turns."""

    def __init__(self, options: SuiteOptions) -> None:
        """Raises ConfigurationError for tools where cases have their own."""
        if options.tools and self.brings_tools:
            raise ConfigurationError(f"{self.name} brings its own tools; leave --tools out")
        self.tools: tuple[Any, ...] = options.tools
        self._open = ExitStack()
        """Resources that the suite holds open."""
        self.left_out: list[str] = []
        """Lines of the data that make no case, each with file, line and reason; complete once `cases` has ended."""

    @property
    def notes(self) -> list[str]:
        """Return caveats about the figures, in sentences."""
        return []

    def cases(self) -> Iterator[Case]:
        """Yield all cases, in the order of the data, with distinct ids."""
        self.left_out.clear()
        seen: set[str] = set()
        for case in self.read():
            if case.id in seen:
                self.left_out.append(f"{case.where}: the id {case.id!r} stood there before; the first one counts")
            else:
                seen.add(case.id)
                yield case

    @abstractmethod
    def read(self) -> Iterator[Case]:
        """Yield every case in the data; items that make none go to `left_out`."""

    def query(self, case: Case, strategy: str) -> str:
        """Return the query that a strategy gets for a case."""
        return case.query

    def expected(self, case: Case) -> str:
        """Return the expected answer in words."""
        known = cast("list[Any]", case.reference) if isinstance(case.reference, list) else [case.reference]
        return "; ".join(str(each) for each in known if isinstance(each, str | int | float))

    def category(self, case: str) -> str:
        """Return the part of the benchmark that the case of an id belongs to; figures are given of each part, too."""
        return ""

    def toolset(self, case: Case) -> CaseTools:
        """Return the tools that the case may use; the same ones for all, unless a suite says otherwise."""
        return CaseTools(self.tools, key="all")

    async def run(self, case: Case, settings: Settings, models: Mapping[str, BaseChatModel]) -> Mapping[str, Any]:
        """Return the result of a case, where `asks_for_steps`."""
        raise NotImplementedError

    async def converse(self, case: Case, build: Build) -> Mapping[str, Any]:
        """Return the result of a case, where it `holds_conversations`: of its runs together, each below `turns`."""
        raise NotImplementedError

    @abstractmethod
    def score(self, case: Case, result: Mapping[str, Any]) -> Metrics:
        """Return the figures of one result, as the graph gave it; the suite's main metric is among them."""

    def missed(self, case: Case) -> Metrics:
        """Return the figures of a case that ended in an error: what it would have counted."""
        return {}

    def prediction(self, case: Case, result: Mapping[str, Any]) -> Any:
        """Return what the benchmark's own evaluator needs of a run, as JSON data; None where it has none."""
        return None

    def close(self) -> None:
        """Let go of what the suite holds open; it is not used again."""
        self._open.close()

    def write_official(self, predictions: Mapping[str, Any], folder: Path) -> list[Path]:
        """Write the predictions of one configuration, by case, as the benchmark's own evaluator reads them."""
        return []


class Called(NamedTuple):
    """One tool call of a run."""

    sub_task: str
    tool: str
    arguments: dict[str, Any]
    text: str
    """The result, or why the call failed; cut."""
    rolled_back: bool
    ok: bool = True


def calls_of(result: Mapping[str, Any]) -> list[Called]:
    """Return the calls that a run made, sub-task after sub-task, failed and rolled-back ones included."""
    outcomes: Mapping[str, Outcome] = result.get("outcomes") or {}
    return [
        Called(name, item.tool, dict(item.arguments), item.text, item.rolled_back, item.ok)
        for name, outcome in outcomes.items()
        for item in outcome.evidence
        if item.called
    ]


def text_answer(result: Mapping[str, Any]) -> str:
    """Return the answer as a user reads it, whatever it rests on; empty where nobody answered.

    ToolEval leaves evidence to its judge, and so do all figures here, for strategies and `create-agent` alike.
    """
    stop = result.get("stop_reason")
    unanswered = stop in UNANSWERED or (stop == "no_evidence" and not _has_words_of_a_model(result))
    return "" if unanswered else str(result.get("answer") or "")


def _has_words_of_a_model(result: Mapping[str, Any]) -> bool:
    """Return whether a model answered, or said what it could not find; else code has put the lines together."""
    outcomes: Mapping[str, Outcome] = result.get("outcomes") or {}
    return any(each.answer or each.reason.lower().startswith((NOT_FOUND, NOT_DONE)) for each in outcomes.values())
