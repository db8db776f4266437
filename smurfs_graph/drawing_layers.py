"""Layers of a drawing: which way each link goes, the layer of each item, and the blocks and wires that follow.

Physical ranks alternate: items have even ranks, the labels of their links the odd ranks between, so that a label
can overlap nothing. Links to one target run together in a trunk; each label sits next to its source, before that.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple


@dataclass(frozen=True)
class Item:
    """What has a place of its own in a layer: a node, a box around an inner graph, a port of the box, a title."""

    key: str
    left: float = 0
    """Extent to the left of its centre line, in pixels; as `right` and `height`."""
    right: float = 0
    height: float = 0
    pin: Literal["first", "last"] | None = None
    ports: Mapping[str, float] | None = None
    """Where links are attached, as distances from the centre line; None: wherever is best."""


@dataclass(frozen=True)
class Link:
    """A directed connection of two items, on which one or more edges of the graph run."""

    edges: tuple[int, ...]
    source: str
    target: str
    source_port: str = ""
    target_port: str = ""
    conditional: bool = False
    hue: int | None = None
    label: tuple[float, float] = (0, 0)
    """Width and height."""


@dataclass
class Block:
    """A vertical bar of one x: an item, a label, or a trunk that passes through several ranks."""

    key: str
    left: float
    right: float
    height: float
    first: int
    last: int


class WireKey(NamedTuple):
    item: str
    port: str
    outgoing: bool
    conditional: bool
    down: bool


@dataclass
class Wire:
    """Lines in the gap below rank `gap` that share a hub: branches of one source, or what runs to one target."""

    key: WireKey
    gap: int
    hub: str
    hub_above: bool
    hue: int | None
    spokes: dict[str, int] = field(default_factory=dict[str, int])
    """Block -> the first edge that runs here."""


@dataclass
class Layers:
    """Blocks and wires of one level, before anything has a place."""

    blocks: dict[str, Block]
    wires: dict[tuple[WireKey, int, str], Wire]
    paths: list[list[tuple[Wire, str]]]
    """For each link, from source to target: the wire and the spoke it takes."""
    ranks: int


def directions(items: Sequence[Item], links: Sequence[Link]) -> list[bool]:
    """For each link whether it goes down; the links that go up are those that close a cycle."""
    pins = {item.key: item.pin for item in items}
    free: dict[str, list[int]] = defaultdict(list)
    for number, link in enumerate(links):
        if not pins[link.source] and not pins[link.target]:
            free[link.source].append(number)
    entries = [link.target for link in links if pins[link.source] == "first"]
    reached = {links[number].target for numbers in free.values() for number in numbers}
    roots = [*entries, *(item.key for item in items if item.key not in reached), *(item.key for item in items)]
    up = _closing(roots, free, links)
    return [
        pins[link.target] == "last" or (pins[link.target] != "first" and pins[link.source] != "last" and n not in up)
        for n, link in enumerate(links)
    ]


def _closing(roots: Sequence[str], out: Mapping[str, list[int]], links: Sequence[Link]) -> set[int]:
    closing: set[int] = set()
    seen: set[str] = set()
    for root in roots:
        if root in seen:
            continue
        seen.add(root)
        path = {root: iter(out.get(root, ()))}  # an explicit stack: depth must not depend on the graph's size
        while path:
            node, numbers = next(reversed(path.items()))
            number = next(numbers, None)
            if number is None:
                del path[node]
            elif (target := links[number].target) in path:
                closing.add(number)
            elif target not in seen:
                seen.add(target)
                path[target] = iter(out.get(target, ()))
    return closing


def layer_numbers(items: Sequence[Item], links: Sequence[Link], down: Sequence[bool]) -> dict[str, int]:
    """The layer of each item: as high as its links permit, or where there is more room if they leave a choice."""
    pins = {item.key: item.pin for item in items}
    pairs = [
        (link.source, link.target)
        for link, falls in zip(links, down, strict=True)
        if falls and not pins[link.source] and not pins[link.target]
    ]
    base = 1 if "first" in pins.values() else 0
    layers = {key: base for key, pin in pins.items() if not pin}
    for _ in layers:
        for source, target in pairs:
            layers[target] = max(layers[target], layers[source] + 1)
    _spread(items, pairs, layers)
    last = max(layers.values(), default=base) + 1
    return layers | {key: 0 if pin == "first" else last for key, pin in pins.items() if pin}


def _spread(items: Sequence[Item], pairs: Sequence[tuple[str, str]], layers: dict[str, int]) -> None:
    width: dict[int, float] = defaultdict(float)
    sizes = {item.key: item.left + item.right for item in items}
    for key, layer in layers.items():
        width[layer] += sizes[key]
    for key in sorted(layers, key=layers.__getitem__, reverse=True):
        above = [layers[source] for source, target in pairs if target == key]
        below = [layers[target] for source, target in pairs if source == key]
        if above and below:
            width[layers[key]] -= sizes[key]
            layers[key] = min(range(max(above) + 1, min(below)), key=lambda layer: (width[layer], layer))
            width[layers[key]] += sizes[key]


def build_layers(items: Sequence[Item], links: Sequence[Link], down: Sequence[bool]) -> Layers:
    """Blocks for items, labels and trunks, and the wires between them."""
    numbers = layer_numbers(items, links, down)
    blocks = {
        item.key: Block(item.key, item.left, item.right, item.height, 2 * numbers[item.key], 2 * numbers[item.key])
        for item in items
    }
    made = Layers(blocks, {}, [], 2 * max(numbers.values(), default=0) + 1)
    for number, (link, falls) in enumerate(zip(links, down, strict=True)):
        start, end = 2 * numbers[link.source], 2 * numbers[link.target]
        width, height = link.label
        label = f"label {number}"
        rank = start + (1 if falls else -1)
        blocks[label] = Block(label, width / 2, width / 2, height, rank, rank)
        made.paths.append(list(_path(made, link, label, falls, (start, end))))
    return made


def _path(layers: Layers, link: Link, label: str, down: bool, ranks: tuple[int, int]) -> Iterator[tuple[Wire, str]]:
    start, end = ranks
    step = 1 if down else -1
    stem_hue = None if link.label[1] else link.hue
    out = WireKey(link.source, link.source_port, True, link.conditional, down)
    into = WireKey(link.target, link.target_port, False, link.conditional, down)
    yield _join(layers, out, link, link.source, down, start if down else start - 1, label, stem_hue), label
    at, rank = label, start + step
    while rank != end:
        nearer = rank + step
        hub = link.target if nearer == end else _trunk(layers, into, nearer)
        yield _join(layers, into, link, hub, not down, min(rank, nearer), at, link.hue), at
        at, rank = hub, nearer


def _trunk(layers: Layers, key: WireKey, rank: int) -> str:
    name = f"trunk {key!r}"
    block = layers.blocks.setdefault(name, Block(name, 0, 0, 0, rank, rank))
    block.first, block.last = min(block.first, rank), max(block.last, rank)
    return name


def _join(
    layers: Layers, key: WireKey, link: Link, hub: str, hub_above: bool, gap: int, spoke: str, hue: int | None
) -> Wire:
    wire = layers.wires.setdefault((key, gap, hub), Wire(key, gap, hub, hub_above, hue))
    wire.spokes.setdefault(spoke, link.edges[0])
    if wire.hue != hue:
        wire.hue = None
    return wire
