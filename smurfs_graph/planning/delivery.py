"""Make a delivered answer's claims: what each rests on, and what was not found. Pure.

A model may name the sub-tasks; code checks that they exist and found something, looks for every fact in what the calls
returned, and names the calls.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, computed_field

from smurfs_graph.grounding.facts import facts
from smurfs_graph.grounding.ground import Grounded, Source, call_text, calls_behind, ground
from smurfs_graph.grounding.statements import split_statements
from smurfs_graph.planning.outcome import Evidence, Outcome, OutcomeStatus
from smurfs_graph.planning.plan import Plan

_TOO_SHORT = 2
"""Characters of an answer that stand in any text."""
MAX_CLAIMS = 200
"""Claims that an answer may have; a model that lists more has lost its thread."""
_MOST_CALLS = 8
"""Calls that a claim names."""


class Claim(BaseModel):
    """A statement of the answer, the calls that it rests on, and what in it no call returned."""

    model_config = ConfigDict(frozen=True)

    text: str
    sub_tasks: tuple[str, ...] = ()
    """Ids of the sub-tasks whose results say so."""
    calls: tuple[str, ...] = ()
    """Their calls that hold its facts, such as `get_price(item="A-17")`; of a statement without facts, all that
    succeeded.
    """
    computed: tuple[str, ...] = ()
    """Computations of its numbers that stand nowhere from ones that do, such as "99 = 3 * 33"."""
    ungrounded: tuple[str, ...] = ()
    """Numbers, dates, ids and names in it that stand in no result, request or conversation, and are not computed."""

    @computed_field
    @property
    def supported(self) -> bool:
        """Return whether the claim rests on a result and nothing in it is ungrounded. No proof that it is true."""
        return bool(self.sub_tasks) and not self.ungrounded


class NotFound(BaseModel):
    """A sub-task that was not solved, or a call that may change something and was not made: what was asked, how it
    ended, and why.
    """

    model_config = ConfigDict(frozen=True)

    sub_task: str
    """Whose call it is, where it is one."""
    content: str
    """Of the sub-task; or the call, such as `wipe(name="a")`."""
    status: OutcomeStatus | None = None
    """None: it was never started."""
    reason: str = ""


class Cited(NamedTuple):
    """A statement and the ids that a model named for it, right or wrong: behind it in brackets, or in a list."""

    text: str
    sub_tasks: tuple[str, ...]


def id_marks(plan: Plan) -> re.Pattern[str]:
    """Return a pattern of ids of sub-tasks in brackets, with the blanks before them."""
    one = "|".join([*sorted((re.escape(task.id) for task in plan.sub_tasks), key=len, reverse=True), r"s\d+(?:_r\d+)?"])
    return re.compile(rf"[ \t]*\[(?P<ids>(?:{one})(?:\s*[,;]\s*(?:{one}))*)\]")


def without_ids(answer: str, plan: Plan) -> tuple[str, list[Cited]]:
    """Return the answer as it is shown, and its statements, each with the ids that stood behind it in brackets."""
    marks = id_marks(plan)
    cited: list[Cited] = []
    shown: list[str] = []
    at = 0
    for mark in marks.finditer(answer):
        piece = answer[at : mark.start()]
        ids = tuple(name.strip() for name in re.split(r"[,;]", mark["ids"]))
        statements = split_statements(piece.strip().lstrip(".,;:!?)-*• \n"))
        if statements:
            cited += [Cited(statement, ids) for statement in statements]
        elif cited:  # several brackets behind one statement
            cited[-1] = Cited(cited[-1].text, (*cited[-1].sub_tasks, *ids))
        shown.append(piece)
        at = mark.end()
    rest = answer[at:].lstrip(".,;:!?)") if cited else ""
    text = "".join([*shown, answer[at:]]).strip()
    return text, [*cited, *(Cited(text, ()) for text in split_statements(rest) if facts(text))]


class Linked(NamedTuple):
    """An answer's claims and sources, and what was wrong with the links."""

    claims: tuple[Claim, ...]
    sources: list[str]
    warnings: list[str]


def link_claims(
    answer: str,
    named: Iterable[Cited],
    sources: Iterable[str],
    plan: Plan,
    found: Mapping[str, Outcome],
    grounds: Sequence[Source],
    unmade: Sequence[NotFound] = (),
) -> Linked:
    """Return the claims of a written answer with their links checked: a link to a sub-task that does not exist or found
    nothing is dropped, with a warning.

    `sources`: sub-tasks that the answer as a whole was said to rest on; `grounds`: what it may take facts from;
    `unmade`: acts that were not made.
    """
    known = with_answer(plan, found)
    items, given = [*named][:MAX_CLAIMS], list(sources)
    wrong = dict.fromkeys(
        name for name in (*given, *(n for item in items for n in item.sub_tasks)) if name not in known
    )
    if not items:
        whole = _keep_known(given, known) or tuple(_find_sharing(answer, known, found))
        items = [Cited(text, whole) for text in split_statements(answer)[:MAX_CLAIMS] or [answer]]
    cited = [Cited(item.text, _keep_known(item.sub_tasks, known)) for item in items]
    claims = make_claims(cited, plan, found, grounds, unmade)
    used = {name for claim in claims for name in claim.sub_tasks} | {name for name in given if name in known}
    return Linked(claims, [name for name in known if name in used], [_complaint(name, plan) for name in wrong])


def statements_of(plan: Plan, found: Mapping[str, Outcome]) -> list[Cited]:
    """Return what the sub-tasks' own answers state, where no model has written them up."""
    every = [Cited(text, (name,)) for name in with_answer(plan, found) for text in split_statements(found[name].answer)]
    return every[:MAX_CLAIMS]


def make_claims(
    cited: Sequence[Cited],
    plan: Plan,
    found: Mapping[str, Outcome],
    grounds: Sequence[Source],
    unmade: Sequence[NotFound] = (),
) -> tuple[Claim, ...]:
    """Return the statements as claims: what is missing of each, and the calls behind it.

    A statement without facts, such as "Done", does not rest on a sub-task with acts that were not made (`unmade`).
    """
    carrying = {name for name, outcome in found.items() if _carries(outcome)} - {item.sub_task for item in unmade}
    checked = zip(cited, ground([item.text for item in cited], grounds), strict=True)
    return tuple(_claim(item, result, plan, carrying, grounds) for item, result in checked)


def _claim(item: Cited, result: Grounded, plan: Plan, carrying: Collection[str], grounds: Sequence[Source]) -> Claim:
    """Return a statement with the calls and sub-tasks that it rests on, and the facts that nothing holds."""
    behind = [grounds[at] for at in calls_behind(item.text, result.held, grounds)]
    named = [name for name in item.sub_tasks if name in carrying]
    if not behind and any(all(grounds[at].failed for at in calls) for calls in _in_calls(result, grounds)):
        named = []  # it says more of what a failed call was about than that it failed
    elif not behind and not result.missing:  # it has no facts of its own
        behind = [each for each in grounds if each.sub_task in named and each.call and not each.failed]
    sub_tasks = _keep_known([*named, *(each.sub_task for each in behind)], (task.id for task in plan.sub_tasks))
    calls = tuple(dict.fromkeys(each.call for each in behind))[:_MOST_CALLS]
    return Claim(text=item.text, sub_tasks=sub_tasks, calls=calls, computed=result.computed, ungrounded=result.missing)


def _in_calls(result: Grounded, grounds: Sequence[Source]) -> list[list[int]]:
    """Return, for each fact that any call holds, the positions of those calls."""
    held = [[at for at in positions if grounds[at].call] for positions in result.held.values()]
    return [positions for positions in held if positions]


def _carries(outcome: Outcome) -> bool:
    """Return whether an outcome can carry a claim: not where all that it tried has failed."""
    tried = outcome.evidence
    return outcome.by_person or not tried or any(item.ok for item in tried)


def not_found(plan: Plan, found: Mapping[str, Outcome]) -> list[NotFound]:
    """List every sub-task of the plan that was not solved, in the plan's order, but no question to the user."""
    missing: list[NotFound] = []
    for task in plan.sub_tasks:
        outcome = found.get(task.id)
        if outcome is None:
            missing.append(NotFound(sub_task=task.id, content=task.content, reason="not started"))
        elif outcome.status != "solved" and not outcome.asks_user:
            missing.append(
                NotFound(sub_task=task.id, content=task.content, status=outcome.status, reason=outcome.reason)
            )
    return missing


def unmade_acts(plan: Plan, found: Mapping[str, Outcome], is_act: Callable[[Evidence], bool]) -> list[NotFound]:
    """List every act that was not made, whatever an answer says. `is_act`: whether a call may change something."""
    outcomes = [found[task.id] for task in plan.sub_tasks if task.id in found]
    acts = [(outcome.sub_task, item) for outcome in outcomes for item in outcome.evidence if is_act(item)]

    unmade: list[NotFound] = []
    for at in unmade_among([item for _, item in acts]):
        sub_task, item = acts[at]
        status = "rejected" if item.rejected else "failed"
        call = call_text(item.tool, item.arguments)
        unmade.append(NotFound(sub_task=sub_task, content=call, status=status, reason=item.text))
    return unmade


def unmade_among(acts: Sequence[Evidence]) -> list[int]:
    """Return the positions of the acts that were not made, and not made good later; of equal ones, the last.

    The same call makes good what was refused, rejected or failed. Where only its arguments were wrong, or something was
    not there, any success of its tool does.
    """
    unmade: dict[tuple[str, str], int] = {}
    made_calls = set[tuple[str, str]]()
    working_tools = set[str]()
    for at, item in reversed([*enumerate(acts)]):  # what comes later is known first
        if item.ok:
            made_calls.add(item.key)
            working_tools.add(item.tool)
            continue
        is_mended = item.mendable and item.tool in working_tools
        if not is_mended and item.key not in made_calls:
            unmade.setdefault(item.key, at)
    return sorted(unmade.values())


def with_answer(plan: Plan, found: Mapping[str, Outcome]) -> list[str]:
    """Return the ids of the sub-tasks that have an answer, in the plan's order."""
    return [task.id for task in plan.sub_tasks if (outcome := found.get(task.id)) and outcome.answer]


def _find_sharing(answer: str, known: Iterable[str], found: Mapping[str, Outcome]) -> list[str]:
    """Return the sub-tasks whose answers hold something that the answer states, or its very words."""
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
