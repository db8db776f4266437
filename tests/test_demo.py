"""The demo's answer says what the database says, and shows a failed tool and its alternative."""

import asyncio
import sqlite3
from importlib.resources import as_file, files

from smurfs_graph.cli.screen import Silent
from smurfs_graph.demo import solve
from smurfs_graph.run_view import RunView


def test_the_demos_facts_are_those_of_the_database() -> None:
    """At least four calls, one of them failing; flights, a restaurant and the distance as the database has them."""
    result = asyncio.run(solve(Silent(), RunView()))
    calls = [evidence for outcome in result["outcomes"].values() for evidence in outcome.evidence]
    assert result["stop_reason"] == "answered"
    assert len(calls) >= 4
    assert [call.tool for call in calls if not call.ok] == ["search_flights"]
    with as_file(files("smurfs_graph.tools.travel") / "travel.sqlite") as path, sqlite3.connect(path) as database:
        direct = "SELECT count(*) FROM flights WHERE origin='Lisbon' AND destination='Prague' AND date='2026-12-03'"
        assert database.execute(direct).fetchone() == (0,)
        road = "SELECT distance_km FROM distances WHERE origin='Prague' AND destination='Vienna'"
        [km] = database.execute(road).fetchone()
        italian = "SELECT name FROM restaurants WHERE city='Prague' AND cuisines LIKE '%Italian%'"
        names = [name for (name,) in database.execute(italian)]
        first_leg = "SELECT flight_number FROM flights WHERE origin='Lisbon' AND date='2026-12-03'"
        numbers = {number for (number,) in database.execute(first_leg)}
    assert f"{km:g}" in result["answer"]
    assert f"{km / 1.609344:.1f}" in result["answer"]
    assert any(name in result["answer"] for name in names)
    assert any(number in result["answer"] for number in numbers)
