"""The conversation of a native step: the bound tools, the model's own replies, and the results of their calls."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

from langchain_core.messages import BaseMessage, HumanMessage, ToolMessage

from smurfs_graph.asking.graph_tools import GraphTools
from smurfs_graph.models.asking import Asker
from smurfs_graph.models.native import BoundTool, BoundTools, to_message, with_ids_once
from smurfs_graph.nodes.code_tools import run_python_tool
from smurfs_graph.planning.parts import MAKE_PLAN, make_plan_document
from smurfs_graph.programs.names import RUN_PYTHON
from smurfs_graph.prompting import views
from smurfs_graph.prompting.prompts import without_turns
from smurfs_graph.search.dfsdt import available, next_move
from smurfs_graph.search.records import AS_BEFORE
from smurfs_graph.search.state import Attempt, Call, SearchState
from smurfs_graph.settings import Settings
from smurfs_graph.state import WITH_TOOLS_BOUND, SubTaskState
from smurfs_graph.tools.choice import nearest
from smurfs_graph.tools.domain import Domain
from smurfs_graph.tools.tool import Tool

LAST_WORD = "No tool is left to call. Reply without calls, with what was found."
NO_NEWS = "These calls bring nothing new. Reply without calls, with what was found."
OUT_OF_BUDGET = "No further call can be made. Reply without calls, with what was found, and say what is missing."
_MOST_TOLD = 3
"""Documents that are told because errors name their tools."""
_WORD = re.compile(r"[\w.-]*\w")
_MAKE_PLAN = BoundTool(MAKE_PLAN, *make_plan_document())
OURS = frozenset({RUN_PYTHON, MAKE_PLAN})
"""Names of this library's own tools."""
OF_DOMAIN = "plan "
"""Before a domain's name: its tool, which servers see as `plan_NAME` or, where that is taken, under a free name."""
_WHEN_DOMAIN = (
    "Use it, first and alone, when the request asks for that as a whole. For single look-ups, or a choice of one or "
    "two things, call the other tools."
)


def domain_tool(domain: Domain) -> BoundTool:
    """Return the tool by which a model leaves the request to a domain."""
    about = without_turns(domain.guide.strip().partition("\n")[0])
    return BoundTool(f"{OF_DOMAIN}{domain.name}", f"{about} {_WHEN_DOMAIN}", {"type": "object", "properties": {}})


def bound_tools(state: SubTaskState, toolset: GraphTools, settings: Settings) -> BoundTools:
    """Return the tools as the model has them, this library's own behind them; in code steps programs call them."""
    named, beside = state["offer"].tools, state["offer"].ours
    if state["shape"] == "code":  # what it says of the tools differs from one sub-task to the next
        return BoundTools(_of_ours(toolset, beside, run_python_tool(state, toolset, settings)))
    if (bound := toolset.bound.get((named, beside))) is None:
        bound = toolset.bound[named, beside] = _bind(toolset, named, beside)
    return bound


def _bind(toolset: GraphTools, named: Sequence[str], beside: Sequence[str]) -> BoundTools:
    users = [
        BoundTool(tool.name, without_turns(tool.description), _harmless(tool.parameters), tool.reads_only)
        for tool in (toolset.tools[name] for name in named)
    ]
    return BoundTools([*users, *_of_ours(toolset, beside)])


def _of_ours(toolset: GraphTools, beside: Sequence[str], *more: BoundTool) -> list[BoundTool]:
    """Return this library's own tools of these names, in their order; `more`: some that the graph has not got."""
    ours = {tool.name: tool for tool in (_MAKE_PLAN, *map(domain_tool, toolset.domains.values()), *more)}
    return [ours[name] for name in beside if name in ours]


def conversation(state: SubTaskState, tools: Mapping[str, Tool]) -> list[BaseMessage]:
    """Return the model's own replies and what their calls brought; steps that were rolled back are not in it.

    A tool that an error names is told with its document, unless the model has it; those that are bound stay the same.
    `tools`: those that may be told.
    """
    shown = {*state["offer"].tools}
    by_turn: dict[int, dict[str, Attempt]] = {}
    for attempt in state["search"].attempts:
        if attempt.call.turn >= 0:
            by_turn.setdefault(attempt.call.turn, {})[attempt.call.id] = attempt
    messages: list[BaseMessage] = []
    turns = state.get("turns", [])
    taken: set[str] = set()
    for number, turn in enumerate(turns):
        if "note" in turn:
            messages.append(HumanMessage(without_turns(turn["note"])))
        if "reply" not in turn:
            continue
        made = by_turn.get(number, {})
        if any(attempt.rolled_back for attempt in made.values()):
            continue
        reply = to_message(turn["reply"])
        own: list[str] = turn.get("ids") or [
            str(call["id"]) for call in reply.tool_calls
        ]  # none: of an earlier release
        reply = with_ids_once(reply, own, taken)
        names = [str(call["id"]) for call in reply.tool_calls]
        taken.update(names)
        messages += [reply, *(_result(made.get(id_), name) for id_, name in zip(own, names, strict=True))]
        errors = " ".join(attempt.reason for attempt in made.values() if attempt.status == "failed")
        if more := [name for name in dict.fromkeys(_WORD.findall(errors)) if name in tools and name not in shown]:
            shown.update(more)
            documents = views.documents(tools[name] for name in more[:_MOST_TOLD])
            messages.append(HumanMessage(without_turns(f"You may call as well:\n{documents}")))
    return messages


def is_unheard(state: SubTaskState) -> bool:
    """Return whether the model has a last word: it has not heard that no tool is left, or that nothing new comes.

    It has one within all limits, and before anything is undone.
    """
    search = state["search"]
    if state["shape"] not in WITH_TOOLS_BOUND or not search.attempts or next_move(search) not in ("roll_back", "close"):
        return False
    last = search.attempts[-1]
    replies = [at for at, turn in enumerate(state.get("turns", [])) if "reply" in turn]
    at_a_limit = search.stopped or search.depth >= search.limits.max_depth or search.steps >= search.limits.max_steps
    withdrawn = not available(search) and last.status in ("failed", "refused")
    return not at_a_limit and (withdrawn or last.again) and last.call.turn == replies[-1]


def last_word(state: SubTaskState) -> list[BaseMessage]:
    """Return what a model is told that has a last word; nothing for any other."""
    if not is_unheard(state):
        return []
    return [HumanMessage(NO_NEWS if state["search"].attempts[-1].again else LAST_WORD)]


def may_be_no_answer(state: SubTaskState, asker: Asker) -> bool:
    """Return whether text without calls may be no answer: the model was not seen to call tools, here or anywhere."""
    called = any(turn.called_by == asker.reference for turn in state.get("dependencies", ()))
    return not (state["search"].attempts or called or asker.calls_tools)


def _result(attempt: Attempt | None, identity: str) -> ToolMessage:
    if attempt is None:
        return ToolMessage("not made", tool_call_id=identity, status="error")
    if attempt.status in ("failed", "refused"):
        return ToolMessage(without_turns(f"error: {attempt.reason}"), tool_call_id=identity, status="error")
    again = f"\n({AS_BEFORE})" if attempt.again else ""
    return ToolMessage(without_turns(attempt.answer) + again, tool_call_id=identity)


def _harmless(schema: Any) -> Any:
    """Return a tool's parameters without words that begin and end turns; its own server wrote them."""
    if isinstance(schema, str):
        return without_turns(schema)
    if isinstance(schema, list):
        return [_harmless(item) for item in cast("list[Any]", schema)]
    if isinstance(schema, dict):
        return {_harmless(key): _harmless(item) for key, item in cast("dict[str, Any]", schema).items()}
    return schema


def is_plan(state: SubTaskState, tool: str) -> bool:
    """Return whether a reply's call is no call but a plan, or hands the request to a domain."""
    return tool != RUN_PYTHON and tool in state["offer"].ours


def is_program(state: SubTaskState, call: Call) -> bool:
    """Return whether a call of a reply is a program."""
    return call.tool == RUN_PYTHON and RUN_PYTHON in state["offer"].ours


def why_refused(toolset: GraphTools, search: SearchState, call: Call) -> str:
    """Say why a tool cannot be called here; empty where it can."""
    if call.tool not in search.tools:
        offered = [toolset.tools[name] for name in dict.fromkeys((*search.tools, *search.permitted))]
        near = ", ".join(tool.name for tool in nearest(call.tool.replace("_", " "), offered, 3))
        return f"there is no tool {call.tool!r:.80}; the nearest are {near}" if near else "there is no such tool"
    is_begun = bool(search.path) and search.attempts[search.path[-1]].call.turn == call.turn
    depth = search.depth - 1 if is_begun else search.depth
    if why := search.popped[depth].get(call.tool):
        return f"this tool is withdrawn here: {why}"
    return ""
