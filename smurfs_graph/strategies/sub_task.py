"""The graph of one sub-task: DFSDT with a rule-based rollback (Smurfs section 3.4).

Nodes, edges, one named router per decision.
Between two checkpoints there is at most one model call, or one tool call, or the calls of one step that go together.
"""

from collections.abc import Hashable
from typing import Any, Literal

from langgraph.graph import END, START

from smurfs_graph.asking.resources import Resources
from smurfs_graph.nodes.answer import (
    after_answer,
    answer,
    answer_closing,
    answer_fused,
    keep_response,
    keep_responses,
)
from smurfs_graph.nodes.approval import after_call_approval, after_doubt, approve_call, ask_about_call
from smurfs_graph.nodes.approve_calls import after_calls_approval, approve_calls
from smurfs_graph.nodes.base import Flow, Node, SolveGraph, after_last_question
from smurfs_graph.nodes.executor import (
    after_arguments,
    after_fused,
    after_thought,
    after_tool,
    after_tool_or_finish,
    executor_arguments,
    executor_fused,
    executor_thought,
    executor_tool,
)
from smurfs_graph.nodes.finish import finish
from smurfs_graph.nodes.guided import after_guided, executor_guided
from smurfs_graph.nodes.guided_answer import after_guided_answer, answer_guided, put_together, verifier_guided
from smurfs_graph.nodes.native import after_native, after_native_calls, executor_native, native_calls
from smurfs_graph.nodes.prepare import after_call_or_search, after_prepare, hand_over, prepare
from smurfs_graph.nodes.run_program import after_run_program, run_program
from smurfs_graph.nodes.search_moves import Move, after_select, halt, roll_back, select, widen
from smurfs_graph.nodes.step import after_step_calls, step_calls
from smurfs_graph.nodes.supervisor import after_supervisor, on_entry, supervisor
from smurfs_graph.nodes.tool_call import after_call, tool_call
from smurfs_graph.nodes.verifier import after_verdict, unjudged, verifier
from smurfs_graph.settings import Settings
from smurfs_graph.state import SubTaskResult, SubTaskState

Agent = Literal["planner", "answer", "verifier"]
_FIRST: dict[Hashable, str] = {
    "fill in": "executor_guided",
    "think": "executor_thought",
    "act": "executor_fused",
    "call tools": "executor_native",
    "write a program": "executor_code",
    "no candidate left": "widen",
    "no evidence": "finish",
}
"""Nodes that may come first in a search."""
_NEXT = {
    **_FIRST,
    "more calls": "native_calls",
    "dead end": "roll_back",
    "close": "answer_closing",
    "put together": "put_together",
}
"""Nodes that may come next."""


def build_solve(
    resources: Resources, *, supervised: bool = False, without: frozenset[Agent] = frozenset()
) -> SolveGraph:
    """Return the compiled graph that solves one sub-task; it is called from a node of the run's graph.

    `supervised`: a sub-task with dependencies is made concrete by the supervisor first, and a prepared one is one call
    and no search; `without`: agents of Smurfs that an ablation goes without (its Table 5).
    """
    graph = Flow(SubTaskState, context_schema=Settings, output_schema=SubTaskResult)
    for node in (*_moves(resources), *_executors(resources), *_callers(resources)):
        graph.add_node(node.__name__, node)
    for name, node in _judges(resources, without).items():
        graph.add_node(name, node)
    if supervised:
        _add_supervisor(graph, resources)
    else:
        graph.add_conditional_edges(START, after_select, _FIRST)
    graph.add_edge("widen", "select")
    graph.add_edge("roll_back", "select")
    graph.add_edge("halt", "select")
    graph.add_edge("finish", END)
    graph.add_edge("put_together", END)
    _add_decisions(graph)
    _add_judging(graph)
    _add_choice_of_tool(graph, executor_finishes=resources.rules.executor_finishes)
    _add_call(graph, supervised)
    _add_native(graph, resources)
    _add_guided(graph)
    return graph.compile(name="solve")


def _executors(parts: Resources) -> list[Node[Any]]:
    """Make the nodes that ask for the next call, in each shape of a step but those with tools bound."""
    asking, calling, rules = parts.asking, parts.calling, parts.rules
    return [
        executor_thought(asking, calling, rules),
        executor_tool(asking, calling, rules),
        executor_arguments(asking, calling, rules),
        executor_fused(asking, calling, rules),
        executor_guided(asking, calling),
    ]


def _callers(parts: Resources) -> list[Node[Any]]:
    """Make the nodes that make calls, or ask a person about them."""
    calling = parts.calling
    return [
        native_calls(calling, parts.rules),
        run_program(calling),
        step_calls(calling),
        tool_call(calling),
        approve_call(calling),
        approve_calls(calling),
        ask_about_call(calling),
    ]


def _judges(parts: Resources, without: frozenset[Agent]) -> dict[str, Node[Any]]:
    """Make, by name, the nodes that answer and judge; one that stands in for an agent takes that agent's name."""
    asking = parts.asking
    toolset = parts.toolset
    responses = parts.responses
    rules = parts.rules
    draw = keep_response if "answer" in without else answer(asking, toolset, responses, rules)
    judge = unjudged(toolset, responses) if "verifier" in without else verifier(asking, toolset, responses, rules)
    if without >= {"answer", "verifier"}:
        close = keep_responses(toolset, responses, rules)
    else:
        close = answer_closing(asking, toolset, responses, rules)
    return {
        "answer": draw,
        "answer_fused": answer_fused(asking, toolset, responses),
        "verifier": judge,
        "answer_closing": close,
        "answer_guided": answer_guided(asking, toolset, responses),
        "verifier_guided": verifier_guided(asking, toolset, responses),
    }


def _moves(parts: Resources) -> list[Node[Any]]:
    """Make the nodes that ask nobody: what comes next in the search, and its end."""
    toolset, responses = parts.toolset, parts.responses
    return [
        select(toolset, parts.askers, parts.settings_of, parts.rules),
        widen,
        roll_back,
        halt,
        put_together(toolset, responses),
        finish(toolset, responses),
    ]


def _add_supervisor(graph: Flow, resources: Resources) -> None:
    graph.add_node("supervisor", supervisor(resources.asking))
    graph.add_node("prepare", prepare(resources.calling))
    graph.add_node("hand_over", hand_over(resources.toolset, resources.responses))
    graph.add_conditional_edges(
        START, on_entry_or_select, {"prepared": "prepare", "has dependencies": "supervisor", **_FIRST}
    )
    graph.add_conditional_edges(
        "prepare", after_prepare, {"refused": "select", "approve": "approve_call", "call": "tool_call"}
    )
    graph.add_edge("hand_over", END)
    graph.add_conditional_edges(
        "supervisor", after_supervisor_or_select, {"restart": "supervisor", "stop": "halt", **_FIRST}
    )


def _add_call(graph: Flow, supervised: bool) -> None:
    ways: dict[Hashable, str] = {
        "stop": "halt",
        "approve": "approve_call",
        "planned": "tool_call",
        "in doubt": "ask_about_call",
        "go on with the program": "run_program",
        "failed": "select",
        "more calls": "native_calls",
        "answered": "answer",
        "answer and judge": "answer_fused",
        "say it": "answer_guided",
    }
    graph.add_conditional_edges(
        "approve_call",
        after_call_approval,
        {
            "ask again": "approve_call",
            "approved": "tool_call",
            "refused": "select",
            "go on with the program": "run_program",
            "taken over": END,
        },
    )
    graph.add_conditional_edges(
        "ask_about_call",
        after_doubt,
        {"settled": "tool_call", "left": "select", "go on with the program": "run_program"},
    )
    if supervised:
        graph.add_conditional_edges("tool_call", after_call_or_search, {**ways, "hand over": "hand_over"})
    else:
        graph.add_conditional_edges("tool_call", after_call, ways)


def _add_native(graph: Flow, parts: Resources) -> None:
    """Add native and code steps: the model's reply, and the calls and programs in it."""
    for name, prompt in (("executor_native", "executor.native"), ("executor_code", "executor.code")):
        graph.add_node(name, executor_native(parts.asking, parts.calling, parts.rules, parts.answers, prompt))
        graph.add_conditional_edges(
            name,
            after_native,
            {
                "restart": name,
                "stop": "halt",
                "make the calls": "native_calls",
                "run a program": "run_program",
                "verify": "verifier",
                "answered": END,
                "leave it to others": END,
                "go on": "select",
            },
        )
    ways: dict[Hashable, str] = {
        "stop": "halt",
        "approve several": "approve_calls",
        "run a program": "run_program",
    }
    programs: dict[Hashable, str] = {
        "in doubt": "ask_about_call",
        "call": "tool_call",
        "more calls": "native_calls",
        "made": "select",
    }
    graph.add_conditional_edges("run_program", after_run_program, {**ways, **programs})
    alone: dict[Hashable, str] = {"approve": "approve_call", "call": "tool_call"}
    graph.add_conditional_edges("native_calls", after_native_calls, {**ways, **alone, **_NEXT})
    graph.add_conditional_edges(
        "approve_calls",
        after_calls_approval,
        {
            "ask again": "approve_calls",
            "decided": "native_calls",
            "go on with the program": "run_program",
            "taken over": END,
        },
    )


def _add_decisions(graph: Flow) -> None:
    graph.add_conditional_edges("select", after_select, _NEXT)
    graph.add_conditional_edges(
        "executor_thought",
        after_thought,
        {
            "restart": "executor_thought",
            "stop": "halt",
            "choose a tool": "executor_tool",
            "write arguments": "executor_arguments",
            "approve": "approve_call",
            "call": "tool_call",
        },
    )
    graph.add_conditional_edges(
        "executor_arguments",
        after_arguments,
        {
            "restart": "executor_arguments",
            "stop": "halt",
            "several calls": "step_calls",
            "refused": "select",
            "approve": "approve_call",
            "call": "tool_call",
        },
    )
    graph.add_conditional_edges(
        "executor_fused",
        after_fused,
        {
            "restart": "executor_fused",
            "stop": "halt",
            "nothing to call": "select",
            "nothing to find": "answer_fused",
            "several calls": "step_calls",
            "write arguments": "executor_arguments",
            "approve": "approve_call",
            "call": "tool_call",
        },
    )
    graph.add_conditional_edges(
        "step_calls",
        after_step_calls,
        {
            "stop": "halt",
            "approve": "approve_call",
            "call": "tool_call",
            "failed": "select",
            "answered": "answer",
            "answer and judge": "answer_fused",
            "say it": "answer_guided",
        },
    )


def _add_guided(graph: Flow) -> None:
    """Add guided steps: what is open is asked one by one, and the answer is drawn clause by clause."""
    graph.add_conditional_edges(
        "executor_guided",
        after_guided,
        {
            "restart": "executor_guided",
            "stop": "halt",
            "ended": END,
            "none of these": "select",
            "ask further": "executor_guided",
            "several calls": "step_calls",
            "approve": "approve_call",
            "call": "tool_call",
        },
    )
    ways: dict[Hashable, str] = {"stop": "halt", "done": END, "pending": "select"}
    graph.add_conditional_edges(
        "answer_guided",
        after_guided_answer,
        {**ways, "restart": "answer_guided", "next clause": "answer_guided", "verify": "verifier_guided"},
    )
    graph.add_conditional_edges(
        "verifier_guided",
        after_guided_answer,
        {**ways, "restart": "verifier_guided", "verify": "verifier_guided", "next clause": "answer_guided"},
    )


def _add_judging(graph: Flow) -> None:
    graph.add_conditional_edges(
        "answer",
        after_answer,
        {"restart": "answer", "stop": "halt", "verify": "verifier", "pending": "select", "done": END},
    )
    graph.add_conditional_edges(
        "verifier",
        after_verdict,
        {"restart": "verifier", "stop": "halt", "solved": END, "pending": "select"},
    )
    graph.add_conditional_edges(
        "answer_fused",
        after_verdict,
        {"restart": "answer_fused", "stop": "halt", "solved": END, "pending": "select"},
    )


def _add_choice_of_tool(graph: Flow, *, executor_finishes: bool) -> None:
    """Add the edges after the choice of a tool, which may be to end the search."""
    ways: dict[Hashable, str] = {
        "restart": "executor_tool",
        "stop": "halt",
        "none of these": "select",
        "nothing to find": "answer",
        "write arguments": "executor_arguments",
        "approve": "approve_call",
        "call": "tool_call",
    }
    graph.add_conditional_edges("answer_closing", after_last_question, {"restart": "answer_closing", "done": END})
    if executor_finishes:
        graph.add_conditional_edges("executor_tool", after_tool_or_finish, {**ways, "finish": "answer_closing"})
    else:
        graph.add_conditional_edges("executor_tool", after_tool, ways)


def on_entry_or_select(state: SubTaskState) -> Move | Literal["prepared", "has dependencies"]:
    """Route a sub-task: a prepared one needs no search, one that builds on others is made concrete first."""
    way = on_entry(state)
    return after_select(state) if way == "stands alone" else way


def after_supervisor_or_select(state: SubTaskState) -> Move | Literal["restart", "stop"]:
    """Ask again, stop, or start the search."""
    way = after_supervisor(state)
    return after_select(state) if way == "concrete" else way
