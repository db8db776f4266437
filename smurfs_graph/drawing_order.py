"""Left-to-right order of the blocks of a drawing, with as few crossing lines as sifting finds.

One order holds for all ranks at once: a trunk keeps its side of another trunk, and both can be straight.
"""

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence

from smurfs_graph.drawing_layers import Layers

Hop = tuple[str, str, int]
"""Upper block, lower block, gap."""
Pair = tuple[Hop, Hop]


def orders(layers: Layers, pinned: Sequence[str], starts: int = 24) -> Iterator[tuple[int, list[str]]]:
    """Candidates with their number of crossings; each starts from another, reproducible order."""
    meetings = Meetings(_hops(layers))
    movable = [key for key in layers.blocks if key not in pinned]
    for start in range(starts):
        order = list(movable)
        if start:
            random.Random(start).shuffle(order)
        yield Sifting(order, meetings).run(), [*pinned, *order]


def _hops(layers: Layers) -> list[Hop]:
    return [
        (wire.hub, spoke, wire.gap) if wire.hub_above else (spoke, wire.hub, wire.gap)
        for wire in layers.wires.values()
        for spoke in wire.spokes
    ]


class Meetings:
    """Which lines can cross when two blocks change places; the same for all orders."""

    def __init__(self, hops: Sequence[Hop]) -> None:
        self.neighbours: dict[str, list[str]] = defaultdict(list)
        self._hops: dict[str, dict[int, list[Hop]]] = defaultdict(lambda: defaultdict(list))
        self._pairs: dict[tuple[str, str], list[Pair]] = {}
        gaps: dict[int, list[Hop]] = defaultdict(list)
        for hop in hops:
            upper, lower, gap = hop
            gaps[gap].append(hop)
            self._hops[upper][gap].append(hop)
            if lower != upper:
                self._hops[lower][gap].append(hop)
                self.neighbours[upper].append(lower)
                self.neighbours[lower].append(upper)
        self.all = [(one, other) for lines in gaps.values() for n, one in enumerate(lines) for other in lines[:n]]

    def of(self, one: str, other: str) -> list[Pair]:
        """Pairs of a line of the one block and a line of the other."""
        found = self._pairs.get((one, other))
        if found is None:
            theirs = self._hops[other]
            shared = ((lines, theirs[gap]) for gap, lines in self._hops[one].items() if gap in theirs)
            found = [(a, b) for lines, others in shared for a in lines for b in others if a != b]
            self._pairs[one, other] = self._pairs[other, one] = found
        return found


class Sifting:
    """Moves one block after the other to its best place while that helps; changes `order` in place."""

    def __init__(self, order: list[str], meetings: Meetings) -> None:
        self.order = order
        self.place = {key: index for index, key in enumerate(order)}
        self.place |= {key: -1 for key in meetings.neighbours if key not in self.place}
        self.meetings = meetings

    def run(self, rounds: int = 12) -> int:
        """The number of crossings that are left."""
        left = self._crossings(self.meetings.all)
        for _ in range(rounds):
            gain = sum(self._sift(key) for key in tuple(self.order))
            left -= gain
            if not gain:
                break
        return left

    def _crossings(self, pairs: Sequence[Pair]) -> int:
        place, found = self.place, 0
        for a, b in pairs:
            if (place[a[0]] - place[b[0]]) * (place[a[1]] - place[b[1]]) < 0:
                found += 1
        return found

    def _swap(self, index: int) -> int:
        """Swap two adjacent blocks; returns how many crossings that adds."""
        order, place = self.order, self.place
        one, other = order[index], order[index + 1]
        pairs = self.meetings.of(one, other)
        before = self._crossings(pairs) if pairs else 0
        order[index], order[index + 1] = other, one
        place[one], place[other] = index + 1, index
        return self._crossings(pairs) - before if pairs else 0

    def _move(self, key: str, to: int) -> None:
        """Put a block to a place, whatever that crosses."""
        at = self.place[key]
        self.order.insert(to, self.order.pop(at))
        for index in range(min(at, to), max(at, to) + 1):
            self.place[self.order[index]] = index

    def _rank(self, cost: int, key: str) -> tuple[int, int]:
        """Crossings first, then the distance to the blocks at the other ends of the lines."""
        place = self.place
        mine = place[key]
        return cost, sum([abs(mine - place[other]) for other in self.meetings.neighbours[key]])

    def _sift(self, key: str) -> int:
        home = self.place[key]
        best, to = self._rank(0, key), home
        for after, indexes in ((0, range(home - 1, -1, -1)), (1, range(home, len(self.order) - 1))):
            cost = 0
            for index in indexes:
                cost += self._swap(index)
                if cost <= best[0] and (rank := self._rank(cost, key)) < best:
                    best, to = rank, index + after
            self._move(key, home)
        self._move(key, to)
        return -best[0]
