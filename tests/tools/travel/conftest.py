"""The shipped tools, and a small TravelPlanner folder whose rows the tests know by heart."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph import ToolError
from smurfs_graph.tools.travel.database import SHIPPED, open_file
from smurfs_graph.tools.travel.domain import TripDomain
from smurfs_graph.tools.travel.toolset import open_source, tools_over

Tools = dict[str, Callable[..., Any]]

FILES = {
    "city_states.tsv": "Alder\tOhio\nBirch\tOhio\nCedar\tTexas\nDogwood\tTexas\n",
    "accommodations.csv": (
        ",NAME,room type,price,minimum nights,review rate number,house_rules,maximum occupancy,city\n"
        '0,"Loft, sunny",Entire home/apt,120.0,2.0,4.0,No smoking & No pets,4,Alder\n'
        "1,Plain room,Private room,55.5,1.0,3.0,No parties,2,Alder\n"
        "2,Free for all,Private room,40.0,1.0,5.0,,2,Alder\n"
        "3,,Private room,30.0,1.0,5.0,No pets,2,Alder\n"
        "4,Cabin,Shared room,25.0,30.0,2.0,No visitors,1,Elm\n"
    ),
    "restaurants.csv": (
        ",Name,City,Cuisines,Average Cost,Aggregate Rating\n"
        '0,Fork,Alder,"Tea, Pizza, Indian",46,4.8\n'
        '1,Spoon,Alder,"Cafe, Pizza",12,3.9\n'
        "2,Knife,Alder,NA,12,3.9\n"
    ),
    "attractions.csv": (
        "Name,Latitude,Longitude,Address,Phone,Website,City\n"
        'Old Mill,40.5,-83.25,"1 Mill Rd, Alder",Unknown,https://mill.example,Alder\n'
        "Lost Place,40.5,-83.25,,Unknown,https://lost.example,Alder\n"
    ),
    "distance.csv": (
        "origin,destination,cost,duration,distance\n"
        'Alder,Birch,,10 hours 55 mins,"1,144 km"\n'
        'Alder,Birch,,9 hours,"1,000 km"\n'
        "Birch,Alder,,,\n"
        'Alder,Dogwood,,1 day 3 hours,"2,745 km"\n'
    ),
    "flights.csv": (
        ",Flight Number,Price,DepTime,ArrTime,ActualElapsedTime,FlightDate,OriginCityName,DestCityName,Distance\n"
        "0,F01,474,15:40,17:04,2 hours 24 minutes,2022-03-16,Alder,Cedar,1049.0\n"
        "1,F02,90,19:00,20:10,1 hours 10 minutes,2022-03-16,Cedar,Dogwood,300.0\n"
        "2,F03,60,17:30,18:40,1 hours 10 minutes,2022-03-16,Cedar,Dogwood,300.0\n"
        "3,F04,200,22:44,06:02,4 hours 18 minutes,2022-03-17,Dogwood,Alder,900.0\n"
        "4,F05,,22:44,06:02,4 hours 18 minutes,2022-03-18,Dogwood,Alder,900.0\n"
    ),
}


def refusal(tool: Callable[..., Any], *arguments: Any, **named: Any) -> str:
    """Call a tool and return its error's text."""
    with pytest.raises(ToolError) as caught:
        tool(*arguments, **named)
    return str(caught.value)


def tools(path: str | None = None) -> list[Callable[..., Any]]:
    """The tools over a database: that of a path, or the shipped one."""
    return tools_over(open_source(path))


@pytest.fixture
def shipped() -> Tools:
    """The tools over the database of the package, by name."""
    return {tool.__name__: tool for tool in tools()}


@pytest.fixture(scope="session")
def domain() -> TripDomain:
    """Trips over the database of the package."""
    return TripDomain(open_file(SHIPPED))


@pytest.fixture
def planner_folder(tmp_path: Path) -> Path:
    """A folder with the six files of `FILES`."""
    folder = tmp_path / "sandbox"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def planner(planner_folder: Path) -> Tools:
    """The tools over that folder, by name."""
    return {tool.__name__: tool for tool in tools(str(planner_folder))}
