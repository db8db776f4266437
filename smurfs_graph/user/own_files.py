"""Files that are the user's alone from their first byte, whatever the umask says."""

import os
import stat
from contextlib import suppress
from pathlib import Path

_OTHERS = 0o077


def open_own(path: str, flags: int) -> int:
    """Open a file, as an `opener` for `open`: it is made for the user alone; one that is there and
    theirs becomes so.
    """
    descriptor = os.open(path, flags, 0o600)
    if hasattr(os, "fchmod"):
        found = os.fstat(descriptor)
        if _is_open_to_others(found):
            with suppress(OSError):  # a file system without rights
                os.fchmod(descriptor, 0o600)
    return descriptor


def open_own_unlinked(path: str, flags: int) -> int:
    """Open a file as `open_own` does, and refuse a link: for names in a folder that may come from somebody else."""
    return open_own(path, flags | getattr(os, "O_NOFOLLOW", 0))


def make_own_folder(path: Path) -> None:
    """Make a folder for the user alone, where it is missing. Raises OSError."""
    path.mkdir(parents=True, exist_ok=True, mode=0o700)


def make_database(path: str | Path) -> None:
    """Make a file for SQLite to open, where it is missing; its log and index get the rights that it has."""
    if str(path) in ("", ":memory:"):
        return
    with suppress(OSError):  # SQLite says what is wrong
        real = os.path.realpath(path)  # SQLite follows a link, too
        os.close(os.open(real, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def close_to_others(path: str | Path) -> None:
    """Take the rights of others from a database that is there, known to be this program's, and the user's own."""
    if str(path) in ("", ":memory:") or not hasattr(os, "geteuid"):
        return
    real = Path(os.path.realpath(path))
    for file in (real, Path(f"{real}-wal"), Path(f"{real}-shm")):
        with suppress(OSError):  # not there, or a file system without rights
            if _is_open_to_others(file.lstat()):
                file.chmod(0o600)


def _is_open_to_others(found: os.stat_result) -> bool:
    return stat.S_ISREG(found.st_mode) and found.st_uid == os.geteuid() and bool(found.st_mode & _OTHERS)
