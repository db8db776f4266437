"""Each commonsense rule on a plan that breaks it, and what the published evaluator makes of the same plan."""

from typing import Any

import pytest

from smurfs_graph.bench.travelplanner.verdict import CommonsenseRule, Mode, PlanVerdict
from tests.bench.travelplanner.scenario import GOOD_PLAN, Judge

Change = tuple[int, str, Any]

both = pytest.mark.parametrize("mode", ["official", "strict"])


def broken(verdict: PlanVerdict) -> set[CommonsenseRule]:
    """The commonsense rules that are not kept."""
    assert verdict.commonsense is not None
    return {name for name, one in verdict.commonsense.items() if not one.passed}


def reason(verdict: PlanVerdict, rule: CommonsenseRule) -> str:
    """The first reason of a rule."""
    assert verdict.commonsense is not None
    return verdict.commonsense[rule].reasons[0].text


BROKEN_IN_BOTH: list[tuple[CommonsenseRule, list[Change], str]] = [
    ("restaurants", [(2, "dinner", "Fork, Birch")], "was the breakfast of day 2 already"),
    ("restaurants", [(3, "breakfast", "Spoon, Birch")], "day 3, breakfast: 'Spoon, Birch' was the lunch of day 2"),
    ("attractions", [(2, "attraction", "Pond, Birch;Old Mill, Birch;")], "'Pond, Birch' is listed for day 1"),
    ("minimum_nights", [(n, "accommodation", "Cabin, Birch") for n in (1, 2)], "asks for 3 nights at least and"),
    ("transportation", [(1, "transportation", "-")], "day 1 has no transportation"),
    ("transportation", [(3, "transportation", "Flight Number: F2, from Birch to Alder")], "mixes self-driving with fl"),
    ("transportation", [(3, "transportation", "Taxi, from Birch to Alder")], "mixes self-driving with taxi"),
    ("current_city", [(1, "transportation", "Self-driving, 10 hours")], "day 1, transportation: 'Self-driving, 10 h"),
    ("current_city", [(1, "dinner", "Bowl, Cedar")], "day 1, dinner: 'Bowl, Cedar' does not fit"),
    ("current_city", [(1, "attraction", "Rock, Cedar;")], "day 1, attraction: 'Rock, Cedar' does not fit"),
    ("current_city", [(1, "accommodation", "Loft, Alder")], "day 1, accommodation: 'Loft, Alder' does not fit"),
    ("sandbox", [(2, "lunch", "Nowhere, Birch")], "day 2, lunch: 'Nowhere, Birch' is not in the sandbox"),
    ("sandbox", [(2, "lunch", "Unpriced, Birch")], "day 2, lunch"),
    ("sandbox", [(2, "lunch", "Spoon")], "day 2, lunch: 'Spoon'"),
    ("sandbox", [(2, "attraction", "Rock, Birch;")], "day 2, attraction: 'Rock, Birch'"),
    ("sandbox", [(2, "accommodation", "Nameless rules, Birch")], "day 2, accommodation"),
    ("sandbox", [(1, "transportation", "Flight Number: F9, from Alder to Birch")], "there is no flight 'F9'"),
    ("sandbox", [(1, "transportation", "Flight Number: F2, from Alder to Birch")], "from 'Alder' to 'Birch'"),
    ("sandbox", [(1, "transportation", "Self-driving, from Alder to Elm")], "self-driving from 'Alder' to 'Elm'"),
    ("sandbox", [(1, "transportation", "Taxi, from Elm to Alder")], "taxi from 'Elm' to 'Alder' is not possible"),
    ("completeness", [(2, "lunch", "-")], "day 2 needs an entry for lunch"),
    ("completeness", [(2, "attraction", "")], "day 2 needs an entry for attraction"),
    ("completeness", [(3, "transportation", "-")], "day 3 needs an entry for transportation"),
    ("completeness", [(2, "accommodation", "-")], "day 2 needs an entry for accommodation"),
    ("completeness", [(2, "current_city", "Elm")], "visits 2 cities (Birch, Elm), not 1"),
    ("completeness", [(3, "current_city", "You don't need to fill in this day")], "has 2 days, not 3"),
    ("completeness", [(3, "dinner", ...)], "dinner"),
]


@both
@pytest.mark.parametrize(("rule", "changes", "words"), BROKEN_IN_BOTH)
def test_a_broken_rule_is_named_with_its_reason(
    judge: Judge, mode: Mode, rule: CommonsenseRule, changes: list[Change], words: str
) -> None:
    """Both modes see it, and say where."""
    verdict = judge(mode, *changes)
    assert rule in broken(verdict)
    assert words in reason(verdict, rule)


OFFICIAL_BUGS: list[tuple[str, CommonsenseRule, list[Change]]] = [
    ("letters", "current_city", [(2, "lunch", "Bowl, Cedar")]),
    ("letters", "current_city", [(2, "attraction", "Rock, Cedar;")]),
    ("letters", "current_city", [(2, "accommodation", "Hut, Oh")]),
    ("part of a city", "current_city", [(1, "dinner", "Fork, East Birch")]),
    ("unended attraction", "attractions", [(2, "attraction", "Old Mill, Birch;Pond, Birch")]),
    ("unended attraction", "current_city", [(1, "attraction", "Rock, Cedar")]),
    ("unended attraction", "sandbox", [(1, "attraction", "Nowhere, Birch")]),
    ("same place, other spelling", "restaurants", [(2, "dinner", "Fork,  Birch(Ohio)")]),
    ("part of a name", "sandbox", [(2, "lunch", "Golden, Birch")]),
    ("another day's flight", "sandbox", [(3, "transportation", "Flight Number: F3, from Birch to Alder")]),
    ("unknown means", "sandbox", [(3, "transportation", "Train, from Birch to Alder")]),
    ("ambiguous name", "minimum_nights", [(1, "accommodation", "Loft, Birch")]),
    ("null", "completeness", [(2, "lunch", None)]),
]


@pytest.mark.parametrize(("bug", "rule", "changes"), OFFICIAL_BUGS)
def test_strict_mends_what_official_misses(
    judge: Judge, bug: str, rule: CommonsenseRule, changes: list[Change]
) -> None:
    """One plan breaks the rule in strict mode alone."""
    assert rule in broken(judge("strict", *changes)), bug
    assert rule not in broken(judge("official", *changes)), bug


def test_a_three_day_trip_elsewhere_passes_official_alone(judge: Judge) -> None:
    """Nobody asks the published evaluator's plans where they go."""
    assert "route" not in broken(judge("official", dest="Elm"))
    assert "goes to 'Birch', not to 'Elm'" in reason(judge("strict", dest="Elm"), "route")


def test_a_leap_between_days_is_seen_in_strict_mode(judge: Judge) -> None:
    """Day 3 cannot start in Dogwood when day 2 ended in Cedar."""
    leap = (3, "current_city", "Dogwood(Texas)")
    assert "route" not in broken(judge.texas("official", leap))
    assert "day 3 starts in 'Dogwood', but the day before ended in 'Cedar'" in reason(
        judge.texas("strict", leap), "route"
    )


def test_every_attraction_is_checked_in_strict_mode(judge: Judge) -> None:
    """With ';' at the end, without, and with blanks between."""
    strict = judge("strict", (1, "attraction", "Pond, Birch; ; Nowhere, Birch"))
    assert "'Nowhere, Birch' is not in the sandbox" in reason(strict, "sandbox")
    assert judge("strict", (1, "attraction", " Pond,  Birch ")).passed


@both
def test_a_short_plan_is_incomplete(judge: Judge, mode: Mode) -> None:
    """Two days of three."""
    assert "has 2 days, not 3" in reason(judge.plan(mode, GOOD_PLAN[:2]), "completeness")


def test_days_after_the_last_are_seen_in_strict_mode(judge: Judge) -> None:
    """Empty records may follow, as annotators leave them; a day may not."""
    plan = [*GOOD_PLAN[:3], GOOD_PLAN[2]]
    assert "completeness" not in broken(judge.plan("official", plan))
    assert "has 4 days, not 3" in reason(judge.plan("strict", plan), "completeness")


def test_half_of_the_entries_have_to_be_filled_in(judge: Judge) -> None:
    """Strict mode counts the six entries of each day, the published evaluator number and city, too."""
    sparse: list[Change] = [(1, "attraction", "-"), (3, "dinner", "-")]
    verdict = judge("strict", *sparse)
    assert "only 8 of 18 entries" in reason(verdict, "completeness")
    assert "completeness" not in broken(judge("official", *sparse))


def test_strict_mode_gives_all_reasons(judge: Judge) -> None:
    """Whoever repairs a plan wants to know everything at once; the published evaluator stops at the first."""
    changes = [(2, "breakfast", "X, Birch"), (2, "lunch", "Y, Birch")]
    strict, official = judge("strict", *changes).commonsense, judge("official", *changes).commonsense
    assert strict is not None and official is not None
    assert [(one.day, one.slot, one.subject) for one in strict["sandbox"].reasons] == [
        (2, "breakfast", "X, Birch"),
        (2, "lunch", "Y, Birch"),
    ]
    assert len(official["sandbox"].reasons) == 1


@both
def test_hard_rules_wait_for_a_complete_plan_in_the_sandbox(judge: Judge, mode: Mode) -> None:
    """Otherwise they are not judged; the cost is still given, of what there is."""
    verdict = judge(mode, (2, "lunch", "Nowhere, Birch"))
    assert verdict.hard is None and not verdict.hard_passed
    assert verdict.cost_usd == 413.0 - 60.0


def test_runs_of_nights_are_counted_apart(judge: Judge) -> None:
    """A night elsewhere starts the count anew; enough nights in a row are enough."""
    hut, tent = "Hut, Cedar(Texas)", "Tent, Dogwood(Texas)"
    for mode in ("official", "strict"):
        between = judge.texas(mode, (2, "accommodation", tent), (3, "accommodation", hut))
        assert "is booked for 1" in reason(between, "minimum_nights")
        assert between.commonsense is not None
        assert between.commonsense["minimum_nights"].reasons[0].day == 1
        assert "minimum_nights" not in broken(judge.texas(mode))


def test_nights_with_a_gap_are_no_run_in_strict_mode(judge: Judge) -> None:
    """Days 1 and 3 are two stays of one night."""
    gap = [(2, "accommodation", "-"), (3, "accommodation", "Hut, Cedar(Texas)"), (4, "accommodation", "-")]
    verdict = judge.texas("strict", *gap)
    assert verdict.commonsense is not None
    assert [one.day for one in verdict.commonsense["minimum_nights"].reasons] == [1, 3]


@both
def test_a_flight_and_a_taxi_go_together(judge: Judge, mode: Mode) -> None:
    """Only the own car would have to be left behind."""
    flight = (1, "transportation", "Flight Number: F1, from Alder to Birch, Departure Time: 15:40")
    verdict = judge(mode, flight, (3, "transportation", "Taxi, from Birch to Alder, duration: 10 hours 55 mins"))
    assert verdict.reasons() == []
    assert verdict.cost_usd == 413 - 57 - 49 + 900 + 999


@both
def test_a_journey_may_leave_its_ends_to_the_days_city(judge: Judge, mode: Mode) -> None:
    """It then is in the sandbox and has its price, but does not name the day's cities."""
    verdict = judge(mode, (1, "transportation", "Self-driving, duration: 10 hours 55 mins"))
    assert broken(verdict) == {"current_city"}
    assert verdict.cost_usd == 413.0
