"""The order of cities, day by day."""

from typing import Any

import pytest

from smurfs_graph.bench.travelplanner.verdict import Mode, Reason
from tests.bench.travelplanner.scenario import Judge

HOME = {"org": "Alder"}
TEXAS = {"org": "Alder", "dest": "Texas"}


def reasons(judge: Judge, mode: Mode, cities: list[str], query: dict[str, Any]) -> list[Reason]:
    """Return what is wrong with days that have a city and no more."""
    days = [{"days": number, "transportation": "-", "current_city": city} for number, city in enumerate(cities, 1)]
    asked = {"days": len(cities)} | query
    # Official mode wants accommodations, too, or it ends before the verdict.
    verdict = judge.plan(mode, [{**day, "accommodation": "-"} for day in days], **asked)
    assert verdict.commonsense is not None
    return list(verdict.commonsense["route"].reasons)


SOUND = [
    ["from Alder to Birch", "Birch", "from Birch to Alder"],
    ["from Alder to Birch", "from Birch to Alder"],
    ["from Alder(Ohio) to Birch", "Birch(Ohio)", "from Birch to Alder (Ohio)"],
]

SOUND_IN_TEXAS = [
    ["from Alder to Cedar", "Cedar", "from Cedar to Dogwood", "Dogwood", "from Dogwood to Alder"],
    ["from Alder to Cedar", "Cedar", "Cedar", "Cedar", "from Cedar to Alder"],
    ["from Alder to Cedar", "from Cedar to Dogwood", "Dogwood", "Dogwood", "from Dogwood to Alder"],
]


@pytest.mark.parametrize(("cities", "query"), [(one, HOME) for one in SOUND] + [(one, TEXAS) for one in SOUND_IN_TEXAS])
def test_sound_routes(judge: Judge, cities: list[str], query: dict[str, Any]) -> None:
    """Out, on, and home again; a bracket after a space is a name of its own to the published evaluator alone."""
    assert reasons(judge, "strict", cities, query) == []
    if not any(" (" in city for city in cities):
        assert reasons(judge, "official", cities, query) == []


BROKEN: list[tuple[list[str], dict[str, Any], str, str]] = [
    (["from Birch to Elm", "Elm", "from Elm to Birch"], HOME, "not in 'Alder'", "not in 'Alder'"),
    (["from Alder to Birch", "Birch", "Birch"], HOME, "ends in 'Birch'", "ends in 'Birch'"),
    (["Alder", "Alder"], HOME, "Alder, Alder are no round trip", "no round trip"),
    (["Alder"], HOME, "Alder are no round trip", "no round trip"),
    (["Birch", "Birch", "Birch"], HOME, "", "starts in 'Birch', not in 'Alder'"),
    (["Birch", "Elm", "Elm", "Birch"], HOME, "not in Birch", "starts in 'Birch'"),
    (
        ["from Alder to Cedar", "from Cedar to Alder", "from Alder to Dogwood", "from Dogwood to Alder"],
        TEXAS,
        "visits each of them once",
        "'Alder' is left and entered again",
    ),
    (
        ["from Alder to Cedar", "from Cedar to Dogwood", "from Dogwood to Cedar", "from Cedar to Alder"],
        TEXAS,
        "visits each of them once",
        "'Cedar' is left and entered again",
    ),
    (
        ["from Alder to Cedar", "Cedar", "Dogwood", "from Cedar to Alder"],
        TEXAS,
        "visits each of them once",
        "day 3 starts in 'Dogwood'",
    ),
    (["from Alder to Oz", "Oz", "from Oz to Alder"], HOME, "'Oz' is no city", "'Oz' is no city"),
    (["from Alder to Elm", "Elm", "Elm", "from Elm to Alder"], TEXAS, "'Elm' is in Iowa", "'Elm' is in Iowa"),
    (["from Alder to Birch", "", "from Birch to Alder"], HOME, "no round trip", "current_city '' cannot be read"),
]


@pytest.mark.parametrize(("cities", "query", "official", "strict"), BROKEN)
def test_broken_routes(judge: Judge, cities: list[str], query: dict[str, Any], official: str, strict: str) -> None:
    """Each mode says what is wrong; a stay in one city is a round trip to the published evaluator."""
    found = reasons(judge, "official", cities, query)
    assert official in found[0].text if official else not found
    assert any(strict in one.text for one in reasons(judge, "strict", cities, query))


def test_home_needs_no_state_of_the_query(judge: Judge) -> None:
    """The ends of a longer trip are at home, which may be anywhere."""
    assert reasons(judge, "official", SOUND_IN_TEXAS[0], TEXAS) == []
    assert reasons(judge, "official", SOUND_IN_TEXAS[0], TEXAS | {"dest": "Iowa"})[0].subject == "Cedar"
