"""A conversation: its request, its earlier turns as prompts show them, and the message that an answer joins it with.

The messages of a thread are all that is kept of its earlier turns: an answer bears what it rests on, and the calls of
its turn with what they brought.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from langchain_core.messages import (
    AIMessage,
    AnyMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
    convert_to_messages,
)

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.models.reasoning import reasoning_of
from smurfs_graph.planning.delivery import Claim
from smurfs_graph.planning.outcome import ANSWERED, EarlierCall, Known
from smurfs_graph.prompting.earlier_calls import CALLER, bound_calls, calls_of
from smurfs_graph.tools.output import clean, cut, to_data

_SHORT = 240
"""Characters of a request, and of an answer, that are left of a turn which is condensed."""
_ASKS = "asks-"
"""Prefix of ids of messages that are only shown, while a person is waited for."""
_MOST_FOUND, _LONGEST_FOUND = 20, 1_000
"""Findings that an answer's message bears, and characters of each."""


def with_query(given: Any) -> Any:
    """Return a run's input with its query, where that is the last of its messages.

    Raises ConfigurationError without one.

    A query beside the messages goes on with them; an empty one, as forms send it, is none.
    """
    if not isinstance(given, Mapping) or "messages" not in given:
        return cast("Any", given)
    values = cast("Mapping[str, Any]", given)
    said: Any = values["messages"]
    try:
        messages = convert_to_messages(cast("list[Any]", said) if isinstance(said, list | tuple) else [said])
    except (ValueError, TypeError, NotImplementedError) as error:
        raise ConfigurationError(f"messages: {' '.join(str(error).split())[:200]}") from None
    messages = [message for message in messages if not str(message.id).startswith(_ASKS)]
    if values.get("query") not in (None, ""):
        return cast("Any", given)
    if not messages or not isinstance(messages[-1], HumanMessage):
        raise ConfigurationError('the last message has to be the user\'s: {"messages": [("user", "...")]}')
    return {**values, "messages": messages, "query": str(messages[-1].text)}


def with_request(messages: Sequence[AnyMessage], query: str) -> tuple[list[AnyMessage], list[AnyMessage]]:
    """Split a conversation: the messages before a query, and those to be added (the query, unless it is there)."""
    last = messages[-1] if messages else None
    if isinstance(last, HumanMessage) and clean(str(last.text)).strip() == query:
        return [*messages[:-1]], []
    return [*messages], [HumanMessage(query)]


def earlier_turns(messages: Iterable[BaseMessage], most: int, of_calls: int) -> tuple[list[Known], list[str]]:
    """Return the earlier turns, the oldest first, and warnings where something is left out.

    Questions and answers take about `most` characters: the latest ones stand in full as far as they take half of that;
    older ones are condensed, the oldest left out. `of_calls`: characters of their calls and what these brought.
    """
    said = list(messages)
    turns, shown = _turns(said), list[Known]()
    left, condensed = most, 0
    for turn in reversed(turns):
        room = max(left - most // 2, _SHORT * 2 * (not shown)) if not condensed else 0
        if len(turn.question) + len(turn.answer) > room:
            condensed += 1
            each = max(_SHORT, room // 2)
            turn = turn.model_copy(update={"question": cut(turn.question, each), "answer": cut(turn.answer, each)})
        left -= len(turn.question) + len(turn.answer)
        if left < 0 and shown:
            break
        shown.append(turn)
    gone = len(turns) - len(shown)
    warnings = ["a system message is not read; instructions are a setting"] if _has_system_message(said) else []
    if condensed:
        whole = len(shown) - min(condensed, len(shown))
        warnings.append(
            f"the conversation is long: of its {len(turns)} earlier turns {whole} are shown in full, "
            f"{len(shown) - whole} in part, {gone} not at all"
        )
    shown.reverse()
    bounded = bound_calls([turn.calls for turn in shown], of_calls)
    calls = zip(shown, bounded.turns, strict=True)
    return [turn.model_copy(update={"calls": tuple(kept)}) for turn, kept in calls], [*warnings, *bounded.warnings]


def answer_id(run_id: str) -> str:
    """Return the id of the message that a run's answer is, or streams as."""
    return f"answer-{run_id}"


def answer_message(
    name: str, answer: str, stop_reason: str, claims: Iterable[Claim], found: Iterable[tuple[str, str]]
) -> AIMessage:
    """Return the answer of a run as a message. `name`: its id; `found`: questions and answers of its sub-tasks."""
    told = [
        {"question": cut(question, _LONGEST_FOUND), "answer": cut(text, _LONGEST_FOUND)}
        for question, text in found
        if text and text not in answer
    ]
    named = [claim.model_dump(mode="json") for claim in claims]
    kept = {"stop_reason": stop_reason, "claims": named, "found": told[:_MOST_FOUND]}
    return AIMessage(answer, id=name, additional_kwargs=kept)


def asking_message(question_id: str, question: Any) -> AIMessage:
    """Return a question that waits for a person, as a message that clients show and no state keeps."""
    put = cast("dict[str, Any]", question) if isinstance(question, dict) else {}
    names: list[dict[str, Any]] = put.get("action_requests") or []
    text = put.get("question") or f"To be approved: {', '.join(str(each.get('name')) for each in names)}"
    return AIMessage(str(text), id=f"{_ASKS}{question_id}")


def _turns(messages: Iterable[BaseMessage]) -> list[Known]:
    """Return the turns of a conversation: each question with the answer and the calls that followed."""
    said = list(messages)
    results = {message.tool_call_id: message for message in said if isinstance(message, ToolMessage)}
    turns: list[Known] = []
    for message in said:
        text = clean(str(message.text)).strip()
        if isinstance(message, HumanMessage):
            turns.append(Known(id=f"turn {len(turns) + 1}", question=text, answer=""))
        elif isinstance(message, AIMessage) and message.tool_calls and turns:  # of another agent
            turns.append(_with_calls(turns.pop(), message, results))
        elif isinstance(message, AIMessage) and text:
            before = turns.pop() if turns else Known(id="turn 1", question="(nothing)", answer="")
            answers = filter(None, [before.answer, text, *_findings(message.additional_kwargs)])
            calls, caller = (*before.calls, *calls_of(message)), message.additional_kwargs.get(CALLER)
            added = {
                "answer": "\n".join(answers),
                "calls": calls,
                "called_by": caller if isinstance(caller, str) else "",
            }
            turns.append(before.model_copy(update=added))
    return [turn if turn.answer else turn.model_copy(update={"answer": "(no answer)"}) for turn in turns]


def _with_calls(turn: Known, message: AIMessage, results: Mapping[str, ToolMessage]) -> Known:
    """Return the turn with the calls of a message that LangChain's agents keep as such."""
    step = turn.calls[-1].step + 1 if turn.calls else 0
    calls: list[EarlierCall] = []
    for call in message.tool_calls:
        result = results.get(str(call["id"]))
        text, ok = (clean(str(result.text)), result.status != "error") if result else ("no result is known", False)
        made = EarlierCall(tool=call["name"], arguments=to_data(call["args"]), text=text, ok=ok, step=step)
        calls.append(made if calls else made.model_copy(update={"reasoning": to_data(reasoning_of(message))}))
    return turn.model_copy(update={"calls": (*turn.calls, *calls)})


def _findings(kept: Mapping[str, Any]) -> list[str]:
    """Return the findings that an answer of this library carries, in lines; a client may have sent anything."""
    reason: Any = kept.get("stop_reason")
    ended = [f"(ended: {reason})"] if isinstance(reason, str) and reason not in ANSWERED else []
    given: Any = kept.get("found")
    items = cast("list[Any]", given) if isinstance(given, list) else []
    found = [cast("dict[str, Any]", item) for item in items if isinstance(item, dict)]
    return [*ended, *(clean(f"found: {item.get('question')}: {item.get('answer')}") for item in found)]


def _has_system_message(messages: Iterable[BaseMessage]) -> bool:
    return any(isinstance(message, SystemMessage) for message in messages)
