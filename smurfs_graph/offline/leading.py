"""Tools that lead to what another one lacks: what tells an identifier, or finds a thing by its name."""

import re
from collections.abc import Sequence

from smurfs_graph.offline import words
from smurfs_graph.offline.clauses import REFERENCE
from smurfs_graph.offline.lexicon import PEOPLE
from smurfs_graph.offline.mentions import find_mentions
from smurfs_graph.offline.ranking import rank
from smurfs_graph.offline.steps import View
from smurfs_graph.offline.tools import Tool

_RELATIVE = re.compile(r"\b(?:where|that|which|who|whose|in which|on which)\s", re.IGNORECASE)


_PLAIN = words.listed("id ids code number name no ref reference key full first last of the title")


def leading_to(view: View, goal: str, wanted: str, parameter: str, path: list[str]) -> list[Tool]:
    """The look-up tools that may give a parameter's value, the likeliest first."""
    tool = next((one for one in view.tools if one.name == wanted), Tool(wanted))
    entity = tuple(words.stem(word) for word in words.identifier_words(parameter) if word not in _PLAIN) or tool.nouns
    labels = tuple(label for mention in find_mentions(REFERENCE.sub("", view.text)) for label in mention.labels[:1])
    said = tuple(words.topic(goal))
    identified = {
        label
        for mention in find_mentions(REFERENCE.sub("", view.text))
        for label in mention.labels[:1]
        if mention.kind == "id" or (mention.kind == "number" and mention.value.isdigit() and not mention.bound)
    }
    scored: list[tuple[float, str, Tool]] = []
    for one in view.tools:
        if one.acts or one.name in path or one.name in view.used:
            continue
        score = max(_giving(one, entity), 0.7 if set(one.nouns) & identified else 0.0)
        if score:
            score += 0.3 * max((words.best_likeness(noun, labels) for noun in one.nouns), default=0.0)
            score += 0.1 * sum(words.best_likeness(word, one.name_words) >= 0.75 for word in said)
            scored.append((-score, one.name, one))
    found = [one for _, _, one in sorted(scored, key=lambda item: item[:2])][:3]
    if found or len(view.popped) > 1:
        return found
    coded = words.identifier_words(parameter)[-1:] in (
        ("id",),
        ("number",),
        ("code",),
        ("no",),
        ("ref",),
        ("reference",),
    )
    return _inside(view, goal, path) or (_only_finder(view, goal, path) if coded else [])


def _inside(view: View, goal: str, path: list[str]) -> list[Tool]:
    """The tool that the relative clause of a text speaks of: "the apiary where hive H-12 stands"."""
    match = _RELATIVE.search(goal)
    inner = goal[match.end() :] if match else ""
    named = [one for one in find_mentions(inner) if one.labels]
    if not named:
        return []
    open_tools = [one for one in view.tools if not one.acts and one.name not in (*path, *view.used)]
    ranked = rank(inner, open_tools, only_lookups=True)
    labels = {label for one in named for label in one.labels[:1]}
    return [one.tool for one in ranked if len(one.strong) > 1 and labels & one.strong][:1]


def _only_finder(view: View, goal: str, path: list[str]) -> list[Tool]:
    """The one tool that finds things by their name, where there is no other."""
    others = [one for one in view.tools if not one.acts and one.name not in (*path, *view.used) and one.finds]
    by_name = [one for one in others if one.verb in ("find", "lookup") or words.words(one.description)[:1] == ["find"]]
    if not any(
        one.titled or one.possessive or one.kind == "quote" or (one.kind == "name" and " " in one.value)
        for one in find_mentions(goal)
    ):
        return []
    found = others if len(others) == 1 else by_name if len(by_name) == 1 else finders_of(others, goal)
    return found if len(found) == 1 else []


def _giving(tool: Tool, entity: tuple[str, ...]) -> float:
    """How likely a tool tells a thing's identifier: it finds things of the kind, or speaks of them."""
    told = max((words.best_likeness(word, tool.gives_words) for word in entity), default=0.0)
    if told < 0.75:
        return 0.0
    named = max((words.best_likeness(word, tool.nouns) for word in entity), default=0.0)
    taken = max((words.best_likeness(word, tool.takes_words) for word in entity), default=0.0)
    base = 0.75 * told - (0.35 if taken >= 0.75 else 0.0)
    return (
        base + (0.25 * named if named >= 0.75 else 0.0) + (0.4 if tool.finds else 0.2 if tool.verb == "list" else 0.0)
    )


def finders_of(tools: Sequence[Tool], text: str) -> list[Tool]:
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
        if not tool.acts and tool.finds and any(word in PEOPLE for word in (*tool.nouns, *tool.description_words))
    ]
    people = [tool for tool in people if any(word in PEOPLE for word in tool.nouns)] or people
    finders = [tool for tool in tools if not tool.acts and tool.finds]
    return people or (finders if len(finders) == 1 else [])
