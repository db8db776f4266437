"""What a benchmark is: cases, the tools that each may use, and how a result is scored."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

from langchain_core.language_models import BaseChatModel

from smurfs_graph.planning.outcome import Outcome
from smurfs_graph.settings import Settings

Metrics = Mapping[str, float]
"""Figures of one case by name, most of them from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Case:
    """One request of a benchmark."""

    id: str
    query: str
    reference: Any = None
    """What an answer is compared with; None where there is nothing."""
    data: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Whatever else the suite needs to give tools and scores."""
    where: str = field(default="", compare=False)
    """Its place in the data, as in 'cases.jsonl, line 3'."""


@dataclass(frozen=True, slots=True)
class Toolset:
    """The tools of a case."""

    specs: tuple[Any, ...]
    """As `build_graph(tools=...)` takes them."""
    key: str | None = None
    """Cases with the same key can share a graph; None for a graph of its own."""


class Suite(Protocol):
    """A benchmark. Cases are read one by one, so that a long file is never in memory as a whole.

    What some suites have besides is asked for by the functions below: settings, ratios, notes, predictions.
    """

    name: str
    main: str
    """The metric that is the score."""
    left_out: list[str]
    """Lines of the data that make no case, each with file, line and reason; complete once `cases` has ended."""

    def cases(self) -> Iterator[Case]:
        """All cases, in the order of the data, with distinct ids."""
        ...

    def toolset(self, case: Case) -> Toolset:
        """The tools that the case may use."""
        ...

    def score(self, case: Case, result: Mapping[str, Any]) -> Metrics:
        """Figures of one result, as the graph gave it; the suite's main metric is among them."""
        ...


@dataclass(frozen=True, slots=True)
class SuiteOptions:
    """What a suite is made from."""

    data: Path
    tools: tuple[str, ...] = ()
    """Specs from the command line, for suites whose cases bring no tools."""
    checker: str = ""
    """How answers are compared, for a user's own cases."""


class Called(NamedTuple):
    """One tool call of a run."""

    sub_task: str
    tool: str
    arguments: dict[str, Any]
    text: str
    """What it brought, or why it failed; cut."""
    rolled_back: bool
    ok: bool = True


def calls_of(result: Mapping[str, Any]) -> list[Called]:
    """The calls that a run made, sub-task after sub-task, failed and rolled-back ones included."""
    outcomes: Mapping[str, Outcome] = result.get("outcomes") or {}
    return [
        Called(name, item.tool, dict(item.arguments), item.text, item.rolled_back, item.ok)
        for name, outcome in outcomes.items()
        for item in outcome.evidence
        if item.called
    ]


def settings_of(suite: Suite, case: Case) -> Mapping[str, Any]:
    """Settings that a case needs, if its suite says so by a method `settings`."""
    return getattr(suite, "settings", _none)(case)


def ratios_of(suite: Suite) -> Mapping[str, tuple[str, str]]:
    """Figures that are a sum over all cases divided by another one, by name: the two metrics' names.

    A suite says so by an attribute `ratios`; the metrics that they are made of are not shown by themselves.
    """
    return getattr(suite, "ratios", {})


def missed_by(suite: Suite, case: Case) -> Metrics:
    """The figures of a case that ended in an error, if its suite has a method `missed`: what it would have counted."""
    return getattr(suite, "missed", _none)(case)


def query_of(suite: Suite, case: Case, strategy: str) -> str:
    """What a strategy is asked: by the suite's method `query`, else the case's own text."""
    own = getattr(suite, "query", None)
    return case.query if own is None else own(case, strategy)


def expected_by(suite: Suite, case: Case) -> str:
    """What a right answer says, in words: by the suite's method `expected`, else the reference where it is a value."""
    if (own := getattr(suite, "expected", None)) is not None:
        return own(case)
    known = cast("list[Any]", case.reference) if isinstance(case.reference, list) else [case.reference]
    return "; ".join(str(each) for each in known if isinstance(each, str | int | float))


def prediction_of(suite: Suite, case: Case, result: Mapping[str, Any]) -> Any:
    """What a benchmark's own evaluator needs of a run, as JSON data, if its suite has a method `prediction`."""
    return getattr(suite, "prediction", _nothing)(case, result)


Way = Callable[[Case, Settings, Mapping[str, BaseChatModel]], Awaitable[Mapping[str, Any]]]


def way_of(suite: Suite) -> Way | None:
    """How a suite gets its results where they do not come from a run of the whole graph: its method `run`."""
    return getattr(suite, "run", None)


def _none(case: Case) -> Mapping[str, Any]:
    return {}


def _nothing(case: Case, result: Mapping[str, Any]) -> Any:
    return None


def distinct(cases: Iterator[Case], left_out: list[str], where: str) -> Iterator[Case]:
    """The cases without those whose id another one had; these are noted in `left_out`."""
    seen: set[str] = set()
    for case in cases:
        if case.id in seen:
            left_out.append(f"{case.where or where}: the id {case.id!r} stood there before; the first one counts")
            continue
        seen.add(case.id)
        yield case


def text_answer(result: Mapping[str, Any]) -> str:
    """The answer's text; empty where the run found no evidence for one."""
    unanswered = {"no_evidence", "error", "cancelled", "infeasible", "rejected", "waiting"}
    return "" if result.get("stop_reason") in unanswered else str(result.get("answer") or "")
