"""Names that a model wrote, and the tools nearest to a text: what is left when a model's choice has to be mended."""

import math
import re
from collections import Counter
from collections.abc import Sequence

from smurfs_graph.tools.retrieval.words import stems
from smurfs_graph.tools.tool import Tool

NONE_OF_THESE = "none of these"
"""Name that an executor gives when no tool in its list fits."""
_NONE = frozenset({"none of these", "none", "no tool", "none of the above"})


def resolve_name(written: str, names: Sequence[str]) -> str | None:
    """Return the name that was meant: exact, or the only one equal but for case and punctuation; None where there is
    none.

    "none of these" in its usual spellings is a name too.
    """
    if written in names:
        return written
    plain = _plain(written)
    alike = [name for name in names if _plain(name) == plain]
    if len(alike) == 1:
        return alike[0]
    return NONE_OF_THESE if plain in {_plain(spelling) for spelling in _NONE} else None


def nearest(text: str, tools: Sequence[Tool], count: int) -> list[Tool]:
    """Return the `count` tools whose name, description and parameters share most with a text,
    weighted by rarity (IDF).
    """
    if len(tools) <= count:
        return list(tools)
    bags = [set(stems(tool.document)) for tool in tools]
    spread = Counter(word for bag in bags for word in bag)
    wanted = set(stems(text))

    def score(at: int) -> float:
        return sum(math.log(1 + len(tools) / spread[word]) for word in sorted(wanted & bags[at]))

    return [tools[at] for at in sorted(range(len(tools)), key=score, reverse=True)[:count]]


def shares_words(text: str, other: str) -> bool:
    """Return whether two texts (a request, a document, a parameter's name) share a word that is not a common one."""
    return not set(stems(text)).isdisjoint(stems(other))


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "", text.lower())
