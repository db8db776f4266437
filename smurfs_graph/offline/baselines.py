"""The agents of the baselines (ReAct, DFSDT, α-UMi) and PMC's manager, by the same rules as the others.

They have one long history where the others have a sub-task each: the request is split as the planner splits it, and
each thought says which part it is about.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from smurfs_graph.offline import steps
from smurfs_graph.offline.answers import add_title, answer, block, verdict
from smurfs_graph.offline.documents import parse_documents, parse_list
from smurfs_graph.offline.planning import plan_graph, sub_tasks, with_ids
from smurfs_graph.offline.sections import handed_results, parse_pairs, task_text
from smurfs_graph.tools.choice import NONE_OF_THESE

Sections = Mapping[str, str]
_ROUND = re.compile(r"^\d{1,4}\. ", re.MULTILINE)
_PARTS = re.compile(
    r"\A(?:thought: (?P<thought>.*?))?"
    r"(?:^ *call: (?P<tool>\S+) (?P<arguments>\{.*?\})$\n? *observation: ?(?P<seen>.*))?\Z",
    re.DOTALL | re.MULTILINE,
)
_ABOUT = re.compile(r"\APart (\d{1,3})\. ")
_ERROR = "error: "
_NAMED = re.compile(r"`([^`]+)`")


class _Seen(NamedTuple):
    """One call of the history."""

    part: int
    tool: str
    observation: str


class _RequestPart(NamedTuple):
    """One part of the request, and what was found for it so far."""

    text: str
    answer: str
    tried: str
    """The calls that failed, as a sub-task is shown them."""
    open: bool
    """Whether nothing was found for it yet, nor a later one begun."""


def react(sections: Sections) -> dict[str, Any]:
    """Return the next call with its arguments, or Finish."""
    parts = _parts(sections)
    step = _next_step(parts, sections)
    if isinstance(step, steps.Step):
        return {"thought": step.thought, "tool": step.tool, "arguments": dict(step.arguments)}
    told = _tell(parts)
    finish = {"return_type": "give_answer", "final_answer": told} if told else {"return_type": "give_up_and_restart"}
    return {"thought": step, "tool": "Finish", "arguments": finish}


def decide(sections: Sections) -> dict[str, Any]:
    """Choose the caller, with the tool in the rationale, or the summarizer; give up where nothing was found."""
    parts = _parts(sections)
    step = _next_step(parts, sections)
    if isinstance(step, steps.Step):
        return {"rationale": step.thought, "next": "caller"}
    return {"rationale": step, "next": "conclusion" if _tell(parts) else "give up"}


def call(sections: Sections) -> dict[str, Any]:
    """Return the call that the rationale names, with its arguments; another one where those are not to be had."""
    named = _NAMED.search(sections.get("rationale", ""))
    lines = sections.get("documents", "").splitlines()
    only = "\n".join(line for line in lines if named and f'"name":"{named[1]}"' in line)
    for shown in filter(None, (only, sections.get("documents", ""))):
        step = _next_step(_parts(sections), {**sections, "documents": shown})
        if isinstance(step, steps.Step):
            return {"tool": step.tool, "arguments": dict(step.arguments)}
    return {"tool": NONE_OF_THESE, "arguments": {}}


def summarize(sections: Sections) -> dict[str, Any]:
    """Tell what was found, part by part."""
    return {"answer": _tell(_parts(sections)) or "Nothing that answers this was found."}


def manage(sections: Sections) -> dict[str, Any]:
    """Reply as PMC's manager: the planner's split of the request as a graph."""
    tools = parse_list(parse_pairs(sections.get("tools", "")))
    return plan_graph(with_ids(sub_tasks(sections.get("query", ""), tools)))


def _next_step(parts: Sequence[_RequestPart], sections: Sections) -> steps.Step | str:
    """Return the next call, for the first part that has one; or why there is none."""
    why = "Every part was worked on."
    given = sections.get("dependencies", "").strip() or handed_results(sections.get("sub_task", ""))
    for place, part in enumerate(parts, 1):
        if not part.open:
            continue
        known = [(one.text, one.answer) for one in parts[: place - 1] if one.answer]
        lines = [f"{at}. {asked}\n   answer: {told}" for at, (asked, told) in enumerate(_indent(known), 50)]
        view = {
            "documents": sections.get("documents", ""),
            "sub_task": part.text,
            "dependencies": "\n".join(filter(None, [given, *lines])),
            "tried": part.tried,
        }
        step = steps.next_step(view)
        if step.tool != NONE_OF_THESE:
            return step._replace(thought=f"Part {place}. {step.thought}")
        why = step.thought
    return why


def _indent(known: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(asked, told.replace("\n", "\n   ")) for asked, told in known]


def _parts(sections: Sections) -> list[_RequestPart]:
    """Return the parts of a request, with what the rounds so far have brought for each."""
    documents = parse_documents(sections.get("documents", ""))
    texts = sub_tasks(sections.get("sub_task", ""), documents) or [task_text(sections.get("sub_task", ""))]
    seen = _rounds(sections.get("history", ""))
    found: list[_RequestPart] = []
    for number, text in enumerate(texts, 1):
        own = [one for one in seen if one.part == number]
        told = [answer(text, one.observation) for one in own if not one.observation.startswith(_ERROR)]
        solved = [each for each in told if verdict(each, text)["status"] == "solved"]
        failed = (one for one in own if one.observation.startswith(_ERROR))
        tried = "\n".join(f"- {one.tool}: failed ({' '.join(one.observation.split())})" for one in failed)
        left = not told and all(one.part <= number for one in seen)
        found.append(_RequestPart(text, solved[0] if solved else "", tried, left))
    return found


def _tell(parts: Sequence[_RequestPart]) -> str:
    """Tell what was found: several parts in sentences, one as data, which another sub-task may have to read."""
    if not any(part.answer for part in parts):
        return ""
    if len(parts) == 1:
        return add_title(parts[0].text, parts[0].answer)
    return "\n\n".join(block(part.text, part.answer) for part in parts)


def _rounds(history: str) -> list[_Seen]:
    """Return the rounds of a history that called a tool."""
    found: list[_Seen] = []
    for text in _ROUND.split(history)[1:]:
        match = _PARTS.match(text.rstrip().replace("\n   ", "\n"))
        if match is None or not match["tool"] or not _is_object(match["arguments"]):
            continue
        about = _ABOUT.match((match["thought"] or "").strip())
        found.append(_Seen(int(about[1]) if about else 1, match["tool"], (match["seen"] or "").strip()))
    return found


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False
