"""A clarifying question to the person who made the request: one node, one question, nothing before it.

Asked where something that the plan needs is missing and somebody is there to say it. The answer joins the request.
"""

from typing import Any

from langgraph.runtime import Runtime
from langgraph.types import interrupt
from pydantic import BaseModel, ConfigDict, Field, model_validator

from smurfs_graph.asking.calling import Calling
from smurfs_graph.asking.emitting import emit
from smurfs_graph.events.vocabulary import PersonAnswered, PersonAsked
from smurfs_graph.nodes.base import Node
from smurfs_graph.planning.clarification import MAX_ANSWER_CHARS, Clarification
from smurfs_graph.planning.decisions import review_of, single_answer
from smurfs_graph.settings import Settings
from smurfs_graph.state import RunState
from smurfs_graph.tools.output import clean


class ClarifyingAnswer(BaseModel):
    """A person's answer to a question about the request."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    answer: str = Field(default="", max_length=MAX_ANSWER_CHARS, description="The answer, in plain words.")
    skip: bool = Field(default=False, description="Go on without an answer.")

    @model_validator(mode="before")
    @classmethod
    def _of_a_chat(cls, given: Any) -> Any:
        said = single_answer(given, lambda _, arguments: {"answer": arguments.get("answer", "")})
        match said:
            case {"decision": "edit", "answer": answer} | {"decision": "respond", "reason": answer}:
                return {"answer": answer}
            case {"decision": "reject"}:
                return {"skip": True}
            case _:
                return said

    @model_validator(mode="after")
    def _says_something(self) -> "ClarifyingAnswer":
        if bool(clean(self.answer).strip()) == self.skip:
            raise ValueError("give an answer, or skip the question, and not both")
        return self


def clarify(calling: Calling) -> Node[RunState]:
    """Ask the person; what they say is known from here on."""

    async def clarify(state: RunState, runtime: Runtime[Settings]) -> dict[str, Any]:
        asked, question = state.get("clarifications", []), state.get("question", "")
        shown = {
            "kind": "clarification",
            "question": question,
            "query": state["query"],
            "left": calling.settings_of(runtime).max_questions - len(asked) - 1,
            **review_of("question", {"question": question, "answer": ""}, question, "edit", "respond", "reject"),
        }
        emit(runtime, PersonAsked(about="clarification", text=question))
        with calling.live.waiting(state):
            said = ClarifyingAnswer.model_validate(interrupt(shown, response_schema=ClarifyingAnswer))
        emit(runtime, PersonAnswered(about="clarification", decision="skip" if said.skip else "answer"))
        answer = "" if said.skip else clean(said.answer).strip()
        return {"clarifications": [*asked, Clarification(question=question, answer=answer)], "question": ""}

    return clarify
