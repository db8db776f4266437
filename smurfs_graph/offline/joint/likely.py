"""Candidates of a text with how likely each is; of those that no rule speaks for, the ones that are likely enough."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from smurfs_graph.offline.documents import Document
from smurfs_graph.offline.joint.choices import Candidate
from smurfs_graph.offline.joint.pairs import chance, spoken
from smurfs_graph.offline.mentions import Mention

LEAST, LEAST_OPTIONAL = 0.02, 0.15
"""The least chances at which a value that no rule speaks for is tried for a required parameter, and for an optional one."""
MOST = 3
"""How many such values of one parameter are tried."""
MOST_SURE = 12
"""How many values of one parameter that rules speak for: the fittest of them."""
_NEAR = 0.6
"""How likely a value that no rule speaks for is at least, against the likeliest of those that rules speak for."""


def likely(
    document: Document, text: str, offered: Sequence[Candidate], mentions: Mapping[int, Mention]
) -> tuple[Candidate, ...]:
    """The candidates that are worth trying, with their chances; `mentions` by where they start."""
    told = [judged(one, document, text, mentions) for one in offered]
    kept: list[Candidate] = []
    for parameter in document.parameters:
        own = [one for one in told if one.parameter == parameter.name]
        sure = [one for one in own if not one.unsaid]
        if len(sure) > MOST_SURE:
            sure = sorted(sorted(sure, key=lambda one: -one.worth)[:MOST_SURE], key=lambda one: one.start)
        least = max((_NEAR * (one.chance or 0.0) for one in sure), default=0.0)
        least = max(least, LEAST if parameter.required else LEAST_OPTIONAL)
        more = sorted((one for one in own if one.unsaid and (one.chance or 0.0) >= least), key=lambda one: -one.worth)
        kept += [*sure, *more[:MOST]]
    return tuple(kept)


def judged(one: Candidate, document: Document, text: str, mentions: Mapping[int, Mention]) -> Candidate:
    """A candidate of the text with its chance."""
    return replace(one, chance=chance(one, spoken(one, mentions, text), document, text)) if one.start >= 0 else one
