"""Live views of a graph's runs: their meters, images, epochs and records. Each is rebuilt from a run's state, its
ledger or its store whenever it is missing, so that a run may go on in another process.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager

from smurfs_graph.asking.emitting import scope_of
from smurfs_graph.asking.epochs import Epochs
from smurfs_graph.asking.recording import Recorder
from smurfs_graph.budgets.limits import Ending, Purpose, out_of_budget, out_of_sub_task_budget, sub_task_budget
from smurfs_graph.budgets.meter import Meter
from smurfs_graph.concurrency.bounded import BoundedDict
from smurfs_graph.prompting.images import Image, images_in
from smurfs_graph.search.records import Record, record_of
from smurfs_graph.search.state import Call
from smurfs_graph.settings import Settings
from smurfs_graph.state import RunState, Stop, TaskState
from smurfs_graph.tools.tool import Tool

_MOST_RUNS = 10_000


class LiveRuns:
    """What this process knows of the runs under way."""

    def __init__(self, tools: Mapping[str, Tool], *, structured: bool = False) -> None:
        """Start with no run. `tools`: all that the graph has, for its records; `structured`: the answer is wanted as
        data as well.
        """
        self._structured = structured
        self.epochs = Epochs()
        self.recorder = Recorder(tools)
        self._meters: BoundedDict[str, Meter] = BoundedDict(_MOST_RUNS)
        self._images: BoundedDict[str, list[Image]] = BoundedDict(_MOST_RUNS)

    def meter(self, run_id: str) -> Meter:
        """Return the live meter of a run."""
        meter = self._meters[run_id] = self._meters.get(run_id) or Meter()
        return meter

    def meter_of(self, state: RunState | TaskState) -> Meter:
        """Return the meter of a state's run, which has seen the state's ledger."""
        meter = self.meter(state.get("run_id", ""))
        if (usage := state.get("usage")) is not None:
            meter.observe(usage)
        meter.enter(scope_of(state))
        return meter

    def waiting(self, state: RunState | TaskState) -> AbstractContextManager[None]:
        """Return a context in which a person is asked, whose time no budget counts."""
        return self.meter_of(state).waiting(scope_of(state))

    def allowance(
        self,
        state: RunState | TaskState,
        settings: Settings,
        purpose: Purpose,
        *,
        tokens: int = 0,
        cost: float = 0.0,
        tool: bool = False,
    ) -> Stop | None:
        """Return the stop if a budget of the run or of its sub-task forbids one more call."""
        meter, scope = self.meter_of(state), scope_of(state)
        asked = {"tokens": tokens, "cost": cost, "tool": tool, "ending": self.ending_of(state)}
        if broken := out_of_budget(settings, meter.spent, purpose, **asked):  # pyright: ignore
            return Stop(reason=broken)
        if scope and (budget := sub_task_budget(settings)) is not None:
            broken = out_of_sub_task_budget(budget, meter.spent_of(scope), purpose, **asked)  # pyright: ignore
            return Stop(reason=broken, scope="sub_task") if broken else None
        return None

    def ending_of(self, state: RunState | TaskState) -> Ending:
        """Return how a run is going to end: guided searches are closed by code, and whoever solves the request itself
        writes its answer.
        """
        if "sub_task" not in state:
            return Ending()
        delivers = self._structured or not state["sub_task"].whole
        return Ending(self.meter(state.get("run_id", "")).branches, state["shape"] != "guided", delivers)

    def images_of(self, state: RunState | TaskState) -> list[Image]:
        """Return the images of a run's conversation; for its sub-tasks, those that the run's own state had last.

        A sub-task's state holds none: an outer node looks here before it goes on with one, in a new process too.
        """
        run_id, messages = state.get("run_id", ""), state.get("messages")
        if messages is not None and (images := images_in(messages)[0]):
            self._images[run_id] = images
        return self._images.get(run_id, [])

    def record_of(self, state: TaskState, call: Call) -> Record | None:
        """Return the earlier call of the sub-task whose record stands for this one now, if there is one."""
        return record_of(state["search"], call, self.epochs.of(state.get("run_id", "")).current)

    def forget(self, run_id: str) -> None:
        """Forget a run that has ended."""
        self._meters.pop(run_id, None)
        self._images.pop(run_id, None)
        self.epochs.forget(run_id)
        self.recorder.forget(run_id)
