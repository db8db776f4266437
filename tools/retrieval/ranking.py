"""Combine scores per part of a request into one ranking.

A document's score is its best part's, and the whole request's; documents of the service that answers best, and of the
categories that the parts agree on, come along. Then they are picked one by one: what a part has already been given
counts less for the next pick, as in xQuAD (Santos, Macdonald and Ounis, 2010), so that the parts share the shortlist
and twenty tools that do the same do not fill it. Scores are shares of the best one, so that engines may be exchanged.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from smurfs_graph.tools.retrieval.request import Aspect

Scores = Mapping[int, float]


# What each kind of evidence counts, beside 1 for a document's best part.
WHOLE = 1.0
TITLE = 0.3
"""For the share of a title's words (by rarity) that a part of the request names."""
GROUP = 0.4
CATEGORY = 1.5
SATISFIED = 0.5
"""Share of a part that the document that answers it best settles."""
POOL = 60
"""Documents that the picking looks at."""


class RankedPlace(NamedTuple):
    """A document in the ranking: numbers of its group and category (-1: none), its title's stems."""

    group: int
    category: int
    title: tuple[str, ...]


def rank(
    whole: Scores,
    parts: Sequence[tuple[Aspect, Scores]],
    places: Sequence[RankedPlace],
    rarity: Mapping[str, float],
    count: int,
) -> list[int]:
    """Rank at most `count` document numbers, the best first. `rarity`: what a stem of a title says (IDF)."""
    shares = [_shares(aspect, scores, places, rarity) for aspect, scores in parts if scores]
    total = _totals(_normal(whole), shares)
    if not total:
        return []
    total = _with_company(total, shares, places)
    order = sorted(total, key=lambda number: (-total[number], number))
    pool = order[: max(POOL, count)]
    return _pick(pool, total, shares, [aspect.weight for aspect, scores in parts if scores], count)


def _shares(
    aspect: Aspect, scores: Scores, places: Sequence[RankedPlace], rarity: Mapping[str, float]
) -> dict[int, float]:
    """Return one part's scores, its best document at 1, with what the titles add."""
    named = set(aspect.terms)
    found: dict[int, float] = {}
    for number, score in _normal(scores).items():
        words = places[number].title
        weight = sum(rarity[word] for word in words)
        hit = sum(rarity[word] for word in words if word in named)
        found[number] = aspect.weight * (score + TITLE * (hit / weight if weight else 0.0))
    return found


def _normal(scores: Scores) -> dict[int, float]:
    best = max(scores.values(), default=0.0)
    return {number: score / best for number, score in scores.items()} if best > 0 else {}


def _totals(whole: Scores, shares: Sequence[Scores]) -> dict[int, float]:
    best: dict[int, float] = defaultdict(float)
    for share in shares:
        for number, score in share.items():
            best[number] = max(best[number], score)
    for number, score in whole.items():
        best[number] += WHOLE * score
    return dict(best)


def _with_company(
    total: Mapping[int, float], shares: Sequence[Scores], places: Sequence[RankedPlace]
) -> dict[int, float]:
    """Return the totals, with what a document's service and category add."""
    groups: dict[int, float] = defaultdict(float)
    for number, score in total.items():
        group = places[number].group
        groups[group] = max(groups[group], score)
    agreed: dict[int, float] = defaultdict(float)
    for share in shares:
        best: dict[int, float] = defaultdict(float)
        for number, score in share.items():
            category = places[number].category
            best[category] = max(best[category], score)
        for category, score in best.items():
            agreed[category] += score
    agreed.pop(-1, None)
    most = max(agreed.values(), default=1.0)
    return {
        number: score
        + GROUP * (groups[places[number].group] if places[number].group >= 0 else score)
        + CATEGORY * agreed.get(places[number].category, 0.0) / most
        for number, score in total.items()
    }


def _pick(
    pool: list[int],
    total: Mapping[int, float],
    shares: Sequence[Scores],
    weights: Sequence[float],
    count: int,
) -> list[int]:
    """Put the pool in the order of picking."""
    top = total[pool[0]]
    weight = sum(weights) or 1.0
    bests = [max(share.values()) for share in shares]
    gains = {
        number: [
            part / weight * share.get(number, 0.0) / best
            for share, part, best in zip(shares, weights, bests, strict=True)
        ]
        for number in pool
    }
    open_ = [1.0] * len(shares)
    left, picked = list(pool), list[int]()
    while left and len(picked) < count:
        best = max(left, key=lambda number: total[number] / top + sum(map(float.__mul__, gains[number], open_)))
        left.remove(best)
        picked.append(best)
        open_ = [
            rest * (1 - SATISFIED * share.get(best, 0.0) / most)
            for rest, share, most in zip(open_, shares, bests, strict=True)
        ]
    return picked
