"""Preference pairs in the record of a run: a decision that was rolled back beside the one that solved its sub-task."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from smurfs_graph.runs.calls import CallRow


class Preference(NamedTuple):
    """Two replies at one place of a search; the second is a reply to its own prompt, and fits the first one's too."""

    rejected: CallRow
    """Its step was rolled back."""
    chosen: CallRow
    """Its step stands on the path that solved the sub-task."""


def is_followed(row: CallRow) -> bool:
    """Return whether the run went on with the reply: it was neither refused nor replaced by a default."""
    return row.reply is not None and row.fate != "restarted" and not row.reason


def is_decision(row: CallRow) -> bool:
    """Return whether the reply says what to do next; answers and verdicts do not."""
    return bool(row.sub_task) and (row.role in ("executor", "caller") or row.call == "planner.umi")


def preferences(rows: Sequence[CallRow]) -> list[Preference]:
    """Return the pairs of a run.

    Both steps have the same depth and the same steps before them: none of a lower depth was made in between. Of a
    step's replies, those are paired in which the steps part: what was replied before is the same in both.
    """
    found: list[Preference] = []
    for steps in _searches(rows):
        for at, chosen in enumerate(steps):
            if chosen[0].fate != "solved":
                continue
            for before in reversed(steps[:at]):
                if before[0].depth < chosen[0].depth:
                    break
                if before[0].depth == chosen[0].depth and before[0].fate == "rolled back":
                    found += _part(before, chosen)
    return sorted(found, key=lambda pair: pair.rejected.number)


def _searches(rows: Sequence[CallRow]) -> Iterator[list[list[CallRow]]]:
    """Yield the decisions of each sub-task's search, step by step; a sub-task may be solved again,
    from its first step.
    """
    by_task: defaultdict[str, list[list[CallRow]]] = defaultdict(list)
    for row in rows:
        if not is_followed(row) or not is_decision(row):
            continue
        steps = by_task[row.sub_task]
        if steps and row.step < steps[-1][0].step:
            yield by_task.pop(row.sub_task)
            steps = by_task[row.sub_task]
        if steps and (row.step, row.depth, row.fate) == (steps[-1][0].step, steps[-1][0].depth, steps[-1][0].fate):
            steps[-1].append(row)
        else:
            steps.append([row])
    yield from by_task.values()


def _part(rejected: Sequence[CallRow], chosen: Sequence[CallRow]) -> list[Preference]:
    """Return the first replies in which two steps differ; none where they were asked in different ways."""
    for one, other in zip(rejected, chosen, strict=False):
        if one.call != other.call:
            break
        if said_by(one) != said_by(other):
            return [Preference(one, other)]
    return []


def said_by(row: CallRow) -> Any:
    """Return a reply's content and calls, without the calls' ids."""
    reply = row.reply or {}
    return reply.get("content"), [call["function"] for call in reply.get("tool_calls", ())]
