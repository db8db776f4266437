"""The answer as data: the deliverer's last call, where the caller gave a schema for it.

What a model writes is validated by the caller's own Pydantic model; what is wrong goes back with the exact complaint.
Safe default: none, with a warning; nor is a model invited to invent data where nothing was found.
"""

import json
from typing import Any

from langgraph.runtime import Runtime

from smurfs_graph.asking.answer_stream import Answers
from smurfs_graph.asking.asking import Asking
from smurfs_graph.asking.kept_responses import FullResponses
from smurfs_graph.asking.live_runs import LiveRuns
from smurfs_graph.asking.question import ask_model
from smurfs_graph.grounding.ground import Source
from smurfs_graph.nodes.base import Node
from smurfs_graph.nodes.deliverer import whole_plan
from smurfs_graph.nodes.grounds import missing_of, run_grounds
from smurfs_graph.prompting import views
from smurfs_graph.prompting.replies import Reply
from smurfs_graph.prompting.structured import as_data, as_model, json_schema, reply_type, written_in
from smurfs_graph.settings import Settings
from smurfs_graph.state import RunState, whole_query

_CALL = "deliverer.structured"


def structure(asking: Asking, responses: FullResponses, answers: Answers) -> Node[RunState]:
    """Return the node that fills the caller's schema; only graphs that were built with one have it."""

    async def structure(state: RunState, runtime: Runtime[Settings]) -> dict[str, Any]:
        schema = answers.schema
        found = state.get("outcomes", {})
        if state.get("stop_reason") == "asked":
            return _ended(asking.live, state, {}, None, "structured: the user is asked first")
        direct = state.get("stop_reason") == "answered_without_tools"
        if schema is None or not (direct or any(outcome.answer for outcome in found.values())):
            return _ended(asking.live, state, {}, None, "structured: nothing was found to fill it from")
        shape = json_schema(schema)
        values = {
            "schema": json.dumps(shape, ensure_ascii=False),
            "query": whole_query(state),
            "outcomes": views.outcomes(whole_plan(state).sub_tasks, found),
            "answer": state.get("answer", ""),
        }
        turn = await ask_model(
            asking, state, runtime, _CALL, values, reply_type(schema), purpose="delivery", shape=shape
        )
        if turn.ends_here and turn.update.get("restart"):
            return turn.update
        settings, missing = asking.settings_of(runtime), tuple[str, ...]()
        if not direct and turn.reply is not None:
            missing = await _missing(responses, settings, state, runtime, turn.reply)
        if turn.reply is None:
            why = "no model could be asked" if turn.ends_here else f"no reply fitted {schema.__name__}"
            return _ended(asking.live, state, turn.update, None, f"structured: {why}")
        written = written_in(turn.reply)
        data = as_data(schema, as_model(schema, written), written)
        if not missing:
            return _ended(asking.live, state, turn.update, data)
        warning = f"structured: in no result, request or conversation: {', '.join(missing)}"
        partial = {"stop_reason": "partial"} if state.get("stop_reason") == "answered" else {}
        return _ended(asking.live, state, turn.update, data, warning) | partial

    return structure


async def _missing(
    responses: FullResponses, settings: Settings, state: RunState, runtime: Runtime[Settings], reply: Reply
) -> tuple[str, ...]:
    """Return the values of the data that stand neither in the answer nor in what that may rest on."""
    sources = await run_grounds(state, settings, responses.store(runtime))
    written = json.dumps(written_in(reply), ensure_ascii=False, default=str)
    return await missing_of(written, [*sources, Source(state.get("answer", ""))])


def _ended(
    live: LiveRuns, state: RunState, update: dict[str, Any], data: dict[str, Any] | None, warning: str = ""
) -> dict[str, Any]:
    live.forget(state.get("run_id", ""))
    warnings = [*update.get("warnings", []), *([warning] if warning else [])]
    return {**update, "restart": None, "structured": data, "warnings": warnings}
