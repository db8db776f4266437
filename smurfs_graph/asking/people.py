"""People in the loop: whether there is anybody to ask, what they are asked, and that it was they who answered.

What a storage says that a person answered counts for nothing. An answer is believed where it is given to this very
question in the call of the graph that goes on with it; else the question is put again.
"""

import asyncio
from itertools import count
from typing import Any, NamedTuple, TypeVar

from langgraph.config import get_config
from langgraph.constants import CONF, CONFIG_KEY_CHECKPOINTER
from langgraph.errors import is_invalid_resume
from langgraph.runtime import Runtime
from langgraph.types import interrupt
from pydantic import BaseModel, ValidationError

from smurfs_graph.asking.emitting import step_of
from smurfs_graph.canonical import canonical_json
from smurfs_graph.programs.names import RUN_PYTHON
from smurfs_graph.settings import Settings
from smurfs_graph.state import Draft, TaskState
from smurfs_graph.user.signing import is_signed, key_at_hand, sign

S = TypeVar("S", bound=BaseModel)
_ANSWERS = "__smurfs_answers"
"""Key of a run's config for the answers that it was called with; such names stay out of metadata."""
_NESTED = CONFIG_KEY_CHECKPOINTER
"""Stands in the config of whatever a graph runs, and in no config that a caller writes."""


class AskedTooOftenError(Exception):
    """A question said something else each time that it was put, so that no answer counted."""


class Given(NamedTuple):
    """An answer that a graph is called with, and the question that its person was shown."""

    question: Any
    answer: Any


def can_be_asked(settings: Settings) -> bool:
    """Return whether the run that this is called in may stop and wait for a person."""
    if settings.unattended:
        return False
    return get_config().get(CONF, {}).get(CONFIG_KEY_CHECKPOINTER) not in (None, False)


def with_answers(config: Any, given: list[Given]) -> Any:
    """Return a run's config with the answers that it is called with; within another graph's run, whose they are, as it
    is.
    """
    mine: dict[str, Any] = dict(config or {})
    configurable: dict[str, Any] = mine.get("configurable", {})
    if _NESTED in configurable or _is_within_a_run():
        return config
    return {**mine, "configurable": {**configurable, _ANSWERS: given}}


def keeps_nothing(config: Any) -> bool:
    """Return whether a run of this config is part of a run without a checkpointer, so that its own is not used."""
    given: dict[str, Any] = dict(config or {}).get("configurable", {})
    if _NESTED not in given and "thread_id" not in given:
        given = _surroundings()
    return given.get(_NESTED, True) is None


def _is_within_a_run() -> bool:
    return _NESTED in _surroundings()


def _surroundings() -> dict[str, Any]:
    """Return the `configurable` values of the run that this is called in; empty outside of runs."""
    try:
        return get_config().get("configurable", {})
    except RuntimeError:
        return {}


def ask(question: dict[str, Any], schema: type[S], *, most: int = 0) -> S:
    """Ask a person and return the reply; stop the run until there is one.

    An answer that was not given in this call, as one from the storage, or one to a question that said something else,
    does not count: the question is put once more, under a number. `most`: how often it is put; 0 for as often as it
    takes. Raises AskedTooOftenError.
    """
    for number in range(most) if most else count():
        put = {**question, "again": number} if number else question
        said = schema.model_validate(_wait(put, schema))
        if _is_given(put, said):
            return said
    raise AskedTooOftenError


def _wait(question: dict[str, Any], schema: type[BaseModel]) -> Any:
    """Return the answer to a question; stop the run where there is none yet.

    LangGraph offers the answer to an earlier question where the process ended before its node had: one that does not
    even fit is used up, and the question put. Raises ValidationError for an answer to this one.
    """
    try:
        return interrupt(question, response_schema=schema)
    except ValidationError as error:
        given, shown = _given(), canonical_json(question)
        if not is_invalid_resume(error) or given is None or any(canonical_json(one.question) == shown for one in given):
            raise
        return interrupt(question, response_schema=schema)


def _given() -> list[Given] | None:
    """Return the answers that the run was called with; None in a graph within another one, which hands them over."""
    return get_config().get("configurable", {}).get(_ANSWERS)


def _is_given(question: dict[str, Any], said: BaseModel) -> bool:
    if (given := _given()) is None:
        return True
    shown = canonical_json(question)
    answers = [one.answer for one in given if canonical_json(one.question) == shown]
    return any(_reads_as(said, answer) for answer in answers)


def _reads_as(said: BaseModel, answer: Any) -> bool:
    """Return whether an answer is read as what was said."""
    try:
        return type(said).model_validate(answer) == said
    except ValidationError:
        return False


async def sign_approval(state: TaskState, runtime: Runtime[Settings], draft: Draft, ahead: int = 0) -> str:
    """Return the signature under a draft whose call a person has approved as it stands, over run, step and exact
    arguments.

    Whoever writes the storage cannot make one; one of another run, step or call does not count here. `ahead`: attempts
    that come before.
    """
    return sign(await asyncio.to_thread(key_at_hand), _parts_of(state, runtime, draft, ahead))


async def is_approved(state: TaskState, runtime: Runtime[Settings]) -> bool:
    """Return whether the call of the state's draft, as it stands, is the one that a person approved at this step."""
    draft = state["draft"]
    if not draft.approved:
        return False
    return is_signed(draft.approved, await asyncio.to_thread(key_at_hand), _parts_of(state, runtime, draft))


def _parts_of(state: TaskState, runtime: Runtime[Settings], draft: Draft, ahead: int = 0) -> list[str]:
    info = runtime.execution_info
    thread = str(info.thread_id) if info is not None else ""
    of_program = draft.call.number >= 0 or draft.call.tool == RUN_PYTHON  # it goes on at other steps
    place = f"program {draft.call.turn} {draft.call.id}" if of_program else str(step_of(state) + ahead)
    step = (thread, state.get("run_id", ""), state["sub_task"].id, place)
    return ["an approved call", *step, draft.call.tool, draft.call.fingerprint, canonical_json(draft.call.arguments)]
