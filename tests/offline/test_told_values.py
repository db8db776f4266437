"""Values that a text gives in a description's words, in another form, or only together with what stands beside them."""

import json
from typing import Any

import pytest

from smurfs_graph.offline.documents import Document, parse_document
from smurfs_graph.offline.joint.candidates import candidates
from smurfs_graph.offline.mentions import find_mentions

TEXT: dict[str, Any] = {"type": "string"}


def document(tool: str, description: str, required: str = "", /, **properties: Any) -> Document:
    schema = {"type": "object", "properties": properties, "required": required.split()}
    found = parse_document(json.dumps({"name": tool, "description": description, "parameters": schema}))
    assert found is not None
    return found


def offered(one: Document, parameter: str, text: str) -> list[Any]:
    """The values for a parameter, the likeliest first."""
    found = [each for each in candidates(one, text) if each.parameter == parameter]
    return [each.value for each in sorted(found, key=lambda each: -each.fit)]


def named(text: str, kind: str) -> list[str]:
    return [one.value for one in find_mentions(text) if one.kind == kind]


def test_letters_before_counted_digits_belong_to_the_form() -> None:
    kiln = document(
        "kiln_state", "State of a kiln.", "kiln_no", kiln_no={**TEXT, "description": "KX- and three digits."}
    )
    assert offered(kiln, "kiln_no", "How hot is KX-204, and who runs KX-20417?") == ["KX-204"]


def test_days_are_told_by_a_description_or_by_the_tool() -> None:
    stay = document("is_let", "Whether a cabin is let between two ISO dates.", "arrive leave", arrive=TEXT, leave=TEXT)
    assert [one.kind for one in stay.parameters] == ["date", "date"]
    assert [one.end for one in stay.parameters] == ["first", "last"]
    booked = document("book_berth", "Books a berth.", "check_in check_out", check_in=TEXT, check_out=TEXT)
    assert offered(booked, "check_in", "a berth from 3 May 2026")[0] == "2026-05-03"
    seen = document(
        "due", "When it is due.", "last_visit", last_visit={**TEXT, "description": "Day of the last visit."}
    )
    assert offered(seen, "last_visit", "It was last seen on 3 May 2026.") == ["2026-05-03"]
    start = document("drive", "A drive.", "start", start={**TEXT, "description": "Time, 24 hours, 07:45."})
    assert offered(start, "start", "a drive at 10:15") == ["10:15"]
    who = document("hours", "Times at which a vet is free on a day (YYYY-MM-DD).", "vet date", vet=TEXT, date=TEXT)
    assert [one.kind == "date" for one in who.parameters] == [False, True]


@pytest.mark.parametrize(
    ("text", "kind", "values"),
    [
        ("at ten past eight in the morning", "time", ["08:10"]),
        ("at twenty to nine in the evening", "time", ["20:40"]),
        ("rain in May and in June 2026", "month", ["2026-05", "2026-06"]),
        ("on 5 May 2026 and on the 12th of the same month", "date", ["2026-05-05", "2026-05-12"]),
        ("ninety minutes", "number", ["90"]),
        ("a house that has one cellar", "number", ["1"]),
        ("cover of 4000 euros and one for the boat", "number", ["4000"]),
        ("5 pounds and 20 pence for it", "number", ["5.2"]),
        ("roll it back to 4.17.9", "id", ["4.17.9"]),
    ],
)
def test_times_months_and_numbers_in_words(text: str, kind: str, values: list[str]) -> None:
    assert named(text, kind) == values


def test_a_description_says_what_an_allowed_value_stands_for() -> None:
    letter = document(
        "send_letter", "Sends a letter.", "sort",
        sort={**TEXT, "enum": ["statement", "respite", "closing"],
              "description": 'What it asks for: "statement" for all sums, "respite" for a pause in payments, '
                             '"closing" ends the matter.'},
    )  # fmt: skip
    assert offered(letter, "sort", "Send them a request for a pause in payments.") == ["respite"]
    deck = document("berths", "Free berths.", "deck", deck={"type": "integer", "enum": [-1, 0, 1],
                    "description": "-1 for the hold, 0 for the promenade, 1 for the gallery."})  # fmt: skip
    assert offered(deck, "deck", "How many are free on the promenade?") == [0]


def test_a_word_near_in_meaning_to_one_allowed_value_only() -> None:
    team = document("squad", "Players of a squad.", "of", of={**TEXT, "enum": ["women", "men", "youth"]})
    assert offered(team, "of", "Who plays in the squad?") == []
    fee = document("parking_fee", "Fee.", "craft", craft={**TEXT, "enum": ["car", "boat"]})
    assert offered(fee, "craft", "What is it for a yacht?") == ["boat"]


def test_a_switch_is_told_in_the_words_of_its_description() -> None:
    both = {"type": "boolean", "default": False, "description": "Use both sides of a sheet."}
    print_ = document("printing", "Price of printing.", "pages", pages={"type": "integer"}, duplex=both)
    assert offered(print_, "duplex", "40 pages, on both sides") == [True]
    assert offered(print_, "duplex", "40 pages please") == []
    pilot = document("order_pilot", "Orders a pilot.", "inbound", inbound={
        "type": "boolean", "description": "False when the vessel is leaving the estuary."})  # fmt: skip
    assert offered(pilot, "inbound", "She is leaving the estuary on Monday.") == [False]


def test_lists_with_articles_numbers_and_in_the_singular() -> None:
    things = {"type": "array", "items": TEXT, "description": "Kinds of things in the singular."}
    haul = document("haul", "What a haul is.", "items", items=things)
    assert ["wardrobe", "desk", "double bed"] in offered(haul, "items", "Move a wardrobe, a desk and a double bed.")
    assert ["plum", "damson"] in offered(haul, "items", "I have got plums and damsons.")
    pies = document("bake", "Bakes pies.", "pies counts",
                    pies={"type": "array", "items": TEXT, "description": "Names, one entry for each pie."},
                    counts={"type": "array", "items": {"type": "integer"}})  # fmt: skip
    assert ["Rhubarba", "Rhubarba", "Crumbly"] in offered(pies, "pies", "Two large Rhubarba and one large Crumbly.")
    assert [40, 25] in offered(pies, "counts", "Bake 40 white tins and 25 buns.")


def test_the_end_of_a_stay_comes_from_its_length() -> None:
    stay = document("let_cabin", "Lets a cabin.", "check_in check_out", check_in=TEXT, check_out=TEXT)
    assert "2026-05-06" in offered(stay, "check_out", "a cabin from 3 May 2026 for 3 nights")
    assert "2026-05-24" in offered(stay, "check_out", "a cabin for three weeks from 3 May 2026")
    assert offered(stay, "check_in", "a cabin in June 2026") == ["2026-06-01"]
    gate = document("next_gate", "The next gate.", "from_day", from_day={**TEXT, "description": "YYYY-MM-DD"})
    assert offered(gate, "from_day", "Any from the start of April 2026?") == ["2026-04-01"]


def test_quarters_are_written_like_the_example() -> None:
    sums = document("sums", "Sums.", "quarter", quarter={**TEXT, "description": "The quarter, e.g. 2024-Q1."})
    assert offered(sums, "quarter", "the sums of Q3 2025 and of the first quarter of 2026") == ["2025-Q3", "2026-Q1"]
    plain = document("sums", "Sums.", "quarter", quarter=TEXT)
    assert "Q3 2025" in offered(plain, "quarter", "the sums of Q3 2025")
