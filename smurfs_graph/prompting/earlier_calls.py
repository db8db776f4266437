"""The calls of a conversation's earlier turns and what they brought: kept with its answers, shown to later turns.

An answer's message bears the calls of its turn, within a bound for the whole thread.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from pydantic import TypeAdapter, ValidationError

from smurfs_graph.canonical import canonical_json, digest
from smurfs_graph.models.reasoning import reasoning_in
from smurfs_graph.planning.outcome import EarlierCall, Known
from smurfs_graph.prompting.prompts import without_turns
from smurfs_graph.tools.output import cap_text, clean, to_data

KEPT, CALLER = "calls", "called_by"
"""The names under which an answer's message bears the calls of its turn, and the model that had the tools bound."""
LEAST_RESULT = 400
"""Characters that are left of a result that is shortened."""
MOST_KEPT = 400_000
"""Characters of calls that a thread keeps at most, whatever the window holds."""
_ID_CHARS = 9
"""Of the ids of calls: some servers take no others."""
_CALLS = TypeAdapter(list[EarlierCall])


class Bounded(NamedTuple):
    """The calls of several turns in a bounded room, and what that took."""

    turns: list[list[EarlierCall]]
    shortened: int
    """Results that were cut, those of calls that were then left out included."""
    dropped: int
    """Calls that were left out."""

    made: int
    """Calls that there were."""

    @property
    def warnings(self) -> list[str]:
        """Return in words what was shortened or left out."""
        if not (self.shortened or self.dropped):
            return []
        cuts = f"{self.shortened} lost a part of their results, {self.dropped} are left out"
        return [f"the results of earlier turns are long: of {self.made} calls {cuts}"]


def bound_calls(turns: Iterable[Sequence[EarlierCall]], most: int) -> Bounded:
    """Return the calls in at most `most` characters: the oldest results are shortened first, then left out."""
    shown, shortened, dropped = [list(calls) for calls in turns], 0, 0
    sizes = [_size(call) for calls in shown for call in calls]
    excess = sum(sizes) - most
    for calls in shown:
        for at, call in enumerate(calls):
            if excess > 0 and len(call.text) > LEAST_RESULT:
                kept = cap_text(call.text, max(LEAST_RESULT, len(call.text) - excess))
                excess, shortened = excess - len(call.text) + len(kept), shortened + 1
                calls[at] = call.model_copy(update={"text": kept})
    for calls in shown:
        while excess > 0 and calls:
            begin = calls[0].step
            while calls and calls[0].step == begin:  # a whole step: its reasoning stands with its first call
                excess, dropped = excess - _size(calls.pop(0)), dropped + 1
    return Bounded(shown, shortened, dropped, len(sizes))


def calls_of(message: BaseMessage) -> list[EarlierCall]:
    """Return the calls that an answer's message bears; a client may have sent anything."""
    try:
        calls = _CALLS.validate_python(message.additional_kwargs.get(KEPT) or [])
    except ValidationError:
        return []
    cleaned = (
        {
            "text": clean(call.text),
            "arguments": to_data(call.arguments),
            "reasoning": reasoning_in(to_data(call.reasoning)),
        }
        for call in calls
    )
    return [call.model_copy(update=update) for call, update in zip(calls, cleaned, strict=True)]


def with_calls(message: AIMessage, calls: Iterable[EarlierCall]) -> AIMessage:
    """Return an answer's message with the calls of its turn."""
    told = [call.model_dump(mode="json", exclude_defaults=True) for call in calls]
    return message.model_copy(update={"additional_kwargs": {**message.additional_kwargs, KEPT: told}})


def keep_calls(
    messages: Iterable[BaseMessage], answer: AIMessage, calls: Sequence[EarlierCall], most: int
) -> tuple[list[AIMessage], list[str]]:
    """Return the answer with its calls and, behind it, earlier answers that give up some of theirs; and warnings.

    `most`: characters of all calls of the conversation.
    """
    bearing = [message for message in messages if isinstance(message, AIMessage) and KEPT in message.additional_kwargs]
    before = [calls_of(message) for message in bearing]
    bounded = bound_calls([*before, calls], most)
    *others, own = bounded.turns
    changed = [
        with_calls(message, kept) for message, old, kept in zip(bearing, before, others, strict=True) if old != kept
    ]
    return [with_calls(answer, own) if own else answer, *changed], bounded.warnings


def turns_as_messages(turns: Iterable[Known], sent_name: Callable[[str], str]) -> list[BaseMessage]:
    """Return earlier turns as a model has them that has tools bound: request, calls, results and answer of each.

    `sent_name`: from a tool to the name that the model knows it by.
    """
    messages: list[BaseMessage] = []
    for turn in turns:
        messages.append(HumanMessage(without_turns(turn.question)))
        for _, group in groupby(enumerate(turn.calls), lambda pair: pair[1].step):
            step = [(digest(f"{turn.id} {at}")[:_ID_CHARS], call) for at, call in group]
            said = [{"name": sent_name(call.tool), "args": call.arguments, "id": name} for name, call in step]
            reasoning = step[0][1].reasoning
            reply = AIMessage("", tool_calls=said, additional_kwargs=reasoning)
            messages += [reply, *(_result(name, call) for name, call in step)]
        messages.append(AIMessage(without_turns(turn.answer)))
    return messages


def _result(name: str, call: EarlierCall) -> ToolMessage:
    text = without_turns(call.text if call.ok else f"error: {call.text}")
    return ToolMessage(text, tool_call_id=name, status="success" if call.ok else "error")


def _size(call: EarlierCall) -> int:
    reasoning = len(canonical_json(call.reasoning)) if call.reasoning else 0
    return len(call.tool) + len(canonical_json(call.arguments)) + len(call.text) + reasoning
