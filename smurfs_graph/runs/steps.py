"""List runs: a row for each run, a row for each step of one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, cast

from smurfs_graph.checkpoints.storage import Storage, Thread
from smurfs_graph.errors import StorageError
from smurfs_graph.events.run_view import arguments_of
from smurfs_graph.runs.saved import INTERRUPT, Saved, latest_of


@dataclass(frozen=True)
class RunRow:
    """One run, as a list shows it."""

    id: str
    query: str
    state: str
    """finished, waiting (for a person), unfinished (interrupted, or still under way), unreadable."""
    stop_reason: str
    started: str
    """ISO 8601, UTC."""
    updated: str
    steps: int
    """Checkpoints, those of its sub-tasks included."""


@dataclass(frozen=True)
class StepRow:
    """One checkpoint of a run: what had been done, and what comes next."""

    number: int
    """From 1, in the order of time, over the run and its sub-tasks."""
    sub_task: str
    """Empty for the run as a whole."""
    next: tuple[str, ...]
    """The nodes that run from here."""
    at: str
    """ISO 8601, UTC."""
    summary: str

    def cells(self) -> tuple[str, ...]:
        """Return the row as a table has it."""
        return (str(self.number), self.sub_task, ", ".join(self.next) or "(end)", self.summary)


def run_rows(storage: Storage) -> list[RunRow]:
    """List every run of a storage, the oldest first."""
    return [_row(storage, thread) for thread in storage.threads()]


def step_rows(run: Iterable[Saved]) -> list[StepRow]:
    """List every step of a run, numbered."""
    return [_step(number, saved) for number, saved in enumerate(run, start=1)]


def turns_of(values: Mapping[str, Any]) -> int:
    """Return the turns of the conversation that a run's state is of."""
    return sum(message.type == "human" for message in values.get("messages") or ())


def state_of(saved: Saved) -> str:
    """Return a run's state by its last checkpoint: "finished", "waiting" or "unfinished"."""
    if not next_nodes(saved):
        return "finished"
    return "waiting" if any(channel == INTERRUPT for _, channel, _ in saved.writes) else "unfinished"


def next_nodes(saved: Saved) -> tuple[str, ...]:
    """Return the nodes that are due: those that a branch leads to, or the start."""
    due = [name.removeprefix("branch:to:") for name in saved.values if name.startswith("branch:to:")]
    return tuple(due) or (("start",) if "__start__" in saved.values else ())


def _row(storage: Storage, thread: Thread) -> RunRow:
    name, first, last, steps = thread
    try:
        saved = latest_of(storage, name)
    except StorageError as error:
        return RunRow(name, f"({error})", "unreadable", "", iso(first), iso(last), steps)
    if saved is None:
        return RunRow(name, "", "unreadable", "", iso(first), iso(last), steps)
    query = str(saved.values.get("query") or _query_of(saved))
    reason = str(saved.values.get("stop_reason") or "")
    return RunRow(name, query, state_of(saved), reason, iso(first), iso(last), steps)


def _query_of(saved: Saved) -> str:
    start: Any = saved.values.get("__start__")
    return str(cast("dict[str, Any]", start).get("query", "")) if isinstance(start, dict) else ""


def _step(number: int, saved: Saved) -> StepRow:
    values = saved.values
    task: Any = values.get("sub_task")
    sub_task = str(getattr(task, "id", "")) if saved.ns else ""
    at = str(saved.checkpoint.get("ts", ""))
    begins = "__start__" in values  # what is there besides is of the turn before
    summary = f"query: {_query_of(saved)}" if begins and not saved.ns else _summary(values, sub_task)
    return StepRow(number, sub_task, next_nodes(saved), at, summary)


def _summary(values: dict[str, Any], sub_task: str) -> str:
    """Summarise a step so that a person recognises it."""
    if not sub_task:
        if answer := values.get("answer"):
            return f"answer: {answer}"
        outcomes: dict[str, Any] = values.get("outcomes") or {}
        plan: Any = values.get("plan")
        planned = len(plan.sub_tasks) if plan is not None else 0
        return f"{len(outcomes)} of {planned} sub-tasks" if planned else f"query: {values.get('query') or ''}"
    draft, search = values.get("draft"), values.get("search")
    if draft is not None and draft.call.tool:
        return f"{draft.call.tool}({', '.join(f'{name}={value!r}' for name, value in draft.call.arguments.items())})"
    if draft is not None and draft.call.thought:
        return f"thought: {draft.call.thought}"
    program, calls = values.get("program"), values.get("calls") or ()
    if program is None and calls:
        return "; ".join(f"{call.tool}({arguments_of(call.arguments)})" for call in calls)
    within = f", in a program of {len(program.source.strip().splitlines())} lines" if program is not None else ""
    return f"depth {search.depth}, {len(search.attempts)} attempts{within}" if search is not None else ""


def iso(seconds: float) -> str:
    """Return a time as ISO 8601 in UTC, to the millisecond."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")
