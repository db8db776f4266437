"""Count judges' votes: ToolEval's pass and win rate, StableToolBench's solvable ones (SoPR, SoWR).

A judge votes several times on each case; votes are kept and counted here, never asked for.
"""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple

Status = Literal["solved", "unsure", "unsolved"]
Preference = Literal["first", "second", "tie"]

_WORTH: dict[Status, float] = {"solved": 1.0, "unsure": 0.5, "unsolved": 0.0}


class Spread(NamedTuple):
    """A mean over repeated judgements with their standard deviation (of the population, as StableToolBench's numpy)."""

    mean: float
    deviation: float


class WinRate(NamedTuple):
    """Shares of the first system's cases, from 0 to 1."""

    win: float
    tie: float
    lose: float


def majority(votes: Sequence[Status]) -> Status:
    """Return the most frequent vote; 'unsure' where the two most frequent are equally many.

    Raises:
        ValueError: there are no votes.
    """
    ranked = Counter(votes).most_common(2)
    if not ranked:
        raise ValueError("there are no votes")
    return "unsure" if len(ranked) > 1 and ranked[0][1] == ranked[1][1] else ranked[0][0]


def pass_rate(votes: Sequence[Sequence[Status]]) -> float:
    """Return ToolEval's pass rate: the share of cases that most votes call solved.

    Raises ValueError without cases or votes.
    """
    return _mean([float(majority(case) == "solved") for case in votes])


def solvable_pass_rate(votes: Sequence[Sequence[Status]]) -> Spread:
    """Return StableToolBench's SoPR: solved 1, unsure 1/2, unsolved 0, averaged over cases for each round of judgement.

    `votes` has a row per case and a column per round. Raises ValueError where rows differ in length or there are none.
    """
    rounds = {len(case) for case in votes}
    if len(rounds) != 1 or 0 in rounds:
        raise ValueError("every case needs the same number of votes, at least one")
    means = [_mean([_WORTH[vote] for vote in column]) for column in zip(*votes, strict=True)]
    mean = _mean(means)
    return Spread(mean, math.sqrt(_mean([(each - mean) ** 2 for each in means])))


def prefer(first: Status, second: Status, votes: Sequence[Preference]) -> Preference:
    """Decide SoWR for one case: the better status wins; of equal ones what most votes prefer, a draw being a tie.

    Raises:
        ValueError: the votes are needed and there are none.
    """
    if first != second:
        return "first" if _WORTH[first] > _WORTH[second] else "second"
    ranked = Counter(votes).most_common(2)
    if not ranked:
        raise ValueError("there are no votes")
    return "tie" if len(ranked) > 1 and ranked[0][1] == ranked[1][1] else ranked[0][0]


def win_rate(preferences: Sequence[Preference]) -> WinRate:
    """Return the shares of cases in which the first system is preferred, none is, or the second is.

    Raises ValueError without cases.
    """
    return WinRate(*(_mean([float(each == kind) for each in preferences]) for kind in ("first", "tie", "second")))


def _mean(values: Sequence[float]) -> float:
    if not values:
        raise ValueError("there are no cases")
    return sum(values) / len(values)
