"""`builtin:files[=ROOT]`: look into the text files of one folder, read-only and bounded."""

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from smurfs_graph.errors import ToolError
from smurfs_graph.tools.folder import Folder, FolderEntry, is_hidden

MAX_RESULTS = 200
MAX_ENTRIES = 20_000
MAX_LINES = 1_000
MAX_LINE_CHARACTERS = 500
MAX_TEXT_CHARACTERS = 40_000
MAX_FILE_BYTES = 20_000_000
MAX_SEARCHED_FILE_BYTES = 2_000_000
MAX_SEARCH_SECONDS = 10.0
_MAX_PATTERN_CHARACTERS = 200
_BOMS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))


def tools(argument: str | None = None) -> list[Callable[..., Any]]:
    """Return functions that list, read and search the files under ROOT, the current directory unless given.

    Raises:
        ConfigurationError: ROOT is not a folder that can be read.
    """
    files = _Files(Folder.at(argument or "."))
    return [files.list_files, files.read_file, files.search_files]


class _Files:
    """The tools of one folder."""

    def __init__(self, root: Folder) -> None:
        self._root = root

    def list_files(self, folder: str = ".", pattern: str = "*") -> dict[str, Any]:
        """List files and subfolders (ending in /) of a folder.

        Args:
            folder: Folder, relative to the root.
            pattern: Glob for names; `**/*.csv` looks in all subfolders too.
        """
        walk = _Walk(self._root, pattern, recursive="/" in pattern or "**" in pattern)
        found: list[str] = []
        for entry in walk.matches(self._root.resolve(folder)):
            if len(found) == MAX_RESULTS:
                walk.notes.append(f"only the first {MAX_RESULTS} are listed; narrow the folder or the pattern")
                break
            found.append(_printable(entry.path) + ("/" if entry.is_folder else ""))
        return _add_note({"files": found}, walk.notes)

    def read_file(self, path: str, start_line: int = 1, max_lines: int = 200) -> dict[str, Any]:
        """Read lines of a text file.

        Args:
            path: File, relative to the root.
            start_line: First line to read, from 1.
            max_lines: How many lines to read, up to 1000.
        """
        if start_line < 1 or max_lines < 1:
            raise ToolError("start_line and max_lines start at 1")
        lines, notes = _lines(self._root, self._root.resolve(path), MAX_FILE_BYTES)
        if start_line > max(len(lines), 1):
            raise ToolError(f"{path!r} has {len(lines)} lines; start_line {start_line} is beyond its end")
        wanted = lines[start_line - 1 : start_line - 1 + min(max_lines, MAX_LINES)]
        shown = _fitting(wanted)
        end = start_line + len(shown) - 1
        if end < len(lines):
            notes.append(f"the file goes on; continue with start_line {end + 1}")
        return _add_note(
            {"path": path, "start_line": start_line, "total_lines": len(lines), "text": "\n".join(shown)}, notes
        )

    def search_files(self, text: str, folder: str = ".", pattern: str = "*") -> dict[str, Any]:
        """Find lines that contain a text, in any case, in a folder and its subfolders.

        Args:
            text: Text to find, literally.
            folder: Folder, relative to the root.
            pattern: Glob for the names of the files to search, such as `*.md`.
        """
        if not text or "\n" in text:
            raise ToolError("text must be part of one line, and not empty")
        walk = _Walk(self._root, pattern, recursive=True)
        found = list[dict[str, Any]]()
        unread = 0
        deadline = time.monotonic() + MAX_SEARCH_SECONDS
        for entry in walk.matches(self._root.resolve(folder)):
            if time.monotonic() > deadline or len(found) >= MAX_RESULTS:
                walk.notes.append(f"stopped after {len(found)} matches; narrow the text, the folder or the pattern")
                break
            if not entry.is_folder:
                try:
                    lines, _ = _lines(self._root, self._root.resolve(entry.path), MAX_SEARCHED_FILE_BYTES)
                except ToolError:
                    unread += 1
                    continue
                found.extend(_hits(entry, lines, text, MAX_RESULTS - len(found)))
        if unread:
            walk.notes.append(f"{unread} files not searched: not text, or over {MAX_SEARCHED_FILE_BYTES:,} bytes")
        return _add_note({"matches": found}, walk.notes)


@dataclass
class _Walk:
    """Goes through a folder in order of names; `notes` say where it stopped short."""

    root: Folder
    pattern: str
    recursive: bool
    notes: list[str] = field(default_factory=list[str])
    seen: int = 0

    def __post_init__(self) -> None:
        if len(self.pattern) > _MAX_PATTERN_CHARACTERS:
            raise ToolError(f"pattern longer than {_MAX_PATTERN_CHARACTERS} characters")

    def matches(self, start: tuple[str, ...]) -> Iterator[FolderEntry]:
        """Yield entries under the start that match the pattern, hidden ones only where it names them."""
        folders = [start]
        while folders:
            parts = folders.pop()
            try:
                entries = self.root.entries(parts)
            except ToolError as error:
                if parts == start:
                    raise
                self.notes.append(str(error))
                continue
            inner: list[tuple[str, ...]] = []
            for entry in entries:
                self.seen += 1
                if self.seen > MAX_ENTRIES:
                    self.notes.append(f"stopped after {MAX_ENTRIES} entries; narrow the folder")
                    return
                below = tuple(entry.path.split("/"))[len(start) :]
                if self._fits(below):
                    yield entry
                if entry.is_folder and self.recursive and self._enters(below[-1]):
                    inner.append((*parts, below[-1]))
            folders.extend(reversed(inner))

    def _fits(self, below: tuple[str, ...]) -> bool:
        """Return whether a file is one that the pattern asks for. `below`: the parts of its path from the root."""
        wanted = self.pattern.rpartition("/")[2]
        if is_hidden(below[-1]) and not (is_hidden(wanted) and fnmatchcase(below[-1], wanted)):
            return False
        if "/" not in self.pattern:
            return fnmatchcase(below[-1], self.pattern)
        # `**/` also stands for no folder at all, which fnmatch does not know.
        path = "/".join(below)
        return fnmatchcase(path, self.pattern) or fnmatchcase(path, self.pattern.replace("**/", ""))

    def _enters(self, name: str) -> bool:
        asked = self.pattern.split("/")[:-1]
        return not is_hidden(name) or any(is_hidden(part) and fnmatchcase(name, part) for part in asked)


def _lines(root: Folder, parts: tuple[str, ...], max_bytes: int) -> tuple[list[str], list[str]]:
    """Return the lines of a text file, and notes on what was lost in decoding them."""
    name = _printable("/".join(parts))
    with root.open_part(parts, folder=False) as descriptor, os.fdopen(descriptor, "rb", closefd=False) as file:
        try:
            data = file.read(max_bytes + 1)
        except OSError as error:
            raise ToolError(f"cannot read {name!r}: {error.strerror or error}") from error
        size = max(os.fstat(descriptor).st_size, len(data))
    if len(data) > max_bytes:
        raise ToolError(f"{name!r} has {size} bytes; at most {max_bytes} can be read")
    encoding = next((encoding for bom, encoding in _BOMS if data.startswith(bom)), "utf-8")
    if b"\0" in data[:8192] and encoding != "utf-16":
        raise ToolError(f"{name!r} is a binary file of {size} bytes, not text")
    text = data.decode(encoding, errors="replace")
    lost = text.count("\ufffd")
    notes = [f"{lost} characters could not be decoded as {encoding}"] if lost else []
    lines = text.replace("\r\n", "\n").split("\n")
    return lines[:-1] if lines[-1] == "" else lines, notes


def _fitting(lines: list[str]) -> list[str]:
    """Return as many lines as fit into an answer, long ones cut; at least one."""
    shown: list[str] = []
    left = MAX_TEXT_CHARACTERS
    for line in lines:
        cut = _cut(line, 0)
        left -= len(cut) + 1
        if left < 0 and shown:
            break
        shown.append(cut)
    return shown


def _hits(entry: FolderEntry, lines: list[str], text: str, at_most: int) -> Iterator[dict[str, Any]]:
    wanted = text.casefold()
    for number, line in enumerate(lines, 1):
        place = line.casefold().find(wanted)
        if place >= 0 and at_most > 0:
            at_most -= 1
            yield {"path": _printable(entry.path), "line": number, "text": _cut(line, max(place - 100, 0))}


def _cut(line: str, start: int) -> str:
    """Return a line from where it gets interesting, if it is too long to be shown whole."""
    if len(line) <= MAX_LINE_CHARACTERS:
        return line
    return f"{line[start : start + MAX_LINE_CHARACTERS]} [cut: line of {len(line)} characters]"


def _printable(path: str) -> str:
    """Return a path without the surrogates that stand for bytes which are not UTF-8; those break JSON."""
    return path.encode("utf-8", "replace").decode()


def _add_note(answer: dict[str, Any], notes: list[str]) -> dict[str, Any]:
    return {**answer, "note": "; ".join(notes[:5])} if notes else answer
