"""Answers, verdicts and the delivery: all that a tool returned, part by part, and what was not found."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

from smurfs_graph.offline.records import NOTHING, not_worked_out, read, work_out, write
from smurfs_graph.offline.sections import POINTER, Item, ShownOutcome, parse_items, parse_outcomes, task_text
from smurfs_graph.offline.sentences import capital, say, title_of

Sections = Mapping[str, str]
_COUNTED = re.compile(r"\d+ found")


def answer(sub_task: str, response: str) -> str:
    """Return the whole response, with what the sub-task asks to be picked or added up, for the next step."""
    data = read(response)
    if isinstance(data, str):
        return data.strip() or NOTHING
    extra = work_out(data, task_text(sub_task))
    if extra:
        data = {**extra, **cast("dict[str, Any]", data)} if isinstance(data, dict) else {**extra, "found": data}
    return write(data)


def verdict(told: str, asked: str = "") -> dict[str, str]:
    """Return solved, unless the answer says that there is none, or lacks what its sub-task asks to be picked."""
    if not told.strip() or told.startswith((NOTHING, "error")):
        return {"hint": "nothing was found", "status": "pending"}
    word = "" if POINTER.search(asked) else not_worked_out(read(told), asked)
    return {"hint": word and f"the records do not tell the {word}", "status": "final" if word else "solved"}


def reply(sections: Sections) -> dict[str, Any]:
    """Return the answer from one response."""
    given = judge_answer(sections)
    return {"answer": given["answer"], "missing": given["hint"]}


def judge_answer(sections: Sections) -> dict[str, Any]:
    """Return the answer from one response, with the verdict."""
    asked = sections.get("sub_task", "")
    return {"answer": (told := answer(asked, sections.get("response", ""))), **verdict(told, asked)}


def verify(sections: Sections) -> dict[str, Any]:
    """Return the verdict on an answer."""
    return dict(verdict(sections.get("answer", ""), sections.get("sub_task", "")))


def close(sections: Sections) -> dict[str, Any]:
    """Return the best answer that a sub-task's attempts support: one as it is, else in sentences, with what failed."""
    attempts = parse_items(sections.get("attempts", ""))
    answers = dict.fromkeys(item.answer for item in attempts if item.answer and not item.failed)
    found = [text for text in answers if text != NOTHING] or [NOTHING]
    failed = _failures(attempts)
    if len(found) > 1 or failed:
        asked = task_text(sections.get("sub_task", ""))
        found = [say(read(text), asked) for text in found]
    return {"answer": "\n".join([*found, *failed])}


def _failures(attempts: Sequence[Item]) -> list[str]:
    failed = [f"{item.text.split(' ', 1)[0]}: {item.answer}" for item in attempts if item.failed]
    return [f"Failed: {'; '.join(failed[-3:])}."] if failed else []


def deliver(sections: Sections) -> dict[str, Any]:
    """Return the answer to the request, part by part, with what each part rests on."""
    outcomes = parse_outcomes(sections.get("outcomes", ""))
    conditions = sections.get("verdicts", "").strip()
    made = sections.get("choice", "").removeprefix("chosen: ").strip()
    mine = [outcome for outcome in outcomes if made and _is_chosen_from(outcome, made)]
    claims = [{"text": made, "sub_tasks": [one.id for one in mine if one.id and one.state == "solved"]}] if made else []
    blocks = [made] if made else []
    for outcome in outcomes:
        if outcome not in mine:
            blocks.append(block(outcome.text, outcome.answer, outcome.state))
            if outcome.id and _is_found(outcome.answer, outcome.state):
                claims.append({"text": blocks[-1], "sub_tasks": [outcome.id]})
    blocks += [f"Conditions:\n{conditions}"] if conditions else []
    return {"answer": "\n\n".join(blocks) or "There is nothing to report: no sub-task was worked on.", "claims": claims}


def block(asked: str, told: str, state: str = "solved") -> str:
    """Tell in sentences what was found for one part, or that it was not."""
    plain = task_text(asked)
    title, told = title_of(plain), drop_title(asked, told)
    if not _is_found(told, state):
        why = f" ({told.splitlines()[0].rstrip('.')})" if told else ""
        return f"{title} this could not be found or done{why}."
    said = say(read(told), plain)
    word = "" if state == "solved" or POINTER.search(asked) else not_worked_out(read(told), plain)
    doubt = f" (The records do not tell the {word}.)" if word else " (This is not confirmed.)" * (state != "solved")
    return f"{title} {capital(said) if title.endswith('?') else said}{doubt}"


def add_title(asked: str, told: str) -> str:
    """Write what was found for one part below its title."""
    return f"{title_of(task_text(asked))}\n{told}"


def drop_title(asked: str, told: str) -> str:
    """Return what was found without its title."""
    return told.removeprefix(f"{title_of(task_text(asked))}\n")


def _is_found(told: str, state: str) -> bool:
    return bool(told) and told != NOTHING and state not in ("failed", "blocked", "rejected", "not started")


def _is_chosen_from(outcome: ShownOutcome, choice: str) -> bool:
    """Return whether the choice was made among its records: it only counts them, or the choice names the sub-task."""
    return bool(_COUNTED.fullmatch(outcome.answer)) or f"\n- {outcome.id}: " in choice


def judge(sections: Sections) -> dict[str, Any]:
    """Give no verdict: conditions that no program can check are beyond rules."""
    count = len(sections.get("constraints", "").splitlines())
    unjudged = {"verdict": "unknown", "reason": "offline:rules cannot judge this"}
    return {"verdicts": [{"number": number, **unjudged} for number in range(1, count + 1)]}
