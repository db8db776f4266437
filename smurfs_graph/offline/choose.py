"""The next tool of a sub-task: the likeliest one first, what it lacks next, then one that speaks of the same.

A call whose arguments cannot be filled is refused and costs nothing, so that a choice may be tried; the arguments are
what has to be sure.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from smurfs_graph.offline import words
from smurfs_graph.offline.clauses import REFERENCE, actions, clauses, head, is_statement, main_verb, sentences
from smurfs_graph.offline.documents import Tool
from smurfs_graph.offline.mentions import find_mentions
from smurfs_graph.offline.ranking import Ranked, rank
from smurfs_graph.offline.select import has_choice
from smurfs_graph.offline.thoughts import missing_parameters
from smurfs_graph.offline.verify import told_already

_CONDITION = re.compile(
    r"^\s*(?:only )?if\b|(?<!check )(?<!see )(?<!know )(?<!me )\b(?:only if|if (?:it|they|there|so|not|that|available|possible)|unless|provided that|in case)\b",
    re.IGNORECASE,
)
_LEAST, _NEAR, _TIE, _WELL = 0.22, 0.7, 0.015, 0.5
_DEEPEST = 3
_FINDING = frozenset(["find", "search", "lookup", "look", "get"])
_PLAIN = frozenset(
    [
        "id",
        "ids",
        "code",
        "number",
        "name",
        "no",
        "ref",
        "reference",
        "key",
        "full",
        "first",
        "last",
        "of",
        "the",
        "title",
    ]
)
_UNFINDABLE = frozenset(
    [
        "date",
        "time",
        "day",
        "start",
        "end",
        "amount",
        "quantity",
        "message",
        "text",
        "body",
        "subject",
        "reason",
        "until",
        "check",
        "in",
        "out",
        "when",
        "password",
        "weeks",
        "months",
        "nights",
        "seats",
    ]
)
_PEOPLE = frozenset(
    words.stem(word)
    for word in [
        "person",
        "people",
        "employee",
        "staff",
        "customer",
        "client",
        "contact",
        "user",
        "member",
        "patient",
        "student",
        "pupil",
        "guest",
        "teacher",
        "resident",
        "tenant",
        "volunteer",
        "player",
        "artist",
        "author",
        "colleague",
        "directory",
        "driver",
    ]
)


@dataclass(frozen=True)
class Step:
    """What is decided for the next step: a tool's name, or "" with the reason."""

    tool: str
    why: str


@dataclass(frozen=True)
class View:
    """What an executor sees when it decides on the next step."""

    text: str
    tools: tuple[Tool, ...]
    used: tuple[str, ...] = ()
    """Tools that the path of this sub-task has already called."""
    popped: tuple[tuple[str, str], ...] = ()
    hint: str = ""
    has_earlier: bool = False
    earlier: str = ""
    """The answer that the sub-task points back to."""
    known_ids: frozenset[str] = frozenset()
    """The entities whose identifier an earlier answer gives: "doctor" where it has a `doctor_id`."""
    planned: tuple[str, ...] = ()
    """Tools that a helper was called for, the next one first."""


def next_step(view: View) -> Step:
    """The next tool to call, or none where nothing fits well enough."""
    if named := _pointed_to(view):
        return Step(named, "a tool that failed names it")
    if any("no valid arguments" not in why and not missing_parameters(why) for _, why in view.popped):
        return Step("", "a tool that fits has been tried here and did not help")
    if reason := _settled(view):
        return Step("", reason)
    tried = {name for name, _ in view.popped}
    planned = [name for name in view.planned if name not in view.used]
    if planned:
        return _resume(view, planned, tried)
    goal = REFERENCE.sub("", view.hint if view.used and view.hint else view.text)
    if not view.used:
        goal = _first_part(goal)
    open_tools = tuple(tool for tool in view.tools if tool.name not in view.used)
    ranked = rank(goal, open_tools, known_ids=view.known_ids, beside=_beside(view.text), follows=bool(view.used))
    fitting = _fitting(goal, ranked, view)
    if not fitting and not view.popped:
        return Step("", "no tool in the list speaks of this")
    return _try(view, goal, fitting)


def _settled(view: View) -> str:
    """Why no further call is made, or ""."""
    acts = actions(view.text)
    if _CONDITION.search(view.text) and acts:
        return "it acts only under a condition, which these rules do not judge"
    if not view.used and view.earlier and not acts and told_already(REFERENCE.sub("", view.text), view.earlier):
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
    """The tools that fit a goal, the best first; none where only small words speak for them."""
    acts = actions(view.text)
    able = [one for one in ranked if one.strong and one.score >= _LEAST]
    if acts:
        verbs = {str(one) for one in acts}
        able = [one for one in able if one.nouns or verbs & set(map(str, one.tool.acts))]
    if view.used:
        asked = frozenset(head(goal))
        able = [one for one in able if asked & {*one.tool.nouns, *one.tool.description_words}]
    if not able:
        people = _finders([one.tool for one in ranked], goal) if not view.used else []
        if not people and not view.used and not acts and _only_named(goal):
            people = [
                one.tool
                for one in ranked
                if one.tool.verb in ("find", "lookup") or words.words(one.tool.description)[:1] == ["find"]
            ]
        return [one for one in ranked if one.tool in people][:1] if len(people) == 1 else []
    return [one for one in able if one.score >= _NEAR * able[0].score][:4]


def _only_named(goal: str) -> bool:
    """Whether a text only names something to be looked up."""
    return not head(goal) and words.is_asking(main_verb(goal).split(" ")[0] or "?") and bool(find_mentions(goal))


def _try(view: View, goal: str, fitting: list[Ranked]) -> Step:
    """The first fitting tool; once refused, one that fits as well, then what the refused ones lack, then the others."""
    if not view.popped:
        first = fitting[0]
        if len(fitting) > 1 and first.score - fitting[1].score < _TIE and first.tool.nouns == fitting[1].tool.nouns:
            return Step("", f"`{first.tool.name}` and `{fitting[1].tool.name}` fit equally well")
        return _taken(first)
    asked = frozenset(head(goal))
    spoken = [one for one in fitting if one.strong & asked]
    if spoken and spoken[0].score >= _WELL and "got {}" in dict(view.popped)[view.popped[0][0]]:
        return _taken(spoken[0])
    for name, _ in view.popped if not view.used else ():
        if step := _resolve(view, goal, name, []):
            return step
    if spoken:
        return _taken(spoken[0])
    return Step("", "what the fitting tools need is not known, and nothing clearly leads to it")


def _taken(one: Ranked) -> Step:
    return Step(one.tool.name, f"it speaks of {', '.join(sorted(one.matched))}")


def _resolve(view: View, goal: str, wanted: str, waiting: list[str]) -> Step | None:
    """A helper that has not been tried, for a tool whose call was refused."""
    lacking = missing_parameters(dict(view.popped).get(wanted, ""))
    path = [*waiting, wanted]
    if not lacking or len(path) + len(view.used) >= _DEEPEST or not _leads_on(view):
        return None
    if any(set(words.identifier_words(parameter)) & _UNFINDABLE for parameter in lacking):
        return None
    helpers = _helpers(view, goal, wanted, lacking[0], path)
    if not helpers:
        return None
    needs = {wanted: ", ".join(lacking)}
    return Step(helpers[0].name, "; ".join(f"`{name}` needs {needs.get(name, 'it')} first" for name in reversed(path)))


def _leads_on(view: View) -> bool:
    """Whether the text gives something to start a search from."""
    text = REFERENCE.sub("", view.text)
    return bool(find_mentions(text) or has_choice(text) or len(words.topic(text)) > 1 or view.used)


def _helpers(view: View, goal: str, wanted: str, parameter: str, path: list[str]) -> list[Tool]:
    """The look-up tools that may give a parameter's value, the likeliest first."""
    tool = next((one for one in view.tools if one.name == wanted), Tool(wanted))
    entity = tuple(words.stem(word) for word in words.identifier_words(parameter) if word not in _PLAIN) or tool.nouns
    labels = tuple(label for mention in find_mentions(REFERENCE.sub("", view.text)) for label in mention.labels[:1])
    said = tuple(words.topic(goal))
    scored: list[tuple[float, str, Tool]] = []
    for one in view.tools:
        if one.acts or one.name in path or one.name in view.used:
            continue
        score = _giving(one, entity)
        if score:
            score += 0.3 * max((words.best_likeness(noun, labels) for noun in one.nouns), default=0.0)
            score += 0.1 * sum(words.best_likeness(word, one.name_words) >= 0.75 for word in said)
            scored.append((-score, one.name, one))
    found = [one for _, _, one in sorted(scored, key=lambda item: item[:2])][:3]
    if not found:
        others = [one for one in view.tools if not one.acts and one.name not in (*path, *view.used) and _finds(one)]
        by_name = [
            one for one in others if one.verb in ("find", "lookup") or words.words(one.description)[:1] == ["find"]
        ]
        found = others if len(others) == 1 else by_name if len(by_name) == 1 else _finders(others, goal)
        found = found[:1] if len(found) == 1 else []
    return found


def _giving(tool: Tool, entity: tuple[str, ...]) -> float:
    """How likely a tool tells a thing's identifier: it finds things of the kind, or speaks of them."""
    named = max((words.best_likeness(word, tool.nouns) for word in entity), default=0.0)
    told = max((words.best_likeness(word, tool.description_words) for word in entity), default=0.0)
    if named >= 0.75:
        return named + (0.5 if _finds(tool) else 0.3 if tool.verb == "list" else 0.0)
    return 0.6 * told if told >= 0.75 else 0.0


def _finds(tool: Tool) -> bool:
    """Whether a tool finds a thing by what it is called."""
    first = words.words(tool.description)[:1]
    return tool.verb in _FINDING - {"get"} or first in (["find"], ["search"], ["look"])


def _finders(tools: Sequence[Tool], text: str) -> list[Tool]:
    """The tools that find somebody by name, where the text names somebody."""
    named = [
        mention
        for mention in find_mentions(text)
        if mention.kind == "name"
        and (" " in mention.value or mention.possessive)
        and mention.direct_preposition not in ("in", "at", "near", "from", "to")
    ]
    if not named:
        return []
    people = [
        tool
        for tool in tools
        if not tool.acts and _finds(tool) and any(word in _PEOPLE for word in (*tool.nouns, *tool.description_words))
    ]
    people = [tool for tool in people if any(word in _PEOPLE for word in tool.nouns)] or people
    finders = [tool for tool in tools if not tool.acts and _finds(tool)]
    return people or (finders if len(finders) == 1 else [])


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
