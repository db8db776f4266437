"""From an order of the blocks to lines: attachment points, positions, horizontal tracks, strokes and arrowheads."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import NamedTuple

from smurfs_graph.drawing_layers import Block, Item, Layers, Wire, WireKey
from smurfs_graph.drawing_place import Apart, Spring, place
from smurfs_graph.drawing_shapes import Arrow, Point, Stroke

PORT_STEP, PORT_ROOM = 18, 36
"""Between the lines that meet an item side by side; from its middle to the last one, at most."""
TRACK_STEP = 10
GAP = 14
"""Height of a gap without tracks, and the way from a track to the items, which have arrowheads."""
LABEL_GAP = 9
"""From a track to the labels."""
RADIUS = 6


@dataclass(frozen=True)
class Level:
    """One level of the drawing with all places known; the origin is its top left corner."""

    width: float
    height: float
    centres: Mapping[str, Point]
    strokes: tuple[Stroke, ...]
    arrows: tuple[Arrow, ...]
    routes: tuple[tuple[Point, ...], ...]
    """Of each link, from source to target."""


def ranks_of(blocks: Mapping[str, Block], order: Sequence[str]) -> Mapping[int, list[Block]]:
    """The blocks of each rank from left to right."""
    ranks: dict[int, list[Block]] = defaultdict(list)
    for key in order:
        for rank in range(blocks[key].first, blocks[key].last + 1):
            ranks[rank].append(blocks[key])
    return ranks


class Router:
    """Draws the wires of one level for one order of its blocks; `margin` is the way from the level to its border."""

    def __init__(self, items: Sequence[Item], layers: Layers, order: Sequence[str], margin: float) -> None:
        self.items = {item.key: item for item in items}
        self.layers = layers
        self.order = order
        self.margin = margin
        self.index = {key: number for number, key in enumerate(order)}
        self.ranks = ranks_of(layers.blocks, order)
        self.offsets = self._attach()
        self.x = self._positions()
        self.tracks: dict[int, int] = {}
        self.wires_by_gap: dict[int, list[Wire]] = defaultdict(list)
        for wire in layers.wires.values():
            self.wires_by_gap[wire.gap].append(wire)
        self.tops, self.mids, self.height = self._heights()

    def level(self) -> Level:
        blocks = self.layers.blocks
        right = max((self.x[key] + block.right for key, block in blocks.items()), default=0)
        return Level(
            width=right,
            height=self.height,
            centres={key: Point(self.x[key], self.mids[block.first]) for key, block in blocks.items()},
            strokes=tuple(stroke for wire in self.layers.wires.values() for stroke in self._strokes(wire)),
            arrows=tuple(arrow for wire in self.layers.wires.values() for arrow in self._arrow(wire)),
            routes=tuple(self._route(path) for path in self.layers.paths),
        )

    def _attach(self) -> dict[WireKey, float]:
        """Where each bundle meets its item: the way on in the middle, the others to the side they come from."""
        sides: dict[tuple[str, bool], list[tuple[bool, float, WireKey]]] = defaultdict(list)
        for wire in self.layers.wires.values():
            key = wire.key
            if wire.hub == key.item and self.items[key.item].ports is None:
                mean = sum(self.index[spoke] for spoke in wire.spokes) / len(wire.spokes)
                sides[key.item, wire.hub_above].append((not key.down, mean - self.index[key.item], key))
        offsets: dict[WireKey, float] = {}
        for bundles in sides.values():
            bundles.sort()
            main = bundles[0][1]
            rest = sorted(bundles[1:], key=lambda bundle: bundle[1])
            left = [key for _, mean, key in reversed(rest) if mean < main]
            right = [key for _, mean, key in rest if mean >= main]
            offsets[bundles[0][2]] = 0
            step = min(PORT_STEP, PORT_ROOM // max(len(left), len(right), 1))
            offsets |= {key: -step * (number + 1) for number, key in enumerate(left)}
            offsets |= {key: step * (number + 1) for number, key in enumerate(right)}
        return offsets

    def _hub_offset(self, wire: Wire) -> float:
        if wire.hub != wire.key.item:
            return 0
        ports = self.items[wire.hub].ports
        return self.offsets[wire.key] if ports is None else ports[wire.key.port]

    def _positions(self) -> dict[str, float]:
        blocks = self.layers.blocks
        springs = [
            Spring(self.index[wire.hub], self.index[spoke], self._hub_offset(wire), self._weight(wire, spoke))
            for wire in self.layers.wires.values()
            for spoke in wire.spokes
            if spoke != wire.hub
        ]
        distances: dict[tuple[int, int], float] = {}
        for row in self.ranks.values():
            for one, other in pairwise(row):
                pair = self.index[one.key], self.index[other.key]
                distances[pair] = max(distances.get(pair, 0), one.right + other.left + _space(one, other))
        x = place(len(self.order), springs, [Apart(a, b, d) for (a, b), d in distances.items()])
        least = min((x[self.index[key]] - block.left for key, block in blocks.items()), default=0)
        return {key: x[self.index[key]] - least for key in blocks}

    def _weight(self, wire: Wire, spoke: str) -> int:
        """Lines by which one reads on should be straight; where several meet, all but one have a bend anyway."""
        if wire.hub != wire.key.item:
            bare = spoke.startswith("label ") and not self.layers.blocks[spoke].height
            return 12 if bare else 2 if len(wire.spokes) == 1 else 1
        labels = [key for key in wire.spokes if key.startswith("label ")]
        if spoke not in labels:
            return 1
        return (12 if wire.key.down else 6) if len(labels) == 1 else 5

    def hub_x(self, wire: Wire) -> float:
        return self.x[wire.hub] + self._hub_offset(wire)

    def _heights(self) -> tuple[dict[int, float], dict[int, float], float]:
        tops: dict[int, float] = {}
        mids: dict[int, float] = {}
        y = 0.0
        for rank in range(self.layers.ranks):
            tall = max((block.height for block in self.ranks.get(rank, ()) if block.first == block.last), default=0)
            tops[rank], mids[rank] = y, y + tall / 2
            y += tall
            if rank + 1 < self.layers.ranks:
                count = self._set_tracks(self.wires_by_gap[rank])
                y += GAP + LABEL_GAP + (count - 1) * TRACK_STEP if count else GAP
                tops[rank + 1] = y
        return tops, mids, y

    def _set_tracks(self, wires: Sequence[Wire]) -> int:
        bars = [bar for wire in wires if (bar := Bar.of(wire, self.hub_x(wire), self.x)).bent]
        ordered = stacked(bars)
        for number, bar in enumerate(ordered):
            above = [self.tracks[id(other.wire)] for other in ordered[:number] if bar.meets(other)]
            self.tracks[id(bar.wire)] = max(above, default=-1) + 1
        return max((self.tracks[id(bar.wire)] + 1 for bar in bars), default=0)

    def _track_y(self, wire: Wire) -> float:
        pad = GAP if wire.gap % 2 else LABEL_GAP  # items have the even ranks
        return self.tops[wire.gap + 1] - pad - self._below(wire) * TRACK_STEP

    def _below(self, wire: Wire) -> int:
        tracks = [self.tracks[id(other)] for other in self.wires_by_gap[wire.gap] if id(other) in self.tracks]
        return max(tracks, default=0) - self.tracks.get(id(wire), 0)

    def _end(self, key: str, rank: int, above: bool) -> float:
        """Where lines of the gap meet a block that is above (or below) the gap."""
        block, item = self.layers.blocks[key], self.items.get(key)
        if item is not None and item.pin and not item.height:
            return -self.margin if item.pin == "first" else self.height + self.margin
        if block.first != block.last or not block.height:
            return self.mids[rank]
        return self.mids[rank] + (block.height / 2 if above else -block.height / 2)

    def _ends(self, wire: Wire, spoke: str) -> tuple[Point, Point, float]:
        """Hub end, spoke end, track."""
        upper, lower = wire.gap, wire.gap + 1
        hub_y = self._end(wire.hub, upper if wire.hub_above else lower, wire.hub_above)
        spoke_y = self._end(spoke, lower if wire.hub_above else upper, not wire.hub_above)
        return Point(self.hub_x(wire), hub_y), Point(self.x[spoke], spoke_y), self._track_y(wire)

    def _strokes(self, wire: Wire) -> Iterator[Stroke]:
        """Nearest branch first; each further one begins where the one before it turns away."""
        side_end: dict[bool, float] = {}
        stem_drawn = False
        for spoke in sorted(wire.spokes, key=lambda key: (abs(self.x[key] - self.hub_x(wire)), self.index[key])):
            hub, end, track = self._ends(wire, spoke)
            right = end.x > hub.x
            if abs(end.x - hub.x) < 0.5:
                points = (hub, Point(hub.x, end.y))
            elif right in side_end:
                points = (Point(side_end[right], track), Point(end.x, track), end)
            else:
                start = Point(hub.x, track + (-RADIUS if wire.hub_above else RADIUS)) if stem_drawn else hub
                points = (start, Point(hub.x, track), Point(end.x, track), end)
            if abs(end.x - hub.x) >= 0.5:
                side_end[right] = end.x + (-RADIUS if right else RADIUS)
            stem_drawn = True
            yield Stroke(wire.spokes[spoke], points, wire.key.conditional, wire.hue)

    def _arrow(self, wire: Wire) -> Iterator[Arrow]:
        item = self.items.get(wire.hub)
        if not wire.key.outgoing and item is not None and item.ports is None and item.height:
            spoke, edge = next(iter(wire.spokes.items()))
            yield Arrow(edge, self._ends(wire, spoke)[0], not wire.hub_above, wire.hue)

    def _route(self, path: Sequence[tuple[Wire, str]]) -> tuple[Point, ...]:
        route: list[Point] = []
        for wire, spoke in path:
            hub, end, track = self._ends(wire, spoke)
            bend = (Point(hub.x, track), Point(end.x, track)) if abs(hub.x - end.x) >= 0.5 else ()
            points = (hub, *bend, end)
            route.extend(points if wire.key.outgoing else reversed(points))
        return tuple(route)


class Bar(NamedTuple):
    """The horizontal part of a wire."""

    wire: Wire
    low: float
    high: float
    up: tuple[float, ...]
    """Where it has verticals to the rank above; `down`: to the rank below."""
    down: tuple[float, ...]

    @classmethod
    def of(cls, wire: Wire, hub: float, x: Mapping[str, float]) -> "Bar":
        ends = tuple(x[spoke] for spoke in wire.spokes)
        up, down = ((hub,), ends) if wire.hub_above else (ends, (hub,))
        return cls(wire, min(hub, *ends), max(hub, *ends), up, down)

    @property
    def bent(self) -> bool:
        return self.high - self.low >= 0.5

    def meets(self, other: "Bar") -> bool:
        return self.low - 2 * RADIUS < other.high and other.low - 2 * RADIUS < self.high

    def over(self, other: "Bar") -> int:
        """Crossings, and as many as a hundred for touching lines, if this bar is above the other."""
        near = sum(abs(a - b) < RADIUS for a in self.down for b in other.up)
        crossing = sum(other.low < x < other.high for x in self.down) + sum(self.low < x < self.high for x in other.up)
        return 100 * near + crossing


def stacked(bars: Sequence[Bar]) -> list[Bar]:
    """Bars from top to bottom, so that their lines cross little and never run into each other.

    Settling depends on where it starts, so that it starts in several ways and the best result counts.
    """
    starts = (
        sorted(bars, key=lambda bar: (bar.low, bar.high)),
        sorted(bars, key=lambda bar: (-bar.high, -bar.low)),
        sorted(bars, key=lambda bar: (bar.high - bar.low, bar.low)),
        sorted(bars, key=lambda bar: (bar.low - bar.high, bar.low)),
    )
    return min((_settled(start) for start in starts), key=_cost)


def _settled(start: Sequence[Bar]) -> list[Bar]:
    """Each bar in turn moved to where it costs least, until none moves."""
    order = list(start)
    for _ in range(len(start)):
        before = list(order)
        for bar in before:
            rest = [other for other in order if other is not bar]
            costs = [
                sum(other.over(bar) for other in rest[:n]) + sum(bar.over(other) for other in rest[n:])
                for n in range(len(rest) + 1)
            ]
            rest.insert(costs.index(min(costs)), bar)
            order = rest
        if [id(bar) for bar in order] == [id(bar) for bar in before]:
            break
    return order


def _cost(order: Sequence[Bar]) -> int:
    return sum(upper.over(lower) for upper, lower in combinations(order, 2))


def _space(one: Block, other: Block) -> float:
    thin = (one.left + one.right == 0) + (other.left + other.right == 0)
    return (18, 14, 14)[thin]
