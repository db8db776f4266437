"""Figures over many plans."""

import pytest

from smurfs_graph.bench.travelplanner.query import TripQuery
from smurfs_graph.bench.travelplanner.rates import rates, wishes_of
from tests.bench.travelplanner.scenario import QUERY, Judge

WISHES = {"cuisine": ["Mexican"], "house rule": "visitors"}


def test_rates_are_shares_of_all_queries(judge: Judge) -> None:
    """A pass, a plan over budget, a plan outside the sandbox, and none: 1 + 1 + 1 + 3 wishes."""
    plain, wishful = TripQuery.model_validate(QUERY), TripQuery.model_validate(QUERY | {"local_constraint": WISHES})
    figures = rates(
        [
            (plain, judge("strict")),
            (plain, judge("strict", budget=1)),
            (plain, judge("strict", (2, "lunch", "Nowhere, Birch"))),
            (wishful, judge.plan("strict", None)),
        ]
    )
    assert figures.plans == 4
    assert figures.delivery == 3 / 4
    assert figures.commonsense_micro == (8 + 8 + 7) / 32
    assert figures.commonsense_macro == 2 / 4
    assert figures.hard_micro == 1 / 6
    assert figures.hard_macro == 1 / 4
    assert figures.final == 1 / 4


@pytest.mark.parametrize(("wishes", "count"), [({}, 1), (WISHES, 3), ({"cuisine": []}, 1), ({"room type": "x"}, 2)])
def test_wishes_are_counted_with_the_budget(wishes: dict[str, object], count: int) -> None:
    """An empty list of cuisines is no wish."""
    assert wishes_of(TripQuery.model_validate(QUERY | {"local_constraint": wishes})) == count


def test_no_verdicts_have_no_rates() -> None:
    """There is nothing to divide by."""
    with pytest.raises(ValueError, match="no verdicts"):
        rates([])
