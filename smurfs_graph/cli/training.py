"""`smurfs export-training`: recorded runs, and public trajectories, as training data."""

import sys
from collections.abc import Generator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import get_args

from smurfs_graph.bench.recording import RUNS
from smurfs_graph.bench.results import RESULTS, latest, read_rows
from smurfs_graph.checkpoints.storage import Storage, open_storage
from smurfs_graph.cli.options import use_storage
from smurfs_graph.cli.recipe import mask_secrets_of_tools
from smurfs_graph.errors import ConfigurationError, StorageError, UnknownNameError
from smurfs_graph.planning.outcome import StopReason
from smurfs_graph.runs.saved import payloads_of, read_run
from smurfs_graph.runs.transfer import read_export_file
from smurfs_graph.showing.text import in_a_line
from smurfs_graph.training.episodes import Episode, read_episode
from smurfs_graph.training.export import OWN, ExportSelection, export
from smurfs_graph.training.toolbench import toolbench_episodes


def export_runs(
    runs: list[str], toolbench: Path | None, output: Path, choice: ExportSelection, checkpoint: str | None
) -> int:
    """Write the folder; prints its name, and what is in it."""
    if unknown := sorted(choice.stop_reasons - {*get_args(StopReason)}):
        raise UnknownNameError("stop reason", unknown[0], get_args(StopReason))
    left_out: list[str] = []
    with ExitStack() as stack:
        found = export(_episodes(runs, toolbench, checkpoint, left_out, stack), output, choice)
    print(output)
    for (name, side), part in sorted(found.files.items()):
        print(f"smurfs: {name} {side}: {part.rows:,} rows, {part.bytes:,} bytes", file=sys.stderr)
    for reason, count in found.left_out.most_common():
        print(f"smurfs: left out: {count:,} {reason}", file=sys.stderr)
    for line in left_out[:20]:
        print(f"smurfs: left out: {in_a_line(line)}", file=sys.stderr)
    return 0


def _episodes(
    runs: list[str], toolbench: Path | None, checkpoint: str | None, left_out: list[str], stack: ExitStack
) -> Iterator[Episode]:
    """Yield the episodes of recorded runs, exported files, benchmark folders and ToolBench's trajectories."""
    folders = [name for name in runs if Path(name).is_dir()]
    files = [name for name in runs if Path(name).is_file()]
    named = [name for name in dict.fromkeys(runs) if name not in {*folders, *files}]
    if named or not (runs or toolbench):
        storage = stack.enter_context(use_storage(checkpoint))
        yield from (_recorded(_of_storage(storage, name, name), name) for name in named)
        yield from () if named else _on_record(storage, left_out)
    for name in files:
        given, run, payloads = read_export_file(Path(name))
        yield _recorded(read_episode(given, OWN, run, payloads), name)
    for name in folders:
        yield from _of_benchmark(Path(name))
    if toolbench is not None:
        yield from toolbench_episodes(toolbench, left_out)


def _recorded(found: Episode | None, name: str) -> Episode:
    if found is None:
        raise ConfigurationError(f"run {name!r} has no model calls on record; --set record=true keeps them")
    return found


def _on_record(storage: Storage, left_out: list[str]) -> Iterator[Episode]:
    """Yield every run of a storage that is on record."""
    for name, *_ in storage.threads():
        try:
            found = _of_storage(storage, name, name)
        except StorageError as error:
            left_out.append(f"run {name}: {error}")
            continue
        if found is not None:
            yield found
        else:
            left_out.append(f"run {name} has no model calls on record")


def _of_storage(storage: Storage, thread: str, name: str, score: float | None = None) -> Episode | None:
    mask_secrets_of_tools(storage, thread)
    run = read_run(storage, thread)
    return read_episode(name, OWN, run, payloads_of(storage, run), score)


def _of_benchmark(folder: Path) -> Generator[Episode]:
    """Yield the runs of a benchmark that are on record, with their scores."""
    if not (folder / RESULTS).is_file():
        raise ConfigurationError(f"{folder} holds no results of smurfs bench")
    if not (folder / RUNS).is_file():
        raise ConfigurationError(f"{folder} holds no runs; smurfs bench keeps them with --reports --set record=true")
    with open_storage(folder / RUNS) as storage:
        kept = {name for name, *_ in storage.threads()}
        for row in latest(read_rows(folder)):
            if (thread := Path(row.report).stem) in kept:
                found = _of_storage(storage, thread, f"{row.case}, {row.label}, seed {row.seed}", row.score)
                if found is not None:
                    yield found
