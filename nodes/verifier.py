"""Verifier: whether an answer settles its sub-task (Smurfs 3.4). Sees the calls; where prompts are rich, the response.

Safe default: pending, without a hint. Code has the last word where a local constraint has a form that it can check.
"""

from collections.abc import Sequence
from typing import Any, Literal

from langgraph.runtime import Runtime

from smurfs_graph.asking.asking import Asking
from smurfs_graph.asking.emitting import emit, step_of, timed
from smurfs_graph.asking.graph_tools import GraphTools
from smurfs_graph.asking.kept_responses import FullResponses
from smurfs_graph.asking.question import ask_model
from smurfs_graph.asking.strategy_rules import StrategyRules
from smurfs_graph.asking.turns import turn_after_stop
from smurfs_graph.budgets.limits import Purpose
from smurfs_graph.constraints.local import contradiction
from smurfs_graph.events.vocabulary import AnswerJudged
from smurfs_graph.nodes.base import Node, held_up
from smurfs_graph.nodes.finish import end_search
from smurfs_graph.planning.plan import SubTask
from smurfs_graph.prompting import views
from smurfs_graph.prompting.replies import FinalVerdictReply, VerdictReply
from smurfs_graph.search.dfsdt import advance, next_move
from smurfs_graph.search.state import Concluded, Doubted, Failed, Judged, Refused, SearchState, Stepped
from smurfs_graph.settings import Settings
from smurfs_graph.state import WITH_TOOLS_BOUND, Draft, SubTaskState

_Status = Literal["solved", "pending", "final"]
_TWO_WAYS = """\
- solved: it settles the sub-task.
- pending: it does not; a tool may find the rest."""
_THREE_WAYS = f"""{_TWO_WAYS}
- final: nothing can settle it, because sources contradict each other or are used up; the hint says what is open."""


def verifier(asking: Asking, toolset: GraphTools, responses: FullResponses, rules: StrategyRules) -> Node[SubTaskState]:
    """Return the verifier's node function."""

    async def verifier(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        task, draft, bound = state["sub_task"], state["draft"], _was_concluded_with_tools_bound(state)
        made = [event.call for event in draft.made] or ([draft.call] if draft.call.tool else [])
        response = draft.response
        if bound:  # its calls were judged by none
            made = [step.call for step in state["search"].local_memory]
            response = "\n".join(step.answer for step in state["search"].local_memory)
        values = {
            "sub_task": views.sub_task(task),
            "constraints": views.constraints(task.local_constraints),
            "dependencies": views.known(state.get("dependencies", ())),
            "call": views.calls(made) if made else "",
            "response": response if state["view"].rich else "",
            "answer": draft.answer,
        }
        final = not rules.verdict_is_never_final
        values["ways"] = _THREE_WAYS if final else _TWO_WAYS
        schema = FinalVerdictReply if final else VerdictReply
        purpose: Purpose = "verdict" if bound else "search"
        turn = await ask_model(asking, state, runtime, "verifier", values, schema, purpose=purpose)
        if turn.reply is None and bound:
            return await _unverified(toolset, responses, state, runtime, turn.update)
        if turn.ends_here:
            return turn.update
        update = await judged_and_ended(toolset, responses, state, runtime, draft, turn.reply)
        if bound and not update["search"].concluded:
            hint = update["search"].hint
            if stop := asking.live.allowance(state, asking.settings_of(runtime, task), "closing"):
                stopped = turn_after_stop(runtime, state, stop, {**turn.update, **update}).update
                left = {"search": _left_as_partial(state, hint)}
                return await end_search(toolset, responses, state, runtime, stopped | left)
            hint = hint or f"it is not known {_unknown(task)}"
            update["turns"] = [{"note": f"This does not settle it: {hint}. Go on, or say what cannot be met."}]
        return {**turn.update, **update}

    return verifier


def _was_concluded_with_tools_bound(state: SubTaskState) -> bool:
    return state["draft"].stage == "concludes" and state["shape"] in WITH_TOOLS_BOUND


async def _unverified(
    toolset: GraphTools,
    responses: FullResponses,
    state: SubTaskState,
    runtime: Runtime[Settings],
    update: dict[str, Any],
) -> dict[str, Any]:
    """Return the update after an answer about which no verdict came: ask again, or end the search with it."""
    if update.get("restart"):
        return {**update, "restarts": 0}  # of its calls, none was malformed
    return await end_search(toolset, responses, state, runtime, {**update, "search": _left_as_partial(state)})


def _left_as_partial(state: SubTaskState, hint: str = "") -> SearchState:
    """Return the search after an answer that nobody can verify or mend any more; `hint`: why it was doubted."""
    gap = hint or _unknown(state["sub_task"])
    return advance(state["search"], Concluded(answer=state["draft"].answer, status="partial", gap=gap))


def _unknown(task: SubTask) -> str:
    """Say what nobody has confirmed of an answer."""
    return "whether its conditions hold" if task.local_constraints else "whether the answer is right"


def unjudged(toolset: GraphTools, responses: FullResponses) -> Node[SubTaskState]:
    """Make the node for ablations without a verifier: every answer is a step on the way (Smurfs, Table 5)."""

    async def unjudged(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        return await judged_and_ended(toolset, responses, state, runtime, state["draft"], None)

    return unjudged


async def judged_and_ended(
    toolset: GraphTools,
    responses: FullResponses,
    state: SubTaskState,
    runtime: Runtime[Settings],
    draft: Draft,
    verdict: VerdictReply | None,
) -> dict[str, Any]:
    """Return what `judged` does, with the outcome where the search ends with it."""
    update = judged(state, runtime, draft, verdict)
    is_over = next_move(update["search"]) == "finish"
    return await end_search(toolset, responses, state, runtime, update) if is_over else update


def judged(
    state: SubTaskState, runtime: Runtime[Settings], draft: Draft, verdict: VerdictReply | None
) -> dict[str, Any]:
    """Return the search after a verdict on the draft's answer (None: the safe default).

    A solved verdict that a typed local constraint contradicts becomes pending, with the numbers as its hint.
    """
    search = state["search"]
    status, hint = (verdict.status, verdict.hint) if verdict else ("pending", "")
    if status == "solved" and (broken := _contradiction(state, draft)):
        status, hint = "pending", broken
    hint = "" if status == "solved" else hint
    said = AnswerJudged(
        sub_task=state["sub_task"].id,
        step=step_of(state),
        depth=search.depth,
        tool=draft.call.tool or (draft.made[0].call.tool if draft.made else ""),
        answer=draft.answer,
        status=status,
        hint=hint,
    )
    emit(runtime, said)
    told = draft.model_copy(update={"stage": "judged"})
    if draft.stage == "concludes":
        return {"draft": told, "search": _concluded(search, draft.answer, status, hint)}
    if draft.made:
        return {"draft": told, "search": advance(search, stepped(draft.made, draft.answer, status, hint))}
    event = Judged(
        call=timed(state, draft.call), answer=draft.answer, status=status, hint=hint, response=draft.reference
    )
    return {"draft": told, "search": advance(search, event)}


def stepped(made: Sequence[Refused | Failed | Judged], answer: str, status: _Status, hint: str) -> Stepped:
    """Return the event of a step whose calls were made, and answered with one answer and verdict;
    failures come first.
    """
    failed = [event for event in made if not isinstance(event, Judged)]
    told = {"answer": answer, "status": status, "hint": hint}
    return Stepped(results=(*failed, *(event.model_copy(update=told) for event in made if isinstance(event, Judged))))


def _contradiction(state: SubTaskState, draft: Draft) -> str:
    """Return how the responses contradict a typed local constraint; empty where they do not."""
    responses = [event.answer for event in draft.made if isinstance(event, Judged)] or [draft.response]
    broken = (contradiction(state["sub_task"].local_constraints, response) for response in responses)
    return next(filter(None, broken), "")


def _concluded(search: SearchState, answer: str, status: _Status, hint: str) -> SearchState:
    """Return the search after an answer for which no tool was needed; one that settles nothing is doubted once."""
    if status == "solved":
        return advance(search, Concluded(answer=answer))
    if status == "pending" and next_move(search) == "decide":
        doubted = advance(search, Doubted(hint=hint))
        if next_move(doubted) == "decide":
            return doubted
    return advance(search, Concluded(answer=answer, status="partial", gap=hint))


def after_verdict(state: SubTaskState) -> Literal["restart", "stop", "solved", "pending"]:
    """Finish, ask again, stop, or search deeper."""
    if next_move(state["search"]) == "finish":  # also with the answer that was left where nobody may be asked any more
        return "solved"
    return held_up(state) or "pending"
