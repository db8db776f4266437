"""Findings of `smurfs doctor` and of runs, kept in this user's folder: one small file for each model and address.

`smurfs run`, `resume` and `mcp` go by it where nothing is set; a graph within an application never looks here.
"""

import sys
from contextlib import suppress
from datetime import date, timedelta
from pathlib import Path

from smurfs_graph.canonical import canonical_json, digest
from smurfs_graph.cli.output import write_whole
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.models.refs import server_of
from smurfs_graph.models.registry import Finding, process_registry
from smurfs_graph.settings import Settings
from smurfs_graph.user.home import data_directory
from smurfs_graph.user.own_files import make_own_folder

_MOST_FILES = 64
_MOST_BYTES = 4096
_FRESH = timedelta(days=7)
"""How long a finding of a run counts: its server may be started anew with a template that shows tools."""


def file_of(server: str, reference: str) -> Path:
    """Return the file of a finding. Raises ConfigurationError where there can be no folder."""
    return data_directory() / "doctor" / f"{digest(canonical_json([server, reference]))}.json"


def recall(server: str, reference: str) -> Finding | None:
    """Return the finding; None where there is none, or where it cannot be read."""
    with suppress(OSError, ValueError, ConfigurationError):
        path = file_of(server, reference)
        if path.stat().st_size <= _MOST_BYTES:
            found = Finding.model_validate_json(path.read_bytes())
            return found if found.shape is not None or abs(date.today() - found.on) <= _FRESH else None
    return None


def keep(finding: Finding) -> Path:
    """Keep a finding in place of an earlier one; the oldest of too many go. Raises ConfigurationError."""
    path = file_of(finding.server, finding.model)
    with suppress(OSError):  # then it cannot be written
        make_own_folder(path.parent)
    write_whole(path, [finding.model_dump_json()])
    with suppress(OSError):  # another process has removed one meanwhile
        for old in sorted(path.parent.iterdir(), key=lambda file: file.stat().st_mtime)[:-_MOST_FILES]:
            old.unlink()
    return path


def use_findings(settings: Settings, *, quiet: bool) -> None:
    """Let this process's runs go by what was found, and say so where it decides the shape of their steps."""
    process_registry().recall = recall
    reference = settings.model_of("executor")
    found = recall(server_of(reference, settings, "executor"), reference)
    if found is not None and not quiet and (settings.strategy, settings.step_shape) == ("full", "auto"):
        said = f"{found.shape} steps, as smurfs doctor advised on {found.on}; --step-shape says otherwise"
        if found.shape is None:
            seen = f"on {found.on} the server did not show bound tools to its model"
            said = f"guided steps: {seen}; smurfs doctor looks again"
        print(f"smurfs: {said}", file=sys.stderr)


def keep_seen() -> None:
    """Keep what this process's runs found out about servers that show no tools, so that the next run knows it."""
    for server, reference in process_registry().missing_tools():
        if recall(server, reference) is None:
            with suppress(ConfigurationError, OSError):  # the next run finds it out again
                keep(Finding(model=reference, server=server, on=date.today(), shape=None, shows_tools=False))
