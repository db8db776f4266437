"""Values where the guide promises that they are understood: beside the tool's noun, as codes, in marks, in units."""

import json

import pytest

from smurfs_graph.offline.choose import View, next_step
from smurfs_graph.offline.documents import Document, parse_document
from smurfs_graph.offline.fill import fill
from smurfs_graph.offline.given import Given
from smurfs_graph.offline.joint.promised import promised
from smurfs_graph.offline.mentions import find_mentions
from smurfs_graph.offline.plan import sub_tasks
from smurfs_graph.offline.tools import Tool

TEXT: dict[str, object] = {"type": "string"}
NUMBER: dict[str, object] = {"type": "number"}


def document(name: str, told: str = "", required: tuple[str, ...] = (), **properties: dict[str, object]) -> Document:
    raw = {"name": name, "description": told, "parameters": {"properties": properties, "required": [*required]}}
    found = parse_document(json.dumps(raw))
    assert found is not None
    return found


SUPPLIERS = document("search_suppliers", "Search suppliers.", (), trade=TEXT, country=TEXT)
LANGUAGE: dict[str, object] = {"type": "string", "enum": ["en", "fr", "pl"]}


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("Search packaging suppliers", {"trade": "packaging"}),
        ("How many packaging suppliers are there?", {"trade": "packaging"}),
        ("Search suppliers from the Tyrol", {"country": "Tyrol"}),
    ],
)
def test_what_stands_beside_the_noun_of_a_tool_says_which_of_its_things(text: str, arguments: object) -> None:
    assert fill(SUPPLIERS, Given(text)).arguments == arguments


def test_a_word_before_an_allowed_value_is_what_else_can_be_said_of_it() -> None:
    kind: dict[str, object] = {"type": "string", "enum": ["lamp", "rug"]}
    tool = document("search_furnishings", "Search furnishings.", ("kind",), kind=kind, material=TEXT)
    assert fill(tool, Given("Search brass lamps")).arguments == {"kind": "lamp", "material": "brass"}


def test_a_language_in_words_leaves_nothing_over() -> None:
    tool = document("list_plays", "List the plays.", ("language",), language=LANGUAGE, level=TEXT)
    assert fill(tool, Given("List the plays in Polish")).arguments == {"language": "pl"}


@pytest.mark.parametrize("text", ["Find the member MB-7", "Find member MB-7"])
def test_a_name_is_no_identifier(text: str) -> None:
    tool = document("find_member", "Find a member by name.", ("member_name",), member_name=TEXT)
    assert not fill(tool, Given(text)).arguments


def test_a_part_is_named_in_plain_words_where_an_example_is() -> None:
    part: dict[str, object] = {"type": "string", "description": "Name of the part, e.g. 'brake pad'"}
    tool = document("get_part_price", "Price of a part.", ("part",), part=part)
    assert fill(tool, Given("What is the price of a steering wheel?")).arguments == {"part": "steering wheel"}


def test_a_noun_that_ends_like_an_adverb_is_a_value() -> None:
    tool = document("get_plant", "Care of a plant.", ("plant",), plant=TEXT)
    assert fill(tool, Given("What is the care of the peace lily?")).arguments == {"plant": "peace lily"}


def test_an_address_in_quotation_marks_is_one() -> None:
    tool = document("send_report", "Send the report.", ("email",), email=TEXT)
    assert fill(tool, Given("Send the report to 'ann@lee.example'")).arguments == {"email": "ann@lee.example"}


def test_power_is_told_in_the_unit_of_the_parameter() -> None:
    tool = document("get_tariff", "Tariff for some power.", ("power_kw",), power_kw=NUMBER)
    assert fill(tool, Given("Get the tariff for 2500 watts")).arguments == {"power_kw": 2.5}


def test_a_preposition_is_no_noun_with_a_value_before_it() -> None:
    tool = document("find_ferries", "Find ferries.", ("harbour",), harbour=TEXT, after=TEXT)
    assert "after" not in fill(tool, Given("Find the ferries after 2 pm from Ulm")).arguments


def test_the_only_tool_that_finds_something_finds_what_no_tool_speaks_of() -> None:
    tools = (Tool("search_goods", "Search the goods of the shop."), Tool("get_basket", "Content of a basket."))
    assert next_step(View("Find rye bread", tools)).tool == "search_goods"
    assert not next_step(View("Find the umbrella stand", (*tools, Tool("search_staff", "Search the staff.")))).tool
    assert not next_step(View("Weigh rye bread", tools)).tool


def test_one_before_and_is_no_number() -> None:
    text = "get the trainer of the longest one and book that class"
    assert not find_mentions(text)
    tools = [Tool("get_trainer"), Tool("book_class"), Tool("list_classes")]
    assert len(sub_tasks(f"List the classes on 6 May 2026; {text}.", tools)) == 3


def test_what_is_asked_of_a_thing_named_only_here_does_not_go_on_about_another() -> None:
    tools = [Tool("list_repairs"), Tool("get_part_price"), Tool("get_customer")]
    found = sub_tasks("List the repairs of car V-7 and get the price of spelt bread.", tools)
    assert found[1] == "Get the price of spelt bread"


def test_a_day_of_the_week_makes_a_part_stand_on_its_own() -> None:
    tools = [Tool("get_pool_hours"), Tool("get_pitch")]
    assert len(sub_tasks("Get the pool hours on Sunday and the area of pitch A03.", tools)) == 2


def test_two_places_of_a_stay_are_two_requests() -> None:
    found = sub_tasks("Find hotels in Rome and Oslo from 3 May 2026 to 6 May 2026.", [Tool("search_hotels")])
    assert [one[:20].strip() for one in found] == ["Find hotels in Rome", "Find hotels in Oslo"]


@pytest.mark.parametrize(
    ("told", "text", "value"),
    [
        ("e.g. Q4 2025", "Get the yield of Q1 2026", "Q1 2026"),
        ("The quarter, e.g. 2024-Q1.", "Get the yield of Q3 2025", "2025-Q3"),
        ("YYYY-Qn", "Get the yield of the second quarter of 2025", "2025-Q2"),
    ],
)
def test_a_quarter_is_written_as_the_document_writes_it(told: str, text: str, value: str) -> None:
    tool = document("get_yield", "Yield of a quarter.", ("quarter",), quarter={"type": "string", "description": told})
    assert fill(tool, Given(text)).arguments == {"quarter": value}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Book class C-7 with a mat", True),
        ("Book class C-7 without a mat and pay", False),
        ("Book class C-7", None),
        ("Book class C-7 with a mat cleaner", None),
    ],
)
def test_a_thing_is_wanted_with_what_a_switch_is_named_after(text: str, value: bool | None) -> None:
    tool = document("book_class", "Book a class.", ("class_id",), class_id=TEXT, rent_mat={"type": "boolean"})
    assert fill(tool, Given(text)).arguments.get("rent_mat") == value


def test_a_default_tells_the_form_of_a_text() -> None:
    tool = document("find_ferries", "Find ferries.", ("harbour",), harbour=TEXT, after={**TEXT, "default": "00:00"})
    assert fill(tool, Given("Find the ferries after 2 pm from Ulm")).arguments == {"harbour": "Ulm", "after": "14:00"}


def test_a_time_that_no_parameter_takes_is_not_ignored() -> None:
    tool = document("find_ferries", "Find ferries.", ("harbour",), harbour=TEXT, boat=TEXT)
    assert fill(tool, Given("Find the ferries after 2 pm from Ulm")).missing


@pytest.mark.parametrize(
    ("told", "thought", "expected"),
    [
        ({}, "Next: `get_ferry`: it speaks of ferry.", True),
        ({}, "Next: `get_ferry`: perhaps it speaks of ferry.", False),
        ({"left": 1}, "Next: `get_ferry`: it speaks of ferry.", False),
        ({"ruled": False}, "Next: `get_ferry`: it speaks of ferry.", False),
        ({"context": True}, "Next: `get_ferry`: it speaks of ferry.", False),
        ({"asked": 0.5}, "Next: `get_ferry`: it speaks of ferry.", False),
        ({"asked": 0.5}, "Next: `get_ferry`: `get_fare` needs ferry_id first.", True),
        ({"asked": 0.5, "by_verb": True}, "Next: `convert_units`: it speaks of convert.", True),
        ({"acts": True}, "Next: `book_ferry`: it speaks of ferry.", False),
        ({"acts": True, "act_asked": True, "asked": 0.0}, "Next: `book_ferry`: it speaks of ferry.", True),
    ],
)
def test_a_call_is_promised_where_its_tool_is_named_and_nothing_is_left_over(
    told: dict[str, float], thought: str, expected: bool
) -> None:
    plain = {
        "ruled": True,
        "left": 0,
        "context": False,
        "acts": False,
        "act_asked": False,
        "by_verb": False,
        "asked": 1.0,
    }
    assert promised({**plain, **told}, thought) == expected
