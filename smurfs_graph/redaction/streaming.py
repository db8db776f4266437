"""A text that is shown while it is written: what may begin a secret, or a mark that is taken out, waits for its end.

With each chunk all that has come is masked anew, and as much is given out as no continuation would mask: a secret that
chunks cut in two is masked as it is in the whole text.
"""

import re
from collections.abc import Callable

from smurfs_graph.redaction.redactor import Redactor

_WINDOW = 1_000
"""Characters at the end that are looked at with each chunk; what a pattern spans is shorter, but for private keys."""
_OPEN_MARK = re.compile(r"\s*+\[[^\[\]\n]{0,80}\Z")
_CONTINUATIONS = ("aaaaAAAA1111", ' aa" ', " aa' ", " aaaaAAAA1111-")


class StreamedText:
    """Masks a text chunk by chunk."""

    def __init__(self, redactor: Redactor, edit: Callable[[str], str] = str) -> None:
        """`edit`: takes marks in square brackets out of a text."""
        self._redactor, self._edit = redactor, edit
        self._text, self._given = "", ""

    def add(self, chunk: str) -> str:
        """Take a chunk and return the text that may be shown now."""
        self._text += chunk
        mark = _OPEN_MARK.search(self._text[-_WINDOW:])
        text = _whole_words(self._text[: len(self._text) - len(mark[0])] if mark else self._text)
        text = text[: self._redactor.open_secret(text)]
        certain = self._shown(text)
        for longer in (self._text, *(text + more for more in _CONTINUATIONS)):
            if not (shown := self._shown(longer)).startswith(certain):
                certain = _shared(certain, shown)
        given = self._give(certain)
        self._forget()
        return given

    def end(self) -> str:
        """Return the rest."""
        return self._give(self._shown(self._text))

    def _shown(self, text: str) -> str:
        return self._redactor.text(self._edit(text))

    def _give(self, text: str) -> str:
        """Return what a text has beyond what was given out, which does not become less."""
        if len(text) <= len(self._given):
            return ""
        known = self._given if text.startswith(self._given) else _shared(text, self._given)
        new = text[len(known) :]
        self._given = text
        return new

    def _forget(self) -> None:
        """Drop words far in front, where they are masked by themselves as they are beside the rest."""
        cut = self._text.rfind(" ", 0, -_WINDOW) if len(self._text) > 2 * _WINDOW else 0
        head, tail = self._text[:cut], self._text[cut:]
        shown = self._shown(head)
        if cut > 0 and self._given.startswith(shown) and shown + self._shown(tail) == self._shown(self._text):
            self._text, self._given = tail, self._given[len(shown) :]


def _shared(one: str, other: str) -> str:
    """Return the common prefix."""
    size = next((at for at, (left, right) in enumerate(zip(one, other, strict=False)) if left != right), None)
    return min(one, other, key=len) if size is None else one[:size]


def _whole_words(text: str) -> str:
    """Return a text without blanks at its end, and without a last word that may go on; letters beyond ASCII stand
    alone.
    """
    end = len(text)
    while end and "!" <= text[end - 1] <= "~":
        end -= 1
    return text[:end].rstrip()
