"""Candidates of a text with how likely each is; of those that no rule speaks for, the ones that are likely enough."""

from collections.abc import Sequence
from dataclasses import replace

from smurfs_graph.offline.documents import Document
from smurfs_graph.offline.joint.choices import Candidate
from smurfs_graph.offline.joint.pairs import chance, spoken
from smurfs_graph.offline.mentions import Mention

LEAST, LEAST_OPTIONAL = 0.02, 0.15
"""The least chances at which a value that no rule speaks for is tried for a required parameter, and for an optional one."""
MOST = 3
"""How many such values of one parameter are tried."""
_NEAR = 0.6
"""How likely a value that no rule speaks for is at least, against the likeliest of those that rules speak for."""


def likely(
    document: Document, text: str, offered: Sequence[Candidate], mentions: dict[int, Mention]
) -> tuple[Candidate, ...]:
    """The candidates that are worth trying, with their chances; `mentions` by where they start."""
    told = [_judged(one, document, text, mentions) for one in offered]
    kept: list[Candidate] = []
    for parameter in document.parameters:
        own = [one for one in told if one.parameter == parameter.name]
        sure = [one for one in own if not one.unsaid]
        least = max((_NEAR * (one.chance or 0.0) for one in sure), default=0.0)
        least = max(least, LEAST if parameter.required else LEAST_OPTIONAL)
        more = sorted((one for one in own if one.unsaid and (one.chance or 0.0) >= least), key=lambda one: -one.worth)
        kept += [*sure, *more[:MOST]]
    return tuple(kept)


def _judged(one: Candidate, document: Document, text: str, mentions: dict[int, Mention]) -> Candidate:
    return replace(one, chance=chance(one, spoken(one, mentions, text), document, text)) if one.start >= 0 else one
