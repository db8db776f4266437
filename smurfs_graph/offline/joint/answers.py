"""Earlier answers as sources of values: a mere value is named by the tool that told it."""

import re
from collections.abc import Sequence
from dataclasses import replace

from smurfs_graph.offline import words
from smurfs_graph.offline.documents import Parameter
from smurfs_graph.offline.joint.candidates import Candidate
from smurfs_graph.offline.known import Source, sources
from smurfs_graph.offline.records import Group
from smurfs_graph.offline.sections import Item
from smurfs_graph.offline.thoughts import chosen
from smurfs_graph.offline.tools import Tool

_MERE = frozenset({"result", "item"})
_FORMS = {"time": r"\d{1,2}:\d\d", "date": r"\d{4}-\d\d-\d\d", "email": r"\S+@\S+\.\w+", "url": r"https?://\S+"}
_BY_FORM = 0.75


def told(memory: Sequence[Item], dependencies: Sequence[Item], text: str) -> tuple[Source, ...]:
    """The sources of `known.sources`; where an answer is one bare value, its key is what its tool is about."""
    named = {item.text: "_".join(Tool(chosen(item.text) or "").nouns) for item in memory}
    return tuple(_renamed(one, named.get(one.question, "")) for one in sources(memory, dependencies, text))


def _renamed(source: Source, name: str) -> Source:
    if not name:
        return source
    groups = tuple(
        Group(
            group.key, [{name if key in _MERE else key: value for key, value in one.items()} for one in group.records]
        )
        for group in source.groups
    )
    return replace(source, groups=groups)


def by_form(parameter: Parameter, known: Sequence[Source]) -> list[Candidate]:
    """The one value of a fixed form (a time, a date, an address) that the calls of this sub-task told."""
    form = _FORMS.get(parameter.kind)
    if form is None or not parameter.required:
        return []
    values = {
        value
        for source in known
        if source.own
        for group in source.groups
        for record in group.records
        for value in record.values()
        if re.fullmatch(form, value)
    }
    return [Candidate(parameter.name, values.pop(), _BY_FORM)] if len(values) == 1 else []


def keys_of(known: Sequence[Source]) -> tuple[str, ...]:
    """The stems of the keys of all records."""
    keys = {key for source in known for group in source.groups for record in group.records[:1] for key in record}
    return tuple(sorted({words.stem(word) for key in keys for word in words.identifier_words(key)}))
