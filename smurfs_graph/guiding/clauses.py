"""Split a request into the clauses that each ask for something. Pure."""

import re
from itertools import pairwise

from smurfs_graph.offline import words
from smurfs_graph.offline.planning import sentences

_OPENING = "|".join(sorted((words.ASKING | words.ACTS | words.LOOKING_UP | {"where", "why"}) - {"has", "name", "days"}))
_JOINED = re.compile(
    rf"(?:[,;]?\s+(?:and then|and also|and|then|also|plus)|[,;?])\s+(?=(?:(?:please|also|then)\s+)?(?:{_OPENING})\b)",
    re.IGNORECASE,
)
MOST = 8
"""Clauses of a request that are looked at; the rest stays with the last one."""


def clauses_of(request: str) -> list[str]:
    """Return the clauses of a request in their order, at least one; what is quoted is never cut."""
    found = [clause for sentence in sentences(request) or [request] for clause in _joined(sentence)] or [request]
    return [*found[: MOST - 1], " ".join(found[MOST - 1 :])] if len(found) > MOST else found


def _joined(sentence: str) -> list[str]:
    masked = words.QUOTED.sub(lambda match: "\0" * len(match[0]), sentence)
    cuts = [(0, 0), *(match.span() for match in _JOINED.finditer(masked)), (len(sentence), len(sentence))]
    pieces = (sentence[start:end].strip(" ,;") for (_, start), (end, _) in pairwise(cuts))
    return [text for text in pieces if text]
