"""The end of a sub-task's search: its outcome, with its evidence. No model is asked."""

from collections.abc import Iterable, Mapping
from typing import Any

from langgraph.runtime import Runtime

from smurfs_graph.asking.emitting import emit
from smurfs_graph.asking.graph_tools import GraphTools
from smurfs_graph.asking.kept_responses import FullResponses
from smurfs_graph.constraints.handover import candidates_of
from smurfs_graph.events.vocabulary import SubTaskFinished
from smurfs_graph.models.reasoning import reasoning_in
from smurfs_graph.nodes.base import Node
from smurfs_graph.nodes.grounds import rests_on_dependencies
from smurfs_graph.planning.outcome import ASKS_USER, NOT_DONE, NOT_FOUND, NOTHING_CAME, Evidence, Outcome, OutcomeStatus
from smurfs_graph.search.decision_tree import DecisionTree
from smurfs_graph.search.dfsdt import MOST_STALE, ending, is_at_limit
from smurfs_graph.search.state import Attempt, SearchState
from smurfs_graph.settings import Settings
from smurfs_graph.state import Stop, SubTaskState, add_new
from smurfs_graph.tools.output import cut
from smurfs_graph.tools.tool import Tool
from smurfs_graph.tree_state import evidence_of as evidence_of_tree

MAX_WHY = 400
"""Characters of the executor's thought in the reason of a sub-task for which no tool fits."""


def finish(toolset: GraphTools, responses: FullResponses) -> Node[SubTaskState]:
    """End a search that has nothing to answer from."""

    async def finish(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        return await end_search(toolset, responses, state, runtime, {})

    return finish


async def end_search(
    toolset: GraphTools,
    responses: FullResponses,
    state: SubTaskState,
    runtime: Runtime[Settings],
    update: dict[str, Any],
) -> dict[str, Any]:
    """Return the update of a node that has ended the search, with the sub-task's outcome."""
    search, draft = update.get("search", state["search"]), update.get("draft", state["draft"])
    status: OutcomeStatus = ending(search)
    answer = search.answer or (search.attempts[-1].answer if status == "solved" else draft.answer)
    brought = search.evidence and not search.is_rejected  # a program that speaks of rejected calls has brought nothing
    if status == "solved" and search.attempts and not brought and not rests_on_dependencies(state, answer):
        status, search = "partial", search.model_copy(update={"gap": NOTHING_CAME})
    answer = "" if status == "failed" else answer
    if status != "solved" and search.is_rejected:
        status = "rejected"
    outcome = Outcome(
        sub_task=state["sub_task"].id,
        status=status,
        answer=answer,
        reason=why_unsolved(search, draft.call.thought) if status != "solved" else "",
        candidates=await candidates_of(responses.store(runtime), state.get("run_id", ""), _last_responses(search))
        if status == "solved"
        else None,
        evidence=evidence_of(search.global_memory, toolset.tools),
        reasoning=_reasoning_by_reply(state),
        warnings=(*add_new(state.get("warnings"), update.get("warnings")), *_withheld(search)),
    )
    if status == "partial" and _is_cut_short(search):
        outcome = outcome.model_copy(update={"at_limit": True})
    if update.get("instead"):  # it has not been begun: others are solved instead
        return {**update, "outcome": outcome}
    stop = update["stop"] if "stop" in update else state.get("stop")
    return {**update, **end_sub_task(runtime, outcome, stop)}


def _is_cut_short(search: SearchState) -> bool:
    """Return whether a limit ended a search that went on finding things, and that may be made anew: it changed none."""
    if search.concluded or search.stale >= MOST_STALE or not is_at_limit(search):
        return False
    return not any(each.call.tool in search.changing and each.status != "refused" for each in search.attempts)


def _withheld(search: SearchState) -> list[str]:
    """Return a line for each tool that may change something and that a published rule withdrew before the end."""
    if not search.limits.published or ending(search) == "solved":
        return []
    popped = {tool for reasons in search.popped for tool in reasons}
    failed = {each.call.tool: each.reason for each in search.attempts if each.status == "failed"}
    return [
        f"{tool} failed ({failed[tool]}) and was not called again there, as the published rules have it"
        for tool in search.changing
        if tool in popped and tool in failed
    ]


def end_sub_task(runtime: Runtime[Settings], outcome: Outcome, stop: Stop | None = None) -> dict[str, Any]:
    """Return the update that ends a sub-task with its outcome; whoever follows the run hears of it.

    `stop`: why no further call may be made.
    """
    said = SubTaskFinished(
        sub_task=outcome.sub_task, status=outcome.status, answer=outcome.answer, reason=outcome.reason
    )
    emit(runtime, said)
    if stop is not None and stop.scope == "sub_task":  # its own budget ran out; the run goes on
        return {"outcome": outcome, "stop": None}
    return {"outcome": outcome}


def tried(state: Mapping[str, Any], tools: Mapping[str, Tool]) -> tuple[Evidence, ...]:
    """Return a sub-task's evidence so far, whichever way it is searched; its state may be JSON data."""
    if (tree := state.get("tree")) is not None:
        return evidence_of_tree(DecisionTree.model_validate(tree))
    return evidence_of(SearchState.model_validate(state["search"]).global_memory, tools)


def evidence_of(attempts: Iterable[Attempt], tools: Mapping[str, Tool]) -> tuple[Evidence, ...]:
    """Return the steps of a search as evidence; `tools`: those whose sources are known."""
    return tuple(
        Evidence(
            tool=attempt.call.tool,
            arguments=dict(attempt.call.arguments),
            ok=attempt.status in ("solved", "pending", "final"),
            thought=attempt.call.thought,
            called=attempt.status != "refused",
            text=attempt.answer or attempt.reason,
            response=attempt.response,
            rolled_back=attempt.rolled_back,
            source=tool.source if (tool := tools.get(attempt.call.tool)) else "",
            reply=attempt.call.turn,
            in_program=attempt.call.number >= 0,
            fingerprint=attempt.call.fingerprint,
            mendable=attempt.status in ("failed", "refused") and attempt.fault == "call",
            rejected=attempt.call.decision == "rejected",
        )
        for attempt in attempts
    )


def _reasoning_by_reply(state: SubTaskState) -> dict[int, dict[str, Any]]:
    """Return what a server gave of the model's reasoning with replies, by their numbers."""
    replies = [turn.get("reply", {}) for turn in state.get("turns", ())]
    found = {number: reasoning_in(reply.get("additional_kwargs", {})) for number, reply in enumerate(replies)}
    return {number: reasoning for number, reasoning in found.items() if reasoning}


def _last_responses(search: SearchState) -> dict[str, list[str]]:
    """Return the responses of the last step's calls, by tool."""
    found: dict[str, list[str]] = {}
    for attempt in search.local_memory:
        if attempt.depth == search.depth - 1:
            found.setdefault(attempt.call.tool, []).append(attempt.response)
    return found


def why_unsolved(search: SearchState, thought: str = "") -> str:
    """Tell the user why a search did not solve its sub-task; `thought`: the executor's last."""
    if search.gap == ASKS_USER:
        return ASKS_USER
    if search.concluded:
        said = search.gap.lower().startswith((NOT_FOUND, NOT_DONE))
        return (search.gap if said else f"{NOT_FOUND}{search.gap}") if search.gap else "not settled"
    if search.stopped:
        return f"stopped: {search.stopped.replace('_', ' ')}"
    if search.steps >= search.limits.max_steps:
        return f"reached the limit of {search.limits.max_steps} tool calls"
    failures = {f"{attempt.call.tool}: {attempt.reason}": None for attempt in search.attempts if attempt.reason}
    causes = f" ({'; '.join([*failures][-3:])})" if failures else ""
    if search.stale >= MOST_STALE and not search.limits.published:
        return f"{MOST_STALE} steps in a row brought nothing new{causes}"
    if search.depth >= search.limits.max_depth:
        return f"reached the depth of {search.limits.max_depth} steps without a confirmed answer"
    if search.attempts:
        return f"no tool is left to try{causes}"
    return f"no tool fits: {cut(thought, MAX_WHY)}" if thought else "no tool fits"
