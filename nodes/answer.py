"""Answer: from a tool's response to an answer (Smurfs 3.4), fused with the verdict, or closing a search.

The response never reaches another prompt in full. Safe defaults: the beginning of the response, unjudged; the answers
of the attempts, put together by code.
"""

from typing import Any, Literal

from langgraph.runtime import Runtime

from smurfs_graph.asking.asking import Asking
from smurfs_graph.asking.graph_tools import GraphTools
from smurfs_graph.asking.kept_responses import FullResponses
from smurfs_graph.asking.question import ask_model
from smurfs_graph.asking.strategy_rules import StrategyRules
from smurfs_graph.nodes.base import Node, held_up
from smurfs_graph.nodes.drafts import FINISH
from smurfs_graph.nodes.finish import end_search
from smurfs_graph.nodes.verifier import judged, judged_and_ended
from smurfs_graph.prompting import views
from smurfs_graph.prompting.replies import ClosingReply, JudgedAnswerReply, OpenAnswerReply, VerdictReply
from smurfs_graph.search.dfsdt import advance
from smurfs_graph.search.state import Concluded
from smurfs_graph.settings import Settings
from smurfs_graph.state import SubTaskState
from smurfs_graph.tools.output import cut

DEFAULT_CHARS = 500
"""Characters of a response that stand in for an answer where no model gave one."""


def answer(asking: Asking, toolset: GraphTools, responses: FullResponses, rules: StrategyRules) -> Node[SubTaskState]:
    """Make the node that draws the answer from one response."""

    async def answer(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        turn = await ask_model(asking, state, runtime, "answer", seen(state, toolset), OpenAnswerReply)
        if turn.ends_here:
            return turn.update
        draft = state["draft"]
        text = turn.reply.answer if turn.reply else cut(draft.response, DEFAULT_CHARS)
        draft = draft.model_copy(update={"answer": text})
        if turn.reply and turn.reply.missing and not rules.gaps_go_to_verifier:
            verdict = VerdictReply(hint=turn.reply.missing, status="pending")
            update = {**turn.update, **judged(state, runtime, draft, verdict)}
            if not update["search"].concluded:
                return update
            return await end_search(toolset, responses, state, runtime, update)
        return {**turn.update, "draft": draft}

    return answer


async def keep_response(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
    """Make the node for ablations without an answer agent: the response itself is memory (Smurfs, Table 5)."""
    draft = state["draft"]
    known = [each.answer for each in state.get("dependencies", ())] if draft.stage == "concludes" else []
    return {"draft": draft.model_copy(update={"answer": draft.response or "\n".join(known)})}


def answer_fused(asking: Asking, toolset: GraphTools, responses: FullResponses) -> Node[SubTaskState]:
    """Answer and verdict at once."""

    async def answer_fused(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        values = seen(state, toolset) | {"constraints": views.constraints(state["sub_task"].local_constraints)}
        turn = await ask_model(asking, state, runtime, "answer.fused", values, JudgedAnswerReply)
        if turn.ends_here:
            return turn.update
        draft = state["draft"]
        text = turn.reply.answer if turn.reply else cut(draft.response, DEFAULT_CHARS)
        answered = draft.model_copy(update={"answer": text})
        return {**turn.update, **await judged_and_ended(toolset, responses, state, runtime, answered, turn.reply)}

    return answer_fused


def answer_closing(
    asking: Asking, toolset: GraphTools, responses: FullResponses, rules: StrategyRules
) -> Node[SubTaskState]:
    """Make the node that draws the best answer from all attempts of an ended search; never called without evidence."""

    async def answer_closing(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        search = state["search"]
        values = {
            "query": state.get("query", "") if state["view"].rich else "",
            "sub_task": views.sub_task(state["sub_task"], form=state["view"].form),
            "dependencies": views.known(state.get("dependencies", ())),
            "attempts": views.global_memory(search.global_memory),
        }
        turn = await ask_model(asking, state, runtime, "answer.closing", values, ClosingReply, purpose="closing")
        if turn.ends_here and turn.update.get("restart"):
            return turn.update
        text = turn.reply.answer if turn.reply else _all_answers(state)
        return await _closed(toolset, responses, rules, state, runtime, turn.update, text)

    return answer_closing


def keep_responses(toolset: GraphTools, responses: FullResponses, rules: StrategyRules) -> Node[SubTaskState]:
    """Make the node without answer agent and verifier: the memory at the end of the search, unchanged."""

    async def keep_responses(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        return await _closed(toolset, responses, rules, state, runtime, {}, _all_answers(state))

    return keep_responses


def _all_answers(state: SubTaskState) -> str:
    """Return what the search found; without a step of its own, what it was ended with: what others found."""
    found = state["search"].evidence or state.get("dependencies", ())
    return "\n".join(each.answer for each in found)


async def _closed(
    toolset: GraphTools,
    responses: FullResponses,
    rules: StrategyRules,
    state: SubTaskState,
    runtime: Runtime[Settings],
    update: dict[str, Any],
    text: str,
) -> dict[str, Any]:
    """Return the update that ends a search with an answer; solved where the executor itself has ended it."""
    search, draft = state["search"], state["draft"].model_copy(update={"answer": text})
    if rules.executor_finishes and draft.call.tool == FINISH.name:
        search = advance(search, Concluded(answer=text))
    return await end_search(toolset, responses, state, runtime, {**update, "draft": draft, "search": search})


def after_answer(state: SubTaskState) -> Literal["restart", "stop", "verify", "pending", "done"]:
    """Ask again, stop, have the answer judged; or, where it says itself that something is missing, search on or end."""
    if way := held_up(state):
        return way
    if state["draft"].stage == "judged":
        return "done" if state["search"].concluded else "pending"
    return "verify"


def seen(state: SubTaskState, toolset: GraphTools) -> dict[str, str]:
    """Return the sections that an answer is drawn from."""
    draft, view = state["draft"], state["view"]
    calls = [event.call for event in draft.made] or ([draft.call] if draft.call.tool else [])
    tools = [toolset.tools[name] for name in dict.fromkeys(call.tool for call in calls)]
    return {
        "tool": views.tool_list(tools),
        "query": state.get("query", "") if view.rich else "",
        "dependants": views.lines(view.dependants),
        "sub_task": views.sub_task(state["sub_task"], form=state["view"].form),
        "dependencies": views.known(state.get("dependencies", ())),
        "memory": views.local_memory(state["search"].local_memory),
        "call": views.calls(calls) if calls else "",
        "response": draft.response,
    }
