"""The picture of the graph: its nodes, and a label on every decision."""

from collections import Counter

from tests.scripts import build


def look(word: str) -> str:
    """Look it up."""
    return word


OUTER = {"__start__", "__end__", "start", "planner", "deliverer"}
INNER = {
    "select",
    "widen",
    "roll_back",
    "halt",
    "executor_thought",
    "executor_tool",
    "executor_arguments",
    "executor_fused",
    "tool_call",
    "answer",
    "answer_fused",
    "verifier",
    "answer_closing",
    "finish",
}


def test_the_drawing_shows_both_graphs() -> None:
    """The run's nodes, and those of the sub-task's search inside `solve`."""
    nodes = {name.rsplit(":", 1)[-1] for name in build([look]).graph.get_graph(xray=True).nodes}
    assert nodes >= OUTER | INNER


def test_every_conditional_edge_has_a_label() -> None:
    """A reader of the picture sees why an edge is taken, and no node has two edges of one label."""
    edges = build([look]).graph.get_graph(xray=True).edges
    decisions = [edge for edge in edges if edge.conditional]
    assert len(decisions) > 30
    assert [edge for edge in decisions if not edge.data] == []
    labels = Counter((edge.source, str(edge.data)) for edge in decisions)
    assert [label for label, count in labels.items() if count > 1] == []


def test_servers_and_other_agents_can_ask_what_it_takes_and_gives() -> None:
    """The schemas can be had on every Python, which `as_tool` and a server's pages of a graph need."""
    graph = build([look]).graph
    assert graph.get_input_jsonschema()["required"] == ["query"]
    assert {"answer", "stop_reason"} <= graph.get_output_jsonschema()["properties"].keys()


def test_the_drawing_needs_no_network() -> None:
    """Mermaid text is made here; it names every inner node."""
    text = build([look]).graph.get_graph(xray=True).draw_mermaid()
    assert all(name in text for name in INNER)
