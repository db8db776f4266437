"""The agents of the baselines (ReAct, DFSDT, α-UMi) and PMC's manager, by the same rules as the others.

These agents have one long history where the others have a sub-task and a short memory. So the request is split as the
planner splits it, each thought says which part it is about, and what the history tells of a part is its memory.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from smurfs_graph.offline import executor
from smurfs_graph.offline.documents import parse_documents
from smurfs_graph.offline.extract import NOTHING, answer
from smurfs_graph.offline.manage import plan_graph
from smurfs_graph.offline.plan import names_in, plan
from smurfs_graph.offline.sections import Item, parse_items, task_text
from smurfs_graph.offline.thoughts import chosen
from smurfs_graph.offline.verify import verdict
from smurfs_graph.replies import NONE_OF_THESE

Sections = Mapping[str, str]
_ROUND = re.compile(r"^\d{1,4}\. ", re.MULTILINE)
_PARTS = re.compile(
    r"\A(?:thought: (?P<thought>.*?))?(?:^ *call: (?P<tool>\S+) (?P<arguments>\{.*?\})$\n? *observation: ?(?P<seen>.*))?\Z",
    re.DOTALL | re.MULTILINE,
)
_ABOUT = re.compile(r"\APart (\d{1,3})\. ")
_ERROR = "error: "


class _Seen(NamedTuple):
    """One round of the history."""

    part: int
    thought: str
    tool: str
    observation: str


@dataclass(frozen=True)
class _Standing:
    """How far the request is."""

    parts: tuple[str, ...]
    answers: tuple[str, ...]
    """Of the parts that are done, in order; empty where nothing was found."""
    memory: tuple[Item, ...]
    """Of the part at hand: its thoughts, and what their calls told."""
    popped: tuple[tuple[str, str], ...]
    hint: str

    @property
    def done(self) -> bool:
        """Whether every part was worked on."""
        return len(self.answers) >= len(self.parts)

    @property
    def part(self) -> int:
        """Number of the part at hand, from 1."""
        return len(self.answers) + 1


def react(sections: Sections) -> dict[str, Any]:
    """The next call with its arguments, or Finish."""
    documents = parse_documents(sections.get("documents", ""))
    standing = _standing(sections, [one.tool.name for one in documents])
    while not standing.done:
        step = executor.fused(_view(standing, sections, documents=sections.get("documents", "")))
        if step["tool"] != NONE_OF_THESE:
            return step | {"thought": _about(standing, step["thought"])}
        standing = _without(standing)
    told = _told(standing)
    finish = {"return_type": "give_answer", "final_answer": told} if told else {"return_type": "give_up_and_restart"}
    return {"thought": "Every part was worked on.", "tool": "Finish", "arguments": finish}


def decide(sections: Sections) -> dict[str, Any]:
    """Who is next: the caller, with the tool in the rationale, or the summarizer; give up where nothing was found.

    A tool whose arguments are not to be had is not named: the caller could not call it.
    """
    documents = parse_documents(sections.get("documents", ""))
    standing = _standing(sections, [one.tool.name for one in documents])
    while not standing.done:
        step = executor.fused(_view(standing, sections, documents=sections.get("documents", "")))
        if step["tool"] != NONE_OF_THESE:
            return {"rationale": _about(standing, step["thought"]), "next": "caller"}
        standing = _without(standing)
    found = bool(_told(standing))
    return {"rationale": "Every part was worked on.", "next": "conclusion" if found else "give up"}


def call(sections: Sections) -> dict[str, Any]:
    """The call that the rationale names, with its arguments; another tool's where its arguments are not to be had."""
    documents = parse_documents(sections.get("documents", ""))
    standing = _standing(sections, [one.tool.name for one in documents])
    while not standing.done:
        named = chosen(_ABOUT.sub("", sections.get("rationale", "")))
        lines = sections.get("documents", "").splitlines()
        only = [line for line in lines if named and f'"name":"{named}"' in line]
        for shown in ("\n".join(only), sections.get("documents", "")):
            step = executor.fused(_view(standing, sections, documents=shown)) if shown else {"tool": NONE_OF_THESE}
            if step["tool"] != NONE_OF_THESE:
                return {"tool": step["tool"], "arguments": step["arguments"]}
        standing = _without(standing)
    return {"tool": NONE_OF_THESE, "arguments": {}}


def summarize(sections: Sections) -> dict[str, Any]:
    """What was found, part by part."""
    seen = _rounds(sections.get("history", ""))
    tools = list(dict.fromkeys(one.tool for one in seen if one.tool))
    told = _told(_standing(sections, tools))
    return {"answer": told or "Nothing that answers this was found."}


def manage(sections: Sections) -> dict[str, Any]:
    """PMC's manager: the planner's split of the request as a graph."""
    parts = _split(sections.get("query", ""), names_in(sections.get("tools", "")))
    return plan_graph("\n".join(f"- s{number}: {' '.join(text.split())}" for number, text in enumerate(parts, 1)))


def _split(request: str, tools: list[str]) -> tuple[str, ...]:
    if executor.own_text(request) != request:  # a part already, with what it refers to
        return (task_text(request),)
    planned = plan(task_text(request), tools)
    return tuple(planned["sub_tasks"]) or (task_text(request),)


def _standing(sections: Sections, tools: list[str]) -> _Standing:
    parts = _split(sections.get("sub_task", ""), tools)
    seen = _rounds(sections.get("history", ""))
    answers: list[str] = []
    for number, text in enumerate(parts, 1):
        told = [one for one in seen if one.part == number and one.tool]
        memory: list[Item] = []
        hint = ""
        for one in (one for one in told if not one.observation.startswith(_ERROR)):
            said = answer(text, one.observation, tuple(memory))
            memory.append(Item(one.thought, said))
            judged = verdict(text, said)
            hint = judged["hint"]
            if judged["status"] == "solved":
                break
        else:
            left = any(one.part > number for one in seen)
            if not left:
                popped = tuple((one.tool, one.observation) for one in told if one.observation.startswith(_ERROR))
                return _Standing(parts, tuple(answers), tuple(memory), popped, hint)
        answers.append(memory[-1].answer if memory else "")
    return _Standing(parts, tuple(answers), (), (), "")


def _without(standing: _Standing) -> _Standing:
    """The next part, with what was found of this one."""
    found = standing.memory[-1].answer if standing.memory else ""
    return _Standing(standing.parts, (*standing.answers, found), (), (), "")


def _view(standing: _Standing, sections: Sections, **shown: str) -> dict[str, str]:
    """What the executor would see of the part at hand."""
    before = zip(standing.parts, standing.answers, strict=False)
    known = [sections.get("dependencies", "").strip()] if sections.get("dependencies", "").strip() else []
    first = len(parse_items(known[0])) + 1 if known else 1
    known += [_item(number, asked, told) for number, (asked, told) in enumerate(before, first)]
    memory = [_item(number, one.text, one.answer) for number, one in enumerate(standing.memory, 1)]
    return {
        "sub_task": standing.parts[standing.part - 1],
        "dependencies": "\n".join(known),
        "memory": "\n".join(memory),
        "popped": "\n".join(f"- {name}: {' '.join(why.split())}" for name, why in standing.popped),
        "hint": standing.hint,
        **shown,
    }


def _item(number: int, title: str, text: str) -> str:
    told = (text.strip() or "not found").replace("\n", "\n   ")
    return f"{number}. {' '.join(title.split())}\n   answer: {told}"


def _about(standing: _Standing, thought: str) -> str:
    return f"Part {standing.part}. {thought}"


def _told(standing: _Standing) -> str:
    found = [told for told in standing.answers if told and not told.startswith(NOTHING)]
    if not found:
        return ""
    pairs = zip(standing.parts, standing.answers, strict=False)
    return "\n\n".join(f"{asked.rstrip('.')}: {told or 'this could not be found.'}" for asked, told in pairs)


def _rounds(history: str) -> list[_Seen]:
    found: list[_Seen] = []
    for block in _ROUND.split(history)[1:]:
        match = _PARTS.match(block.rstrip().replace("\n   ", "\n"))
        if match is None:
            continue
        thought = (match["thought"] or "").strip()
        about = _ABOUT.match(thought)
        part = int(about[1]) if about else 1
        seen = (match["seen"] or "").strip()
        if match["tool"] and _is_object(match["arguments"]):
            found.append(_Seen(part, _ABOUT.sub("", thought), match["tool"], seen))
    return found


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False
