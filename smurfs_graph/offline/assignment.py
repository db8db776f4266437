"""Parameters and values as one assignment: the best total, each value used once, doubtful parameters left open."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

_CLOSE = 0.04
_MOST = 3_000


@dataclass(frozen=True)
class Option:
    """One value that a parameter may take."""

    parameter: str
    value: Any
    score: float
    place: int
    """What the value comes from; one place serves one parameter."""


def assign(options: Sequence[Option]) -> tuple[dict[str, Option], set[str]]:
    """The best assignment, and the parameters for which another value is just as good."""
    names = list(dict.fromkeys(option.parameter for option in options))
    by_name = [
        sorted((one for one in options if one.parameter == name), key=lambda one: -one.score)[:6] for name in names
    ]
    found: list[tuple[float, tuple[Option | None, ...]]] = []
    budget = [_MOST]

    def search(at: int, used: frozenset[int], total: float, taken: tuple[Option | None, ...]) -> None:
        budget[0] -= 1
        if at == len(by_name) or budget[0] < 0:
            found.append((total, taken))
            return
        for option in by_name[at]:
            if option.place not in used:
                search(at + 1, used | {option.place}, total + option.score, (*taken, option))
        search(at + 1, used, total, (*taken, None))

    search(0, frozenset(), 0.0, ())
    best_total, best = max(found, key=lambda item: item[0])
    chosen = {option.parameter: option for option in best if option is not None}
    doubtful: set[str] = set()
    for total, taken in found:
        if best_total - total < _CLOSE:
            doubtful |= {
                one.parameter
                for one, two in zip(best, taken, strict=False)
                if one and (two is None or str(two.value).lower() != str(one.value).lower())
            }
    return chosen, doubtful
