"""Answers, verdicts, closing answers and deliveries of the offline model."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.offline.deliver import closing, deliver
from smurfs_graph.offline.extract import MAX_CHARS, answer
from smurfs_graph.offline.records import Group, read_groups, write_groups
from smurfs_graph.offline.sections import Item, parse_items, parse_outcomes
from smurfs_graph.offline.verify import verdict

HOTELS = [{"hotel_id": "H1", "name": "Sole", "price": 120}, {"hotel_id": "H2", "name": "Verde", "price": 80}]


def test_an_answer_keeps_names_numbers_and_identifiers() -> None:
    found = answer("Look up order B-1", '{"order_id": "B-1", "ship_to": {"city": "Bergen"}, "total": 12.50}')
    assert all(text in found for text in ("B-1", "Bergen", "12.5"))


def test_an_answer_picks_the_records_that_are_meant() -> None:
    found = answer("Find the cheapest hotel in Rome", json.dumps(HOTELS))
    assert "H2" in found
    assert "H1" not in found


def test_counts_and_sums_are_added_where_they_are_asked_for() -> None:
    assert "count of results: 2" in answer("How many hotels are there?", json.dumps(HOTELS))
    assert "total price: 200" in answer("What is the total price?", json.dumps(HOTELS))


def test_long_lists_are_cut_within_the_limit() -> None:
    rows = [{"id": number, "text": "word " * 40} for number in range(200)]
    assert len(answer("List the rows", json.dumps(rows))) <= MAX_CHARS + 60


@pytest.mark.parametrize("response", ["[]", "{}", '{"results": []}', "", "null"])
def test_an_empty_response_is_reported_and_pending(response: str) -> None:
    found = answer("Find hotels in Rome", response)
    assert found.startswith("Nothing found")
    assert verdict("Find hotels in Rome", found)["status"] == "pending"


def test_what_a_chain_still_lacks_is_the_hint() -> None:
    task = "What is the phone number of the doctor who treats patient P-33?"
    found = answer(task, '{"patient_id": "P-33", "doctor_id": "D-2"}')
    reply = verdict(task, found)
    assert reply["status"] == "pending"
    assert "phone number" in reply["hint"]


def test_an_act_is_not_done_by_a_list() -> None:
    assert verdict("Book a hotel in Rome", answer("Book a hotel in Rome", json.dumps(HOTELS)))["status"] == "pending"
    booked = answer("Book a hotel in Rome", '{"confirmation": "HB-9", "hotel_id": "H2"}')
    assert verdict("Book a hotel in Rome", booked)["status"] == "solved"


def test_a_plain_answer_is_solved() -> None:
    found = answer("What is the weather in Oslo?", '{"city": "Oslo", "temp_c": 5}')
    assert verdict("What is the weather in Oslo?", found) == {"status": "solved", "hint": ""}


keys = st.from_regex(r"[a-z][a-z_]{0,11}", fullmatch=True)
values = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=20)


@given(st.lists(st.dictionaries(keys, values, min_size=1, max_size=5), min_size=1, max_size=4))
def test_written_records_can_be_read_back(records: list[dict[str, str]]) -> None:
    (found,) = read_groups(write_groups([Group("", records)]))
    assert found.records == records


def test_items_with_several_lines_are_read() -> None:
    section = "1. first\n   answer: a: 1\n   b: 2\n2. second\n   failed: no"
    assert parse_items(section) == (Item("first", "a: 1\nb: 2"), Item("second", "no", failed=True))


def test_a_closing_answer_says_what_failed() -> None:
    said = closing([Item("get_a {}", "a: 1"), Item("get_b {}", "timeout", failed=True)])
    assert "a: 1" in said
    assert "get_b: timeout" in said


def test_a_delivery_names_its_sources_and_what_is_missing() -> None:
    section = "- s1 [solved] Find A\n   answer: a: 1\n- s2 [failed] Find B\n   reason: no tool fits"
    told = deliver(parse_outcomes(section))
    assert told.sources == ["s1"]
    assert told.claims == [{"text": "Find A: a: 1", "sub_tasks": ["s1"]}]
    assert "a: 1" in told.answer
    assert "could not be found or done (no tool fits)" in told.answer


@pytest.mark.parametrize(
    ("task", "response"),
    [
        (
            "Who is the curator of the hall of exhibit E-7?",
            {"exhibit_id": "E-7", "title": "Old Maps", "hall_id": "H-2"},
        ),
        (
            "What is the opening time of the yard of boat B-3?",
            {"boat_id": "B-3", "yard_id": "Y-2", "built": "2019-01-02"},
        ),
    ],
)
def test_a_record_that_only_leads_on_settles_nothing(task: str, response: dict[str, str]) -> None:
    assert verdict(task, answer(task, json.dumps(response)))["status"] == "pending"
