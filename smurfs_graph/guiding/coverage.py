"""Decide by rule what calls leave open of what a clause asks for. Pure."""

import difflib
import re
from collections.abc import Iterable, Sequence

from smurfs_graph.canonical import canonical_json
from smurfs_graph.guiding.chains import brings_one, is_asked_for
from smurfs_graph.guiding.clauses import clauses_of
from smurfs_graph.guiding.fitting import Offered, content_stems, is_near, line_of, stems
from smurfs_graph.guiding.mending import VALUED
from smurfs_graph.guiding.spans import phrases_of, rows_of, spans_of, spans_of_response
from smurfs_graph.guiding.steps import MadeCall, StepInput
from smurfs_graph.guiding.values import stated_options, takes_fraction
from smurfs_graph.offline import words
from smurfs_graph.offline.documents import resolve

_ALIKE = 0.7
"""How alike a value that failed and one that did not are, for the second to be meant by the first."""
_DEFAULT = re.compile(r"\b(?:instead of|rather than|otherwise|else|false)\b", re.IGNORECASE)
"""Words of a description behind which it says what holds where a parameter is not set."""
_COUNTED = re.compile(r"\bhow (?:much|many)\b", re.IGNORECASE)
_NO_NUMBER = re.compile(r"\b(?:free|none|no|nothing|zero|one|unlimited|\d+[a-z]{1,3})\b", re.IGNORECASE)
"""Words that say how much there is without a number of its own, and numbers with a unit."""
_CONDITION = re.compile(
    r"\b(?:with|without|including|excluding|except)\s+(?:an? |the )?(?P<word>[^\W\d_]+)", re.IGNORECASE
)


def left_out(clause: str, made: Iterable[MadeCall], tools: Iterable[Offered]) -> list[str]:
    """Return the values of a clause that no successful call took and no response holds, and what stands in a row with
    such a value: "a desk and a lamp"; and conditions that nothing is known of: "with breakfast".
    """
    made = [*made]
    calls = [each for each in made if each.ok]
    vocabulary = frozenset(word for tool in tools for word in tool.document.vocabulary)
    held = " ".join(f"{canonical_json(dict(each.arguments))} {each.text}" for each in calls).lower()
    found: list[str] = []
    for span in spans_of(clause, vocabulary):
        plain = str(span.value).lower()
        opens = span.kind == "name" and span.start == 0 and " " not in plain  # "Ask …": any word may begin like that
        if span.kind in VALUED and not opens and plain not in held and span.written.lower() not in held:
            found.append(span.written)
    for row in rows_of(phrases_of(clause, spans_of(clause, vocabulary), vocabulary)):
        said = [span.written.lower() in held for span in row]
        found += [span.written for span, is_held in zip(row, said, strict=True) if any(said) and not is_held]
    found += _tried_in_vain(clause, made, held)
    described = words.stems(" ".join(f"{tool.name} {tool.document.description}" for tool in tools))
    for match in _CONDITION.finditer(clause):
        word = match["word"].lower()
        if word not in held and words.stem(word) not in described | words.stems(held) and word not in words.CLOSED:
            found.append(match[0])
    return [*dict.fromkeys(found)]


def _tried_in_vain(clause: str, made: Iterable[MadeCall], held: str) -> list[str]:
    """Return the texts of a clause that only calls took which failed: nobody knows what they are."""
    taken = [str(value).lower() for each in made if each.ok for value in each.arguments.values()]
    tried = [
        value
        for each in made
        if not each.ok and each.clause == clause
        for value in each.arguments.values()
        if isinstance(value, str) and value.lower() in clause.lower() and value.lower() not in held
    ]
    return [value for value in tried if taken and not difflib.get_close_matches(value.lower(), taken, 1, _ALIKE)]


def asked_on_the_way(clause: str, task: StepInput) -> list[MadeCall]:
    """Return the calls before the last one of a chain whose results are asked for, too: "the id and the fees"."""
    by_name = {tool.name: tool for tool in task.tools}
    made = [each for each in task.made if each.ok and each.clause == clause and each.tool in by_name]
    if not made:
        return []
    last, said = {*stems(line_of(by_name[made[-1].tool]))}, content_stems(clause)
    return [
        each for each in made[:-1] if each.tool != made[-1].tool and said & {*stems(line_of(by_name[each.tool]))} - last
    ]


def unfed(made: Sequence[MadeCall], tools: Sequence[Offered]) -> list[str]:
    """Return the numbers that a call took, where another call brought what that parameter takes, and said otherwise."""
    by_name = {tool.name: tool for tool in tools}
    calls = [(by_name[each.tool], each) for each in made if each.ok and each.tool in by_name]
    found: list[str] = []
    for tool, each in calls:
        for one in tool.document.parameters or ():
            value = each.arguments.get(one.name)
            if not one.required or isinstance(value, bool) or not isinstance(value, int | float):
                continue
            brought = [other.text for source, other in calls if source is not tool and brings_one(source, one)]
            if brought and not any(str(value).removesuffix(".0") in text for text in brought):
                found.append(f"{one.name}: {value}, which {each.tool} did not get from the call before it")
    return found


def unset(request: str, made: Iterable[MadeCall], tools: Iterable[Offered]) -> list[str]:
    """Return the parameters that calls left at their default, though the request says one of their allowed values, or
    has a word that only the description of a yes-or-no parameter explains: "in the greenhouse" for `under_glass`.
    """
    by_name = {tool.name: tool for tool in tools}
    said = content_stems(request)
    found: list[str] = []
    for each in made:
        tool = by_name.get(each.tool)
        if tool is None or not each.ok:
            continue
        for one in tool.document.parameters or ():
            others = [other.description for other in tool.document.parameters or () if other is not one]
            set_by = _DEFAULT.split(one.description, maxsplit=1)[0]
            own = {*stems(set_by)} - {*stems(" ".join([line_of(tool), *others, each.text]))}
            default = resolve((tool.schema.get("properties") or {}).get(one.name), tool.schema).get("default")
            stated = [value for value in stated_options(one, request) if value != str(default)]
            speaks = own & said if one.kind == "bool" else stated
            if speaks and one.name not in each.arguments:
                found.append(f"{one.name}: not set in {each.tool}")
    return [*dict.fromkeys(found)]


def picked(request: str, made: Iterable[MadeCall], tools: Iterable[Offered]) -> list[str]:
    """Return the allowed values of calls that the request does not say: the model has picked them."""
    by_name = {tool.name: tool for tool in tools}
    calls = [(by_name[each.tool], each) for each in made if each.ok and each.tool in by_name]
    found = [
        f"{one.name}: {each.arguments[one.name]}"
        for tool, each in calls
        for one in tool.document.parameters or ()
        if one.options and not one.many and str(each.arguments.get(one.name)) in one.options
        and str(each.arguments[one.name]) not in stated_options(one, request)
    ]  # fmt: skip
    return [*dict.fromkeys(found)]


def unclear_shares(request: str, made: Iterable[MadeCall], tools: Iterable[Offered]) -> list[str]:
    """Return the shares that calls took, 5% as 0.05 or as 5, where nothing says which of them their parameters take."""
    by_name = {tool.name: tool for tool in tools}
    said = [span for span in spans_of(request) if "%" in span.written and span.kind == "number"]
    shares = {value: span.written for span in said for value in (span.value, span.value / 100)}
    return [
        f"{one.name}: {each.arguments[one.name]} for {shares[each.arguments[one.name]]}"
        for each in made
        for one in (by_name[each.tool].document.parameters or () if each.ok and each.tool in by_name else ())
        if one.kind == "number" and takes_fraction(one) is None and each.arguments.get(one.name) in shares
    ]


def uncounted(clauses: Iterable[str], made: Sequence[MadeCall]) -> list[str]:
    """Return the clauses that ask how much or how many, where no response to them holds a number."""
    found: list[str] = []
    for clause in clauses:
        texts = [each.text for each in made if each.ok and each.clause == clause]
        numbers = [span for text in texts for span in spans_of_response(text) if span.kind == "number"]
        if texts and _COUNTED.search(clause) and not numbers and not _NO_NUMBER.search(" ".join(texts)):
            found.append(f"no number for: {clause}")
    return found


def told_beside(request: str, clauses: Sequence[str], made: Iterable[MadeCall]) -> list[str]:
    """Return the other sentences of a request, where a call took a value that its own clause does not say: they are
    part of what is asked.
    """
    others = [clause for clause in clauses_of(request) if all(clause not in one for one in clauses)]
    outside = (
        str(value).lower() not in each.clause.lower()
        for each in made
        if each.ok
        for value in each.arguments.values()
        if not isinstance(value, bool)
    )
    return others if others and any(outside) else []


def passed_over(clause: str, task: StepInput) -> list[str]:
    """Return the tools that a clause is about beyond those that were called for it: what they do was not done."""
    called = {each.tool for each in task.made if each.ok and each.clause == clause}
    made = [tool for tool in task.tools if tool.name in called]
    tried = {each.tool for each in task.made}
    if not made or task.near is None:
        return []
    others = [tool for tool in task.tools if tool.name not in tried and tool.reads]
    held = words.stems(" ".join(each.text for each in task.made if each.ok))
    return [
        f"not looked up: {tool.name}"
        for tool in others
        if not tool.nouns & held and is_asked_for(clause, tool, made, task.near) and is_near(clause, tool, task.near)
    ]
