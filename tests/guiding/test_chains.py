"""Whose result is asked for where one tool takes what another one returns."""

import sys
from collections import Counter
from typing import Any

import pytest

from smurfs_graph.guiding.aims import next_step
from smurfs_graph.guiding.chains import brings, feeds
from smurfs_graph.guiding.clauses import clauses_of
from smurfs_graph.guiding.steps import MadeCall, StepInput
from tests.guiding.tools import tool

BERTH = tool("get_berth", "Get the berth where a boat is moored.", boat="string: name of the boat")
WARDEN = tool("get_warden", "Get the person who looks after a berth.", berth="string: the berth")
WEATHER = tool("get_weather", "Get the weather at a pier.", pier="string: the pier")
TOOLS = (BERTH, WARDEN, WEATHER)


def play(request: str, responses: dict[str, str]) -> tuple[list[tuple[str, dict[str, Any]]], list[str]]:
    """Return the calls that are made one after the other, and the clauses for which nothing was found."""
    made: list[MadeCall] = []
    chosen: dict[str, str] = {}
    for _ in range(6):
        found = next_step(StepInput(request, TOOLS, tuple(made), chosen))
        if found.choose is not None:
            chosen[found.choose.clause] = found.choose.tools[0].name
            continue
        if not found.aims:
            return [(each.tool, dict(each.arguments)) for each in made], list(found.unmet)
        for aim in found.aims:
            filled = {one.name: one.choices[0] for one in aim.open}
            for call in aim.calls:
                text = responses.get(str(next(iter({**call, **filled}.values()))), "")
                made.append(MadeCall(aim.clause, aim.tool.name, {**call, **filled}, bool(text), text or "not known"))
    raise AssertionError("it never ends")


RESPONSES = {"Zephyr": '{"boat": "Zephyr", "berth": "B12"}', "B12": "Olaf Brand"}


def test_what_a_tool_returns_stands_in_its_line() -> None:
    """Up to the first word that only says which one."""
    assert brings(BERTH) == {"berth"}
    assert feeds(BERTH, WARDEN)
    assert not feeds(WARDEN, BERTH)
    assert not feeds(WEATHER, WARDEN)


@pytest.mark.parametrize(
    "request_",
    [
        "Which person looks after the berth where the Zephyr is moored?",
        "The engine of the Zephyr smokes. Which person looks after its berth?",
        "get the warden of the berth of the boat Zephyr",
    ],
)
def test_a_chain_ends_with_what_is_asked_for(request_: str) -> None:
    """The value goes to the tool that it belongs to, and what that brings to the next one."""
    calls, unmet = play(request_, RESPONSES)
    assert calls == [("get_berth", {"boat": "Zephyr"}), ("get_warden", {"berth": "B12"})]
    assert not unmet


def test_nobody_is_asked_for_more_than_the_request() -> None:
    """The warden could be asked, but no word is about one."""
    assert play("In which berth is the boat Zephyr moored?", RESPONSES) == ([("get_berth", {"boat": "Zephyr"})], [])


def test_a_value_that_is_named_goes_where_it_is_named() -> None:
    """No berth has to be looked up for it."""
    assert play("Which person looks after the berth B12?", RESPONSES)[0] == [("get_warden", {"berth": "B12"})]


def test_a_chain_that_broke_is_not_met() -> None:
    """The berth is no answer to who looks after it."""
    calls, unmet = play(
        "Which person looks after the berth where the Zephyr is moored?", {"Zephyr": RESPONSES["Zephyr"]}
    )
    assert calls[0] == ("get_berth", {"boat": "Zephyr"})
    assert unmet


def test_a_tool_feeds_what_a_parameter_is_described_as() -> None:
    """By the first words of its description, or the unit of its number; not by any word of it."""
    volume = tool("tank_volume", "Volume of an aquarium in litres.", side_cm="number: cm")
    capacity = tool("fill_up", "How much it holds, in litres.", side_cm="number: cm")
    heater = tool("heater", "Recommend a heater.", litres="number: Volume of the tank in litres.")
    price = tool("cheese_price", "Look up the price of a cheese.", cheese="string: name")
    portion = tool("portion_cost", "Cost of a piece.", per_kilo="number: Price per kilo.", shop="string: for a cheese")
    assert feeds(volume, heater)
    assert feeds(capacity, heater)
    assert feeds(price, portion)
    assert not feeds(heater, volume)
    assert not feeds(price, heater)


def test_a_response_of_many_values_is_not_weighed_by_the_square() -> None:
    """A hostile one of four hundred characters held the process for seconds; some work for each value may be added."""
    request = "Find the fees of Ann Lee, get the locker of Bob Ray and get the points of Cy Dee."
    tools = tuple(tool(name, f"Get the {name} of a member.", ["number"], number="integer: the member number",
                       year="integer: the year") for name in ("fees", "locker", "points"))  # fmt: skip

    def work(values: int) -> int:
        made = tuple(MadeCall(c, "find_member", {"person": "Ann"}, True, "1 " * values) for c in clauses_of(request))
        steps = Counter[str]()
        sys.setprofile(lambda _, event, __: steps.update([event]))
        try:
            next_step(StepInput(request, tools, made))
        finally:
            sys.setprofile(None)
        return steps["call"]

    assert work(200) < 2 * work(50)
