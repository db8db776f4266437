"""Exact placement on a line: the positions that make connections shortest and keep all distances.

Minimises the sum of weight * |x[v] - x[u] - offset| under x[b] - x[a] >= distance. The dual is a circulation of
greatest cost; its residual potentials are the positions.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

PLENTY = 10**9


class Spring(NamedTuple):
    """Wants x[v] - x[u] to be `offset`."""

    u: int
    v: int
    offset: float
    weight: int


class Apart(NamedTuple):
    """Demands x[b] - x[a] >= distance."""

    a: int
    b: int
    distance: float


class _Network:
    """Arcs in pairs: arc n and its residual counterpart n ^ 1. Costs are whole numbers, so that sums are exact."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.tail: list[int] = []
        self.head: list[int] = []
        self.room: list[int] = []
        self.cost: list[int] = []
        self.position = [0] * size

    def add(self, tail: int, head: int, cost: float, room: int) -> None:
        whole = round(cost)
        for a, b, c, r in ((tail, head, whole, room), (head, tail, -whole, 0)):
            self.tail.append(a)
            self.head.append(b)
            self.cost.append(c)
            self.room.append(r)

    def cycle(self) -> list[int]:
        """Arcs of a cycle of positive cost with room left; empty if there is none, and then positions are exact."""
        into = [-1] * self.size
        x = self.position
        while True:
            changed = False
            for arc, room in enumerate(self.room):
                if room and x[self.head[arc]] < x[self.tail[arc]] + self.cost[arc]:
                    x[self.head[arc]] = x[self.tail[arc]] + self.cost[arc]
                    into[self.head[arc]] = arc
                    changed = True
            if not changed:
                return []
            if found := self._loop(into):
                return found

    def _loop(self, into: Sequence[int]) -> list[int]:
        seen = [0] * self.size
        for start in range(self.size):
            node = start
            while not seen[node] and into[node] >= 0:
                seen[node] = start + 1
                node = self.tail[into[node]]
            if seen[node] == start + 1 and into[node] >= 0:
                return list(self._around(into, node))
        return []

    def _around(self, into: Sequence[int], node: int) -> Iterator[int]:
        at = node
        while True:
            yield into[at]
            at = self.tail[into[at]]
            if at == node:
                return

    def push(self, arcs: Sequence[int]) -> None:
        amount = min(self.room[arc] for arc in arcs)
        for arc in arcs:
            self.room[arc] -= amount
            self.room[arc ^ 1] += amount


def place(size: int, springs: Sequence[Spring], apart: Sequence[Apart]) -> list[float]:
    """Positions of `size` points, the smallest being 0; of equally good positions a middle one."""
    springs = [*springs, *_ties(size, springs)]
    network = _Network(size)
    for u, v, offset, weight in springs:
        network.add(u, v, offset, weight)
        network.add(v, u, -offset, weight)
    for a, b, distance in apart:
        network.add(a, b, distance, PLENTY)
    while arcs := network.cycle():
        network.push(arcs)
    x = [float(position) for position in network.position]
    _centre(x, springs, apart)
    least = min(x, default=0)
    return [position - least for position in x]


def _ties(size: int, springs: Sequence[Spring]) -> Iterator[Spring]:
    """Weak springs between neighbours that keep parts without a connection from drifting apart."""
    part = list(range(size))

    def root(point: int) -> int:
        while part[point] != point:
            point = part[point]
        return point

    for spring in springs:
        part[root(spring.u)] = root(spring.v)
    for point in range(size - 1):
        if root(point) != root(point + 1):
            part[root(point)] = root(point + 1)
            yield Spring(point, point + 1, 0, 1)


def _centre(x: list[float], springs: Sequence[Spring], apart: Sequence[Apart]) -> None:
    wishes: list[list[tuple[int, float, int]]] = [[] for _ in x]
    for u, v, offset, weight in springs:
        wishes[u].append((v, -offset, weight))
        wishes[v].append((u, offset, weight))
    for _ in range(4):
        for point, wish in enumerate(wishes):
            low = max((x[a] + d for a, b, d in apart if b == point), default=float("-inf"))
            high = min((x[b] - d for a, b, d in apart if a == point), default=float("inf"))
            spots = sorted(x[other] + offset for other, offset, weight in wish for _ in range(weight))
            if spots:
                middle = (spots[(len(spots) - 1) // 2] + spots[len(spots) // 2]) // 2
                x[point] = min(max(middle, low), high)
