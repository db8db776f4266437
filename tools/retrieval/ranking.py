"""Combine scores per part of a request into one ranking.

A document's score is its best part's, and the whole request's; documents of the service that answers best, and of the
categories that the parts agree on, come along. Then they are picked one by one: what a part has already been given
counts less for the next pick, as in xQuAD (Santos, Macdonald and Ounis, 2010), so that the parts share the shortlist
and twenty tools that do the same do not fill it. Scores are shares of the best one, so that engines may be exchanged.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
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
NONE = -1
"""Number of the group or category of a document that has none."""


class RankedPlace(NamedTuple):
    """A document in the ranking: numbers of its group (its service) and category, or `NONE`; its title's stems."""

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
    """Return scores as shares of the best one; none where that is not positive."""
    best = max(scores.values(), default=0.0)
    return {number: score / best for number, score in scores.items()} if best > 0 else {}


def _totals(whole: Scores, shares: Sequence[Scores]) -> dict[int, float]:
    """Return each document's score for its best part, and for the whole request."""
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
    """Return the totals with a bonus for the documents of strong services, and of categories that the parts agree on.

    A document without a service counts as a service of its own.
    """
    services = _best_of_each(total, lambda number: places[number].group)
    agreement = _agreement(shares, lambda number: places[number].category)
    scores: dict[int, float] = {}
    for number, score in total.items():
        place = places[number]
        service = score if place.group == NONE else services[place.group]
        scores[number] = score + GROUP * service + CATEGORY * agreement.get(place.category, 0.0)
    return scores


def _agreement(shares: Sequence[Scores], category_of: Callable[[int], int]) -> dict[int, float]:
    """Return the sum of each category's best scores in all parts, the largest at 1."""
    summed: dict[int, float] = defaultdict(float)
    for share in shares:
        for category, score in _best_of_each(share, category_of).items():
            summed[category] += score
    summed.pop(NONE, None)
    most = max(summed.values(), default=1.0)
    return {category: score / most for category, score in summed.items()}


def _best_of_each(scores: Scores, group_of: Callable[[int], int]) -> dict[int, float]:
    """Return the best score in each group. `group_of`: takes a document's number."""
    best: dict[int, float] = defaultdict(float)
    for number, score in scores.items():
        group = group_of(number)
        best[group] = max(best[group], score)
    return best


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
