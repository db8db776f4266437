"""A folder that nothing gets out of: paths are checked, and then opened so that the check cannot be outrun.

A path is resolved, symbolic links included, and must still lie under the root. Where the platform can, what was
resolved is then opened from the root one component at a time without following links, so that a link put in place
after the check is refused rather than followed.
"""

import os
import stat
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from smurfs_graph.errors import ConfigurationError, ToolError

_VERSION_CONTROL = frozenset({".git", ".hg", ".svn", ".bzr", ".jj", "cvs", "_darcs"})
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_DIRECTORY = getattr(os, "O_DIRECTORY", 0)
# Never wait for the other end of a FIFO, never become a terminal's owner, never translate line ends.
_READ = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_CLOEXEC", 0)
)
_OPENS_BY_COMPONENT = os.open in os.supports_dir_fd and os.scandir in os.supports_fd and bool(_NO_FOLLOW)


@dataclass(frozen=True)
class FolderEntry:
    """Something in a folder; `path` is relative to the root, with `/` between its parts."""

    path: str
    is_folder: bool


@dataclass(frozen=True)
class Folder:
    """The root that every path is relative to and must stay under; absolute and resolved."""

    root: Path

    @classmethod
    def at(cls, path: str) -> "Folder":
        """Return the folder at a path.

        Raises:
            ConfigurationError: it does not exist, is not a folder or cannot be read.
        """
        try:
            root = Path(path).expanduser().resolve(strict=True)
            if not root.is_dir():
                raise ConfigurationError(f"{path!r} is not a folder; builtin:files=ROOT needs one")
            os.scandir(root).close()
        except (OSError, ValueError, RuntimeError) as error:
            reason = getattr(error, "strerror", None) or error
            raise ConfigurationError(f"cannot use folder {path!r} for builtin:files: {reason}") from error
        return cls(root)

    def resolve(self, path: str) -> tuple[str, ...]:
        """Return the parts of the path under the root, all symbolic links resolved; empty for the root itself.

        Raises:
            ToolError: the path is absolute, goes up, leads out of the root or cannot be a path.
        """
        if "\0" in path:
            raise ToolError("a path cannot contain a NUL character")
        given = Path(path)
        if given.is_absolute() or given.drive or given.root:
            raise ToolError(f"{path!r} is absolute; give a path relative to the root folder '.'")
        if ".." in given.parts:
            raise ToolError(f"{path!r} goes up; '..' is not allowed")
        try:
            real = Path(os.path.realpath(self.root / given))
        except (OSError, ValueError) as error:
            raise ToolError(f"{path!r} cannot be a path here: {error}") from error
        if not real.is_relative_to(self.root):
            raise ToolError(f"{path!r} leads out of the root folder")
        return real.relative_to(self.root).parts

    @contextmanager
    def open_part(self, parts: tuple[str, ...], *, folder: bool) -> Generator[int, None, None]:
        """Open a regular file or folder below the root, given by its resolved parts, and yield its descriptor."""
        name = "/".join(parts) or "."
        try:
            descriptor = self._open(parts, _READ | (_DIRECTORY if folder else 0))
        except (OSError, ValueError) as error:
            raise ToolError(f"cannot open {name!r}: {getattr(error, 'strerror', None) or error}") from error
        try:
            mode = os.fstat(descriptor).st_mode
            if not folder and not stat.S_ISREG(mode):
                kind = "a folder" if stat.S_ISDIR(mode) else "a device, pipe or socket"
                raise ToolError(f"{name!r} is {kind}, not a regular file")
            yield descriptor
        finally:
            os.close(descriptor)

    def entries(self, parts: tuple[str, ...]) -> list[FolderEntry]:
        """List a folder by name. A link counts as what it leads to, unless it leads out or nowhere.

        Raises:
            ToolError: no such folder.
        """
        if not _OPENS_BY_COMPONENT:
            return self._scan(self.root.joinpath(*parts), parts)
        with self.open_part(parts, folder=True) as descriptor:
            return self._scan(descriptor, parts)

    def _scan(self, place: int | Path, parts: tuple[str, ...]) -> list[FolderEntry]:
        """Return the files and folders in a folder; of links, those that lead to a file within the root."""
        found: list[FolderEntry] = []
        try:
            with os.scandir(place) as items:
                for item in items:
                    path = "/".join((*parts, item.name))
                    if item.is_symlink():
                        # Never a folder: links between folders could go round in circles.
                        if self._leads_to_file(path):
                            found.append(FolderEntry(path, is_folder=False))
                    elif item.is_dir(follow_symlinks=False) or item.is_file(follow_symlinks=False):
                        found.append(FolderEntry(path, item.is_dir(follow_symlinks=False)))
        except OSError as error:
            raise ToolError(f"cannot list {'/'.join(parts) or '.'!r}: {error.strerror or error}") from error
        return sorted(found, key=lambda entry: entry.path)

    def _leads_to_file(self, path: str) -> bool:
        try:
            return self.root.joinpath(*self.resolve(path)).is_file()
        except (ToolError, OSError):
            return False

    def _open(self, parts: tuple[str, ...], flags: int) -> int:
        """Open a file below the root, folder by folder, so that no link leads out meanwhile."""
        if not _OPENS_BY_COMPONENT:
            # Windows has no open relative to a folder; there the check is repeated on what is open in effect.
            descriptor = os.open(self.root.joinpath(*parts), flags | _NO_FOLLOW)
            if Path(os.path.realpath(self.root.joinpath(*parts))).parts != (*self.root.parts, *parts):
                os.close(descriptor)
                raise ValueError("it changed while it was opened")
            return descriptor
        current = os.open(self.root, os.O_RDONLY | _DIRECTORY)
        for index, part in enumerate(parts):
            last = index == len(parts) - 1
            try:
                following = os.open(part, (flags if last else _READ | _DIRECTORY) | _NO_FOLLOW, dir_fd=current)
            finally:
                os.close(current)
            current = following
        return current


def is_hidden(name: str) -> bool:
    """Return whether it is a dot file, or the folder of a version control system in any case."""
    return name.startswith(".") or name.lower() in _VERSION_CONTROL
