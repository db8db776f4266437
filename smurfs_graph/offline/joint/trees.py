"""Boosted decision trees, as tests/benchmarks/boosting.py fits them: how likely something is, from its features."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

Node = Sequence[float]
"""`[value]`, or `[column, threshold, left, right]`: at or below the threshold it goes on at `left`."""


@dataclass(frozen=True)
class Forest:
    """Trees over named features; the first node of each is its root."""

    features: tuple[str, ...]
    start: float
    trees: tuple[tuple[Node, ...], ...]

    def chance(self, told: Mapping[str, float]) -> float:
        """The likelihood (0 to 1) for one set of features."""
        row = [told[name] for name in self.features]
        total = self.start
        for tree in self.trees:
            node = tree[0]
            while len(node) > 1:
                node = tree[int(node[2] if row[int(node[0])] <= node[1] else node[3])]
            total += node[0]
        return 1 / (1 + math.exp(-total))


@cache
def forest(name: str) -> Forest:
    """The trees of a file beside this module."""
    data = json.loads(files("smurfs_graph.offline.joint").joinpath(f"{name}.json").read_text("utf-8"))
    return Forest(tuple(data["features"]), data["start"], tuple(tuple(tree) for tree in data["trees"]))
