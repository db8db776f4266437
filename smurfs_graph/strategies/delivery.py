"""The end of every strategy: the deliverer and, where the caller gave a schema, the answer as data."""

from typing import Literal

from langgraph.graph import END

from smurfs_graph.asking.resources import Resources
from smurfs_graph.nodes.base import Flow
from smurfs_graph.nodes.check import after_check, check, has_choice
from smurfs_graph.nodes.deliverer import after_deliverer, deliverer, report
from smurfs_graph.nodes.judge import after_judge, judge, needs_judge
from smurfs_graph.nodes.structure import after_structure, structure
from smurfs_graph.state import RunState


def add_delivery(graph: Flow, resources: Resources, *, checked: bool = False) -> str:
    """Add the nodes and edges from `deliverer` on; returns where a run goes that has an answer without it.

    `checked`: the answer is held to the choice and to the conditions of the request before the run ends.
    """
    structured = resources.answer_schema is not None
    if structured:
        graph.add_node("structure", structure(resources))
        graph.add_conditional_edges("structure", after_structure, {"restart": "structure", "done": END})
    ending = "structure" if structured else END
    graph.add_node("deliverer", deliverer(resources))
    if not checked:
        graph.add_conditional_edges("deliverer", after_deliverer, {"restart": "deliverer", "done": ending})
    else:
        graph.add_conditional_edges(
            "deliverer",
            after_deliverer_check,
            {"restart": "deliverer", "chosen": "check", "judge": "judge", "delivered": ending},
        )
        graph.add_node("check", check(resources))
        graph.add_node("judge", judge(resources))
        graph.add_conditional_edges(
            "check", after_check_judge, {"repair": "deliverer", "judge": "judge", "delivered": ending}
        )
        graph.add_conditional_edges("judge", after_judge, {"restart": "judge", "repair": "deliverer", "done": ending})
    return ending


def add_report(graph: Flow, resources: Resources) -> str:
    """Add the end of a strategy whose agents write the answer themselves; returns where a run goes that has one."""
    graph.add_node("report", report(resources))
    if resources.answer_schema is None:
        graph.add_edge("report", END)
        return END
    graph.add_node("structure", structure(resources))
    graph.add_edge("report", "structure")
    graph.add_conditional_edges("structure", after_structure, {"restart": "structure", "done": END})
    return "structure"


def after_deliverer_check(state: RunState) -> Literal["restart", "chosen", "judge", "delivered"]:
    """Ask again, hold the answer to the choice, have conditions judged that no code can check, or end."""
    if after_deliverer(state) == "restart":
        return "restart"
    if has_choice(state):
        return "chosen"
    return "judge" if needs_judge(state) else "delivered"


def after_check_judge(state: RunState) -> Literal["repair", "judge", "delivered"]:
    """Have the answer written again, have conditions judged that no code can check, or end."""
    way = after_check(state)
    return "judge" if way == "delivered" and needs_judge(state) else way
