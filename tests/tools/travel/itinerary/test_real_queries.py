"""TravelPlanner's own queries through the whole graph, where its files are at hand: in `$SMURFS_DATA/travelplanner`."""

from dataclasses import replace
from math import inf

import pytest

from smurfs_graph.bench.travelplanner.sandbox import Sandbox
from smurfs_graph.tools.travel.database import TravelDatabase
from smurfs_graph.tools.travel.itinerary import Vocabulary
from smurfs_graph.tools.travel.reader import fill
from smurfs_graph.tools.travel.request import TripRequest, check_trip
from tests.bench.travelplanner.recorded import read_queries
from tests.real_data import TRAVELPLANNER, needs_travelplanner, travel_database, travel_sandbox
from tests.tools.travel.itinerary.graph_runs import (
    MODES,
    Discriminated,
    GraphRun,
    TripGraph,
    discriminate_in_graph,
    misread_fields,
    run_in_graph,
    variants,
    without_flights,
)
from tests.tools.travel.itinerary.reference import Reference

pytest.importorskip("ortools", reason="OR-Tools is not installed")

pytestmark = [pytest.mark.slow, needs_travelplanner]


@pytest.fixture(scope="module")
def database() -> TravelDatabase:
    return travel_database()


@pytest.fixture(scope="module")
def sandbox() -> Sandbox:
    return travel_sandbox()


@pytest.fixture(scope="module")
def graph(database: TravelDatabase) -> TripGraph:
    return TripGraph(database)


@pytest.fixture(scope="module")
def runs(graph: TripGraph, sandbox: Sandbox) -> list[GraphRun]:
    return run_in_graph(read_queries(TRAVELPLANNER / "queries.jsonl").values(), graph, sandbox)


def test_final_pass_rate_and_proofs(runs: list[GraphRun]) -> None:
    """At least 95 % in both modes, every choice proved optimal, and none called infeasible."""
    for mode in MODES:
        assert sum(run.verdicts[mode].passed for run in runs) >= 0.95 * len(runs)
    reports = [run.report for run in runs if run.report is not None]
    assert all(report.optimal for report in reports if report.status == "chosen")
    assert not any(report.status == "infeasible" for report in reports)


def test_fields_of_the_text(runs: list[GraphRun], database: TravelDatabase) -> None:
    """Plain words are read as the data set has it; the queries' own are read so, or some are left over."""
    assert not any(run.misread or run.request is None for run in runs)
    known = Vocabulary.from_database(database)
    for run in runs:
        filled = TripRequest.model_validate(fill(run.query.text))
        trip = check_trip(filled, known).trip
        assert trip is None or filled.other_wishes or not misread_fields(run.query, trip), run.query.text


def test_without_flights_what_fails_lacks_a_road(
    runs: list[GraphRun], database: TravelDatabase, sandbox: Sandbox
) -> None:
    """No plan fails its evaluation; where there is none, the data has no way, and the answer says so."""
    roads = TripGraph(without_flights(database))
    for run in run_in_graph([run.query for run in runs if run.request], roads, sandbox):
        assert run.failure in ("", "search")
        assert run.failure == "" or "no road" in run.answer or "reached" in run.answer


def test_budgets_discriminate(
    runs: list[GraphRun], database: TravelDatabase, graph: TripGraph, sandbox: Sandbox
) -> None:
    """At the least cost, which is the reference's, there is a plan; a dollar below, a refusal with that budget."""
    read = [run.request for run in runs if run.request]
    _hold([discriminate_in_graph(each, database, graph, sandbox) for each in read], sandbox)


def test_budgets_of_variants_discriminate(
    runs: list[GraphRun], database: TravelDatabase, graph: TripGraph, sandbox: Sandbox
) -> None:
    """With other cuisines, room rules and means of transport."""
    requests = [run.request for run in runs if run.request is not None and run.request.days < 7]
    _hold([discriminate_in_graph(each, database, graph, sandbox) for each in variants(requests, 20)], sandbox)


def _hold(tested: list[Discriminated], sandbox: Sandbox) -> None:
    for each in tested:
        least = Reference(replace(each.request, budget_usd=None), sandbox).least_usd()
        assert (inf if each.least_usd is None else each.least_usd) == pytest.approx(least), each.request
    possible = [each for each in tested if each.least_usd is not None]
    assert sum(each.solved for each in possible) >= 0.95 * len(possible)
    assert sum(each.refused for each in possible) >= 0.95 * len(possible)
