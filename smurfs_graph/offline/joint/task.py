"""What a reading is of, and what it says: the sub-task with its documents, and a set of calls with its features."""

from collections.abc import Mapping
from dataclasses import dataclass

from smurfs_graph.offline.documents import Document
from smurfs_graph.offline.joint.instances import Instance
from smurfs_graph.offline.known import Source

FEATURES = (
    "none", "stop", "calls", "words", "least_words", "lonely", "misfit", "optional", "optional_misfit", "bare",
    "links", "weak_links", "again", "unplaced_id", "unplaced_number", "unplaced_date", "unplaced_name",
    "unplaced_words", "unasked_act", "weak_act", "left_act", "short", "over", "known", "produced", "rivals", "apart",
    "regret", "remade", "unspoken", "twice", "asked", "weakest", "loose", "unlikely", "unlikeliest", "unlikely_optional",
    "unlike_best", "unsaid", "most_unsaid", "clauses_left", "said",
)  # fmt: skip
"""What readings are weighed by; `features.Measure` computes them."""


@dataclass(frozen=True)
class Made:
    """A call that was made before in this sub-task."""

    tool: str
    arguments: Mapping[str, object]


@dataclass(frozen=True)
class Task:
    """A sub-task's text, the documents shown, what earlier answers told, and the calls made."""

    text: str
    documents: tuple[Document, ...]
    known: tuple[Source, ...] = ()
    made: tuple[Made, ...] = ()


@dataclass(frozen=True)
class Reading:
    """New calls that, with those made, are what a text may ask for; `features` in the order of `FEATURES`."""

    calls: tuple[Instance, ...]
    features: tuple[float, ...]

    @property
    def ready(self) -> tuple[Instance, ...]:
        """The calls that can be made now."""
        return tuple(one for one in self.calls if not one.open)


def same(one: object, two: object) -> bool:
    """Whether two values of arguments are the same, whatever the case of a text."""
    if isinstance(one, str) and isinstance(two, str):
        return one.strip().casefold() == two.strip().casefold()
    return one is not None and isinstance(one, bool) == isinstance(two, bool) and one == two
