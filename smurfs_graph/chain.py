"""The graphs of one sub-task that is solved by a decision tree: ReAct and DFSDT (ToolLLM), and α-UMi's three agents.

They share approval, tool call, policy, budgets and events with `solve`; what differs is who says what comes next.
"""

from collections.abc import Callable
from typing import Any

from langgraph.graph import END, START, StateGraph

from smurfs_graph.decision_tree import DecisionTree, TreeLimits
from smurfs_graph.nodes.approval import after_call_approval, approve_call
from smurfs_graph.nodes.doubt import after_doubt, ask_about_call
from smurfs_graph.nodes.react import act, after_act, after_observe, conclude, observe
from smurfs_graph.nodes.supervisor import after_supervisor, on_entry, supervisor
from smurfs_graph.nodes.tool_call import after_call, tool_call
from smurfs_graph.nodes.umi import after_decide, after_summarize, decide, summarize, write_call
from smurfs_graph.resources import Resources
from smurfs_graph.routers import decide_in_loop
from smurfs_graph.settings import Settings
from smurfs_graph.solve import SolveGraph
from smurfs_graph.state import SubTaskResult
from smurfs_graph.tree_state import TreeTaskState, without_memory

Limits = Callable[[Settings], TreeLimits]


def chains(settings: Settings) -> TreeLimits:
    """CoT@n as in ToolLLM: n chains, each as long as its limit allows."""
    return TreeLimits(chains=settings.passes, chain=settings.chain_nodes, queries=settings.max_queries)


def dfsdt(settings: Settings) -> TreeLimits:
    """ToolLLM's tree."""
    return TreeLimits(
        width=settings.tree_width,
        chain=settings.chain_nodes,
        queries=settings.max_queries,
        levels_up=settings.levels_up,
    )


def build_react(resources: Resources, limits: Limits, *, supervised: bool = False) -> SolveGraph:
    """One agent: a thought and a call in each round.

    `supervised`: a sub-task with dependencies is made concrete first.
    """
    graph = _graph(resources, limits, supervised=supervised)
    graph.add_node("executor_react", act(resources))
    graph.add_edge("plant", "executor_react")
    graph.add_conditional_edges(
        "executor_react",
        after_act,
        {
            "restart": "executor_react",
            "stop": "conclude",
            "approve": "approve_call",
            "call": "tool_call",
            "next": "executor_react",
            "done": "conclude",
        },
    )
    graph.add_conditional_edges("observe", after_observe, {"next": "executor_react", "done": "conclude"})
    return decide_in_loop(graph).compile(name="solve")


def build_umi(resources: Resources, limits: Limits) -> SolveGraph:
    """Three agents: a planner that decides, a caller, a summarizer."""
    graph = _graph(resources, limits)
    for name, node in {"planner_umi": decide, "caller": write_call, "summarizer": summarize}.items():
        graph.add_node(name, node(resources))
    graph.add_edge("plant", "planner_umi")
    graph.add_conditional_edges(
        "planner_umi",
        after_decide,
        {
            "restart": "planner_umi",
            "stop": "conclude",
            "caller": "caller",
            "conclusion": "summarizer",
            "next": "planner_umi",
            "done": "conclude",
        },
    )
    graph.add_conditional_edges(
        "caller",
        after_act,
        {
            "restart": "caller",
            "stop": "conclude",
            "approve": "approve_call",
            "call": "tool_call",
            "next": "planner_umi",
            "done": "conclude",
        },
    )
    graph.add_conditional_edges(
        "summarizer",
        after_summarize,
        {"restart": "summarizer", "stop": "conclude", "next": "planner_umi", "done": "conclude"},
    )
    graph.add_conditional_edges("observe", after_observe, {"next": "planner_umi", "done": "conclude"})
    return decide_in_loop(graph).compile(name="solve")


def _graph(resources: Resources, limits: Limits, *, supervised: bool = False) -> StateGraph[Any, Any, Any, Any]:
    graph = StateGraph(TreeTaskState, context_schema=Settings, output_schema=SubTaskResult)
    for node in (approve_call, tool_call, ask_about_call, observe, conclude):
        graph.add_node(node.__name__, node(resources), input_schema=TreeTaskState)  # else they would not see the tree

    async def plant(state: TreeTaskState, runtime: Any) -> dict[str, Any]:
        tree = DecisionTree(limits=limits(resources.settings(runtime)))
        return {"tree": tree, "search": without_memory(state["search"]), "decision": ""}

    graph.add_node("plant", plant)
    if supervised:
        graph.add_node("supervisor", supervisor(resources))
        graph.add_conditional_edges(
            START, on_entry, {"prepared": "plant", "has dependencies": "supervisor", "stands alone": "plant"}
        )
        graph.add_conditional_edges(
            "supervisor", after_supervisor, {"restart": "supervisor", "stop": "plant", "concrete": "plant"}
        )
    else:
        graph.add_edge(START, "plant")
    graph.add_conditional_edges(
        "approve_call",
        after_call_approval,
        {"ask again": "approve_call", "approved": "tool_call", "refused": "observe"},
    )
    graph.add_conditional_edges(
        "tool_call",
        after_call,
        {
            "stop": "conclude",
            "approve": "approve_call",
            "planned": "tool_call",
            "in doubt": "ask_about_call",
            "failed": "observe",
            "answered": "observe",
            "answer and judge": "observe",
        },
    )
    graph.add_conditional_edges("ask_about_call", after_doubt, {"settled": "tool_call", "left": "observe"})
    graph.add_edge("conclude", END)
    return graph
