"""Trip requests by authors who had not seen the parser: how many fields are right, and that nothing is made up."""

import json
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph.tools.travel.itinerary import TripDraft, Vocabulary, parse
from smurfs_graph.tools.travel.itinerary.vocabulary import POSTAL_CODES, spelling
from tests.tools.travel.itinerary.names import VOCABULARY

SETS = sorted(Path(__file__).parents[1].glob("paraphrases*.jsonl"))
NEEDED = ("origin", "destination", "start", "people", "budget")


def read(file: Path) -> list[dict[str, Any]]:
    """The requests of a file, each with its text and the fields that a reader finds in it."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def vocabulary(requests: list[dict[str, Any]]) -> Vocabulary:
    """All names of the requests beside those of the other tests, which here distract."""
    names = {request["fields"][end] for request in requests for end in ("origin", "destination")}
    cities = {spelling(name): name for name in names - {None} - {*POSTAL_CODES.values()}}
    both = {spelling(name): name for name in ("Washington", "New York")}
    return VOCABULARY._replace(cities={**VOCABULARY.cities, **both, **cities})


def fields(draft: TripDraft) -> dict[str, Any]:
    """A draft under the names that the authors use; several rules at once are a wrong value."""
    return {
        "origin": draft.origin,
        "destination": draft.destination,
        "days": draft.days,
        "cities": draft.cities,
        "start": draft.dates[0] if draft.dates else None,
        "end": draft.dates[-1] if draft.dates else None,
        "people": draft.people,
        "budget": draft.budget_usd,
        "house_rule": _one(draft.room_rules),
        "room_type": draft.room_type,
        "cuisines": sorted(draft.cuisines),
        "transportation": _one(draft.transport_rules),
    }


def _one(values: tuple[str, ...]) -> Any:
    return values[0] if len(values) == 1 else values or None


@pytest.mark.parametrize("file", SETS, ids=lambda file: file.stem)
def test_nearly_all_fields_are_right(file: Path) -> None:
    """At least 95 % of them."""
    requests = read(file)
    assert len(requests) == 60
    known = vocabulary(requests)
    wrong: list[str] = []
    for request in requests:
        found = fields(parse(request["text"], known))
        wanted = request["fields"] | {"cuisines": sorted(request["fields"]["cuisines"])}
        wrong += [f"{name}: {found[name]!r}, not {wanted[name]!r}" for name in wanted if found[name] != wanted[name]]
    assert len(wrong) <= 0.05 * 12 * len(requests), "\n".join(wrong)


@pytest.mark.parametrize("file", SETS, ids=lambda file: file.stem)
def test_a_field_that_is_left_out_is_not_made_up(file: Path) -> None:
    """It is missing, and the draft says so."""
    requests = read(file)
    known = vocabulary(requests)
    invented = [
        (name, request["text"])
        for request in requests
        for name in NEEDED
        if request["fields"][name] is None and fields(parse(request["text"], known))[name] is not None
    ]
    assert invented == []
