"""Tell a run again in events, from its last checkpoints and nothing else.

Of a conversation its last turn is told. A run's own state has plan, outcomes and ledger; the last state of each
sub-task has its whole search, with the times of its steps. So a run that was interrupted, resumed elsewhere, forked or
imported is told in one piece. What only passed by (questions to models, restarts that were mended) is not told; the
ledger counts it.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.types import Interrupt

from smurfs_graph.budgets.usage import Usage
from smurfs_graph.checkpoints.run_record import INTERRUPT
from smurfs_graph.checkpoints.storage import Span, Storage
from smurfs_graph.events import vocabulary as events
from smurfs_graph.events.run_view import arguments_of
from smurfs_graph.planning.decisions import single_questions
from smurfs_graph.planning.outcome import Outcome
from smurfs_graph.planning.plan import Plan
from smurfs_graph.programs.names import RUN_PYTHON
from smurfs_graph.runs.saved import Write, latest_of, no_such_run
from smurfs_graph.search.decision_tree import ROOT, DecisionTree
from smurfs_graph.search.dfsdt import NONE_FITS
from smurfs_graph.search.records import AS_BEFORE
from smurfs_graph.search.state import Attempt, Declined, SearchState, Timing

_KINDS = {
    "plan": "the plan is to be approved",
    "tool_call": "may {call} be called?",
    "call_in_doubt": "was {call} called?",
    "clarification": "{question}",
}
"""The kinds of questions, and what is told of each."""


@dataclass(frozen=True)
class Solving:
    """The search of one sub-task: its last state, and from when to when it went on."""

    values: dict[str, Any]
    began: float
    ended: float
    questions: tuple[dict[str, Any], ...] = ()
    """Questions to a person there."""

    @property
    def sub_task(self) -> str:
        """Return its id."""
        return str(self.values["sub_task"].id)


def history(storage: Storage, thread: str) -> list[events.Event]:
    """Return the events of a run of a storage, in the order of time.

    Raises ConfigurationError where there is no such run.
    """
    latest = latest_of(storage, thread)
    if latest is None:
        raise no_such_run(thread)
    values, spans = latest.values, storage.spans(thread)
    began = max(min(first for _, first, _ in spans), _last_input(storage.checkpointer, thread))
    every = list(_solvings(storage.checkpointer, thread, values, spans))
    found: list[events.Event] = [_start_event(values, latest.metadata, began)]
    plan: Plan = values.get("plan") or Plan(sub_tasks=())
    if plan.sub_tasks:
        found.append(events.PlanMade(at=min((solving.began for solving in every), default=began), plan=plan))
    for made in values.get("plan_decisions") or ():
        found.append(events.PersonAnswered(at=made.at, about="plan", decision=made.decision, by=made.by))
    outcomes: dict[str, Outcome] = values.get("outcomes") or {}
    within = [event for solving in every for event in _sub_task_events(solving)]
    last = max((event.at for event in within), default=began)
    known = {solving.sub_task for solving in every if "outcome" in solving.values}
    within += [_finish_event(outcome, last) for name, outcome in outcomes.items() if name not in known]
    found += sorted(within, key=lambda event: event.at)
    if usage := _usage(values, every):
        last = max(last, began + usage.elapsed)
        found.append(events.UsageKnown(at=last, usage=usage))
    if values.get("stop_reason"):
        ended = max(last_made for namespace, _, last_made in spans if not namespace)
        return [*found, events.run_ended(values, max(last, ended))]
    asked = [each for each in _questions(latest.writes) if not each.get("sub_task")]  # others' may be answered
    asked += [each for solving in every for each in solving.questions]
    return [*found, *(_question_event(question, last) for question in asked)]


def _usage(values: dict[str, Any], solvings: Iterable[Solving]) -> Usage | None:
    """Return the run's ledger, and that of sub-tasks which it has not taken over yet: it does once they have all
    settled.
    """
    outcomes: dict[str, Outcome] = values.get("outcomes") or {}
    used = [solving.values.get("usage") for solving in solvings if solving.sub_task not in outcomes]
    ledgers = [usage for usage in (values.get("usage"), *used) if usage]
    return Usage.total(ledgers) if ledgers else None


def _last_input(checkpointer: BaseCheckpointSaver[Any], thread: str) -> float:
    """Return the start of the last turn in seconds since 1970; 0 where it is not known."""
    own: RunnableConfig = {"configurable": {"thread_id": thread, "checkpoint_ns": ""}}
    found = next(iter(checkpointer.list(own, filter={"source": "input"}, limit=1)), None)
    return datetime.fromisoformat(found.checkpoint["ts"]).timestamp() if found else 0.0


def _questions(writes: Iterable[Write]) -> tuple[dict[str, Any], ...]:
    """Return the questions that wait at a checkpoint, each once."""
    found: dict[str, dict[str, Any]] = {}
    for _, channel, value in writes:
        waiting: tuple[Interrupt, ...] = tuple(value) if channel == INTERRUPT else ()
        found |= {each.id: cast("dict[str, Any]", each.value) for each in waiting if isinstance(each.value, dict)}
    several = (single_questions(each) if each.get("kind") == "tool_calls" else [each] for each in found.values())
    return tuple(question for each in several for question in each if question.get("kind") in _KINDS)


def _question_event(question: dict[str, Any], at: float) -> events.PersonAsked:
    call = f"{question.get('tool', '')}({arguments_of(question.get('arguments') or {})})"
    text = _KINDS[question["kind"]].format(call=call, question=question.get("question", ""))
    return events.PersonAsked(at=at, sub_task=str(question.get("sub_task", "")), about=question["kind"], text=text)


def _solvings(
    checkpointer: BaseCheckpointSaver[Any], thread: str, values: dict[str, Any], spans: Iterable[Span]
) -> Iterator[Solving]:
    """Yield the searches of the run that the state is of; a thread may have had others before."""
    for namespace, first, last in spans:
        if not namespace:
            continue
        saved = checkpointer.get_tuple({"configurable": {"thread_id": thread, "checkpoint_ns": namespace}})
        state: dict[str, Any] = saved.checkpoint["channel_values"] if saved else {}
        if saved and "sub_task" in state and "search" in state and state.get("run_id") == values.get("run_id"):
            yield Solving(state, first, last, _questions(saved.pending_writes or ()))


def _start_event(values: dict[str, Any], metadata: dict[str, Any], began: float) -> events.RunStarted:
    from smurfs_graph.settings import Settings

    told: dict[str, Any] = {}
    with suppress(KeyError, ValueError):  # not started by the command, or by another version
        settings = Settings.model_validate_json(str(metadata["smurfs_settings"]))
        told = {"strategy": settings.strategy, "model": settings.model}
    run_id, query = str(values.get("run_id") or ""), str(values.get("query") or "")
    return events.RunStarted(at=began, run_id=run_id, query=query, **told)


def _sub_task_events(solving: Solving) -> list[events.Event]:
    """Return the events of one sub-task, each not before the one that it follows."""
    task = solving.values["sub_task"]
    found: list[events.Event] = [events.SubTaskStarted(at=solving.began, sub_task=task.id, content=task.content)]
    tree: DecisionTree | None = solving.values.get("tree")
    steps = _of_tree(task.id, tree) if tree is not None else _of_search(task.id, solving.values["search"])
    latest = solving.began
    for event in (*steps, *_of_program(task.id, solving.values)):
        latest = max(latest, min(event.at or latest, solving.ended))
        found.append(event.model_copy(update={"at": latest}))
    if (outcome := solving.values.get("outcome")) is not None:
        found.append(_finish_event(outcome, solving.ended))
    return found


def _finish_event(outcome: Outcome, at: float) -> events.SubTaskFinished:
    return events.SubTaskFinished(
        at=at, sub_task=outcome.sub_task, status=outcome.status, answer=outcome.answer, reason=outcome.reason
    )


def _of_search(task: str, search: SearchState) -> Iterator[events.Event]:
    """Yield the events of a search in their order, rollbacks included."""
    undone: list[int] = []  # rolled-back steps that are still on the path, the deepest last
    for at in range(len(search.attempts) + 1):
        made = search.attempts[at : at + 1]
        for step in (*(each for each in search.declined if each.step == at), *made):
            timing = step.timing if isinstance(step, Declined) else step.call.timing
            while undone and search.attempts[undone[-1]].depth >= step.depth:
                yield _rolled_back(task, search, undone.pop(), timing.began)
            yield from _of_declined(task, step) if isinstance(step, Declined) else _of_attempt(task, at, step)
        if made and made[0].rolled_back:
            undone.append(at)
    while undone:
        yield _rolled_back(task, search, undone.pop(), 0.0)


def _of_program(task: str, values: dict[str, Any]) -> Iterator[events.Event]:
    """Tell of a program that has not come to its end: somebody is asked about it, or its process has ended."""
    program, search = values.get("program"), values.get("search")
    if program is None or search is None:
        return
    yield events.ProgramBegan(sub_task=task, step=len(search.attempts), depth=search.depth, code=program.source)


def _of_declined(task: str, step: Declined) -> Iterator[events.Event]:
    where: dict[str, Any] = {"sub_task": task, "step": step.step, "depth": step.depth}
    yield events.Thought(at=step.timing.began, text=step.thought, **where)
    yield events.CallRefused(at=step.timing.ended, tool="", arguments={}, reason=NONE_FITS, **where)


def _of_attempt(task: str, at: int, attempt: Attempt) -> Iterator[events.Event]:
    """Yield the events of one attempt: its thought, its call, and what was thought of its answer."""
    call, timing = attempt.call, attempt.call.timing
    where: dict[str, Any] = {"sub_task": task, "step": at, "depth": attempt.depth}
    if call.thought:
        yield events.Thought(at=timing.began, text=call.thought, **where)
    unmade = attempt.status == "failed" and not timing.called and call.tool != RUN_PYTHON
    if attempt.status == "refused" or attempt.again or unmade:
        arguments, reason = dict(call.arguments), attempt.reason or AS_BEFORE
        said: dict[str, Any] = {"reason": reason, "line": call.line}
        yield events.CallRefused(at=timing.ended, tool=call.tool, arguments=arguments, **said, **where)
        return
    failed = attempt.status == "failed"
    called, answered = _of_call(call.tool, call.arguments, timing, attempt.reason, attempt.response, failed, where)
    yield called.model_copy(update={"line": call.line, "decision": call.decision})
    yield answered.model_copy(update={"printed": attempt.answer}) if call.tool == RUN_PYTHON else answered
    if attempt.status in ("solved", "pending", "final") and call.turn < 0:  # nobody judges single native calls
        yield events.AnswerJudged(
            at=timing.ended,
            tool=call.tool,
            answer=attempt.answer,
            status=attempt.status,
            hint=attempt.hint,
            **where,
        )


def _of_call(
    tool: str,
    arguments: dict[str, Any],
    timing: Timing,
    reason: str,
    reference: str,
    failed: bool,
    where: dict[str, Any],
) -> tuple[events.ToolCalled, events.ToolAnswered]:
    """Return the events of a call's beginning and end."""
    called = timing.called or timing.began
    answered = events.ToolAnswered(
        at=called + timing.seconds,
        tool=tool,
        failed=failed,
        reason=reason,
        chars=0,
        seconds=timing.seconds,
        reference=reference,
        **where,
    )
    return events.ToolCalled(at=called, tool=tool, arguments=arguments, **where), answered


def _rolled_back(task: str, search: SearchState, at: int, when: float) -> events.StepRolledBack:
    step = search.attempts[at]
    return events.StepRolledBack(
        at=when, sub_task=task, step=at, depth=step.depth, tool=step.call.tool, hint=step.made_under
    )


def _of_tree(task: str, tree: DecisionTree) -> Iterator[events.Event]:
    """Yield the events of a decision tree in their order, rollbacks included."""
    depths: list[int] = []
    for at, made in enumerate(tree.rounds):
        depths.append(depths[made.parent] + 1 if made.parent != ROOT else 0)
        where: dict[str, Any] = {"sub_task": task, "step": at, "depth": depths[at]}
        yield events.Thought(at=made.timing.began, text=made.thought or made.answer, **where)
        if made.tool and made.status == "failed" and not (made.called and made.timing.called):
            arguments = dict(made.arguments)
            reason = made.observation.removeprefix("error: ")
            yield events.CallRefused(at=made.timing.ended, tool=made.tool, arguments=arguments, reason=reason, **where)
        elif made.tool and made.status in ("open", "failed"):
            failed = made.status == "failed"
            reason = made.observation.removeprefix("error: ") if failed else ""
            calls = _of_call(made.tool, made.arguments, made.timing, reason, made.reference, failed, where)
            yield from (calls[0].model_copy(update={"decision": made.decision}), calls[1])
        after = tree.rounds[at + 1].parent if at + 1 < len(tree.rounds) else at
        undone = at
        while undone not in (after, ROOT):
            tool = tree.rounds[undone].tool
            ended, depth = made.timing.ended, depths[undone]
            yield events.StepRolledBack(at=ended, sub_task=task, step=undone, depth=depth, tool=tool, hint="")
            undone = tree.rounds[undone].parent
