"""Gradient boosting of small decision trees for a yes or no (Friedman 2001), on histograms; numpy only, deterministic.

What is fitted here is read by `smurfs_graph.offline.joint.trees` without numpy.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

BINS = 32


@dataclass(frozen=True)
class Boosting:
    """How trees are grown: their number and leaves, the learning rate, and what keeps them from learning by heart."""

    trees: int = 200
    leaves: int = 10
    rate: float = 0.04
    least: int = 30
    """Rows that a leaf has at least."""
    ridge: float = 8.0
    rows: float = 0.7
    columns: float = 0.3
    extra: bool = False
    """Whether only one cut of each column, drawn at random, is tried at each leaf (Geurts, Ernst, Wehenkel 2006)."""
    seed: int = 0


@dataclass
class Forest:
    """Fitted trees; each is a list of nodes `[column, threshold, left, right]` or `[value]`, the first the root."""

    start: float
    trees: list[list[list[float]]] = field(default_factory=list)

    def margins(self, rows: np.ndarray) -> np.ndarray:
        """The log-odds of each row (rows x columns)."""
        total = np.full(len(rows), self.start)
        for tree in self.trees:
            place = np.zeros(len(rows), dtype=int)
            for at, node in enumerate(tree):
                if len(node) == 1:
                    total[place == at] += node[0]
                    continue
                here = place == at
                low = rows[:, int(node[0])] <= node[1]
                place[here & low], place[here & ~low] = int(node[2]), int(node[3])
        return total

    def chances(self, rows: np.ndarray) -> np.ndarray:
        """The likelihood of yes for each row."""
        return 1 / (1 + np.exp(-self.margins(rows)))


def boost(rows: np.ndarray, good: np.ndarray, how: Boosting = Boosting()) -> Forest:
    """Fit trees to rows (n x columns) and which of them are good (n). Inner nodes come before their children."""
    random = np.random.default_rng(how.seed)
    edges = [_edges(rows[:, at]) for at in range(rows.shape[1])]
    binned = np.stack([np.searchsorted(one, rows[:, at], side="left") for at, one in enumerate(edges)], axis=1)
    mean = float(np.clip(good.mean(), 1e-3, 1 - 1e-3))
    forest = Forest(float(np.log(mean / (1 - mean))))
    margin = np.full(len(rows), forest.start)
    for _ in range(how.trees):
        chance = 1 / (1 + np.exp(-margin))
        picked = np.flatnonzero(random.random(len(rows)) < how.rows)
        columns = random.permutation(rows.shape[1])[: max(1, round(how.columns * rows.shape[1]))]
        cuts = random if how.extra else None
        tree = _Tree(binned, good - chance, chance * (1 - chance), columns, edges, how, cuts)
        tree.grow(picked)
        forest.trees.append(tree.nodes)
        margin += Forest(0.0, [tree.nodes]).margins(rows)
    return forest


def _edges(column: np.ndarray) -> np.ndarray:
    """The thresholds between bins: rows at or below the first are in bin 0."""
    found = np.unique(np.quantile(column, np.linspace(0, 1, BINS + 1)[1:-1]))
    return found[found < column.max()] if len(found) else found


@dataclass
class _Split:
    gain: float
    column: int
    place: int
    rows: np.ndarray
    node: int


@dataclass
class _Tree:
    binned: np.ndarray
    slope: np.ndarray
    bend: np.ndarray
    columns: np.ndarray
    edges: Sequence[np.ndarray]
    how: Boosting
    cuts: np.random.Generator | None = None
    nodes: list[list[float]] = field(default_factory=list)

    def grow(self, rows: np.ndarray) -> None:
        """Split the leaf that gains most until there are enough leaves."""
        open_ = [self._leaf(rows)]
        leaves = 1
        while leaves < self.how.leaves:
            open_ = [one for one in open_ if one is not None]
            if not open_:
                return
            best = max(open_, key=lambda one: one.gain)
            open_.remove(best)
            low = self.binned[best.rows, best.column] <= best.place
            left, right = len(self.nodes), len(self.nodes) + 1
            self.nodes[best.node] = [best.column, float(self.edges[best.column][best.place]), left, right]
            open_ += [self._leaf(best.rows[low]), self._leaf(best.rows[~low])]
            leaves += 1

    def _leaf(self, rows: np.ndarray) -> _Split | None:
        slope, bend = float(self.slope[rows].sum()), float(self.bend[rows].sum())
        self.nodes.append([self.how.rate * slope / (bend + self.how.ridge)])
        return self._best(rows, slope, bend)

    def _best(self, rows: np.ndarray, slope: float, bend: float) -> _Split | None:
        ridge, best = self.how.ridge, None
        for column in self.columns:
            if not len(self.edges[column]):
                continue
            bins, size = self.binned[rows, column], len(self.edges[column]) + 1
            slopes = np.cumsum(np.bincount(bins, weights=self.slope[rows], minlength=size))[:-1]
            bends = np.cumsum(np.bincount(bins, weights=self.bend[rows], minlength=size))[:-1]
            counts = np.cumsum(np.bincount(bins, minlength=size))[:-1]
            fine = (counts >= self.how.least) & (len(rows) - counts >= self.how.least)
            gains = slopes**2 / (bends + ridge) + (slope - slopes) ** 2 / (bend - bends + ridge)
            gains = np.where(fine, gains - slope**2 / (bend + ridge), 0.0)
            if self.cuts is not None:
                gains = np.where(np.arange(size - 1) == self._drawn(bins), gains, 0.0)
            at = int(np.argmax(gains))
            if gains[at] > (best.gain if best else 1e-9):
                best = _Split(float(gains[at]), int(column), at, rows, len(self.nodes) - 1)
        return best

    def _drawn(self, bins: np.ndarray) -> int:
        """A cut between the lowest and the highest bin; none where they are the same."""
        low, high = int(bins.min()), int(bins.max())
        return int(self.cuts.integers(low, high)) if self.cuts is not None and low < high else -1
