"""Answer: from a tool's response to an answer (Smurfs 3.4), fused with the verdict, or closing a search.

The response never reaches another prompt in full. Safe defaults: the beginning of the response, unjudged; the answers
of the attempts, put together by code.
"""

from typing import Any, Literal

from langgraph.runtime import Runtime

from smurfs_graph import views
from smurfs_graph.nodes.base import Node
from smurfs_graph.nodes.executor import FINISH
from smurfs_graph.nodes.verifier import judged
from smurfs_graph.replies import AnswerReply, JudgedAnswerReply
from smurfs_graph.resources import Resources
from smurfs_graph.search import Concluded, advance
from smurfs_graph.settings import Settings
from smurfs_graph.state import SubTaskState
from smurfs_graph.tools.output import cut

DEFAULT_CHARS = 500
"""How much of a response stands in for an answer where no model gave one."""


def answer(resources: Resources) -> Node[SubTaskState]:
    """The answer that one response supports."""

    async def answer(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        turn = await resources.ask(state, runtime, "answer", _seen(state), AnswerReply)
        if turn.ends_here:
            return turn.update
        draft = state["draft"]
        text = turn.reply.answer if turn.reply else cut(draft.response, DEFAULT_CHARS)
        return {**turn.update, "draft": draft.model_copy(update={"answer": text})}

    return answer


def keep_response(resources: Resources) -> Node[SubTaskState]:
    """Without an answer agent: the response itself is memory and the verifier's input (Smurfs, Table 5)."""

    async def keep_response(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        draft = state["draft"]
        return {"draft": draft.model_copy(update={"answer": draft.response})}

    return keep_response


def conclude_search(resources: Resources) -> Node[SubTaskState]:
    """Without a verifier: where the executor has ended the search, the closing answer settles the sub-task."""

    async def conclude_search(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        draft = state["draft"]
        if draft.tool != FINISH.name:
            return {}
        return {"search": advance(state["search"], Concluded(answer=draft.answer))}

    return conclude_search


def answer_fused(resources: Resources) -> Node[SubTaskState]:
    """Answer and verdict at once."""

    async def answer_fused(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        values = _seen(state) | {"constraints": views.constraints(state["sub_task"].local_constraints)}
        turn = await resources.ask(state, runtime, "answer.fused", values, JudgedAnswerReply)
        if turn.ends_here:
            return turn.update
        draft = state["draft"]
        text = turn.reply.answer if turn.reply else cut(draft.response, DEFAULT_CHARS)
        update = judged(state, runtime, draft.model_copy(update={"answer": text}), turn.reply)
        return {**turn.update, **update}

    return answer_fused


def answer_closing(resources: Resources) -> Node[SubTaskState]:
    """The best answer that all attempts of an ended search support; never called without evidence."""

    async def answer_closing(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        settings = resources.settings(runtime)
        search = state["search"]
        values = {
            "sub_task": views.sub_task(state["sub_task"]),
            "attempts": views.global_memory(search.global_memory, settings.max_response_chars),
        }
        turn = await resources.ask(state, runtime, "answer.closing", values, AnswerReply, purpose="closing")
        if turn.ends_here and turn.update.get("restart"):
            return turn.update
        text = turn.reply.answer if turn.reply else "\n".join(step.answer for step in search.evidence)
        return {**turn.update, "draft": state["draft"].model_copy(update={"answer": text})}

    return answer_closing


def after_answer(state: SubTaskState) -> Literal["restart", "stop", "verify"]:
    """Ask again, stop, or have the answer judged."""
    if state.get("stop"):
        return "stop"
    return "restart" if state.get("restart") else "verify"


def after_closing(state: SubTaskState) -> Literal["restart", "done"]:
    """Ask again or finish; a budget that is out here leaves the answer that code put together."""
    return "restart" if state.get("restart") else "done"


def _seen(state: SubTaskState) -> dict[str, str]:
    return {
        "sub_task": views.sub_task(state["sub_task"]),
        "memory": views.local_memory(state["search"].local_memory),
        "response": state["draft"].response,
    }
