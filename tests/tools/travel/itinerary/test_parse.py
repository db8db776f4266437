"""Reading requests: the development set, what is missing, and what must not be guessed."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph.tools.travel.itinerary import IncompleteRequestError, TripDraft, parse
from tests.tools.travel.itinerary.names import VOCABULARY

FIELDS = (
    "origin",
    "destination",
    "destination_kind",
    "days",
    "dates",
    "people",
    "budget_usd",
    "cities",
    "room_rules",
    "room_type",
    "cuisines",
    "transport_rules",
)


def read(text: str) -> TripDraft:
    return parse(text, VOCABULARY)


def development_set() -> Iterator[dict[str, Any]]:
    """Requests by this project's authors, each with the fields that its text gives."""
    with (Path(__file__).parent / "dev_requests.jsonl").open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def test_nearly_every_field_of_the_development_set() -> None:
    """At least 98 % of what is said; sets of wishes are compared as sets."""
    wrong: list[str] = []
    count = 0
    for expected in development_set():
        draft = read(expected["text"])
        for name in FIELDS:
            count += 1
            found, wanted = getattr(draft, name), expected[name]
            if isinstance(found, tuple) and wanted is not None:
                found, wanted = sorted(found), sorted(wanted)
            if found != wanted:
                wrong.append(f"{name}: {found!r}, not {wanted!r} in {expected['text']!r}")
    assert len(wrong) <= 0.02 * count, "\n".join(wrong)


def test_what_is_not_said_is_missing_and_not_guessed() -> None:
    """An imperative names no traveller, a state no number of cities, a day of the year no year."""
    draft = read("Plan a trip from Boise to Texas, March 3rd to March 5th.")
    assert draft.missing == ("days", "dates", "people", "budget_usd", "cities")
    assert any("lack a year (March 3)" in problem for problem in draft.problems)
    with pytest.raises(IncompleteRequestError, match="does not say: days, dates, people, budget_usd, cities"):
        draft.request()


def test_answers_fill_gaps_and_overrule_nothing() -> None:
    """So that a person's answer to a question completes the request."""
    draft = read("A 3-day trip for two from Reno to Seattle, May 3-5, 2024.")
    assert draft.missing == ("budget_usd",)
    request = draft.supplied(budget_usd=900, people=7).request()
    assert (request.people, request.budget_usd) == (2, 900)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("5 days from March 3, 2024 to March 9, 2024", "is 7 days, but the text says 5"),
        ("from February 29, 2023 to March 2, 2023", "does not exist"),
        ("from Reno to Atlantropolis for 3 days", "'Atlantropolis' is no place that is known"),
        ("from Portland, Maine to Reno", "lies in oregon, not in Maine"),
        ("from Reno to Seattle with 900 euros", "not in US dollars"),
        ("from Reno to Seattle, budget $900 or maybe a budget of $1,000", "several budgets: $900 and $1,000"),
        ("from Reno to Seattle, we can spend $90 per day", "per day or night"),
        ("from Reno to Seattle on 03/04/2024 to 05/04/2024", "which number of the dates is the month"),
        ("a trip from Reno, from Boise, to Seattle", "several places to start: Boise, Reno"),
        ("3 cities in Seattle from Reno", "3 cities cannot be visited in Seattle"),
        ("private rooms for some, entire homes for others", "several kinds of rooms"),
    ],
)
def test_contradictions_and_unknown_names_are_said(text: str, problem: str) -> None:
    """A problem is reported, and the field it is about stays open or is refused."""
    draft = read(text)
    assert any(problem in each for each in draft.problems), draft
    with pytest.raises(IncompleteRequestError):
        draft.request()


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("to Washington for 3 days", "destination_kind", "city"),
        ("to Washington, D.C., for 3 days", "destination", "Washington"),
        ("2 cities in Washington", "destination_kind", "state"),
        ("from Portland (OR) to Reno", "origin", "Portland"),
        ("from saint louis to boise", "origin", "St. Louis"),
        ("leaving Oklahoma City for Tulsa", "origin", "Oklahoma City"),
        ("We are on a mission to see Reno", "destination", "Reno"),
        ("a party of 5", "room_rules", ()),
        ("we have no pets and do not smoke", "room_rules", ()),
        ("$400 per person for a group of 3", "budget_usd", 1200),
        ("a budget of twenty-five hundred dollars", "budget_usd", 2500),
        ("about $3.5k", "budget_usd", 3500),
        ("December 30, 2024 to January 2, 2025", "days", 4),
        ("from the third to the fifth of May 2024", "dates", ("2024-05-03", "2024-05-04", "2024-05-05")),
        ("my two friends and I", "people", 3),
        ("2 adults and 3 kids", "people", 5),
        ("I'd like to go", "people", 1),
        ("we'd like to go", "people", None),
        ("nobody wants Chinese food, but Thai or Mexican dishes", "cuisines", ("Mexican",)),
        ("from Reno to an Indian reservation", "cuisines", ()),
        ("flights are out of the question", "transport_rules", ("no flight",)),
        ("we would love to fly", "transport_rules", ()),
        ("we will not take taxis", "transport_rules", ("no taxi",)),
        ("we'd like to drive ourselves", "transport_rules", ()),
    ],
)
def test_single_fields(text: str, name: str, value: Any) -> None:
    """What is easily mistaken."""
    assert getattr(read(text), name) == value


@pytest.mark.parametrize("text", ["", " ", "?", "hello", "$$$", "0 days", "99/99/2024", "from from to to", "a" * 5000])
def test_nonsense_is_no_request(text: str) -> None:
    """And no exception."""
    draft = read(text)
    assert "origin" in draft.missing
    with pytest.raises(IncompleteRequestError):
        draft.request()
