"""Deliverer: one answer to the query from the outcomes of its sub-tasks (PMC appendix F.5).

In its reporting role it tells what was found; in its inference role it makes the decision or plan that was asked for.
Safe default: the outcomes themselves, put together by code; the same where no evidence was found, so that no model is
invited to invent one.
"""

import json
from collections.abc import Collection, Iterable, Mapping
from functools import partial
from typing import Any, Literal

from langgraph.runtime import Runtime
from langgraph.store.base import BaseStore

from smurfs_graph.asking.answer_stream import Answers, AnswerStream
from smurfs_graph.asking.askers import Askers
from smurfs_graph.asking.asking import Asking
from smurfs_graph.asking.emitting import emit
from smurfs_graph.asking.graph_tools import GraphTools
from smurfs_graph.asking.kept_responses import FullResponses
from smurfs_graph.asking.question import ask_model
from smurfs_graph.asking.strategy_rules import StrategyRules
from smurfs_graph.asking.turns import Turn
from smurfs_graph.constraints.candidates import label_of, records_in
from smurfs_graph.constraints.check import Verdict
from smurfs_graph.constraints.handover import found_records
from smurfs_graph.constraints.local import verdict_on
from smurfs_graph.constraints.report import ChoiceStatus
from smurfs_graph.events.vocabulary import AnswerReady, ConstraintsChecked, Restarted
from smurfs_graph.models.asking import Asker
from smurfs_graph.models.forms import TextForm
from smurfs_graph.nodes.asking_back import asks_back
from smurfs_graph.nodes.base import Node
from smurfs_graph.nodes.grounds import beside_the_loop, run_grounds, warning_of
from smurfs_graph.planning.accounting import warn_of_left_out
from smurfs_graph.planning.delivery import (
    Cited,
    id_marks,
    link_claims,
    make_claims,
    not_found,
    statements_of,
    unmade_acts,
    with_answer,
    without_ids,
)
from smurfs_graph.planning.outcome import ANSWERED, NOT_DONE, NOT_FOUND, Evidence, Outcome, StopReason, stop_reason
from smurfs_graph.planning.parts import ending_part
from smurfs_graph.planning.plan import Plan, SubTask
from smurfs_graph.programs.names import RUN_PYTHON
from smurfs_graph.prompting import views
from smurfs_graph.prompting.replies import DecisionReply, DeliveryReply
from smurfs_graph.settings import Settings
from smurfs_graph.state import Restart, RunState, whole_query

NOTHING = Plan(sub_tasks=())
NO_OUTCOME = Outcome(sub_task="", status="failed")
_NO_CHOICE: Mapping[ChoiceStatus, StopReason] = {
    "infeasible": "infeasible",
    "unsettled": "partial",
    "unusable": "partial",
    "missing_data": "no_evidence",
}
"""Stop reasons of a run whose choice could not be made."""


def deliverer(asking: Asking, responses: FullResponses, rules: StrategyRules, answers: Answers) -> Node[RunState]:
    """Return the deliverer's node function."""

    async def deliverer(state: RunState, runtime: Runtime[Settings]) -> dict[str, Any]:
        plan, found = whole_plan(state), state.get("outcomes", {})
        settings = asking.settings_of(runtime)
        report = state.get("choice")
        if (report and report.status != "chosen") or not any(outcome.answer for outcome in found.values()):
            return await _delivered(state, runtime, asking, responses, answers, None)
        if is_settled(state) or _needs_no_words(state, asking.askers, rules, settings):
            return await _delivered(state, runtime, asking, responses, answers, None)
        values = {
            "query": whole_query(state),
            "outcomes": views.outcomes(plan.sub_tasks, found),
            "form": form_of(plan, settings),
            "constraints": views.constraints(plan.global_constraints),
            "choice": views.choice(state.get("choice")),
            "verdicts": views.verdicts(state.get("constraints") or ()),
        }
        call = call_of(state, settings)
        infers = call == "deliverer.inference"
        form = DecisionReply if infers else TextForm(DeliveryReply, "answer")
        asker = asking.askers.first("deliverer", settings)
        listener = None if infers else _listener(state, runtime, asker, answers, plan)
        turn = await ask_model(asking, state, runtime, call, values, form, purpose="delivery", listener=listener)
        if turn.ends_here and turn.update.get("restart"):
            return turn.update
        if listener is not None and turn.reply is not None:
            listener.accept(turn.reply.answer)
        return await _delivered(state, runtime, asking, responses, answers, turn)

    return deliverer


def _listener(
    state: RunState, runtime: Runtime[Settings], asker: Asker, answers: Answers, plan: Plan
) -> AnswerStream | None:
    """Return the stream of the answer; None where a choice or a condition may still send it back."""
    if plan.global_constraints or plan.choice or state.get("choice"):
        return None
    marks = id_marks(plan)
    return answers.stream(
        runtime,
        state.get("run_id", ""),
        lambda text: marks.sub("", text),
        held_back="{`",
        in_thoughts=not asker.knowledge.opens_thoughts,
        calls=False,
    )


def whole_plan(state: RunState) -> Plan:
    """Return the plan, with the sub-tasks that a revision replaced before the others: what they found is not lost."""
    plan = state.get("plan", NOTHING)
    return plan.model_copy(update={"sub_tasks": (*state.get("replaced", []), *plan.sub_tasks)})


def _needs_no_words(state: RunState, askers: Askers, rules: StrategyRules, settings: Settings) -> bool:
    """Return whether one solved sub-task has said all: no form of the answer is wanted, and no condition is open."""
    plan = whole_plan(state)
    if (
        len(plan.sub_tasks) != 1
        or state.get("repairs")
        or state.get("earlier")  # which it may have to be compared with
        or not (rules.relays_lone_answer and askers.is_rich(settings, "deliverer"))
    ):
        return False
    outcome = state.get("outcomes", {}).get(plan.sub_tasks[0].id)
    asks_more = plan.global_constraints or plan.choice or form_of(plan, settings) or settings.delivery == "inference"
    return outcome is not None and outcome.status == "solved" and not asks_more


def report(asking: Asking, responses: FullResponses, answers: Answers) -> Node[RunState]:
    """Make the node that gives the outcomes as they are, for strategies whose agents write the answer themselves."""

    async def report(state: RunState, runtime: Runtime[Settings]) -> dict[str, Any]:
        return await _delivered(state, runtime, asking, responses, answers, None)

    return report


def is_settled(state: RunState) -> bool:
    """Return whether the findings are written for the user already.

    The one sub-task was the request itself, one part builds on all others, or all parts are questions of their own.
    """
    plan = state.get("plan", NOTHING)
    if plan.choice is not None or plan.global_constraints or state.get("repairs"):
        return False
    if plan.written_by == "parts" or (len(plan.sub_tasks) == 1 and plan.sub_tasks[0].whole):
        return True
    return plan.written_by == "last" and bool(_written(plan, state.get("outcomes", {})))


def _written(plan: Plan, found: Mapping[str, Outcome]) -> str:
    """Return the answer as its writers, the last part or all sub-tasks, have written it; empty if one has not."""
    last = ending_part(plan) if plan.written_by == "last" else None
    writers = (last,) if last is not None else plan.sub_tasks
    answers = [found[task.id].answer if task.id in found else "" for task in writers]
    if last is not None and found.get(last.id, NO_OUTCOME).status != "solved":
        return ""
    return "\n\n".join(answers) if all(answers) else ""


SHORT = "the bare name, number, date or yes/no that is asked for, and nothing else"


def form_of(plan: Plan, settings: Settings) -> str:
    """Return the wanted form of the answer: as the request says, and short where that is set."""
    return "; ".join(filter(None, [plan.form, SHORT if settings.answer_style == "short" else ""]))


def call_of(state: RunState, settings: Settings) -> Literal["deliverer", "deliverer.inference"]:
    """Return the deliverer's role: the set one; else it decides where conditions on the whole are open."""
    decides = bool(state.get("plan", NOTHING).global_constraints) and not state.get("choice")
    if settings.delivery != "auto":
        decides = settings.delivery == "inference"
    return "deliverer.inference" if decides else "deliverer"


def send_back(state: RunState, runtime: Runtime[Settings], settings: Settings, wrong: str) -> dict[str, Any]:
    """Return the update that has a delivered answer written again; empty where it has been sent back often enough."""
    call, repairs = call_of(state, settings), state.get("repairs", 0) + 1
    if repairs > settings.max_repairs or state.get("stop"):
        return {}
    emit(runtime, Restarted(call=call, count=repairs, complaint=wrong))
    return {"restart": Restart(call=call, count=1, complaint=wrong), "repairs": repairs}


async def _delivered(
    state: RunState,
    runtime: Runtime[Settings],
    asking: Asking,
    responses: FullResponses,
    answers: Answers,
    turn: Turn[DeliveryReply] | None,
) -> dict[str, Any]:
    """Return the update that ends the run: the answer, its claims and the stop reason that follows from them."""
    settings = asking.settings_of(runtime)
    plan, found = whole_plan(state), state.get("outcomes", {})
    unmade = unmade_acts(plan, found, partial(_is_act, _changing(asking.toolset, settings)))
    reply = turn.reply if turn else None
    update = turn.update if turn else {}
    warnings = list(update.get("warnings", []))
    grounds = await run_grounds(state, settings, responses.store(runtime))
    reason = _reason(state, plan, found, is_last=bool(update.get("stop")))
    if reply is not None:
        answer, cited = without_ids(reply.answer, plan)
        cited += [Cited(claim.text, tuple(claim.sub_tasks)) for claim in reply.claims]
        link = partial(link_claims, answer, cited, reply.sources, plan, found, grounds, unmade)
        claims, sources, wrong = await beside_the_loop(link, grounds, answer)
        warnings += wrong
    else:
        settled = _written(plan, found) if is_settled(state) else ""
        if not settled and len(plan.sub_tasks) == 1 and reason == "answered":
            settled = found[plan.sub_tasks[0].id].answer
        answer = settled or assembled(plan, found, state)
        sources = with_answer(plan, found)
        make = partial(make_claims, statements_of(plan, found), plan, found, grounds, unmade)
        claims = await beside_the_loop(make, grounds, answer)
    if reason == "answered_without_tools" and not any(turn.calls for turn in state.get("earlier", ())):
        claims = ()  # nothing was looked up that it could be held against
    if facts := list(dict.fromkeys(fact for claim in claims for fact in claim.ungrounded)):
        warnings.append(warning_of(facts))
        reason = "partial" if reason == "answered" else reason
    warn = partial(warn_of_left_out, state["query"], plan, tuple(found.values()), answer)
    warnings += await beside_the_loop(warn, grounds, answer)
    if own := await _local_verdicts(state, found, responses.store(runtime)):
        update = update | {"constraints": [*(state.get("constraints") or ()), *own]}
        emit(runtime, ConstraintsChecked(constraints=tuple(update["constraints"])))
    if reason == "answered" and any(item.standing == "violated" for item in own):
        reason = "partial"
    missing = not_found(plan if reason != "answered" else state.get("plan", NOTHING), found)
    if reply is not None and reason in ANSWERED and asks_back(answer, whole_query(state), found=True):
        reason = "asked"
    if unmade and reason in ANSWERED:
        reason = "partial"
    emit(runtime, AnswerReady(stop_reason=reason, answer=answer))
    if answers.schema is None:
        asking.live.forget(state.get("run_id", ""))
    return {
        **update,
        "warnings": warnings,
        "answer": answer,
        "claims": list(claims),
        "sources": sources or with_answer(plan, found),
        "not_found": [*missing, *unmade],
        "stop_reason": reason,
    }


def _changing(toolset: GraphTools, settings: Settings) -> frozenset[str]:
    """Return the tools whose calls may change something."""
    return frozenset(name for name, tool in toolset.tools.items() if tool.may_change(settings.undeclared))


def _is_act(changing: Collection[str], item: Evidence) -> bool:
    """Return whether a call may have changed something.

    A program acts by its calls, which are evidence of their own: there are none where it was refused.
    """
    if item.tool == RUN_PYTHON:
        failed_under_way = item.called and item.mendable
        return bool(changing) and not failed_under_way
    return item.tool in changing


async def _local_verdicts(state: RunState, found: Mapping[str, Outcome], store: BaseStore) -> list[Verdict]:
    """Return verdicts on the typed conditions of single sub-tasks, unless they are known or a person has answered."""
    known = {item.text for item in state.get("constraints") or ()}
    verdicts: list[Verdict] = []
    for task in state.get("plan", NOTHING).sub_tasks:
        typed = [item for item in task.local_constraints if item.check is not None and item.text not in known]
        if typed and task.id in found and not found[task.id].by_person:
            records = await found_records(store, found[task.id])
            verdicts += [verdict_on(item, records) for item in typed]
    return verdicts


def _reason(state: RunState, plan: Plan, found: Mapping[str, Outcome], *, is_last: bool) -> StopReason:
    """Return how the run ends by how its sub-tasks have, whatever the answer says.

    `is_last`: no model may be asked any more, so that what was judged of an earlier answer stays.
    """
    stop, report = state.get("stop"), state.get("choice")
    if report and report.status != "chosen":
        return _NO_CHOICE[report.status]
    broken = ("violated", "judged to be violated") if is_last else ("violated",)
    if any(item.standing in broken for item in state.get("constraints") or ()):
        return "partial"
    if stop is None and any(outcome.asks_user for outcome in found.values()):
        return "asked"
    outcomes = [found.get(task.id) or Outcome(sub_task=task.id, status="failed") for task in plan.sub_tasks]
    now = [outcome for outcome in outcomes if not _is_replaced(state, outcome)]
    tried = [item.ok for outcome in outcomes for item in outcome.evidence]
    brought = any(tried) or any(outcome.by_person for outcome in outcomes)
    if now and all(outcome.status == "solved" for outcome in now):
        return "answered" if brought else "answered_without_tools"
    ended = stop_reason(outcomes, stop.reason if stop else None)
    return "no_evidence" if ended == "partial" and tried and not brought else ended


def _is_replaced(state: RunState, outcome: Outcome) -> bool:
    """Return whether a revision of the plan replaced the outcome's sub-task."""
    return any(task.id == outcome.sub_task for task in state.get("replaced", []))


def assembled(plan: Plan, found: Mapping[str, Outcome], state: RunState) -> str:
    """Return an answer without a model: what was found, and what was not, sub-task by sub-task."""
    report, stop = state.get("choice"), state.get("stop")
    if report and report.status == "chosen":
        others = [task for task in plan.sub_tasks if not task.prepared and task.id not in report.chosen]
        besides = _findings(others, found)
        conditions = "\n".join(["Conditions:", views.verdicts(state.get("constraints") or ())])
        return "\n\n".join(filter(None, [report.text, "\n".join(besides), conditions]))
    if plan.choice and plan.choice.domain:
        besides = _findings([task for task in plan.sub_tasks if not task.prepared], found)
        return "\n\n".join([report.text if report else "No choice was made.", *besides])
    if report:
        found = {task.id: _with_names(task, found[task.id]) for task in plan.sub_tasks if task.id in found}
    lines = [*([report.text] if report else []), *_findings(plan.sub_tasks, found)]
    if not lines:
        why = (stop.text or stop.reason) if stop else "there was nothing to do"
        lines.append(f"No answer: {why}")
    elif stop and stop.reason in ("error", "refused") and stop.text:
        lines.append(f"The run stopped: {stop.text}")
    return "\n".join(lines)


def _with_names(task: SubTask, outcome: Outcome) -> Outcome:
    """Return an outcome whose answer says the names of what was found, where it is a tool's records word for word."""
    try:
        names = [label_of(record) for record in records_in(json.loads(outcome.answer)) or ()]
    except (ValueError, RecursionError):
        return outcome
    told = f"{task.content.rstrip('.')}: {', '.join(names)}"
    return outcome.model_copy(update={"answer": told}) if names and all(names) else outcome


def _findings(tasks: Iterable[SubTask], found: Mapping[str, Outcome]) -> list[str]:
    """Return a line for each sub-task: its answer, or why it has none."""
    return [_finding(task, found.get(task.id, NO_OUTCOME)) for task in tasks]


def _finding(task: SubTask, outcome: Outcome) -> str:
    if outcome.answer:
        return outcome.answer if outcome.status == "solved" else f"{outcome.answer} (not confirmed)"
    reason = outcome.reason or "not started"
    gap = reason[len(NOT_FOUND) :] if reason.lower().startswith(NOT_FOUND) else reason
    if task.whole and reason.lower().startswith((NOT_FOUND, NOT_DONE)):
        # the model's own words, for the user: "Not found: ..." is its sentence, "not found: " was put before a gap
        return gap if reason.startswith(NOT_FOUND) else reason
    return f"Not found: {task.content} ({gap})"
