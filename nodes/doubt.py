"""In doubt: a call that must not be made twice was under way when its process ended. A person says what became of it.

One node, one question, nothing before it, as in `approval`.
"""

from typing import Any, Literal

from langgraph.runtime import Runtime
from pydantic import BaseModel, ConfigDict, Field, model_validator

from smurfs_graph.asking.journal import Journal
from smurfs_graph.asking.people import ask
from smurfs_graph.asking.resources import Resources, emit
from smurfs_graph.events.vocabulary import PersonAnswered, PersonAsked
from smurfs_graph.nodes.base import Node
from smurfs_graph.nodes.tool_call import FATE_UNKNOWN, fail_call
from smurfs_graph.planning.decisions import review_of, single_answer
from smurfs_graph.settings import Settings
from smurfs_graph.state import TaskState
from smurfs_graph.tools.arguments import as_called
from smurfs_graph.tools.calling import Response

_IN_DOUBT = "It is not known whether this call was made. Approve: make it (again); reject: leave it."


class CallFate(BaseModel):
    """What a person says of a call of unknown fate."""

    model_config = ConfigDict(extra="forbid")

    decision: Literal["approve", "edit", "reject"] = Field(
        description="approve: make the call again; edit: it was made, and this came back; reject: leave it."
    )
    response: str | None = Field(default=None, description="What the call brought; for edit, and only for it.")
    reason: str = Field(default="", description="Why it is left; the executor is told.")

    @model_validator(mode="before")
    @classmethod
    def _of_a_chat(cls, given: Any) -> Any:
        said = single_answer(given, lambda _, arguments: {"response": arguments.get("response")})
        match said:
            case {"decision": "respond", "reason": response}:
                return {"decision": "edit", "response": response}
            case _:
                return said

    @model_validator(mode="after")
    def _response_where_there_was_one(self) -> "CallFate":
        if (self.decision == "edit") != (self.response is not None):
            raise ValueError("edit needs a response, and a response needs the decision edit")
        return self


def ask_about_call(resources: Resources) -> Node[TaskState]:
    """Ask a person whether the call was made."""

    async def ask_about_call(state: TaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        draft, tool = state["draft"], resources.tools[state["draft"].tool]
        arguments = as_called(tool, draft.arguments)
        question = {
            "kind": "call_in_doubt",
            "sub_task": state["sub_task"].id,
            "content": state["sub_task"].content,
            "tool": draft.tool,
            "description": tool.description,
            "arguments": arguments,
            "effects": sorted(tool.effects),
            "response": "",
            **review_of(draft.tool, arguments, _IN_DOUBT, "approve", "respond", "reject"),
        }
        task = state["sub_task"].id
        emit(runtime, PersonAsked(sub_task=task, about="call_in_doubt", text=f"was {draft.tool} called?"))
        said = ask(question, CallFate)
        emit(runtime, PersonAnswered(sub_task=task, about="call_in_doubt", decision=said.decision))
        if said.decision == "reject":
            reason = f"{FATE_UNKNOWN}{': ' + said.reason if said.reason else ''}"
            return fail_call(state, runtime, draft.call, reason, fault="tool")
        journal = Journal.of(runtime, state, draft.call, resources.memory)
        settled: dict[str, Any] = {"in_doubt": False, "planned_by": resources.name}
        if journal is not None and said.decision == "approve":
            await journal.forget()
        elif journal is not None:
            told = said.response or ""
            await journal.keep(Response(failed=False, reason="", text=told, full=told, seconds=0.0))
        return {"draft": draft.model_copy(update=settled)}

    return ask_about_call


def after_doubt(state: TaskState) -> Literal["settled", "left"]:
    """Go on with the call or with what it brought, or let the search go elsewhere."""
    return "settled" if state["draft"].tool else "left"
