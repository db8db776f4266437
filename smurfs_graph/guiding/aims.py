"""Plan the next step of a search by rule: the tools that a request names, their values, and what is left open. Pure.

One clause of the request after the other gets the tool that it names. Of several tools that one clause names, those
whose values are known are called first; what they bring may be what the others need. A failed call is made again only
with another value, which its own error may name.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from smurfs_graph.canonical import canonical_json
from smurfs_graph.guiding.argument_filling import Filling, Sources, fill
from smurfs_graph.guiding.chains import GENERIC, feeds, is_chain, last_of_chain, takers
from smurfs_graph.guiding.clauses import (
    asks_the_same,
    clauses_of,
    is_asking,
    is_courtesy,
    is_statement,
    pieces_of,
    refers_back,
    without_quotes,
)
from smurfs_graph.guiding.fitting import (
    NEAR,
    Fit,
    Offered,
    acts,
    by_nearness,
    content_stems,
    fits,
    is_clear,
    options_of,
    shown,
    speaks_english,
    stems,
)
from smurfs_graph.guiding.mending import mended, named_right, other_choice
from smurfs_graph.guiding.spans import NOTHING, Span, is_identifier, spans_of, spans_of_response
from smurfs_graph.guiding.steps import NONE, Aim, Choosing, MadeCall, NextStep, StepInput
from smurfs_graph.guiding.values import stated_value
from smurfs_graph.offline import words

MOST_NAMES = 4
"""Tools that the model chooses among."""
_MOST_WANTED = 3
"""Tools of one clause."""
_MOST_BARE = 50
"""Values without a key that calls brought: each is weighed beside the others, for each parameter of each tool."""
_LABELLED = 2.0
"""How much better a value fits where the parameter's own word stands right before it: "room A21"."""


def next_step(task: StepInput) -> NextStep:
    """Return what to call or to ask next; without aims and choice, everything that can be done is done."""
    aims: list[Aim] = []
    unmet: list[str] = []
    clauses, ranked = _asking(task), list[Fit]()
    for clause in clauses:
        if is_courtesy(clause):
            unmet.append(clause)
            continue
        if not (ranked and asks_the_same(clause)):
            ranked = _without_stand_ins(clause, fits(clause, task.tools, task.near), task)
        choosing = _to_choose(clause, ranked, task)
        if choosing is not None:
            return NextStep((), choosing, tuple(clauses))
        found = _aims_of(clause, ranked, task)
        aims += found
        if not found and not _is_met(clause, ranked, task):
            unmet.append(clause)
    return NextStep(tuple(aims), None, tuple(clauses), tuple(unmet))


def _without_stand_ins(clause: str, ranked: Sequence[Fit], task: StepInput) -> list[Fit]:
    """Return the tools that a clause means; where one was withdrawn, without those that only take the same value."""
    offered = {tool.name for tool in task.tools}
    if all(each.ok or each.clause != clause or each.tool in offered for each in task.made):
        return [*ranked]
    return [fit for fit in ranked if not (extra := shown(clause, fit.tool)) or fit.score - extra >= NEAR]


def _is_met(clause: str, ranked: Sequence[Fit], task: StepInput) -> bool:
    """Return whether calls brought what a clause asks for, and not only what the call for it would take."""
    brought = {each.tool for each in task.made if each.ok and each.clause == clause}
    order = [*(fit.tool for fit in ranked if fit.strong), *takers(clause, ranked, task.near)]
    if not brought or not order:
        return bool(brought)
    last = last_of_chain(clause, order, task.near)
    return not all(feeds(tool, last) for tool in order if tool.name in brought) or last.name in brought


def _asking(task: StepInput) -> list[str]:
    """Return the clauses that ask for something; the others only say what those are about."""
    said = clauses_of(task.request)
    clauses = [clause for clause in said if not is_courtesy(clause)] or said
    if len(clauses) > 1 and _is_told_in_sets(task):
        return [without_quotes(task.request)]
    clauses = [piece for clause in clauses for piece in _by_tool(clause, task)]
    fitting = [clause for clause in clauses if fits(clause, task.tools, task.near) or clause in task.chosen]
    if not fitting:
        return [task.request] if len(clauses) > 1 and not speaks_english(task.request) else clauses
    asking = [clause for clause in clauses if (clause in fitting or is_asking(clause)) and not is_statement(clause)]
    if not set(asking) & set(fitting) and not any(acts(clause) for clause in asking):
        # What is asked for has no words of its own: "There were 4 of us. What does each of us owe?"
        return [". ".join(clause for clause in clauses if clause in fitting or clause in asking)]
    return asking


def _is_told_in_sets(task: StepInput) -> bool:
    """Return whether a request of several sentences gives one tool all its values several times."""
    request = without_quotes(task.request)
    best = fits(request, task.tools, task.near)[:1]
    if not best or not best[0].strong:
        return False
    filling = fill(best[0].tool, Sources(request, request))
    return len(filling.calls) > 1 and not filling.open


def _by_tool(clause: str, task: StepInput) -> list[str]:
    """Return the parts of a clause that mean a tool each: "the author of this, and the price of that"."""
    pieces = pieces_of(clause)
    best = [fits(piece, task.tools, task.near)[:1] for piece in pieces]
    named = [fit.tool.name for found in best for fit in found if fit.strong]
    return pieces if len(pieces) > 1 and len({*named}) == len(pieces) else [clause]


def _to_choose(clause: str, ranked: Sequence[Fit], task: StepInput) -> Choosing | None:
    """Return the choice that is left to the model: none where one tool is clearly meant, or words say that none is."""
    if clause in task.chosen or any(each.clause == clause for each in task.made):
        return None
    if not ranked:
        foreign = not speaks_english(task.request) and bool(task.tools)
        nearest = by_nearness(clause, task.tools, task.near)[:MOST_NAMES]
        return Choosing(clause, nearest, by_model_alone=True) if foreign else None
    if _is_clear(clause, ranked) or is_chain(clause, ranked, task.near):
        return None
    strong = [fit.tool for fit in ranked if fit.strong] or [ranked[0].tool]
    strong = [tool for tool in strong if not feeds(strong[0], tool)]  # nobody asks for the results of those
    return Choosing(clause, tuple(strong[:MOST_NAMES])) if len(strong) > 1 else None


def _is_clear(clause: str, ranked: Sequence[Fit]) -> bool:
    """Return whether one tool is meant: others that come near it are about something else beside it."""
    first = ranked[0]
    about = {*stems(f"{first.tool.document.name.replace('_', ' ')} {first.tool.document.description}")}
    rest = content_stems(clause) - about
    rivals = [fit for fit in ranked[1:] if not (fit.strong and fit.tool.nouns & rest)]
    return is_clear([first, *rivals])


def _aims_of(clause: str, ranked: Sequence[Fit], task: StepInput) -> list[Aim]:
    """Return what is to be called next for one clause."""
    mine = [each for each in task.made if each.clause == clause]
    wanted = _wanted(clause, ranked, task, mine)
    known = _known(clause, task, mine)
    aims: list[Aim] = []
    called = {each.tool for each in mine if each.ok}
    before = [tool for tool in task.tools if tool.name in called]
    said = [*wanted, *before, *(fit.tool for fit in ranked if fit.strong)]
    about = {tool.name: words.stems(f"{tool.name} {tool.document.description}") for tool in said}
    for tool in wanted:
        others = frozenset[str]().union(*(stems for name, stems in about.items() if name != tool.name))
        fed = any(feeds(one, tool) for one in before) or _is_brought(tool, known.brought)
        stated = frozenset[str]().union(*(options_of(other) for other in said if other is not tool))
        used = _values_used(mine) if fed else NOTHING
        brought = _brought(task, mine, but=tool.name)
        given = replace(known, others=others, stated=stated, used=used, brought=brought)
        aim = _aim(clause, tool, given, mine)
        if aim is None:
            continue
        if _is_poor(aim):
            aim = _better(clause, aim, ranked, given, mine, task) or (aim if not aims else None)
        if aim is not None and all(aim.tool.name != other.tool.name for other in aims):
            aims.append(aim)
    ready = [aim for aim in aims if not _lacks(aim)]
    if ready or speaks_english(clause):  # else the values are there, and no rule can see them
        return _without_rivals(ready)
    return aims[:1]


def _is_brought(tool: Offered, brought: Sequence[Span]) -> bool:
    """Return whether a response holds, under its name, what a tool has a required parameter for."""
    needed = [one.words - GENERIC for one in tool.document.parameters or () if one.required]
    return any(own and own <= span.labels for own in needed for span in brought)


def _without_rivals(aims: Sequence[Aim]) -> list[Aim]:
    """Return the aims less those that have to wait: another tool takes the same value, and returns what they take, or
    suits an identifier better.
    """
    return [aim for aim in aims if not any(_waits(aim, other) for other in aims if other is not aim)] or [*aims[:1]]


def _waits(aim: Aim, other: Aim) -> bool:
    margin = -_LABELLED if feeds(other.tool, aim.tool) else 0.0
    return any(
        other.fits[span] - fit > margin
        for span, fit in aim.fits.items()
        if span in other.fits and (margin or span.kind == "id")
    )


def _known(clause: str, task: StepInput, mine: Sequence[MadeCall]) -> Sources:
    brought = _brought(task, mine)
    about = frozenset[str]().union(*(words.stems(f"{one.name} {one.document.description}") for one in task.tools))
    return Sources(clause, task.request, brought, task.today, about)


def _brought(task: StepInput, mine: Sequence[MadeCall], but: str = "") -> tuple[Span, ...]:
    """Return the values that calls and earlier sub-tasks brought. `but`: a tool whose own results are none of its
    arguments.
    """
    texts = [spans_of_response(each.text) for each in reversed(mine) if each.ok and each.tool != but]
    texts += [spans_of(text, NOTHING, task.today) for text in task.known]
    return tuple(_with_few_bare(span for spans in texts for span in spans))


def _with_few_bare(spans: Iterable[Span]) -> Iterator[Span]:
    """Yield the values that have a key, and the first of those that have none."""
    bare = 0
    for span in spans:
        bare += not span.labels
        if span.labels or bare <= _MOST_BARE:
            yield span


def _wanted(clause: str, ranked: Sequence[Fit], task: StepInput, mine: Sequence[MadeCall]) -> list[Offered]:
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
    strong |= {tool.name for tool in takers(clause, ranked, task.near)}
    failed = {each.tool for each in mine if not each.ok}
    order = [tool for tool in order if tool.name in strong or failed]
    if not order:
        return []
    last = last_of_chain(clause, order, task.near)
    first = next((tool for tool in order if tool.name in called and not feeds(tool, last)), last)
    covered = {*stems(f"{first.document.name.replace('_', ' ')} {first.document.description}"), *_values_of(mine)}
    found = [first]
    for tool in order:
        rest = content_stems(clause) - covered
        needed = tool.nouns & rest or (feeds(tool, first) and not {tool.name, first.name} & {*called})
        if tool is not first and tool.reads and needed and len(found) < _MOST_WANTED:
            found.append(tool)
            covered |= {*stems(tool.document.description), *tool.nouns}
    if any(each.ok and each.tool == first.name for each in mine) or not _is_used_up(first, clause, task, mine):
        return found
    if not first.reads:
        return found  # nothing else does what was to be done
    scores = {fit.tool.name: fit.score - shown(clause, fit.tool) for fit in ranked}
    near = [tool for tool in order if tool.reads and scores.get(tool.name, 0.0) * 2 >= scores.get(first.name, 0.0)]
    return [*found, *(tool for tool in near if tool not in found)]  # another one that may do the same


def _is_used_up(tool: Offered, clause: str, task: StepInput, mine: Sequence[MadeCall]) -> bool:
    failed = [each for each in mine if each.tool == tool.name and not each.ok]
    return bool(failed) and _aim(clause, tool, _known(clause, task, mine), mine) is None


def _values_of(mine: Sequence[MadeCall]) -> set[str]:
    """Return the stems of the keys and words that responses hold."""
    return {stem for each in mine if each.ok for stem in stems(each.text[:2_000])}


def _aim(clause: str, tool: Offered, known: Sources, mine: Sequence[MadeCall]) -> Aim | None:
    """Return the calls of a tool that are left to be made; None where all were, or nothing can be mended."""
    filling = _with_optional(fill(tool, known), tool, known)
    own = [each for each in mine if each.tool == tool.name]
    if right := named_right(clause, tool, mine, known.request):
        return replace(right, calls=_with_optional(replace(filling, calls=right.calls), tool, known).calls)
    if filling.open:
        if any(each.ok for each in own):
            return None
        failed = [each for each in own if not each.ok]
        first = Aim(clause, tool, filling.calls, filling.open, filling.used)
        if not failed:
            return first
        return other_choice(clause, tool, filling, failed, known.request) or mended(clause, tool, failed, known)
    made = {canonical_json(dict(each.arguments)): each.ok for each in own}
    left = [call for call in filling.calls if canonical_json(call) not in made]
    fed_anew = bool(known.used) and not any(each.ok for each in own)
    if left and (not own or fed_anew or len(filling.calls) > 1):
        return Aim(clause, tool, tuple(left), (), filling.used)
    failed = [each for each in own if not each.ok]
    if not failed or any(each.ok for each in own):
        return None
    return mended(clause, tool, failed, known)


def _with_optional(filling: Filling, tool: Offered, known: Sources) -> Filling:
    """Add what the rest of the request says for optional parameters, where the clause refers to it, or took a value
    from it: "My parcel weighs 2 kg, with tracking. What does it cost?"
    """
    if not refers_back(known.clause) and not any(span.text == known.request for span in filling.used):
        return filling
    rest = {one.name: stated_value(one, known.request, "") for one in tool.document.parameters or ()}
    said = {name: value for name, value in rest.items() if value is not None}
    return replace(filling, calls=tuple({**said, **call} for call in filling.calls))


def _open_to(aim: Aim) -> int:
    """Count the required parameters without a value, twice where there is none to choose from; and values that do not
    look like theirs.
    """
    none = sum(not one.choices and not one.free for one in aim.open)
    return len(aim.open) + none + _is_vague(aim) + _has_no_id(aim)


def _is_poor(aim: Aim) -> bool:
    return _lacks(aim) or _is_vague(aim) or _has_no_id(aim)


def _better(
    clause: str, aim: Aim, ranked: Sequence[Fit], known: Sources, mine: Sequence[MadeCall], task: StepInput
) -> Aim | None:
    """Return the call that may bring what an aim lacks; else the aim with values of the whole request, if these are
    better, or the call that may bring them.
    """
    if feeder := _feeder(clause, aim, ranked, known, mine, task):
        return feeder
    if known.request in ("", clause):
        return None
    whole = replace(known, clause=known.request)
    wider = _aim(clause, aim.tool, whole, mine)
    if wider is None or _is_poor(wider):
        feeder = _feeder(clause, aim, ranked, whole, mine, task)
    return feeder or (wider if wider is not None and _open_to(wider) < _open_to(aim) else None)


def _values_used(mine: Sequence[MadeCall]) -> frozenset[str]:
    """Return the values that successful calls have taken."""
    return frozenset(str(value) for each in mine if each.ok for value in each.arguments.values())


def _is_vague(aim: Aim) -> bool:
    """Return whether a value is no more than a word that the request has somewhere."""
    return any(span.kind == "word" for span in aim.fits)


def _has_no_id(aim: Aim) -> bool:
    """Return whether an identifier is given a text that does not look like one: somebody's name."""
    ids = {one.name for one in aim.tool.document.parameters or () if one.required and one.kind == "id"}
    given = [call[name] for call in aim.calls for name in ids & call.keys()]
    given += [one.choices[0] for one in aim.open if one.name in ids and one.choices]
    return any(isinstance(value, str) and not is_identifier(value) for value in given)


def _lacks(aim: Aim) -> bool:
    """Return whether a required parameter has no value in sight."""
    return any(not each.choices and not each.free for each in aim.open)


def _feeder(
    clause: str, aim: Aim, ranked: Sequence[Fit], known: Sources, mine: Sequence[MadeCall], task: StepInput
) -> Aim | None:
    """Return the call that may bring what an aim lacks: of a tool whose own values are all known."""
    scores = {fit.tool.name: fit.score for fit in ranked}
    strong = {fit.tool.name for fit in ranked if fit.strong}
    found: list[tuple[float, Aim]] = []
    about = words.stems(f"{aim.tool.name} {aim.tool.document.description}")
    known = replace(known, others=known.others | about, stated=options_of(aim.tool))
    for tool in task.tools:
        if tool.name == aim.tool.name or not tool.reads:
            continue
        brings = feeds(tool, aim.tool)
        tried = any(each.tool == tool.name for each in mine)
        other = named_right(clause, tool, mine, known.request) if tried else _aim(clause, tool, known, mine)
        if other is None or other.open or not (brings or tool.name in strong) or not _is_spoken_for(tool, known):
            continue
        found.append((scores.get(tool.name, 0.0) + 2.0 * brings, other))
    return max(found, key=lambda each: each[0])[1] if found else None


def _is_spoken_for(tool: Offered, known: Sources) -> bool:
    """Return whether the values of a tool's call stand in the request."""
    return bool(fill(tool, known).used)
