"""A question that a tool puts to a person in the middle of its call: the run stops, and the call is made anew.

One that must not be made twice goes on where it was left instead (`Journal.keep_question`); while its answer cannot be
used or sent, the question is put again, with the complaint: such a call ends neither by a slip nor by a server's rest.
"""

from langgraph.runtime import Runtime

from smurfs_graph.asking.calling import Calling
from smurfs_graph.asking.emitting import emit
from smurfs_graph.asking.people import AskedTooOftenError, ask, can_be_asked
from smurfs_graph.errors import ToolError
from smurfs_graph.events.vocabulary import PersonAnswered, PersonAsked
from smurfs_graph.nodes.clarify import ClarifyingAnswer
from smurfs_graph.planning.decisions import review_of
from smurfs_graph.settings import Settings
from smurfs_graph.state import TaskState
from smurfs_graph.tools.output import clean
from smurfs_graph.tools.person import CallMemory, Person

MOST_QUESTIONS = 3
"""How often a person is asked for one call by a server whose question says something else each time."""


def person_for_calls(
    calling: Calling, state: TaskState, runtime: Runtime[Settings], memory: CallMemory | None
) -> Person | None:
    """Return the person whom a call of this sub-task may ask; None where nobody can be asked.

    `memory`: of a call that must not be made twice.
    """
    if not can_be_asked(calling.settings_of(runtime)):
        return None

    complaint = state["draft"].complaint
    given: dict[str, str] = {}
    most = MOST_QUESTIONS if memory is None else 0  # a question that is kept says the same each time

    def ask_person(question: str) -> str:
        if question in given:  # the call is tried once more with it
            return given[question]
        text = f"the last answer was not sent: {complaint}; {question}" if complaint else question
        shown = {
            "kind": "clarification",
            "question": text,
            "query": state.get("query", ""),
            "left": 0,
            **review_of("question", {"question": text, "answer": ""}, text, "edit", "respond", "reject"),
        }
        emit(runtime, PersonAsked(sub_task=state["sub_task"].id, about="clarification", text=text))
        try:
            with calling.live.waiting(state):
                said = ask(shown, ClarifyingAnswer, most=most)
        except AskedTooOftenError:
            raise ToolError("the server asks something else each time; its last question is not put") from None
        decision = "skip" if said.skip else "answer"
        emit(runtime, PersonAnswered(sub_task=state["sub_task"].id, about="clarification", decision=decision))
        if memory is not None:
            memory.unsent = not said.skip
        given[question] = "" if said.skip else clean(said.answer).strip()
        return given[question]

    return Person(ask_person, memory)
