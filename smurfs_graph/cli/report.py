"""`smurfs report`: one run of a storage as one HTML file."""

import sys
from pathlib import Path

from smurfs_graph.checkpoints.payloads import CALL_KEY
from smurfs_graph.checkpoints.storage import Storage
from smurfs_graph.cli.options import use_storage
from smurfs_graph.cli.output import write_whole
from smurfs_graph.cli.recipe import mask_secrets_of_tools
from smurfs_graph.report import report_html
from smurfs_graph.runs.calls import call_rows
from smurfs_graph.runs.history import history
from smurfs_graph.runs.saved import latest_of, read_run
from smurfs_graph.runs.steps import turns_of


def report(thread: str, output: Path | None, checkpoint: str | None) -> int:
    """Write the report; prints the file's name."""
    with use_storage(checkpoint) as storage:
        mask_secrets_of_tools(storage, thread)
        page = page_of(storage, thread)
    if str(output) == "-":
        sys.stdout.write(page)
        return 0
    path = output or Path(f"{_file_name(thread)}.html")
    write_whole(path, [page])
    print(path)
    return 0


def page_of(storage: Storage, thread: str) -> str:
    """Return the report of a run, of a conversation that of its last turn.

    It has the responses and the model calls that the storage has. Raises ConfigurationError.
    """
    events = history(storage, thread)
    run_id = next((event.run_id for event in events if event.kind == "run_started"), "")
    kept = storage.payloads(f"{run_id}-") if run_id else []
    responses = {key: str(value["full"]) for key, value in kept if "full" in value}
    is_recorded = any(CALL_KEY.fullmatch(key) for key, _ in kept)
    calls = call_rows(read_run(storage, thread), kept) if is_recorded else []
    latest = latest_of(storage, thread)
    turns = turns_of(latest.values) if latest else 0
    return report_html(events, responses, calls, name=f"{thread}, turn {turns} of {turns}" if turns > 1 else thread)


def _file_name(thread: str) -> str:
    """Return a run's name as that of a file beside which nothing else is meant."""
    safe = "".join(each if each.isalnum() or each in "-_" else "-" for each in thread[:80])
    return safe.strip("-") or "run"
