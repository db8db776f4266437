"""One query after the other: read the text, gather candidates, choose, and judge the plan by both modes."""

import sqlite3
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from statistics import median
from typing import Literal, Protocol

from smurfs_graph.bench.travelplanner.day import read_plan
from smurfs_graph.bench.travelplanner.evaluate import evaluate
from smurfs_graph.bench.travelplanner.query import TripQuery
from smurfs_graph.bench.travelplanner.sandbox import Sandbox
from smurfs_graph.bench.travelplanner.verdict import Mode, PlanVerdict
from smurfs_graph.errors import ToolError
from smurfs_graph.tools.travel.database import TravelDatabase
from smurfs_graph.tools.travel.itinerary import (
    Infeasible,
    MissingDataError,
    Planned,
    Trip,
    Undecided,
    Vocabulary,
    gather,
)
from smurfs_graph.tools.travel.itinerary.solve import plan_among
from smurfs_graph.tools.travel.reader import fill
from smurfs_graph.tools.travel.request import TripRequest
from smurfs_graph.tools.travel.schema import (
    Accommodation,
    Attraction,
    City,
    Distance,
    Restaurant,
    create_tables,
    insert_rows,
)
from smurfs_graph.tools.travel.trip_check import check_trip

MODES: tuple[Mode, ...] = ("official", "strict")

Stage = Literal["", "parse", "search", "choice"]
NOT_DELIVERED = PlanVerdict(delivered=False, commonsense=None, hard=None, cost_usd=None)


@dataclass(frozen=True, slots=True)
class Run:
    """What became of one query."""

    query: TripQuery
    request: Trip | None
    """As the text was read; None where it could not be."""
    assumed: tuple[str, ...]
    """Fields that the text does not give, and that were assumed."""
    misread: tuple[str, ...]
    """Fields that were read otherwise than the data set has them."""
    outcome: Planned | Infeasible | Undecided | None
    verdicts: Mapping[Mode, PlanVerdict]
    seconds: float
    text: str = ""
    """Why there is no plan."""

    @property
    def failure(self) -> Stage:
        """The stage to which a plan that does not pass is put down; empty where it passes in both modes."""
        if all(verdict.passed for verdict in self.verdicts.values()):
            return ""
        if self.request is None or self.misread:
            return "parse"
        return "search" if self.outcome is None else "choice"


class Timed(Protocol):
    """Something that took its time."""

    @property
    def seconds(self) -> float:
        """From the text to the plan."""
        ...


def run_queries(queries: Iterable[TripQuery], database: TravelDatabase, sandbox: Sandbox) -> list[Run]:
    """Plan and judge every query."""
    vocabulary = Vocabulary.from_database(database)
    return [_run(query, database, sandbox, vocabulary) for query in queries]


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


def _run(query: TripQuery, database: TravelDatabase, sandbox: Sandbox, vocabulary: Vocabulary) -> Run:
    start = time.perf_counter()
    outcome = None
    asked = TripRequest.model_validate(fill(query.text))
    # A text that speaks of nobody is taken to be about one traveller, which is said.
    assumed = ("people",) if asked.people is None else ()
    checked = check_trip(asked.model_copy(update={"people": asked.people or 1}), vocabulary)
    request, text = checked.trip, "; ".join([*checked.missing, *checked.problems])
    try:
        if request is None:
            raise ToolError(text)
        outcome = plan_among(gather(request, database))
        text = "" if isinstance(outcome, Planned) else outcome.text
    except (MissingDataError, ToolError) as error:
        text = str(error)
    seconds = time.perf_counter() - start
    verdicts = dict.fromkeys(MODES, NOT_DELIVERED)
    if isinstance(outcome, Planned):
        verdicts = judge(query, outcome, sandbox)
    misread = () if request is None else misread_fields(query, request)
    return Run(query, request, assumed, misread, outcome, verdicts, seconds, text)


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
