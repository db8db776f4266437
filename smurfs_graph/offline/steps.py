"""The executor's calls: the next tool with its arguments, in one call or in three; or why nothing is called."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from smurfs_graph.offline.answers import drop_title
from smurfs_graph.offline.arguments import Earlier
from smurfs_graph.offline.documents import Document, parse_documents, parse_list
from smurfs_graph.offline.reading import (
    MODELS,
    NotExplainedError,
    Reading,
    Request,
    best_reading,
    read_by,
    roughly_best,
)
from smurfs_graph.offline.records import read
from smurfs_graph.offline.sections import NONE_FITS, POINTER, Tried, parse_items, parse_pairs, parse_tried, task_text
from smurfs_graph.tools.choice import NONE_OF_THESE

Sections = Mapping[str, str]
_CHOSEN = re.compile(r"`(?P<name>[^`]+)`(?P<named>, which the failure names)?")
_DECLINED = "offline:rules"
"""What stands for an argument where there is none: no tool has such a parameter, so that the call is refused."""
_KNOWN = "What one call can tell is known."


class Step(NamedTuple):
    """A thought and the one call that it leads to; without a tool where it leads to none."""

    thought: str
    tool: str = NONE_OF_THESE
    arguments: Mapping[str, Any] = {}


def fused_step(sections: Sections) -> dict[str, Any]:
    """Thought and call; "none of these" where no document explains the text, no call where one was made."""
    step = next_step(sections)
    calls = [] if step.thought == _KNOWN else [{"tool": step.tool, "arguments": dict(step.arguments)}]
    return {"thought": step.thought, "calls": calls}


def next_step(sections: Sections) -> Step:
    """The call that a sub-task asks for; a tool without its arguments where only its name was shown; or why none."""
    request, found = _request(sections), _choose(sections, parse_documents(sections.get("documents", "")))
    if not isinstance(found, str):
        return Step(_thought(request, found.document.name), found.document.name, found.arguments)
    others = parse_list(parse_pairs(sections.get("other_tools", "")))
    other = roughly_best(request, _tools_left(request, sections, others), whole=True)
    return Step(found) if isinstance(other, str) or found == _KNOWN else Step(_thought(request, other.name), other.name)


def thought(sections: Sections) -> dict[str, Any]:
    """Which tool would find it, as far as names and descriptions tell."""
    tools = parse_list([one for one in parse_pairs(sections.get("tools", "")) if one[0] != "finish"])
    request, found = _request(sections), _tell_earlier(sections)
    found = found or roughly_best(request, _tools_left(request, sections, tools))
    return {"thought": _decline(found) if isinstance(found, str) else _thought(request, found.name)}


def tool(sections: Sections) -> dict[str, Any]:
    """The tool that the thought names."""
    names = [name for name, _ in parse_pairs(sections.get("tools", ""))]
    match = _CHOSEN.search(sections.get("thought", ""))
    if match and match["name"] in names:
        return {"tool": match["name"]}
    return {"tool": "finish" if "finish" in names and "is known" in sections.get("thought", "") else NONE_OF_THESE}


def arguments(sections: Sections) -> dict[str, Any]:
    """The arguments of the chosen tool; where its document does not explain the text, what no tool accepts."""
    documents = parse_documents(sections.get("document", ""))
    match = _CHOSEN.search(sections.get("thought", ""))
    named = frozenset({match["name"]}) if match and match["named"] else frozenset[str]()
    try:
        return read_by(_request(sections, named), documents[0]).arguments if documents else {}
    except NotExplainedError as error:
        return {_DECLINED: _decline(str(error))}


def _choose(sections: Sections, documents: Sequence[Document]) -> Reading | str:
    request = _request(sections)
    if known := _tell_earlier(sections):
        return known
    found = best_reading(request, _tools_left(request, sections, documents))
    return _decline(found) if isinstance(found, str) else found


def _decline(why: str) -> str:
    return f"Nothing is called: {why}. For requests in your own words set a model: {MODELS}."


def _tell_earlier(sections: Sections) -> str:
    """What there is to say where a step has been made: rules make one call for a sub-task."""
    return _KNOWN if parse_items(sections.get("memory", "")) else ""


def _tools_left(request: Request, sections: Sections, documents: Sequence[Document]) -> list[Document]:
    """The tools that may be called: none twice, and after a failure only those that it names."""
    tried = parse_tried(sections.get("tried", ""))
    used, failed = {one.tool for one in tried}, any(_is_failure(one) for one in tried)
    return [one for one in documents if one.name not in used and (not failed or one.name in request.named)]


def _is_failure(tried: Tried) -> bool:
    """Whether it was really called, or is out of order: none that rules wanted, or wrote no arguments for, is."""
    return bool(tried.why) and tried.why != NONE_FITS and _DECLINED not in tried.why


def _request(sections: Sections, named: frozenset[str] = frozenset()) -> Request:
    text = sections.get("sub_task", "")
    given = parse_items(sections.get("dependencies", ""))
    earlier = [Earlier(task_text(one.text), read(drop_title(one.text, one.answer))) for one in given]
    said = " ".join(one.why for one in parse_tried(sections.get("tried", "")))
    known = frozenset(re.findall(r"\w+", said))
    return Request(task_text(text), tuple(reversed(earlier)), bool(POINTER.search(text)), named | known)


def _thought(request: Request, name: str) -> str:
    return f"Next: `{name}`{', which the failure names' if name in request.named else ''}."
