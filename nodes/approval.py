"""People in the loop: one node, one question, nothing before it (an interrupted node starts again on resume).

What was approved is exactly what runs: the plan or call that the person saw, or the one that they wrote instead,
checked by the same code. An answer that does not pass is asked for again, with the complaint. Under an approved call
stands the user's signature. Of a call that must not be made twice and was under way when its process ended, a person
says what became of it.
"""

import time
from typing import Any, Literal, TypeVar, cast

from langgraph.config import get_config
from langgraph.runtime import Runtime
from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from smurfs_graph.asking.calling import Calling
from smurfs_graph.asking.emitting import emit
from smurfs_graph.asking.graph_tools import GraphTools
from smurfs_graph.asking.journal import Journal
from smurfs_graph.asking.people import ask, sign_approval
from smurfs_graph.canonical import canonical_json
from smurfs_graph.events.run_view import arguments_of
from smurfs_graph.events.vocabulary import PersonAnswered, PersonAsked, PlanMade
from smurfs_graph.models.free_forms import with_forms_read
from smurfs_graph.nodes.base import Node, awaits
from smurfs_graph.nodes.finish import end_sub_task, tried
from smurfs_graph.nodes.tool_call import FATE_UNKNOWN, fail_call
from smurfs_graph.planning.check import complaints, lost_keys
from smurfs_graph.planning.decisions import (
    HOW_TO_SETTLE,
    PlanDecision,
    PlanReview,
    from_form,
    review_of,
    settlement_in,
    single_answer,
)
from smurfs_graph.planning.outcome import BY_PERSON, Outcome
from smurfs_graph.planning.plan import Plan
from smurfs_graph.search.state import Call
from smurfs_graph.settings import Settings
from smurfs_graph.state import Draft, RunState, SubTaskState, TaskState
from smurfs_graph.tools.calling import Response
from smurfs_graph.tools.memory import user_of_request
from smurfs_graph.tools.output import clean
from smurfs_graph.tools.prepared import EVERY_CALL

S = TypeVar("S")
MOST_BY_HAND = 32_000
"""Characters of an answer that a person gives to a sub-task: every checkpoint after it has them."""
_IN_DOUBT = (
    "It is not known whether this call was made. Respond with repeat: make it (again); with made: and what it brought. "
    "Reject: leave it."
)


class PlanApproval(BaseModel):
    """A person's decision on a plan."""

    model_config = ConfigDict(extra="forbid")

    decision: Literal["approve", "edit", "reject"]
    plan: Plan | None = Field(default=None, description="The plan to run instead; for edit, and only for it.")
    reason: str = Field(default="", description="Why it is rejected.")

    @model_validator(mode="before")
    @classmethod
    def _of_a_chat(cls, given: Any) -> Any:
        return single_answer(given, lambda _, arguments: {"plan": from_form(arguments)})

    @field_validator("plan", mode="before")
    @classmethod
    def _nothing_misspelt(cls, value: Any) -> Any:
        if isinstance(value, dict):
            written = cast("dict[str, Any]", value)
            if lost := lost_keys(written, Plan.model_validate(written).model_dump(mode="json")):
                raise ValueError(f"there is no {', '.join(map(repr, lost[:6]))} in a plan")
        return cast("Any", value)

    @model_validator(mode="after")
    def _edits_where_it_says_so(self) -> "PlanApproval":
        return consistent(self, self.decision, "plan", self.plan)


class CallApproval(BaseModel):
    """A person's decision on a tool call."""

    model_config = ConfigDict(extra="forbid")

    decision: Literal["approve", "edit", "reject", "respond"] = Field(
        description="respond: the call is not made, and what is written answers its sub-task."
    )
    arguments: dict[str, Any] | None = Field(default=None, description="The arguments to use instead; for edit.")
    tool: str = Field(default="", description="The tool that an edit is for; no other than the one asked about.")
    reason: str = Field(default="", description="Why it is rejected; the executor is told.")
    answer: str = Field(default="", description="The answer to the sub-task; for respond, and only for it.")

    @model_validator(mode="before")
    @classmethod
    def _of_a_chat(cls, given: Any) -> Any:
        said = single_answer(given, lambda tool, arguments: {"arguments": arguments, "tool": tool})
        match said:
            case {"decision": "respond", "reason": answer, **rest} if not rest:
                return {"decision": "respond", "answer": answer}
            case _:
                return said

    @model_validator(mode="after")
    def _edits_where_it_says_so(self) -> "CallApproval":
        if (self.decision == "respond") != bool(by_hand(self.answer)):
            raise ValueError("respond needs an answer, and an answer needs the decision respond")
        return consistent(self, self.decision, "arguments", self.arguments)


class CallFate(BaseModel):
    """A person's decision on a call of unknown fate: in data, in words, or in the form of a chat.

    It is never approved: whoever approves from habit would have it made twice.
    """

    model_config = ConfigDict(extra="forbid")

    decision: Literal["repeat", "leave", "made"] = Field(
        description="repeat: make the call again; leave: go on without it; made: it was made, and this came back."
    )
    response: str | None = Field(default=None, description="What the call brought; for made, and only for it.")
    reason: str = Field(default="", description="Why it is left; the executor is told.")

    @model_validator(mode="before")
    @classmethod
    def _in_words(cls, given: Any) -> Any:
        if isinstance(given, str):
            return settlement_in(given)
        if not isinstance(given, dict) or "decisions" not in given:
            return cast("Any", given)
        match single_answer(given, lambda _, arguments: arguments):
            case {"decision": "reject", **why}:
                return {"decision": "leave", **why}
            case {"decision": "respond", "reason": str(text)}:
                return settlement_in(text)
            case _:
                raise ValueError(f"respond or reject: {HOW_TO_SETTLE}")

    @model_validator(mode="after")
    def _has_a_response_where_it_says_so(self) -> "CallFate":
        if (self.decision == "made") != (self.response is not None):
            raise ValueError("made needs a response, and a response needs the decision made")
        return self


def by_hand(text: str) -> str:
    """Return an answer as it counts: without what nobody sees. Raises ValueError where it is too long to be kept."""
    if len(text) > MOST_BY_HAND:
        raise ValueError(f"the answer has {len(text):,} characters, {MOST_BY_HAND:,} are the most")
    return clean(text).strip()


def consistent(said: S, decision: str, subject: str, edited: object) -> S:
    """Check that an edit comes with the decision `edit`, and only with it.

    An approval beside an edit would lose the edit, or approve what nobody has seen. Raises ValueError.
    """
    if (decision == "edit") != (edited is not None):
        raise ValueError(f"edit needs {subject}, and {subject} need the decision edit")
    return said


def allowed(state: TaskState) -> list[str]:
    """Return the decisions a person may make on a call; records to choose from are not written by hand."""
    return ["approve", "edit", "reject", *([] if state["sub_task"].prepared else ["respond"])]


def take_over(toolset: GraphTools, state: TaskState, runtime: Runtime[Settings], answer: str) -> dict[str, Any]:
    """Return the end of a sub-task that a person answers by hand: no call that waits is made.

    Raises ValueError where nobody can.
    """
    if state["sub_task"].prepared:
        raise ValueError("records are to be found here: approve, edit or reject the call")
    outcome = Outcome(
        sub_task=state["sub_task"].id,
        status="solved",
        answer=by_hand(answer),
        reason=BY_PERSON,
        evidence=tried(state, toolset.tools),
        warnings=tuple(state.get("warnings", [])),
    )
    return {"draft": Draft(), **end_sub_task(runtime, outcome, state.get("stop"))}


def approve_plan(calling: Calling) -> Node[RunState]:
    """Ask a person about the plan."""

    async def approve_plan(state: RunState, runtime: Runtime[Settings]) -> dict[str, Any]:
        toolset = calling.toolset
        plan, review = state["plan"].model_dump(mode="json"), state.get("review")
        complaint = review.complaint if review is not None else ""
        question = {
            "kind": "plan",
            "plan": plan,
            "complaint": complaint,
            "tools": list(toolset.tools),
            **review_of("plan", plan, complaint, "approve", "edit", "reject"),
        }
        emit(runtime, PersonAsked(about="plan", text="the plan is to be approved"))
        with calling.live.waiting(state):
            said = ask(question, PlanApproval)
        decided = PlanDecision(decision=said.decision, at=time.time(), by=_who_decides())
        decisions = [*state.get("plan_decisions", ()), decided]
        if said.decision == "reject":
            emit(runtime, _answered(decided))
            return {**_rejected(state, said.reason), "plan_decisions": decisions}
        if said.decision == "approve":
            emit(runtime, _answered(decided))
            return {**_approved(state["plan"]), "plan_decisions": decisions}
        if said.plan is None:
            raise RuntimeError("an edit without a plan")  # its schema refuses it
        settings = calling.settings_of(runtime)
        known = {"tools": toolset.tools, "executors": settings.executors}
        wrong = complaints(said.plan, limit=settings.max_sub_tasks, **known)
        wrong += _about_the_past(state, said.plan)
        if wrong:
            emit(runtime, PersonAnswered(about="plan", decision="invalid"))
            return {"review": PlanReview(by=("person",), complaint="; ".join(wrong[:6]))}
        emit(runtime, _answered(decided))
        emit(runtime, PlanMade(plan=said.plan))
        return {"plan": said.plan, **_approved(said.plan), "plan_decisions": decisions}

    return approve_plan


def _who_decides() -> str:
    """Return the user whom the server has authenticated or the caller names, as workers do in the metadata."""
    return user_of_request() or str(get_config().get("metadata", {}).get("user_id") or "")


def _answered(decided: PlanDecision) -> PersonAnswered:
    return PersonAnswered(at=decided.at, about="plan", decision=decided.decision, by=decided.by)


def _approved(plan: Plan) -> dict[str, Any]:
    return {"review": None, "approved_tools": _tools_of(plan)}


def after_approval(state: RunState) -> Literal["ask again", "approved", "rejected"]:
    """Ask again where the answer did not pass, start the plan, or deliver the rejection."""
    if awaits(state, "person"):
        return "ask again"
    decisions = state.get("plan_decisions")
    return "rejected" if decisions and decisions[-1].decision == "reject" else "approved"


def approve_call(calling: Calling) -> Node[TaskState]:
    """Ask a person about the tool call that is ready."""

    async def approve_call(state: TaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        draft, task = state["draft"], state["sub_task"].id
        about = "\n\n".join(filter(None, [calling.toolset.tools[draft.call.tool].description, draft.complaint]))
        settings = calling.settings_of(runtime)
        question = _question(calling, settings, state, "tool_call", about, allowed(state), complaint=draft.complaint)
        text = f"may {draft.call.tool}({arguments_of(draft.call.arguments)}) be called?"
        emit(runtime, PersonAsked(sub_task=task, about="tool_call", text=text))
        with calling.live.waiting(state):
            said = ask(question, CallApproval)
        emit(runtime, PersonAnswered(sub_task=task, about="tool_call", decision=said.decision))
        if said.decision == "reject":
            return fail_call(state, runtime, rejected(draft.call), refusal(said.reason), fault="tool")
        try:
            if said.decision == "respond":
                return take_over(calling.toolset, state, runtime, said.answer)
            draft = approved_draft(calling, settings, draft, said.arguments, said.tool)
        except ValueError as error:
            return {"draft": draft.model_copy(update={"complaint": str(error)})}
        signed = await sign_approval(state, runtime, draft)
        return {"draft": draft.model_copy(update={"approved": signed})}

    return approve_call


def shown_arguments(calling: Calling, settings: Settings, draft: Draft) -> dict[str, Any]:
    """Return the arguments of a call as its tool gets them; as they were written where they are not valid."""
    call = draft.call
    try:
        return calling.rules.prepare(settings, calling.toolset.tools[call.tool], call.arguments, call.id).canonical
    except ValueError:
        return dict(call.arguments)


def why_asked(calling: Calling, settings: Settings, state: TaskState, draft: Draft) -> str:
    """Return why a person is asked about a call, and how a server would be believed that says it only reads."""
    call, tool = draft.call, calling.toolset.tools[draft.call.tool]
    try:
        prepared = calling.rules.prepare(settings, tool, call.arguments, call.id)
    except ValueError:
        return ""
    ruling = calling.rules.ruling(settings, state, prepared)
    # Settings that ask no more, in the call that brings the answer, leave the question as it was put.
    why = ruling.reason if ruling.decision == "ask" else EVERY_CALL
    if tool.says_it_reads:
        why += '; its server says that it only reads, and is believed with "trusted": true in the server\'s entry'
    return why


def _question(
    calling: Calling,
    settings: Settings,
    state: TaskState,
    kind: str,
    about: str,
    decisions: list[str],
    **more: str,
) -> dict[str, Any]:
    """Return the question to a person about the call that is ready."""
    draft = state["draft"]
    tool = calling.toolset.tools[draft.call.tool]
    arguments = shown_arguments(calling, settings, draft)
    return {
        "kind": kind,
        "sub_task": state["sub_task"].id,
        "content": state["sub_task"].content,
        "tool": draft.call.tool,
        "description": tool.description,
        "arguments": arguments,
        "effects": sorted(tool.effects),
        "why": why_asked(calling, settings, state, draft) if kind == "tool_call" else "",
        **more,
        **review_of(draft.call.tool, arguments, about, *decisions),
    }


def approved_draft(
    calling: Calling, settings: Settings, draft: Draft, edited: dict[str, Any] | None, tool: str
) -> Draft:
    """Return the draft as it is to be made, `edited`: with a person's arguments, for the tool that they name.

    Raises ValueError where it cannot be, whoever approves it.
    """
    if tool not in ("", draft.call.tool):
        raise ValueError(f"an edit of {draft.call.tool} cannot call another tool")
    called = calling.toolset.tools[draft.call.tool]
    before = draft.call.arguments
    arguments = before if edited is None else with_forms_read(called.parameters, edited, before)
    prepared = calling.rules.prepare(settings, called, arguments, draft.call.id)
    if prepared.ruling.decision == "deny":
        raise ValueError(f"the policy forbids this call ({prepared.ruling.reason})")
    decision = "approved" if canonical_json(arguments) == canonical_json(before) else "edited"
    changed = {"arguments": arguments, "fingerprint": prepared.fingerprint, "decision": decision}
    call = draft.call.model_copy(update=changed)
    return draft.model_copy(update={"call": call, "stage": "ready", "complaint": ""})


def rejected(call: Call) -> Call:
    """Return a call that a person said no to."""
    return call.model_copy(update={"decision": "rejected"})


def refusal(reason: str) -> str:
    """Tell the executor that a person refused a call."""
    return f"a person refused this call{': ' + reason if reason else ''}"


def after_call_approval(
    state: TaskState,
) -> Literal["ask again", "approved", "refused", "go on with the program", "taken over"]:
    """Ask again where the answer did not pass, make the call, let the search or the program go on without it, or end
    with their answer.
    """
    draft = state["draft"]
    if "outcome" in state:
        return "taken over"
    if not draft.call.tool:
        program: Any = state.get("program")
        return "refused" if program is None else "go on with the program"
    return "ask again" if draft.is_unapproved else "approved"


def ask_about_call(calling: Calling) -> Node[TaskState]:
    """Ask a person whether the call was made."""

    async def ask_about_call(state: TaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        draft = state["draft"]
        decisions = ["respond", "reject"]
        settings = calling.settings_of(runtime)
        question = _question(calling, settings, state, "call_in_doubt", _IN_DOUBT, decisions)
        task = state["sub_task"].id
        emit(runtime, PersonAsked(sub_task=task, about="call_in_doubt", text=f"was {draft.call.tool} called?"))
        with calling.live.waiting(state):
            said = ask(question, CallFate)
        emit(runtime, PersonAnswered(sub_task=task, about="call_in_doubt", decision=said.decision))
        if said.decision == "leave":
            reason = f"{FATE_UNKNOWN}{': ' + said.reason if said.reason else ''}"
            return fail_call(state, runtime, draft.call, reason, fault="tool")
        journal = Journal.of(runtime, state, draft.call, calling.responses.memory)
        settled: dict[str, Any] = {"stage": "ready", "planned_by": calling.graph, "complaint": ""}
        if journal is not None and said.decision == "repeat":
            await journal.forget()
        elif journal is not None:
            told = said.response or ""
            await journal.keep(Response(failed=False, reason="", text=told, full=told, seconds=0.0))
        return {"draft": draft.model_copy(update=settled)}

    return ask_about_call


def after_doubt(state: SubTaskState) -> Literal["settled", "left", "go on with the program"]:
    """Go on with the call or with what it brought, or let the search go elsewhere; a program sees to that itself."""
    if state.get("program") is not None:
        return "go on with the program"
    return "settled" if state["draft"].call.tool else "left"


def _tools_of(plan: Plan) -> list[str] | None:
    """Return the tools that a plan names; None where a sub-task leaves the choice open."""
    if not all(task.tools for task in plan.sub_tasks):
        return None
    return sorted({name for task in plan.sub_tasks for name in task.tools})


def _about_the_past(state: RunState, plan: Plan) -> list[str]:
    """Return complaints about a revised plan that changes sub-tasks which have run."""
    before = {task.id: task for task in state["plan"].sub_tasks if task.id in state.get("outcomes", {})}
    return [
        f"sub-task {task.id!r} has run already: leave it as it was, or give the new one another id"
        for task in plan.sub_tasks
        if task.id in before and task != before[task.id]
    ]


def _rejected(state: RunState, reason: str) -> dict[str, Any]:
    why = f"the plan was rejected{': ' + reason if reason else ''}"
    found = state.get("outcomes", {})
    left = [task.id for task in state["plan"].sub_tasks if task.id not in found]
    outcomes = {name: Outcome(sub_task=name, status="rejected", reason=why) for name in left}
    return {"outcomes": outcomes, "review": None}
