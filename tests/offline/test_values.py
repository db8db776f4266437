"""Values in everyday forms: spaced identifiers, times in words, whole titles, switches, allowed values."""

import json

import pytest

from smurfs_graph.offline.documents import Document, parse_document
from smurfs_graph.offline.fill import fill
from smurfs_graph.offline.given import Given
from smurfs_graph.offline.mentions import find_mentions


def document(
    name: str, description: str = "", required: tuple[str, ...] = (), **properties: dict[str, object]
) -> Document:
    told = {"name": name, "description": description, "parameters": {"properties": properties, "required": [*required]}}
    found = parse_document(json.dumps(told))
    assert found is not None
    return found


TEXT: dict[str, object] = {"type": "string"}
WHOLE: dict[str, object] = {"type": "integer"}
YES: dict[str, object] = {"type": "boolean"}


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("where is RK19 TOV parked", "id", "RK19 TOV"),
        ("post it to LS2 8QD today", "id", "LS2 8QD"),
        ("tag 0093371204 is lost", "id", "0093371204"),
        ("at half past seven in the evening", "time", "19:30"),
        ("at quarter to nine", "time", "08:45"),
        ("The Copper Ladle says so", "name", "The Copper Ladle"),
        ("Thyme & Tide want bread", "name", "Thyme & Tide"),
    ],
)
def test_a_value_is_read_whole(text: str, kind: str, value: str) -> None:
    assert (kind, value) in [(one.kind, one.value) for one in find_mentions(text)]


def test_a_title_with_small_words_is_one_name() -> None:
    tool = document("find_play", "Find a play by its title.", ("title",), title=TEXT)
    assert fill(tool, Given("Find the play Winter of the Heron")).arguments == {"title": "Winter of the Heron"}


def test_a_street_and_the_number_of_a_house_are_two_values() -> None:
    tool = document(
        "find_district", "District of an address.", ("street", "house_number"), street=TEXT, house_number=WHOLE
    )
    given = Given("Find the district of 14 Willow Lane")
    assert fill(tool, given).arguments == {"street": "Willow Lane", "house_number": 14}


def test_a_surname_is_the_last_part_of_a_name() -> None:
    tool = document("find_member", "Find a member by surname.", ("surname",), surname=TEXT)
    assert fill(tool, Given("Find the member Ms Orla Quill")).arguments == {"surname": "Quill"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Quote a hull of 7 metres uninsured", False),
        ("Quote a hull of 7 metres with insurance", True),
        ("Quote a hull of 7 metres, no insurance", False),
        ("Quote a hull of 7 metres", None),
    ],
)
def test_a_switch_is_read_from_near_forms_and_denials(text: str, value: bool | None) -> None:
    tool = document("quote_hull", "Price of a hull.", ("metres",), metres=WHOLE, insured=YES)
    assert fill(tool, Given(text)).arguments.get("insured") == value


@pytest.mark.parametrize(
    ("options", "text", "value"),
    [
        (["mon", "tue", "wed"], "deliveries on Tuesdays", "tue"),
        (["weekday", "saturday", "sunday"], "deliveries Mon-Fri", "weekday"),
        (["highest", "lowest"], "the coldest deliveries", "lowest"),
        (["rope splicing", "hull painting"], "deliveries for ropes that need splicing", "rope splicing"),
    ],
)
def test_an_allowed_value_in_another_form(options: list[str], text: str, value: str) -> None:
    tool = document("list_deliveries", "Deliveries.", ("kind",), kind={"type": "string", "enum": options})
    assert fill(tool, Given(text)).arguments == {"kind": value}


def test_an_identifier_is_no_amount() -> None:
    tool = document("excess_price", "What excess kilos cost.", ("kilos_over",), kilos_over={"type": "number"})
    assert fill(tool, Given("Where is bag 0093371204?")).arguments.get("kilos_over") is None


def test_who_wants_something_is_not_what_is_wanted() -> None:
    tool = document("price_bread", "Price of a kind of bread.", ("bread",), bread=TEXT)
    assert (
        fill(tool, Given("Thyme & Tide want something for a party, what is the price?")).arguments.get("bread") is None
    )
