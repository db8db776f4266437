"""`builtin:travel`: plain functions over a travel database, and the domain of trips."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.tools.domain import Toolset
from smurfs_graph.tools.travel.database import SHIPPED, TravelDatabase, open_file
from smurfs_graph.tools.travel.domain import TripDomain
from smurfs_graph.tools.travel.places import PlaceTools
from smurfs_graph.tools.travel.planner_csv import load_directory
from smurfs_graph.tools.travel.transport import TransportTools


def open_source(argument: str | None = None) -> TravelDatabase:
    """Return the database behind the tools: the shipped one, a `.sqlite` file, or a directory of TravelPlanner files.

    Raises:
        ConfigurationError: there is nothing at that path, or it is no travel database.
    """
    if argument is None:
        return open_file(SHIPPED)
    if not argument.strip():
        raise ConfigurationError("the path of the travel database is empty; leave it out for the shipped one")
    path = Path(argument).expanduser()
    if path.is_file():
        return open_file(path)
    if path.is_dir():
        return load_directory(path)
    raise ConfigurationError(
        f"travel data {argument!r} does not exist; give a .sqlite file or a folder of TravelPlanner CSV files"
    )


def open_toolset(argument: str | None = None) -> Toolset:
    """Return the tools over one database, with what plans whole trips from it; any thread may call them.

    `argument` is the path of a `.sqlite` file or of a directory of TravelPlanner files; None stands for the shipped
    database. Prices are in US dollars. A tool refuses with ToolError and a reason that a model can use.

    Raises:
        ConfigurationError: there is nothing at that path, or it is no travel database.
    """
    database = open_source(argument)
    return Toolset(tools_over(database), TripDomain(database))


def tools_over(database: TravelDatabase) -> list[Callable[..., Any]]:
    """Return the tools over a database that is open."""
    transport, places = TransportTools(database), PlaceTools(database)
    return [
        transport.search_flights,
        transport.search_connections,
        transport.get_distance,
        places.find_accommodations,
        places.find_restaurants,
        places.find_attractions,
        places.list_cities,
    ]
