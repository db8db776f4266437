"""Figures over many plans, as the benchmark sums them up; and the comparison with recorded verdicts."""

import json
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph.bench.suite import SuiteOptions
from smurfs_graph.bench.suites.travelplanner import TravelPlanner, load
from smurfs_graph.bench.travelplanner.query import TripQuery
from smurfs_graph.bench.travelplanner.verdict import Reason
from tests.bench.travelplanner.recorded import compare, points_at_the_same
from tests.bench.travelplanner.scenario import GOOD_PLAN, QUERY, Judge, spoilt, write_files

WISHES = {"cuisine": ["Mexican"], "house rule": "visitors"}


@pytest.fixture
def suite(tmp_path: Path) -> TravelPlanner:
    """Four queries: two plain ones, one with a small budget, one with wishes."""
    write_files(tmp_path)
    changes: list[dict[str, Any]] = [{}, {"budget": 1}, {}, {"local_constraint": WISHES}]
    lines = [json.dumps(QUERY | {"idx": number} | each) for number, each in enumerate(changes, 1)]
    (tmp_path / "queries.jsonl").write_text("\n".join(lines))
    return load(SuiteOptions(tmp_path))


def test_rates_are_shares_of_all_queries(suite: TravelPlanner) -> None:
    """A pass, a plan over budget, a plan outside the sandbox, and none: 1 + 1 + 1 + 3 wishes."""
    plans: list[Any] = [GOOD_PLAN, GOOD_PLAN, spoilt(GOOD_PLAN, (2, "lunch", "Nowhere, Birch")), None]
    results = [{"answer": json.dumps(plan), "stop_reason": "answered"} for plan in plans]
    rows = [suite.score(case, result) for case, result in zip(suite.cases(), results, strict=True)]
    sums = {name: sum(row[name] for row in rows) for name in rows[0]}
    assert sums["delivered"] == 3
    for said in ("", " (strict)"):
        assert sums[f"commonsense kept{said}"] / sums["commonsense rules"] == (8 + 8 + 7) / 32
        assert sums[f"hard kept{said}"] / sums["hard rules"] == 1 / 6
        assert [sums[f"{name}{said}"] for name in ("commonsense macro", "hard macro", "final pass")] == [2, 1, 1]


@pytest.mark.parametrize(("wishes", "count"), [({}, 1), (WISHES, 3), ({"cuisine": []}, 1), ({"room type": "x"}, 2)])
def test_wishes_are_counted_with_the_budget(wishes: dict[str, object], count: int) -> None:
    """An empty list of cuisines is no wish."""
    assert TripQuery.model_validate(QUERY | {"local_constraint": wishes}).hard_rules == count


def test_a_recorded_verdict_that_differs_is_told(judge: Judge) -> None:
    """The cost, whether hard rules were judged, and whether anything was delivered."""
    verdict = judge("official")
    told = [each.partition(":")[0] for each in compare({"delivered": True, "cost": 414, "commonsense": None}, verdict)]
    assert told == ["cost", "whether commonsense is judged", "whether hard is judged"]


@pytest.mark.parametrize(
    ("reason", "recorded", "same"),
    [
        (Reason("", 2, "dinner", "X"), "something in day 2 dinner", True),
        (Reason("", 2, "lunch", "X"), "something in day 2 dinner", False),
        (Reason("", 3, "dinner", "X"), "something in day 2 dinner", False),
        (Reason("", 3, "dinner", "X, Y"), "the place X, Y is bad", True),
        (Reason("", 3, "dinner", "X, Z"), "the place X, Y is bad", False),
        (Reason(""), "all is bad", True),
    ],
)
def test_reasons_are_compared_by_what_they_point_at(reason: Reason, recorded: str, same: bool) -> None:
    """Day and entry, or else the name; the wording is free."""
    assert points_at_the_same(reason, recorded) is same
