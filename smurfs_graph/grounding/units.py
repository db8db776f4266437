"""Know the units that amounts come in: currencies, measures, and what they are worth in each other. Pure."""

from collections.abc import Mapping
from typing import NamedTuple

from smurfs_graph.grounding.words import word_lists


class StatedUnit(NamedTuple):
    """A unit under its one name."""

    name: str
    kind: str
    """money, share, or what is measured; amounts of one kind are worth each other."""
    size: float = 0.0
    """In the smallest unit of its kind; 0 where no fixed rate exists."""


NO_UNIT = StatedUnit("", "")
UNITS: Mapping[str, StatedUnit] = {
    word.casefold(): StatedUnit(name, kind, size)
    for kind, units in word_lists()["units"].items()
    for name, (size, words) in units.items()
    for word in (name, *words.split())
}
"""By every spelling, in lower case."""
MAGNITUDES: Mapping[str, float] = {
    word: float(size) for size, words in word_lists()["magnitudes"].items() for word in words.split()
}
"""Words that multiply the number before them."""
COUNTRIES: Mapping[str, str] = {
    name.casefold(): code for code, names in word_lists()["countries"].items() for name in names.split(", ")
}
"""The codes of ISO 3166-1 by a country's English name, in lower case."""
