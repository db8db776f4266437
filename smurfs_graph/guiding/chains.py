"""Decide by rule which tool takes what another one returns, and whose result a clause asks for. Pure."""

import re
from collections.abc import Sequence
from functools import lru_cache

from smurfs_graph.guiding.fitting import Fit, Offered, content_stems, line_of, stems
from smurfs_graph.guiding.units import unit_taken
from smurfs_graph.offline import words
from smurfs_graph.offline.documents import ToolParameter
from smurfs_graph.tools.retrieval.vectors import Closeness

ASKED, _HINTED = 0.35, 0.2
"""How near what a clause says beyond other tools has to be to a tool; and if the clause as a whole is near to it."""
_VERB = re.compile(r"^\W*\w+\s+")
_RESULT_END = re.compile(r"\s(?:that|which|who|whose|in|of|on|by|for|with|at|from|to|as|and|or|when|where)\s|[.,:;(]")
_IN = re.compile(r"\bin ([^\W\d_]+)")
GENERIC = frozenset(
    map(words.stem, words.word_set("name value type id number input string result data list text date"))
)
"""Stems of names that any parameter may have."""


def brings(tool: Offered) -> frozenset[str]:
    """Return the stems of what a tool says it returns: `get_loan`, "Get the book that is on loan": a book, a loan."""
    return _stems_of_results(tool.document.description, tool.fields) | tool.nouns


@lru_cache(2_048)
def _stems_of_results(description: str, fields: tuple[str, ...]) -> frozenset[str]:
    line = _VERB.sub("", _RESULT_END.split(description, maxsplit=1)[0])
    said = [word for text in (line, *fields) for word in words.name_words(text.replace(" ", "_"))]
    return frozenset(words.stem(word) for word in said if word not in words.CLOSED)


def feeds(one: Offered, other: Offered) -> bool:
    """Return whether a tool returns what another one has a required parameter for."""
    return one is not other and any(brings_one(one, each) for each in other.document.parameters or () if each.required)


def brings_one(tool: Offered, parameter: ToolParameter) -> bool:
    """Return whether a tool returns what a parameter takes, going by the parameter's name and the first words of its
    description, or by the unit of its number.
    """
    unit = words.stem(unit_taken(parameter)) if parameter.kind == "number" else ""
    wanted = parameter.words | _heads(parameter.description)
    return bool(brings(tool) & wanted - GENERIC) or (bool(unit) and unit in _said_units(tool.document.description))


@lru_cache(2_048)
def _heads(description: str) -> frozenset[str]:
    """Return the stems of what a parameter is: "Volume of the tank in litres": a volume."""
    return words.stems(_RESULT_END.split(description, maxsplit=1)[0]) - {words.stem(word) for word in words.CLOSED}


@lru_cache(2_048)
def _said_units(description: str) -> frozenset[str]:
    """Return the stems of what a description says that its result is in: "the volume in litres"."""
    return frozenset(words.stem(word) for word in _IN.findall(description))


def last_of_chain(clause: str, order: Sequence[Offered], near: Closeness | None) -> Offered:
    """Return the tool whose result a clause asks for: the best one, or one that takes what this one returns."""
    first = order[0]
    fed = [tool for tool in order[1:] if feeds(first, tool) and not feeds(tool, first)]
    return next((tool for tool in fed if is_asked_for(clause, tool, [first], near, _HINTED)), first)


def takers(clause: str, ranked: Sequence[Fit], near: Closeness | None) -> list[Offered]:
    """Return the tools that a clause asks for beside the best one, and that take what this one returns."""
    strong = [fit.tool for fit in ranked if fit.strong]
    rest = [fit.tool for fit in ranked if not fit.strong and fit.tool.reads]
    return [tool for tool in rest if strong and feeds(strong[0], tool) and is_asked_for(clause, tool, strong[:1], near)]


def is_chain(clause: str, ranked: Sequence[Fit], near: Closeness | None) -> bool:
    """Return whether all tools that a clause may mean only read, and feed the one whose result it asks for."""
    strong = [*(fit.tool for fit in ranked if fit.strong), *takers(clause, ranked, near)]
    if len(strong) < 2 or not all(tool.reads for tool in strong):
        return False
    last = last_of_chain(clause, strong, near)
    return all(tool is last or feeds(tool, last) for tool in strong)


def is_asked_for(
    clause: str, tool: Offered, others: Sequence[Offered], near: Closeness | None, least: float = ASKED
) -> bool:
    """Return whether a clause says more than what the others are about, and that this tool is about it."""
    rest = content_stems(clause) - {stem for other in others for stem in stems(line_of(other))}
    if rest & {*stems(line_of(tool))}:
        return True
    if near is None or not rest:
        return False
    said = " ".join(match[0] for match in words.tokens(clause) if {*stems(match[0])} & rest)
    one, *rivals = near(said, [line_of(tool), *map(line_of, others)])
    return one >= least and all(one > rival for rival in rivals)
