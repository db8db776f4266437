"""Which value is whose: from the arguments of right calls, how likely a value of a request is a parameter's."""

from collections.abc import Sequence
from typing import Any

from smurfs_graph.offline.documents import Document, parse_document
from smurfs_graph.offline.joint import pairs
from smurfs_graph.offline.joint.candidates import Candidate, tried
from smurfs_graph.offline.joint.features import mentions_of
from smurfs_graph.offline.joint.task import same
from tests.benchmarks.boosting import Boosting
from tests.benchmarks.offline_fit.requests import Case
from tests.benchmarks.offline_fit.table import Told

HOW = Boosting(trees=150, leaves=14, rate=0.05, least=25, ridge=5.0, rows=0.8, columns=0.5)


def rows(case: Case) -> list[Told]:
    """All values of a request with all parameters that they might fill."""
    text, found = case.request["query"], list[Told]()
    for tool in case.tools:
        document = parse_document(tool.document)
        if document is None:
            continue
        mentions = mentions_of(document, text)
        for one in tried(document, text):
            if one.start >= 0:
                told = pairs.features(one, pairs.spoken(one, mentions, text), document, text)
                found.append((told, taken(one, document, wanted(case))))
    return found


def wanted(case: Case) -> list[dict[str, Any]]:
    """The calls that are right or permitted."""
    return [*case.request["calls"], *case.request["also_permitted"]]


def taken(one: Candidate, document: Document, calls: Sequence[dict[str, Any]]) -> bool:
    """Whether some of the calls has the value for its parameter."""
    return any(
        call["tool"] == document.tool.name
        and one.parameter in call["arguments"]
        and same(call["arguments"][one.parameter], one.value)
        for call in calls
    )
