"""Widths of text without a font at hand: a little more than the usual sans and monospace fonts need."""

import math
import unicodedata

NARROW = frozenset("iljtfrI.,:;'|!()[]{}`-/\\ ")
BROAD = frozenset("mwMWGOQ@%&—")


def mono_width(text: str, size: float) -> int:
    """Upper estimate of the width of `text` in a monospace font of this size."""
    return _even(sum(2 if _wide(char) else 1 for char in text) * size * 0.62)


def sans_width(text: str, size: float) -> int:
    """Upper estimate of the width of `text` in a sans-serif font of this size."""
    return _even(sum(_share(char) for char in text) * size)


def _even(width: float) -> int:
    """Half of it is a whole number too, so that lines can be exactly straight."""
    return 2 * math.ceil(width / 2)


def _share(char: str) -> float:
    if _wide(char):
        return 1.05
    if char in NARROW:
        return 0.38
    return 0.92 if char in BROAD else 0.72 if char.isupper() else 0.6


def _wide(char: str) -> bool:
    return ord(char) > 0x2E7F or unicodedata.east_asian_width(char) in "WF"
