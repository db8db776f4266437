"""Count the epochs of the runs under way, and share what their parts read within one.

An epoch ends when a call that may change something starts, and again when it ends, however it ends. Within an epoch the
record of a read stands for the same read (`search/records.py`). The count is a live view: a run that goes on in another
process, or after a person was waited for, begins a new epoch, so that at worst a read is made once more.
"""

from uuid import uuid4

from smurfs_graph.concurrency.bounded import BoundedDict
from smurfs_graph.tools.calling import Response

_MOST_RUNS = 1_000
_MOST_READS = 200
"""Responses of one run that are kept."""
_LONGEST = 200_000
"""Characters of a response that is kept."""


class RunEpochs:
    """The epochs of one run, and the successful reads of the present one."""

    def __init__(self) -> None:
        """Begin the first epoch."""
        self._life, self._number = uuid4().hex[:8], 0
        self.has_changed = False
        """Whether a call may have changed something since the count began."""
        self._reads: BoundedDict[tuple[str, str], Response] = BoundedDict(_MOST_READS)

    @property
    def current(self) -> str:
        """Return the present epoch; no other process or object has one of this name."""
        return f"{self._life}.{self._number}"

    def advance(self) -> None:
        """Begin a new epoch: a call that may change something has started or ended."""
        self.has_changed = True
        self.renew()

    def renew(self) -> None:
        """Begin a new epoch: others may have changed something, as while a person was waited for."""
        self._number += 1
        self._reads.clear()

    def find(self, key: tuple[str, str]) -> Response | None:
        """Return what a call of this key brought in the present epoch."""
        return self._reads.get(key)

    def keep(self, key: tuple[str, str], response: Response, epoch: str) -> None:
        """Remember what a read that started in `epoch` brought, unless it failed, is long, or the epoch is over."""
        if epoch != self.current or response.failed or len(response.full) > _LONGEST:
            return
        self._reads[key] = response


class Epochs:
    """The epochs of a graph's runs."""

    def __init__(self) -> None:
        """Start with no run."""
        self._runs: BoundedDict[str, RunEpochs] = BoundedDict(_MOST_RUNS)

    def of(self, run_id: str) -> RunEpochs:
        """Return the epochs of a run; a run without an id shares nothing."""
        if not run_id:
            return RunEpochs()
        epochs = self._runs[run_id] = self._runs.get(run_id) or RunEpochs()
        return epochs

    def forget(self, run_id: str) -> None:
        """Drop the epochs of a run that has ended."""
        self._runs.pop(run_id, None)
