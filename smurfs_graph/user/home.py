"""Locate this program's data: runs, and the write-ahead files of their calls."""

import os
import sys
from pathlib import Path

from smurfs_graph.errors import ConfigurationError


def data_directory() -> Path:
    """Return the user's data directory for this program, made if missing; `SMURFS_HOME` overrides it.

    Raises ConfigurationError where it cannot be made.
    """
    path = _default()
    try:
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise ConfigurationError(
            f"the data directory {str(path)!r} cannot be made ({error.strerror}); set SMURFS_HOME to another one"
        ) from None
    return path


def _default() -> Path:
    if given := os.environ.get("SMURFS_HOME"):
        return Path(given).expanduser()
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "smurfs-graph"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", str(Path.home()))) / "smurfs-graph"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "smurfs-graph"
