"""Lists of values: runs that commas, "and", articles and numbers part, in the singular and as often as is said."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from smurfs_graph.offline import words
from smurfs_graph.offline.convert import convert
from smurfs_graph.offline.documents import Parameter
from smurfs_graph.offline.joint.choices import Candidate
from smurfs_graph.offline.mentions import Mention
from smurfs_graph.offline.number_words import SPELT

_MOST_TIMES, _LESS = 12, 0.05
_COUNT = rf"(?:a|an|the|another|some|my|our|\d{{1,3}}|{'|'.join(SPELT)})"
_LISTING = re.compile(
    rf"\s*(?:,|[,;]?\s*(?:and|or|plus|&|together with|as well as|along with)\b)\s*(?:{_COUNT}\s+)?(?:(?:large|small|medium|big|full|single)\s+)?",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"(?: [a-z][a-z-]{1,20}){1,3},?\s*(?:(?:and|or|plus|&)\b|(?<=,))\s*", re.IGNORECASE)
"""What stands between the numbers of things: "40 white rolls and 25 buns"."""


def lists(parameter: Parameter, text: str, found: Sequence[Mention], items: Sequence[Candidate]) -> list[Candidate]:
    """The runs of items that a text lists, each run one value."""
    if parameter.item is None:
        return []
    kept = sorted((one for one in items if one.start >= 0), key=lambda one: one.start)
    kept += _joined(parameter.item, text, found, kept)
    kept.sort(key=lambda one: one.start)
    runs: list[list[Candidate]] = []
    for item in kept:
        if runs and _listed(text[runs[-1][-1].end : item.start], item):
            runs[-1].append(item)
        elif not runs or item.start >= runs[-1][-1].end:
            runs.append([item])
    return [one for run in runs for one in _values(parameter, run, found)]


def _listed(between: str, item: Candidate) -> bool:
    return bool(_LISTING.fullmatch(between) or (item.sort == "number" and _BETWEEN.fullmatch(between)))


def _values(parameter: Parameter, run: Sequence[Candidate], found: Sequence[Mention]) -> Iterator[Candidate]:
    """A run as it is written, and where its description asks for it, in the singular and repeated."""
    whole = Candidate(
        parameter.name,
        [one.value for one in run],
        min(one.fit for one in run),
        run[0].start,
        run[-1].end,
        run[0].sort,
    )
    if any(not isinstance(one.value, str) or one.sort not in ("words", "name") for one in run):
        yield whole
        return
    single = [singular(str(one.value)) for one in run]
    times = [_times(one, found) for one in run]
    told = set(words.words(parameter.description))
    repeats = max(times) > 1 and sum(times) <= _MOST_TIMES
    if repeats and told & _REPEATING:
        repeated = [value for value, count in zip(single, times, strict=True) for _ in range(count)]
        yield replace(whole, value=repeated)
    if single != whole.value:
        yield replace(whole, value=single, fit=whole.fit if "singular" in told else whole.fit - _LESS)
    yield whole if not (repeats and told & _REPEATING) else replace(whole, fit=whole.fit - _LESS)


_REPEATING = words.listed("repeated repeat each every twice once several entry entries per")


def _times(item: Candidate, found: Sequence[Mention]) -> int:
    """The number right before an item, an adjective between them aside."""
    before = [one for one in found if one.kind == "number" and one.number and 0 < item.start - one.end < _NEAR]
    last = max(before, key=lambda one: one.end, default=None)
    return int(last.number) if last is not None and last.number and last.number == int(last.number) else 1


_NEAR = 9


def singular(value: str) -> str:
    """The value with its last noun in the singular: "club sandwich" of "club sandwiches"."""
    head, gap, last = value.rpartition(" ")
    if not last.islower() or last.endswith(("ss", "us", "is")):
        return value
    for ending, into in (("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x"), ("s", "")):
        if last.endswith(ending) and len(last) > len(ending) + 2:
            return f"{head}{gap}{last.removesuffix(ending)}{into}"
    return value


def _joined(item: Parameter, text: str, found: Sequence[Mention], items: Sequence[Candidate]) -> list[Candidate]:
    """The values of the same sort that only commas and "and" part from one that is an item: "pictures 7, 19 and 42"."""
    added: list[Candidate] = []
    for mention in sorted(found, key=lambda one: one.start):
        if any(one.start == mention.start for one in items):
            continue
        before = [one for one in (*items, *added) if one.end <= mention.start and one.sort == mention.kind]
        last = max(before, key=lambda one: one.end, default=None)
        if (
            last
            and _LISTING.fullmatch(text[last.end : mention.start])
            and (value := convert(item, mention)) is not None
        ):
            added.append(Candidate(item.name, value, last.fit, mention.start, mention.end, last.sort))
    return added
