"""Rows of features with what is right: what the trees of one stage learn from."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from tests.benchmarks.boosting import Boosting, Forest, boost

Told = tuple[Mapping[str, float], bool]
"""The features of one value, and whether it is right."""


@dataclass(frozen=True)
class Table:
    """All rows of a stage, with the toolset that each is from."""

    names: tuple[str, ...]
    rows: np.ndarray
    right: np.ndarray
    toolsets: np.ndarray

    def fit(self, kept: np.ndarray, how: Boosting) -> Forest:
        """Trees from some of the rows."""
        return boost(self.rows[kept], self.right[kept], how)


def table(found: Iterable[tuple[str, list[Told]]]) -> Table:
    """The rows of all cases, each case with its toolset."""
    rows = [(row, right, toolset) for toolset, told in found for row, right in told]
    names = tuple(rows[0][0])
    return Table(
        names,
        np.array([[float(row[name]) for name in names] for row, _, _ in rows]),
        np.array([right for _, right, _ in rows], dtype=float),
        np.array([toolset for _, _, toolset in rows]),
    )
