"""What reads of the runs under way have brought: parts of one run that need the same thing ask for it once.

A live view only: another process, or a run with too many reads, makes them again.
"""

from collections import OrderedDict

from smurfs_graph.tools.calling import Response

_MOST_RUNS = 1_000
_MOST_READS = 200
"""Responses of one run that are kept."""
_LONGEST = 200_000
"""Characters of a response that is kept."""


class Reads:
    """The successful reads of a graph's runs, by run and call."""

    def __init__(self) -> None:
        """Nothing was read yet."""
        self._runs: OrderedDict[str, OrderedDict[tuple[str, str], Response]] = OrderedDict()

    def find(self, run_id: str, key: tuple[str, str]) -> Response | None:
        """What this very call has brought in the run."""
        return self._runs.get(run_id, OrderedDict()).get(key)

    def keep(self, run_id: str, key: tuple[str, str], response: Response) -> None:
        """Remember what a read has brought, unless it failed or is long."""
        if response.failed or len(response.full) > _LONGEST:
            return
        reads = self._runs.setdefault(run_id, OrderedDict())
        reads[key] = response
        if len(reads) > _MOST_READS:
            reads.popitem(last=False)
        if len(self._runs) > _MOST_RUNS:
            self._runs.popitem(last=False)

    def forget(self, run_id: str) -> None:
        """Something was changed, or the run has ended."""
        self._runs.pop(run_id, None)
