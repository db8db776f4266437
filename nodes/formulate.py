"""Formulate: a model fills the typed request of a toolset's domain, which makes a plan of searches and a choice of it.

No pattern reads a request before a model has. What is missing or wrong is asked for where somebody can answer; else,
and where the reply cannot be read, the planner goes on with the request as it would without a domain, with a warning.
"""

import json
from collections.abc import Callable
from typing import Any, Literal

from langgraph.runtime import Runtime

from smurfs_graph.asking.asking import Asking
from smurfs_graph.asking.emitting import emit
from smurfs_graph.asking.graph_tools import GraphTools
from smurfs_graph.asking.people import can_be_asked
from smurfs_graph.asking.question import ask_model
from smurfs_graph.concurrency.threads import run_in_thread
from smurfs_graph.events.vocabulary import PlanMade
from smurfs_graph.nodes.base import Node, awaits, review_by
from smurfs_graph.planning.check import complaints
from smurfs_graph.planning.clarification import refusal
from smurfs_graph.planning.plan import Plan
from smurfs_graph.prompting import views
from smurfs_graph.prompting.structured import as_model, json_schema, reply_type, written_in
from smurfs_graph.settings import Settings
from smurfs_graph.state import RunState
from smurfs_graph.tools.domain import Domain, Formulation


def formulate(asking: Asking, toolset: GraphTools) -> Node[RunState]:
    """Have the next domain's typed request filled; a domain that gives no plan has declined."""

    async def formulate(state: RunState, runtime: Runtime[Settings]) -> dict[str, Any]:
        domain = next(iter(domains_left(toolset, state)), None)
        if domain is None:
            return {}
        schema = domain.request_type
        shape = json_schema(schema)
        values = {
            "schema": json.dumps(shape, ensure_ascii=False),
            "domain": domain.guide,
            "query": state["query"],
            "answers": views.clarifications(state.get("clarifications", [])),
        }
        turn = await ask_model(asking, state, runtime, "planner.formulate", values, reply_type(schema), shape=shape)
        if turn.ends_here:
            return turn.update
        update: dict[str, Any] = {}
        if turn.reply is not None:
            try:
                found = await run_in_thread(domain.formulate, as_model(schema, written_in(turn.reply)))
            except Exception as error:  # a toolset's own code; the planner can do without it
                why = f"{type(error).__name__}: {error}"
                update = {"warnings": [f"{domain.name}: the request could not be read ({why})"]}
            else:
                if found is not None:
                    update = _update_of(toolset, asking.settings_of(runtime), state, runtime, domain, found)
        warnings = [*turn.update.get("warnings", []), *update.get("warnings", [])]
        if "plan" not in update and "question" not in update:
            update |= {"declined": [*state.get("declined", []), domain.name], "plan": Plan(sub_tasks=())}
        return {**turn.update, **update, "warnings": warnings}

    return formulate


def domains_left(toolset: GraphTools, state: RunState) -> list[Domain]:
    """Return the domains that have not declined the request; the one whose tool the model called is the first."""
    left = [domain for name, domain in toolset.domains.items() if name not in state.get("declined", [])]
    instead = state.get("instead")
    return sorted(left, key=lambda domain: instead is None or domain.name != instead.domain)


Way = Literal["restart", "stop", "ask the user", "approve", "formulated", "another toolset", "plan it"]


def after_formulate(toolset: GraphTools) -> Callable[[RunState], Way]:
    """Ask again, end, ask the user, have the plan approved, start it, or leave the request to others."""

    def after_formulate(state: RunState) -> Way:
        if state.get("restart"):
            return "restart"
        if state.get("stop"):
            return "stop"
        if state.get("question"):
            return "ask the user"
        if state["plan"].sub_tasks:
            return "approve" if awaits(state, "person") else "formulated"
        return "another toolset" if domains_left(toolset, state) else "plan it"

    return after_formulate


def _update_of(
    toolset: GraphTools,
    settings: Settings,
    state: RunState,
    runtime: Runtime[Settings],
    domain: Domain,
    found: Formulation,
) -> dict[str, Any]:
    """Return the update for what a domain made of the request: a question about what is missing, a plan, or a warning
    why there is none.
    """
    if found.missing or found.problems:
        said = [f"The request does not say {_listed(found.missing)}."] if found.missing else []
        said += [_sentence(problem) for problem in found.problems]
        text, asked = " ".join(said), state.get("clarifications", [])
        question = f"{text} What is meant?"
        if not refusal(question, asked, settings.max_questions, possible=can_be_asked(settings)):
            return {"question": question}
        return {"warnings": [f"{domain.name}: planned without its solver. {text}"]}
    if wrong := complaints(found.plan, tools=toolset.tools, limit=max(settings.max_sub_tasks, 20)):
        return {"warnings": [f"{domain.name}: its plan is not sound ({wrong[0]})"]}
    emit(runtime, PlanMade(plan=found.plan))
    return {"plan": found.plan, "review": review_by(settings), "warnings": [*found.notes]}


def _sentence(text: str) -> str:
    text = f"{text[:1].upper()}{text[1:]}"
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _listed(texts: tuple[str, ...]) -> str:
    return " and ".join([", ".join(texts[:-1]), texts[-1]]) if len(texts) > 1 else "".join(texts)
