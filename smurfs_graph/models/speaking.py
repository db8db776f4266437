"""Say what a reply says while it is written: what may begin thoughts, a mark or a call waits until it is known."""

import re

from smurfs_graph.models.spoken import begins_in_thoughts, listen, without_marks

_SIGNS = frozenset("<[\u25c1")
_CHANNEL = re.compile(r"<\|(?:start|channel)\|>")
_FINAL = re.compile(r"<\|channel\|>final[^<]*<\|message\|>")
_SUSPECT = re.compile(
    r"<(?=[|\uff5c/]|[A-Za-z_]+[:_=>])|\[(?=[A-Z/])|\]<|```"
    r"|^[ \t]*(?:[\[{>\]]|[\w.]{1,80}\(|Action:)|\bfunc|\banalysis",
    re.MULTILINE,
)
"""Possible beginnings of a call, in whatever form."""
_TAIL = re.compile(
    r"(?:[<\[\u25c1\]][^<>\[\]]{0,60}|`{1,3}"
    r"|^[ \t]*[\w.]{1,80}:?|\b(?:func?|ana\w{0,5})|\s+)\Z",
    re.MULTILINE,
)
"""The end of a text that may go on as a mark, or as a call."""
_BEGINS_UNSAID = ("analysis", "commentary", "assistant", "here is my thought", "here's my thought")
_SHARE = 64
"""A text is looked at anew once it has grown by this part of it, so that all looks take time linear in its length."""


_LONGEST_TAIL = 100


class SpokenText:
    """Takes from the pieces of a reply what it says, each character at most once."""

    def __init__(self, *, in_thoughts: bool = False, calls: bool = True) -> None:
        """`in_thoughts`: replies of this model begin within thoughts; `calls`: a reply may hold calls."""
        self._calls = calls
        self._text = self._said = ""
        self._seen = 0
        self._in_thoughts = in_thoughts
        self.is_held = False
        """Whether the rest may be a call, so that it is said once somebody has read it."""

    def add(self, piece: str) -> str:
        """Return what may be said now."""
        self._text += piece
        if self.is_held or len(self._text) - self._seen <= len(self._text) // _SHARE:
            return ""
        self._seen = len(self._text)
        return self._more(self._certain())

    def end(self) -> str:
        """Return the rest, where it is certain."""
        return "" if self.is_held else self._more(self._certain(whole=True))

    def rest(self, text: str) -> str:
        """Return what was not said yet of the text that the reply turned out to be."""
        return text[len(self._said) :] if text.startswith(self._said) else ""

    def _more(self, certain: str) -> str:
        if not certain.startswith(self._said):
            return ""
        more, self._said = certain[len(self._said) :], certain
        return more

    def _certain(self, *, whole: bool = False) -> str:
        """Return what the text so far says for certain, whatever follows. `whole`: nothing does."""
        text = self._text
        begin = text.lstrip()[:20].lower()
        if not whole and any(begin.startswith(word) or word.startswith(begin) for word in _BEGINS_UNSAID):
            return self._said
        if not whole and _CHANNEL.search(text) and not _FINAL.search(text):
            return self._said
        if self._in_thoughts and not begins_in_thoughts(text):
            return self._said
        if not whole and (tail := _TAIL.search(text, max(0, len(text) - _LONGEST_TAIL))) is not None:
            text = text[: tail.start()]
        heard = text if _SIGNS.isdisjoint(text) and not begin.startswith(_BEGINS_UNSAID) else listen(text).text
        if self._calls and (suspect := _SUSPECT.search(heard)) is not None:
            self.is_held, heard = True, heard[: suspect.start()]
        return without_marks(heard).lstrip()
