"""One query after the other: read the text, gather candidates, choose, and judge the plan by both modes."""

import sqlite3
from collections.abc import Iterable
from dataclasses import replace
from statistics import median
from typing import Literal, Protocol

from smurfs_graph.bench.travelplanner.day import read_plan
from smurfs_graph.bench.travelplanner.evaluate import evaluate
from smurfs_graph.bench.travelplanner.query import TripQuery
from smurfs_graph.bench.travelplanner.sandbox import Sandbox
from smurfs_graph.bench.travelplanner.verdict import Mode, PlanVerdict
from smurfs_graph.tools.travel.database import TravelDatabase
from smurfs_graph.tools.travel.itinerary import (
    Planned,
    Trip,
)
from smurfs_graph.tools.travel.schema import (
    Accommodation,
    Attraction,
    City,
    Distance,
    Restaurant,
    create_tables,
    insert_rows,
)

MODES: tuple[Mode, ...] = ("official", "strict")

Stage = Literal["", "parse", "search", "choice"]
NOT_DELIVERED = PlanVerdict(delivered=False, commonsense=None, hard=None, cost_usd=None)


class Timed(Protocol):
    """Something that took its time."""

    @property
    def seconds(self) -> float:
        """From the text to the plan."""
        ...


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


def judge(query: TripQuery, outcome: Planned, sandbox: Sandbox) -> dict[Mode, PlanVerdict]:
    """The verdicts of both modes on a plan, as it is delivered."""
    plan = read_plan(outcome.itinerary.to_plan())
    return {mode: evaluate(query, plan, sandbox, mode) for mode in MODES}


def median_seconds(runs: Iterable[Timed]) -> float:
    """From the text to the plan, judging excluded."""
    return median(run.seconds for run in runs)


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
