"""Readings of a sub-task: all sets of calls that may be what it asks for, with the features that they are weighed by."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product

from smurfs_graph.offline.convert import typed
from smurfs_graph.offline.documents import Document, Parameter
from smurfs_graph.offline.fitness import is_coded
from smurfs_graph.offline.joint import handed
from smurfs_graph.offline.joint.answers import by_form
from smurfs_graph.offline.joint.candidates import Candidate, named, tried
from smurfs_graph.offline.joint.coverage import said
from smurfs_graph.offline.joint.features import Measure, mentions_of
from smurfs_graph.offline.joint.instances import MOST_CALLS, Group, Instance, groups
from smurfs_graph.offline.joint.likely import likely
from smurfs_graph.offline.joint.links import LEAST_LINK
from smurfs_graph.offline.joint.loose import loose
from smurfs_graph.offline.joint.task import Made, Reading, Task, same
from smurfs_graph.offline.known import find_known
from smurfs_graph.offline.units import conversion

MOST_READINGS = 4_000
_KNOWN_LEAST = 0.7
_OPTIONAL_LESS = 0.15
_CONVERTED = 0.95
_PLAIN_VALUE = re.compile(r"\d{4}-\d\d-\d\d|[\d.,]+")
_FIRST, _LAST = {"from", "origin", "source"}, {"to", "destination", "target"}
"""Words of the names of two parameters of which one is where something starts, and the other where it ends."""
_BREAK = re.compile(r"[.?!;]\s")


def readings(task: Task) -> tuple[tuple[Reading, ...], Measure]:
    """All readings of a task with at most three calls, those made included, and what measured them.

    The first is that nothing is left to call.
    """
    every = [offered(document, task) for document in task.documents]
    made = [one for each in task.made if (one := _made(each, task.documents, every)) is not None]
    measure = Measure(task, every, made)
    breaks = [match.start() for match in _BREAK.finditer(task.text)]
    possible = [
        _left(groups(document, found, breaks), document, task.made)
        for document, found in zip(task.documents, every, strict=True)
    ]
    found = [Reading((), measure.features(()))]
    for calls in _sets(possible, MOST_CALLS - len(task.made)):
        if _can_be(calls, measure):
            found.append(Reading(calls, measure.features(calls)))
        if len(found) > MOST_READINGS:
            break
    return tuple(found), measure


def _sets(possible: Sequence[Sequence[Group]], room: int) -> Iterator[tuple[Instance, ...]]:
    """All sets of calls that leave no more than `room`, at most one group of each document."""
    for size in range(1, min(room, len(possible)) + 1):
        for chosen in combinations(range(len(possible)), size):
            for picked in product(*(possible[at] for at in chosen)):
                calls = tuple(one for group in picked for one in group)
                if len(calls) <= room:
                    yield calls


def _can_be(calls: Sequence[Instance], measure: Measure) -> bool:
    """Whether one call can be made now, and each open parameter has a supplier among the others."""
    if any(_goes_nowhere(one) for one in calls):
        return False
    return any(not one.open for one in calls) and all(
        measure.supply(call, parameter.name, calls) >= LEAST_LINK for call in calls for parameter in call.open
    )


def _goes_nowhere(call: Instance) -> bool:
    """Whether a call would lead from something to the very same: from miles to miles."""
    ends = [(set(one.parameter.lower().split("_")), one.value) for one in call.filled]
    return any(
        here & _FIRST and there & _LAST and isinstance(start, str) and same(start, end)
        for here, start in ends
        for there, end in ends
    )


def offered(document: Document, task: Task) -> tuple[Candidate, ...]:
    """What the text and the earlier answers offer a document's parameters."""
    stems = set(said(task.text).stems) if task.known else set[str]()
    from_known: list[Candidate] = []
    for parameter in document.parameters if task.known else ():
        if parameter.kind != "bool" and (parameter.required or stems & set(parameter.words)):
            from_known += _from_known(parameter, document, task)
    found = likely(document, task.text, tried(document, task.text), mentions_of(document, task.text))
    told = (*found, *from_known, *_converted(document, task, from_known))
    every = (*told, *loose(document, task.known, task.text, told))
    return tuple(one if one.start >= 0 else handed.judged(one, document, task, every) for one in every)


def _converted(document: Document, task: Task, offered: Sequence[Candidate]) -> list[Candidate]:
    """The amount with its unit or currency that an earlier answer tells, where the text names another one."""
    if not task.known:
        return []
    groups = [group for source in task.known for group in source.groups]
    told, _ = conversion(document, task.text, named(document, task.text), groups)
    return [
        Candidate(name, value, _CONVERTED)
        for name, value in told.items()
        if not any(one.parameter == name and same(one.value, value) for one in offered)
    ]


def _from_known(parameter: Parameter, document: Document, task: Task) -> list[Candidate]:
    """The values that earlier answers tell for a parameter, each once."""
    found: list[Candidate] = []
    for source in task.known:
        known = find_known(parameter, document.tool, [source])
        value = typed(parameter, known.value) if known and known.value else None
        if known is None or value is None or known.score < _KNOWN_LEAST or any(one.value == value for one in found):
            continue
        if (parameter.options and value not in parameter.options) or not _formed(parameter, str(value)):
            continue
        less = 0.0 if parameter.required else _OPTIONAL_LESS
        found.append(Candidate(parameter.name, value, min(known.score, 1.0) - less))
    return found or by_form(parameter, task.known)


def _formed(parameter: Parameter, value: str) -> bool:
    """Whether a value of an answer has a form that a parameter of free text can take: no date, no mere number."""
    if parameter.type != "string" or parameter.kind not in ("name", "place", "other", "text"):
        return True
    return is_coded(parameter) or not _PLAIN_VALUE.fullmatch(value)


def _made(made: Made, documents: Sequence[Document], offered: Sequence[Sequence[Candidate]]) -> Instance | None:
    """A call made, with the places of the text that its arguments came from; None where its document is not shown."""
    for document, found in zip(documents, offered, strict=True):
        if document.tool.name == made.tool:
            taken = [one for one in found if same(made.arguments.get(one.parameter), one.value)]
            return Instance(document, tuple(taken))
    return None


def _left(found: Sequence[Group], document: Document, made: Sequence[Made]) -> tuple[Group, ...]:
    """The groups of a document without the calls that were made."""
    done = [one.arguments for one in made if one.tool == document.tool.name]
    kept: list[Group] = []
    for group in found:
        left = tuple(one for one in group if not any(_covers(arguments, one.arguments) for arguments in done))
        if left and left not in kept:
            kept.append(left)
    return tuple(kept)


def _covers(made: Mapping[str, object], wanted: Mapping[str, object]) -> bool:
    """Whether a call made has all arguments that a new one would have."""
    return all(same(made.get(name), value) for name, value in wanted.items())
