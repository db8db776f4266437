"""A plan graph in rows: what depends on something stands below it. Pure.

Edges that follow from others are left out; long ones get a place of their own in each row that they pass.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

PASSING = "\0"
"""What the name of a place begins with that an edge only passes."""
_SWEEPS = 8


@dataclass(frozen=True)
class Layout:
    """Rows of nodes and of passing edges; `edges` are chains of places from a dependency to its dependant."""

    rows: tuple[tuple[str, ...], ...]
    edges: tuple[tuple[str, ...], ...]


def layer_nodes(depends_on: Mapping[str, Sequence[str]]) -> Layout:
    """Arrange an acyclic graph in rows, given what each node depends on; unknown names and cycles are left out."""
    known = _acyclic(depends_on)
    direct = _reduce(known)
    rank: dict[str, int] = {}
    for name in known:
        rank[name] = max((rank[before] + 1 for before in known[name]), default=0)
    rows: list[list[str]] = [[] for _ in range(max(rank.values(), default=-1) + 1)]
    for name, row in rank.items():
        rows[row].append(name)
    edges: list[tuple[str, ...]] = []
    for name, befores in direct.items():
        for before in befores:
            passing = [f"{PASSING}{before}\0{name}\0{row}" for row in range(rank[before] + 1, rank[name])]
            for row, place in enumerate(passing, rank[before] + 1):
                rows[row].append(place)
            edges.append((before, *passing, name))
    _order(rows, edges)
    return Layout(tuple(tuple(row) for row in rows), tuple(edges))


def _acyclic(depends_on: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """In an order in which every node comes after what it depends on."""
    done: dict[str, list[str]] = {}
    left = {name: [each for each in befores if each in depends_on] for name, befores in depends_on.items()}
    while left:
        ready = [name for name, befores in left.items() if all(each in done for each in befores)] or [next(iter(left))]
        for name in ready:
            done[name] = [each for each in left.pop(name) if each in done]
    return done


def _reduce(known: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    above: dict[str, set[str]] = {}
    direct: dict[str, list[str]] = {}
    for name, befores in known.items():
        far = {each for before in befores for each in above[before]}
        above[name] = far | set(befores)
        direct[name] = [each for each in dict.fromkeys(befores) if each not in far]
    return direct


def _order(rows: list[list[str]], edges: Sequence[Sequence[str]]) -> None:
    """Order each row by where its neighbours stand, down and up again, as Sugiyama's method does."""
    up: dict[str, list[str]] = {}
    down: dict[str, list[str]] = {}
    for chain in edges:
        for one, other in pairwise(chain):
            up.setdefault(other, []).append(one)
            down.setdefault(one, []).append(other)
    for sweep in range(_SWEEPS):
        near, order = (up, rows[1:]) if sweep % 2 == 0 else (down, rows[-2::-1])
        at = {name: (index + 0.5) / len(row) for row in rows for index, name in enumerate(row)}
        for row in order:
            where = {name: _mean([at[each] for each in near.get(name, [])], at[name]) for name in row}
            row.sort(key=where.__getitem__)
            at |= {name: (index + 0.5) / len(row) for index, name in enumerate(row)}


def _mean(numbers: list[float], default: float) -> float:
    return sum(numbers) / len(numbers) if numbers else default
