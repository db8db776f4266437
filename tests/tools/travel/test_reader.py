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

HERE = Path(__file__).parent
SETS = {"paraphrases": 8, "paraphrases_heldout": 7, "itinerary/dev_requests": 24}
"""Requests by authors who had not seen the reader, and how many of them it reads whole; free wording is a model's."""
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
    """Never a field that differs without a sentence handed on as it stands; nor one made up that the text lacks."""
    asked = requests(name)
    known, whole = vocabulary(asked), 0
    for text, wanted in asked:
        filled = TripRequest.model_validate(fill(text))
        trip = check_trip(filled, known).trip
        if trip is None:
            continue
        wrong = differing(trip, wanted)
        whole += not wrong
        assert not wrong or filled.other_wishes, (wrong, text)
        assert all(wanted[field] is not None for field in ("origin", "destination", "people")), text
    assert whole >= SETS[name]


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
        ("about $3.5k", "budget_usd", 3500),
        ("children under the age of 10 and $900", "budget_usd", 900),
        ("December 30, 2024 to January 2, 2025", "end_date", "2025-01-02"),
        ("December 30 to January 2, 2025", "start_date", "2024-12-30"),
        ("a week-long trip", "days", 7),
        ("my two friends and I", "people", None),
        ("my wife and I", "people", None),
        ("I'm going with two colleagues", "people", None),
        ("I'd like to go", "people", 1),
        ("we'd like to go", "people", None),
        ("we want Thai or Mexican dishes", "cuisines", ["Thai", "Mexican"]),
        ("from Reno to an Indian reservation", "cuisines", []),
        ("smoking is out of the question", "room_rules", []),
        ("we would love to fly", "transport_rules", []),
        ("we do not want shared rooms", "room_type", "not shared room"),
    ],
)
def test_single_fields(text: str, name: str, value: Any) -> None:
    """What is easily mistaken."""
    assert fill(text)[name] == value


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("from Reno on March 3rd to March 5th", "lack a year (Mar 3)"),
        ("from February 29, 2023 to March 2, 2023", "does not exist"),
        ("Reno, 900 euros", "not in US dollars"),
        ("a budget of -500 dollars", "below zero"),
        ("budget $900 or maybe a budget of $1,000", "several budgets: $900 and $1,000"),
        ("we have $90 per day", "per day, night or person"),
        ("2 adults and 3 kids", "several numbers of people: 2, 3"),
        ("$400 per person for a group of 3", "per day, night or person"),
        ("a trip from Reno, from Boise, to Seattle", "several places to start: Reno, Boise"),
        ("for 2 people, no, for 3 people", "several numbers of people: 2, 3"),
        ("private rooms for some, entire homes for others", "several kinds of rooms"),
    ],
)
def test_contradictions_are_said(text: str, said: str) -> None:
    """And the field stays open."""
    assert any(said in each for each in fill(text)["unclear"]), fill(text)


def test_half_a_wish_is_handed_on_in_its_own_words() -> None:
    """The clause stands as it is, whatever else of it was read; courtesies are no wishes."""
    filled = fill(
        "Hello! Please plan a trip. We need pet-friendly rooms with a kitchen, and we want Thai food. Thank you!"
    )
    assert filled["other_wishes"] == ["We need pet-friendly rooms with a kitchen"]
    assert (filled["room_rules"], filled["cuisines"]) == (["pets"], ["Thai"])
    for unread in ("on 03/04/2024", "a budget of twenty-five hundred dollars", "flights are out of the question"):
        assert fill(f"Plan a trip. {unread}")["other_wishes"] == [unread]


@pytest.mark.parametrize("text", [" ", "?", "hello", "$$$", "0 days", "99/99/2024", "from from to to", "a" * 5000])
def test_nonsense_is_no_trip(text: str) -> None:
    """And no exception."""
    filled = TripRequest.model_validate(fill(text))
    assert not filled.wants_itinerary
    assert filled.origin is None
