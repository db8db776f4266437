"""The interface behind the three tools: pages by words and by title."""

import re
from dataclasses import dataclass
from typing import Protocol

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9\"'(])")


@dataclass(frozen=True)
class Page:
    """A page: its title, and its sentences in order."""

    title: str
    sentences: tuple[str, ...]
    opening: int = 0
    """Sentences of the first paragraph; 0: all of them."""

    @property
    def first_paragraph(self) -> str:
        """Return the first paragraph as a text."""
        return " ".join(self.sentences[: self.opening or None])


class Encyclopedia(Protocol):
    """Pages to search, from wherever they come."""

    @property
    def name(self) -> str:
        """Return where the pages come from, for the tools' source."""
        ...

    @property
    def remote(self) -> bool:
        """Return whether other machines are asked."""
        ...

    async def search(self, query: str, count: int) -> list[Page]:
        """Return pages for words, the best first; each with a sentence or more. Raises ToolError."""
        ...

    async def page(self, title: str) -> Page | None:
        """Return the page of a title, whatever its case; None where there is none. Raises ToolError."""
        ...


def sentences_of(text: str) -> tuple[str, ...]:
    """Return a text's sentences, one line's after the other."""
    found = (piece.strip() for line in text.splitlines() for piece in _SENTENCE_END.split(line))
    return tuple(piece for piece in found if piece)
