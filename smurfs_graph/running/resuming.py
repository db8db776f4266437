"""A person's answers on their way into a run: checked before anything is resumed, so that a wrong one changes nothing.

LangGraph takes an answer to a question that is not waiting for a no-op, and says in many lines what does not fit.
"""

import re
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from typing import Any, cast

from langchain_core.runnables import RunnableConfig
from langgraph.errors import GraphInterrupt, is_invalid_resume
from langgraph.types import Command, StateSnapshot
from pydantic import BaseModel, ValidationError

from smurfs_graph.asking.people import Given
from smurfs_graph.canonical import unfit_for_state
from smurfs_graph.errors import AnswerError

Read = Callable[[RunnableConfig], Awaitable[StateSnapshot]]
_ID = re.compile(r"[0-9a-f]{32}")
"""LangGraph's form of the ids of questions; a mapping with other keys is one answer as a whole."""


async def answers_in(input: Any, config: RunnableConfig | None, read: Read | None) -> list[Given]:
    """Return the answers that a graph is called with, and their questions; `read`: its state, where it has a
    checkpointer.

    Raises AnswerError where an answer is for a question that does not wait (any more), or for none in particular.
    """
    if not isinstance(input, Command) or config is None or read is None:
        return []
    command = cast("Command[Any]", input)
    answer: Any = command.resume
    if answer is None:
        if command.update is None and not command.goto:  # LangGraph fails on it in its own way
            raise AnswerError("None is no answer; what waits goes on waiting")
        return []
    questions = {question.id: question.value for question in (await read(config)).interrupts}
    waiting = list(questions)
    if not waiting:
        raise AnswerError("no question waits for an answer in this run; it may have been answered before")
    if not isinstance(answer, dict) or not all(_ID.fullmatch(str(key)) for key in cast("dict[Any, Any]", answer)):
        if len(waiting) > 1:
            raise AnswerError(
                f"{len(waiting)} questions wait; answer by id: Command(resume={{id: answer}}), {_list_waiting(waiting)}"
            )
        return _fitting({waiting[0]: answer}, questions)
    stale = [str(key) for key in cast("dict[Any, Any]", answer) if key not in waiting]
    if stale or not answer:
        what = f"question {stale[0]!r} does not wait for an answer (any more)" if stale else "no question was named"
        raise AnswerError(f"{what}; {_list_waiting(waiting)}")
    return _fitting(cast("dict[str, Any]", answer), questions)


def complaint_about(question: Any, answer: Any) -> str:
    """Say in a line what is wrong with an answer to a question of this library; empty where it can be used."""
    schema = answer_schema_of(question)
    if schema is None:
        return ""
    if unfit := unfit_for_state(answer):
        return unfit
    try:
        schema.model_validate(answer)
    except ValidationError as error:
        return _complaint(error)
    return ""


def answer_schema_of(question: Any) -> type[BaseModel] | None:
    """Return the schema of the answers to a question of this library; None for a foreign one."""
    kind: Any = cast("dict[str, Any]", question).get("kind") if isinstance(question, dict) else None
    return _schemas().get(str(kind))


def _fitting(answers: dict[str, Any], questions: dict[str, Any]) -> list[Given]:
    """Return all answers or raise AnswerError: one that does not fit must not use up the others."""
    for name, answer in answers.items():
        if complaint := complaint_about(questions[name], answer):
            raise AnswerError(f"the answer to question {name} does not fit, and it still waits: {complaint}")
    return [Given(questions[name], answer) for name, answer in answers.items()]


def _schemas() -> dict[str, type[BaseModel]]:
    """Return the form of the answer to each kind of question."""
    from smurfs_graph.nodes.approval import CallApproval, CallFate, PlanApproval
    from smurfs_graph.nodes.approve_calls import CallsApproval
    from smurfs_graph.nodes.clarify import ClarifyingAnswer

    return {
        "plan": PlanApproval,
        "tool_call": CallApproval,
        "tool_calls": CallsApproval,
        "call_in_doubt": CallFate,
        "clarification": ClarifyingAnswer,
    }


@contextmanager
def complain_in_a_line() -> Generator[None]:
    """Raise AnswerError for an answer that its question refuses; the question goes on waiting."""
    try:
        yield
    except ValidationError as error:
        if not is_invalid_resume(error):
            raise
        raise AnswerError(f"the answer does not fit, and the question still waits: {_complaint(error)}") from None


@contextmanager
def put_once() -> Generator[None]:
    """Put each question once to a graph around this one.

    LangGraph hands up what waits in a task twice: for the task, and for the node that waits for it.
    """
    try:
        yield
    except GraphInterrupt as raised:
        questions: tuple[Any, ...] = tuple(raised.args[0]) if raised.args else ()
        once = [question for at, question in enumerate(questions) if question not in questions[:at]]
        if len(once) == len(questions):
            raise
        raise GraphInterrupt(once) from None


def _complaint(error: ValidationError) -> str:
    items = error.errors(include_url=False, include_context=False)
    parts = [f"{'.'.join(map(str, item['loc'])) or 'answer'}: {item['msg']}" for item in items[:4]]
    more = f" (and {len(items) - 4} more)" if len(items) > 4 else ""
    return " ".join("; ".join(parts).split())[:600] + more


def _list_waiting(waiting: list[str]) -> str:
    shown = ", ".join(waiting[:8])
    return f"waiting: {shown}{', …' if len(waiting) > 8 else ''}"
