"""Reordering by embeddings: similarity of meaning, fused with the order of the words' engine."""

import math
from collections.abc import Sequence

_RRF = 60
"""The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009)."""


def similarities(query: Sequence[float], documents: Sequence[Sequence[float]]) -> list[float]:
    """The cosine of a query's vector with each document's; 0 for a vector of length 0."""
    length = math.sqrt(sum(value * value for value in query))
    found: list[float] = []
    for document in documents:
        product = sum(one * other for one, other in zip(query, document, strict=True))
        scale = length * math.sqrt(sum(value * value for value in document))
        found.append(product / scale if scale else 0.0)
    return found


def fuse(*orders: Sequence[int]) -> list[int]:
    """Make one order out of several of the same members, by reciprocal ranks; ties as in the first."""
    score: dict[int, float] = {}
    for order in orders:
        for rank, member in enumerate(order, 1):
            score[member] = score.get(member, 0.0) + 1 / (_RRF + rank)
    return sorted(score, key=lambda member: -score[member])
