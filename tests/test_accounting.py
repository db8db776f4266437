"""Parts of a request that no condition, call or answer mentions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph import Constraint, Evidence, Outcome, Plan, SubTask
from smurfs_graph.planning.accounting import LONGEST, find_left_out, warn_of_left_out
from tests.scripts import Turns, calling

PARTY = "Search rooms in Bern. Search caterers in Bern. The total price is at most 900 euros"
DONE = ['search_rooms {"city": "Bern"}', 'search_caterers {"city": "Bern"}', "total price at most 900 EUR"]
CHOSEN = "Chosen: Attic (180 EUR, Bern, seats 25) and Lentil & Co (380 EUR). Total 560 EUR."
RECORDS = '[{"room": "Old Mill", "seats": 40}, {"room": "Attic", "seats": 25}]'


@pytest.mark.parametrize(
    ("clause", "left"),
    [
        (".", []),
        (" and not the Attic.", ["Attic"]),
        (", without the Attic.", ["Attic"]),
        (" and the seats at least 40.", ["40"]),
        (" or 1000 francs.", ["1000"]),
        (" or 1'000 francs.", ["1'000"]),
        (", for Ann Lee.", ["Ann Lee"]),
        (", by 24 December 2026.", ["24 December 2026"]),
        (", each for less than 400 EUR.", ["400"]),
        (", each for less than 2,000 EUR.", []),
        (', and call it "Harbour Night".', ["Harbour Night"]),
        (", on account C-4711, receipt to ann@example.org.", ["C-4711", "ann@example.org"]),
        (" in the Old Mill.", []),
    ],
)
def test_a_clause_that_the_plan_leaves_out(clause: str, left: list[str]) -> None:
    """A record that has a name accounts for it, unless the request excludes it; no record accounts for a limit."""
    assert find_left_out(PARTY + clause, DONE, [CHOSEN], [RECORDS]) == left


@pytest.mark.parametrize(
    ("request_", "done", "said"),
    [
        ("What is 17 % of 2,340?", "calculate 0.17 * 2340", "397.8"),
        ("If it grew by 20%, and shrank by 5 %?", "1.2 * 7 * 0.95", "7.98"),
        ("In under 2 hours and 3 km", "minutes 120, metres 3000", "done"),
        ("Does it weigh less than 63 t, and what is it?", "weigh", "64.05 t, so no"),
        ("Which were found above 2,500 m?", "find", "A at 3.8 km, B at 3,869 m"),
        ("for under 12 000 francs, or 1.400,50 EUR", "12000 1400.5", "done"),
        ("Book 4 seats at 19:30 on 5 May 2027", '{"n": 4, "at": "2027-05-05T19:30"}', "Booked."),
        ("Name 3 cities and 5 rivers. 1. Long ones 2. not short", "search", "Rome"),
        ("The shop in Genève, near the Italians", "city Geneva", "an Italian shop"),
        ("Hello Ada, find the price, please. Thanks, Bob", "price", "9"),
        ("Is it open on Monday in May? I'd ask. Reply in French, as JSON.", "open", "Oui"),
        ("Find the Attic but not the Old Mill", "Attic", "Taken is the Attic, not the Old Mill."),
        ("Ich brauche für Roggen und Flachs die Partien mit Keimtest", "rye flax", "L-1"),
        ("WHERE IS MY ORDER AT THE STORE?", "order", "On its way"),
        ("東京のホテル、5000円以下", "Tokyo 5000", "x"),
        ("The mid-2009 tour and the 1970s", "tour 2009 1970", "x"),
        ("A table of 77 rows\n" + "77 " * LONGEST, "none", "none"),
    ],
)
def test_what_is_meant_in_other_words_is_not_warned_of(request_: str, done: str, said: str) -> None:
    """Shares as factors, other units, endings, greetings, weekdays, languages, lists, and pasted material."""
    assert find_left_out(request_, [done], [said]) == []


NAMES = st.lists(st.sampled_from(["Aurora", "Kestrel", "Dover", "Lindqvist", "Zürich"]), max_size=4, unique=True)
NUMBERS = st.lists(st.integers(13, 9_999), max_size=4, unique=True)


@given(NAMES, NUMBERS, st.text(max_size=60))
def test_what_is_said_again_is_never_left_out_and_what_is_not_always_is(
    names: list[str], numbers: list[int], noise: str
) -> None:
    """Whatever stands around it in the answer."""
    request = f"please send the things that are in {' and in '.join([*names, *map(str, numbers)])}"
    assert find_left_out(request, [], [f"{noise}\n{request}\n{noise}"]) == []
    assert find_left_out(request, ["nothing"], ["none"]) == [*names, *map(str, numbers)]


def test_the_warning_counts_conditions_calls_and_answers() -> None:
    """And says nothing of what a sub-task that was not solved is told to lack, nor of a run without a call."""
    call = Evidence(tool="search", arguments={"city": "Bern"}, ok=True, text="Attic, Old Mill")
    solved = Outcome(sub_task="s1", status="solved", answer="Attic", evidence=(call,))
    plan = Plan(sub_tasks=(SubTask(id="s1", content="a room in Bern with 40 seats"),))
    asked = "A room in Bern with 40 seats"
    [warning] = warn_of_left_out(asked, plan, [solved], "Attic")
    assert "'40'" in warning
    limited = plan.model_copy(update={"global_constraints": (Constraint(text="40 seats at least"),)})
    assert warn_of_left_out(asked, limited, [solved], "Attic") == []
    open_one = solved.model_copy(update={"status": "partial"})
    assert warn_of_left_out(asked, plan, [open_one], "Attic") == []
    assert warn_of_left_out(asked, plan, [Outcome(sub_task="s1", status="solved", answer="Attic")], "Attic") == []


@pytest.mark.parametrize(("city", "warned"), [("Bern", True), ("Bern, at least 40 seats", False)])
def test_a_run_warns_and_asks_no_model_for_it(city: str, warned: bool) -> None:
    """The answer is delivered as it is, whatever the model left out."""

    def search_rooms(city: str) -> str:
        """Search rooms."""
        return RECORDS

    run = Turns(calling("search_rooms", {"city": city}), "The Attic.", tools=[search_rooms])
    result = run.result("Which room in Bern has at least 40 seats?")
    assert (result["answer"], result["usage"].calls) == ("The Attic.", 2)
    assert [text for text in result["warnings"] if "'40'" in text] == result["warnings"][: int(warned)]
