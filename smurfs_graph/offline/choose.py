"""The next tool of a sub-task: the likeliest one first, what it lacks next, then one that speaks of the same.

A call whose arguments cannot be filled is refused and costs nothing, so that a choice may be tried; the arguments are
what has to be sure.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from smurfs_graph.offline import words
from smurfs_graph.offline.clauses import (
    REFERENCE,
    Clause,
    actions,
    clauses,
    head,
    is_statement,
    main_verb,
    sentences,
    strip_lead,
)
from smurfs_graph.offline.documents import Tool
from smurfs_graph.offline.leading import finders_of, leading_to
from smurfs_graph.offline.mentions import find_mentions
from smurfs_graph.offline.ranking import Ranked, rank
from smurfs_graph.offline.records import read_groups
from smurfs_graph.offline.select import has_choice
from smurfs_graph.offline.steps import Step, View
from smurfs_graph.offline.thoughts import given_values, missing_parameters, written_values
from smurfs_graph.offline.verify import asked_of, only_identified, told_already, told_of_each

_CONDITION = re.compile(
    r"^\s*(?:only )?if\b|(?<!check )(?<!see )(?<!know )(?<!me )\b(?:only if|if (?:it|they|there|so|not|that|available|possible)|unless|provided that|in case)\b",
    re.IGNORECASE,
)
_WHOLLY_CONDITIONAL = re.compile(r"\s*(?:only )?if\b(?!.*\b(?:what|which|who|when|where|how)\b)", re.IGNORECASE)
_LEAST, _NEAR, _TIE, _WELL = 0.22, 0.7, 0.015, 0.5
_SPOKEN, _SLACK, _FAR, _CLEAR, _HALF = 0.3, 0.25, 0.4, 0.55, 0.4
_DEEPEST = 3
_SMALL = words.stems("left day time number people person place thing way home good new last next first something")
_SAYS_NOTHING = words.stems(
    "details detail information info number id data name record thing kind reference code confirmation"
)
_FINDING = words.listed("find search lookup look")
_CONVERTING = words.stems("convert conversion exchange")
_UNFINDABLE = words.listed(
    """
    date time day start end amount quantity message text body subject reason until check in out when password weeks
    months nights seats
    """
)


def asked_acts(text: str, tools: Sequence[Tool]) -> frozenset[int | str]:
    """The kinds of action that a text asks for; the verb of a tool that acts is one too, whatever it is."""
    verbs = frozenset(tool.name_words[0] for tool in tools if tool.acts and tool.name_words)
    first = [words.stem(word) for word in words.words(strip_lead(REFERENCE.sub("", text)))[:1]]
    found = actions(text) | (frozenset(first) & verbs)
    return found if head(REFERENCE.sub("", text)) else frozenset(one for one in found if isinstance(one, str))


def next_step(view: View) -> Step:
    """The next tool to call, or none where nothing fits well enough."""
    if named := _pointed_to(view):
        return Step(named, "a tool that failed names it")
    if _WHOLLY_CONDITIONAL.match(view.text):
        return Step("", "it depends on a condition, which these rules do not judge")
    if any("no valid arguments" not in why and not missing_parameters(why) for _, why in view.popped):
        return Step("", "a tool that fits has been tried here and did not help")
    if reason := _settled(view):
        return Step("", reason)
    tried = {name for name, _ in view.popped}
    planned = [name for name in view.planned if name not in view.used]
    if planned:
        return _resume(view, planned, tried)
    if view.used and not view.things and _has_one_part(view.text):
        further = _further(view, tried)
        return Step(further, "what is asked for is still open") if further else Step("", "what fits has been called")
    goal = REFERENCE.sub("", view.hint if view.used and view.hint else view.text)
    if not view.used:
        goal = _first_part(goal)
    if not view.used and _says_nothing(goal):
        return Step("", "it says nothing that a tool could be chosen by")
    open_tools = tuple(tool for tool in view.tools if tool.name not in view.used)
    ranked = rank(
        goal,
        open_tools,
        known_ids=view.known_ids,
        beside=_beside(view.text),
        follows=bool(view.used),
        acts=asked_acts(goal, view.tools),
    )
    fitting = _fitting(goal, ranked, view)
    if not fitting and not view.popped:
        return Step("", "no tool in the list speaks of this")
    if not view.used and fitting and _told_by(fitting[0].tool, view):
        return Step("", "the earlier answer tells what this tool tells")
    return _try(view, goal, fitting)


def _further(view: View, tried: Collection[str]) -> str:
    """The look-up that tells what the answers leave open: it speaks of what is asked for, or of what they only identify."""
    text = REFERENCE.sub("", view.text)
    if not view.hint or not view.found or actions(text) or len(view.used) >= _DEEPEST:
        return ""
    used = [tool for tool in view.tools if tool.name in view.used]
    left = [tool for tool in view.tools if not tool.acts and tool.name not in view.used and tool.name not in tried]
    asked = asked_for(text)
    before = max((coverage(tool, asked) for tool in used), default=0.0)
    able = [tool for tool in left if coverage(tool, asked) >= max(_CLEAR, before + _SLACK)]
    if len(able) == 1:
        return able[0].name
    keys = [key for told in view.found for group in read_groups(told) for key in group.records[0]]
    spoken = {words.stem(word) for key in keys for word in words.identifier_words(key)}
    answered = before >= 1 or bool(asked_of(text) & spoken)
    thing = only_identified(text, view.found[-1]) or (frozenset() if answered else asked_of(text))
    named = [tool for tool in able or left if thing & set(tool.nouns)]
    named = [tool for tool in named if not tool.finds and tool.verb != "list"] or named
    return named[0].name if len(named) == 1 else ""


def _has_one_part(text: str) -> bool:
    """Whether a sub-task is one request, so that one call and what it needs settle it."""
    body = REFERENCE.sub("", text)
    return sum(len(clauses(sentence)) for sentence in sentences(body)) <= 1


def _says_nothing(goal: str) -> bool:
    """Whether a text asks for something vague of something that it does not name: "Give me the reference"."""
    body = re.sub(r"\(context:.*\)", "", goal)
    wanted = head(body)
    vague = bool(wanted) and all(word in _SAYS_NOTHING for word in wanted)
    return vague and not find_mentions(body) and not has_choice(body) and not Clause(body).points_back


def _told_by(tool: Tool, view: View) -> bool:
    """Whether the answer that a text points back to is one of this very tool: nearly all its keys are the tool's."""
    if tool.acts or not view.earlier or tool.verb in ("convert", "calculate"):
        return False
    body = REFERENCE.sub("", view.text)
    if any(found.value and found.value.lower() not in view.earlier.lower() for found in find_mentions(body)):
        return False
    own = (*tool.name_words, *tool.description_words)
    records = [group.records[0] for group in read_groups(view.earlier) if len(group.records) == 1]
    return any(_speaks_of(own, list(record)) for record in records)


def _speaks_of(own: tuple[str, ...], keys: Sequence[str]) -> bool:
    """Whether nearly all keys of a record are among a tool's own words."""
    parts = [words.identifier_words(key) for key in keys]
    known = [part for part in parts if any(words.best_likeness(words.stem(word), own) >= 0.7 for word in part)]
    return len(parts) > 1 and len(known) >= 0.74 * len(parts)


def _settled(view: View) -> str:
    """Why no further call is made, or ""."""
    acts = asked_acts(view.text, view.tools)
    if _CONDITION.search(view.text) and acts:
        return "it acts only under a condition, which these rules do not judge"
    own = REFERENCE.sub("", view.text)
    told = not view.used and view.earlier and not acts
    if told and (told_already(own, view.earlier) or told_of_each(own, view.earlier)):
        return "the earlier answer tells this already"
    if any(Tool(name).acts & acts for name in view.used):
        return "what was asked to be done has been done"
    return ""


def _resume(view: View, planned: list[str], tried: set[str]) -> Step:
    """The tool that the last helper was called for; if that still lacks something, a helper for it."""
    wanted = planned[0]
    if wanted not in tried:
        return Step(wanted, _needing(view, planned[1:]) or "what it needs may be known now")
    found = _resolve(view, view.text, wanted, planned[1:][::-1])
    return found or Step("", f"what `{wanted}` lacks is not known yet")


def _needing(view: View, waiting: Sequence[str]) -> str:
    return "; ".join(f"`{name}` needs it first" for name in waiting)


def _fitting(goal: str, ranked: list[Ranked], view: View) -> list[Ranked]:
    """The tools that fit a goal, the best first: those that speak of what is asked for, if any does."""
    acts = asked_acts(view.text, view.tools)
    able = [one for one in ranked if one.strong and one.score >= _LEAST]
    if acts:
        verbs = {str(one) for one in acts}
        able = [one for one in able if one.nouns or verbs & set(map(str, one.tool.acts))]
    if words.stem(main_verb(goal)) in _CONVERTING:
        able = [one for one in able if _CONVERTING & {*one.tool.name_words, *one.tool.description_words}]
    asked = asked_for(goal)
    if view.used:
        told = max((coverage(tool, asked) for tool in view.tools if tool.name in view.used), default=0.0)
        able = [one for one in able if coverage(one.tool, asked) > told + 0.05 or _adds(one, view)]
        able = [one for one in able if coverage(one.tool, asked) >= _CLEAR or _adds(one, view)]
    if not able:
        people = finders_of([one.tool for one in ranked], goal) if not view.used else []
        if not people and not view.used and not acts and _only_named(goal):
            people = [
                one.tool
                for one in ranked
                if one.tool.verb in ("find", "lookup") or words.words(one.tool.description)[:1] == ["find"]
            ]
        if not people and not view.used and not acts:
            people = _sole_finder(goal, view.tools)
        return [one for one in ranked if one.tool in people][:1] if len(people) == 1 else []
    covered = {one.tool.name: coverage(one.tool, asked) for one in able}
    most = max(covered.values())
    if most >= _SPOKEN:
        return [one for one in able if covered[one.tool.name] >= most - _SLACK and one.score >= _FAR * able[0].score][
            :4
        ]
    finder = _sole_finder(goal, view.tools) if not (view.used or acts) else []
    return [
        replace(one, sure=bool(acts) or not asked or one.tool in finder or _speaks_up(one, goal))
        for one in able
        if one.score >= _NEAR * able[0].score
    ][:4]


def _speaks_up(one: Ranked, goal: str) -> bool:
    """Whether a word that is no small talk and no mere label speaks for a tool by what it is or tells."""
    labels = {label for mention in find_mentions(goal) for label in mention.labels[:1]}
    told = (*one.tool.nouns, *one.tool.gives_words)
    return any(words.best_likeness(word, told) >= 0.75 for word in one.strong - labels - _SMALL)


def asked_for(goal: str) -> tuple[str, ...]:
    """The stems of what a text asks for, without the kinds of what it names."""
    labels = {label for mention in find_mentions(goal) for label in mention.labels[:1]}
    heads = [word for word in head(goal) if word not in _SAYS_NOTHING]
    return tuple(word for word in heads if word not in labels) or tuple(heads)


def coverage(tool: Tool, asked: Sequence[str]) -> float:
    """The share of what is asked for that a tool's name and description speak of (0 to 1)."""
    if not asked:
        return 0.0
    return sum(
        max(
            words.best_likeness(word, tool.nouns),
            0.95 * words.best_likeness(word, tool.gives_words),
            0.6 * words.best_likeness(word, tool.takes_words),
        )
        for word in asked
    ) / len(asked)


def _adds(one: Ranked, view: View) -> bool:
    """Whether a tool tells something that the text speaks of and the tools used so far do not."""
    used = [tool for tool in view.tools if tool.name in view.used]
    before = tuple(word for tool in used for word in (*tool.name_words, *tool.gives_words))
    told = (*one.tool.nouns, *one.tool.gives_words)
    labels = {label for mention in find_mentions(view.text) for label in mention.labels[:1]}
    new = [word for word in one.strong - labels if words.best_likeness(word, before) < 0.7]
    return any(words.best_likeness(word, told) >= 0.75 for word in new)


def _only_named(goal: str) -> bool:
    """Whether a text only names something to be looked up."""
    return not head(goal) and words.is_asking(main_verb(goal).split(" ")[0] or "?") and bool(find_mentions(goal))


def _sole_finder(goal: str, tools: Sequence[Tool]) -> list[Tool]:
    """The one tool that finds something, where a text says to find something that no tool speaks of: "Find rye bread"."""
    if main_verb(goal) not in _FINDING or not head(goal):
        return []
    told = tuple(word for tool in tools for word in (*tool.name_words, *tool.description_words))
    finders = [tool for tool in tools if tool.verb in _FINDING and not tool.acts]
    return finders if len(finders) == 1 and all(words.best_likeness(word, told) < 0.7 for word in head(goal)) else []


def _try(view: View, goal: str, fitting: list[Ranked]) -> Step:
    """The first fitting tool; once refused, one that fits as well, then what the refused ones lack, then the others."""
    if not view.popped:
        first = fitting[0]
        if len(fitting) > 1 and first.score - fitting[1].score < _TIE and _twins(first.tool, fitting[1].tool):
            return Step("", f"`{first.tool.name}` and `{fitting[1].tool.name}` fit equally well")
        return _taken(first)
    asked = asked_for(goal)
    covered = [(one, coverage(one.tool, asked)) for one in fitting]
    spoken = [replace(one, sure=one.sure and share >= _CLEAR) for one, share in covered if share >= _HALF]
    if spoken and spoken[0].score >= _WELL:
        return _taken(spoken[0])
    for name, _ in view.popped if not view.used else ():
        if step := _resolve(view, goal, name, []):
            return step
    if spoken:
        return _taken(spoken[0])
    return Step("", "what the fitting tools need is not known, and nothing clearly leads to it")


def _twins(first: Tool, second: Tool) -> bool:
    """Whether two tools say the same of themselves in the same words."""
    return first.nouns == second.nouns and set(first.description_words) == set(second.description_words)


def _taken(one: Ranked) -> Step:
    may = "" if one.sure else "perhaps "
    return Step(one.tool.name, f"{may}it speaks of {', '.join(sorted(one.matched))}")


def _resolve(view: View, goal: str, wanted: str, waiting: list[str]) -> Step | None:
    """A helper that has not been tried, for a tool whose call was refused."""
    lacking = missing_parameters(dict(view.popped).get(wanted, ""))
    path = [*waiting, wanted]
    if not lacking or len(path) + len(view.used) >= _DEEPEST or not _leads_on(view):
        return None
    if any(set(words.identifier_words(parameter)) & _UNFINDABLE for parameter in lacking):
        return None
    helpers = leading_to(view, goal, wanted, lacking[0], path)
    if not helpers:
        return None
    needs = {wanted: ", ".join(lacking)}
    told = [value for _, why in view.popped for value in given_values(why)]
    why = "; ".join(f"`{name}` needs {needs.get(name, 'it')} first" for name in reversed(path))
    return Step(helpers[0].name, f"{why}{written_values(told)}")


def _leads_on(view: View) -> bool:
    """Whether the text gives something to start a search from."""
    text = REFERENCE.sub("", view.text)
    return bool(find_mentions(text) or has_choice(text) or len(words.topic(text)) > 1 or view.used)


def _pointed_to(view: View) -> str:
    """The one tool of the list that the reason of a failed one names as the other way."""
    tried = {name for name, _ in view.popped}
    said = {word for _, why in view.popped for word in re.findall(r"\w+", why)}
    names = [
        tool.name
        for tool in view.tools
        if "_" in tool.name and tool.name in said and tool.name not in {*tried, *view.used}
    ]
    return names[0] if len(names) == 1 else ""


def _first_part(text: str) -> str:
    """The first request of a sub-task that holds several; the others come when it is answered."""
    parts = [clause.text for sentence in sentences(text) for clause in clauses(sentence)]
    return (
        parts[0]
        if len(parts) > 1 and (head(parts[0]) or find_mentions(parts[0])) and not is_statement(parts[0])
        else text
    )


def _beside(text: str) -> str:
    """What a sub-task says of the thing that it points back to."""
    match = REFERENCE.search(text)
    return match[0].split("using the answer")[0] if match else ""
