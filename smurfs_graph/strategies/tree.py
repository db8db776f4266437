"""The graphs of one sub-task that is solved by a decision tree: ReAct and DFSDT (ToolLLM), and α-UMi's three agents.

They share approval, tool call, policy, budgets and events with `solve`; what differs is who says what comes next.
"""

from collections.abc import Hashable
from typing import Any

from langgraph.graph import END, START
from langgraph.runtime import Runtime

from smurfs_graph.asking.resources import Resources
from smurfs_graph.nodes.approval import after_call_approval, after_doubt, approve_call, ask_about_call
from smurfs_graph.nodes.base import Flow, Node, SolveGraph, after_last_question
from smurfs_graph.nodes.react import (
    act,
    after_act,
    after_observe,
    after_tree_call,
    call_and_observe,
    conclude,
    end_tree,
    observe,
)
from smurfs_graph.nodes.supervisor import after_supervisor, on_entry, supervisor
from smurfs_graph.nodes.umi import after_decide, after_summarize, decide, summarize, write_call
from smurfs_graph.search.decision_tree import TreeLimits
from smurfs_graph.settings import CHAIN, PUBLISHED_CHAIN, Settings
from smurfs_graph.state import SubTaskResult
from smurfs_graph.tree_state import TreeTaskState, needs_closing

_CALL: dict[Hashable, str] = {"approve": "approve_call", "call": "tool_call"}


def chains(settings: Settings) -> TreeLimits:
    """Return the limits of CoT@n as in ToolLLM: n chains, each as long as its limit allows."""
    return TreeLimits(chains=settings.passes, chain=settings.chain_nodes or CHAIN, queries=settings.max_queries)


def dfsdt(settings: Settings) -> TreeLimits:
    """Return the limits of ToolLLM's tree."""
    return TreeLimits(
        width=settings.tree_width,
        chain=settings.chain_nodes or PUBLISHED_CHAIN,
        queries=settings.max_queries,
        levels_up=settings.levels_up,
    )


def build_react(resources: Resources, *, supervised: bool = False) -> SolveGraph:
    """Build the graph of one agent: a thought and a call in each round.

    `supervised`: as PMC's executors, by its rules; a sub-task with dependencies is made concrete first.
    """
    graph = _graph(resources, "executor_react", supervised=supervised)
    agent = act(resources.asking, resources.calling, "executor.react.pmc" if supervised else "executor.react")
    graph.add_node("executor_react", _concluding(agent))
    graph.add_conditional_edges(
        "executor_react", after_act, {"restart": "executor_react", **_CALL, **_ways("executor_react")}
    )
    return graph.compile(name="solve")


def build_umi(resources: Resources) -> SolveGraph:
    """Build the graph of three agents: a planner that decides, a caller, a summarizer."""
    graph = _graph(resources, "planner_umi")
    graph.add_node("planner_umi", _concluding(decide(resources.asking, resources.toolset)))
    graph.add_node("caller", _concluding(write_call(resources.asking, resources.calling)))
    graph.add_node("summarizer", _concluding(summarize(resources.asking)))
    ways, named = _ways("planner_umi"), {"caller": "caller", "conclusion": "summarizer"}
    graph.add_conditional_edges("planner_umi", after_decide, {"restart": "planner_umi", **named, **ways})
    graph.add_conditional_edges("caller", after_act, {"restart": "caller", **_CALL, **ways})
    graph.add_conditional_edges("summarizer", after_summarize, {"restart": "summarizer", **ways})
    return graph.compile(name="solve")


def _graph(resources: Resources, first: str, *, supervised: bool = False) -> Flow:
    """Return the graph without its agents, the first of which is named `first`."""
    graph = Flow(TreeTaskState, context_schema=Settings, output_schema=SubTaskResult)
    graph.add_node("tool_call", _concluding(call_and_observe(resources.calling)))
    graph.add_node("approve_call", approve_call(resources.calling))
    graph.add_node("ask_about_call", ask_about_call(resources.calling))
    graph.add_node("conclude", conclude(resources.asking))
    graph.add_node("observe", _concluding(observe))
    if supervised:
        graph.add_node("supervisor", supervisor(resources.asking))
        graph.add_conditional_edges(
            START, on_entry, {"prepared": first, "has dependencies": "supervisor", "stands alone": first}
        )
        graph.add_conditional_edges(
            "supervisor", after_supervisor, {"restart": "supervisor", "stop": "conclude", "concrete": first}
        )
    else:
        graph.add_edge(START, first)
    graph.add_conditional_edges(
        "approve_call",
        after_call_approval,
        {"ask again": "approve_call", "approved": "tool_call", "refused": "observe", "taken over": END},
    )
    ways = _ways(first)
    again = {"approve": "approve_call", "planned": "tool_call", "in doubt": "ask_about_call"}
    graph.add_conditional_edges("tool_call", after_tree_call, {**again, **ways})
    graph.add_conditional_edges("ask_about_call", after_doubt, {"settled": "tool_call", "left": "observe"})
    graph.add_conditional_edges("observe", after_observe, {way: ways[way] for way in ("next", "close", "done")})
    graph.add_conditional_edges("conclude", after_last_question, {"restart": "conclude", "done": END})
    return graph


def _ways(first: str) -> dict[Hashable, str]:
    """Return where a tree goes on, or ends; `first`: the agent that expands the next node."""
    return {"stop": "conclude", "next": first, "close": "conclude", "done": END}


def _concluding(node: Node[Any]) -> Node[Any]:
    """Return a node that ends the sub-task in its own step where the tree has ended with it."""

    async def and_conclude(state: TreeTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        update = await node(state, runtime)
        tree = update.get("tree", state["tree"])
        stop = update.get("stop", state.get("stop"))
        is_open = tree.end is None or stop or needs_closing(tree)
        return update if is_open else end_tree(state, runtime, update)

    and_conclude.__name__ = node.__name__
    return and_conclude
