"""The geometry of a graph's picture, inner graphs in boxes. Pure: `drawing` makes SVG of what `layout` returns."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import NamedTuple

from langchain_core.runnables.graph import Edge, Graph

from smurfs_graph.drawing_layers import Item, Link, build_layers, directions
from smurfs_graph.drawing_order import orders
from smurfs_graph.drawing_routes import PORT_ROOM, Level, Router
from smurfs_graph.drawing_shapes import Label, Loop, Picture, Piece, Point, Rectangle, Shape
from smurfs_graph.drawing_text import mono_width, sans_width

NODE_TEXT, LABEL_TEXT = 13, 12
"""Font sizes in pixels."""
NODE_HEIGHT, LABEL_HEIGHT, TITLE_HEIGHT = 32, 18, 20
LOOP_WIDTH, LOOP_STEP = 14, 20
BOX_MARGIN = 16
HUES = 5
HUE_FROM = 3
"""Edges that must run to a node for its lines to have a colour; the busiest nodes get one of their own."""
TITLE = "title"
FULL_WIDTH = 900
"""Pixels that a picture may be wide at no cost."""
CANDIDATES = 12


class Port(NamedTuple):
    """Where edges from or to `node` cross the border of a box."""

    outgoing: bool
    top: bool
    conditional: bool
    node: str

    @property
    def name(self) -> str:
        return f"port {self!r}"


@dataclass(frozen=True)
class Run:
    """A link with the nodes it is for; None stands for the border of the box."""

    link: Link
    source: str | None
    target: str | None


def layout(graph: Graph) -> Picture:
    """Where everything of this graph is, as drawn at its natural size; the same for the same graph."""
    return Nesting(graph).level((), {})


def label_text(edge: Edge) -> str:
    """The label of an edge; empty if it has none."""
    return "" if edge.data is None else str(edge.data)


class Nesting:
    """Lays out a graph from the outside in, as to directions, and from the inside out, as to sizes."""

    def __init__(self, graph: Graph) -> None:
        self.edges = tuple(graph.edges)
        ends = ((edge.source, edge.target) for edge in self.edges)
        self.nodes = tuple(dict.fromkeys([*graph.nodes, *chain.from_iterable(ends)]))
        self.loops: dict[str, list[int]] = {}
        for number, edge in enumerate(self.edges):
            if edge.source == edge.target:
                self.loops.setdefault(edge.source, []).append(number)
        coming = Counter(edge.target for edge in self.edges if edge.source != edge.target)
        busy = [node for node in self.nodes if coming[node] >= HUE_FROM]
        self.hues = {node: hue for hue, node in enumerate(sorted(busy, key=lambda node: -coming[node])[:HUES])}

    def level(self, prefix: tuple[str, ...], ports: Mapping[Port, tuple[int, ...]]) -> Picture:
        """The picture of the (inner) graph at this prefix; `ports` are the edges that cross its border."""
        nodes = {_child(node, prefix): node for node in self.nodes if _within(node, prefix)}
        border = [Item(port.name, pin="first" if port.top else "last") for port in ports]
        if prefix:
            width = mono_width(prefix[-1], NODE_TEXT) + 8
            border.insert(0, Item(TITLE, right=width, height=TITLE_HEIGHT, pin="first"))
        runs = [*self._runs(prefix), *(_border_run(port, edges, prefix, self.hues) for port, edges in ports.items())]
        down = directions([*border, *map(Item, nodes)], [run.link for run in runs])
        runs = [_attached(run, falls) for run, falls in zip(runs, down, strict=True)]
        boxes = {
            key: self.level(_path(node)[: len(prefix) + 1], _crossings(key, runs, down))
            for key, node in nodes.items()
            if key.startswith("box ")
        }
        items = [
            *border,
            *(_box_item(key, boxes[key]) if key in boxes else self._item(key, node) for key, node in nodes.items()),
        ]
        margin = BOX_MARGIN if prefix else 0
        level = best_level(items, [run.link for run in runs], down, margin)
        return self._assembled(level, items, nodes, runs, boxes, margin, prefix)

    def _runs(self, prefix: tuple[str, ...]) -> Iterator[Run]:
        """The edges that are at home in this level, rather than in an inner graph or further out."""
        for number, edge in enumerate(self.edges):
            source, target = edge.source, edge.target
            if not (_within(source, prefix) and _within(target, prefix)):
                continue
            one, other = _child(source, prefix), _child(target, prefix)
            if one != other:
                text = label_text(edge)
                size = (sans_width(text, LABEL_TEXT) + 6, LABEL_HEIGHT) if text else (0.0, 0.0)
                hue = self.hues.get(target)
                link = Link((number,), one, other, conditional=edge.conditional, hue=hue, label=size)
                yield Run(link, source, target)

    def _item(self, key: str, node: str) -> Item:
        half = half_width(node)
        loops = self.loops.get(node, ())
        room = max((sans_width(label_text(self.edges[n]), LABEL_TEXT) for n in loops), default=0)
        right = half + (LOOP_WIDTH + 6 + room if loops else 0)
        return Item(key, half, right, max(NODE_HEIGHT, LOOP_STEP * len(loops) + 8))

    def _shape(self, node: str, item: Item, centre: Point) -> Iterator[Piece]:
        half = half_width(node)
        box = _around(centre, 2 * half, item.height)
        text = _path(node)[-1]
        kind = "terminal" if text in ("__start__", "__end__") else "node"
        yield Shape(node, text, kind, box, self.hues.get(node))
        loops = self.loops.get(node, ())
        for place, number in enumerate(loops):
            y = centre.y + LOOP_STEP * (place - (len(loops) - 1) / 2)
            edge = self.edges[number]
            yield Loop(number, Point(box.right, y), edge.conditional)
            if text := label_text(edge):
                left = box.right + LOOP_WIDTH + 4
                place_of_text = Rectangle(left, y - LABEL_HEIGHT / 2, left + sans_width(text, LABEL_TEXT), y + 9)
                yield Label(number, text, place_of_text, beside=True)

    def _assembled(
        self,
        level: Level,
        items: Sequence[Item],
        nodes: Mapping[str, str],
        runs: Sequence[Run],
        boxes: Mapping[str, Picture],
        margin: float,
        prefix: tuple[str, ...],
    ) -> Picture:
        width, height = level.width + 2 * margin, level.height + 2 * margin
        pieces: list[Piece] = []
        if prefix:
            title = Rectangle(0, 0, mono_width(prefix[-1], NODE_TEXT) + 8, TITLE_HEIGHT)
            frame = Rectangle(-margin, -margin, width - margin, height - margin)
            pieces.append(Shape(":".join(prefix), prefix[-1], "group", frame, title=title.moved(-4, -6)))
        routes = {edge: route for run, route in zip(runs, level.routes, strict=True) for edge in run.link.edges}
        inner: dict[str, Picture] = {}
        for item in items:
            centre = level.centres[item.key]
            if item.key in boxes:
                inner[item.key] = boxes[item.key].moved(centre.x - item.left, centre.y - item.height / 2)
                pieces.extend(inner[item.key].pieces)
            elif item.key in nodes:
                pieces.extend(self._shape(nodes[item.key], item, centre))
        for number, run in enumerate(runs):
            for edge in run.link.edges:
                before = inner[run.link.source].routes[edge] if run.link.source in inner else ()
                after = inner[run.link.target].routes[edge] if run.link.target in inner else ()
                routes[edge] = (*before, *level.routes[number], *after)
            if run.source and run.target and (text := label_text(self.edges[run.link.edges[0]])):
                box = _around(level.centres[f"label {number}"], *run.link.label)
                pieces.append(Label(run.link.edges[0], text, box, run.link.hue))
        for picture in inner.values():
            routes = dict(picture.routes) | routes
        pieces.extend([*level.strokes, *level.arrows])
        ports = {item.key: level.centres[item.key].x + margin for item in items if item.pin}
        return Picture(width, height, tuple(pieces), routes, ports).moved(margin, margin)


def best_level(items: Sequence[Item], links: Sequence[Link], down: Sequence[bool], margin: float) -> Level:
    """Of some layouts with few crossings the one that is narrow and has short lines."""
    layers = build_layers(items, links, down)
    pinned = [item.key for item in items if item.key == TITLE]
    found = {tuple(order): crossings for crossings, order in orders(layers, pinned)}
    few = sorted(found, key=found.__getitem__)[:CANDIDATES]
    return min((Router(items, layers, order, margin).level() for order in few), key=_cost)


def _cost(level: Level) -> float:
    steps = [abs(a.x - b.x) + abs(a.y - b.y) for stroke in level.strokes for a, b in pairwise(stroke.points) if a != b]
    bends = sum(len(stroke.points) > 2 for stroke in level.strokes)
    return sum(steps) / 10 + 20 * bends + 2 * max(0, level.width - FULL_WIDTH) + level.height / 4


def half_width(node: str) -> float:
    """Half the width of a node's shape; there is room for lines beside the one in the middle."""
    return max(mono_width(_path(node)[-1], NODE_TEXT) // 2 + 13, PORT_ROOM + 8)


def _around(centre: Point, width: float, height: float) -> Rectangle:
    return Rectangle(centre.x - width / 2, centre.y - height / 2, centre.x + width / 2, centre.y + height / 2)


def _path(node: str) -> tuple[str, ...]:
    return tuple(node.split(":"))


def _within(node: str, prefix: tuple[str, ...]) -> bool:
    path = _path(node)
    return len(path) > len(prefix) and path[: len(prefix)] == prefix


def _child(node: str, prefix: tuple[str, ...]) -> str:
    """The key of the item that stands for a node in the level at this prefix: the node, or the box it is in."""
    path = _path(node)
    depth = len(prefix) + 1
    return f"node {node}" if len(path) == depth else f"box {':'.join(path[:depth])}"


def _border_run(port: Port, edges: tuple[int, ...], prefix: tuple[str, ...], hues: Mapping[str, int]) -> Run:
    item = _child(port.node, prefix)
    if port.outgoing:
        return Run(Link(edges, item, port.name, conditional=port.conditional), port.node, None)
    link = Link(edges, port.name, item, conditional=port.conditional, hue=hues.get(port.node))
    return Run(link, None, port.node)


def _port(run: Run, outgoing: bool, down: bool) -> Port:
    node = run.source if outgoing else run.target
    return Port(outgoing, outgoing != down, run.link.conditional, node or "")


def _attached(run: Run, down: bool) -> Run:
    """The run with the names of the ports of the boxes that it runs to."""
    source = _port(run, True, down).name if run.link.source.startswith("box ") else ""
    target = _port(run, False, down).name if run.link.target.startswith("box ") else ""
    return replace(run, link=replace(run.link, source_port=source, target_port=target))


def _crossings(key: str, runs: Sequence[Run], down: Sequence[bool]) -> dict[Port, tuple[int, ...]]:
    found: dict[Port, tuple[int, ...]] = {}
    for run, falls in zip(runs, down, strict=True):
        for outgoing, end in ((True, run.link.source), (False, run.link.target)):
            if end == key:
                port = _port(run, outgoing, falls)
                found[port] = (*found.get(port, ()), *run.link.edges)
    return found


def _box_item(key: str, picture: Picture) -> Item:
    half = math.ceil(picture.width / 2)
    return Item(key, half, half, picture.height, ports={name: x - half for name, x in picture.ports.items()})
