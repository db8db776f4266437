"""How often a clause asks for the same tool."""

from typing import Any

import pytest

from smurfs_graph.guiding.aims import next_step
from smurfs_graph.guiding.argument_filling import Sources, fill
from smurfs_graph.guiding.steps import StepInput
from tests.guiding.tools import TOOLS, tool

CIRCLE = tool("circle_area", "Compute the area of a circle.", radius="number: radius")
FACTORS = tool("prime_factors", "Prime factors.", number="integer: to be factored")
SUM = tool("factors", "Factors.", number="integer: to be factored", style="string: format")
MOVE = tool("get_way", "Way of a car.", ["slope"], speed="number", time="number", slope="number")
FLUTE = tool("find_flute", "Find a flute.", specs={"type": "array", "items": {"type": "string"}})
HIRE = tool("hire_price", "Price to hire a tool.", item="string: tool", days="integer: how long")
GAP = tool("orbit_gap", "Distance of two planets.", planet1="string: name", planet2="string: name")


@pytest.mark.parametrize(
    ("wanted", "request_", "calls"),
    [
        (CIRCLE, "Areas of three circles: one with radius 5, one with radius 10", [{"radius": 5}, {"radius": 10}]),
        (CIRCLE, "The area of a circle with radius 5", [{"radius": 5}]),
        (CIRCLE, "Circle areas at a radius of 1 meter and 2 meters", [{"radius": 1}, {"radius": 2}]),
        (FACTORS, "Prime factors of the number 12 and the number 35", [{"number": 12}, {"number": 35}]),
        (
            MOVE, "With a speed of 3, a time of 4 and a slope of 5; with a speed of 6, a time of 7 and a slope of 8",
            [{"speed": 3, "time": 4, "slope": 5}, {"speed": 6, "time": 7, "slope": 8}],
        ),
        (
            TOOLS["solve_quadratic"], "Solve the equations with a = 2, b = 5, c = 3 and with a = 1, b = -3, c = 2",
            [{"a": 2, "b": 5, "c": 3}, {"a": 1, "b": -3, "c": 2}],
        ),
        (TOOLS["mean"], "Means of a set [1, 2] and a set [3, 4]", [{"numbers": [1, 2]}, {"numbers": [3, 4]}]),
        (TOOLS["gcd"], "gcd of two pairs: 3 and 4, 5 and 12", [{"first": 3, "second": 4}, {"first": 5, "second": 12}]),
        (
            HIRE, "A drill for 2 days and a ladder for 4 days, please",
            [{"item": "drill", "days": 2}, {"item": "ladder", "days": 4}],
        ),
        (
            HIRE, "Price to hire a drill and one for a ladder, for 2 days",
            [{"item": "drill", "days": 2}, {"item": "ladder", "days": 2}],
        ),
        (
            SUM, "Factors of the number 12 and the number 35 in 'short' format",
            [{"number": 12, "style": "short"}, {"number": 35, "style": "short"}],
        ),
        (FLUTE, "Flutes with a wooden head and a silver joint", [{"specs": ["wooden head", "silver joint"]}]),
        (
            GAP, "How far is it between the bodies Mars and Venus, and then between Mars and Jupiter?",
            [{"planet1": "Mars", "planet2": "Venus"}, {"planet1": "Mars", "planet2": "Jupiter"}],
        ),
        (GAP, "How far is it between Mars and Venus?", [{"planet1": "Mars", "planet2": "Venus"}]),
        (
            TOOLS["gcd"], "Greatest common divisors of the pairs (45, 60) and (90, 120)",
            [{"first": 45, "second": 60}, {"first": 90, "second": 120}],
        ),
        (
            TOOLS["distance"], "How long is the way from Oslo to Bergen and from Rome to Lima?",
            [{"start": "Oslo", "end": "Bergen"}, {"start": "Rome", "end": "Lima"}],
        ),
    ],
)  # fmt: skip
def test_each_set_of_values_is_a_call(wanted: Any, request_: str, calls: list[dict[str, Any]]) -> None:
    """Labelled several times, or in pairs; once is one call."""
    found = fill(wanted, Sources(request_))
    assert [*found.calls] == calls
    assert not found.open


def test_sets_may_stand_in_several_sentences() -> None:
    """The request is one clause then, in quotation marks or not."""
    request = "One garden has a base of 10 and a height of 5. The other one has a base of 4 and a height of 3. Areas?"
    tools = (TOOLS["triangle_area"],)
    for said in (f"{request} What is the area of each triangle?", f'"{request} What is the area of each triangle?"'):
        (aim,) = next_step(StepInput(said, tools)).aims
        assert [*aim.calls] == [{"base": 10, "height": 5}, {"base": 4, "height": 3}]


def test_numbered_parameters_keep_the_order_of_the_text() -> None:
    """However near the second value stands to the parameter's word."""
    mix = tool("mix_paint", "Mix paint.", color1="string: color", color2="string: color")
    assert fill(mix, Sources("Mix 'yellow' and 'blue' color")).calls == ({"color1": "yellow", "color2": "blue"},)
