"""Judge: what a model says of the constraints that no code can check; reported as judged, never as checked.

A delivered answer that breaks one goes back to the deliverer with the reason, at most `max_repairs` times; a choice
made by a solver does not change, so that there the verdict is reported. Safe default: unknown.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from langgraph.runtime import Runtime

from smurfs_graph.asking.asking import Asking
from smurfs_graph.asking.emitting import emit
from smurfs_graph.asking.question import ask_model
from smurfs_graph.constraints.check import Standing, Verdict
from smurfs_graph.events.vocabulary import ConstraintsChecked
from smurfs_graph.nodes.base import Node
from smurfs_graph.nodes.deliverer import send_back
from smurfs_graph.planning.plan import Plan
from smurfs_graph.prompting.replies import JudgeReply
from smurfs_graph.settings import Settings
from smurfs_graph.state import RunState

_STANDINGS: Mapping[str, Standing] = {"holds": "judged to hold", "violated": "judged to be violated"}


def judge(asking: Asking) -> Node[RunState]:
    """Have the untyped constraints on the whole judged."""

    async def judge(state: RunState, runtime: Runtime[Settings]) -> dict[str, Any]:
        texts = untyped(state.get("plan"))
        numbered = "\n".join(f"{number}. {text}" for number, text in enumerate(texts, 1))
        values = {"query": state["query"], "answer": state.get("answer", ""), "constraints": numbered}
        turn = await ask_model(asking, state, runtime, "judge", values, JudgeReply, purpose="delivery")
        asking.live.forget(state.get("run_id", ""))
        if turn.ends_here and turn.update.get("restart"):
            return turn.update
        verdicts = _verdicts(texts, turn.reply)
        rest = [item for item in state.get("constraints") or [] if item.text not in texts]
        update = {key: value for key, value in turn.update.items() if key != "stop"}  # the answer is there
        update["constraints"] = [*rest, *verdicts]
        emit(runtime, ConstraintsChecked(constraints=tuple(update["constraints"])))
        broken = [item for item in verdicts if item.standing == "judged to be violated"]
        if broken and not state.get("choice"):
            wrong = "; ".join(f"{item.text!r} is broken: {item.detail}" for item in broken)
            update |= send_back(state, runtime, asking.settings_of(runtime), wrong)
        if broken and not update.get("restart"):
            update["stop_reason"] = "partial"
        return update

    return judge


def needs_judge(state: RunState) -> bool:
    """Return whether there is anything to judge: an answer that found something, and a constraint in words alone."""
    report = state.get("choice")
    delivered = report.status == "chosen" if report else state.get("stop_reason") in ("answered", "partial")
    return delivered and bool(untyped(state.get("plan"))) and not state.get("stop")


def after_judge(state: RunState) -> Literal["restart", "repair", "done"]:
    """Ask again, have the answer written again, or end."""
    restart = state.get("restart")
    if restart is None:
        return "done"
    return "restart" if restart.call == "judge" else "repair"


def untyped(plan: Plan | None) -> list[str]:
    """Return the constraints on the whole that have no form which code checks."""
    return [item.text for item in plan.global_constraints if item.check is None] if plan else []


def _verdicts(texts: Sequence[str], reply: JudgeReply | None) -> list[Verdict]:
    said = {item.number: item for item in reply.verdicts} if reply else {}
    found: list[Verdict] = []
    for number, text in enumerate(texts, 1):
        item = said.get(number)
        standing = _STANDINGS.get(item.verdict, "unknown") if item else "unknown"
        detail = item.reason if item and item.reason else "" if standing != "unknown" else "it was not judged"
        found.append(Verdict(text=text, standing=standing, detail=detail))
    return found
