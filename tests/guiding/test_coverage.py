"""What calls leave open of what a clause asks for: conditions that nobody took in, and tools that were passed over."""

from collections.abc import Sequence

import pytest

from smurfs_graph.guiding.coverage import (
    asked_on_the_way,
    left_out,
    passed_over,
    picked,
    told_beside,
    unclear_shares,
    uncounted,
    unfed,
    unset,
)
from smurfs_graph.guiding.steps import MadeCall, StepInput
from tests.guiding.tools import tool

DIRECTOR = tool("get_director", "Get the director of a film.", film="string: title")
TOWN = tool("get_birth_town", "Get the town where somebody was born.", person="string: name")
STAY = tool("get_rate", "Get the rate of a room in a hotel.", ["board"], hotel="string: name", board="string: plan")


def made(clause: str, name: str, text: str, **arguments: str) -> MadeCall:
    """A call that went well."""
    return MadeCall(clause, name, arguments, ok=True, text=text)


@pytest.mark.parametrize(
    ("clause", "open_"),
    [
        ("What is the rate at the Ritz with breakfast?", ["with breakfast"]),
        ("What is the rate at the Ritz including a sauna?", ["including a sauna"]),
        ("What is the rate at the Ritz with a room?", []),
        ("What is the rate at the Ritz?", []),
    ],
)
def test_a_condition_that_nothing_is_known_of_is_left_open(clause: str, open_: list[str]) -> None:
    """Unless the tool's own words say it."""
    assert left_out(clause, [made(clause, "get_rate", "90 euros", hotel="Ritz")], [STAY]) == open_


def test_a_condition_that_a_call_took_is_not() -> None:
    """Nor is one that a response says."""
    clause = "What is the rate at the Ritz with breakfast?"
    assert not left_out(clause, [made(clause, "get_rate", "90", hotel="Ritz", board="breakfast")], [STAY])
    assert not left_out(clause, [made(clause, "get_rate", "90 with breakfast", hotel="Ritz")], [STAY])


def near(text: str, lines: Sequence[str]) -> list[float]:
    """A comparison by the words of being born."""
    return [0.6 if "born" in text and "born" in line else 0.1 for line in lines]


def test_a_tool_that_the_clause_is_about_was_passed_over() -> None:
    """The director alone is no answer to where somebody was born."""
    clause = "Where was the director of the film 'Dunes' born?"
    task = StepInput(clause, (DIRECTOR, TOWN), (made(clause, "get_director", "Ana Ruiz", film="Dunes"),), near=near)
    assert passed_over(clause, task) == ["not looked up: get_birth_town"]


def test_nothing_is_passed_over_where_that_was_tried_or_not_asked_for() -> None:
    """And nobody can tell without word vectors."""
    clause = "Where was the director of the film 'Dunes' born?"
    calls = (made(clause, "get_director", "Ana Ruiz", film="Dunes"), made(clause, "get_birth_town", "Graz", person="x"))
    assert not passed_over(clause, StepInput(clause, (DIRECTOR, TOWN), calls, near=near))
    assert not passed_over(clause, StepInput(clause, (DIRECTOR, TOWN), calls[:1]))
    plain = "Who is the director of the film 'Dunes'?"
    call = made(plain, "get_director", "Ana Ruiz", film="Dunes")
    assert not passed_over(plain, StepInput(plain, (DIRECTOR, TOWN), (call,), near=near))


def test_sentences_whose_values_were_taken_are_part_of_what_is_asked() -> None:
    """A call that took a value of the first sentence has to take in the rest of that; else it only tells something."""
    request_, asked = "A box of 2 kg goes to New Zealand. What is the rate?", "What is the rate?"
    taken = made(asked, "get_rate", "12", hotel="2")
    assert told_beside(request_, [asked], [taken]) == ["A box of 2 kg goes to New Zealand"]
    own = made("What is the rate at the Ritz?", "get_rate", "80", hotel="Ritz")
    assert not told_beside("We like New Zealand. What is the rate at the Ritz?", [own.clause], [own])
    assert not told_beside(asked, [asked], [taken])


def test_what_only_failed_calls_took_is_left_open() -> None:
    """Unless what was taken in the end is another spelling of it."""
    refused = MadeCall("a large cardigan", "knit", {"garment": "large"}, ok=False, text="unknown garment 'large'")
    knitted = made("a large cardigan", "knit", "900 m", garment="cardigan")
    assert left_out("a large cardigan", [refused, knitted], []) == ["large"]
    misspelt = MadeCall("a cardigann", "knit", {"garment": "cardigann"}, ok=False, text="unknown")
    assert not left_out("a cardigann", [misspelt, made("a cardigann", "knit", "900 m", garment="cardigan")], [])
    assert not left_out("a large cardigan", [refused], [])


def test_a_number_that_another_call_should_have_brought_is_left_open() -> None:
    """Not one that it did bring, nor one of an unrelated call."""
    volume = tool("tank_volume", "Work out the litres of a tank.", side_cm="number: cm")
    heater = tool("heater_size", "Suggest a heater.", litres="number: litres of the tank")
    brought = made("c", "tank_volume", "64.8 litres", side_cm="40")
    wrong = MadeCall("c", "heater_size", {"litres": 30}, ok=True, text="50 W")
    assert len(unfed([brought, wrong], [volume, heater])) == 1
    right = MadeCall("c", "heater_size", {"litres": 64.8}, ok=True, text="100 W")
    assert not unfed([brought, right], [volume, heater])
    assert not unfed([wrong], [volume, heater])


@pytest.mark.parametrize(
    ("clause", "told"),
    [("the berth id and the fees of the Heron", ["find_berth_id"]), ("the fees of the Heron", []), ("fees", [])],
)
def test_what_is_asked_for_on_the_way_is_told(clause: str, told: list[str]) -> None:
    """Where the clause has words that only the tool before the last one is about."""
    find = tool("find_berth_id", "Find the berth id of a boat.", boat="string: name")
    fees = tool("get_fees", "Get the fees of a boat.", berth_id="string: number")
    calls = (made(clause, "find_berth_id", "B-3", boat="Heron"), made(clause, "get_fees", "80", berth_id="B-3"))
    found = asked_on_the_way(clause, StepInput(clause, (find, fees), calls))
    assert [each.tool for each in found] == told


SOW = tool(
    "sowing_time", "When to sow a plant.", ["inside"], plant="string: name",
    inside={"type": "boolean", "description": "True for the greenhouse instead of the garden."},
)  # fmt: skip


@pytest.mark.parametrize(
    ("request_", "open_"),
    [("When can I sow leek in the greenhouse?", True), ("When can I sow leek in the garden?", False)],
)
def test_a_default_that_the_request_speaks_against_is_said(request_: str, open_: bool) -> None:
    """Its description has the word; words of what holds by default are none."""
    calls = [made(request_, "sowing_time", "17 March", plant="leek")]
    assert unset(request_, calls, [SOW]) == (["inside: not set in sowing_time"] if open_ else [])
    assert not unset(request_, [calls[0]._replace(arguments={"inside": True})], [SOW])


@pytest.mark.parametrize(
    ("text", "open_"), [("W-23", True), ("23 euros", False), ("free of charge", False), ("7", False)]
)
def test_how_much_asks_for_a_number(text: str, open_: bool) -> None:
    """An identifier is none; that it costs nothing is an answer."""
    clause = "How much is the suit?"
    assert bool(uncounted([clause], [made(clause, "find_suit", text, suit="blue")])) == open_
    assert not uncounted(["Which suit is it?"], [made("Which suit is it?", "find_suit", text, suit="blue")])


def test_a_value_that_the_model_has_picked_is_a_guess() -> None:
    """And one that the request says is none."""
    bunks = tool("free_bunks", "Free bunks.", night={"type": "string", "enum": ["mon", "tue"]})
    calls = [made("How many bunks are free?", "free_bunks", "7", night="mon")]
    assert picked("How many bunks are free?", calls, [bunks]) == ["night: mon"]
    assert not picked("How many bunks are free on Mondays?", calls, [bunks])


@pytest.mark.parametrize(("schema", "open_"), [({}, True), ({"maximum": 1}, False)])
def test_a_share_of_which_nothing_is_said_is_a_guess(schema: dict[str, float], open_: bool) -> None:
    """5% may be 5 for a tool that only says "rate"."""
    loan = tool("loan", "Cost of a loan.", rate={"type": "number", **schema})
    calls = [MadeCall("", "loan", {"rate": 0.05}, ok=True, text="12")]
    assert bool(unclear_shares("a loan at 5%", calls, [loan])) == open_
    assert bool(unclear_shares("a loan at 5%", [calls[0]._replace(arguments={"rate": 5})], [loan])) == open_


def test_an_allowed_value_that_no_call_took_is_said() -> None:
    """It stands in another sentence than the question."""
    hive = tool(
        "hive_task",
        "Task of a month.",
        ["region"],
        month="string",
        region={"enum": ["north", "south", "west"], "default": "west"},
    )
    calls = [made("What is the task?", "hive_task", "feed", month="May")]
    assert unset("We are in the north. What is the task?", calls, [hive]) == ["region: not set in hive_task"]
    assert not unset("We are in the west. What is the task?", calls, [hive])
