"""TravelPlanner's own queries, where its files are at hand: in `$SMURFS_DATA/travelplanner`."""

from dataclasses import replace
from math import inf

import pytest

from smurfs_graph.bench.travelplanner.sandbox import Sandbox
from smurfs_graph.tools.travel.database import TravelDatabase
from smurfs_graph.tools.travel.itinerary import Infeasible, Planned
from smurfs_graph.tools.travel.planner_csv import load_directory
from tests.bench.travelplanner.recorded import read_queries
from tests.real_data import REAL_DATA, WHERE
from tests.tools.travel.itinerary.budgets import Discriminated, discriminate, variants
from tests.tools.travel.itinerary.reference import Reference
from tests.tools.travel.itinerary.runs import MODES, Run, median_seconds, run_queries, without_flights

pytest.importorskip("ortools", reason="OR-Tools is not installed")

FOLDER = REAL_DATA / "travelplanner"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not (FOLDER / "queries.jsonl").is_file(),
        reason=f"no TravelPlanner files; {WHERE}",
    ),
]


@pytest.fixture(scope="module")
def database() -> TravelDatabase:
    return load_directory(FOLDER)


@pytest.fixture(scope="module")
def sandbox(database: TravelDatabase) -> Sandbox:
    return Sandbox.from_database(database)


@pytest.fixture(scope="module")
def runs(database: TravelDatabase, sandbox: Sandbox) -> list[Run]:
    return run_queries(read_queries(FOLDER / "queries.jsonl").values(), database, sandbox)


def test_final_pass_rate_speed_and_proofs(runs: list[Run]) -> None:
    """At least 95 % in both modes, two seconds at the median, and every choice proved optimal."""
    for mode in MODES:
        assert sum(run.verdicts[mode].passed for run in runs) >= 0.95 * len(runs)
    assert median_seconds(runs) <= 2
    assert all(run.outcome.optimal for run in runs if isinstance(run.outcome, Planned))
    assert not any(isinstance(run.outcome, Infeasible) for run in runs)


def test_fields_of_the_text(runs: list[Run]) -> None:
    """At least 95 % of all fields are read as the data set has them."""
    assert sum(len(run.misread) for run in runs) <= 0.05 * 10 * len(runs)
    assert all(run.request is not None for run in runs)


def test_without_flights_what_fails_lacks_a_road(runs: list[Run], database: TravelDatabase, sandbox: Sandbox) -> None:
    """No plan fails its evaluation; where there is none, the data has no way, and the text says so."""
    for run in run_queries([run.query for run in runs], without_flights(database), sandbox):
        assert run.failure in ("", "search")
        assert run.failure == "" or "no road" in run.text or "reached" in run.text


@pytest.mark.parametrize("others", [0, 20])
def test_budgets_discriminate(runs: list[Run], database: TravelDatabase, sandbox: Sandbox, others: int) -> None:
    """At the proved least cost there is a plan; a dollar below, a refusal with that budget and a minimal conflict."""
    requests = [run.request for run in runs if run.request is not None]
    tested = [*variants(requests, others)] if others else requests
    _holds([discriminate(request, database, sandbox) for request in tested])


def test_least_costs_are_those_of_the_reference(runs: list[Run], sandbox: Sandbox) -> None:
    """Worked out route by route, without a solver."""
    for run in runs:
        assert run.request is not None
        assert isinstance(run.outcome, Planned)
        least = Reference(replace(run.request, budget_usd=None), sandbox).least_usd()
        assert run.outcome.least_usd == pytest.approx(least), run.query.text


def test_least_costs_of_variants_are_those_of_the_reference(
    runs: list[Run], database: TravelDatabase, sandbox: Sandbox
) -> None:
    """With other cuisines, room rules and means of transport."""
    requests = [run.request for run in runs if run.request is not None and run.request.days < 7]
    for request in variants(requests, 20):
        least = Reference(request, sandbox).least_usd()
        tested = discriminate(request, database, sandbox)
        assert (tested.least_usd or inf) == pytest.approx(least)


def _holds(tested: list[Discriminated]) -> None:
    possible = [each for each in tested if each.least_usd is not None]
    assert sum(each.solved for each in possible) >= 0.95 * len(possible)
    assert sum(each.refused for each in possible) >= 0.95 * len(possible)
    assert max(each.refused_seconds for each in possible) <= 15
