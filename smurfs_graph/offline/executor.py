"""Executor: the next tool, and the arguments of its call, in the three calls of a split step or the one of a fused step."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from smurfs_graph.offline import words
from smurfs_graph.offline.beside import without_beside
from smurfs_graph.offline.choose import Step, View, next_step
from smurfs_graph.offline.clauses import main_verb
from smurfs_graph.offline.documents import Document, Tool, parse_document, parse_documents
from smurfs_graph.offline.fill import Filled, Given, fill
from smurfs_graph.offline.joint.executing import MOST_TEXT, together
from smurfs_graph.offline.known import Source, sources
from smurfs_graph.offline.records import Group, read_groups
from smurfs_graph.offline.rounds import (
    Progress,
    asked_each,
    besides,
    identity,
    progress,
    round_said,
    takes_all,
    without_note,
)
from smurfs_graph.offline.sections import (
    POINTER,
    Item,
    parse_items,
    parse_pairs,
    stated_parameters,
    task_text,
    tool_names,
)
from smurfs_graph.offline.series import begun, done, said, series
from smurfs_graph.offline.sums import computing, sum_in
from smurfs_graph.offline.thoughts import chosen, kept_values, tools_planned, tools_used, written
from smurfs_graph.offline.totals import written_sum
from smurfs_graph.replies import NONE_OF_THESE
from smurfs_graph.search import NONE_FITS

Sections = Mapping[str, str]
_ROUNDS = 6
_COMPUTES = "it computes what is written as a sum"
_POINTS = re.compile(r"using the answer to sub-task (\d{1,3})\)")


def thought(sections: Sections) -> dict[str, Any]:
    """What comes next, with the tool's name in the text."""
    tools = tuple(Tool(name, text) for name, text in parse_pairs(sections.get("tools", "")))
    return {"thought": _written(_next(sections, tools))}


def tool(sections: Sections) -> dict[str, Any]:
    """The tool that the thought names; for a thought that names none, the one whose document fits it."""
    tools = tuple(Tool(name, text) for name, text in parse_pairs(sections.get("tools", "")))
    said = sections.get("thought", "")
    named = chosen(said)
    if named is None:
        mentioned = [one.name for one in tools if f"`{one.name}`" in said or one.name in said.split()]
        text = task_text(sections.get("sub_task", ""))
        named = mentioned[0] if len(mentioned) == 1 else next_step(View(text=text, tools=tools)).tool
    return {"tool": named if named in {one.name for one in tools} else NONE_OF_THESE}


def arguments(sections: Sections) -> dict[str, Any]:
    """The arguments of a call; a required one that cannot be filled is left out, and the call is refused."""
    document = parse_document(sections.get("document", ""))
    if document is None:
        return {}
    return _fill(document, sections).arguments


def fused(sections: Sections) -> dict[str, Any]:
    """Tool and arguments at once: for the next of several values in a row, or for the sub-task as a whole."""
    return _one_of_series(_alone(sections)) or _fused(sections)


def _alone(sections: Sections) -> Sections:
    """The sections without what else the request asks: the rules by words read a sub-task alone."""
    return {**sections, "sub_task": without_beside(sections.get("sub_task", ""))}


def _one_of_series(sections: Sections) -> dict[str, Any] | None:
    """The call for the next of several values that the text names in a row; None where one call may take them all."""
    text, memory = task_text(sections.get("sub_task", "")), parse_items(sections.get("memory", ""))
    row = series(without_note(text)) if asked_each(text) is None and begun(memory) else None
    if row is None:
        return None
    at, count = done(memory), len(row.values)
    if at >= count:
        return {"thought": _written(Step("", "each has had its call")), "tool": NONE_OF_THESE, "arguments": {}}
    reply = _fused({**sections, "sub_task": row.texts[at], "memory": "", "hint": ""})
    document = next(
        (one for one in parse_documents(sections.get("documents", "")) if one.tool.name == reply["tool"]), None
    )
    told = {str(value).casefold() for value in reply["arguments"].values()}
    lists = document is None or any(one.kind == "list" for one in document.parameters)
    if lists or row.values[at].casefold() not in told:
        return None
    return {**reply, "thought": f"{str(reply['thought']).rstrip('.')}{said(at + 1, count)}."}


def _fused(sections: Sections) -> dict[str, Any]:
    """What the rules by words and the joint reading of all documents say together."""
    alone = _alone(sections)
    if _verb_elsewhere(alone):
        why = "a tool that is not shown is named after what is asked for"
        return {"thought": _written(Step("", why)), "tool": NONE_OF_THESE, "arguments": {}}
    ruled = _by_words(alone)
    rounds = _progress(alone)
    if rounds.tool or len(rounds.things) > 1 or _COMPUTES in str(ruled["thought"]):
        return ruled
    reply = together(ruled, alone)
    first = not sections.get("memory", "").strip()
    helpless = first and reply["tool"] == NONE_OF_THESE and alone["sub_task"] != sections.get("sub_task", "")
    return together(ruled, sections) if helpless else reply


def _verb_elsewhere(sections: Sections) -> bool:
    """Whether only tools that are not shown have the verb of a sub-task with one request in their name."""
    text = own_text(task_text(sections.get("sub_task", "")))
    others = tool_names(sections.get("other_tools", ""))
    verb = words.stem(main_verb(text))
    tried = sections.get("memory", "").strip() or sections.get("popped", "").strip()
    if not others or tried or verb in words.ASKING_STEMS or len(text) > MOST_TEXT:
        return False
    shown = parse_documents(sections.get("documents", ""))
    return any(verb in Tool(name).name_words[:1] for name in others) and not any(
        verb in (*one.tool.name_words, *one.tool.description_words) for one in shown
    )


def _by_words(sections: Sections) -> dict[str, Any]:
    """Tool and arguments by the rules of a split step: a tool that lacks an argument makes way for one that finds it."""
    documents = {one.tool.name: one for one in parse_documents(sections.get("documents", ""))}
    tools = tuple(one.tool for one in documents.values())
    lacking: list[tuple[str, str]] = []
    waits: dict[str, str] = {}
    ahead = _shortcut(sections, documents)
    step = Step("", "no tool in the list speaks of this")
    for _ in range(_ROUNDS):
        refused = {name for name, _ in lacking}
        step = _next(sections, tuple(one for one in tools if one.name not in refused), tuple(lacking), ahead)
        if step.tool not in documents:
            break
        step = replace(
            step, why="; ".join([step.why, *(waits[one] for one in tools_planned([_written(step)]) if one in waits)])
        )
        waits |= {step.tool: step.why} if " needs " in step.why else {}
        filled = _fill(documents[step.tool], {**sections, "thought": _written(step)})
        if not filled.missing:
            return {"thought": _written(step), "tool": step.tool, "arguments": filled.arguments}
        absent = "; ".join(f"{name}: Field required" for name in filled.missing)
        clear = not set(filled.arguments) - {one.name for one in documents[step.tool].parameters}
        lacking.append((step.tool, f"no valid arguments: {absent if clear else 'they are not clear'}"))
    why = f"the document of `{step.tool}` is not shown" if step.tool else step.why
    return {"thought": _written(Step("", why)), "tool": NONE_OF_THESE, "arguments": {}}


def _shortcut(sections: Sections, documents: Mapping[str, Document]) -> str:
    """Of several tools that a helper was called for, the last one, if what it needs is known already; else ""."""
    thoughts = [item.text for item in parse_items(sections.get("memory", ""))]
    waiting = [one for one in tools_planned(thoughts) if one not in tools_used(thoughts)]
    last = documents.get(waiting[-1]) if len(waiting) > 1 else None
    return last.tool.name if last and not _fill(last, {**sections, "thought": ""}).missing else ""


def _next(
    sections: Sections, tools: tuple[Tool, ...], lacking: tuple[tuple[str, str], ...] = (), ahead: str = ""
) -> Step:
    """The next step: the next round; a sum that is written out is computed by the tool for that, once."""
    view = _view(sections, tools, lacking)
    rounds = _progress(sections)
    if rounds.tool:
        return _next_round(rounds, view)
    view = replace(view, things=len(rounds.things) > 1, planned=(ahead,) if ahead else view.planned)
    own = own_text(view.text)
    sums = sum_in(own) or written_sum(view.text, [item.answer for item in by_nearness(sections)])
    computes = computing(tools) if sums else ""
    if computes and computes not in (*view.used, *(name for name, _ in view.popped)):
        return Step(computes, _COMPUTES)
    step = next_step(view)
    tool = next((one for one in tools if one.name == step.tool), None)
    if len(rounds.things) < 2 or tool is None or "` needs " in step.why or takes_all(tool.description):
        return step
    return Step(step.tool, f"{step.why}{round_said(1, len(rounds.things))}")


def _next_round(rounds: Progress, view: View) -> Step:
    """The same tool for the next of several things."""
    if not rounds.left or rounds.tool in {name for name, _ in view.popped}:
        return Step("", "each of them has had its call" if not rounds.left else "the call for one of them failed")
    number = round_said(rounds.made + 1, len(rounds.things))
    return Step(rounds.tool, f"it is called for each of them{number}")


def _progress(sections: Sections) -> Progress:
    """How far the calls for each of several things are."""
    memory = parse_items(sections.get("memory", ""))
    used = [(tools_used([item.text]) or ("",))[0] for item in memory]
    answers = [item.answer for item in by_nearness(sections)]
    return progress(own_text(task_text(sections.get("sub_task", ""))), memory, answers, used)


def by_nearness(sections: Sections) -> tuple[Item, ...]:
    """The dependencies: the one that the sub-task points to first, then the latest ones."""
    dependencies = parse_items(sections.get("dependencies", ""))
    points = _POINTS.search(sections.get("sub_task", ""))
    at = min(int(points[1]), len(dependencies)) - 1 if points and dependencies else -1
    pointed = dependencies[at : at + 1] if at >= 0 else ()
    return (*pointed, *(item for item in reversed(dependencies) if item not in pointed))


def _written(step: Step) -> str:
    return written(step.tool, step.why)


def _view(sections: Sections, tools: tuple[Tool, ...], lacking: tuple[tuple[str, str], ...] = ()) -> View:
    memory = parse_items(sections.get("memory", ""))
    dependencies = parse_items(sections.get("dependencies", ""))
    points = _POINTS.search(sections.get("sub_task", ""))
    at = int(points[1]) - 1 if points else -1
    return View(
        text=without_note(task_text(sections.get("sub_task", ""))),
        tools=tools,
        used=tools_used([item.text for item in memory]),
        known_ids=_known_ids((*memory, *dependencies)),
        earlier=dependencies[min(at, len(dependencies) - 1)].answer if at >= 0 and dependencies else "",
        planned=tools_planned([item.text for item in memory]),
        popped=(*(one for one in parse_pairs(sections.get("popped", "")) if one[1] != NONE_FITS), *lacking),
        hint=sections.get("hint", ""),
        found=tuple(item.answer for item in memory),
        has_earlier=bool(sections.get("dependencies", "").strip() or memory),
    )


def _known_ids(items: tuple[Item, ...]) -> frozenset[str]:
    """The entities whose identifier the records of earlier answers give."""
    found: set[str] = set()
    for item in items:
        for group in read_groups(item.answer):
            for key in group.records[0] if len(group.records) == 1 else ():
                parts = words.identifier_words(key)
                if len(parts) > 1 and parts[-1] in ("id", "number", "code"):
                    found |= {words.stem(part) for part in parts[:-1]}
    return frozenset(found)


def _fill(document: Document, sections: Sections) -> Filled:
    text = without_note(task_text(sections.get("sub_task", "")))
    memory = parse_items(sections.get("memory", ""))
    dependencies = parse_items(sections.get("dependencies", ""))
    earlier = _questions(dependencies)
    known = sources(memory, dependencies, text)
    rounds = _progress(sections)
    this = rounds.made if rounds.tool == document.tool.name else 0
    in_rounds = len(rounds.things) > 1 and this < len(rounds.things)
    if in_rounds:
        others = [replace(one, groups=besides(one.groups, rounds.things)) for one in known]
        known = (_thing(rounds, this), *(one for one in others if one.groups))
    given = Given(
        text=own_text(text),
        about=text,
        earlier=earlier,
        known=known,
        rounds=in_rounds,
        thing=_plain(rounds, this) if in_rounds else "",
        points_back=own_text(text) != text,
        helps=" needs " in sections.get("thought", ""),
        doubtful="`: perhaps " in sections.get("thought", ""),
        kept=kept_values(sections.get("thought", "")),
        stated=stated_parameters(sections.get("sub_task", "")),
    )
    filled = fill(document, given)
    if computing([document.tool]) and len(filled.missing) == 1:
        answers = [item.answer for item in by_nearness(sections)]
        written_out = sum_in(own_text(text)) or written_sum(text, answers, document)
        if written_out:
            return Filled({**filled.arguments, filled.missing[0]: written_out}, ())
    return filled


def _thing(rounds: Progress, place: int) -> Source:
    """One of several things as the answer that the present call is about."""
    record = rounds.things[place]
    return Source("", (Group("", [record]),), " ".join(identity(record)), own=True)


def _plain(rounds: Progress, place: int) -> str:
    """The thing that the present call is about, where it is a mere value."""
    record = rounds.things[place] if len(rounds.things) > place else {}
    return next(iter(record.values())) if len(record) == 1 else ""


def own_text(text: str) -> str:
    """A sub-task without its reference to an earlier one; what the user told as context stays."""
    return POINTER.sub("", text)


def _questions(dependencies: tuple[Item, ...]) -> tuple[str, ...]:
    return tuple(own_text(item.text) for item in reversed(dependencies))
