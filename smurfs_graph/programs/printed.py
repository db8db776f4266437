"""Keep a program's output within bounds: each line is cut by itself, first and last ones are kept, cuts are said."""

from collections import deque
from typing import Literal

LONGEST_LINE = 4_000
"""Characters of one printed line."""
MOST_CHARS = 16_000
"""Characters of all of them."""
_LAST_SHARE = 2
"""The last lines have this part of the room: half."""


class Printed:
    """The output of a program as it comes; what it keeps is bounded, however much comes."""

    def __init__(self, most_chars: int = MOST_CHARS, longest_line: int = LONGEST_LINE) -> None:
        """`most_chars` of all lines, `longest_line` of one; both in characters."""
        self._most, self._longest = most_chars, min(longest_line, most_chars)
        self._room = most_chars // _LAST_SHARE
        """Characters of the first lines, and of the last ones."""
        self._first: list[str] = []
        self._first_chars = 0
        """With a break behind each line, as `_last_chars`."""
        self._last: deque[str] = deque()
        self._last_chars = 0
        self._left_out = 0
        """Lines between the first and the last."""
        self._left_out_chars = 0
        self._open = ""
        """The line that is being written, as much of it as is kept."""
        self._open_chars = 0
        """All of its characters."""
        self.chars = 0
        """Of all that was printed."""

    def write(self, stream: Literal["stdout", "stderr"], text: str) -> None:
        """Take what was printed next; a callback of the interpreter's."""
        self.chars += len(text)
        if len(text) > 3 * self._most:
            head = text[: self._most]
            middle = text[self._most : -self._most]
            text = text[-self._most :]
            self._take(head)
            self._pass_over(middle)
        self._take(text)

    def _pass_over(self, text: str) -> None:
        """Take a long text of which no whole line is kept."""
        first, line, rest = text.partition("\n")
        self._extend(first)
        if not line:
            return
        between, _, last = rest.rpartition("\n")
        self._take("\n")
        self._left_out += len(self._last) + rest.count("\n")
        self._left_out_chars += self._last_chars - len(self._last) + len(between) - between.count("\n")
        self._last.clear()
        self._last_chars = 0
        self._extend(last)

    def _take(self, text: str) -> None:
        """Take a text line by line."""
        *whole, rest = text.split("\n")
        for part in whole:
            self._extend(part)
            self._add(self._open, self._open_chars)
            self._open, self._open_chars = "", 0
        self._extend(rest)

    @property
    def text(self) -> str:
        """Return the output as it is told."""
        gap = [f"[… {self._left_out} lines ({self._left_out_chars} characters) left out here]"] * bool(self._left_out)
        rest = [_cut(self._open, self._open_chars)] if self._open_chars else []
        return "\n".join([*self._first, *gap, *self._last, *rest])

    def _extend(self, part: str) -> None:
        """Write on the open line."""
        self._open_chars += len(part)
        self._open += part[: max(0, self._longest - len(self._open))]

    def _add(self, line: str, chars: int) -> None:
        """Keep a whole line, or the last ones in its place. `chars`: all that it had before it was cut."""
        told = _cut(line, chars)
        if not self._last and not self._left_out and self._first_chars + len(told) <= self._room:
            self._first.append(told)
            self._first_chars += len(told) + 1
            return
        self._last.append(told)
        self._last_chars += len(told) + 1
        while len(self._last) > 1 and self._last_chars > self._room:
            gone = self._last.popleft()
            self._last_chars -= len(gone) + 1
            self._left_out += 1
            self._left_out_chars += len(gone)


def _cut(kept: str, chars: int) -> str:
    """Return what is kept of a line, with how much is not."""
    return kept if chars <= len(kept) else f"{kept} [… {chars - len(kept)} more characters of this line]"
