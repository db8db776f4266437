"""Correctness: unique correct calls / calls made. Completeness: unique correct calls / calls required.

Each of both with and without ToolSearcher, whose calls API-Bank requires and counts (245 calls in all 50 samples). Here
a search of the index of documents is a ToolSearcher call: it is correct if the document that it ranks first is one
that the sample's own searches returned. A call is correct if API-Bank's own check would pass it (tools/apibank).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from smurfs_graph.planning.outcome import Outcome
from smurfs_graph.planning.plan import Plan
from smurfs_graph.tools.apibank.replay import same_arguments
from smurfs_graph.tools.apibank.samples import SEARCHER, Sample, returned_documents


@dataclass(frozen=True)
class Counts:
    """Calls made, required, and correct for the first time."""

    made: int = 0
    required: int = 0
    correct: int = 0

    def __add__(self, other: "Counts") -> "Counts":
        """The counts of both."""
        return Counts(self.made + other.made, self.required + other.required, self.correct + other.correct)

    @property
    def correctness(self) -> float:
        """Unique correct calls per call made, 0 to 1; 0 where none was made."""
        return self.correct / self.made if self.made else 0.0

    @property
    def completeness(self) -> float:
        """Unique correct calls per required call, 0 to 1; 1 where none is required."""
        return self.correct / self.required if self.required else 1.0


@dataclass(frozen=True)
class Score:
    """The counts of tools' calls, those of searches, and how often a correct call was made again."""

    tools: Counts = Counts()
    searches: Counts = Counts()
    repeats: int = 0

    def __add__(self, other: "Score") -> "Score":
        """The score of both."""
        return Score(self.tools + other.tools, self.searches + other.searches, self.repeats + other.repeats)

    @property
    def all_calls(self) -> Counts:
        """Tools and searches together."""
        return self.tools + self.searches


def score_calls(sample: Sample, made: Iterable[tuple[str, Mapping[str, Any]]], searches: Sequence[str]) -> Score:
    """Score a run's calls (tool and arguments) and its searches (the name of the document ranked first)."""
    required = [call for call in sample.calls if call.api != SEARCHER]
    met: set[int] = set()
    count = repeats = 0
    for tool, arguments in made:
        count += 1
        fitting = [
            at for at, call in enumerate(required) if call.api == tool and same_arguments(arguments, call.arguments)
        ]
        new = next((at for at in fitting if at not in met), None)
        if new is not None:
            met.add(new)
        elif fitting:
            repeats += 1
    wanted = [{document.name for document in returned_documents(call)} for call in sample.calls if call.api == SEARCHER]
    found: set[int] = set()
    for name in searches:
        at = next((at for at, names in enumerate(wanted) if name in names and at not in found), None)
        if at is not None:
            found.add(at)
    return Score(Counts(count, len(required), len(met)), Counts(len(searches), len(wanted), len(found)), repeats)


def searches_of(plan: Plan, outcomes: Mapping[str, Outcome], nearest: Callable[[str], Sequence[str]]) -> list[str]:
    """The searches of a run: one for each sub-task that was begun, by its content. `nearest`: names, the best first."""
    begun = [task for task in plan.sub_tasks if task.id in outcomes and outcomes[task.id].status != "blocked"]
    return [names[0] if (names := nearest(task.content)) else "" for task in begun]
