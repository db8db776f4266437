"""List runs: a row for each run, a row for each step of one."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, cast

from smurfs_graph.checkpoints import state_version
from smurfs_graph.checkpoints.run_record import INTERRUPT, RunRecord, due_nodes, summarize
from smurfs_graph.checkpoints.storage import Storage
from smurfs_graph.errors import StorageError
from smurfs_graph.events.run_view import arguments_of
from smurfs_graph.runs.saved import Saved, latest_of


@dataclass(frozen=True)
class RunRow:
    """One run, as a list shows it."""

    id: str
    query: str
    state: str
    """finished, waiting (for a person), unfinished (interrupted, or still under way), or unreadable, which was saved by
    another version; of a run with a job: queued, running, failed (given up), cancelled.
    """
    stop_reason: str
    started: str
    """ISO 8601, UTC."""
    updated: str
    steps: int
    """Checkpoints, those of its sub-tasks included."""
    user: str = ""
    """Whose it is, where its caller named one."""
    strategy: str = ""
    """Of a run of the command line."""


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


def run_rows(storage: Storage, limit: int | None = None, before: float | None = None) -> list[RunRow]:
    """List the runs that were started last, the oldest of them first; `limit`: how many, all by default.

    `before`: only those that have been left alone since then, in seconds since 1970.
    """
    return [_row(_complete(storage, record)) for record in storage.runs(limit, before)]


def row_of(thread: str, run: Sequence[Saved]) -> RunRow:
    """Return the row of one run. `run`: all its checkpoints, in the order of time."""
    latest = next(saved for saved in reversed(run) if not saved.ns)
    summary = summarize(latest.values, latest.metadata)._replace(state=state_of(latest))
    began, ended = (datetime.fromisoformat(str(saved.checkpoint["ts"])).timestamp() for saved in (run[0], run[-1]))
    return _row(RunRecord(thread, began, ended, len(run), state_version.STATE, summary))


def step_rows(run: Iterable[Saved]) -> list[StepRow]:
    """List every step of a run, numbered."""
    return [_step(number, saved) for number, saved in enumerate(run, start=1)]


def turns_of(values: Mapping[str, Any]) -> int:
    """Return the turns of the conversation that a run's state is of."""
    return sum(message.type == "human" for message in values.get("messages") or ())


def state_of(saved: Saved) -> str:
    """Return a run's state by its last checkpoint: "finished", "waiting" or "unfinished"."""
    if not due_nodes(saved.values):
        return "finished"
    return "waiting" if any(channel == INTERRUPT for _, channel, _ in saved.writes) else "unfinished"


def _complete(storage: Storage, record: RunRecord) -> RunRecord:
    """Return a record with its summary; that of a run from before there were records is read in the run, and kept."""
    if record.version is not None:
        return record
    try:
        saved = latest_of(storage, record.thread)
    except StorageError:
        return record
    if saved is None:
        return record
    summary = summarize(saved.values, saved.metadata)._replace(state=state_of(saved))
    found = record._replace(version=state_version.STATE, summary=summary)
    storage.amend(found)
    return found


def _row(record: RunRecord) -> RunRow:
    """Return the row that lists a run."""
    found = record.summary
    is_readable = record.version == state_version.STATE
    return RunRow(
        record.thread,
        found.query,
        found.state if is_readable else "unreadable",
        found.stop_reason,
        iso(record.started),
        iso(record.updated),
        record.checkpoints,
        found.user,
        found.strategy,
    )


def _step(number: int, saved: Saved) -> StepRow:
    values = saved.values
    task: Any = values.get("sub_task")
    sub_task = str(getattr(task, "id", "")) if saved.ns else ""
    at = str(saved.checkpoint.get("ts", ""))
    start: Any = values.get("__start__")  # what is there besides is of the turn before
    begins = isinstance(start, dict) and not saved.ns
    summary = _query(cast("dict[str, Any]", start)) if begins else _summary(values, sub_task)
    return StepRow(number, sub_task, due_nodes(values), at, summary)


def _query(values: Mapping[str, Any]) -> str:
    return f"query: {values['query']}" if values.get("query") else ""


def _summary(values: dict[str, Any], sub_task: str) -> str:
    """Summarise a step so that a person recognises it."""
    if not sub_task:
        if answer := values.get("answer"):
            return f"answer: {answer}"
        outcomes: dict[str, Any] = values.get("outcomes") or {}
        plan: Any = values.get("plan")
        planned = len(plan.sub_tasks) if plan is not None else 0
        return f"{len(outcomes)} of {planned} sub-tasks" if planned else _query(values)
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
