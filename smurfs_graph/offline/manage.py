"""Manager and supervisor: the planner's list as a graph whose edges are the references between its texts."""

import re
from collections.abc import Sequence
from typing import Any

from smurfs_graph.offline.rounds import noted

_LINE = re.compile(r"^- (?P<id>[^\s:]+): ?(?P<text>.+)$", re.MULTILINE)
_POINTS = re.compile(r"\bsub-task (?P<place>\d{1,3})\b")


def plan_graph(sub_tasks: str) -> dict[str, Any]:
    """The manager's reply: a sub-task depends on those that its text refers to, and on what those refer to."""
    listed = [(match["id"], match["text"].strip()) for match in _LINE.finditer(sub_tasks)]
    listed = [(name, text) for name, text in listed if text] or [("s1", "the whole request")]
    needs: dict[str, list[str]] = {}
    for place, (name, text) in enumerate(listed):
        named = [listed[at][0] for at in sorted(_referred(text)) if at < place]
        inherited = [one for other in named for one in needs[other]]
        needs[name] = [one for one, _ in listed if one in {*named, *inherited}]
    count = sum(1 for found in needs.values() if found)
    return {
        "reasoning": f"{count} of {len(listed)} sub-tasks refer to an earlier one; the others can start at once.",
        "sub_tasks": [
            {"id": name, "content": text, "depends_on": needs[name], "tools": [], "constraints": []}
            for name, text in listed
        ],
        "constraints": [],
    }


def _referred(text: str) -> set[int]:
    return {int(match["place"]) - 1 for match in _POINTS.finditer(text)} - {-1}


def concrete(sub_task: str, answers: Sequence[str] = ()) -> dict[str, Any]:
    """The supervisor's reply: the sub-task as it stands, as its values come from the dependencies' answers anyway.

    What is to be done for each of several things gets these things written beside it: how many there are is not seen
    by the roles that judge.
    """
    return {"content": noted(sub_task, answers), "parameters": {}}
