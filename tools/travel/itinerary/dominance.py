"""Leaving out what cannot be part of any best choice, so that the solver has less to look at."""

from collections.abc import Callable, Iterable
from typing import TypeVar

_T = TypeVar("_T")


def drop_dominated(rows: Iterable[_T], no_worse: Callable[[_T, _T], bool], most: int = 1) -> list[_T]:
    """Keep the rows than which fewer than `most` others are no worse in every respect; of equal rows the first ones.

    Where at most `most` rows are chosen, there is a best choice among what is left: any row left out of it can be
    exchanged for an unchosen one that is no worse. `no_worse(a, b)` says that a can stand in for b.
    """
    listed = list(rows)
    return [row for at, row in enumerate(listed) if sum(_above(listed, at, no_worse)) < most]


def _above(listed: list[_T], at: int, no_worse: Callable[[_T, _T], bool]) -> Iterable[bool]:
    row = listed[at]
    for index, other in enumerate(listed):
        if index != at:
            yield no_worse(other, row) and (index < at or not no_worse(row, other))
