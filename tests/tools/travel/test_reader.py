"""The stand-in's reader of trips: what it promises it reads, and what it cannot explain it never drops silently."""

import json
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph.tools.travel.database import SHIPPED, open_file
from smurfs_graph.tools.travel.itinerary import Trip
from smurfs_graph.tools.travel.itinerary.vocabulary import POSTAL_CODES, Vocabulary, spelling
from smurfs_graph.tools.travel.reader import fill
from smurfs_graph.tools.travel.request import TripRequest, check_trip
from tests.tools.travel.itinerary.graph_runs import text_of

HERE = Path(__file__).parent
SETS = ("paraphrases", "paraphrases_heldout", "itinerary/dev_requests")
"""Requests in free wording, by authors who had not seen the reader: a language model's, which it must not misread."""
NEEDED = ("origin", "destination", "destination_kind", "dates", "people", "budget_usd", "cities")
NAMES = {
    "origin": "origin", "destination": "destination", "people": "people", "budget": "budget_usd",
    "cities": "cities", "house_rule": "room_rules", "room_type": "room_type", "cuisines": "cuisines",
    "transportation": "transport_rules", "budget_usd": "budget_usd", "room_rules": "room_rules",
    "transport_rules": "transport_rules", "dates": "dates",
}  # fmt: skip


def requests(name: str) -> list[tuple[str, dict[str, Any]]]:
    """Texts, and the fields that a reader finds in them, under the names of `Trip`."""
    rows = [json.loads(line) for line in (HERE / f"{name}.jsonl").read_text("utf-8").splitlines()]
    found: list[tuple[str, dict[str, Any]]] = []
    for row in rows:
        given: dict[str, Any] = row.get("fields", row)
        fields = {NAMES[name]: _value(value) for name, value in given.items() if name in NAMES}
        if "start" in given:
            fields["dates"] = (given["start"], given["end"])
        found.append((row["text"], fields))
    return found


def _value(value: Any) -> Any:
    return tuple(sorted(value)) if isinstance(value, list) else value


def vocabulary(asked: list[tuple[str, dict[str, Any]]]) -> Vocabulary:
    """All names of the requests beside those of the shipped database, which here distract."""
    named = {fields[end] for _, fields in asked for end in ("origin", "destination")} - {None, *POSTAL_CODES.values()}
    shipped = Vocabulary.from_database(open_file(SHIPPED))
    return shipped._replace(cities={**shipped.cities, **{spelling(name): name for name in named}})


def differing(trip: Trip, wanted: dict[str, Any]) -> list[str]:
    """Fields that a trip has otherwise than the author of its text."""
    found: list[str] = []
    for name, value in wanted.items():
        read = _value(list(got)) if isinstance(got := getattr(trip, name), tuple) else got
        if name in ("room_rules", "transport_rules") and not isinstance(value, tuple):
            value = (value,) if value else ()
        if name == "dates" and value:
            read, value = (read[0], read[-1]), (value[0], value[-1])
        found += [name] * (read != value)
    return found


@pytest.mark.parametrize("name", SETS)
def test_a_trip_that_is_read_is_read_right_or_says_what_it_did_not_read(name: str) -> None:
    """Never a field that differs without words handed on as they stand; nor one made up that the text lacks."""
    asked = requests(name)
    known = vocabulary(asked)
    for text, wanted in asked:
        filled = TripRequest.model_validate(fill(text))
        trip = check_trip(filled, known).trip
        if trip is not None and not filled.other_wishes:
            assert not differing(trip, wanted), text
            assert all(wanted[field] is not None for field in ("origin", "destination", "people")), text


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("to Washington, D.C., for 3 days", "destination", "Washington, D.C."),
        ("2 cities in Washington", "destination_kind", "state"),
        ("two different Georgia cities", "destination", "Georgia"),
        ("from Portland (OR) to Reno", "origin", "Portland (OR)"),
        ("leaving Oklahoma City for Tulsa", "origin", "Oklahoma City"),
        ("a party of 5", "room_rules", []),
        ("2 adults and 2 children", "room_rules", []),
        ("accommodations that allow children under 10", "room_rules", ["children under 10"]),
        ("a budget of twenty-five hundred dollars", "budget_usd", None),
        ("with a budget of $3.5k", "budget_usd", 3500),
        ("on a budget of at most 2,500 dollars in total", "budget_usd", 2500),
        ("December 30, 2024 to January 2, 2025", "end_date", "2025-01-02"),
        ("December 30 to January 2, 2025", "start_date", "2024-12-30"),
        ("a week-long trip", "days", 7),
        ("from 3 maybe to 6 December 2026", "start_date", None),
        ("my two friends and I", "people", None),
        ("my wife and I", "people", None),
        ("I'm going with two colleagues", "people", None),
        ("I'd like to go", "people", 1),
        ("we'd like to go", "people", None),
        ("we want Thai and Mexican dishes", "cuisines", ["Thai", "Mexican"]),
        ("we want Thai or Mexican dishes", "cuisines", []),
        ("from Reno to an Indian reservation", "cuisines", []),
        ("smoking is out of the question", "room_rules", []),
        ("we would love to fly", "transport_rules", []),
        ("we do not want shared rooms", "room_type", "not shared room"),
    ],
)
def test_single_fields(text: str, name: str, value: Any) -> None:
    """These are easily mistaken."""
    assert fill(text)[name] == value


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("from Reno on March 3rd to March 5th", "lack a year (Mar 3)"),
        ("from February 29, 2023 to March 2, 2023", "does not exist"),
        ("to Reno for 900 euros", "not in US dollars"),
        ("a budget of -500 dollars", "below zero"),
        ("budget $900 or maybe a budget of $1,000", "several budgets: $900 and $1,000"),
        ("we have $90 per day", "per day, night or person"),
        ("for $400 per person for a group of 3", "per day, night or person"),
        ("a budget of $900 and we have $90 a day", "per day, night or person"),
        ("from March 3rd to March 5th, 2026, back on March 6th", "several dates"),
        ("from Reno to Boise and back to Seattle", "several places to start: Reno, Seattle"),
        ("to 2 cities in Texas, visiting 3 cities", "several numbers of cities: 2, 3"),
        ("a 3-day trip for a week", "several numbers of days: 3, 7"),
        ("a trip from Reno, from Boise, to Seattle", "several places to start: Reno, Boise"),
        ("for 2 people, no, for 3 people", "several numbers of people: 2, 3"),
        ("We want private rooms. Entire homes.", "several kinds of rooms"),
    ],
)
def test_contradictions_are_said(text: str, said: str) -> None:
    """And the field stays open."""
    assert any(said in each for each in fill(text)["unclear"]), fill(text)


def test_half_a_wish_is_handed_on_in_its_own_words() -> None:
    """The clause stands as it is, and nothing of it is read; courtesies are no wishes."""
    filled = fill(
        "Hello! Please plan a trip. We need pet-friendly rooms with a kitchen, and we want Thai food. Thank you!"
    )
    assert filled["other_wishes"] == ["We need pet-friendly rooms with a kitchen"]
    assert (filled["room_rules"], filled["cuisines"]) == ([], ["Thai"])
    for unread in ("on 03/04/2024", "a budget of twenty-five hundred dollars", "flights are out of the question"):
        assert fill(f"Plan a trip. {unread}")["other_wishes"] == [unread]


@pytest.mark.parametrize("text", [" ", "?", "hello", "$$$", "0 days", "99/99/2024", "from from to to", "a" * 5000])
def test_nonsense_is_no_trip(text: str) -> None:
    """And no exception."""
    filled = TripRequest.model_validate(fill(text))
    assert not filled.wants_itinerary
    assert filled.origin is None


TRIP_TO = "Plan a 4-day trip for 2 people from Chicago to San Francisco from 3 to 6 December 2026"
TRIP = f"{TRIP_TO} on a budget of 2500 dollars"


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (" for each of us", "for each of"),
        (" or a bit more", "or a bit more"),
        (" without the flights", "without the flights"),
        (" for the hotel", "for the hotel"),
        (" and not Denver", "not Denver"),
        (", leaving before noon", "leaving before noon"),
        (" if it is sunny", "if it is sunny"),
        *(
            (f". {clause}", clause)
            for clause in (
                "We want anything but private rooms",
                "We hate Thai food",
                "We want Thai or Italian food",
                "We want less Thai food than Italian food",
                "We want Thai food every day",
                "We want Thai food at most once",
                "We want private rooms on the first night",
                "Private rooms for each of us",
                "No flights before noon",
                "No flights from Chicago",
                "We won't fly home",
                "We would rather drive than fly",
                "We want no smoking rooms",
                "We want a room that allows pets or smoking",
                "We want a trip like the last",
            )
        ),
    ],
)
def test_one_clause_more_is_left_over(more: str, words: str) -> None:
    """No wish, limit or denial is read into it, and none is lost."""
    filled, plain = fill(f"{TRIP}{more}."), fill(f"{TRIP}.")
    assert any(words in left or left in words for left in filled["other_wishes"]), filled
    assert {**filled, "other_wishes": []} == plain


@pytest.mark.parametrize(
    "budget",
    ["at least 2500 dollars", "more than 2500 dollars", "over $2500", "about $2500", "not 2500 dollars", "from $2500"],
)
def test_only_a_limit_is_a_budget(budget: str) -> None:
    """A sum to be spent at the least, or about, limits nothing."""
    filled = fill(f"{TRIP_TO} on a budget of {budget}.")
    assert filled["budget_usd"] is None and filled["other_wishes"]


def test_trips_in_plain_words_are_read_whole() -> None:
    """Every field of the requests that have them all, with nothing left over."""
    asked = requests("itinerary/dev_requests")
    known, lines = vocabulary(asked), (HERE / "itinerary" / "dev_requests.jsonl").read_text("utf-8").splitlines()
    rows = [row for row in map(json.loads, lines) if all(row[name] for name in NEEDED)]
    for row in rows:
        trip = Trip(**{name: _value(value) for name, value in row.items() if name not in ("text", "days")})
        filled = TripRequest.model_validate(fill(text_of(trip)))
        assert (filled.other_wishes, filled.unclear) == ([], []), text_of(trip)
        assert not differing(trip, {name: getattr(check_trip(filled, known).trip, name) for name in NEEDED}), row
    assert len(rows) >= 70
