"""Hold out requests for the test, and tools with them. Pure."""

import random
from collections.abc import Collection, Mapping
from typing import NamedTuple


class Held(NamedTuple):
    """Requests and tools that training does not see."""

    requests: frozenset[str]
    tools: tuple[str, ...]
    """Whatever calls one of them is held out."""


def hold_out(called: Mapping[str, Collection[str]], share: float, seed: int, tools: Collection[str] = ()) -> Held:
    """Choose about a `share` of the requests for the test: all that call some tools, then others at random.

    `called`: the tools that each request called, over all its runs. `tools`: which to hold out; else they are chosen,
    as many as the share has room for. The choice depends on the seed and on what is given, not on its order.
    """
    rng, wanted = random.Random(seed), round(share * len(called))
    held = {name for name in tools if any(name in used for used in called.values())}
    requests = _calling(called, held)
    if not tools:
        for name in _shuffled(rng, {name for used in called.values() for name in used}):
            if len(more := requests | _calling(called, {name})) <= wanted:
                held, requests = held | {name}, more
    others = _shuffled(rng, called.keys() - requests)
    requests |= set(others[: max(wanted - len(requests), 0)])
    return Held(frozenset(requests), tuple(sorted(held)))


def _calling(called: Mapping[str, Collection[str]], tools: Collection[str]) -> set[str]:
    return {request for request, used in called.items() if not set(tools).isdisjoint(used)}


def _shuffled(rng: random.Random, names: Collection[str]) -> list[str]:
    found = sorted(names)
    rng.shuffle(found)
    return found
