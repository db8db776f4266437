"""A sandbox of a few rows, a plan in it that keeps every rule, and ways to spoil that plan."""

from copy import deepcopy
from pathlib import Path
from typing import Any

from smurfs_graph.bench.travelplanner.day import SLOTS, read_plan
from smurfs_graph.bench.travelplanner.evaluate import evaluate
from smurfs_graph.bench.travelplanner.query import TripQuery
from smurfs_graph.bench.travelplanner.sandbox import Sandbox
from smurfs_graph.bench.travelplanner.verdict import Mode, PlanVerdict

FILES = {
    "city_states.tsv": "Alder\tOhio\nBirch\tOhio\nCedar\tTexas\nDogwood\tTexas\nElm\tIowa\n",
    "accommodations.csv": (
        ",NAME,room type,price,minimum nights,review rate number,house_rules,maximum occupancy,city\n"
        "0,Loft,Entire home/apt,100.0,2.0,4.0,No smoking & No pets,2,Birch\n"
        '1,"Den, quiet",Private room,50.0,1.0,3.0,No parties,4,Birch\n'
        "2,Barn and Loft,Shared room,10.0,9.0,2.0,No visitors,1,Birch\n"
        "3,Cabin,Private room,60.0,3.0,4.0,No children under 10,3,Birch\n"
        "4,Hut,Entire home/apt,70.0,2.0,4.0,No smoking,3,Cedar\n"
        "5,Tent,Entire home/apt,80.0,2.0,4.0,No smoking,3,Dogwood\n"
        "6,Nameless rules,Entire home/apt,80.0,2.0,4.0,,3,Birch\n"
    ),
    "restaurants.csv": (
        ",Name,City,Cuisines,Average Cost,Aggregate Rating\n"
        '0,Home Plate,Alder,"Tea, Indian",9,4.0\n'
        '1,Fork,Birch,"Tea, Indian",10,4.8\n'
        '2,Spoon,Birch,"Cafe, Pizza",20,3.9\n'
        "3,Knife,Birch,Chinese,30,3.9\n"
        "4,Golden Ladle,Birch,Mexican,40,3.9\n"
        "5,Ladle,Birch,American,5,3.9\n"
        "6,Bowl,Cedar,Tea,1,4.0\n"
        "7,Cup,Cedar,Tea,1,4.0\n"
        "8,Mug,Cedar,Tea,1,4.0\n"
        "9,Pan,Dogwood,Tea,1,4.0\n"
        "10,Pot,Dogwood,Tea,1,4.0\n"
        "11,Wok,Dogwood,Tea,1,4.0\n"
        "12,Unpriced,Birch,Tea,,4.0\n"
    ),
    "attractions.csv": (
        "Name,Latitude,Longitude,Address,Phone,Website,City\n"
        "Old Mill,40.5,-83.25,1 Mill Rd,1,https://mill.example,Birch\n"
        "Pond,40.5,-83.25,2 Mill Rd,2,https://pond.example,Birch\n"
        "Rock,40.5,-83.25,3 Mill Rd,3,https://rock.example,Cedar\n"
        "Dune,40.5,-83.25,4 Mill Rd,4,https://dune.example,Dogwood\n"
    ),
    "distance.csv": (
        "origin,destination,cost,duration,distance\n"
        'Alder,Birch,,10 hours 55 mins,"1,150 km"\n'
        "Birch,Alder,,10 hours 55 mins,999 km\n"
        "Alder,Cedar,,5 hours,500 km\n"
        "Cedar,Dogwood,,1 hour,100 km\n"
        "Dogwood,Alder,,6 hours,600 km\n"
        "Alder,Elm,,1 day 3 hours,2745 km\n"
        "Elm,Alder,,,\n"
    ),
    "flights.csv": (
        ",Flight Number,Price,DepTime,ArrTime,ActualElapsedTime,FlightDate,OriginCityName,DestCityName,Distance\n"
        "0,F1,300,15:40,17:04,2 hours 24 minutes,2022-03-16,Alder,Birch,1000.0\n"
        "1,F2,200,10:00,12:00,2 hours 0 minutes,2022-03-18,Birch,Alder,500.0\n"
        "2,F3,200,10:00,12:00,2 hours 0 minutes,2022-03-17,Birch,Alder,500.0\n"
    ),
}
"""Three rows lack a value and are dropped (the last accommodation and restaurant) or lead nowhere (Elm to Alder)."""

QUERY: dict[str, Any] = {
    "idx": 7,
    "org": "Alder",
    "dest": "Birch",
    "days": 3,
    "visiting_city_number": 1,
    "date": ["2022-03-16", "2022-03-17", "2022-03-18"],
    "people_number": 3,
    "local_constraint": {"house rule": None, "cuisine": None, "room type": None, "transportation": None},
    "budget": 5000,
    "query": "Three days in Birch, please.",
    "level": "easy",
}


def _day(number: int, city: str, **entries: str) -> dict[str, Any]:
    """A day's record, with '-' where nothing is said."""
    return {"days": number, "current_city": city, **dict.fromkeys(SLOTS, "-"), **entries}


GOOD_PLAN: list[dict[str, Any]] = [
    _day(
        1,
        "from Alder to Birch",
        transportation="Self-driving, from Alder to Birch, duration: 10 hours 55 mins, distance: 1,150 km, cost: 57",
        attraction="Pond, Birch;",
        accommodation="Den, quiet, Birch",
    ),
    _day(
        2,
        "Birch",
        breakfast="Fork, Birch",
        attraction="Old Mill, Birch;",
        lunch="Spoon, Birch",
        dinner="Knife, Birch",
        accommodation="Den, quiet, Birch",
    ),
    _day(
        3,
        "from Birch to Alder",
        transportation="Self-driving, from Birch to Alder, duration: 10 hours 55 mins, distance: 999 km, cost: 49",
        dinner="Home Plate, Alder",
    ),
    {},
]
"""Costs 57 + 49 for the car, 60 x 3 + 9 x 3 for meals, 50 for each of two nights: 413 dollars."""

TEXAS = {"dest": "Texas", "days": 5, "visiting_city_number": 2, "date": [f"2022-03-{day}" for day in range(16, 21)]}


def _drive(number: int, way: str, hours: str, **entries: str) -> dict[str, Any]:
    """A day on the road."""
    return _day(number, way, transportation=f"Self-driving, {way}, duration: {hours}", **entries)


def _stay(number: int, city: str, sight: str, meals: tuple[str, str, str], room: str) -> dict[str, Any]:
    """A day in a city with everything that one can have."""
    breakfast, lunch, dinner = (f"{name}, {city}" for name in meals)
    seen, slept = f"{sight}, {city};", f"{room}, {city}"
    return _day(number, city, breakfast=breakfast, attraction=seen, lunch=lunch, dinner=dinner, accommodation=slept)


TEXAS_PLAN: list[dict[str, Any]] = [
    _drive(1, "from Alder to Cedar(Texas)", "5 hours", accommodation="Hut, Cedar(Texas)"),
    _stay(2, "Cedar(Texas)", "Rock", ("Bowl", "Cup", "Mug"), "Hut"),
    _drive(3, "from Cedar(Texas) to Dogwood(Texas)", "1 hour", accommodation="Tent, Dogwood(Texas)"),
    _stay(4, "Dogwood(Texas)", "Dune", ("Pan", "Pot", "Wok"), "Tent"),
    _drive(5, "from Dogwood(Texas) to Alder", "6 hours"),
]


class Judge:
    """Judges variants of the good plan."""

    def __init__(self, sandbox: Sandbox) -> None:
        """Everything is judged in this sandbox."""
        self.sandbox = sandbox

    def __call__(self, mode: Mode, *changes: tuple[int, str, Any], **query: Any) -> PlanVerdict:
        """The good plan with fields changed, each `(day, field, value)`, for the query with fields changed."""
        return self.plan(mode, spoilt(GOOD_PLAN, *changes), **query)

    def texas(self, mode: Mode, *changes: tuple[int, str, Any], **query: Any) -> PlanVerdict:
        """Judge a plan of the longer trip."""
        return self.plan(mode, spoilt(TEXAS_PLAN, *changes), **(TEXAS | query))

    def plan(self, mode: Mode, plan: object, **query: Any) -> PlanVerdict:
        """Any plan."""
        return evaluate(TripQuery.model_validate(QUERY | query), read_plan(plan), self.sandbox, mode)

    def wish(self, mode: Mode, *changes: tuple[int, str, Any], **wishes: Any) -> PlanVerdict:
        """The good plan with fields changed, for a query with wishes, spaces in their names as underscores."""
        asked = {name.replace("_", " "): wish for name, wish in wishes.items()}
        return self(mode, *changes, local_constraint=asked)


def spoilt(plan: list[dict[str, Any]], *changes: tuple[int, str, Any]) -> list[dict[str, Any]]:
    """A copy of a plan with fields changed; a value of `...` takes the key away."""
    copy = deepcopy(plan)
    for day, field, value in changes:
        if value is ...:
            del copy[day - 1][field]
        else:
            copy[day - 1][field] = value
    return copy


def write_files(directory: Path) -> None:
    """Write the sandbox into a directory."""
    for name, text in FILES.items():
        (directory / name).write_text(text, encoding="utf-8")
