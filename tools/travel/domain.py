"""Trips as a domain: a request for an itinerary becomes searches, typed constraints and a choice by CP-SAT.

A model fills the typed request, and code checks it. What is not said is asked for, never guessed; a wish that no field
holds stands in the plan as an untyped constraint, so that it is judged and reported and not lost.
"""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from smurfs_graph.constraints.records import Record
from smurfs_graph.constraints.report import ChoiceReport
from smurfs_graph.errors import ToolError
from smurfs_graph.planning.plan import ChoiceSpec, Constraint, Plan, SubTask
from smurfs_graph.tools.domain import Formulation, Solved
from smurfs_graph.tools.python import from_function
from smurfs_graph.tools.tool import Tool
from smurfs_graph.tools.travel.database import TravelDatabase
from smurfs_graph.tools.travel.itinerary import MissingDataError, Trip, Vocabulary, gather
from smurfs_graph.tools.travel.itinerary.solve import plan_among
from smurfs_graph.tools.travel.request import TripRequest
from smurfs_graph.tools.travel.schema import (
    Accommodation,
    Attraction,
    City,
    Distance,
    Flight,
    Restaurant,
    RowT,
    columns,
    create_tables,
    insert_rows,
)
from smurfs_graph.tools.travel.searches import TripSearches
from smurfs_graph.tools.travel.trip_check import QUESTIONS, check_trip
from smurfs_graph.tools.travel.trip_constraints import budget_constraint, local_constraints, wishes_in
from smurfs_graph.tools.travel.trip_report import report_on

NAME = "itinerary"
_MOST_NAMES = 80
"""Of states and countries that a prompt lists."""
_NO_BUDGET = "the request names no budget that is understood, so that the cost has no limit"


class TripDomain:
    """Trips from the rows of one travel database."""

    name = NAME
    request_type = TripRequest

    def __init__(self, database: TravelDatabase) -> None:
        """All that its plans are made of is in the database."""
        self._vocabulary = Vocabulary.from_database(database)
        searches = TripSearches(database)
        functions = (
            searches.trip_cities,
            searches.trip_transport,
            searches.trip_rooms,
            searches.trip_restaurants,
            searches.trip_sights,
        )
        tools = [from_function(function, source=f"domain:{NAME}") for function in functions]
        self.searches: Sequence[Tool] = tuple(replace(tool, internal=True) for tool in tools)

    @property
    def guide(self) -> str:
        """What trips are made of here, and the names that are known where they are few."""
        area_names = sorted({*self._vocabulary.areas_with_cities})
        listed = ", ".join(area_names) if len(area_names) <= _MOST_NAMES else f"{len(area_names)} states and countries"
        return (
            "Plans itineraries of whole round trips: transport, nights, three meals a day and sights, at the least"
            f" cost under all conditions.\nStates and countries with known cities: {listed}\n"
            f"Cuisines: {', '.join(self._vocabulary.cuisines.values())}"
        )

    def formulate(self, request: TripRequest) -> Formulation | None:
        """The plan of a trip; None where no itinerary is asked for."""
        if not request.wants_itinerary:
            return None
        checked = check_trip(request, self._vocabulary)
        if checked.trip is None:
            missing = tuple(QUESTIONS[name] for name in checked.missing)
            return Formulation(Plan(sub_tasks=()), missing, checked.problems)
        notes = () if checked.trip.budget_usd is not None else (_NO_BUDGET,)
        return Formulation(plan_of(checked.trip, request.other_wishes, request.other_tasks), notes=notes)

    def solve(self, plan: Plan, records: Mapping[str, Sequence[Record]], seconds: float) -> Solved:
        """The best itinerary, or why there is none."""
        facts: dict[str, Any] = plan.choice.facts if plan.choice else {}
        try:
            request = request_from_plan(plan)
            found = plan_among(gather(request, _database(facts, records)), seconds)
        except MissingDataError as error:
            return Solved(ChoiceReport(status="missing_data", solver=NAME, text=f"No trip can be planned: {error}."))
        except ToolError as error:
            return Solved(ChoiceReport(status="unusable", solver=NAME, text=f"No trip can be planned: {error}."))
        except (KeyError, TypeError, ValueError) as error:
            text = f"No trip can be planned: the plan's facts ({facts}) or its records do not read ({error})."
            return Solved(ChoiceReport(status="unusable", solver=NAME, text=text))
        return report_on(request, found)


def plan_of(request: Trip, unread: Iterable[str] = (), others: Iterable[str] = ()) -> Plan:
    """Searches as prepared sub-tasks, wishes as constraints, and the choice of an itinerary.

    What is asked for besides are sub-tasks like any others, which models solve.
    """
    area = request.destination if request.destination_kind == "state" else ""
    where = f"the cities of {area}" if area else request.destination
    cities: Any = {"$from": "cities", "field": "name"} if area else [request.destination]
    first, last = request.dates[0], request.dates[-1]
    local = local_constraints(request)

    def search(name: str, content: str, **arguments: Any) -> SubTask:
        return SubTask(
            id=name,
            content=content,
            parameters=arguments,
            depends_on=("cities",) if area and name != "cities" else (),
            local_constraints=local.get(name, ()),
            tools=(f"trip_{name}",),
            prepared=True,
        )

    tasks = [
        search(
            "transport",
            f"Find flights and roads between {request.origin} and {where} from {first} to {last}",
            origin=request.origin,
            cities=cities,
            dates=list(request.dates),
        ),
        search("rooms", f"Find places to stay in {where}", cities=cities),
        search("restaurants", f"Find restaurants in {where}", cities=cities),
        search("sights", f"Find sights in {where}", cities=cities),
    ]
    if area:
        tasks.insert(0, search("cities", f"Find the cities of {area}", area=area))
    tasks += [SubTask(id=f"besides_{number}", content=text) for number, text in enumerate(others, 1)]
    budget = () if request.budget_usd is None else (budget_constraint(request.budget_usd),)
    facts = {
        "origin": request.origin,
        "destination": request.destination,
        "destination_kind": request.destination_kind,
        "dates": list(request.dates),
        "people": request.people,
        "cities": request.cities,
    }
    return Plan(
        sub_tasks=tuple(tasks),
        global_constraints=(*budget, *(Constraint(text=text) for text in unread)),
        choice=ChoiceSpec(domain=NAME, facts=facts),
    )


def request_from_plan(plan: Plan) -> Trip:
    """The request that a plan stands for: its facts, and its typed constraints as they are now.

    Raises:
        ToolError, KeyError, TypeError, ValueError: a person spoilt them.
    """
    facts: Mapping[str, Any] = plan.choice.facts if plan.choice else {}
    return Trip(
        origin=str(facts["origin"]),
        destination=str(facts["destination"]),
        destination_kind="state" if facts["destination_kind"] == "state" else "city",
        dates=tuple(map(str, facts["dates"])),
        people=int(facts["people"]),
        cities=int(facts["cities"]),
        **wishes_in(plan),
    )


def _database(facts: Mapping[str, Any], records: Mapping[str, Sequence[Record]]) -> TravelDatabase:
    """What the searches handed over, as a database in memory: the choice is made among that and nothing else."""
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    create_tables(connection)
    travelled = records.get("transport", ())
    named = [str(facts["origin"])] + ([str(facts["destination"])] if facts["destination_kind"] == "city" else [])
    insert_rows(connection, City, _rows(City, records.get("cities", ())))
    insert_rows(connection, City, [City(name, None, "", "", None, None, "USD") for name in named])
    insert_rows(connection, Flight, _rows(Flight, [one for one in travelled if one["kind"] == "flight"]))
    insert_rows(connection, Distance, _rows(Distance, [one for one in travelled if one["kind"] != "flight"]))
    insert_rows(connection, Accommodation, _rows(Accommodation, records.get("rooms", ())))
    insert_rows(connection, Restaurant, _rows(Restaurant, records.get("restaurants", ())))
    insert_rows(connection, Attraction, _rows(Attraction, records.get("sights", ())))
    connection.commit()
    return TravelDatabase(connection, "the records that were handed over")


def _rows(row_type: type[RowT], records: Iterable[Record]) -> list[RowT]:
    names = columns(row_type)
    return [row_type._make([record[name] for name in names]) for record in records]
