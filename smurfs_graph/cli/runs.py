"""`smurfs runs ...`: what the commands do."""

import re
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

from rich.console import Console
from rich.table import Table
from rich.text import Text

from smurfs_graph.checkpoints.storage import Storage
from smurfs_graph.cli.options import again, collect, use_storage
from smurfs_graph.cli.output import print_json, say_notices, write_whole
from smurfs_graph.cli.recipe import Recipe, mask_secrets_of_tools
from smurfs_graph.cli.run import Options, carry_out, recipe_of
from smurfs_graph.cli.workers import queued_threads, say_job, use_queue
from smurfs_graph.errors import ConfigurationError, RunBusyError
from smurfs_graph.redaction.redactor import Redactor
from smurfs_graph.runs.calls import call_rows
from smurfs_graph.runs.forking import change_query, changes_left_out, cut_off, rename_each, rename_run
from smurfs_graph.runs.saved import delete_run, latest_of, no_such_run, payloads_of, read_run, run_ids, write_run
from smurfs_graph.runs.steps import RunRow, row_of, run_rows, step_rows, turns_of
from smurfs_graph.runs.transfer import ExportFile, export_lines
from smurfs_graph.settings import Settings
from smurfs_graph.showing.describing import call_shown, plan_decision
from smurfs_graph.showing.text import count_of, in_a_line, visible

_PIPE = 1_000
"""Columns that a table may have where no window bounds it."""
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800}


@dataclass(frozen=True)
class Changes:
    """The changes of a fork: query, settings and answers."""

    query: str | None
    settings: tuple[str, ...]
    answers: tuple[str, ...]


def list_runs(checkpoint: str | None, last: int | None = None, *, as_json: bool) -> int:
    """Print a row for each run, or for the last so many; those that cannot be read are one line in all."""
    with use_storage(checkpoint) as storage:
        rows = run_rows(storage, last)
        with use_queue(storage, checkpoint) as queue:
            rows = queue.with_jobs(rows, last) if queue else rows
    if as_json:
        print_json(Redactor().data([asdict(row) for row in rows]))
        return 0
    if not rows:
        print("smurfs: there are no runs yet", file=sys.stderr)
        return 0
    redactor = Redactor()
    table = _table("id", "state", "started", "steps", "query")
    readable = [row for row in rows if row.state != "unreadable"]
    for row in readable:
        cells = (row.id, _state(row), _minute(row.started), str(row.steps), row.query)
        table.add_row(*(_cell(cell, redactor) for cell in cells))
    if readable:
        _print(table)
    if others := len(rows) - len(readable):
        print(
            f"smurfs: {count_of(others, 'run')} of another version, which this one cannot read (--json names them): go "
            "on with the version that saved them, or delete them: smurfs runs prune --unreadable --older-than 30d",
            file=sys.stderr,
        )
    return 0


def show_run(thread: str, checkpoint: str | None, *, calls: bool, as_json: bool) -> int:
    """Print a row for each step of a run, or for each of its model calls that are on record."""
    with use_storage(checkpoint) as storage:
        mask_secrets_of_tools(storage, thread)
        if say_job(storage, checkpoint, thread) and latest_of(storage, thread) is None:
            return 0
        run = read_run(storage, thread)
        payloads = [item for run_id in run_ids(run) for item in storage.payloads(f"{run_id}-")] if calls else []
    rows = call_rows(run, payloads) if calls else step_rows(run)
    if as_json:
        print_json(Redactor().data([asdict(row) for row in rows]))
        return 0
    if calls and not rows:
        print("smurfs: no calls are on record; --set record=true keeps those of a run", file=sys.stderr)
        return 0
    redactor = Redactor()
    latest = next(saved.values for saved in reversed(run) if not saved.ns)
    for text in _head(row_of(thread, run), latest):
        print(in_a_line(redactor.text(text), 400))
    print()
    names = ("call", "sub-task", "step", "prompt", "model", "tokens", "fate") if calls else ("step", "sub-task", "next")
    table = _table(*names, "reply" if calls else "what")
    for row in rows:
        table.add_row(*(_cell(cell, redactor) for cell in row.cells()))
    _print(table)
    if (turns := turns_of(latest)) > 1:
        began = max(at for at, saved in enumerate(run, 1) if not saved.ns and "__start__" in saved.values)
        print(f"smurfs: a conversation of {turns} turns; the last one begins at step {began}", file=sys.stderr)
    return 0


def _head(row: RunRow, values: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines above a run's steps: its state, user and times, the request, and what a person decided."""
    user = f", user {row.user}" if row.user else ""
    strategy = f", strategy {row.strategy}" if row.strategy else ""
    yield f"run {row.id}: {_state(row)}{user}{strategy}, {_minute(row.started)} to {_minute(row.updated)}"
    yield f"query: {row.query}"
    for made in values.get("plan_decisions") or ():
        when = datetime.fromtimestamp(made.at).astimezone().strftime("%Y-%m-%d %H:%M")
        yield plan_decision(made.decision, made.by, when)


def _state(row: RunRow) -> str:
    return row.stop_reason.replace("_", " ") or row.state


def _minute(time: str) -> str:
    """Return a time as people here read it; empty where there is none."""
    return datetime.fromisoformat(time).astimezone().strftime("%Y-%m-%d %H:%M") if time else ""


def fork_run(thread: str, step: int, changes: Changes, options: Options, *, stay: bool) -> int:
    """Make a new run of another one's beginning, and run it."""
    name = options.thread or uuid4().hex[:12]
    with say_notices(quiet=options.quiet), use_storage(options.checkpoint) as storage:
        recipe = _change_recipe(recipe_of(storage, thread, options), changes.settings)
        whole = read_run(storage, thread)
        run = cut_off(whole, step)
        made_since = [call_shown(call.tool, call.arguments) for call in changes_left_out(whole, run)]
        run = run if changes.query is None else change_query(run, changes.query)
        made, payloads = rename_run(run, payloads_of(storage, run), recipe.as_metadata(name))
        write_run(storage, name, made, payloads)
        if not options.quiet:
            print(in_a_line(f"smurfs: run {name} goes on from step {step} of run {thread}"), file=sys.stderr)
            if made_since:
                told = Redactor().text(", ".join(made_since))
                print(in_a_line(f"smurfs: done since then by that run, and not undone: {told}"), file=sys.stderr)
        if stay:
            print(_whole_name(name))
            return 0
        return carry_out(storage, recipe, None, name, options, list(changes.answers) or None)


def prune_runs(
    checkpoint: str | None,
    *,
    older_than: str | None,
    keep: int | None,
    unfinished: bool = False,
    unreadable: bool = False,
    dry_run: bool = False,
) -> int:
    """Delete runs by age and by count: finished ones, with `unfinished` all, with `unreadable` those alone.

    Keeps those that are queued, or go on meanwhile.
    """
    if older_than is None and keep is None:
        raise ConfigurationError("say what to delete: --older-than AGE, --keep N, or both")
    oldest = time.time() - _seconds(older_than) if older_than is not None else None
    with use_storage(checkpoint) as storage:
        wanted = "unreadable" if unreadable else "finished"
        every = run_rows(storage, before=oldest if keep is None else None)
        with use_queue(storage, checkpoint) as queue:
            known = queue.with_states(every) if queue else every
        alone = [row for row in known if row.state not in ("queued", "running")]
        rows = [row for row in alone if row.state == wanted or (unfinished and not unreadable)]
        doomed = _rows_to_delete(rows, oldest, keep)
        if dry_run:
            for row in doomed:
                print(_whole_name(row.id))
            return 0
        deleted = _delete(storage, {row.id: row.steps for row in doomed}, checkpoint)
        if deleted:
            storage.compact()
    print(f"smurfs: {count_of(deleted, 'run')} deleted", file=sys.stderr)
    return 0


def delete_runs(threads: Iterable[str], checkpoint: str | None) -> int:
    """Delete runs by name."""
    names = list(dict.fromkeys(threads))
    with use_storage(checkpoint) as storage:
        known = {name for name, *_ in storage.threads()} | queued_threads(storage, checkpoint)
        if missing := next((name for name in names if name not in known), None):
            raise no_such_run(missing)
        return 0 if _delete(storage, dict.fromkeys(names), checkpoint) == len(names) else 1


def export_run(thread: str, output: Path, checkpoint: str | None, *, with_secrets: bool) -> int:
    """Write a run into a file."""
    with use_storage(checkpoint) as storage:
        mask_secrets_of_tools(storage, thread)
        run = read_run(storage, thread)
        lines = export_lines(thread, run, payloads_of(storage, run), None if with_secrets else Redactor())
        if str(output) == "-":
            for line in lines:
                sys.stdout.write(line)
        else:
            write_whole(output, lines)
    return 0


def import_run(file: Path, name: str | None, checkpoint: str | None) -> int:
    """Take a run from a file."""
    found = ExportFile(file)
    thread = name or found.name
    with use_storage(checkpoint) as storage:
        run, payloads = found.run(), found.payloads()
        if thread != found.name or any(storage.payloads(f"{run_id}-") for run_id in found.run_ids):
            run, payloads = rename_each(found.run_ids, run, payloads, {})
        write_run(storage, thread, run, payloads)
    print(_whole_name(thread))
    print(f"smurfs: {found.steps} steps; go on with: smurfs resume {thread!r}{again(checkpoint)}", file=sys.stderr)
    return 0


def _change_recipe(recipe: Recipe, settings: tuple[str, ...]) -> Recipe:
    if not settings:
        return recipe
    given = recipe.settings.model_dump(exclude_unset=True) | collect(settings)
    return Recipe(recipe.tools, Settings.checked(**given), recipe.schema)


def _rows_to_delete(rows: list[RunRow], oldest: float | None, keep: int | None) -> list[RunRow]:
    latest_first = sorted(rows, key=lambda row: row.updated, reverse=True)
    beyond = latest_first if keep is None else latest_first[keep:]
    return [row for row in beyond if oldest is None or datetime.fromisoformat(row.updated).timestamp() < oldest][::-1]


def _delete(storage: Storage, steps: Mapping[str, int | None], checkpoint: str | None) -> int:
    """Delete runs and return how many were; a busy run is reported and kept.

    `steps`: by the run's name; what has another number by now, or is queued, is kept. None: whatever it has.
    """
    deleted = 0
    with use_queue(storage, checkpoint) as queue:
        for name, listed in steps.items():
            try:
                with queue.forgetting(name, queued=listed is None) if queue else nullcontext():
                    delete_run(storage, name, partial(_check_left_alone, storage, name, listed))
            except RunBusyError as error:
                print(f"smurfs: not deleted: {error}", file=sys.stderr)
            else:
                deleted += 1
    return deleted


def _check_left_alone(storage: Storage, name: str, listed: int | None) -> None:
    """Raise RunBusyError where a run went on since it was listed."""
    if listed is not None and storage.steps(name) != listed:
        raise RunBusyError(f"run {name!r} went on while the list of runs was made")


def _seconds(age: str) -> float:
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([smhdw])", age.strip())
    if found is None:
        raise ConfigurationError(f"--older-than takes an age such as 30d, 12h or 90m, not {age!r:.40}")
    return float(found[1]) * _UNITS[found[2]]


def _table(*names: str) -> Table:
    """Return a table of one line for each row; its last column gives way where the window is too narrow."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in names:
        table.add_column(name, no_wrap=name != names[-1], overflow="fold" if name == "id" else "ellipsis")
    return table


def _print(table: Table) -> None:
    """Print a table in the window's width at a terminal, in full in a pipe."""
    if (console := Console()).is_terminal:
        console.print(table)
        return
    wide = Console(width=_PIPE)
    with wide.capture() as captured:
        wide.print(table)
    sys.stdout.writelines(f"{line.rstrip()}\n" for line in captured.get().splitlines())


def _cell(text: str, redactor: Redactor) -> Text:
    return Text(in_a_line(redactor.text(text), 100), no_wrap=True, overflow="ellipsis")


def _whole_name(name: str) -> str:
    """Return a run's name as it is, in one line: two names never look the same."""
    return visible(name).replace("\n", "\\n")
