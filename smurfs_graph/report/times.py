"""Times of a run's events, and the sub-tasks that it had to wait for. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from smurfs_graph.events.run_view import RunView, TaskView

LONG_PAUSE = 5.0
"""Seconds without any event that are cut out of the picture, where that many are known to be nobody's work."""


@dataclass(frozen=True)
class ReportClock:
    """Turns times of day into seconds of the run, with pauses between its processes cut out."""

    start: float
    end: float
    pauses: tuple[tuple[float, float], ...] = ()

    @property
    def total(self) -> float:
        """Return the seconds of the run."""
        return max(self.at(self.end), 1e-3)

    def at(self, time: float) -> float:
        """Return the seconds since the run began."""
        if not time:
            return 0.0
        cut = sum(min(time, until) - since for since, until in self.pauses if since < time)
        return max(0.0, min(time, self.end) - self.start - cut)

    def share(self, time: float) -> float:
        """Return a time's place in the run in per cent."""
        return 100 * self.at(time) / self.total


def clock_of(view: RunView) -> ReportClock:
    """Return the run's clock.

    Where its ledger says that it was idle for long, the longest gaps between steps are that.
    """
    ended = view.end.at if view.end else 0.0
    start, end = view.started, max(view.last, ended)
    idle = end - start - view.usage.elapsed if view.usage.elapsed else 0.0
    marks = {start, end}
    for task in view.tasks.values():
        marks |= {task.started, task.ended}
        for step in task.steps.values():
            marks |= {step.began, step.called, step.called + step.seconds, step.ended}
    times = sorted(time for time in marks if time)
    gaps = sorted(pairwise(times), key=lambda gap: gap[0] - gap[1])
    pauses: list[tuple[float, float]] = []
    for since, until in gaps:
        if until - since < LONG_PAUSE or until - since > idle + LONG_PAUSE:
            continue
        idle -= until - since
        pauses.append((since, until))
    return ReportClock(start, end, tuple(sorted(pauses)))


def critical_path(tasks: Mapping[str, TaskView]) -> list[str]:
    """Return the sub-tasks that the run had to wait for: the one that ended last, what that waited for, and so on."""
    ended = {name: task for name, task in tasks.items() if task.ended and task.started}
    if not ended:
        return []
    path = [max(ended, key=lambda name: ended[name].ended)]
    while before := [name for name in tasks[path[-1]].depends_on if name in ended and name not in path]:
        path.append(max(before, key=lambda name: ended[name].ended))
    return path[::-1]
