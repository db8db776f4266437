"""Writing files that hold a run."""

import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from smurfs_graph.errors import ConfigurationError


def write_whole(path: Path, lines: Iterable[str]) -> None:
    """Whole, or not at all; for the user's eyes only."""
    try:
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise ConfigurationError(f"{str(path)!r} cannot be written: {error.strerror}") from None
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", errors="surrogatepass", newline="\n") as file:
            file.writelines(lines)
        Path(name).replace(path)
    except OSError as error:
        raise ConfigurationError(f"{str(path)!r} cannot be written: {error.strerror}") from None
    finally:
        with suppress(OSError):
            Path(name).unlink()
