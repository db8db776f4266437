"""Endings of a sub-task and of a run."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from smurfs_graph.canonical import canonical_json

OutcomeStatus = Literal["solved", "partial", "exhausted", "failed", "blocked", "rejected"]

StopReason = Literal[
    "answered",
    "answered_without_tools",
    "asked",
    "partial",
    "no_evidence",
    "infeasible",
    "rejected",
    "waiting",
    "token_budget",
    "cost_budget",
    "time_budget",
    "llm_call_budget",
    "tool_call_budget",
    "malformed_replies",
    "refused",
    "cancelled",
    "error",
]

ANSWERED: frozenset[StopReason] = frozenset({"answered", "answered_without_tools"})
"""The stop reasons of a run that did what it was asked."""
NOT_FOUND, NOT_DONE = "not found: ", "not done: "
"""First words of the reason of an outcome that its executor has ended; the gap follows."""
NOTHING_CAME = f"{NOT_FOUND}none of its calls returned anything"
"""The reason of an outcome that was answered although all that it tried had failed."""
BY_PERSON = "answered by a person"
"""The reason of an outcome that a person wrote by hand."""
ASKS_USER = "asks the user"
"""The reason of an outcome whose answer is a question to the user."""


class Evidence(BaseModel):
    """One attempt that an outcome rests on, or that failed on the way."""

    model_config = ConfigDict(frozen=True)

    tool: str
    arguments: dict[str, object]
    ok: bool
    thought: str = ""
    """The executor's, which led to the call; of several calls of a reply, the first one has it."""
    called: bool = True
    """False where the call was never made, because its arguments stayed invalid."""
    text: str
    """The answer drawn from the response, or why the call failed."""
    response: str = ""
    """Reference of the full response in the store."""
    rolled_back: bool = False
    source: str = ""
    """Source of the tool, and with it what answered: a server, a record, a simulating model."""
    reply: int = -1
    """With tools bound: the number of the model's reply that held the call; its text is the response itself."""
    in_program: bool = False
    """A program made the call: of what it brought the model has seen what the program printed."""
    fingerprint: str = ""
    """Of the arguments as the tool takes them; empty where nobody has validated them."""
    mendable: bool = False
    """It failed for its arguments, or for something that is not there: another call of its tool may do instead."""
    rejected: bool = False
    """A person said no to it."""

    @property
    def key(self) -> tuple[str, str]:
        """Return the tool and its canonical arguments, by which calls are identical."""
        return self.tool, self.fingerprint or canonical_json(self.arguments)


class EarlierCall(BaseModel):
    """A call of an earlier turn of the conversation, and what it brought."""

    model_config = ConfigDict(frozen=True)

    tool: str
    arguments: dict[str, Any] = Field(default_factory=dict)
    text: str
    """The response as prompts showed it, or why the call failed."""
    ok: bool = True
    step: int = 0
    """Calls of one step have the same number."""
    reasoning: dict[str, Any] = Field(default_factory=dict)
    """What a server gave of the model's reasoning with the reply; the first call of a step has it."""


class Known(BaseModel):
    """A finished sub-task, or an earlier turn, as others see it: the question and its answer."""

    model_config = ConfigDict(frozen=True)

    question: str
    answer: str
    id: str = ""
    calls: tuple[EarlierCall, ...] = ()
    """Of an earlier turn: its calls, in their order."""
    called_by: str = ""
    """Of an earlier turn: the model that called tools which were bound to it."""


class Candidates(BaseModel):
    """Records that a sub-task hands over as its tool returned them; the store keeps them in full."""

    model_config = ConfigDict(frozen=True)

    count: int
    reference: str
    """Of the response that holds them, in the store: the digest of its content."""
    fields: tuple[str, ...] = ()
    """Names of the first record's fields."""
    sample: tuple[dict[str, Any], ...] = ()
    """The first ones; all of them where they are few and short."""

    @property
    def whole(self) -> bool:
        """Return whether the sample is all of them."""
        return len(self.sample) == self.count


class Outcome(BaseModel):
    """The ending of one sub-task, with its evidence."""

    model_config = ConfigDict(frozen=True)

    sub_task: str
    status: OutcomeStatus
    answer: str = ""
    reason: str = ""
    """Why it is not solved, where it is not; `BY_PERSON` where a person solved it."""
    evidence: tuple[Evidence, ...] = ()
    reasoning: dict[int, dict[str, Any]] = Field(default_factory=dict)
    """With tools bound: what a server gave of the model's reasoning, by the number of the reply."""
    candidates: Candidates | None = None
    """Candidates for a choice, where a tool returned a list of records."""
    warnings: tuple[str, ...] = ()
    at_limit: bool = False
    """A limit of its search, or a budget of its own, ended it with a partial answer, and it changed nothing."""

    @property
    def by_person(self) -> bool:
        """Return whether a person took the sub-task over and answered it."""
        return self.reason == BY_PERSON

    @property
    def asks_user(self) -> bool:
        """Return whether its answer is a question to the user."""
        return self.reason == ASKS_USER


def stop_reason(outcomes: list[Outcome], budget: StopReason | None) -> StopReason:
    """Return the stop reason of a run that went through its plan; `budget` names the budget that
    ran out, if one did.
    """
    if budget is not None:
        return budget
    statuses = {outcome.status for outcome in outcomes}
    if statuses == {"solved"}:
        return "answered"
    if statuses and statuses <= {"rejected", "blocked"} and "rejected" in statuses:
        return "rejected"
    return "partial" if any(outcome.answer for outcome in outcomes) else "no_evidence"
