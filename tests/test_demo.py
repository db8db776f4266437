"""The demo's answer says all that the database says, and shows a failed tool and its alternative."""

import asyncio
import re
import sqlite3
from importlib.resources import as_file, files
from pathlib import Path

import pytest

from smurfs_graph.cli.screen import Screen, plan_lines
from smurfs_graph.demo import main, solve
from smurfs_graph.events.run_view import RunView
from smurfs_graph.showing.results import in_plain_words


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
    assert f"In miles: it is about {km / 1.609344:.2f} mi." in answer
    assert not re.search(r"\w_\w|[{}]", answer), "keys and JSON are no sentences"


def test_the_answer_comes_first_and_the_plan_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a narrow pipe too: nothing is wider than the terminal, and no key of the data is spelled out."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "60")
    assert main() == 0
    told = capsys.readouterr()
    heads = ["\nAnswer\n", "Distance from Prague to Vienna:", "15 USD per car", "\nHow it was found\n", "\u2713 s1 "]
    assert [told.out.count(head) for head in heads] == [1] * len(heads)
    assert [told.out.index(head) for head in heads] == sorted(told.out.index(head) for head in heads)
    assert max(map(len, told.out.splitlines())) <= 60 and not told.err


@pytest.mark.parametrize("width", [60, 80])
def test_what_calls_brought_stands_in_words(width: int) -> None:
    """Below calls that would hide it; no line holds JSON, and none is wider."""
    view = RunView()
    asyncio.run(solve(Screen(), view))
    lines = [line.plain for line in plan_lines(view, width)]
    assert (
        "    it is about 195.11 mi." in lines
        and "    no direct flight from 'Lisbon' to 'Prague' on 2026-12" in "\n".join(lines)
    )
    assert "    there are 4 restaurants: Maple Table PRG-R07: cuisines" in "\n".join(lines)
    assert not re.search(r'\{|": |_\w+": ', "\n".join(lines)) and max(map(len, lines)) <= width


@pytest.mark.parametrize("text", ["no such item", "", "{}", "[]", "{bad", "[" * 9_000 + "]" * 9_000])
def test_what_is_no_data_stands_as_it_is(text: str) -> None:
    """Reasons, answers of models, and what only looks like JSON."""
    assert in_plain_words(text, "find it") == text


def test_secrets_in_results_keep_their_form() -> None:
    """So that what masks them finds them; values of the call are not said again."""
    assert (
        in_plain_words('{"city": "Prague", "api_key": "abc", "open": true}', 'find(city="Prague")')
        == "api_key: abc and it is open."
    )
