"""Pictures of a graph: Mermaid text, and an SVG that needs no network, no browser and no system library to make."""

import re
from collections.abc import Iterator
from xml.sax.saxutils import escape

from langchain_core.runnables.graph import Edge, Graph

from smurfs_graph.drawing_geometry import LABEL_TEXT, NODE_TEXT, label_text, layout
from smurfs_graph.drawing_routes import RADIUS
from smurfs_graph.drawing_shapes import Arrow, Label, Loop, Picture, Point, Shape, Stroke

EDGE_MARGIN = 12
ARROW_LENGTH, ARROW_HALF = 7, 4
LIGHT = ("#1f2328", "#59636e", "#8c959f", "#f6f8fa", "#ffffff", "#d1d9e0")
DARK = ("#e6edf3", "#9198a1", "#767e88", "#151b23", "#212830", "#3d444d")
"""Names, labels, lines, inside of a box, inside of a node, frames."""
LIGHT_HUES = ("#0969da", "#bc4c00", "#1a7f37", "#8250df", "#bf3989")
DARK_HUES = ("#58a6ff", "#f0883e", "#3fb950", "#bc8cff", "#f778ba")
NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def to_mermaid(graph: Graph) -> str:
    """The graph as Mermaid text, written by LangChain; give it `compiled.get_graph(xray=True)` for inner graphs."""
    return graph.draw_mermaid()


def to_svg(graph: Graph) -> str:
    """The graph as a self-contained SVG that follows the reader's light or dark colour scheme.

    Nodes named `outer:inner` are drawn in a box `outer`. Conditional edges are dashed; edges to one node run together.
    """
    picture = layout(graph)
    left, top, width, height = -EDGE_MARGIN, -EDGE_MARGIN, picture.width, picture.height
    size = f"{_n(width + 2 * EDGE_MARGIN)} {_n(height + 2 * EDGE_MARGIN)}"
    wide, high = size.split()
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {size}" width="{wide}" height="{high}"'
        ' role="img" aria-labelledby="title">',
        '<title id="title">Graph of a run: nodes, and what decides between them</title>',
        f"<style>{_style()}</style>",
        *(_shape(shape) for shape in picture.of(Shape)),
        *_edges(picture, tuple(graph.edges)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _style() -> str:
    fixed = (
        f"text{{font:{LABEL_TEXT}px -apple-system,'Segoe UI',Helvetica,Arial,sans-serif;text-anchor:middle}}"
        f".name{{font:500 {NODE_TEXT}px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace}}"
        ".beside{text-anchor:start}.line{fill:none;stroke-width:1.4}.maybe{stroke-dasharray:5 3.5}"
        ".node,.terminal{stroke-width:1.3}"
    )
    return f"{fixed}{_colours(LIGHT, LIGHT_HUES)}@media(prefers-color-scheme:dark){{{_colours(DARK, DARK_HUES)}}}"


def _colours(plain: tuple[str, ...], hues: tuple[str, ...]) -> str:
    name, label, line, group, node, frame = plain
    rules = [
        f"text{{fill:{label}}}.name{{fill:{name}}}.line{{stroke:{line}}}.tip{{fill:{line}}}",
        f".node{{fill:{node};stroke:{line}}}.terminal{{fill:{group};stroke:{line}}}",
        f".group{{fill:{group};stroke:{frame}}}",
    ]
    for number, hue in enumerate(hues):
        rules.append(f".line.h{number},.node.h{number}{{stroke:{hue}}}.tip.h{number},text.h{number}{{fill:{hue}}}")
    return "".join(rules)


def _shape(shape: Shape) -> str:
    box = shape.box
    radius = {"node": 8, "terminal": (box.bottom - box.top) / 2, "group": 12}[shape.kind]
    title = shape.title
    x, y = ((box.left + box.right) / 2, (box.top + box.bottom) / 2) if title is None else _middle(title)
    return (
        f'<g data-node="{_text(shape.id)}"><rect class="{shape.kind}{_hue(shape.hue)}" x="{_n(box.left)}"'
        f' y="{_n(box.top)}" width="{_n(box.right - box.left)}" height="{_n(box.bottom - box.top)}" rx="{_n(radius)}"/>'
        f'<text class="name" x="{_n(x)}" y="{_n(y + 4.5)}">{_text(shape.text)}</text></g>'
    )


def _middle(box: tuple[float, float, float, float]) -> tuple[float, float]:
    left, top, right, bottom = box
    return (left + right) / 2, (top + bottom) / 2


def _edges(picture: Picture, edges: tuple[Edge, ...]) -> Iterator[str]:
    """One group of elements for each edge; a line that edges share is in the group of the first."""
    drawn: list[list[str]] = [[] for _ in edges]
    for stroke in picture.of(Stroke):
        drawn[stroke.edge].append(_line(_rounded(stroke.points), stroke.conditional, stroke.hue))
    for loop in picture.of(Loop):
        drawn[loop.edge].extend(_loop(loop))
    for arrow in picture.of(Arrow):
        drawn[arrow.edge].append(_tip(arrow.tip, (0, 1 if arrow.down else -1), arrow.hue))
    for label in picture.of(Label):
        drawn[label.edge].append(_label(label))
    for edge, elements in zip(edges, drawn, strict=True):
        text = label_text(edge)
        title = f"{edge.source} to {edge.target}" + (f": {text}" if text else "")
        yield (
            f'<g data-source="{_text(edge.source)}" data-target="{_text(edge.target)}">'
            f"<title>{_text(title)}</title>{''.join(elements)}</g>"
        )


def _line(path: str, conditional: bool, hue: int | None) -> str:
    return f'<path class="line{" maybe" if conditional else ""}{_hue(hue)}" d="{path}"/>'


def _label(label: Label) -> str:
    x, y = _middle(label.box)
    if label.beside:
        x = label.box.left
    kind = "beside" if label.beside else "label"
    return f'<text class="{kind}{_hue(label.hue)}" x="{_n(x)}" y="{_n(y + 4)}">{_text(label.text)}</text>'


def _loop(loop: Loop) -> Iterator[str]:
    x, y = loop.start
    yield _line(f"M{_n(x)} {_n(y - 7)}h6a7 7 0 0 1 0 14h-2", loop.conditional, None)
    yield _tip(Point(x, y + 7), (-1, 0), None)


def _tip(tip: Point, direction: tuple[int, int], hue: int | None) -> str:
    """An arrowhead that points in a direction, given as (dx, dy)."""
    dx, dy = direction
    x, y = tip.x - dx * ARROW_LENGTH, tip.y - dy * ARROW_LENGTH
    a, b = (x - dy * ARROW_HALF, y - dx * ARROW_HALF), (x + dy * ARROW_HALF, y + dx * ARROW_HALF)
    corners = " ".join(f"{_n(px)},{_n(py)}" for px, py in (a, b, tip))
    return f'<polygon class="tip{_hue(hue)}" points="{corners}"/>'


def _rounded(points: tuple[Point, ...]) -> str:
    """A path along the points with rounded corners."""
    path = [f"M{_n(points[0].x)} {_n(points[0].y)}"]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        for command, (x, y) in (("L", _towards(corner, before)), ("Q", corner), ("", _towards(corner, after))):
            path.append(f"{command or ' '}{_n(x)} {_n(y)}")
    return "".join([*path, f"L{_n(points[-1].x)} {_n(points[-1].y)}"])


def _towards(start: Point, end: Point) -> Point:
    """The point at the corner radius from `start`, and not beyond the middle."""
    length = abs(end.x - start.x) + abs(end.y - start.y)
    share = min(RADIUS, length / 2) / length if length else 0
    return Point(start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share)


def _hue(hue: int | None) -> str:
    return "" if hue is None else f" h{hue}"


def _text(text: str) -> str:
    return escape(NOT_XML.sub("\ufffd", text), {'"': "&quot;"})


def _n(number: float) -> str:
    return f"{round(number, 1):g}"
