"""The joint reading in a fused step of the executor, beside the rules that choose by words: what both say together."""

import re
from collections.abc import Mapping
from typing import Any

from smurfs_graph.offline.choose import asked_for, coverage
from smurfs_graph.offline.clauses import clauses, sentences
from smurfs_graph.offline.documents import parse_documents
from smurfs_graph.offline.joint.answers import told
from smurfs_graph.offline.joint.engine import Choice, choose, coming, made, said_of
from smurfs_graph.offline.joint.task import Task
from smurfs_graph.offline.sections import parse_items, parse_pairs, task_text
from smurfs_graph.offline.thoughts import chosen, written
from smurfs_graph.replies import NONE_OF_THESE
from smurfs_graph.search import NONE_FITS

Sections = Mapping[str, str]
REFERENCE = re.compile(r"\s*\((?:about|using)\b[^()]*\)", re.IGNORECASE)
ALONE, AGAINST, FORESEEN, SECOND = 0.8, 0.9, 0.6, 0.9
"""The least sureness of a call that the joint reading alone proposes; against the rules by words; where the thought before
announced its tool; and among documents that were shown second, when the nearest had not fitted."""
_CLEAR = 0.75
"""The least share of what a clause asks for that a tool's document speaks of."""
MOST_TEXT = 2_000
"""Characters of a sub-task that is read jointly; a longer one is left to the rules by words."""


def read(sections: Sections) -> Choice:
    """The choice of the joint reading of a fused step's message; none after a call that did not help."""
    tried = [name for name, why in parse_pairs(sections.get("popped", "")) if why != NONE_FITS]
    if tried:
        return Choice("", {})
    memory = parse_items(sections.get("memory", ""))
    dependencies = parse_items(sections.get("dependencies", ""))
    text = REFERENCE.sub("", task_text(sections.get("sub_task", "")))
    if len(text) > MOST_TEXT:
        return Choice("", {})
    before = tuple(made(item.text, chosen(item.text) or "") for item in memory)
    documents = parse_documents(sections.get("documents", ""))
    return choose(Task(text, documents, told(memory, dependencies, text), before))


def together(ruled: Mapping[str, Any], choice: Choice, sections: Sections) -> dict[str, Any]:
    """The reply of a fused step from what the rules by words say and what the joint reading says.

    Where they agree it is made. The joint reading alone, or against the rules, must be sure; the rules alone count
    where the joint reading has no call at all.
    """
    agreed = choice.tool == ruled["tool"] and choice.arguments == ruled["arguments"]
    least = SECOND if NONE_FITS in sections.get("popped", "") else ALONE
    least = FORESEEN if least == ALONE and (_foreseen(choice, sections) or _tells(choice, sections)) else least
    if agreed:
        return _reply(choice, str(ruled["thought"]))
    if ruled["tool"] != NONE_OF_THESE:
        if choice.tool and choice.sure >= AGAINST:
            return _reply(choice)
        why = str(ruled["thought"]).rstrip(".")
        return {**ruled, "thought": f"{why}; {said_of(ruled['arguments'])}."}
    return _reply(choice) if choice.tool and choice.sure >= least else {**ruled, "tool": NONE_OF_THESE, "arguments": {}}


def _foreseen(choice: Choice, sections: Sections) -> bool:
    """Whether the thought before announced the call's tool."""
    memory = parse_items(sections.get("memory", ""))
    return bool(memory) and choice.tool in coming(memory[-1].text)


def _tells(choice: Choice, sections: Sections) -> bool:
    """Whether the call's tool tells what a clause of the sub-task asks for, and no call before it does."""
    before = {chosen(item.text) for item in parse_items(sections.get("memory", ""))}
    tools = {one.tool.name: one.tool for one in parse_documents(sections.get("documents", ""))}
    tool = tools.get(choice.tool)
    if tool is None or tool.acts or not before or choice.tool in before:
        return False
    text = REFERENCE.sub("", task_text(sections.get("sub_task", "")))
    asked = [asked_for(clause.text) for sentence in sentences(text) for clause in clauses(sentence)]
    used = [tools[name] for name in before if name in tools]
    return any(
        coverage(tool, one) >= _CLEAR and all(coverage(each, one) < _CLEAR for each in used) for one in asked if one
    )


def _reply(choice: Choice, thought: str = "") -> dict[str, Any]:
    said = said_of(choice.arguments, choice)
    whole = f"{thought.rstrip('.')}; {said}." if thought else written(choice.tool, said)
    return {"thought": whole, "tool": choice.tool, "arguments": choice.arguments}
