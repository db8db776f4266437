"""Collect what an answer may take its facts from: results in full, the request, the conversation. No model is asked."""

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, TypeVar, cast

from langchain_core.messages import BaseMessage
from langgraph.store.base import BaseStore

from smurfs_graph.asking.kept_responses import full_response
from smurfs_graph.canonical import canonical_json
from smurfs_graph.grounding.ground import Source, call_text, ground, missing_in
from smurfs_graph.planning.outcome import Evidence, Known, Outcome
from smurfs_graph.programs.names import RUN_PYTHON
from smurfs_graph.prompting import views
from smurfs_graph.settings import Settings
from smurfs_graph.state import Memories, RunState, SubTaskState, whole_query

T = TypeVar("T")
_SHORT = 100_000
"""Characters of sources that are looked through at once, without a thread."""
_ANSWER_WEIGHT = 30
"""Characters of sources that take the time of one of an answer."""
_JUDGED = ("judged to hold", "judged to be violated")
"""Standings of conditions whose details a model wrote."""


async def run_grounds(state: RunState, settings: Settings, store: BaseStore) -> list[Source]:
    """Return what a run's answer may take facts from. Texts that a model wrote on the way are not among it."""
    report = state.get("choice")
    verdicts = [item for item in state.get("constraints") or () if item.standing not in _JUDGED]
    told = [
        whole_query(state),
        settings.instructions,
        state.get("today", ""),
        *state.get("memories", Memories()).texts,
        views.verdicts(verdicts),
        report.text if report else "",
    ]
    outcomes = state.get("outcomes", {})
    told += [text for each in outcomes.values() for text in (each.sub_task, each.answer if each.by_person else "")]
    calls = await asyncio.gather(*(_of_outcome(outcome, store) for outcome in outcomes.values()))
    said = of_turns(state.get("earlier", ()), flagged_in(state.get("messages", ())))
    return [*(Source(text) for text in told if text), *said, *(source for each in calls for source in each)]


def of_turns(turns: Iterable[Known], flagged: Collection[str] = ()) -> list[Source]:
    """Return what earlier turns, or dependencies, have said and what their calls brought, without flagged facts."""
    sources: list[Source] = []
    for turn in turns:
        answer = turn.answer
        for fact in flagged:
            answer = answer.replace(fact, "…")
        sources += [Source(turn.question), Source(answer)]
        sources += [_source(call.tool, call.arguments, call.text, "", failed=not call.ok) for call in turn.calls]
    return sources


def flagged_in(messages: Iterable[BaseMessage]) -> set[str]:
    """Return the facts of earlier answers that no call had returned: repeating them does not make them true."""
    found: set[str] = set()
    for message in messages:
        claims: Any = message.additional_kwargs.get("claims")
        for claim in cast("list[Any]", claims) if isinstance(claims, list) else []:
            facts: Any = cast("dict[str, Any]", claim).get("ungrounded") if isinstance(claim, dict) else None
            found.update(str(fact) for fact in cast("list[Any]", facts) if fact) if isinstance(facts, list) else None
    return found


def rests_on_dependencies(state: SubTaskState, answer: str) -> bool:
    """Return whether the dependencies hold a fact of an answer, and nothing in it is without a source."""
    known = of_turns(state.get("dependencies", ()))
    [result] = ground([answer], [*known, Source(state.get("query", "")), Source(state.get("today", ""))])
    return not result.missing and any(at < len(known) for positions in result.held.values() for at in positions)


async def missing_of(text: str, sources: Sequence[Source]) -> tuple[str, ...]:
    """Return the facts of a text that stand in none of the sources."""
    return await beside_the_loop(lambda: missing_in(text, sources), sources, text)


async def beside_the_loop(look: Callable[[], T], sources: Sequence[Source], answer: str) -> T:
    """Return what looking through the sources for an answer finds; long ones do not hold up the event loop."""
    size = sum(len(source.text) for source in sources) + _ANSWER_WEIGHT * len(answer)
    return look() if size < _SHORT else await asyncio.to_thread(look)


async def _of_outcome(outcome: Outcome, store: BaseStore) -> list[Source]:
    return list(await asyncio.gather(*(_of_evidence(item, outcome.sub_task, store) for item in outcome.evidence)))


async def _of_evidence(item: Evidence, sub_task: str, store: BaseStore) -> Source:
    """Make a source of evidence from its full response; from the outcome's text where the store has lost it."""
    came = await full_response(store, item.response) if item.ok else item.text
    return _source(item.tool, item.arguments, came or item.text, sub_task, failed=not item.ok)


def _source(tool: str, arguments: Mapping[str, Any], text: str, sub_task: str, *, failed: bool) -> Source:
    program = tool == RUN_PYTHON  # whose code is no source: the model wrote it
    about = "" if program else canonical_json(dict(arguments))
    call = _program_text(str(arguments.get("code") or "")) if program else call_text(tool, arguments)
    return Source(text, call, sub_task, failed, about, program)


def _program_text(code: str) -> str:
    """Return a program as claims name it: its text would be cut, and be full of escapes."""
    lines = len(code.strip().splitlines())
    return f"{RUN_PYTHON}({lines} {'line' if lines == 1 else 'lines'})"


def warning_of(facts: Iterable[str]) -> str:
    """Return the warning about what an answer states and no source holds."""
    return f"answer: in no result, request or conversation: {', '.join(facts)}"
