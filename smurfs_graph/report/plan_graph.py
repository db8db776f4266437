"""The plan as an SVG: sub-tasks with how they ended, what depends on what, and the critical path.

They are laid out in rows: what depends on something stands below it. Edges that follow from others are left out; long
ones get a place of their own in each row that they pass.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from smurfs_graph.events.run_view import RunView, TaskView
from smurfs_graph.report.text import anchor, attribute, html, line, word
from smurfs_graph.report.times import ReportClock, critical_path
from smurfs_graph.showing.text import MARKS, duration

MANY = 40
"""Sub-tasks from which on boxes are small."""
_BIG, _SMALL = (210, 58, 26, 40), (64, 26, 10, 30)
"""Width and height of a box, gaps beside and below it."""
_MARGIN = 8
PASSING = "\0"
"""Prefix of the name of a place that an edge only passes."""
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
    """Order nodes so that every one comes after those that it depends on."""
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


def plan_svg(view: RunView, clock: ReportClock) -> str:
    """Return the picture, or nothing where there is no plan. `clock`: leaves out the pauses in which nothing ran."""
    if not view.tasks:
        return ""
    layout = layer_nodes({name: task.depends_on for name, task in view.tasks.items()})
    small = len(view.tasks) > MANY
    wide, high, beside, below = _SMALL if small else _BIG
    places, width = _places(layout, wide, beside, high + below)
    height = len(layout.rows) * (high + below) - below + 2 * _MARGIN
    path = critical_path(view.tasks)
    critical = set(pairwise(path))
    edges = sorted(layout.edges, key=lambda chain: (chain[0], chain[-1]) in critical)
    parts = [
        f'<svg class=plan xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}"'
        f' height="{height}" role=group aria-label="Plan graph: {len(view.tasks)} sub-tasks">',
        *(_edge(chain, places, wide, high, critical=(chain[0], chain[-1]) in critical) for chain in edges),
        *(
            _box(task, places[name], wide, high, clock, small=small, critical=name in path)
            for name, task in view.tasks.items()
        ),
        "</svg>",
    ]
    return "".join(parts)


def _places(layout: Layout, wide: int, beside: int, pitch: int) -> tuple[dict[str, tuple[float, float]], float]:
    """Return the upper left corner of each box, and the whole width; boxes stand below what they depend on where they
    fit.
    """
    above: dict[str, list[str]] = {}
    for chain in layout.edges:
        for one, other in pairwise(chain):
            above.setdefault(other, []).append(one)
    centre: dict[str, float] = {}
    for row in layout.rows:
        sizes = [12 if name.startswith(PASSING) else wide for name in row]
        wished = [_mean([centre[each] for each in above.get(name, ())]) for name in row]
        right, found = float("-inf"), list[float]()
        for size, wish in zip(sizes, wished, strict=True):
            found.append(max(right + beside + size / 2, wish))
            right = found[-1] + size / 2
        off = _mean([wish - place for wish, place in zip(wished, found, strict=True)])
        centre |= {name: place + off for name, place in zip(row, found, strict=True)}
    left, right = min(centre.values()) - wide / 2, max(centre.values()) + wide / 2
    places = {
        name: (centre[name] - wide / 2 - left + _MARGIN, float(_MARGIN + number * pitch))
        for number, row in enumerate(layout.rows)
        for name in row
    }
    return places, right - left + 2.0 * _MARGIN


def _mean(numbers: list[float], default: float = 0.0) -> float:
    return sum(numbers) / len(numbers) if numbers else default


def _edge(
    chain: tuple[str, ...], places: dict[str, tuple[float, float]], wide: int, high: int, *, critical: bool
) -> str:
    """Return the curve from a sub-task to one that waits for it, through the rows between them."""
    (x, y), *rest = [(places[name][0] + wide / 2, places[name][1]) for name in chain]
    y += high
    drawn = [f"M{x:.1f} {y:.1f}"]
    for name, (to_x, to_y) in zip(chain[1:], rest, strict=True):
        half = (to_y - y) / 2
        drawn.append(f"C{x:.1f} {y + half:.1f} {to_x:.1f} {to_y - half:.1f} {to_x:.1f} {to_y:.1f}")
        x, y = to_x, to_y
        if name.startswith(PASSING):
            y += high
            drawn.append(f"V{y:.1f}")
    kind = "edge critical" if critical else "edge"
    tip = f"M{x - 4:.1f} {y - 6:.1f}L{x:.1f} {y:.1f}L{x + 4:.1f} {y - 6:.1f}"
    return f'<path class="{kind}" d="{"".join(drawn)}{tip}"/>'


def _box(
    task: TaskView, place: tuple[float, float], wide: int, high: int, clock: ReportClock, *, small: bool, critical: bool
) -> str:
    """Return the box of a sub-task: its state, its name and, unless small, its content."""
    x, y = place
    took = f", {duration(clock.at(task.ended) - clock.at(task.started))}" if task.ended and task.started else ""
    said = f"{task.id}: {word(task.state)}{took}{', on the critical path' if critical else ''}"
    kind = f"box {task.state}{' critical' if critical else ''}"
    inset = 6 if small else 10
    stands = "" if small else f"<span>{html(word(task.state))}{html(took)}</span>"
    head = f"<p class=head><b>{MARKS[task.state]} {line(task.id, 64)}</b>{stands}</p>"
    label = _text(x + inset, y + 4, wide - 2 * inset, 18, head)
    if not small:
        label += _text(x + inset, y + 24, wide - 2 * inset, 28, f"<p>{line(task.content, 300)}</p>")
    return (
        f'<a href="#{anchor(task.id)}" aria-label="{attribute(said)}">'
        f"<title>{html(said)}. {line(task.content, 300)}</title>"
        f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{wide}" height="{high}" rx="6"/>{label}</a>'
    )


def _text(x: float, y: float, width: int, height: int, inner: str) -> str:
    """Return a text as HTML, which the browser breaks and cuts where the room ends in the font that it has."""
    return f'<foreignObject x="{x:.1f}" y="{y:.1f}" width="{width}" height="{height}">{inner}</foreignObject>'
