"""Queries in plain words through the whole graph (`full`, `offline:rules`), judged by both modes.

The graph gets a text alone: what a query asks for in words that the stand-in promises to read. The queries' own words
are a language model's.

The discriminating test: at the least cost there is an itinerary, and for one dollar less there is proof of none.
"""

import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import cycle
from typing import Any, Literal, NamedTuple, cast

from smurfs_graph import Plan, Settings, ToolError, build_graph
from smurfs_graph.bench.travelplanner.day import read_plan
from smurfs_graph.bench.travelplanner.evaluate import evaluate
from smurfs_graph.bench.travelplanner.query import TripQuery
from smurfs_graph.bench.travelplanner.sandbox import Sandbox
from smurfs_graph.bench.travelplanner.verdict import Mode, PlanVerdict
from smurfs_graph.constraints.report import ChoiceReport
from smurfs_graph.tools.domain import Toolset
from smurfs_graph.tools.travel.database import TravelDatabase
from smurfs_graph.tools.travel.domain import NAME, TripDomain, request_from_plan
from smurfs_graph.tools.travel.itinerary import (
    Infeasible,
    MissingDataError,
    Planned,
    Trip,
    TripCandidates,
    gather,
    plan_among,
)
from smurfs_graph.tools.travel.itinerary.request import ROOM_RULES, RoomRule, RoomType, TransportRule, Wish, wishes_of
from smurfs_graph.tools.travel.schema import (
    Accommodation,
    Attraction,
    City,
    Distance,
    Restaurant,
    create_tables,
    insert_rows,
)
from smurfs_graph.tools.travel.toolset import tools_over

MODES: tuple[Mode, ...] = ("official", "strict")

Stage = Literal["", "parse", "search", "choice"]
SHORTEST = 3
"""Days of a trip to one city; longer ones go to the cities of a state."""
NOT_DELIVERED = PlanVerdict(delivered=False, commonsense=None, hard=None, cost_usd=None)
_CUISINES = ("American", "Chinese", "French", "Indian", "Italian", "Mediterranean", "Mexican")
_TRANSPORT: tuple[TransportRule | None, ...] = ("no flight", "no self-driving", None)


class GraphRun(NamedTuple):
    """The result of one query in the graph."""

    query: TripQuery
    request: Trip | None
    """As the plan has it; None where too little was understood."""
    misread: tuple[str, ...]
    report: ChoiceReport | None
    answer: str
    verdicts: dict[Mode, PlanVerdict]
    seconds: float
    broken: tuple[str, ...]
    """Constraints that the run itself reports as violated."""

    @property
    def failure(self) -> Stage:
        """The stage to which a plan that does not pass is put down; empty where it passes in both modes."""
        if all(verdict.passed for verdict in self.verdicts.values()):
            return ""
        if self.request is None or self.misread:
            return "parse"
        return "search" if self.report is None or self.report.status == "missing_data" else "choice"


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


class TripGraph:
    """The graph over one travel database; built once, as a server would."""

    def __init__(self, database: TravelDatabase) -> None:
        toolset = Toolset(tools_over(database), TripDomain(database))
        self._graph = build_graph(Settings(strategy="full"), [toolset])

    def run(self, text: str) -> dict[str, Any]:
        """The result of one run."""
        return dict(self._graph.invoke({"query": text}))


def run_in_graph(queries: Iterable[TripQuery], graph: TripGraph, sandbox: Sandbox) -> list[GraphRun]:
    """Run and judge every query."""
    return [_run(query, graph, sandbox) for query in queries]


def discriminate_in_graph(request: Trip, database: TravelDatabase, graph: TripGraph, sandbox: Sandbox) -> Discriminated:
    """The discriminating test in words: the least cost as the budget, and a dollar less."""
    try:
        candidates = gather(request, database)
        free = plan_among(replace(candidates, request=replace(request, budget_usd=None)))
    except MissingDataError as error:
        return Discriminated(request, None, text=str(error))
    if not isinstance(free, Planned):
        return Discriminated(request, None, text=free.text)
    least = free.least_usd
    exact = replace(request, budget_usd=least)
    result = graph.run(text_of(exact))
    report: ChoiceReport | None = result["choice"]
    judged = _judge(query_of(exact), report, sandbox)
    solved = bool(report and report.optimal and all(verdict.passed for verdict in judged.values()))
    below = replace(request, budget_usd=least - 1)
    start = time.perf_counter()
    refused: ChoiceReport | None = graph.run(text_of(below))["choice"]
    seconds = time.perf_counter() - start
    if refused is None or refused.status != "infeasible":
        return Discriminated(request, least, solved, refused_seconds=seconds, text=refused.text if refused else "")
    conflict = tuple(wish for wish in wishes_of(below) if wish.text in refused.conflict)
    found = Infeasible(conflict, refused.conflict_minimal, least)
    stands = (
        [item.value for item in refused.sufficient] == [least]
        and refused.conflict_minimal
        and len(conflict) == len(refused.conflict)
        and is_minimal(candidates, found, below)
    )
    return Discriminated(request, least, solved, stands, seconds, refused.conflict)


def text_of(request: Trip) -> str:
    """A request in plain words."""
    people = "1 person" if request.people == 1 else f"{request.people} people"
    place = request.destination
    if request.destination_kind == "state":
        place = f"{request.cities} {'city' if request.cities == 1 else 'cities'} in {request.destination}"
    said = [
        f"Please plan a {request.days}-day trip for {people} from {request.origin} to {place},"
        f" from {request.dates[0]} to {request.dates[-1]}, with a budget of ${request.budget_usd or 0:,.10g}."
    ]
    said += [f"We require accommodations that allow {rule}." for rule in request.room_rules]
    if request.room_type == "not shared room":
        said.append("We do not want shared rooms.")
    elif request.room_type:
        said.append(f"We require {request.room_type}s.")
    if request.cuisines:
        said.append(f"We would like to try {' and '.join(request.cuisines)} cuisine.")
    spoken = {"no flight": "take any flights", "no self-driving": "drive ourselves", "no taxi": "take a taxi"}
    said += [f"We do not want to {spoken[rule]}." for rule in request.transport_rules]
    return " ".join(said)


def _run(query: TripQuery, graph: TripGraph, sandbox: Sandbox) -> GraphRun:
    start = time.perf_counter()
    result = graph.run(text_of(trip_of(query)))
    seconds = time.perf_counter() - start
    report: ChoiceReport | None = result["choice"]
    try:
        request = request_from_plan(result["plan"]) if _is_trip(result["plan"]) else None
    except ToolError:
        request = None
    return GraphRun(
        query=query,
        request=request,
        misread=() if request is None else misread_fields(query, request),
        report=report,
        answer=result["answer"],
        verdicts=_judge(query, report, sandbox),
        seconds=seconds,
        broken=tuple(item.text for item in result["constraints"] if "violated" in item.standing),
    )


def _is_trip(plan: Plan) -> bool:
    return plan.choice is not None and plan.choice.domain == NAME


def _judge(query: TripQuery, report: ChoiceReport | None, sandbox: Sandbox) -> dict[Mode, PlanVerdict]:
    if report is None or report.status != "chosen" or report.solver != NAME:
        return dict.fromkeys(MODES, NOT_DELIVERED)
    return judge(query, report.data, sandbox)


def without_flights(database: TravelDatabase) -> TravelDatabase:
    """A copy that knows roads alone."""
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    create_tables(connection)
    insert_rows(connection, City, database.select(City))
    insert_rows(connection, Distance, database.select(Distance))
    insert_rows(connection, Accommodation, database.select(Accommodation))
    insert_rows(connection, Restaurant, database.select(Restaurant))
    insert_rows(connection, Attraction, database.select(Attraction))
    connection.commit()
    return TravelDatabase(connection, "a world without flights")


def judge(query: TripQuery, delivered: object, sandbox: Sandbox) -> dict[Mode, PlanVerdict]:
    """The verdicts of both modes on a plan, as it is delivered."""
    plan = read_plan(delivered)
    return {mode: evaluate(query, plan, sandbox, mode) for mode in MODES}


def misread_fields(query: TripQuery, request: Trip) -> tuple[str, ...]:
    """Fields that were read otherwise than the data set has them."""
    local = query.local_constraint
    wanted = {
        "origin": query.origin,
        "destination": query.destination,
        "dates": query.dates,
        "people": query.people_number,
        "budget_usd": query.budget,
        "cities": query.visiting_city_number,
        "room_rules": (local.house_rule,) if local.house_rule else (),
        "room_type": local.room_type,
        "cuisines": tuple(sorted(local.cuisine or ())),
        "transport_rules": (local.transportation,) if local.transportation else (),
    }
    read = replace(request, cuisines=tuple(sorted(request.cuisines)))
    return tuple(name for name, value in wanted.items() if getattr(read, name) != value)


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


def trip_of(query: TripQuery) -> Trip:
    """Return the request that a query makes."""
    wishes = query.local_constraint
    return Trip(
        origin=query.origin,
        destination=query.destination,
        destination_kind="state" if query.days > SHORTEST else "city",
        dates=query.dates,
        people=query.people_number,
        budget_usd=query.budget,
        cities=query.visiting_city_number,
        room_rules=(cast("RoomRule", wishes.house_rule),) if wishes.house_rule else (),
        room_type=cast("RoomType | None", wishes.room_type),
        cuisines=wishes.cuisine or (),
        transport_rules=(cast("TransportRule", wishes.transportation),) if wishes.transportation else (),
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


def is_minimal(candidates: TripCandidates, refused: Infeasible, request: Trip) -> bool:
    """Return whether the conflict's wishes have no itinerary, though without any one of them there is one."""
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
