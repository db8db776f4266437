"""The demo's answer says all that the database says, and shows a failed tool and its alternative."""

import asyncio
import re
import sqlite3
from importlib.resources import as_file, files

from smurfs_graph.cli.screen import Screen
from smurfs_graph.demo import solve
from smurfs_graph.events.run_view import RunView


def test_the_demo_tells_all_that_the_database_has_in_sentences() -> None:
    """Every restaurant, both legs of the flight and the distance, one of the calls having failed on the way."""
    result = asyncio.run(solve(Screen(), RunView()))
    calls = [evidence for outcome in result["outcomes"].values() for evidence in outcome.evidence]
    assert result["stop_reason"] == "answered"
    assert [call.tool for call in calls if not call.ok] == ["search_flights"]
    with as_file(files("smurfs_graph.tools.travel") / "travel.sqlite") as path, sqlite3.connect(path) as database:
        direct = "SELECT count(*) FROM flights WHERE origin='Lisbon' AND destination='Prague' AND date='2026-12-03'"
        assert database.execute(direct).fetchone() == (0,)
        [km] = database.execute(
            "SELECT distance_km FROM distances WHERE origin='Prague' AND destination='Vienna'"
        ).fetchone()
        restaurants = database.execute(
            "SELECT name, average_cost_usd FROM restaurants WHERE city='Prague' AND cuisines LIKE '%Italian%'"
        ).fetchall()
        [both] = [call.text for call in calls if call.tool == "search_connections"]
        legs = database.execute(
            "SELECT flight_number, origin, destination FROM flights WHERE date='2026-12-03'"
        ).fetchall()
    answer, taken = result["answer"], [leg for leg in legs if leg[0] in both]
    assert len(restaurants) == 4 and f"there are {len(restaurants)} restaurants" in answer
    for name, cost in restaurants:
        assert re.search(rf"^- {re.escape(name)}: .*average cost {cost:g} USD", answer, re.MULTILINE)
    assert {leg[1:] for leg in taken} == {("Lisbon", "Paris"), ("Paris", "Prague")}
    for number, origin, destination in taken:
        assert f"{number} (from {origin} to {destination}, " in answer
    assert f"the distance is {km:g} km" in answer
    assert re.search(rf"it is {re.escape(f'{km / 1.609344:.1f}')}\d* mi\.", answer)
    assert not re.search(r"\w_\w|[{}]", answer), "keys and JSON are no sentences"
