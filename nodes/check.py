"""Check: whether the delivered answer gives the choice as it was made; if not, it goes back with what is wrong.

At most `max_repairs` times; then the choice is appended as code wrote it, and the verdicts say so. No model is asked.
"""

from typing import Any, Literal

from langgraph.runtime import Runtime

from smurfs_graph.asking.emitting import emit
from smurfs_graph.asking.run_settings import RunSettings
from smurfs_graph.constraints.check import Verdict
from smurfs_graph.constraints.report import Amount, ChoiceReport
from smurfs_graph.events.vocabulary import ConstraintsChecked
from smurfs_graph.nodes.base import Node
from smurfs_graph.nodes.deliverer import send_back
from smurfs_graph.settings import Settings
from smurfs_graph.state import RunState

AS_MADE = "the answer gives the choice as it was made"
_SHOWN = 12


def check(settings_of: RunSettings) -> Node[RunState]:
    """Hold the answer to the choice."""

    async def check(state: RunState, runtime: Runtime[Settings]) -> dict[str, Any]:
        report, answer = state.get("choice"), state.get("answer", "")
        if report is None or report.status != "chosen" or not (wrong := complaint(answer, report)):
            return {}
        if again := send_back(state, runtime, settings_of(runtime), wrong):
            return again
        verdict = Verdict(text=AS_MADE, standing="violated", detail=f"{wrong} The choice itself was added.")
        verdicts = [*(state.get("constraints") or []), verdict]
        emit(runtime, ConstraintsChecked(constraints=tuple(verdicts)))
        return {
            "answer": f"{answer}\n\nThe choice as it was made:\n{report.text}",
            "constraints": verdicts,
            "warnings": [f"deliverer: {wrong} ({state.get('repairs', 0)} repairs)"],
        }

    return check


def has_choice(state: RunState) -> bool:
    """Return whether there is anything to check: a choice that was made."""
    report = state.get("choice")
    return report is not None and report.status == "chosen"


def after_check(state: RunState) -> Literal["repair", "delivered"]:
    """Have the answer written again, or go on."""
    return "repair" if state.get("restart") else "delivered"


def complaint(answer: str, report: ChoiceReport) -> str:
    """Tell the author what of a choice an answer leaves out or changes; empty where it is all there."""
    said = _plain(answer)
    left_out = [name for name in report.names if _plain(name) not in said]
    wrong = [amount for amount in report.amounts if not any(form in said for form in _forms(amount))]
    parts: list[str] = []
    if left_out:
        more = f" and {len(left_out) - _SHOWN} more" if len(left_out) > _SHOWN else ""
        parts.append(f"The answer does not name {', '.join(map(repr, left_out[:_SHOWN]))}{more}, which were chosen.")
    parts += [f"The answer does not say that {amount.text} is the total." for amount in wrong]
    return " ".join(parts)


def _forms(amount: Amount) -> set[str]:
    value = amount.value
    return {f"{value:,.12g}", f"{value:.12g}", f"{value:,.2f}", f"{value:.2f}"}


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
