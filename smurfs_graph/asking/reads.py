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


class RunReads:
    """The successful reads of one run, by call, since something was changed."""

    def __init__(self) -> None:
        """Nothing was read yet."""
        self._kept: OrderedDict[tuple[str, str], Response] = OrderedDict()

    def find(self, key: tuple[str, str]) -> Response | None:
        """What this very call has brought."""
        return self._kept.get(key)

    def keep(self, key: tuple[str, str], response: Response) -> None:
        """Remember what a read has brought, unless it failed or is long."""
        if response.failed or len(response.full) > _LONGEST:
            return
        self._kept[key] = response
        if len(self._kept) > _MOST_READS:
            self._kept.popitem(last=False)


class Reads:
    """The reads of a graph's runs."""

    def __init__(self) -> None:
        """No run is under way."""
        self._runs: OrderedDict[str, RunReads] = OrderedDict()

    def of(self, run_id: str) -> RunReads:
        """Those of a run, for one call: what is changed while it is under way makes its response count no more."""
        reads = self._runs.setdefault(run_id, RunReads()) if run_id else RunReads()
        if len(self._runs) > _MOST_RUNS:
            self._runs.popitem(last=False)
        return reads

    def forget(self, run_id: str) -> None:
        """Something was changed, or may have been while the run waited, or the run has ended."""
        self._runs.pop(run_id, None)
