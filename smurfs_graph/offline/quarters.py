"""Quarters of a year as one value, written as the parameter's document writes them: "Q4 2025", "2025-Q4"."""

import re
from collections.abc import Sequence
from dataclasses import replace

from smurfs_graph.offline import words
from smurfs_graph.offline.documents import Document, Parameter
from smurfs_graph.offline.mentions import Mention

QUARTER = re.compile(r"Q[1-4][ ,/-]{0,2}(?:19|20)\d\d|(?:19|20)\d\d[ ,/-]{0,2}Q[1-4]")
_SAID = re.compile(
    r"\b(?:Q(?P<number>[1-4])(?:[ ,/-]{0,2}| of )(?P<year>(?:19|20)\d\d)|(?P<first>(?:19|20)\d\d)[ ,/-]{0,2}Q(?P<last>[1-4])"
    r"|(?P<word>first|second|third|fourth|last) quarter(?:,| of)? (?P<whole>(?:19|20)\d\d))\b",
    re.IGNORECASE,
)
_ORDER = ("", "first", "second", "third", "fourth")
_YEAR_FIRST = re.compile(r"\b(?:(?:19|20)\d\d|YYYY)(?P<gap>[ /-]?)Q[1-4nNqQxX]")
_YEAR_LAST = re.compile(r"\bQ[1-4nNqQxX](?P<gap>[ /-]?)(?:(?:19|20)\d\d|YYYY)")


def takes_quarters(parameter: Parameter) -> bool:
    """Whether a parameter takes a quarter with its year."""
    return parameter.type == "string" and not parameter.options and words.stem("quarter") in parameter.words


def with_quarters(document: Document, text: str, found: tuple[Mention, ...]) -> tuple[Mention, ...]:
    """The mentions with each quarter and its year as one, where a parameter of the document takes that."""
    takers = [one for one in document.parameters if takes_quarters(one)]
    if len(takers) != 1:
        return found
    for match in _SAID.finditer(text):
        inside = [one for one in found if one.start < match.end() and match.start() < one.end]
        if not inside or any(one.kind == "quote" for one in inside):
            continue
        value = _written(match, takers[0], document)
        whole = replace(inside[0], kind="id", value=value, start=match.start(), end=match.end(), number=None,
                        after=inside[-1].after, bound="", currency="")  # fmt: skip
        found = _sorted([*(one for one in found if one not in inside), whole])
    return found


def _sorted(found: Sequence[Mention]) -> tuple[Mention, ...]:
    return tuple(sorted(found, key=lambda one: one.start))


def _written(match: re.Match[str], parameter: Parameter, document: Document) -> str:
    """A quarter in the form of the parameter's description, or of the tool's; "Q4 2025" where neither shows one."""
    word = (match["word"] or "").lower().replace("last", "fourth")
    number = match["number"] or match["last"] or str(_ORDER.index(word))
    year = match["year"] or match["first"] or match["whole"]
    for told in (parameter.description, document.tool.description):
        if form := _YEAR_FIRST.search(told):
            return f"{year}{form['gap']}Q{number}"
        if form := _YEAR_LAST.search(told):
            return f"Q{number}{form['gap']}{year}"
    return f"Q{number} {year}"
