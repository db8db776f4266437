"""The end of every strategy: the deliverer and, where the caller gave a schema, the answer as data."""

from typing import Any

from langgraph.graph import END, StateGraph

from smurfs_graph.nodes.deliverer import after_deliverer, deliverer
from smurfs_graph.nodes.structure import after_structure, structure
from smurfs_graph.resources import Resources


def add_delivery(graph: StateGraph[Any, Any, Any, Any], resources: Resources) -> str:
    """Add the nodes and edges from `deliverer` on; returns where a run goes that has an answer without it."""
    graph.add_node("deliverer", deliverer(resources))
    if resources.answer_schema is None:
        graph.add_conditional_edges("deliverer", after_deliverer, {"restart": "deliverer", "done": END})
        return END
    graph.add_node("structure", structure(resources))
    graph.add_conditional_edges("deliverer", after_deliverer, {"restart": "deliverer", "done": "structure"})
    graph.add_conditional_edges("structure", after_structure, {"restart": "structure", "done": END})
    return "structure"
