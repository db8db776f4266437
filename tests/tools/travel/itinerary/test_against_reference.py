"""Itineraries against a reference without a solver, and against both modes of the evaluation."""

from dataclasses import replace
from math import inf

import pytest
from hypothesis import given, settings

from smurfs_graph.bench.travelplanner.sandbox import Sandbox
from smurfs_graph.tools.travel.database import TravelDatabase
from smurfs_graph.tools.travel.itinerary import Infeasible, MissingDataError, Planned, Trip
from tests.tools.travel.itinerary.graph_runs import judge, query_of
from tests.tools.travel.itinerary.reference import Reference
from tests.tools.travel.itinerary.worlds import plan_trip, requests, worlds

pytest.importorskip("ortools", reason="OR-Tools is not installed")


@given(worlds(), requests())
@settings(max_examples=15)
def test_the_least_cost_is_the_reference_s_and_the_plan_passes(database: TravelDatabase, request: Trip) -> None:
    """Both modes of the evaluation pass what is planned, its proved least cost is right, and a dollar below is none."""
    sandbox = Sandbox.from_database(database)
    least = Reference(request, sandbox).least_usd()
    try:
        outcome = plan_trip(request, database)
    except MissingDataError:
        bare = replace(request, room_rules=(), room_type=None, cuisines=(), transport_rules=())
        assert Reference(bare, sandbox).least_usd() == inf
        return
    if isinstance(outcome, Infeasible):
        assert least == inf
        assert outcome.proved_minimal
        return
    assert isinstance(outcome, Planned)
    assert outcome.optimal
    assert outcome.least_usd == pytest.approx(least)
    assert outcome.itinerary.usd <= least * 1.1 + 0.01
    budgeted = replace(request, budget_usd=outcome.itinerary.usd)
    for mode, verdict in judge(query_of(budgeted), outcome.itinerary.to_plan(), sandbox).items():
        assert verdict.passed, (mode, verdict.reasons())
        assert verdict.cost_usd == pytest.approx(outcome.itinerary.usd)
    assert isinstance(plan_trip(replace(request, budget_usd=least), database), Planned)
    refused = plan_trip(replace(request, budget_usd=least - 1), database)
    assert isinstance(refused, Infeasible)
    _check_conflict(refused, request, sandbox, least)


def _check_conflict(refused: Infeasible, request: Trip, sandbox: Sandbox, least: float) -> None:
    """The budget is in it, and by the reference it is minimal."""
    assert refused.proved_minimal
    assert refused.least_budget_usd == pytest.approx(least)
    kinds = [wish.kind for wish in refused.conflict]
    assert "budget" in kinds
    for left_out in refused.conflict:
        rest = [wish for wish in refused.conflict if wish is not left_out]
        kept = {kind: tuple(wish.value for wish in rest if wish.kind == kind) for kind in kinds}
        alone = replace(
            request,
            room_rules=kept.get("room rule", ()),
            room_type=next(iter(kept.get("room type", ())), None),
            cuisines=kept.get("cuisine", ()),
            transport_rules=kept.get("transport rule", ()),
        )
        limit = inf if left_out.kind == "budget" else least - 1
        assert Reference(alone, sandbox).least_usd() <= limit
