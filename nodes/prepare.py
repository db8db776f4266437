"""Prepared sub-tasks: a call whose arguments are known is made without asking a model, and its records handed over.

Arguments may be taken from the records of a direct predecessor: `{"$from": "cities", "field": "name"}`.
"""

from collections.abc import Mapping
from typing import Any, Literal, cast

from langgraph.runtime import Runtime
from langgraph.store.base import BaseStore

from smurfs_graph.asking.calling import Calling
from smurfs_graph.asking.emitting import emit, not_made, step_of, timed
from smurfs_graph.asking.graph_tools import GraphTools
from smurfs_graph.asking.kept_responses import FullResponses
from smurfs_graph.constraints.handover import LostError, candidates_of, records_of
from smurfs_graph.events.vocabulary import AnswerJudged
from smurfs_graph.nodes.base import Node
from smurfs_graph.nodes.drafts import ready_call
from smurfs_graph.nodes.finish import end_search
from smurfs_graph.nodes.tool_call import after_call
from smurfs_graph.search.dfsdt import advance
from smurfs_graph.search.state import Call, Failed, Judged, Refused
from smurfs_graph.settings import Settings
from smurfs_graph.state import Draft, SubTaskState

FROM = "$from"
"""Key of an argument that is taken from a predecessor's records."""
NONE_FOUND = "0 found"
"""Answer of a search that brought nothing."""
_BROUGHT = ("more calls", "answered", "answer and judge", "say it")
"""Ways after a call that brought something, in each step shape."""
_NOT_WHOLE = "what came back is no list of records, or too long to be kept whole, so that nothing can be chosen from it"


def prepare(calling: Calling) -> Node[SubTaskState]:
    """Make the node that drafts a prepared sub-task's call; an argument that cannot be had is a refused call."""

    async def prepare(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        task = state["sub_task"]
        tool = task.tools[0] if task.tools else ""
        if tool not in state["search"].tools:
            return {"draft": Draft(), "search": state["search"]}
        arguments: dict[str, Any] = dict(task.parameters)
        try:
            arguments = {
                name: await _resolved(value, state, calling.responses.store(runtime))
                for name, value in task.parameters.items()
            }
            call = Call(tool=tool, arguments=arguments)
            return {"draft": ready_call(calling, calling.settings_of(runtime), state, call).draft}
        except (LostError, ValueError) as error:
            refused = Refused(call=timed(state, Call(tool=tool, arguments=arguments)), reason=str(error))
            emit(runtime, not_made(state, refused.call, refused.reason))
            return {"draft": Draft(), "search": advance(state["search"], refused)}

    return prepare


def after_prepare(state: SubTaskState) -> Literal["refused", "approve", "call"]:
    """End where the call cannot be made, ask a person, or make it."""
    draft = state["draft"]
    if not draft.is_ready:
        return "refused"
    return "approve" if draft.is_unapproved else "call"


def after_call_or_search(
    state: SubTaskState,
) -> Literal[
    "stop",
    "approve",
    "planned",
    "in doubt",
    "go on with the program",
    "failed",
    "more calls",
    "answered",
    "answer and judge",
    "say it",
    "hand over",
]:
    """Route as after any call; the result of a prepared one is handed over, and not read by a model."""
    way = after_call(state)
    return "hand over" if state["sub_task"].prepared and way in _BROUGHT else way


def hand_over(toolset: GraphTools, responses: FullResponses) -> Node[SubTaskState]:
    """End a prepared sub-task: its answer says how many records there are."""

    async def hand_over(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        draft, task = state["draft"], state["sub_task"]
        found = await candidates_of(
            responses.store(runtime), state.get("run_id", ""), {draft.call.tool: [draft.reference]}
        )
        if found is None and draft.response.strip() != "[]":
            failed = Failed(call=timed(state, draft.call), reason=_NOT_WHOLE, response=draft.reference)
            update = {"draft": Draft(), "search": advance(state["search"], failed)}
            return await end_search(toolset, responses, state, runtime, update)
        answer = f"{found.count} found" if found is not None else NONE_FOUND
        said = AnswerJudged(
            sub_task=task.id,
            step=step_of(state),
            depth=state["search"].depth,
            tool=draft.call.tool,
            answer=answer,
            status="solved",
            hint="",
        )
        emit(runtime, said)
        judged = Judged(call=timed(state, draft.call), answer=answer, status="solved", response=draft.reference)
        update = {"draft": draft.model_copy(update={"answer": answer}), "search": advance(state["search"], judged)}
        return await end_search(toolset, responses, state, runtime, update)

    return hand_over


async def _resolved(value: Any, state: SubTaskState, store: BaseStore) -> Any:
    """Return an argument as the tool takes it. Raises LostError or ValueError where a predecessor does not give it."""
    if not isinstance(value, Mapping) or FROM not in value:
        return cast("Any", value)
    wanted = cast("Mapping[str, Any]", value)
    name, field = str(wanted[FROM]), str(wanted.get("field", ""))
    handed = state.get("handed", {}).get(name)
    if handed is None:
        raise ValueError(f"sub-task {name!r} handed nothing over")
    records = await records_of(store, name, handed)
    if any(field not in record for record in records):
        raise ValueError(f"the records of sub-task {name!r} have no field {field!r}")
    return [record[field] for record in records]
