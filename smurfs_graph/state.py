"""The typed state of a run (outer graph) and of one sub-task (inner graph), key by key.

Each key says who writes it. A key without a reducer is replaced by what a node returns.
"""

import operator
from typing import Annotated, Any, Literal, NotRequired, Required, cast

from langchain_core.messages import AnyMessage
from langgraph.graph.message import add_messages
from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict  # pydantic refuses typing's before Python 3.12

from smurfs_graph.budgets.usage import Usage, UsageRow, add_usage
from smurfs_graph.constraints.check import Verdict
from smurfs_graph.constraints.report import ChoiceReport
from smurfs_graph.planning.clarification import Clarification, with_answers
from smurfs_graph.planning.decisions import PlanDecision, PlanReview
from smurfs_graph.planning.delivery import Claim, NotFound
from smurfs_graph.planning.lengths import Cut
from smurfs_graph.planning.outcome import Candidates, Known, Outcome, StopReason
from smurfs_graph.planning.plan import Plan, SubTask
from smurfs_graph.search.decision_tree import Decided, DecisionTree
from smurfs_graph.search.state import Attempt, Call, Failed, Judged, Refused, SearchState


class Restart(BaseModel):
    """A call whose last reply was refused, and how often that has happened in a row."""

    model_config = ConfigDict(frozen=True)

    call: str
    count: int
    complaint: str
    reply: str = ""
    """The reply itself, where it could be read: it is shown beside the complaint."""
    cuts: tuple[Cut, ...] = ()
    """Why replies had no end, of those that had none."""


class Stop(BaseModel):
    """Why no further call may be made: a budget that ran out, or a model that cannot be asked."""

    model_config = ConfigDict(frozen=True)

    reason: StopReason
    text: str = ""
    scope: Literal["run", "sub_task"] = "run"
    """Scope of the stop: everything, or only the sub-task whose own budget ran out."""


class Instead(BaseModel):
    """The model's reason not to begin a request at once; if all are empty, a planner or a domain looks at it."""

    model_config = ConfigDict(frozen=True)

    plan: Plan | None = None
    """The plan that the model made: its parts are solved in place of the one sub-task."""
    domain: str = ""
    """The domain whose tool the model called."""
    question: str = ""
    """The model's question to the user before it begins."""


class Draft(BaseModel):
    """The step that is being made: its call, how far it is, and what came of it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    call: Call = Field(default_factory=Call)
    """The call, as far as it is known: with the thought first, then with the tool, then with arguments."""
    stage: Literal["open", "ready", "unapproved", "in doubt", "concludes", "judged"] = "open"
    """ready: the call may be made; unapproved: a person has to approve it first; in doubt: a process ended that may
    have made it, and a person is asked; concludes: no call is needed, what is known is answered from and judged;
    judged: the search has been told of the answer.
    """
    response: str = ""
    """The response, capped."""
    reference: str = ""
    """Key of the full response in the store."""
    answer: str = ""
    answers: tuple[str, ...] = ()
    """Guided steps: what is said so far, a sentence for each clause of the request."""
    made: tuple[Refused | Failed | Judged, ...] = ()
    """The calls of a step that holds several, with what came of each; an answer is drawn from all of them."""
    approved: str = ""
    """A signature under the call that a person approved (`asking/people.py`)."""
    complaint: str = ""
    """Why a person's answer did not pass."""
    planned_by: str = ""
    """The graph object that is about to make a call which must not be made twice."""

    @property
    def is_unapproved(self) -> bool:
        """Return whether the call waits for a person's approval."""
        return self.stage == "unapproved"

    @property
    def is_ready(self) -> bool:
        """Return whether the call is complete and valid."""
        return self.stage in ("ready", "unapproved")


class PromptView(BaseModel):
    """How prompts show a sub-task."""

    model_config = ConfigDict(frozen=True)

    form: str = ""
    """Form of the answer, where the sub-task is the request itself."""
    rich: bool = False
    """Prompts show the request and responses as well (`Settings.context`)."""
    dependants: tuple[str, ...] = ()
    """Sub-tasks that build on this one, in the plan's words, where prompts are rich."""


class Memories(BaseModel):
    """The memories of a run's user."""

    model_config = ConfigDict(frozen=True)

    user: str = ""
    """Their owner; empty: there is no memory in this run."""
    texts: tuple[str, ...] = ()
    """Texts that the user asked to be remembered, within a bound."""
    said: tuple[str, ...] = ()
    """Of a sub-task: the user's own words, of which `remember` keeps what it is asked to."""


class Offer(BaseModel):
    """The tools as a model has them in native and code steps."""

    model_config = ConfigDict(frozen=True)

    tools: tuple[str, ...] = ()
    """The tools whose documents it has."""
    ours: tuple[str, ...] = ()
    """This library's own tools beside them."""
    shapes: dict[str, str] = {}
    """Code steps: what results of tools that declare none looked like when the sub-task began, by tool."""


class Guided(BaseModel):
    """Replies of a model in the guided steps of a search."""

    model_config = ConfigDict(frozen=True)

    chosen: dict[str, str] = {}
    """The tool that it chose, by clause; "" for none."""
    at_first: dict[str, str] = {}
    """The tool that it chose when it was asked for the first of two times, by clause."""
    values: dict[str, dict[str, Any]] = {}
    """The values that it filled in, by clause and call."""


class Program(BaseModel):
    """The program that is under way: what it is run again from, in whatever process."""

    model_config = ConfigDict(frozen=True)

    turn: int
    """Number of the reply, see `Call`; likewise the next one."""
    id: str
    source: str
    now: str
    """Time of its clock, ISO 8601 without a zone: the wall time at which it was begun."""
    begun_by: str = ""
    """The graph object that began it, where no store outlives the process."""
    pages: int = 0
    """Pages of its log so far; fewer that are found have been lost."""
    approved: tuple[Draft, ...] = ()
    """Its calls that a person approved."""
    whole: Draft = Field(default_factory=Draft)
    """The program itself as a person approved it."""


WITH_TOOLS_BOUND = frozenset({"native", "code"})
"""Shapes of a step in which the model replies with calls of tools."""


def merge_outcomes(old: dict[str, Outcome] | None, new: dict[str, Outcome] | None) -> dict[str, Outcome]:
    """Merge outcomes by sub-task id, as a reducer; a later one replaces an earlier one."""
    return {**(old or {}), **(new or {})}


def add_new(old: list[str] | None, new: list[str] | None) -> list[str]:
    """Join texts in the order they came, each once, as a reducer."""
    return list(dict.fromkeys([*(old or []), *(new or [])]))


def add_said(old: list[AnyMessage] | None, new: Any) -> list[AnyMessage]:
    """Add messages, as a reducer; an answer that comes back keeps what it carries, which not all clients send."""
    bearing = {(each.id, each.text): each.additional_kwargs for each in old or () if each.additional_kwargs}
    said: Any = add_messages(cast("Any", old or []), new)
    lost = [each for each in said if not each.additional_kwargs and (each.id, each.text) in bearing]
    kept = [each.model_copy(update={"additional_kwargs": bearing[each.id, each.text]}) for each in lost]
    return cast("list[AnyMessage]", add_messages(said, kept)) if kept else said


class QueryInput(TypedDict, total=False):
    """The input of a run: a query, or messages of which the last one is the user's."""

    query: str
    messages: Annotated[list[AnyMessage], add_said]


class RunResult(TypedDict):
    """The result of a run."""

    answer: str
    messages: list[AnyMessage]
    stop_reason: StopReason
    plan: Plan
    outcomes: dict[str, Outcome]
    usage: Usage
    warnings: list[str]
    constraints: list[Verdict]
    choice: ChoiceReport | None
    sources: list[str]
    claims: list[Claim]
    not_found: list[NotFound]
    structured: dict[str, Any] | None


class RunState(TypedDict, total=False):
    """The state of a run."""

    query: Required[str]
    """The user's request; the input, or the text of the last message of it."""
    messages: Annotated[list[AnyMessage], add_said]
    """The conversation; the input, joined by the query (`start`) and the answer (`speak`)."""
    earlier: list[Known]
    """Its earlier turns as prompts show them, within a bound; written by `start`."""
    memories: Memories
    """Memories that are shown and kept, where there is memory; written by `start`."""
    request: str
    """The query made complete from the conversation; written by the planner."""
    question: str
    """Question to a person about the request, if any; written by the planner or by `schedule`, and cleared by
    `clarify`.
    """
    clarifications: list[Clarification]
    """Questions to the person, with the answers; written by `clarify`. `whole_query` joins it to the query."""
    declined: list[str]
    """Domains whose typed request this is not, or not yet; written by `formulate`."""
    run_id: str
    """Names the run's live meter; written once, by `start`."""
    today: str
    """The date on which the run began, as prompts say it; written once, by `start`."""
    instead: Instead | None
    """Task before a begun request goes on: to plan it, or to answer a question; written by `schedule`, cleared by
    the planner.
    """
    replaced: list[SubTask]
    """Sub-tasks of earlier plans whose outcomes are still delivered and counted; written by the manager."""
    plan: Required[Plan]
    """Written by the planner; by `start`, with the request as its one part, where nothing is planned first."""
    outcomes: Annotated[dict[str, Outcome], merge_outcomes]
    """By sub-task id; written by `solve`."""
    usage: Annotated[Usage, add_usage]
    """The ledger; nodes return what they added."""
    warnings: Annotated[list[str], add_new]
    """Problems on the way that did not end the run."""
    restart: Restart | None
    """The refused reply that the next node has to mend, if any."""
    stop: Stop | None
    """Set once no further call may be made."""
    replans: int
    """Revisions of the plan so far; written by the manager."""
    max_replans: int
    """Number of revisions at most; written by `start`."""
    approved_tools: list[str] | None
    """The tools of the plan that a person approved; None where no plan was, or where it left the choice open."""
    plan_decisions: list[PlanDecision]
    """What people decided about the run's plans, the latest last; written by `approve_plan`."""
    review: PlanReview | None
    """Who has yet to look at the plan; written with the plan, cleared by `approve_plan`."""
    choice: ChoiceReport | None
    """Result of the choice among candidates; written by `choose`."""
    constraints: list[Verdict]
    """Verdicts on the constraints: checked by code, or judged by a model; by `choose`, `check` and `judge`."""
    searched_again: bool
    """Whether `choose` had lost records searched for once more."""
    repairs: int
    """Deliveries that were sent back because they did not give the choice as it was made; written by `check`."""
    answer: str
    """Written by the planner (no tool needed) or the deliverer."""
    sources: list[str]
    """Ids of the sub-tasks that the answer rests on; written by the deliverer."""
    claims: list[Claim]
    """Statements of the answer, with the sub-tasks that each rests on; written by the deliverer."""
    not_found: list[NotFound]
    """Sub-tasks that were not solved; written by the deliverer."""
    structured: dict[str, Any] | None
    """The answer in the caller's schema, as JSON data; written by `structure`."""
    stop_reason: StopReason
    """Ending of the run; written with the answer."""


def whole_query(state: RunState) -> str:
    """Return the request with what the person has said about it since: what every role works from."""
    return with_answers(state.get("request") or state["query"], state.get("clarifications", []))


def query_in_context(state: RunState) -> str:
    """Return the words to find tools by: the request, behind the one before it, of which it may say only changes."""
    before = "" if state.get("request") else "".join(f"{turn.question}\n" for turn in state.get("earlier", ())[-1:])
    return before + whole_query(state)


def words_of_user(state: RunState) -> tuple[str, ...]:
    """Return the user's own words: the request first, then answers to questions, then earlier requests."""
    answers = (each.answer for each in state.get("clarifications", ()))
    return (state["query"], *answers, *(turn.question for turn in state.get("earlier", ())))


class TaskState(TypedDict, total=False):
    """The state of a sub-task, whatever strategy solves it."""

    run_id: str
    """Of the run that it belongs to."""
    query: str
    """The user's request; for the supervisor and, in rich prompts, for those who solve."""
    today: str
    """Date, see the run's state."""
    approved_tools: list[str] | None
    """Approved tools, see the run's state."""
    memories: Memories
    """Memories, see the run's state, with the user's own words."""
    sub_task: Required[SubTask]
    """The sub-task to be solved; rewritten by the supervisor."""
    view: Required[PromptView]
    """How prompts show it; written once."""
    dependencies: tuple[Known, ...]
    """The finished sub-tasks that it builds on; of the request as a whole, the earlier turns of the conversation."""
    search: Required[SearchState]
    """The search; written by the nodes that advance it, and by nothing else."""
    draft: Required[Draft]
    """The step in the making; emptied by `select`."""
    step_began: float
    """Beginning of the step in the making, in seconds since 1970; written by `select`."""
    shape: Required[Literal["guided", "split", "fused", "native", "code"]]
    """Calls per step; settled by `select`."""
    offer: Required[Offer]
    """Native and code steps: the tools as the model has them; written once."""
    usage: Annotated[Usage, add_usage]
    """Usage of this sub-task."""
    warnings: Annotated[list[str], add_new]
    """Problems on the way, see the run's state."""
    restart: Restart | None
    """Restart, see the run's state."""
    stop: Stop | None
    """Stop, see the run's state."""
    outcome: Outcome
    """Written by `finish`."""


class SubTaskState(TaskState, total=False):
    """The state of one sub-task's search. `search` holds τ, the hint, M (the path) and global memory."""

    guided: Guided
    """Guided steps: what the model has said so far; written by the executor."""
    handed: dict[str, Candidates]
    """Candidates of direct predecessors, by their ids; for the arguments of a prepared call."""
    questions_left: int
    """Native steps: how many questions the user may still be asked about the request; written once."""
    turns: Annotated[list[dict[str, Any]], operator.add]
    """Native steps: the model's own replies as data (`reply`), and what it was told beside results (`note`)."""
    calls: list[Call]
    """The calls of the last reply that are still to be made, where it held several."""
    program: Program | None
    """The program that is under way: the first of `calls`."""
    variables: dict[str, str]
    """Code steps: what the last program leaves to the next one, if an exception ended it (`programs/source.py`)."""
    together: list[Draft]
    """Native steps: the calls that a person is asked about in one question, and then those of them to be made."""
    instead: Instead | None
    """Set where the model made a plan, called a domain's tool, asks the user, or called no tool and was never seen to
    call one."""
    restarts: Annotated[int, operator.add]
    """All restarts of this sub-task; two of them end fused steps under shape "auto", unless models declare those."""


class SubTaskResult(TypedDict):
    """The result of a sub-task's graph."""

    outcome: Outcome
    usage: Usage
    warnings: list[str]
    stop: NotRequired[Stop | None]
    instead: NotRequired[Instead | None]


CHECKPOINTED: tuple[type[BaseModel], ...] = (
    Attempt, Call, Candidates, ChoiceReport, Claim, Clarification, Decided, DecisionTree, Draft, Guided, Instead,
    Known, Memories, NotFound, Offer, Outcome, Plan, PlanDecision, PlanReview, Program, PromptView, Restart,
    SearchState, Stop, SubTask, Usage, UsageRow, Verdict,
)  # fmt: skip
"""The types that checkpoints may hold, for allow-lists."""
