"""The answer of guided steps: a sentence for each clause, held to the response by code, and a verdict by rule.

Where more is to be called, nobody is asked. A sentence that says anything else than the response is not taken: the
response stands in for it. Only of a long response, of which a sentence says a part, and of a tool that no words but the
model chose, a model judges whether it settles the clause, with yes or no.
"""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from langgraph.runtime import Runtime
from pydantic import BeforeValidator

from smurfs_graph.asking.asking import Asking
from smurfs_graph.asking.graph_tools import GraphTools
from smurfs_graph.asking.kept_responses import FullResponses
from smurfs_graph.asking.question import ask_model
from smurfs_graph.guiding.aims import next_step
from smurfs_graph.guiding.coverage import (
    asked_on_the_way,
    left_out,
    passed_over,
    picked,
    told_beside,
    unclear_shares,
    uncounted,
    unfed,
    unset,
)
from smurfs_graph.guiding.fitting import fits
from smurfs_graph.guiding.mending import guesses
from smurfs_graph.guiding.sentences import SHORT, in_words, is_faithful, says_nothing
from smurfs_graph.guiding.steps import MadeCall, NextStep, StepInput
from smurfs_graph.models.sentence_form import SentenceForm
from smurfs_graph.nodes.base import Node, held_up
from smurfs_graph.nodes.finish import end_search
from smurfs_graph.nodes.guided import date_for, task_of, with_results
from smurfs_graph.nodes.known_calls import EMPTY
from smurfs_graph.nodes.verifier import judged
from smurfs_graph.prompting import views
from smurfs_graph.prompting.replies import AnswerReply, Reply, VerdictReply
from smurfs_graph.search.dfsdt import advance, ending
from smurfs_graph.search.state import Call, Concluded
from smurfs_graph.settings import Settings
from smurfs_graph.state import SubTaskState
from smurfs_graph.tools.output import cut

LONGEST = 600
"""Characters of a response that stand in for a sentence."""
_WITHIN = 1_200
"""Characters of responses that a sentence is drawn from."""


class SettlesReply(Reply):
    """A model's reply on whether an answer says what is asked for."""

    settles: Annotated[Literal["yes", "no"], BeforeValidator(lambda value: str(value).strip().lower().rstrip("."))]


def answer_guided(asking: Asking, toolset: GraphTools, responses: FullResponses) -> Node[SubTaskState]:
    """Say in a sentence what the calls of the next clause brought; end, or go on with the search."""

    async def answer_guided(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        before = await task_of(toolset, responses, state, runtime)
        task = with_results(before, state)
        step = next_step(task)
        draft = state["draft"]
        if step.aims or step.choose is not None:
            return judged(state, runtime, draft.model_copy(update={"answer": _brought(task, before)}), _pending(""))
        answers, update = list(draft.answers), dict[str, Any]()
        clauses = [clause for clause in step.clauses if _made_for(clause, task)]
        for clause in clauses[len(answers) :]:
            made = _made_for(clause, task)
            rows = len(made) > 1 and len({each.tool for each in made}) == 1
            if rows or is_empty(made[-1].text):
                answers.append("\n".join(_line(each) for each in made))
                continue
            turn = await ask_model(
                asking,
                state,
                runtime,
                "answer.guided",
                _seen(clause, made) | {"date": _date(state, toolset, made)},
                SentenceForm(AnswerReply, "answer"),
            )
            if turn.ends_here:
                return {**turn.update, "draft": draft.model_copy(update={"answers": tuple(answers)})}
            said = turn.reply.answer if turn.reply is not None else ""
            answers.append("\n".join([*map(_line, asked_on_the_way(clause, task)), _faithful(said, clause, made)]))
            update = turn.update
            break
        draft = draft.model_copy(update={"answers": tuple(answers)})
        if len(answers) < len(clauses):
            return {**update, "draft": draft}
        always = asking.settings_of(runtime).verify == "always"
        now: SubTaskState = {**state, "draft": draft}
        return {**update, **await _settled(toolset, responses, now, runtime, task, step, always=always)}

    return answer_guided


def verifier_guided(asking: Asking, toolset: GraphTools, responses: FullResponses) -> Node[SubTaskState]:
    """Judge with yes or no whether a sentence about a long response settles the request."""

    async def verifier_guided(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        task = with_results(await task_of(toolset, responses, state, runtime), state)
        values = {
            "date": _date(state, toolset, task.made),
            "request": state["sub_task"].content,
            "answer": state["draft"].answer,
        }
        turn = await ask_model(asking, state, runtime, "verifier.guided", values, SettlesReply)
        if turn.ends_here:
            return turn.update
        settles = turn.reply is not None and turn.reply.settles == "yes"
        return {
            **turn.update,
            **await _ended(toolset, responses, state, runtime, task, next_step(task), settles=settles),
        }

    return verifier_guided


def put_together(toolset: GraphTools, responses: FullResponses) -> Node[SubTaskState]:
    """End a guided search that reached a limit with what it found, as it stands; no model is asked."""

    async def put_together(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        found = "\n".join(dict.fromkeys(each.answer for each in state["search"].evidence))
        draft = state["draft"].model_copy(update={"answer": found})
        return await end_search(toolset, responses, state, runtime, {"draft": draft})

    return put_together


def after_guided_answer(state: SubTaskState) -> Literal["restart", "stop", "done", "pending", "verify", "next clause"]:
    """Ask again, stop, end, search on, have the answer judged, or say what the next clause brought."""
    if way := held_up(state):
        return way
    if state["search"].concluded or ending(state["search"]) == "solved":
        return "done"
    if state["draft"].stage == "judged":
        return "pending"
    return "verify" if state["draft"].answer else "next clause"


def is_empty(response: str) -> bool:
    """Return whether a response says nothing that a sentence could say."""
    return response == EMPTY or says_nothing(response)


def _pending(hint: str) -> VerdictReply:
    return VerdictReply(hint=hint, status="pending")


def _made_for(clause: str, task: StepInput) -> list[MadeCall]:
    return [each for each in task.made if each.ok and each.clause == clause]


def _brought(task: StepInput, before: StepInput) -> str:
    new = task.made[len(before.made) :]
    return "\n".join(cut(each.text, LONGEST) for each in new if each.ok)


def _line(made: MadeCall) -> str:
    values = ", ".join(str(value) for value in made.arguments.values())
    if is_empty(made.text):
        return f"{made.tool} was called{f' with {values}' if values else ''}, and returned nothing"
    told = cut(in_words(made.text), LONGEST)
    return f"{values}: {told}" if values else told


def _date(state: SubTaskState, toolset: GraphTools, made: Iterable[MadeCall]) -> str:
    return date_for(state, [toolset.tools[name] for name in {each.tool for each in made}])


def _seen(clause: str, made: list[MadeCall]) -> dict[str, str]:
    within = _WITHIN // max(1, len(made))
    told = [
        f"{views.calls([Call(tool=each.tool, arguments=dict(each.arguments))])}: {cut(each.text, within)}"
        for each in made
    ]
    return {"response": "\n".join(told), "request": clause}


def _faithful(said: str, clause: str, made: list[MadeCall]) -> str:
    """Return the sentence where it says what the last response says, else that response."""
    told = [clause, *(views.calls([Call(tool=each.tool, arguments=dict(each.arguments))]) for each in made)]
    told += [each.text for each in made[:-1]]
    return said if is_faithful(said, [made[-1].text], told) else cut(in_words(made[-1].text), LONGEST)


async def _settled(
    toolset: GraphTools,
    responses: FullResponses,
    state: SubTaskState,
    runtime: Runtime[Settings],
    task: StepInput,
    step: NextStep,
    *,
    always: bool,
) -> dict[str, Any]:
    """Return the end of the search, or the answer to be judged: always, or where it says a part of a long response."""
    draft = state["draft"].model_copy(update={"answer": "\n".join(state["draft"].answers)})
    long = any(len(each.text) > SHORT for clause in step.clauses for each in _made_for(clause, task)[-1:])
    foreign = any(clause in task.chosen and not fits(clause, task.tools, task.near) for clause in step.clauses)
    if (always or long or foreign) and not _gaps(task, step):
        return {"draft": draft}
    return await _ended(toolset, responses, {**state, "draft": draft}, runtime, task, step, settles=True)


def _gaps(task: StepInput, step: NextStep) -> list[str]:
    """Return what the answer leaves open: clauses that nothing was called for, and values that no call took."""
    said = [*step.clauses, *told_beside(task.request, step.clauses, task.made)]
    absent = [value for clause in said for value in left_out(clause, task.made, task.tools)]
    absent = [value for value in absent if not any(value in clause for clause in step.unmet)]
    absent += [name for clause in step.clauses for name in passed_over(clause, task)]
    absent += [*unfed(task.made, task.tools), *unset(task.request, task.made, task.tools)]
    absent += uncounted(step.clauses, task.made)
    guessed = [*guesses(task.made, task.request), *picked(task.request, task.made, task.tools)]
    guessed += unclear_shares(task.request, task.made, task.tools)
    return [*step.unmet, *absent, *(f"a guess, {one}" for one in guessed)]


async def _ended(
    toolset: GraphTools,
    responses: FullResponses,
    state: SubTaskState,
    runtime: Runtime[Settings],
    task: StepInput,
    step: NextStep,
    *,
    settles: bool,
) -> dict[str, Any]:
    """Return the update that ends the search: solved, or partial with what is open; a "no" searches on."""
    gaps, draft = _gaps(task, step), state["draft"]
    if settles and not gaps:
        update = judged(state, runtime, draft, VerdictReply(status="solved"))
        return await end_search(toolset, responses, state, runtime, update)
    update = judged(state, runtime, draft, _pending("; ".join(gaps)))
    if not gaps and not settles:
        gaps = ["nobody confirmed the answer"]
    search = update["search"]
    search = advance(search, Concluded(answer=draft.answer, status="partial", gap="; ".join(gaps)))
    return await end_search(toolset, responses, state, runtime, {**update, "search": search})
