"""Ask one question about several calls of a reply, in the form of LangChain's human-in-the-loop middleware.

None of them is made before all are decided. Each approval is signed for its own call, at the step that it will be.
"""

from typing import Any, Literal

from langgraph.runtime import Runtime
from pydantic import BaseModel, ConfigDict, Field, model_validator

from smurfs_graph.asking.calling import Calling
from smurfs_graph.asking.emitting import emit, not_made, timed
from smurfs_graph.asking.people import ask, sign_approval
from smurfs_graph.concurrency.threads import run_in_thread
from smurfs_graph.events.run_view import arguments_of
from smurfs_graph.events.vocabulary import PersonAnswered, PersonAsked
from smurfs_graph.nodes.approval import (
    allowed,
    approved_draft,
    by_hand,
    consistent,
    refusal,
    rejected,
    shown_arguments,
    take_over,
    why_asked,
)
from smurfs_graph.nodes.base import Node
from smurfs_graph.nodes.drafts import ready_call_here
from smurfs_graph.nodes.native_conversation import is_program
from smurfs_graph.nodes.program_approval import action_request, approved_program
from smurfs_graph.programs.names import RUN_PYTHON
from smurfs_graph.search.dfsdt import Call, Failed, Stepped, advance
from smurfs_graph.settings import Settings
from smurfs_graph.state import Draft, SubTaskState


class _Action(BaseModel):
    """A call that is made instead: of the same tool."""

    name: str
    args: dict[str, Any]


class _Decision(BaseModel):
    """A person's decision on one of the calls."""

    model_config = ConfigDict(extra="forbid")

    type: Literal["approve", "edit", "reject", "respond"]
    edited_action: _Action | None = Field(default=None, description="The call to make instead; for edit.")
    message: str = Field(
        default="",
        description="Why it is rejected; the executor is told. For respond: the answer to the sub-task.",
    )

    @model_validator(mode="after")
    def _edits_where_it_says_so(self) -> "_Decision":
        if self.type == "respond" and not by_hand(self.message):
            raise ValueError("respond needs a message: the answer to the sub-task")
        return consistent(self, self.type, "edited_action", self.edited_action)


class CallsApproval(BaseModel):
    """A person's decisions on several calls, in their order."""

    model_config = ConfigDict(extra="forbid")

    decisions: list[_Decision]

    @model_validator(mode="after")
    def _responds_to_all(self) -> "CallsApproval":
        if sum(each.type == "respond" for each in self.decisions) > 1 or (
            self.answer and any(each.type in ("approve", "edit") for each in self.decisions)
        ):
            raise ValueError("respond answers the sub-task: say it to one call, and reject the others")
        return self

    @property
    def answer(self) -> str:
        """Return a person's own answer to the sub-task; empty where they leave it to the run."""
        return next((each.message for each in self.decisions if each.type == "respond"), "")


def asked_together(calling: Calling, settings: Settings, state: SubTaskState, calls: list[Call]) -> list[Draft]:
    """Return the first of these calls, as far as a person has to be asked about each of them."""
    search, found = state["search"], list[Draft]()
    for call in calls[: search.limits.max_steps - search.steps]:
        if is_program(state, call):
            break
        try:
            ready = ready_call_here(calling, settings, state, call)
        except ValueError:
            break
        if not ready.asks or ready.call.key in [other.call.key for other in found]:
            break
        found.append(ready.draft)
    return found


def approve_calls(calling: Calling) -> Node[SubTaskState]:
    """Ask a person about the calls that are ready."""

    async def approve_calls(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        drafts, task = state.get("together", []), state["sub_task"].id
        for draft in drafts:
            text = f"may {draft.call.tool}({arguments_of(draft.call.arguments)}) be called?"
            emit(runtime, PersonAsked(sub_task=task, about="tool_call", text=text))
        settings, decided = calling.settings_of(runtime), list[Draft]()
        with calling.live.waiting(state):
            answered = ask(_question(calling, settings, state, drafts), CallsApproval)
        said = answered.decisions
        search = state["search"]
        try:
            if len(said) != len(drafts):
                raise ValueError(f"{len(drafts)} calls need as many decisions, not {len(said)}")
            if answered.answer:
                emit(runtime, PersonAnswered(sub_task=task, about="tool_call", decision="respond"))
                return take_over(calling.toolset, state, runtime, answered.answer)
            for draft, decision in zip(drafts, said, strict=True):
                decided.append(await run_in_thread(_decided, calling, settings, state, draft, decision))
        except ValueError as error:
            return {"together": [draft.model_copy(update={"complaint": str(error)}) for draft in drafts]}
        refused: list[Failed] = []
        for draft, decision in zip(decided, said, strict=True):
            emit(runtime, PersonAnswered(sub_task=task, about="tool_call", decision=decision.type))
            if decision.type == "reject":
                reason = refusal(decision.message)
                emit(runtime, not_made(state, draft.call, reason))
                refused.append(Failed(call=timed(state, rejected(draft.call)), reason=reason))
        if refused:
            search = advance(search, Stepped(results=tuple(refused)))
        approved = [draft for draft, decision in zip(decided, said, strict=True) if decision.type != "reject"]
        now: SubTaskState = {**state, "search": search}
        signed = [await sign_approval(now, runtime, draft, ahead) for ahead, draft in enumerate(approved)]
        ready = [
            draft.model_copy(update={"approved": signature}) for draft, signature in zip(approved, signed, strict=True)
        ]
        return {"search": search, "together": ready}

    return approve_calls


def after_calls_approval(
    state: SubTaskState,
) -> Literal["ask again", "decided", "go on with the program", "taken over"]:
    """Ask again where the answer did not pass, make what was approved, or end with a person's answer."""
    if "outcome" in state:
        return "taken over"
    if any(draft.is_unapproved for draft in state.get("together", [])):
        return "ask again"
    return "decided" if state.get("program") is None else "go on with the program"


def _question(calling: Calling, settings: Settings, state: SubTaskState, drafts: list[Draft]) -> dict[str, Any]:
    """Return the question about several calls at once, one action for each."""
    requests = [_request(calling, settings, state, draft) for draft in drafts]
    return {
        "kind": "tool_calls",
        "sub_task": state["sub_task"].id,
        "content": state["sub_task"].content,
        "action_requests": requests,
        "review_configs": [
            {"action_name": name, "allowed_decisions": allowed(state)}
            for name in dict.fromkeys(str(request["name"]) for request in requests)
        ],
        "complaint": drafts[0].complaint,
    }


def _request(calling: Calling, settings: Settings, state: SubTaskState, draft: Draft) -> dict[str, Any]:
    """Return one call as an action that a person decides on; a program has the effects of all tools it may call."""
    if draft.call.tool == RUN_PYTHON:
        tools = [calling.toolset.tools[name] for name in state["search"].tools]
        return action_request(draft, sorted({effect for tool in tools for effect in tool.effects}))
    tool = calling.toolset.tools[draft.call.tool]
    return {
        "name": tool.name,
        "args": shown_arguments(calling, settings, draft),
        "description": tool.description,
        "effects": sorted(tool.effects),
        "why": why_asked(calling, settings, state, draft),
    }


def _decided(calling: Calling, settings: Settings, state: SubTaskState, draft: Draft, decision: _Decision) -> Draft:
    """Return the draft as it is to be made. Raises ValueError where an edit cannot be."""
    if decision.type == "reject":
        return draft
    edited = decision.edited_action
    arguments, name = (edited.args, edited.name) if edited else (None, "")
    if draft.call.tool == RUN_PYTHON:
        return approved_program(calling.toolset, state, draft, arguments, name)
    return approved_draft(calling, settings, draft, arguments, name)
