"""Trips as a domain: a request for an itinerary becomes searches, typed constraints and a choice by CP-SAT.

A model fills the typed request, and code checks it. What is not said is asked for, never guessed; a wish that no field
holds stands in the plan as an untyped constraint, so that it is judged and reported and not lost.
"""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any, cast

from smurfs_graph.constraints.records import Record
from smurfs_graph.constraints.report import ChoiceReport
from smurfs_graph.errors import ToolError
from smurfs_graph.planning.forms import Constraint, Cover, OneOf, Sum
from smurfs_graph.planning.plan import ChoiceSpec, Plan, SubTask
from smurfs_graph.tools.domain import Formulation, Solved
from smurfs_graph.tools.effects import effects
from smurfs_graph.tools.python import from_function
from smurfs_graph.tools.tool import Tool
from smurfs_graph.tools.travel.database import TravelDatabase
from smurfs_graph.tools.travel.itinerary import MissingDataError, Vocabulary, gather, plan_among
from smurfs_graph.tools.travel.itinerary.request import MODES, ROOM_RULES, ROOM_TYPES, Trip, Wish, wishes_of
from smurfs_graph.tools.travel.lookup import fold
from smurfs_graph.tools.travel.request import QUESTIONS, TripRequest, check_trip
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
from smurfs_graph.tools.travel.trip_report import report_on

NAME = "itinerary"
_MOST_NAMES = 80
"""Of states and countries that a prompt lists."""
_NO_BUDGET = "the request names no budget that is understood, so that the cost has no limit"


Rows = list[dict[str, Any]]


class TripSearches:
    """The searches of a trip's plan, as the executors of PMC (appendix F.6); any thread may call them.

    They return every row, as records: what is left out here could be what makes a trip possible or cheapest.
    """

    def __init__(self, database: TravelDatabase) -> None:
        """The methods are tools."""
        self._database = database

    @effects("read")
    def trip_cities(self, area: str) -> Rows:
        """List all cities of a state or country.

        Args:
            area: State or country.
        """
        wanted = fold(area)
        rows = self._database.select(City)
        return [row._asdict() for row in rows if wanted in (fold(row.region or ""), fold(row.country))]

    @effects("read")
    def trip_transport(self, origin: str, cities: list[str], dates: list[str]) -> Rows:
        """List all flights on some days, and all roads, between a city and others and among those.

        Args:
            origin: City where the trip starts and ends.
            cities: Cities that may be visited.
            dates: Days of the trip, YYYY-MM-DD.
        """
        ends = list(dict.fromkeys([origin, *cities]))
        pairs = set(permutations(ends, 2))
        rows: Rows = []
        for start in ends:
            for road in self._database.select(Distance, "origin = ?", start):
                if (road.origin, road.destination) in pairs:
                    rows.append({"kind": "road", **road._asdict()})
            for day in dates:
                for flight in self._database.select(Flight, "origin = ? AND date = ?", start, day):
                    if (flight.origin, flight.destination) in pairs:
                        rows.append({"kind": "flight", **flight._asdict()})
        return rows

    @effects("read")
    def trip_rooms(self, cities: list[str]) -> Rows:
        """List all accommodations of some cities.

        Args:
            cities: Names of cities.
        """
        return [row._asdict() for city in cities for row in self._database.select(Accommodation, "city = ?", city)]

    @effects("read")
    def trip_restaurants(self, cities: list[str]) -> Rows:
        """List all restaurants of some cities.

        Args:
            cities: Names of cities.
        """
        return [row._asdict() for city in cities for row in self._database.select(Restaurant, "city = ?", city)]

    @effects("read")
    def trip_sights(self, cities: list[str]) -> Rows:
        """List all sights of some cities.

        Args:
            cities: Names of cities.
        """
        return [row._asdict() for city in cities for row in self._database.select(Attraction, "city = ?", city)]


class TripDomain:
    """Trips from the rows of one travel database."""

    name = NAME
    request_type = TripRequest

    def __init__(self, database: TravelDatabase) -> None:
        """Take the database that all its plans are made of."""
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
        """Say what trips are made of here, and the names that are known where they are few."""
        area_names = sorted({*self._vocabulary.areas_with_cities})
        listed = ", ".join(area_names) if len(area_names) <= _MOST_NAMES else f"{len(area_names)} states and countries"
        return (
            "Plans itineraries of whole round trips: transport, nights, three meals a day and sights, at the least"
            f" cost under all conditions.\nStates and countries with known cities: {listed}\n"
            f"Cuisines: {', '.join(self._vocabulary.cuisines.values())}"
        )

    def formulate(self, request: TripRequest) -> Formulation | None:
        """Return the plan of a trip; None where no itinerary is asked for."""
        if not request.wants_itinerary:
            return None
        checked = check_trip(request, self._vocabulary)
        if checked.trip is None:
            missing = tuple(QUESTIONS[name] for name in checked.missing)
            return Formulation(Plan(sub_tasks=()), missing, checked.problems)
        notes = () if checked.trip.budget_usd is not None else (_NO_BUDGET,)
        return Formulation(plan_of(checked.trip, request.other_wishes, request.other_tasks), notes=notes)

    def solve(self, plan: Plan, records: Mapping[str, Sequence[Record]], seconds: float) -> Solved:
        """Return the best itinerary, or why there is none."""
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
    """Return a plan: searches as prepared sub-tasks, wishes as constraints, and the choice of an itinerary.

    What is asked for besides are sub-tasks like any others, which models solve.
    """
    area = request.destination if request.destination_kind == "state" else ""
    where = f"the cities of {area}" if area else request.destination
    cities: Any = {"$from": "cities", "field": "name"} if area else [request.destination]
    first, last = request.dates[0], request.dates[-1]
    local = _local_constraints(request)

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
    budget = tuple(_constraint(wish) for wish in wishes_of(request) if wish.kind == "budget")
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
    """Return the request that a plan stands for: its facts, and its typed constraints as they are now.

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
        **_wishes_in(plan),
    )


def _database(facts: Mapping[str, Any], records: Mapping[str, Sequence[Record]]) -> TravelDatabase:
    """Make a database in memory of the searches' records: the choice is made among these and nothing else."""
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


_PLACE = {"transport rule": "transport", "room type": "rooms", "room rule": "rooms", "cuisine": "restaurants"}
"""The sub-task whose results decide each kind of wish."""


def _local_constraints(request: Trip) -> dict[str, tuple[Constraint, ...]]:
    """Return all wishes but the budget, by the sub-task that decides them."""
    found: dict[str, list[Constraint]] = {}
    for wish in wishes_of(request):
        if wish.kind in _PLACE:
            found.setdefault(_PLACE[wish.kind], []).append(_constraint(wish))
    return {name: tuple(items) for name, items in found.items()}


def _wishes_in(plan: Plan) -> dict[str, Any]:
    """Return the fields of a request that a plan's typed constraints set, however the plan came by them.

    A form that no wish has is left to the check of the result.
    """
    limits = [
        item.check
        for item in plan.global_constraints
        if isinstance(item.check, Sum) and item.check.field == "usd" and item.check.op in ("<=", "=")
    ]
    wishes: dict[str, Any] = {"budget_usd": min((form.value for form in limits), default=None)}
    local = {task.id: task.local_constraints for task in plan.sub_tasks}
    wishes["transport_rules"] = tuple(
        rule for rule, mode in MODES.items() if mode in _forbidden(local.get("transport", ()), "mode")
    )
    rooms = local.get("rooms", ())
    banned = _forbidden(rooms, "house_rules")
    wishes["room_rules"] = tuple(rule for rule in ROOM_RULES if f"no {rule}" in banned)
    wishes["room_type"] = _room_type(rooms)
    wishes["cuisines"] = tuple(
        str(value)
        for item in local.get("restaurants", ())
        if isinstance(item.check, Cover) and item.check.field == "cuisines"
        for value in item.check.values
    )
    return wishes


def _constraint(wish: Wish) -> Constraint:
    """Return a wish as a typed constraint."""
    value = str(wish.value)
    match wish.kind:
        case "budget":
            form = Sum(field="usd", value=float(wish.value), unit="USD")
        case "transport rule":
            form = OneOf(field="mode", values=(MODES[value],), forbidden=True)
        case "room rule":
            form = OneOf(field="house_rules", values=(f"no {value}",), forbidden=True)
        case "room type":
            shared = value == "not shared room"
            form = OneOf(field="room_type", values=(ROOM_TYPES["shared room" if shared else value],), forbidden=shared)
        case _:
            form = Cover(field="cuisines", values=(value,))
    return Constraint(text=wish.text, check=form)


def _forbidden(items: Iterable[Constraint], field: str) -> set[str]:
    forms = [item.check for item in items if isinstance(item.check, OneOf)]
    return {str(value).lower() for form in forms if form.field == field and form.forbidden for value in form.values}


def _room_type(items: Iterable[Constraint]) -> str | None:
    forms = [item.check for item in items if isinstance(item.check, OneOf) and item.check.field == "room_type"]
    kinds = cast("Mapping[str, str]", {kind: name for name, kind in ROOM_TYPES.items()})
    for form in forms:
        if form.forbidden and form.values == (ROOM_TYPES["shared room"],):
            return "not shared room"
        if not form.forbidden and len(form.values) == 1:
            return kinds.get(str(form.values[0]))
    return None
