"""Closing answers and the delivery: what was found, in the order of the sub-tasks, and what was not."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from smurfs_graph.offline import words
from smurfs_graph.offline.clauses import REFERENCE, head
from smurfs_graph.offline.extract import MISSING, NOTHING, computed
from smurfs_graph.offline.records import read_groups
from smurfs_graph.offline.sections import Item, Outcome
from smurfs_graph.offline.verify import told_already, told_of_each

_COUNTED = re.compile(r"\d+ found")
_POINTS_BACK = "using the answer to"


def closing(attempts: Sequence[Item]) -> str:
    """The best answer that a sub-task's attempts support."""
    answers = list(dict.fromkeys(_without_gap(item.answer) for item in attempts if item.answer and not item.failed))
    found = [text for text in answers if text and not text.startswith(NOTHING)]
    failed = [f"{item.text.split(' ', 1)[0]}: {item.answer}" for item in attempts if item.failed]
    gaps = [
        line.removeprefix(MISSING).rstrip(".")
        for item in attempts
        for line in item.answer.splitlines()
        if line.startswith(MISSING)
    ]
    lines = list(found)
    if not found:
        lines.append("Nothing that settles this was found.")
    if gaps:
        lines.append(f"Not found: {gaps[-1]}.")
    if failed:
        lines.append(f"Failed: {'; '.join(failed[-3:])}.")
    return "\n".join(lines)


def _told_part(asked: str, told: str) -> str:
    """The part of an earlier answer that a later sub-task asks for."""
    wanted = head(asked)
    pairs = [pair for group in read_groups(told) for record in group.records for pair in record.items()]
    whole = (
        computed(read_groups(told), read_groups(told), asked).splitlines()
        if told_of_each(REFERENCE.sub("", asked), told)
        else []
    )
    return "; ".join(whole) or "; ".join(
        f"{key}: {value}"
        for key, value in pairs
        if any(words.stem(part) in wanted for part in words.identifier_words(key))
    )


def _without_gap(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.startswith(MISSING)).strip()


class Delivered(NamedTuple):
    """The answer to the request, its claims with the sub-tasks that they rest on, and all of those."""

    answer: str
    claims: list[dict[str, Any]]
    sources: list[str]


def deliver(outcomes: Sequence[Outcome], verdicts: str = "") -> Delivered:
    """The answer to the request, block by block, and what each block rests on."""
    if not outcomes:
        return Delivered("There is nothing to report: no sub-task was worked on.", [], [])
    blocks: list[str] = []
    claims: list[dict[str, Any]] = []
    known: list[Outcome] = []
    for outcome in outcomes:
        asked = REFERENCE.sub("", outcome.text).strip().rstrip(".") or "The request"
        text = _without_gap(outcome.answer)
        if text and outcome.state not in ("failed", "blocked", "rejected"):
            note = "" if outcome.state == "solved" else " (not confirmed)"
            blocks.append(_block(f"{asked}{note}", text))
            known.append(outcome)
            claims += [{"text": blocks[-1], "sub_tasks": [outcome.id]}] if outcome.id else []
        elif told := _told_by(outcome, known):
            blocks.append(f"{asked}: {_told_part(outcome.text, _without_gap(told.answer))}")
            claims += [{"text": blocks[-1], "sub_tasks": [told.id]}] if told.id else []
        else:
            why = f" ({text.splitlines()[0].rstrip('.')})" if text else ""
            blocks.append(f"{asked}: this could not be found or done{why}.")
    if verdicts.strip():
        blocks.append(f"Conditions:\n{verdicts.strip()}")
    named = [name for claim in claims for name in claim["sub_tasks"]]
    return Delivered("\n\n".join(blocks), claims, list(dict.fromkeys(named)))


def deliver_choice(choice: str, outcomes: Sequence[Outcome], verdicts: str) -> Delivered:
    """A choice as it was made, word by word, what was asked for besides, and what became of the conditions."""
    text = choice.removeprefix("chosen: ").strip()
    besides = [outcome for outcome in outcomes if not _is_chosen_from(outcome, text)]
    sources = [
        outcome.id for outcome in outcomes if outcome.id and outcome.state == "solved" and outcome not in besides
    ]
    more = deliver(besides) if besides else Delivered("", [], [])
    conditions = f"Conditions:\n{verdicts.strip()}" if verdicts.strip() else ""
    whole = "\n\n".join(filter(None, [text, more.answer, conditions]))
    return Delivered(whole, [{"text": text, "sub_tasks": sources}, *more.claims], [*sources, *more.sources])


def _is_chosen_from(outcome: Outcome, choice: str) -> bool:
    """Whether the choice was made among what this sub-task found: it only counts its records, or the choice names it."""
    return bool(_COUNTED.fullmatch(outcome.answer)) or f"\n- {outcome.id}: " in choice


def _told_by(outcome: Outcome, known: Sequence[Outcome]) -> Outcome | None:
    """The earlier outcome that has told already what this one was to find."""
    if _POINTS_BACK not in outcome.text:
        return None
    asked = REFERENCE.sub("", outcome.text)
    told = (told_already, told_of_each)
    return next((one for one in reversed(known) if any(each(asked, _without_gap(one.answer)) for each in told)), None)


def _block(title: str, text: str) -> str:
    joint = "" if title.endswith(("?", "!")) else ":"
    lines = text.splitlines()
    return f"{title}{joint} {lines[0]}" if len(lines) == 1 else "\n".join([f"{title}{joint}", *lines])
