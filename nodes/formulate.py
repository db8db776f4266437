"""Formulate: a request that a toolset's domain recognises becomes a plan of searches, constraints and a choice.

No model is asked. What the request does not say is asked for where somebody can answer, else reported, never guessed.
"""

from typing import Any, Literal

from langgraph.runtime import Runtime

from smurfs_graph.clarification import refusal
from smurfs_graph.constraints.report import ChoiceReport
from smurfs_graph.domain import Domain, Formulation
from smurfs_graph.events import PlanMade
from smurfs_graph.nodes.base import Node
from smurfs_graph.people import can_be_asked
from smurfs_graph.plan_check import complaints
from smurfs_graph.resources import Resources, emit
from smurfs_graph.settings import Settings
from smurfs_graph.state import RunState
from smurfs_graph.tools.threads import run_in_thread


def formulate(resources: Resources) -> Node[RunState]:
    """Ask each toolset's domain whether the request is one of its kind; the first one that says so has it."""

    async def formulate(state: RunState, runtime: Runtime[Settings]) -> dict[str, Any]:
        warnings: list[str] = []
        said = [state["query"], *(item.answer for item in state.get("clarifications", []) if item.answer)]
        for domain in resources.domains.values():
            try:
                found = await run_in_thread(domain.formulate, "\n".join(said))
            except Exception as error:  # a toolset's own code; the planner can do without it
                warnings.append(f"{domain.name}: the request could not be read ({type(error).__name__}: {error})")
                continue
            if found is not None:
                update = _formulated(resources, state, runtime, domain, found)
                return update | {"warnings": [*warnings, *update.get("warnings", [])]}
        return {"warnings": warnings} if warnings else {}

    return formulate


def after_formulate(
    state: RunState,
) -> Literal["ask the user", "too little is said", "approve", "formulated", "plan it"]:
    """Ask for what is missing or report it, have the plan approved, start it, or leave the request to the planner."""
    if state.get("question"):
        return "ask the user"
    if state.get("choice"):
        return "too little is said"
    if state.get("awaiting") == "plan":
        return "approve"
    return "formulated" if state["plan"].sub_tasks else "plan it"


def _formulated(
    resources: Resources, state: RunState, runtime: Runtime[Settings], domain: Domain, found: Formulation
) -> dict[str, Any]:
    settings = resources.settings(runtime)
    if found.missing or found.problems:
        said = [f"The request does not say {_listed(found.missing)}."] if found.missing else []
        said += [_sentence(problem) for problem in found.problems]
        text, asked = " ".join(said), state.get("clarifications", [])
        question = f"{text} What is meant?"
        if not refusal(question, asked, settings.max_questions, possible=can_be_asked(settings)):
            return {"question": question}
        report = ChoiceReport(status="incomplete", solver=domain.name, text=text, missing=found.missing)
        return {"choice": report, "warnings": [*found.notes]}
    if wrong := complaints(found.plan, tools=resources.tools, limit=max(settings.max_sub_tasks, 20)):
        return {"warnings": [f"{domain.name}: its plan is not sound ({wrong[0]})"]}
    emit(runtime, PlanMade(plan=found.plan))
    awaiting = "plan" if "plan" in settings.approve else None
    return {"plan": found.plan, "awaiting": awaiting, "warnings": [*found.notes]}


def _sentence(text: str) -> str:
    text = f"{text[:1].upper()}{text[1:]}"
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _listed(texts: tuple[str, ...]) -> str:
    return " and ".join([", ".join(texts[:-1]), texts[-1]]) if len(texts) > 1 else "".join(texts)
