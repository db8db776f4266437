"""Candidate calls of one document: single ones, and several at once where the text has several values of a kind."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from smurfs_graph.offline.documents import Document, Parameter
from smurfs_graph.offline.joint.candidates import Candidate

MOST_SINGLE = 4
MOST_LOOSE = 3
"""Instances with values that may be meant, beside those without."""
MOST_CALLS = 3
_NEAR = 0.25
_WORTH = 0.25
"""What a filled parameter must fit beyond to be worth filling."""
_MOST_TRIED = 2_000


@dataclass(frozen=True)
class Instance:
    """One call as far as its arguments are known; `open` are the required parameters that are not."""

    document: Document
    filled: tuple[Candidate, ...]
    open: tuple[Parameter, ...] = ()

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments in the document's order; what an optional one is by default anyway is left out."""
        told = {one.parameter: one.value for one in self.filled}
        return {
            one.name: told[one.name]
            for one in self.document.parameters
            if one.name in told and (one.required or told[one.name] != one.default)
        }

    @property
    def place(self) -> int:
        """Where the text first speaks of one of its values; far behind where nowhere."""
        return min((one.start for one in self.filled if one.start >= 0), default=10**6)


Group = tuple[Instance, ...]


def groups(document: Document, offered: Sequence[Candidate], breaks: Sequence[int] = ()) -> tuple[Group, ...]:
    """The ways in which a document may be called: alone with one set of values or another, or two or three times.

    `breaks` are the places where a sentence of the text ends.
    """
    named = [one for one in offered if not one.is_loose]
    found: list[Group] = [(one,) for one in _singles(document, named)]
    if len(named) < len(offered):
        found += [(one,) for one in _best(document, offered, MOST_LOOSE, _is_loose)]
    for count in range(2, MOST_CALLS + 1):
        if several := _several(document, named, count, breaks):
            found.append(several)
    return tuple(found)


def _instance(document: Document, filled: Sequence[Candidate]) -> Instance:
    told = {one.parameter for one in filled}
    missing = tuple(one for one in document.parameters if one.required and one.name not in told)
    return Instance(document, tuple(filled), missing)


@dataclass
class _Search:
    """The best assignments of candidates to parameters, each place of the text used once."""

    parameters: Sequence[Parameter]
    offered: Mapping[str, Sequence[Candidate]]
    found: list[tuple[float, tuple[Candidate, ...]]] = field(default_factory=list)
    left: int = _MOST_TRIED

    def run(self, at: int, taken: tuple[Candidate, ...], total: float) -> None:
        self.left -= 1
        if self.left < 0:
            return
        if at == len(self.parameters):
            self.found.append((total, taken))
            return
        for one in self.offered.get(self.parameters[at].name, ())[:5]:
            if not any(one.overlaps(other) for other in taken):
                self.run(at + 1, (*taken, one), total + one.worth - _WORTH)
        self.run(at + 1, taken, total)


def _singles(document: Document, offered: Sequence[Candidate]) -> list[Instance]:
    kept = _best(document, offered, MOST_SINGLE)
    if all(one.filled for one in kept):
        kept.append(_instance(document, ()))
    return kept


def _is_loose(filled: Sequence[Candidate]) -> bool:
    return any(one.is_loose for one in filled)


def _any(filled: Sequence[Candidate]) -> bool:
    return True


def _best(
    document: Document,
    offered: Sequence[Candidate],
    most: int,
    wanted: Callable[[Sequence[Candidate]], bool] = _any,
) -> list[Instance]:
    """The best different instances, as many as `most`."""
    by_name = {
        parameter.name: sorted((one for one in offered if one.parameter == parameter.name), key=lambda one: -one.worth)
        for parameter in document.parameters
    }
    search = _Search(document.parameters, by_name)
    search.run(0, (), 0.0)
    ranked = sorted(search.found, key=lambda item: -item[0])
    kept: list[Instance] = []
    for _, filled in ranked:
        one = _instance(document, filled) if wanted(filled) else None
        if one is not None and all(one.arguments != other.arguments for other in kept):
            kept.append(one)
        if len(kept) == most:
            break
    return kept


def _several(document: Document, offered: Sequence[Candidate], count: int, breaks: Sequence[int]) -> Group:
    """`count` calls of one tool, where one parameter has as many values; each other value goes where it stands."""
    best = _best_places(offered)
    lists = {
        one.name: sorted((each for each in best if each.parameter == one.name), key=lambda each: each.start)
        for one in document.parameters
    }
    split = {name: found for name, found in lists.items() if len(found) == count}
    if not any(len({str(one.value) for one in found}) == count for found in split.values()):
        return ()
    if any(1 < len(found) != count for found in lists.values()):
        return ()
    anchors = [min(found[at].start for found in split.values()) for at in range(count)]
    calls: list[Instance] = []
    for at in range(count):
        filled = [found[at] for found in split.values()]
        for parameter in document.parameters:
            alone = lists[parameter.name]
            if len(alone) == 1 and (
                parameter.required or alone[0].start < 0 or _belongs(alone[0], anchors, at, breaks)
            ):
                filled.append(alone[0])
        calls.append(_instance(document, filled))
    return tuple(calls)


def _belongs(one: Candidate, anchors: Sequence[int], at: int, breaks: Sequence[int]) -> bool:
    """Whether an optional value is for one call: the only one that its sentence speaks of, or the last before it."""
    same = [place for place, anchor in enumerate(anchors) if not _between(one.start, anchor, breaks)]
    if len(same) == 1:
        return same[0] == at
    before = [place for place, anchor in enumerate(anchors) if anchor <= one.start]
    return not before or not same or before[-1] == at


def _between(first: int, second: int, breaks: Sequence[int]) -> bool:
    return any(min(first, second) < place <= max(first, second) for place in breaks)


def _best_places(offered: Sequence[Candidate]) -> list[Candidate]:
    """Each place of the text with the parameter that it fits best, and only values nearly as fit as the best one."""
    kept: list[Candidate] = []
    for one in sorted(offered, key=lambda each: -each.worth):
        if not any(one.overlaps(other) for other in kept):
            kept.append(one)
    kept = _once(kept)
    top = {one.parameter: max(each.worth for each in kept if each.parameter == one.parameter) for one in kept}
    return [one for one in kept if one.worth >= top[one.parameter] - _NEAR]


def _once(found: Sequence[Candidate]) -> list[Candidate]:
    """Names, identifiers and allowed values that the text repeats, counted once, where they first stand."""
    kept: list[Candidate] = []
    for one in sorted(found, key=lambda each: each.start):
        again = one.sort not in ("number", "date", "time") and any(
            other.parameter == one.parameter and other.value == one.value for other in kept
        )
        if not again:
            kept.append(one)
    return kept
