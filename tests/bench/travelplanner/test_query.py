"""Reading queries, and what is said when they are wrong."""

from typing import Any

import pytest
from pydantic import ValidationError

from smurfs_graph.bench.travelplanner.query import TripQuery
from tests.bench.travelplanner.scenario import GOOD_PLAN, QUERY


def test_queries_have_their_wishes() -> None:
    """The annotated plan is not kept."""
    wishes = {"house rule": "pets", "cuisine": ["Tea"], "room type": None, "transportation": "no flight"}
    query = TripQuery.model_validate(QUERY | {"local_constraint": wishes, "annotated_plan": GOOD_PLAN})
    assert (query.origin, query.destination, query.dates[2]) == ("Alder", "Birch", "2022-03-18")
    assert (query.local_constraint.house_rule, query.local_constraint.cuisine) == ("pets", ("Tea",))
    assert not hasattr(query, "annotated_plan")


def test_the_quoted_form_of_the_published_set_is_read() -> None:
    """There, lists and records are texts."""
    record = QUERY | {"date": str(QUERY["date"]), "local_constraint": str({"house rule": "pets", "cuisine": None})}
    query = TripQuery.model_validate(record)
    assert query.dates == tuple(QUERY["date"])
    assert query.local_constraint.house_rule == "pets"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"days": 0}, "days\n"),
        ({"people_number": 0}, "people_number\n"),
        ({"budget": "much"}, "budget\n"),
        ({"date": "in March"}, "'in March' is no list or record"),
    ],
)
def test_a_wrong_query_is_refused(change: dict[str, Any], words: str) -> None:
    """With the field and what is wrong; the benchmark leaves its line out."""
    with pytest.raises(ValidationError, match=words):
        TripQuery.model_validate(QUERY | change)
