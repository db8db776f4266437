"""People who decide about calls, asked as LangChain's `HumanInTheLoopMiddleware` asks them.

LangGraph has their answers, by the order of the questions; the journal has the questions. So an answer counts for what
its person was shown, whatever a call would look like by now. One that cannot be read is turned away by LangGraph, and
the question goes on waiting.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, NoReturn, cast

from langgraph.errors import GraphBubbleUp, GraphInterrupt
from langgraph.types import interrupt
from pydantic import AfterValidator

from smurfs_graph.calls.door import CallRecord, Decision, Verdict, answered
from smurfs_graph.canonical import canonical_json
from smurfs_graph.middleware.kept import Journal
from smurfs_graph.planning.decisions import HOW_TO_SETTLE, settlement_in
from smurfs_graph.tools.calling import not_made
from smurfs_graph.tools.prepared import PreparedCall

_ON_CALLS = ("approve", "edit", "reject", "respond")
_ON_DOUBT = ("reject", "respond")
_IN_DOUBT = f"It is not known whether this call was made. Reject: leave it; or respond: {HOW_TO_SETTLE}.\n\n"
_UNKNOWN = "this call was under way when its process ended: whether it was made is not known"


class People:
    """The questions about the calls of one program, or about one call that the model made itself."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._asked = 0
        """Questions put so far: the number of the next one in the journal."""
        self.decisions: dict[int, Decision] = {}
        """Decisions on calls, by their numbers."""
        self._raised: dict[int, Exception] = {}
        """What other middleware has asked about a call, by its number."""
        self._open: tuple[int, str] | None = None
        """The call whose question by other middleware was the last one, with that question."""

    async def recall(self) -> None:
        """Put the questions of earlier lives again, and take their answers."""
        while (page := await self._journal.read(self._next_page)) is not None:
            name = self._next_page
            self._asked += 1
            if page["about"] == "other":
                await self._recall_others_question(page)
                continue

            decisions = _wait(page["question"])
            if page["about"] == "calls":
                self.decisions |= _on_calls(page, decisions)
            elif page["about"] == "doubt":
                await self._settle_doubt(page, decisions)
                await self._journal.write(name, {**page, "about": "nothing any more"})

    async def ask(self, waiting: Mapping[int, Verdict]) -> NoReturn:
        """Ask about calls that wait for a person, by their numbers."""
        calls = [verdict.call for verdict in waiting.values() if verdict.call is not None]
        subjects = [call.subject for call in calls]
        question = question_about(calls, _ON_CALLS)
        await self._put({"about": "calls", "question": question, "numbers": [*waiting], "subjects": subjects})

    async def ask_about_doubt(self, doubted: Mapping[int, Verdict]) -> NoReturn:
        """Ask what became of calls that were under way when their process ended."""
        calls = [verdict.call for verdict in doubted.values() if verdict.call is not None]
        question = question_about(calls, _ON_DOUBT, _IN_DOUBT)
        await self._put({"about": "doubt", "question": question, "numbers": [*doubted]})

    def is_open(self, number: int) -> bool:
        """Return whether other middleware asked about a call, and its answer has not been used."""
        return self._open is not None and self._open[0] == number

    def note_others_question(self, number: int, raised: Exception) -> None:
        """Take note of what other middleware raises to ask about a call."""
        self._raised[number] = raised

    async def raise_others_question(self) -> None:
        """Raise what other middleware has asked, of several calls the first one's; its answer is that call's alone."""
        if not self._raised:
            return
        number, raised = min(self._raised.items())
        told = _told(raised)
        is_new = isinstance(raised, GraphBubbleUp) and self._open != (number, told)
        if is_new:
            await self._journal.write(self._next_page, {"about": "other", "call": number, "told": told})
        raise raised

    @property
    def _next_page(self) -> str:
        return f"question-{self._asked}"

    async def _recall_others_question(self, page: Mapping[str, Any]) -> None:
        fate = await self._journal.call(page["call"]).fate()
        if fate.response is not None:
            interrupt({"answered": page["told"]})  # its answer is used up
        else:
            self._open = (page["call"], page["told"])

    async def _put(self, page: dict[str, Any]) -> NoReturn:
        """Put a question, and keep it once it is shown."""
        while True:
            try:
                _wait(page["question"])
            except GraphInterrupt:
                await self._journal.write(self._next_page, page)
                raise
            # An answer to a question that nobody was shown: it was to one of a process that kept no journal.
            await self._journal.write(self._next_page, {**page, "about": "nothing any more"})
            self._asked += 1

    async def _settle_doubt(self, page: Mapping[str, Any], decisions: Sequence[Decision]) -> None:
        """Have the journal say what a person says of calls in doubt."""
        for number, decision in zip(page["numbers"], decisions, strict=True):
            record = self._journal.call(number)
            fate = await record.fate()
            if fate.state == "begun":
                await _settle(record, decision)


def question_about(calls: Sequence[PreparedCall], allowed: Sequence[str], about: str = "") -> dict[str, Any]:
    """Return the question about calls, in the form of LangChain's middleware.

    `allowed`: decisions on them; `about`: what is asked, where that is not whether they may be made.
    """
    requests = [
        {"name": call.tool.name, "args": call.canonical, "description": f"{about}{call.tool.description}"}
        for call in calls
    ]
    names = dict.fromkeys(call.tool.name for call in calls)
    reviews = [{"action_name": name, "allowed_decisions": [*allowed]} for name in names]
    return {"action_requests": requests, "review_configs": reviews}


def read_decisions(question: Mapping[str, Any], answer: Any) -> list[Decision]:
    """Return the decisions of an answer, in the question's order. Raises ValueError where they are not readable."""
    asked = question["action_requests"]
    allowed = question["review_configs"][0]["allowed_decisions"]
    said: Any = cast("dict[str, Any]", answer).get("decisions") if isinstance(answer, dict) else None
    decisions = cast("list[Any]", said) if isinstance(said, list) else []
    if len(decisions) != len(asked):
        raise ValueError(f'{len(asked)} decisions are needed, as in {{"decisions": [{{"type": "{allowed[0]}"}}]}}')
    return [_read_decision(each, allowed, decision) for each, decision in zip(asked, decisions, strict=True)]


def _read_decision(asked: Mapping[str, Any], allowed: Sequence[str], decision: Any) -> Decision:
    """Return a person's decision on a call. Raises ValueError for one that is not allowed."""
    name = asked["name"]
    is_doubt = "approve" not in allowed
    match decision:
        case {"type": "approve"} if not is_doubt:
            return Decision("approve", shown=asked["args"])
        case {"type": "edit", "edited_action": {"name": str(edited), "args": dict()}} if (
            edited == name and not is_doubt
        ):
            arguments = cast("dict[str, Any]", decision["edited_action"]["args"])
            return Decision("edit", shown=asked["args"], edited=arguments)
        case {"type": "reject"}:
            return Decision("reject", text=str(decision.get("message") or ""))
        case {"type": "respond", "message": str(text)}:
            if is_doubt:
                settlement_in(text)
            return Decision("respond", text=text)
        case _ if is_doubt:
            raise ValueError(f"{name}: reject, or respond: {HOW_TO_SETTLE}; not {decision!r:.80}")
        case _:
            raise ValueError(f"{name}: approve, edit (of its own arguments), reject or respond, not {decision!r:.80}")


async def _settle(record: CallRecord, decision: Decision) -> None:
    """Have a record say what a person says of a call in doubt."""
    said = {"decision": "leave", "reason": decision.text}
    if decision.kind == "respond":
        said = settlement_in(decision.text)
    match said:
        case {"decision": "repeat"}:
            await record.forget()
        case {"decision": "made", "response": response}:
            await record.keep(answered(response))
        case _:
            reason = f": {said['reason']}" if said["reason"] else ""
            await record.keep(not_made(f"{_UNKNOWN}{reason}"))


def _wait(question: Mapping[str, Any]) -> list[Decision]:
    """Return the answer to a question; stop the run where there is none. LangGraph turns away what is unreadable."""

    def check(answer: Any) -> Any:
        read_decisions(question, answer)
        return answer

    schema: Any = Annotated[Any, AfterValidator(check)]
    answer: Any = interrupt(question, response_schema=schema)
    return read_decisions(question, answer)


def _on_calls(page: Mapping[str, Any], decisions: Sequence[Decision]) -> dict[int, Decision]:
    """Return decisions by the numbers of their calls."""
    parts = zip(page["numbers"], page["subjects"], decisions, strict=True)
    return {number: replace(decision, covers=subject) for number, subject, decision in parts}


def _told(raised: Exception) -> str:
    """Return a question of other middleware as text, so that it is known again."""
    questions: Any = raised.args[0] if isinstance(raised, GraphInterrupt) and raised.args else raised.args
    values = [getattr(each, "value", each) for each in questions]
    try:
        return canonical_json(values)
    except (TypeError, ValueError):
        return repr(values)
