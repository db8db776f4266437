"""The picture of a graph: complete, readable, safe and always the same."""

import random
import re
from collections import Counter
from functools import cache
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest
from langchain_core.runnables.graph import Edge, Graph, Node

from smurfs_graph import Settings, build_graph
from smurfs_graph.drawing import to_mermaid, to_svg
from smurfs_graph.drawing_geometry import layout
from smurfs_graph.drawing_shapes import Arrow, Label, Loop, Picture, Point, Rectangle, Shape, Stroke
from smurfs_graph.testing import ScriptedModel

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "a\"/><script>alert('&')</script>]]>\x00\x1b\n"


def drawn(*edges: tuple[str, str, str | None, bool]) -> Graph:
    """A graph of these edges: source, target, label, conditional."""
    names = dict.fromkeys(name for source, target, _, _ in edges for name in (source, target))
    return Graph({name: Node(name, name, None, None) for name in names}, [Edge(*edge) for edge in edges])


@cache
def of_a_run() -> Graph:
    """The graph of strategy `smurfs`, with its sub-task graph."""

    def find(city: str) -> str:
        """Find a city."""
        return city

    def unasked(call: str, shown: object) -> dict[str, str]:
        raise AssertionError(f"{call} was asked")

    model = ScriptedModel(unasked)
    return build_graph(Settings(model="x:y", strategy="smurfs"), tools=[find], models={"x:y": model}).get_graph(
        xray=True
    )


def random_graph(seed: int) -> Graph:
    """A connected graph with labels, cycles, loops, solid edges, two boxes, and a box in one of them."""
    draw = random.Random(seed)
    names = ["__start__", "plan", "a:in", "a:x", "a:deep:one", "a:deep:two", "a:out", "b:in", "b:out", "tell", "end"]
    pairs = [*pairwise(names), *(tuple(draw.choices(names, k=2)) for _ in range(draw.randrange(4, 22)))]
    texts = [None, "stop", "restart", "go on with the next one", "no"]
    return drawn(*((one, other, draw.choice(texts), draw.random() < 0.7) for one, other in dict.fromkeys(pairs)))


def replanning() -> Graph:
    """A graph as other strategies have it: a manager before the sub-tasks, and a way back from them."""
    return drawn(
        ("__start__", "planner", None, False),
        ("planner", "manager", "planned", True),
        ("manager", "schedule", "accepted", True),
        ("manager", "planner", "rejected", True),
        ("schedule", "solve:__start__", "ready", True),
        ("solve:__start__", "solve:act", None, False),
        ("solve:act", "solve:act", "restart", True),
        ("solve:act", "solve:finish", "solved", True),
        ("solve:finish", "schedule", "solved", True),
        ("solve:finish", "planner", "replan", True),
        ("schedule", "deliverer", "all done", True),
        ("deliverer", "__end__", None, False),
    )


GRAPHS = {"run": of_a_run, "replanning": replanning} | {
    f"random {seed}": (lambda seed=seed: random_graph(seed)) for seed in (0, 3, 5, 7, 9)
}


@pytest.fixture(scope="module", params=GRAPHS)
def graph(request: pytest.FixtureRequest) -> Graph:
    """The real graph, and others of many forms."""
    return GRAPHS[request.param]()


@pytest.fixture(scope="module")
def picture(graph: Graph) -> Picture:
    """The geometry of the graph."""
    return layout(graph)


@pytest.fixture(scope="module")
def svg(graph: Graph) -> str:
    """The drawing of the graph."""
    return to_svg(graph)


def solid(picture: Picture) -> list[tuple[str, Rectangle]]:
    """What may not overlap: nodes, labels and the names of boxes."""
    shapes = [(shape.id, shape.title or shape.box) for shape in picture.of(Shape)]
    return [*shapes, *((f"label of edge {label.edge}", label.box) for label in picture.of(Label))]


def segments(route: tuple[Point, ...]) -> list[Rectangle]:
    """The straight parts of a line, as rectangles without area."""
    return [Rectangle(min(a.x, b.x), min(a.y, b.y), max(a.x, b.x), max(a.y, b.y)) for a, b in pairwise(route) if a != b]


def test_the_picture_is_valid_and_self_contained_xml(svg: str) -> None:
    """It parses, and nothing in it points to anything outside, runs, or draws past its edge."""
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert not re.search(r"href|url\(|@import|<script|<image|foreignObject", svg)
    assert "prefers-color-scheme:dark" in svg


def test_every_node_and_every_edge_is_drawn(graph: Graph, svg: str) -> None:
    """Names, labels and ends of edges are those of the graph, and each edge has something of its own to see."""
    root = ElementTree.fromstring(svg)
    names = set(graph.nodes) | {path for node in graph.nodes for path in outer_boxes(node)}
    assert {group.get("data-node") for group in root.iter(f"{SVG}g")} - {None} == names
    edges = [group for group in root.iter(f"{SVG}g") if group.get("data-source")]
    found = Counter(
        (group.get("data-source"), group.get("data-target"), group.findtext(f"{SVG}text")) for group in edges
    )
    assert found == Counter((edge.source, edge.target, edge.data) for edge in graph.edges)
    assert all(group.find(f"{SVG}path") is not None for group in edges)


def outer_boxes(node: str) -> list[str]:
    """The boxes that a node is in."""
    parts = node.split(":")
    return [":".join(parts[:depth]) for depth in range(1, len(parts))]


def test_conditional_edges_and_only_those_are_dashed(graph: Graph, svg: str) -> None:
    """What is certain is a solid line."""
    root = ElementTree.fromstring(svg)
    groups = [group for group in root.iter(f"{SVG}g") if group.get("data-source")]
    for edge, group in zip(graph.edges, groups, strict=True):
        assert {"maybe" in (path.get("class") or "").split() for path in group.iter(f"{SVG}path")} == {edge.conditional}


def test_no_label_or_node_overlaps_another(picture: Picture) -> None:
    """All text can be read."""
    for (one, box), (other, place) in combinations(solid(picture), 2):
        assert not box.overlaps(place), (one, other)


def test_everything_is_inside_the_picture(picture: Picture) -> None:
    """Nothing is cut off."""
    whole = Rectangle(-1, -1, picture.width + 1, picture.height + 1)
    boxes = [box for _, box in solid(picture)] + [shape.box for shape in picture.of(Shape)]
    points = [point for stroke in picture.of(Stroke) for point in stroke.points]
    boxes += [Rectangle(x, y, x, y) for x, y in points]
    assert all(whole.left < b.left and whole.top < b.top and b.right < whole.right for b in boxes)
    assert all(b.bottom < whole.bottom for b in boxes)


def test_lines_lead_from_source_to_target_and_through_nothing_else(graph: Graph, picture: Picture) -> None:
    """An edge can be followed: no line runs through a node, a label, or the name of a box."""
    boxes = {shape.id: shape.box for shape in picture.of(Shape)}
    for number, route in picture.routes.items():
        edge = graph.edges[number]
        assert on_border(route[0], boxes[edge.source])
        assert on_border(route[-1], boxes[edge.target])
        assert all(a.x == b.x or a.y == b.y for a, b in pairwise(route)), "lines are upright or level"
        for name, box in solid(picture):
            inner = Rectangle(box.left + 1, box.top + 1, box.right - 1, box.bottom - 1)
            own = name == f"label of edge {number}"
            assert own or not any(inner.overlaps(part) for part in segments(route)), (edge, name)


def on_border(point: Point, box: Rectangle) -> bool:
    return point.y in (box.top, box.bottom) and box.left < point.x < box.right


def test_boxes_hold_their_nodes_and_no_others(picture: Picture) -> None:
    """A box is drawn around the nodes of its inner graph."""
    shapes = picture.of(Shape)
    for box in (shape for shape in shapes if shape.kind == "group"):
        inside = {shape.id for shape in shapes if shape is not box and shape.box.overlaps(box.box)}
        outer = set(outer_boxes(box.id))
        assert inside - outer == {shape.id for shape in shapes if shape.id.startswith(f"{box.id}:")}


def test_lines_of_different_targets_do_not_run_into_each_other(graph: Graph, picture: Picture) -> None:
    """Only edges that share a source or a target share a line."""
    for (one, route), (other, way) in combinations(picture.routes.items(), 2):
        a, b = graph.edges[one], graph.edges[other]
        if a.source != b.source and a.target != b.target:
            assert not any(together(p, q) > 1 for p in segments(route) for q in segments(way)), (a, b)


def together(one: Rectangle, other: Rectangle) -> float:
    """The length that two level or upright lines have in common."""
    across = min(one.right, other.right) - max(one.left, other.left)
    along = min(one.bottom, other.bottom) - max(one.top, other.top)
    return max(across, along) if min(across, along) >= 0 else 0


@pytest.mark.parametrize("graph", ["run"], indirect=True)
def test_the_graph_of_a_run_fits_a_page(picture: Picture) -> None:
    """At 1000 pixels the text has its natural size."""
    assert picture.width <= 960


def test_it_is_always_the_same() -> None:
    """A picture in the repository changes only when the graph does."""
    assert to_svg(random_graph(3)) == to_svg(random_graph(3))


def test_hostile_names_are_text() -> None:
    """Names and labels cannot become markup, and characters that XML forbids are replaced."""
    text = to_svg(drawn(("start", HOSTILE, HOSTILE, True), (HOSTILE, HOSTILE, "again", True)))
    root = ElementTree.fromstring(text)
    assert "<script" not in text
    shown = {element.text for element in root.iter(f"{SVG}text")}
    assert {name.replace("\x00", "\ufffd").replace("\x1b", "\ufffd") for name in (HOSTILE, "again")} <= shown


def test_loops_are_drawn_at_their_node() -> None:
    """Several edges from a node to itself are one below the other."""
    picture = layout(drawn(("a", "a", "again", True), ("a", "a", "restart", True), ("a", "b", None, False)))
    first, second = picture.of(Loop)
    node = next(shape for shape in picture.of(Shape) if shape.id == "a")
    assert node.box.right == first.start.x == second.start.x
    assert second.start.y - first.start.y > 14
    assert len(picture.of(Arrow)) == 1


@pytest.mark.parametrize("edges", [(), (("a", "a", None, False),), (("a:b", "c:d", "x", True),)])
def test_small_graphs_have_a_picture(edges: tuple[tuple[str, str, str | None, bool], ...]) -> None:
    """An empty graph, a lone node and nothing but boxes."""
    ElementTree.fromstring(to_svg(drawn(*edges)))


def test_mermaid_text_names_the_inner_graph() -> None:
    """The Mermaid text is LangChain's own."""
    assert "subgraph solve" in to_mermaid(of_a_run())
