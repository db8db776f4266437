"""Finding quoted texts, comments and brackets in a text of a model, in time linear in its length.

A regular expression alone is not: where a quote or a comment never closes, it looks for the end from every further
opening. But whatever opens after the first that never closes is passed over by the search for that one's end, and so
never closes either. So what was once found unclosed is not looked for again.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from types import MappingProxyType

QUOTED = r'"(?:[^"\\]|\\.)*+(?:"|(?P<quoted>))'
"""A text in double quotes. The empty group named like its kind says: it never closes."""
QUOTED_AS_PYTHON = r"(?<=[\[{(,:\s])'(?:[^'\\\n]|\\.)*+'"
"""A text in single quotes, not an apostrophe: one that does not close is passed over by what stands before a next."""
Kinds = MappingProxyType[str, str]
"""Patterns by kind."""
BRACKETS: Kinds = MappingProxyType(
    {
        "quoted": QUOTED,
        "quoted as Python": QUOTED_AS_PYTHON + r"(?=\s*[\]}),:])",
        "comment": r"/\*(?:.*?\*/|(?P<comment>))",
        "rest of a line": r"//[^\n]*|#[^\n]*",
        "bracket": r"[{\[]|[}\]]",
    }
)
_OPENING = re.compile(r"[{\[]")
_MAX_REGIONS = 64


def regions(text: str) -> Iterator[str]:
    """Yield the outermost bracketed parts of a text, from left to right; one that never closes goes to the end."""
    scan, at = Scan(text, BRACKETS), 0
    for _ in range(_MAX_REGIONS):
        opening = _OPENING.search(text, at)
        if opening is None:
            return
        at = _closing(scan, opening.start())
        yield text[opening.start() : at]


def replace(text: str, kinds: Kinds, change: Callable[[re.Match[str]], str]) -> str:
    """Return the text with each match of these kinds as `change` returns it."""
    pieces: list[str] = []
    at = 0
    for match in Scan(text, kinds).matches(0):
        pieces += text[at : match.start()], change(match)
        at = match.end()
    return "".join(pieces) + text[at:]


class Scan:
    """One text, looked through from left to right for certain kinds of parts."""

    def __init__(self, text: str, kinds: Kinds) -> None:
        """Start with no kind known to be unclosed."""
        self.text = text
        self._kinds = dict(kinds)

    def matches(self, at: int) -> Iterator[re.Match[str]]:
        """Yield the parts from a place on, without those that never close."""
        while True:
            for match in _pattern(tuple(self._kinds.values())).finditer(self.text, at):
                if match.lastgroup in self._kinds:
                    del self._kinds[match.lastgroup]
                    at = match.start()
                    break
                yield match
            else:
                return


@cache
def _pattern(kinds: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(kinds), re.DOTALL)


def _closing(scan: Scan, start: int) -> int:
    """Return where the bracket at `start` is closed; the end of the text where it is not."""
    depth = 0
    for token in scan.matches(start):
        if token[0] in "{[":
            depth += 1
        elif token[0] in "}]":
            depth -= 1
            if depth == 0:
                return token.end()
    return len(scan.text)
