"""The executor's calls: the next tool with its arguments, in one call or in three; or why nothing is called."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from smurfs_graph.offline.answers import drop_title
from smurfs_graph.offline.assigning import Earlier
from smurfs_graph.offline.documents import ToolDocument, parse_documents, parse_list
from smurfs_graph.offline.planning import not_understood
from smurfs_graph.offline.records import read
from smurfs_graph.offline.request_reading import (
    MODELS,
    Request,
    best_reading,
    do_not_understand,
    not_named,
    rough_readings,
)
from smurfs_graph.offline.sections import POINTER, parse_items, parse_pairs, parse_tried, task_text
from smurfs_graph.tools.choice import NONE_OF_THESE

Sections = Mapping[str, str]
_CHOSEN = re.compile(r"`(?P<name>[^`]+)`(?P<named>, which the failure names)?")
_KNOWN = "What one call can tell is known."


class Step(NamedTuple):
    """A thought and the one call that it leads to; without a tool where it leads to none."""

    thought: str
    tool: str = NONE_OF_THESE
    arguments: Mapping[str, Any] = {}


def fused_step(sections: Sections) -> dict[str, Any]:
    """Reply with thought and call; "none of these" where no document explains the text, no call where one was made."""
    step = next_step(sections)
    calls = [] if step.thought == _KNOWN else [{"tool": step.tool, "arguments": dict(step.arguments)}]
    return {"thought": step.thought, "calls": calls}


def next_step(sections: Sections) -> Step:
    """Return the call that a sub-task asks for, or why there is none.

    A tool of which only the name was shown is called without arguments: its document is shown next.
    """
    documents, request = parse_documents(sections.get("documents", "")), _request(sections)
    if why := _why_not(sections, request, documents):
        return Step(why)
    left = _tools_left(sections, documents)
    found = best_reading(request, left)
    if not isinstance(found, str):
        return Step(_thought(request, found.document.name), found.document.name, found.arguments)
    others = _tools_left(sections, parse_list(parse_pairs(sections.get("other_tools", ""))))
    rough = rough_readings(request, others)
    if other := next((document.name for document, missed in rough if not missed), ""):
        return Step(_thought(request, other), other)
    return Step(_decline(found) if left else _no_other(sections) or _decline(found))


def thought(sections: Sections) -> dict[str, Any]:
    """Name the tool that would find it, going by names and descriptions."""
    tools = parse_list([one for one in parse_pairs(sections.get("tools", "")) if one[0] != "finish"])
    request = _request(sections)
    if why := _why_not(sections, request, tools):
        return {"thought": why}
    rough = rough_readings(request, _tools_left(sections, tools))
    if rough:
        return {"thought": _thought(request, rough[0][0].name)}
    return {"thought": _no_other(sections) or _decline(not_named(request))}


def tool(sections: Sections) -> dict[str, Any]:
    """Return the tool that the thought names."""
    names = [name for name, _ in parse_pairs(sections.get("tools", ""))]
    match = _CHOSEN.search(sections.get("thought", ""))
    if match and match["name"] in names:
        return {"tool": match["name"]}
    return {"tool": "finish" if "finish" in names and "is known" in sections.get("thought", "") else NONE_OF_THESE}


def arguments(sections: Sections) -> dict[str, Any]:
    """Return the arguments of the chosen tool; "none of these" where its document does not explain
    the text, and why.
    """
    match = _CHOSEN.search(sections.get("thought", ""))
    named = {match["name"]} if match and match["named"] else ()
    found = best_reading(_request(sections, named), parse_documents(sections.get("document", "")))
    return {NONE_OF_THESE: _decline(found)} if isinstance(found, str) else found.arguments


def _why_not(sections: Sections, request: Request, documents: Sequence[ToolDocument]) -> str:
    """Say why no call is made, whatever tool: one was, or a request with several parts was not taken apart."""
    if parse_items(sections.get("memory", "")):
        return _KNOWN
    left = not_understood(request.text, documents)
    return _decline(do_not_understand(left)) if left else ""


def _no_other(sections: Sections) -> str:
    """Say that a request which was understood leads to no other tool than the one that failed; empty if none did."""
    failed, _ = parse_tried(sections.get("tried", ""))
    return f"{' and '.join(sorted(failed))} did not bring it, and no other tool is asked for." if failed else ""


def _decline(why: str) -> str:
    return f"{why}. For requests in your own words set a model: {MODELS}."


def _tools_left(sections: Sections, documents: Sequence[ToolDocument]) -> list[ToolDocument]:
    """Return the tools that may be called: after a failure only those that it names."""
    failed, why = parse_tried(sections.get("tried", ""))
    return [one for one in documents if not failed or (one.name in why and one.name not in failed)]


def _thought(request: Request, name: str) -> str:
    return f"Next: `{name}`{', which the failure names' if name in request.named else ''}."


def _request(sections: Sections, named: Collection[str] = ()) -> Request:
    text = sections.get("sub_task", "")
    given = parse_items(sections.get("dependencies", ""))
    earlier = [Earlier(task_text(one.text), read(drop_title(one.text, one.answer))) for one in given]
    _, why = parse_tried(sections.get("tried", ""))
    return Request(task_text(text), tuple(reversed(earlier)), bool(POINTER.search(text)), why.union(named))
