"""The joint reading in a fused step of the executor, beside the rules that choose by words: the likeliest call of both."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from smurfs_graph.offline.documents import parse_documents
from smurfs_graph.offline.joint.answers import told
from smurfs_graph.offline.joint.engine import coming, made, read, said_of
from smurfs_graph.offline.joint.repeats import without_repeats
from smurfs_graph.offline.joint.task import Task
from smurfs_graph.offline.joint.weighing import Ruled, Situation, Weighed, weighed
from smurfs_graph.offline.sections import POINTER, parse_items, parse_pairs, task_text, tool_names
from smurfs_graph.offline.select import has_choice
from smurfs_graph.offline.thoughts import chosen, tools_planned, written
from smurfs_graph.replies import NONE_OF_THESE
from smurfs_graph.search import NONE_FITS

Sections = Mapping[str, str]
LEAST, SPELT_OUT = 0.88, 0.6
"""The least chance of a call; and of one that the promised phrasing spells out where no other is likely enough, that the
rules by words have announced, or that picks one of an earlier list. With these, of 1,518 requests in free wording, judged
by trees that had not seen their toolsets, 36 % came to a right end and 5 % to a wrong call, without further tries."""
MOST_TEXT = 2_000
"""Characters of a sub-task that is read jointly; a longer one is left to the rules by words."""


def together(ruled: Mapping[str, Any], sections: Sections) -> dict[str, Any]:
    """The reply of a fused step: the likeliest call of all that are proposed, if it is likely enough."""
    found = proposed(ruled, sections)
    found = found and tuple(one for one in found if not one.features["impossible"])
    if found is None:
        why = str(ruled["thought"]).rstrip(".")
        return (
            {**ruled, "thought": f"{why}; {said_of(ruled['arguments'])}."}
            if ruled["tool"] != NONE_OF_THESE
            else {**ruled}
        )
    expected = _expected(found, sections)
    best = expected or max(found, key=lambda one: one.chance, default=None)
    if best is None or best.chance < (SPELT_OUT if best is expected else LEAST):
        best = next((one for one in found if one.features["promised"] and one.chance >= SPELT_OUT), None)
    return reply(best, ruled) if best else {**ruled, "tool": NONE_OF_THESE, "arguments": {}}


def _expected(found: Sequence[Weighed], sections: Sections) -> Weighed | None:
    """The call of the rules by words where a thought announced it, or where its part picks one of an earlier list.

    Nothing may be likelier, but for look-ups beside an act that is asked for.
    """
    own = next((one for one in found if one.features["ruled"]), None)
    if own is None or own.chance < SPELT_OUT or own.features["acts"] > own.features["act_asked"]:
        return None
    thoughts = [item.text for item in parse_items(sections.get("memory", ""))]
    picks = bool(own.features["dependencies"]) and has_choice(POINTER.sub("", task_text(sections.get("sub_task", ""))))
    if not (picks or own.tool in tools_planned(thoughts)):
        return None
    acts = picks and own.features["acts"] and own.features["act_asked"]
    above = [one for one in found if one.chance > own.chance]
    return None if any(one.features["acts"] or not acts for one in above) else own


def proposed(ruled: Mapping[str, Any], sections: Sections) -> tuple[Weighed, ...] | None:
    """All calls that are weighed in a fused step; None for a text that is too long to be read jointly."""
    memory, dependencies = parse_items(sections.get("memory", "")), parse_items(sections.get("dependencies", ""))
    popped = parse_pairs(sections.get("popped", ""))
    text = POINTER.sub("", task_text(sections.get("sub_task", "")))
    documents = parse_documents(sections.get("documents", ""))
    if len(text) > MOST_TEXT or not documents:
        return None
    before = tuple(made(item.text, chosen(item.text) or "") for item in memory)
    found = read(Task(text, documents, told(memory, dependencies, text), before))
    every = {one.key for one in found.proposals}
    found = replace(found, proposals=without_repeats(found.proposals, dependencies, text))
    repeated = every - {one.key for one in found.proposals}
    failed = sum(why != NONE_FITS for _, why in popped)
    announced = coming(memory[-1].text) if memory else ()
    hidden = tool_names(sections.get("other_tools", ""))
    situation = Situation(len(memory), len(dependencies), failed, len(popped), announced, hidden)
    own = Ruled(str(ruled["tool"]), ruled["arguments"], str(ruled["thought"]))
    if own.tool == NONE_OF_THESE or own.key in repeated:
        own = Ruled("", {})
    return weighed(found, own, situation)


def reply(one: Weighed, ruled: Mapping[str, Any]) -> dict[str, Any]:
    """A call as a fused step's reply; where the rules name it too, with their reason."""
    said = said_of(one.arguments, one.proposal)
    by_words = f"{str(ruled['thought']).rstrip('.')}; {said}."
    thought = by_words if one.features["ruled"] else written(one.tool, said)
    return {"thought": thought, "tool": one.tool, "arguments": dict(one.arguments)}
