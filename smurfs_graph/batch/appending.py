"""Files of JSON lines that are only appended to, by one process at a time: what is in them is the point to go on from.

A line that was cut by a crash is removed before the next one is written. Files of other programs, and links, are
refused and left as they are: a folder of results may come from somebody else.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Self

from smurfs_graph.checkpoints.leases import take_lock
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.user.own_files import make_own_folder, open_own_unlinked


class AppendedFile:
    """An open file of lines, locked against other processes."""

    def __init__(self, path: Path, begins: bytes) -> None:
        """Open the file; it and its folder are made where they are missing. `begins`: how each of its lines does.

        Raises ConfigurationError where it cannot be written, is a link, ends with a piece of a line that this program
        did not write, or another process writes to it.
        """
        self.path = path
        try:
            make_own_folder(path.parent)
            self._file: BinaryIO = open(path, "a+b", opener=open_own_unlinked)  # noqa: SIM115 - closed by `close`
        except OSError as error:
            why = "it is a link" if path.is_symlink() else error.strerror or error
            raise ConfigurationError(f"{path} cannot be written: {why}") from None
        try:
            lock(self._file)
            self._cut_at = self._end_of_lines(begins)
        except ConfigurationError:
            self._file.close()
            raise

    def append(self, line: bytes) -> None:
        """Write a line; it is on its way to the disk when this returns."""
        if self._cut_at is not None:
            self._file.truncate(self._cut_at)
            self._cut_at = None
        self._file.write(line + b"\n")
        self._file.flush()

    def _end_of_lines(self, begins: bytes) -> int | None:
        """Return where the last whole line ends, if a piece of one is behind it. Raises ConfigurationError."""
        self._file.seek(0)
        whole, piece = 0, b""
        for line in self._file:
            whole, piece = (whole + len(line), b"") if line.endswith(b"\n") else (whole, line)
        if piece and not (piece.startswith(begins) or begins.startswith(piece)):
            raise ConfigurationError(f"{self.path} ends with a line of another program: {piece[:60]!r}")
        return whole if piece else None

    def close(self) -> None:
        """Close the file, everything written."""
        os.fsync(self._file.fileno())
        self._file.close()

    def __enter__(self) -> Self:
        """For `with`."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.close()


def lock(file: BinaryIO) -> None:
    """Keep other processes out while the file is open. Raises ConfigurationError where one is in it."""
    if not take_lock(file.fileno()):
        raise ConfigurationError(f"another process is writing to {file.name}")


def whole_lines(file: Path) -> Iterator[tuple[str, bytes]]:
    """Yield each whole line that is not empty with its place ('results.jsonl, line 3').

    Raises ConfigurationError where the file cannot be read.
    """
    try:
        with file.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                if line.endswith(b"\n") and line.strip():
                    yield f"{file}, line {number},", line
    except OSError as error:
        raise ConfigurationError(f"{file} cannot be read: {error.strerror or error}") from None
