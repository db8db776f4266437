"""Which value of an earlier answer is whose: learnt from states in which only right calls were made."""

from collections.abc import Sequence

from smurfs_graph.offline.joint import handed
from smurfs_graph.offline.joint.readings import offered
from smurfs_graph.offline.joint.task import Task
from tests.benchmarks.boosting import Boosting
from tests.benchmarks.offline_fit.pairs import taken, wanted
from tests.benchmarks.offline_fit.requests import Case
from tests.benchmarks.offline_fit.table import Told

HOW = Boosting(trees=120, leaves=10, rate=0.05, least=20, ridge=5.0, rows=0.8, columns=0.4)


def rows(case: Case, tasks: Sequence[Task]) -> list[Told]:
    """All values of earlier answers with all parameters of the documents shown that they might fill."""
    calls, found = wanted(case), list[Told]()
    for task in tasks:
        for document in task.documents if task.known else ():
            every = offered(document, task)
            for one in every:
                told = handed.features(one, document, task, every) if one.start < 0 else None
                if told is not None:
                    found.append((told, taken(one, document, calls)))
    return found
