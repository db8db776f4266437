"""The end of every strategy: the deliverer and, where the caller gave a schema, the answer as data."""

from collections.abc import Callable
from typing import Any, Literal

from langgraph.graph import END
from langgraph.runtime import Runtime

from smurfs_graph.asking.resources import Resources
from smurfs_graph.nodes.base import Flow, Node, after_last_question
from smurfs_graph.nodes.check import after_check, check, has_choice
from smurfs_graph.nodes.deliverer import deliverer, report
from smurfs_graph.nodes.judge import after_judge, judge, needs_judge
from smurfs_graph.nodes.speak import speak
from smurfs_graph.nodes.structure import structure
from smurfs_graph.settings import Settings
from smurfs_graph.state import RunState


def add_delivery(graph: Flow, resources: Resources, *, checked: bool = False) -> str:
    """Add the nodes and edges from `deliverer` on; returns where a run goes that has an answer without it.

    `checked`: the answer is held to the choice and to the conditions of the request before the run ends.
    """
    ending = _add_structure(graph, resources)
    router = after_deliverer_check if checked else after_last_question
    deliver = deliverer(resources.asking, resources.responses, resources.rules, resources.answers)
    graph.add_node("deliverer", speaking(resources, deliver, router, "done", "delivered"))
    if not checked:
        graph.add_conditional_edges("deliverer", after_last_question, {"restart": "deliverer", "done": ending})
    else:
        graph.add_conditional_edges(
            "deliverer",
            after_deliverer_check,
            {"restart": "deliverer", "chosen": "check", "judge": "judge", "delivered": ending},
        )
        graph.add_node("check", speaking(resources, check(resources.settings_of), after_check_judge, "delivered"))
        graph.add_node("judge", speaking(resources, judge(resources.asking), after_judge, "done"))
        graph.add_conditional_edges(
            "check", after_check_judge, {"repair": "deliverer", "judge": "judge", "delivered": ending}
        )
        graph.add_conditional_edges("judge", after_judge, {"restart": "judge", "repair": "deliverer", "done": ending})
    return ending


def add_report(graph: Flow, resources: Resources) -> str:
    """Add the end of a strategy whose agents write the answer themselves; returns where a run goes that has one."""
    graph.add_node("report", report_and_speak(resources))
    ending = _add_structure(graph, resources)
    graph.add_edge("report", ending)
    return ending


def report_and_speak(resources: Resources) -> Node[RunState]:
    """Make the node that reports, and says the answer as a message."""
    node = report(resources.asking, resources.responses, resources.answers)
    return speaking(resources, node, lambda state: "done", "done")


def speaking(
    resources: Resources, node: Node[RunState], router: Callable[[RunState], str], *ends: str, structures: bool = False
) -> Node[RunState]:
    """Return a node that also adds the answer to the conversation where its router then takes one of these ways.

    With an answer as data the run goes on, and the node that `structures` it speaks. No key that the router reads has a
    reducer.
    """
    answers = resources.answers

    async def answer_and_speak(state: RunState, runtime: Runtime[Settings]) -> dict[str, Any]:
        update = await node(state, runtime)
        after: Any = {**state, **update}
        if (answers.schema is not None and not structures) or router(after) not in ends:
            return update
        return await speak(
            resources.askers, resources.responses, resources.settings_of, answers, after, runtime, update
        )

    answer_and_speak.__name__ = node.__name__
    return answer_and_speak


def _add_structure(graph: Flow, resources: Resources) -> str:
    """Add the answer as data, where it is wanted; returns where a run goes that has an answer."""
    if resources.answers.schema is None:
        return END
    node = structure(resources.asking, resources.responses, resources.answers)
    spoken = speaking(resources, node, after_last_question, "done", structures=True)
    graph.add_node("structure", spoken)
    graph.add_conditional_edges("structure", after_last_question, {"restart": "structure", "done": END})
    return "structure"


def after_deliverer_check(state: RunState) -> Literal["restart", "chosen", "judge", "delivered"]:
    """Ask again, hold the answer to the choice, have conditions judged that no code can check, or end."""
    if after_last_question(state) == "restart":
        return "restart"
    if has_choice(state):
        return "chosen"
    return "judge" if needs_judge(state) else "delivered"


def after_check_judge(state: RunState) -> Literal["repair", "judge", "delivered"]:
    """Have the answer written again, have conditions judged that no code can check, or end."""
    way = after_check(state)
    return "judge" if way == "delivered" and needs_judge(state) else way
