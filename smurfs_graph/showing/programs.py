"""A program as people see it: how long it is, what its calls took, and which of them a line made. Pure."""

from collections.abc import Sequence

from smurfs_graph.events.run_view import StepView
from smurfs_graph.showing.text import count_of, duration


def code_of(program: StepView) -> str:
    """Return a program's text."""
    return str(program.arguments.get("code") or "")


def summary_of(program: StepView, calls: Sequence[StepView]) -> str:
    """Return how long a program is, what it called, and how long that took."""
    return f"{count_of(len(code_of(program).strip().splitlines()), 'line')}, {calls_summary(calls)}"


def calls_summary(calls: Sequence[StepView]) -> str:
    """Return how many calls there are, how many failed, and how long one of them or more was under way."""
    told = [count_of(len(calls), "call")]
    if failed := sum(is_bad(each) for each in calls):
        told.append(f"{failed} failed")
    if took := busy(calls):
        told.append(duration(took))
    return ", ".join(told)


def calls_by_line(calls: Sequence[StepView]) -> dict[int, list[StepView]]:
    """Return the calls of each line, which is 0 where it is not known; lines in order."""
    found = dict[int, list[StepView]]()
    for call in sorted(calls, key=lambda each: each.line or 0):
        found.setdefault(call.line or 0, []).append(call)
    return found


def is_bad(call: StepView) -> bool:
    """Return whether a call brought nothing."""
    return call.state in ("failed", "refused")


def busy(calls: Sequence[StepView]) -> float:
    """Return the seconds in which calls were under way; those of several at once count once."""
    total = latest = 0.0
    for began, ended in sorted((each.called, each.called + each.seconds) for each in calls):
        total += max(0.0, ended - max(began, latest))
        latest = max(latest, ended)
    return total
