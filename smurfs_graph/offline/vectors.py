"""Meanings of English words as vectors: what a word is near to, where it is not the same word.

The file beside this module holds the most frequent words of GloVe (Pennington, Socher, Manning 2014; public domain,
PDDL 1.0), without the mean and the two directions that all words share (Mu, Viswanath 2018), cut to fewer dimensions and
to one byte each. `tests/benchmarks/offline_vectors.py` makes it. It knows words, no tool and no request.
"""

import math
from array import array
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from operator import mul

FILE = "vectors.bin"
DIMENSIONS = 64
Vector = tuple[float, ...]


@cache
def _table() -> "tuple[dict[str, int], array[int]]":
    """The place of each word, and all numbers in one row."""
    data = files("smurfs_graph.offline").joinpath(FILE).read_bytes()
    head, _, rest = data.partition(b"\0")
    numbers = array("b")
    numbers.frombytes(rest)
    return {word: at for at, word in enumerate(head.decode("ascii").split("\n"))}, numbers


@lru_cache(maxsize=8192)
def vector(word: str) -> Vector | None:
    """The direction of a word in lower case (length 1); None for one that is not known."""
    places, numbers = _table()
    at = places.get(word)
    return None if at is None else _unit(numbers[at * DIMENSIONS : (at + 1) * DIMENSIONS])


@lru_cache(maxsize=8192)
def mean(words: tuple[str, ...]) -> Vector | None:
    """The direction of several words together; None where none of them is known."""
    found = [one for word in words if (one := vector(word)) is not None]
    return _unit([sum(column) for column in zip(*found, strict=True)]) if found else None


def cosine(one: Vector | None, two: Vector | None) -> float:
    """How near two directions are (-1 to 1); 0 where one is unknown."""
    return 0.0 if one is None or two is None else sum(map(mul, one, two))


@lru_cache(maxsize=65536)
def near(one: str, two: str) -> float:
    """How near two words are (-1 to 1); 0 where one is unknown."""
    return cosine(vector(one), vector(two))


def nearest(words: Iterable[str], others: Sequence[str]) -> float:
    """How near the nearest two of some words and some others are; 0 where none is known."""
    return max((near(word, other) for word in words for other in others if known(word) and known(other)), default=0.0)


def known(word: str) -> bool:
    """Whether the table has a word."""
    return word in _table()[0]


def _unit(numbers: Sequence[float]) -> Vector:
    length = math.sqrt(sum(map(mul, numbers, numbers))) or 1.0
    return tuple(number / length for number in numbers)
