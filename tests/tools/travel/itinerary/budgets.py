"""The discriminating test: at the least cost there is an itinerary, and for one dollar less there is proof of none."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import cycle

from smurfs_graph.bench.travelplanner.query import TripQuery
from smurfs_graph.tools.travel.itinerary import (
    Candidates,
    Infeasible,
    Planned,
    Trip,
    plan_among,
)
from smurfs_graph.tools.travel.itinerary.request import ROOM_RULES, TransportRule, Wish

_CUISINES = ("American", "Chinese", "French", "Indian", "Italian", "Mediterranean", "Mexican")
_TRANSPORT: tuple[TransportRule | None, ...] = ("no flight", "no self-driving", None)


@dataclass(frozen=True, slots=True)
class Discriminated:
    """One request at the least cost and just below."""

    request: Trip
    least_usd: float | None
    """None where there is no itinerary at any cost."""
    solved: bool = False
    """At the least cost: planned, proved optimal, and passed by both modes."""
    refused: bool = False
    """Below it: infeasible, with this least budget, and a conflict that is proved minimal."""
    refused_seconds: float = 0.0
    conflict: tuple[str, ...] = ()
    text: str = ""
    """Where there is no itinerary at any cost: what is said about it."""


def variants(requests: Sequence[Trip], count: int) -> Iterator[Trip]:
    """Requests with other wishes: places, days and people of the given ones, wishes in turn."""
    rules, transport = cycle(ROOM_RULES), cycle(_TRANSPORT)
    for at, base in zip(range(count), cycle(requests), strict=False):
        names = [_CUISINES[(at + step) % len(_CUISINES)] for step in range(at % 4)]
        means = next(transport)
        yield replace(
            base,
            room_rules=(next(rules),),
            cuisines=tuple(names),
            transport_rules=() if means is None else (means,),
        )


def query_of(request: Trip) -> TripQuery:
    """The request as the evaluation knows it."""
    wishes = {
        "house rule": next(iter(request.room_rules), None),
        "cuisine": request.cuisines or None,
        "room type": request.room_type,
        "transportation": next(iter(request.transport_rules), None),
    }
    return TripQuery.model_validate(
        {
            "org": request.origin,
            "dest": request.destination,
            "days": request.days,
            "visiting_city_number": request.cities,
            "date": request.dates,
            "people_number": request.people,
            "budget": request.budget_usd or 0,
            "local_constraint": wishes,
        }
    )


def is_minimal(candidates: Candidates, refused: Infeasible, request: Trip) -> bool:
    """Whether requests with the conflict's wishes alone, but for one, have an itinerary, and all of them have none."""
    conflict = refused.conflict
    possible = [
        isinstance(
            plan_among(replace(candidates, request=_only(request, [*conflict[:at], *conflict[at + 1 :]]))), Planned
        )
        for at in range(len(conflict))
    ]
    together = plan_among(replace(candidates, request=_only(request, conflict)))
    return all(possible) and isinstance(together, Infeasible)


def _only(request: Trip, wishes: Sequence[Wish]) -> Trip:
    """The request with these wishes alone."""
    values = {kind: {wish.value for wish in wishes if wish.kind == kind} for kind in {wish.kind for wish in wishes}}
    return replace(
        request,
        budget_usd=request.budget_usd if "budget" in values else None,
        room_type=request.room_type if "room type" in values else None,
        room_rules=tuple(rule for rule in request.room_rules if rule in values.get("room rule", ())),
        cuisines=tuple(name for name in request.cuisines if name in values.get("cuisine", ())),
        transport_rules=tuple(rule for rule in request.transport_rules if rule in values.get("transport rule", ())),
    )
