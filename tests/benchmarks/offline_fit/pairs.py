"""Which value is whose: trees learn from the arguments of right calls how likely a value is a parameter's."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from smurfs_graph.offline.documents import Document, parse_document
from smurfs_graph.offline.joint import pairs
from smurfs_graph.offline.joint.candidates import Candidate, tried
from smurfs_graph.offline.joint.features import mentions_of
from smurfs_graph.offline.joint.task import same
from tests.benchmarks.boosting import Boosting, Forest, boost
from tests.benchmarks.offline_fit.requests import Case

HOW = Boosting(trees=150, leaves=14, rate=0.05, least=25, ridge=5.0, rows=0.8, columns=0.5)


@dataclass(frozen=True)
class Pairs:
    """All values of the requests with all parameters that they might fill."""

    names: tuple[str, ...]
    rows: np.ndarray
    right: np.ndarray
    toolsets: np.ndarray

    def fit(self, kept: np.ndarray) -> Forest:
        """Trees from some of the rows."""
        return boost(self.rows[kept], self.right[kept], HOW)


def collect(found: list[Case]) -> Pairs:
    """The pairs of all cases."""
    rows: list[dict[str, float]] = []
    right: list[bool] = []
    toolsets: list[str] = []
    for case in found:
        for told, is_right in _of(case):
            rows.append(told)
            right.append(is_right)
            toolsets.append(case.toolset)
    names = tuple(rows[0])
    table = np.array([[float(row[name]) for name in names] for row in rows])
    return Pairs(names, table, np.array(right, dtype=float), np.array(toolsets))


def _of(case: Case) -> Iterator[tuple[dict[str, float], bool]]:
    text = case.request["query"]
    wanted = [*case.request["calls"], *case.request["also_permitted"]]
    for tool in case.tools:
        document = parse_document(tool.document)
        if document is None:
            continue
        mentions = mentions_of(document, text)
        for one in tried(document, text):
            mention = one.mention or mentions.get(one.start)
            if mention is not None and one.sort not in ("option", "truth", ""):
                yield pairs.features(one, mention, document, text), _taken(one, document, wanted)


def _taken(one: Candidate, document: Document, wanted: list[dict[str, Any]]) -> bool:
    return any(
        call["tool"] == document.tool.name
        and one.parameter in call["arguments"]
        and same(call["arguments"][one.parameter], one.value)
        for call in wanted
    )
