"""What a picture of a graph consists of: shapes, labels, lines, loops, with all their places."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Self, TypeVar


class Point(NamedTuple):
    x: float
    y: float

    def moved(self, dx: float, dy: float) -> "Point":
        return Point(self.x + dx, self.y + dy)


class Rectangle(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def moved(self, dx: float, dy: float) -> "Rectangle":
        return Rectangle(self.left + dx, self.top + dy, self.right + dx, self.bottom + dy)

    def overlaps(self, other: "Rectangle") -> bool:
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


class Shape(NamedTuple):
    """A node, the start or end of a graph, or the box of an inner graph, whose name is at `title`."""

    id: str
    text: str
    kind: Literal["node", "terminal", "group"]
    box: Rectangle
    hue: int | None = None
    title: Rectangle | None = None

    def moved(self, dx: float, dy: float) -> Self:
        title = self.title.moved(dx, dy) if self.title else None
        return self._replace(box=self.box.moved(dx, dy), title=title)


class Label(NamedTuple):
    """The text of an edge; `edge` is the edge's index, here as in the other classes."""

    edge: int
    text: str
    box: Rectangle
    hue: int | None = None
    beside: bool = False
    """Beside a loop, rather than in the middle of a line."""

    def moved(self, dx: float, dy: float) -> Self:
        return self._replace(box=self.box.moved(dx, dy))


class Loop(NamedTuple):
    """An edge from a node to itself: from `start` on the node's right side, and back in a little below."""

    edge: int
    start: Point
    conditional: bool

    def moved(self, dx: float, dy: float) -> Self:
        return self._replace(start=self.start.moved(dx, dy))


class Stroke(NamedTuple):
    """A line to draw; an edge has one or more, and shares what it has in common with others."""

    edge: int
    points: tuple[Point, ...]
    conditional: bool
    hue: int | None

    def moved(self, dx: float, dy: float) -> Self:
        return self._replace(points=moved_points(self.points, dx, dy))


class Arrow(NamedTuple):
    edge: int
    tip: Point
    down: bool
    hue: int | None

    def moved(self, dx: float, dy: float) -> Self:
        return self._replace(tip=self.tip.moved(dx, dy))


Piece = Shape | Label | Loop | Stroke | Arrow
P = TypeVar("P", Shape, Label, Loop, Stroke, Arrow)


@dataclass(frozen=True)
class Picture:
    """A graph, or one inner graph, with everything in place; the origin is the top left corner."""

    width: float
    height: float
    pieces: tuple[Piece, ...]
    routes: Mapping[int, tuple[Point, ...]]
    """Of each edge between two nodes, its way from the one to the other."""
    ports: Mapping[str, float] = field(default_factory=dict[str, float])
    """Where edges cross the border: x, by name."""

    def of(self, kind: type[P]) -> tuple[P, ...]:
        """The pieces of one kind."""
        return tuple(piece for piece in self.pieces if isinstance(piece, kind))

    def moved(self, dx: float, dy: float) -> "Picture":
        pieces = tuple(piece.moved(dx, dy) for piece in self.pieces)
        routes = {edge: moved_points(points, dx, dy) for edge, points in self.routes.items()}
        return Picture(self.width, self.height, pieces, routes, self.ports)


def moved_points(points: Sequence[Point], dx: float, dy: float) -> tuple[Point, ...]:
    return tuple(point.moved(dx, dy) for point in points)
