"""Plan the next step of a search by rule: the tools that a request names, their values, and what is left open. Pure.

One clause of the request after the other gets the tool that it names. Of several tools that one clause names, those
whose values are known are called first; what they bring may be what the others need. A failed call is made again only
with another value, which its own error may name.
"""

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from smurfs_graph.canonical import canonical_json
from smurfs_graph.guiding.arguments import MOST_CHOICES, Filling, Known, Open, fill
from smurfs_graph.guiding.clauses import clauses_of
from smurfs_graph.guiding.fitting import Fit, Offered, content_stems, fits, is_clear, speaks_english, stems
from smurfs_graph.guiding.spans import NOTHING, Span, phrases_of, rows_of, spans_of, spans_of_response
from smurfs_graph.offline import words

MOST_NAMES = 4
"""Tools that the model chooses among."""
_MOST_WANTED = 3
"""Tools of one clause."""
_ALIKE = 0.6
"""How alike a value and one that an error names are, for the second to be meant by the first."""
_ASKS = words.ASKING | words.ACTS | words.LOOKING_UP
_VALUED = frozenset({"quoted", "email", "id", "name", "number", "date", "datetime", "time", "url", "formula", "list"})
NONE = ""
"""Chosen where no tool fits a clause."""


class Made(NamedTuple):
    """A call that was made for a clause, and what came of it."""

    clause: str
    tool: str
    arguments: Mapping[str, Any]
    ok: bool
    text: str
    """The response, or why it failed."""


@dataclass(frozen=True)
class Aim:
    """A tool that is to be called for a clause, as often as `calls` says."""

    clause: str
    tool: Offered
    calls: tuple[dict[str, Any], ...]
    open: tuple[Open, ...] = ()
    """What the model has to fill in first."""
    fits: Mapping[Span, float] = field(default_factory=dict[Span, float], compare=False)
    """The values that it takes, and how well they go with their parameters."""


@dataclass(frozen=True)
class Choosing:
    """A clause for which the model has to say which tool it means, if any."""

    clause: str
    tools: tuple[Offered, ...]


@dataclass(frozen=True)
class Step:
    """What is to be done next."""

    aims: tuple[Aim, ...] = ()
    choose: Choosing | None = None
    """To be asked before anything is called."""
    clauses: tuple[str, ...] = ()
    unmet: tuple[str, ...] = ()
    """Clauses for which nothing can be called, and nothing was."""


@dataclass(frozen=True)
class Task:
    """What a step is planned from."""

    request: str
    tools: tuple[Offered, ...]
    """Those that may be called now."""
    made: tuple[Made, ...] = ()
    chosen: Mapping[str, str] = field(default_factory=dict[str, str])
    """The tool that the model has chosen for a clause; "" for none."""
    known: tuple[str, ...] = ()
    """Earlier answers that values may be taken from."""
    today: str = ""


def next_step(task: Task) -> Step:
    """Return what to call or to ask next; without aims and choice, everything that can be done is done."""
    aims: list[Aim] = []
    unmet: list[str] = []
    clauses = _asking(task)
    for clause in clauses:
        ranked = fits(clause, task.tools)
        choosing = _to_choose(clause, ranked, task)
        if choosing is not None:
            return Step((), choosing, tuple(clauses))
        found = _aims_of(clause, ranked, task)
        aims += found
        if not found and not any(each.ok and each.clause == clause for each in task.made):
            unmet.append(clause)
    return Step(tuple(aims), None, tuple(clauses), tuple(unmet))


def _asking(task: Task) -> list[str]:
    """Return the clauses that ask for something; the others only say what those are about."""
    clauses = clauses_of(task.request)
    fitting = [clause for clause in clauses if fits(clause, task.tools) or clause in task.chosen]
    if not fitting:
        return [task.request] if len(clauses) > 1 and not speaks_english(task.request) else clauses
    return [clause for clause in clauses if clause in fitting or _asks(clause)]


def _asks(clause: str) -> bool:
    first = words.tokens(clause)[:1]
    return bool(first) and first[0][0].lower() in _ASKS


def _to_choose(clause: str, ranked: Sequence[Fit], task: Task) -> Choosing | None:
    """Return the choice that is left to the model: none where one tool is clearly meant that only reads, none where
    words say that no tool is.
    """
    if clause in task.chosen or any(each.clause == clause for each in task.made):
        return None
    if not ranked:
        foreign = not speaks_english(clause) and bool(task.tools)
        return Choosing(clause, task.tools[:MOST_NAMES]) if foreign else None
    if _is_clear(clause, ranked):
        return None if ranked[0].tool.reads else Choosing(clause, (ranked[0].tool,))
    strong = [fit for fit in ranked if fit.strong] or list(ranked[:1])
    return Choosing(clause, tuple(fit.tool for fit in strong[:MOST_NAMES]))


def _is_clear(clause: str, ranked: Sequence[Fit]) -> bool:
    """Return whether one tool is meant: others that come near it are about something else beside it."""
    first = ranked[0]
    about = {*stems(f"{first.tool.document.name.replace('_', ' ')} {first.tool.document.description}")}
    rest = content_stems(clause) - about
    rivals = [fit for fit in ranked[1:] if not (fit.strong and fit.tool.nouns & rest)]
    return is_clear([first, *rivals])


def _aims_of(clause: str, ranked: Sequence[Fit], task: Task) -> list[Aim]:
    """Return what is to be called next for one clause."""
    mine = [each for each in task.made if each.clause == clause]
    wanted = _wanted(clause, ranked, task, mine)
    known = _known(clause, task, mine)
    aims: list[Aim] = []
    about = {tool.name: words.stems(f"{tool.name} {tool.document.description}") for tool in wanted}
    for tool in wanted:
        others = frozenset[str]().union(*(stems for name, stems in about.items() if name != tool.name))
        aim = _aim(clause, tool, replace(known, others=others), mine)
        if aim is None:
            continue
        if _lacks(aim):
            feeder = _feeder(clause, aim, ranked, known, mine, task)
            aim = feeder or (aim if not aims else None)
        if aim is not None and all(aim.tool.name != other.tool.name for other in aims):
            aims.append(aim)
    ready = [aim for aim in aims if not _lacks(aim)]
    if ready or speaks_english(clause):  # else the values are there, and no rule can see them
        return _without_rivals(ready)
    return aims[:1]


def _without_rivals(aims: Sequence[Aim]) -> list[Aim]:
    """Return the aims less those that take an identifier which another tool's parameter suits better: they wait."""
    kept: list[Aim] = []
    for aim in aims:
        rivals = [
            other.fits.get(span, 0.0) - fit
            for span, fit in aim.fits.items()
            if span.kind == "id"
            for other in aims
            if other is not aim
        ]
        if not any(ahead > 0 for ahead in rivals):
            kept.append(aim)
    return kept


def _known(clause: str, task: Task, mine: Sequence[Made]) -> Known:
    brought = [span for each in reversed(mine) if each.ok for span in spans_of_response(each.text)]
    brought += [span for text in task.known for span in spans_of(text, NOTHING, task.today)]
    return Known(clause, task.request, tuple(brought), task.today)


def _wanted(clause: str, ranked: Sequence[Fit], task: Task, mine: Sequence[Made]) -> list[Offered]:
    """Return the tools that a clause needs: the best one, and those that it names beside what that one is about."""
    named = task.chosen.get(clause)
    if named == NONE:
        return []
    by_name = {tool.name: tool for tool in task.tools}
    order = [fit.tool for fit in ranked]
    if named and named in by_name:
        order = [by_name[named], *(tool for tool in order if tool.name != named)]
    called = [each.tool for each in mine if each.ok]
    strong = {named or "", *(fit.tool.name for fit in ranked if fit.strong)}
    failed = {each.tool for each in mine if not each.ok}
    order = [tool for tool in order if tool.name in strong or failed]
    if not order:
        return []
    first = next((tool for tool in order if tool.name in called), order[0])
    covered = {*stems(f"{first.document.name.replace('_', ' ')} {first.document.description}"), *_values_of(mine)}
    found = [first]
    for tool in order:
        rest = content_stems(clause) - covered
        if tool is not first and tool.reads and tool.nouns & rest and len(found) < _MOST_WANTED:
            found.append(tool)
            covered |= {*stems(tool.document.description), *tool.nouns}
    if any(each.ok and each.tool == first.name for each in mine) or not _is_used_up(first, clause, task, mine):
        return found
    if not first.reads:
        return found  # nothing else does what was to be done
    scores = {fit.tool.name: fit.score for fit in ranked}
    near = [tool for tool in order if tool.reads and scores.get(tool.name, 0.0) * 2 >= scores.get(first.name, 0.0)]
    return [*found, *(tool for tool in near if tool not in found)]  # another one that may do the same


def _is_used_up(tool: Offered, clause: str, task: Task, mine: Sequence[Made]) -> bool:
    failed = [each for each in mine if each.tool == tool.name and not each.ok]
    return bool(failed) and _aim(clause, tool, _known(clause, task, mine), mine) is None


def _values_of(mine: Sequence[Made]) -> set[str]:
    """Return the stems of the keys and words that responses hold."""
    return {stem for each in mine if each.ok for stem in stems(each.text[:2_000])}


def _aim(clause: str, tool: Offered, known: Known, mine: Sequence[Made]) -> Aim | None:
    """Return the calls of a tool that are left to be made; None where all were, or nothing can be mended."""
    filling = fill(tool, known)
    own = [each for each in mine if each.tool == tool.name]
    if filling.open:
        if any(each.ok for each in own):
            return None
        failed = [each for each in own if not each.ok]
        first = Aim(clause, tool, filling.calls, filling.open, filling.used)
        return _other_choice(clause, tool, filling, failed) if failed else first
    made = {canonical_json(dict(each.arguments)): each.ok for each in own}
    left = [call for call in filling.calls if canonical_json(call) not in made]
    if left and (not own or len(filling.calls) > 1):
        return Aim(clause, tool, tuple(left), (), filling.used)
    failed = [each for each in own if not each.ok]
    if not failed or any(each.ok for each in own):
        return None
    return _mended(clause, tool, failed, known)


def _lacks(aim: Aim) -> bool:
    """Return whether a required parameter has no value in sight."""
    return any(not each.choices and not each.free for each in aim.open)


def _feeder(clause: str, aim: Aim, ranked: Sequence[Fit], known: Known, mine: Sequence[Made], task: Task) -> Aim | None:
    """Return the call that may bring what an aim lacks: of a tool whose own values are all known."""
    lacking = {stem for each in aim.open for stem in stems(each.name.replace("_", " "))}
    scores = {fit.tool.name: fit.score for fit in ranked}
    found: list[tuple[float, Aim]] = []
    for tool in task.tools:
        if tool.name == aim.tool.name or not tool.reads or any(each.tool == tool.name for each in mine):
            continue
        told = stems(f"{tool.document.name.replace('_', ' ')} {tool.document.description} {' '.join(tool.fields)}")
        brings = bool(lacking & {*told})
        fitting = next((fit.strong for fit in ranked if fit.tool.name == tool.name), False)
        other = _aim(clause, tool, known, mine)
        if other is None or other.open or not (brings or fitting) or not _is_spoken_for(tool, known):
            continue
        found.append((scores.get(tool.name, 0.0) + 2.0 * brings, other))
    return max(found, key=lambda each: each[0])[1] if found else None


def _is_spoken_for(tool: Offered, known: Known) -> bool:
    """Return whether the values of a tool's call stand in the request."""
    return bool(fill(tool, known).used)


def _other_choice(clause: str, tool: Offered, filling: Filling, failed: Sequence[Made]) -> Aim | None:
    """Return the aim again, without the values that have failed."""
    tried = {canonical_json(each.arguments.get(one.name)) for each in failed for one in filling.open}
    left = [
        replace_choices(one, [value for value in one.choices if canonical_json(value) not in tried])
        for one in filling.open
    ]
    named = [span.value for each in failed for span in _named_in(each.text)]
    left = [one if one.choices or one.free else replace_choices(one, named) for one in left]
    return Aim(clause, tool, filling.calls, tuple(left)) if all(one.choices or one.free for one in left) else None


def replace_choices(one: Open, choices: Iterable[Any]) -> Open:
    """Return an open parameter with other choices."""
    distinct = {canonical_json(value): value for value in choices}
    return one._replace(choices=tuple(distinct.values())[:MOST_CHOICES])


def _named_in(reason: str) -> list[Span]:
    """Return the values that an error names: in quotes, as names, and the words after "are" or "use"."""
    spans = [span for span in spans_of(reason) if span.kind in _VALUED]
    listed = re.search(
        r"\b(?:are|one of|use|try|mean|expected|allowed|supported|instead of)\b:?(?P<rest>[^.;]*)", reason
    )
    rest = listed["rest"] if listed else ""
    return [*spans, *phrases_of(rest, spans_of(rest), NOTHING)]


def _mended(clause: str, tool: Offered, failed: Sequence[Made], known: Known) -> Aim | None:
    """Return a failed call with another value of the parameter that its error is about."""
    last = failed[-1]
    tried = {canonical_json(dict(each.arguments)) for each in failed}
    named = [span.value for span in _named_in(last.text)]
    about = [name for name, value in last.arguments.items() if _is_about(last.text, name, value)]
    for name in about or (list(last.arguments) if len(last.arguments) == 1 else []):
        value = last.arguments[name]
        held = list(last.arguments.values())  # another parameter has it: it is named as right, or as the other end
        others = [each for each in named if type(each) is type(value) and each not in held]
        if isinstance(value, str):
            near = difflib.get_close_matches(value.lower(), [str(each).lower() for each in others], 1, _ALIKE)
            others.sort(key=lambda each: str(each).lower() not in near)
            if near:
                others = others[:1]
            elif _is_a_name(value, known) or any(not str(each).islower() for each in others):
                others = []  # somebody or something else is not what was asked for; a unit may be
            else:
                others.sort(key=lambda each: -difflib.SequenceMatcher(None, value, str(each)).ratio())
        calls = [{**last.arguments, name: each} for each in others]
        calls = [call for call in calls if canonical_json(call) not in tried]
        if len(calls) == 1:
            return Aim(clause, tool, (calls[0],))
        if calls:
            rest = {key: each for key, each in last.arguments.items() if key != name}
            return Aim(clause, tool, (rest,), (Open(name, tuple(call[name] for call in calls)[:MOST_CHOICES]),))
    return None


def _is_a_name(value: str, known: Known) -> bool:
    """Return whether a value is a name or an identifier that the request says."""
    return any(str(span.value) == value and span.kind in ("name", "id", "quoted") for span in spans_of(known.request))


def _is_about(reason: str, name: str, value: Any) -> bool:
    """Return whether an error names a parameter or its value."""
    plain = reason.lower()
    own = {words.stem(part) for part in words.name_words(name)}
    return str(value).lower() in plain or bool(own & words.stems(plain))


def left_out(clause: str, made: Iterable[Made], tools: Iterable[Offered]) -> list[str]:
    """Return the values of a clause that no successful call took and no response holds, and what stands in a row with
    such a value: "a desk and a lamp".
    """
    calls = [each for each in made if each.ok]
    vocabulary = frozenset(word for tool in tools for word in tool.document.vocabulary)
    held = " ".join(f"{canonical_json(dict(each.arguments))} {each.text}" for each in calls).lower()
    found: list[str] = []
    for span in spans_of(clause, vocabulary):
        plain = str(span.value).lower()
        opens = span.kind == "name" and span.start == 0 and " " not in plain  # "Ask …": any word may begin like that
        if span.kind in _VALUED and not opens and plain not in held and span.written.lower() not in held:
            found.append(span.written)
    for row in rows_of(phrases_of(clause, spans_of(clause, vocabulary), vocabulary)):
        said = [span.written.lower() in held for span in row]
        found += [span.written for span, is_held in zip(row, said, strict=True) if any(said) and not is_held]
    return found
