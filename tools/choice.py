"""Names that a model wrote, and the tools nearest to a text: what is left when a model's choice has to be mended."""

import math
import re
from collections import Counter
from collections.abc import Sequence

from smurfs_graph.replies import NONE_OF_THESE
from smurfs_graph.tools.tool import Tool

_WORD = re.compile(r"[a-z0-9]+")
_COMMON = frozenset({
    "a", "an", "and", "are", "as", "at", "be", "by", "can", "for", "from", "has", "in",
    "into", "is", "it", "its", "no", "not", "of", "on", "or", "that", "the", "to", "with",
})  # fmt: skip
_NONE = frozenset({"none of these", "none", "no tool", "none of the above"})


def resolve_name(written: str, names: Sequence[str]) -> str | None:
    """The name that was meant: exact, or the only one equal but for case and punctuation; None where there is none.

    "none of these" in its usual spellings is a name too.
    """
    if written in names:
        return written
    plain = _plain(written)
    alike = [name for name in names if _plain(name) == plain]
    if len(alike) == 1:
        return alike[0]
    return NONE_OF_THESE if plain in {_plain(spelling) for spelling in _NONE} else None


CLEARLY = 2.0
"""How many times as much as any other tool the nearest one must share with a text to stand out."""


def nearest(text: str, tools: Sequence[Tool], count: int) -> list[Tool]:
    """The `count` tools whose name, description and parameters share most with a text, weighted by rarity (IDF)."""
    if len(tools) <= count:
        return list(tools)
    return [tools[at] for _, at in _ranked(text, tools)[:count]]


def standing_out(text: str, tools: Sequence[Tool]) -> Tool | None:
    """The one tool that shares clearly more with a text than any other; words that all of them have do not count."""
    if len(tools) < 2:
        return None
    (best, at), (next_best, _) = _ranked(text, tools, distinctive=True)[:2]
    return tools[at] if best > 0 and best >= CLEARLY * next_best else None


def shares_words(text: str, other: str) -> bool:
    """Whether two texts (a request, a document, a parameter's name) have a word in common that is not a common one."""
    return not set(_words(text)).isdisjoint(_words(other))


def _ranked(text: str, tools: Sequence[Tool], *, distinctive: bool = False) -> list[tuple[float, int]]:
    """Scores with positions, the best first; `distinctive`: without the words that all tools have."""
    bags = [Counter(_words(tool.document)) for tool in tools]
    spread = Counter(word for bag in bags for word in bag)
    wanted = set(_words(text))

    def score(at: int) -> float:
        shared = sorted(wanted & bags[at].keys())
        counted = [word for word in shared if not distinctive or spread[word] < len(tools)]
        return sum(math.log(1 + len(tools) / spread[word]) for word in counted)

    return sorted(((score(at), at) for at in range(len(tools))), key=lambda found: (-found[0], found[1]))


def _words(text: str) -> list[str]:
    return [word for word in _WORD.findall(text.lower().replace("_", " ")) if word not in _COMMON]


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "", text.lower())
