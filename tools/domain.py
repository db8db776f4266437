"""Domains: what a toolset knows of its subject beyond its tools, namely how a request becomes a plan and a choice.

A toolset that brings a domain (`Toolset`) offers a typed request, which a model fills from
the user's words and the domain checks. It has its searches run as sub-tasks like any others, and chooses among the
records that they hand over by a solver of its own. What is none of its requests, or lacks something, is planned by the
planner as ever: a domain refuses nothing. Constraints stay data: the solver obeys those that stand in the plan, so that
a person who edits the plan edits what is solved.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from pydantic import BaseModel

from smurfs_graph.constraints.check import Verdict
from smurfs_graph.constraints.records import Record
from smurfs_graph.constraints.report import ChoiceReport
from smurfs_graph.planning.plan import Plan

if TYPE_CHECKING:
    from smurfs_graph.tools.tool import Tool


class Formulation(NamedTuple):
    """A request as its domain understands it."""

    plan: Plan
    """Prepared sub-tasks, typed constraints, and a choice that names the domain; empty where too little is said."""
    missing: tuple[str, ...] = ()
    """Values that the request does not say and the domain does not guess, in words of a question: 'how many people
    travel'.
    """
    problems: tuple[str, ...] = ()
    """Problems of the request, in sentences: contradictions, unknown names, dates that do not exist."""
    notes: tuple[str, ...] = ()
    """Notes for the person on how the request was understood."""


class Solved(NamedTuple):
    """A choice, and what its domain can check of it beyond the plan's constraints."""

    report: ChoiceReport
    verdicts: tuple[Verdict, ...] = ()


class Domain(Protocol):
    """A subject whose requests a toolset can plan and solve itself. Methods may block; they run in threads."""

    @property
    def name(self) -> str:
        """Return the domain's name in plans; unique among the toolsets of a run."""
        ...

    @property
    def searches(self) -> "Sequence[Tool]":
        """Return tools for the domain's own plans; models are not offered them."""
        ...

    @property
    def request_type(self) -> type[BaseModel]:
        """Return the typed request that a model fills, every field described; named as no other domain's.

        Servers hold models to its JSON schema: no free-form objects, every field required, with null or [] for what
        is not said. Its first field is `reasoning`, so that a model thinks before it decides.
        """
        ...

    @property
    def guide(self) -> str:
        """Return what a model should know to fill the form. Short.

        Its first line says what the domain can do, and is shown to models that have the tools bound; then come the
        names that it knows.
        """
        ...

    def formulate(self, request: Any) -> Formulation | None:
        """Return the plan for a filled `request_type`; None where it is none of this domain's, as the model found."""
        ...

    def solve(self, plan: Plan, records: Mapping[str, Sequence[Record]], seconds: float) -> Solved:
        """Choose among what the plan's sub-tasks handed over, in at most so many seconds.

        `report.chosen` gives by sub-task the records on which the plan's constraints are checked afterwards.
        """
        ...


@dataclass(frozen=True)
class Toolset:
    """Tools and their domain; stands wherever tools do: in `build_graph(tools=[...])` or behind `path.py:attr`."""

    tools: Iterable[Any]
    """Functions, LangChain tools, or what else may be passed as a tool; models are offered these."""
    domain: Domain
