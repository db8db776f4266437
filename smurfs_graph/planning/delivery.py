"""What a delivered answer says of itself: what each claim rests on, and what was not found. Pure.

A model names the sub-tasks; code checks that they exist and found something, and drops the rest with a warning.
"""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, computed_field

from smurfs_graph.planning.grounding import facts, find_ungrounded
from smurfs_graph.planning.outcome import Outcome, OutcomeStatus
from smurfs_graph.planning.plan import Plan

_TOO_SHORT = 2
"""Characters of an answer that stand in any text."""
MAX_CLAIMS = 200
"""Claims that an answer may have; a model that lists more has lost its thread."""


class Claim(BaseModel):
    """A statement of the answer and the ids of the sub-tasks that it rests on."""

    model_config = ConfigDict(frozen=True)

    text: str
    sub_tasks: tuple[str, ...] = ()
    ungrounded: tuple[str, ...] = ()
    """Numbers, ids and names in it that stand nowhere in what the run found."""

    @computed_field
    @property
    def supported(self) -> bool:
        """Whether the claim rests on any sub-task's result, with everything that it states."""
        return bool(self.sub_tasks) and not self.ungrounded


class NotFound(BaseModel):
    """A sub-task that was not solved: what it asked, how it ended, and why."""

    model_config = ConfigDict(frozen=True)

    sub_task: str
    content: str
    status: OutcomeStatus | None = None
    """None: it was never started."""
    reason: str = ""


class Cited(NamedTuple):
    """A statement and the ids that a model named for it, right or wrong: behind it in brackets, or in a list."""

    text: str
    sub_tasks: tuple[str, ...]


def id_marks(plan: Plan) -> re.Pattern[str]:
    """Finds ids of sub-tasks in brackets, with the blanks before them."""
    one = "|".join([*sorted((re.escape(task.id) for task in plan.sub_tasks), key=len, reverse=True), r"s\d+(?:_r\d+)?"])
    return re.compile(rf"[ \t]*\[(?P<ids>(?:{one})(?:\s*[,;]\s*(?:{one}))*)\]")


def without_ids(answer: str, plan: Plan) -> tuple[str, list[Cited]]:
    """The answer as it is shown, and the statements that ids of sub-tasks stood behind, in brackets."""
    marks = id_marks(plan)
    cited: list[Cited] = []
    shown, at = "", 0
    for mark in marks.finditer(answer):
        piece = answer[at : mark.start()]
        ids = tuple(name.strip() for name in re.split(r"[,;]", mark["ids"]))
        statement = piece.strip().lstrip(".,;:!?)-*• \n").strip()
        if statement:
            cited.append(Cited(statement, ids))
        elif cited:  # several brackets behind one statement
            cited[-1] = Cited(cited[-1].text, (*cited[-1].sub_tasks, *ids))
        shown, at = shown + piece, mark.end()
    return (shown + answer[at:]).strip(), cited


class Linked(NamedTuple):
    """An answer's claims and sources, and what was wrong with the links."""

    claims: tuple[Claim, ...]
    sources: list[str]
    warnings: list[str]


def link_claims(
    answer: str, named: Iterable[Cited], sources: Iterable[str], plan: Plan, found: Mapping[str, Outcome]
) -> Linked:
    """The claims with their links checked: only sub-tasks that exist and have an answer can carry one.

    An answer whose claims were not listed is one claim, resting on `sources`.
    """
    known = with_answer(plan, found)
    claims: list[Claim] = []
    wrong: dict[str, None] = {}
    for item in [*named][:MAX_CLAIMS]:
        wrong |= dict.fromkeys(name for name in item.sub_tasks if name not in known)
        claims.append(Claim(text=item.text, sub_tasks=_keep_known(item.sub_tasks, known)))
    given = list(sources)
    wrong |= dict.fromkeys(name for name in given if name not in known)
    if not claims:
        named_ones = _keep_known(given, known) or tuple(_find_sharing(answer, known, found))
        claims = [Claim(text=answer, sub_tasks=named_ones)]
    used = {name for claim in claims for name in claim.sub_tasks} | {name for name in given if name in known}
    return Linked(tuple(claims), [name for name in known if name in used], [_complaint(name, plan) for name in wrong])


def not_found(plan: Plan, found: Mapping[str, Outcome]) -> list[NotFound]:
    """Every sub-task of the plan that was not solved, in the plan's order."""
    missing: list[NotFound] = []
    for task in plan.sub_tasks:
        outcome = found.get(task.id)
        if outcome is None:
            missing.append(NotFound(sub_task=task.id, content=task.content, reason="not started"))
        elif outcome.status != "solved":
            missing.append(
                NotFound(sub_task=task.id, content=task.content, status=outcome.status, reason=outcome.reason)
            )
    return missing


def with_answer(plan: Plan, found: Mapping[str, Outcome]) -> list[str]:
    """The ids of the sub-tasks that have an answer, in the plan's order."""
    return [task.id for task in plan.sub_tasks if (outcome := found.get(task.id)) and outcome.answer]


def ground_claims(claims: Iterable[Claim], sources: Iterable[str]) -> tuple[Claim, ...]:
    """The claims with what stands nowhere in the sources."""
    told = list(sources)
    return tuple(claim.model_copy(update={"ungrounded": tuple(find_ungrounded(claim.text, told))}) for claim in claims)


def _find_sharing(answer: str, known: Iterable[str], found: Mapping[str, Outcome]) -> list[str]:
    """The sub-tasks whose answers hold something that the answer states, or its very words."""
    wanted, said = {*facts(answer)}, answer.casefold().strip(" .")
    held = {name: found[name].answer for name in known}
    return [
        name
        for name, text in held.items()
        if wanted & {*facts(text)} or (len(said) > _TOO_SHORT and said in text.casefold())
    ]


def _keep_known(names: Iterable[str], known: Iterable[str]) -> tuple[str, ...]:
    wanted = set(names)
    return tuple(name for name in known if name in wanted)


def _complaint(name: str, plan: Plan) -> str:
    exists = any(task.id == name for task in plan.sub_tasks)
    why = "which found nothing" if exists else "which does not exist"
    return f"deliverer: a claim was said to rest on sub-task {name!r:.80}, {why}; the link was dropped"
