"""People in the loop: one node, one question, nothing before it (an interrupted node starts again on resume).

What was approved is exactly what runs: the plan or call that the person saw, or the one that they wrote instead,
checked by the same code. An answer that does not pass is asked for again, with the complaint.
"""

from typing import Any, Literal

from langgraph.runtime import Runtime
from langgraph.types import interrupt
from pydantic import BaseModel, ConfigDict, Field

from smurfs_graph.events import PlanMade
from smurfs_graph.nodes.base import Node
from smurfs_graph.outcome import Outcome
from smurfs_graph.plan import Plan
from smurfs_graph.plan_check import complaints
from smurfs_graph.resources import Resources, emit
from smurfs_graph.search import Failed, advance
from smurfs_graph.settings import Settings
from smurfs_graph.state import Draft, RunState, SubTaskState
from smurfs_graph.tools.arguments import canonical_arguments, fingerprint


class PlanApproval(BaseModel):
    """What a person says to a plan."""

    model_config = ConfigDict(extra="forbid")

    decision: Literal["approve", "edit", "reject"]
    plan: Plan | None = Field(default=None, description="The plan to run instead; needed for edit.")
    reason: str = Field(default="", description="Why it is rejected.")


class CallApproval(BaseModel):
    """What a person says to a tool call."""

    model_config = ConfigDict(extra="forbid")

    decision: Literal["approve", "edit", "reject"]
    arguments: dict[str, Any] | None = Field(default=None, description="The arguments to use instead; needed for edit.")
    reason: str = Field(default="", description="Why it is rejected; the executor is told.")


def approve_plan(resources: Resources) -> Node[RunState]:
    """Ask a person about the plan."""

    async def approve_plan(state: RunState, runtime: Runtime[Settings]) -> dict[str, Any]:
        question = {
            "kind": "plan",
            "plan": state["plan"].model_dump(mode="json"),
            "complaint": state.get("complaint", ""),
            "tools": list(resources.tools),
        }
        said = PlanApproval.model_validate(interrupt(question, response_schema=PlanApproval))
        if said.decision == "reject":
            return _rejected(state, said.reason)
        if said.decision == "approve":
            return {"awaiting": None, "complaint": "", "approved_tools": _tools_of(state["plan"])}
        if said.plan is None:
            return {"awaiting": "plan", "complaint": "edit needs a plan"}
        wrong = complaints(said.plan, tools=resources.tools, limit=resources.settings(runtime).max_sub_tasks)
        if wrong:
            return {"awaiting": "plan", "complaint": "; ".join(wrong[:6])}
        emit(runtime, PlanMade(plan=said.plan))
        return {"plan": said.plan, "awaiting": None, "complaint": "", "approved_tools": _tools_of(said.plan)}

    return approve_plan


def after_approval(state: RunState) -> Literal["ask again", "approved", "rejected"]:
    """Ask again where the answer did not pass, start the plan, or deliver the rejection."""
    if state.get("awaiting") == "plan":
        return "ask again"
    outcomes = state.get("outcomes", {})
    return "rejected" if any(outcome.status == "rejected" for outcome in outcomes.values()) else "approved"


def approve_call(resources: Resources) -> Node[SubTaskState]:
    """Ask a person about the tool call that is ready."""

    async def approve_call(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        draft = state["draft"]
        tool = resources.tools[draft.tool]
        question = {
            "kind": "tool_call",
            "sub_task": state["sub_task"].id,
            "content": state["sub_task"].content,
            "tool": draft.tool,
            "description": tool.description,
            "arguments": draft.arguments,
            "effects": sorted(tool.effects),
            "complaint": draft.complaint,
        }
        said = CallApproval.model_validate(interrupt(question, response_schema=CallApproval))
        if said.decision == "reject":
            reason = f"a person refused this call{': ' + said.reason if said.reason else ''}"
            return {"draft": Draft(), "search": advance(state["search"], Failed(call=draft.call, reason=reason))}
        arguments = draft.arguments if said.decision == "approve" else said.arguments
        if arguments is None:
            return {"draft": draft.model_copy(update={"complaint": "edit needs arguments"})}
        try:
            canonical = canonical_arguments(tool, arguments)
        except ValueError as error:
            return {"draft": draft.model_copy(update={"complaint": str(error)})}
        ruling = resources.rules.policy(resources.settings(runtime)).decide(tool, canonical)
        if ruling.decision == "deny":
            complaint = f"the policy forbids this call ({ruling.reason})"
            return {"draft": draft.model_copy(update={"complaint": complaint})}
        made = fingerprint(tool, canonical)
        approved = {"arguments": arguments, "fingerprint": made, "approved": made, "unapproved": False, "complaint": ""}
        return {"draft": draft.model_copy(update=approved)}

    return approve_call


def after_call_approval(state: SubTaskState) -> Literal["ask again", "approved", "refused"]:
    """Ask again where the answer did not pass, make the call, or let the search go elsewhere."""
    draft = state["draft"]
    if not draft.tool:
        return "refused"
    return "ask again" if draft.unapproved else "approved"


def _tools_of(plan: Plan) -> list[str] | None:
    """The tools that a plan names; None where a sub-task leaves the choice open."""
    if not all(task.tools for task in plan.sub_tasks):
        return None
    return sorted({name for task in plan.sub_tasks for name in task.tools})


def _rejected(state: RunState, reason: str) -> dict[str, Any]:
    why = f"the plan was rejected{': ' + reason if reason else ''}"
    outcomes = {task.id: Outcome(sub_task=task.id, status="rejected", reason=why) for task in state["plan"].sub_tasks}
    return {"outcomes": outcomes, "awaiting": None, "complaint": ""}
