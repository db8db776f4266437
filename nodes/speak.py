"""Speak: the answer as a message of the conversation, with what it rests on. No model is asked."""

from typing import Any

from langgraph.runtime import Runtime

from smurfs_graph.asking.resources import Resources
from smurfs_graph.nodes.base import Node
from smurfs_graph.nodes.deliverer import whole_plan
from smurfs_graph.prompting.conversation import answer_message
from smurfs_graph.settings import Settings
from smurfs_graph.state import RunState


def speak(resources: Resources) -> Node[RunState]:
    """The node function that adds the answer to the messages, once it is what the run ends with."""

    async def speak(state: RunState, runtime: Runtime[Settings]) -> dict[str, Any]:
        found, tasks = state.get("outcomes", {}), whole_plan(state).sub_tasks
        facts = [(task.content, found[task.id].answer) for task in tasks if task.id in found]
        name, reason = resources.answers.end(state.get("run_id", "")), state.get("stop_reason") or "error"
        return {"messages": [answer_message(name, state.get("answer", ""), reason, state.get("claims", ()), facts)]}

    return speak
