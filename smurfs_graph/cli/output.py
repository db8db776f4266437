"""Write a command's output: standard output, kept free of what tools print, and files that hold a run."""

import json
import logging
import os
import sys
import tempfile
from collections.abc import Generator, Iterable
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path
from typing import Any

from smurfs_graph.asking.undeclared import LOGGER
from smurfs_graph.errors import ConfigurationError


def print_json(value: Any, *, indent: int | None = None) -> None:
    """Print JSON that standard output can hold, whatever its encoding."""
    in_utf8 = sys.stdout is not None and sys.stdout.encoding.lower().replace("-", "") == "utf8"
    print(json.dumps(value, ensure_ascii=not in_utf8, indent=indent))


@contextmanager
def keep_clean() -> Generator[None]:
    """Send to standard error whatever tools, and the files they are in, print within the block."""
    with redirect_stdout(sys.stderr):
        yield


@contextmanager
def say_notices(*, quiet: bool) -> Generator[None]:
    """Say within the block, as lines of the command, what the library tells at the first run of a graph; each once."""
    said = set[str]()

    class Lines(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            line = record.getMessage()
            if not quiet and line not in said:
                said.add(line)
                print(f"smurfs: {line}", file=sys.stderr)

    handler = Lines()
    LOGGER.addHandler(handler)
    try:
        yield
    finally:
        LOGGER.removeHandler(handler)


def write_whole(path: Path, lines: Iterable[str]) -> None:
    """Write a file in full or not at all, for the user's eyes only.

    A device or a pipe is written to, and not replaced.
    """
    if path.exists() and not path.is_file():
        try:
            with path.open("w", encoding="utf-8", errors="surrogatepass", newline="\n") as file:
                file.writelines(lines)
        except OSError as error:
            raise ConfigurationError(f"{str(path)!r} cannot be written: {error.strerror}") from None
        return
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
