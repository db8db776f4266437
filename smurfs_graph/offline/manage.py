"""Manager and supervisor: the planner's list as a graph whose edges are the references between its texts."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from smurfs_graph.offline.mentions import find_mentions
from smurfs_graph.offline.rounds import noted
from smurfs_graph.offline.sections import BESIDE

_LINE = re.compile(r"^- (?P<id>[^\s:]+): ?(?P<text>.+)$", re.MULTILINE)
_NAMING = frozenset({"name", "id", "quote", "email", "code", "url", "phone"})
_POINTS = re.compile(r"\bsub-task (?P<place>\d{1,3})\b")


def plan_graph(sub_tasks: str) -> dict[str, Any]:
    """The manager's reply: a sub-task depends on those that its text refers to, and on what those refer to.

    So does one that names nothing itself on the last one before it that does, and one that refers to an earlier one on
    those before that which name something and which nothing has used yet.
    """
    listed = [(match["id"], match["text"].strip()) for match in _LINE.finditer(sub_tasks)]
    listed = [(name, text) for name, text in listed if text] or [("s1", "the whole request")]
    needs: dict[str, list[str]] = {}
    texts = [BESIDE.sub("", text) for _, text in listed]
    for place, (name, _) in enumerate(listed):
        named = [listed[at][0] for at in sorted(_needed(place, texts[place], texts)) if at < place]
        named += [
            listed[at][0]
            for at in range(min(place, max(_referred(texts[place]), default=0)))
            if _names(texts[at]) and not _used(listed[at][0], needs)
        ]
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


def _used(name: str, needs: Mapping[str, Sequence[str]]) -> bool:
    """Whether a sub-task so far builds on another one."""
    return any(name in others for others in needs.values())


def _needed(place: int, text: str, texts: Sequence[str]) -> set[int]:
    """The sub-tasks that a text refers to; for one that names nothing, the last one before it that names something."""
    if (referred := _referred(text)) or _names(text):
        return referred
    return set([at for at in range(place) if _names(texts[at])][-1:])


def _names(text: str) -> bool:
    """Whether a text says of which thing it speaks."""
    return any(one.kind in _NAMING and not one.currency for one in find_mentions(text))


def _referred(text: str) -> set[int]:
    return {int(match["place"]) - 1 for match in _POINTS.finditer(text)} - {-1}


def concrete(sub_task: str, answers: Sequence[str] = ()) -> dict[str, Any]:
    """The supervisor's reply: the sub-task as it stands, as its values come from the dependencies' answers anyway.

    What is to be done for each of several things gets these things written beside it: how many there are is not seen
    by the roles that judge.
    """
    return {"content": noted(sub_task, answers), "parameters": {}}
