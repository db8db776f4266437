"""Speak: the answer as a message of the conversation, with what it rests on. No model is asked."""

from typing import Any

from langgraph.runtime import Runtime

from smurfs_graph.nodes.deliverer import whole_plan
from smurfs_graph.prompting.conversation import answer_message
from smurfs_graph.settings import Settings
from smurfs_graph.state import RunState


async def speak(state: RunState, runtime: Runtime[Settings]) -> dict[str, Any]:
    """Add the answer to the messages, once it is what the run ends with."""
    outcomes = state.get("outcomes", {})
    found = [(task.content, outcomes[task.id].answer) for task in whole_plan(state).sub_tasks if task.id in outcomes]
    reason = state.get("stop_reason") or "error"
    said = answer_message(state.get("run_id", ""), state.get("answer", ""), reason, state.get("claims", ()), found)
    return {"messages": [said]}
