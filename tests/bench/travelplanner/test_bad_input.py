"""Plans of the wrong shape: strict mode has a verdict for them, official mode ends where its model ends."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.bench.travelplanner.day import PlanFormatError, read_plan
from smurfs_graph.bench.travelplanner.verdict import EvaluatorCrashError
from tests.bench.travelplanner.scenario import GOOD_PLAN, Judge, spoilt

CRASHES = [
    ((2, "current_city", ...), "'current_city'"),
    ((2, "current_city", None), "'current_city'"),
    ((1, "current_city", "from Alder towards Birch"), "does not say from where to where"),
    ((1, "transportation", ...), "'transportation'"),
    ((1, "transportation", 7), "'transportation' of a day is of type 'int'"),
    ((2, "attraction", ["Pond"]), "'attraction' of a day is of type 'list'"),
    ((1, "transportation", "flight number F1, from Alder to Birch"), "'Flight Number: '"),
    ((1, "accommodation", None), "is no text"),
]


@pytest.mark.parametrize(("change", "words"), CRASHES)
def test_official_crashes_where_the_published_evaluator_does(
    judge: Judge, change: tuple[int, str, Any], words: str
) -> None:
    """A typed error says why; strict mode gives a verdict."""
    with pytest.raises(EvaluatorCrashError, match=words):
        judge("official", change)
    verdict = judge("strict", change)
    assert verdict.delivered and verdict.commonsense is not None


def test_a_missing_meal_is_an_incomplete_plan_without_a_cost(judge: Judge) -> None:
    """The published evaluator judges it, as nobody has to add it up."""
    verdict = judge("official", (3, "dinner", ...))
    assert verdict.cost_usd is None and verdict.hard is None
    assert judge("strict", (3, "dinner", ...)).cost_usd == 413 - 27


@pytest.mark.parametrize("raw", ["a plan", 7, {"days": 1}, b"[]", True])
def test_what_is_no_list_is_an_error(raw: object) -> None:
    """It says what was found."""
    with pytest.raises(PlanFormatError, match=f"not '{type(raw).__name__}'"):
        read_plan(raw)


@pytest.mark.parametrize("record", ["day 1", None, 7, [], {}, {"days": 1}])
def test_a_day_that_is_no_record_is_judged(judge: Judge, record: object) -> None:
    """It is incomplete, and has no city."""
    verdict = judge.plan("strict", [record, *GOOD_PLAN[1:]])
    assert verdict.commonsense is not None
    assert not verdict.commonsense["completeness"].passed
    assert not verdict.commonsense["route"].passed


def test_wrong_types_are_named(judge: Judge) -> None:
    """A list of attractions is not the format, however sensible."""
    reasons = [one.text for one in judge("strict", (2, "attraction", ["Pond"])).reasons()]
    assert "day 2: attraction is of type 'list', not text" in reasons


def test_official_counts_every_key_that_holds_something() -> None:
    """The day's number, its city and keys of other formats, too; null, '' and '-' hold nothing."""
    record = {"days": 2, "note": "-", "cost": 0, "mood": "good", "current_city": "Birch", "lunch": "", "dinner": "-"}
    (day,) = read_plan([record | {"breakfast": None, "attraction": ["Pond"]}])
    assert day.filled_fields == len(["days", "mood", "current_city", "attraction"])
    assert not day.is_empty
    assert [empty.is_empty for empty in read_plan([{}, {"days": 1}, {"lunch": None}])] == [True, False, False]


_texts = st.sampled_from(
    [
        "",
        "-",
        "from",
        "from A to B",
        "from  to ",
        ",",
        ";",
        "(",
        "Birch",
        "Fork, Birch",
        "Flight Number: ",
        "taxi",
        "a\n,b",
    ]
) | st.text(max_size=12)
_values = st.none() | st.booleans() | st.integers() | _texts | st.lists(st.text(max_size=3), max_size=2)
_fields = st.sampled_from([*GOOD_PLAN[0], "surprise"])
_records = st.dictionaries(_fields, _values, max_size=8) | _values


@given(plan=st.lists(_records, max_size=5))
def test_strict_mode_never_crashes(judge: Judge, plan: list[object]) -> None:
    """Whatever the list holds, there is a verdict, with a reason wherever it is not a pass."""
    verdict = judge.plan("strict", plan)
    assert verdict.delivered == bool(plan)
    assert verdict.passed or not plan or verdict.reasons()


@given(day=st.integers(1, 3), field=_fields, value=_values)
def test_official_mode_crashes_with_its_own_error_alone(judge: Judge, day: int, field: str, value: object) -> None:
    """Nothing else gets out of it."""
    try:
        verdict = judge.plan("official", spoilt(GOOD_PLAN, (day, field, value)))
    except EvaluatorCrashError:
        return
    assert verdict.delivered
