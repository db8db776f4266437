"""Numbers with units: the unit that a parameter takes, the one behind a number, and one in the other."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.guiding.units import converted, in_all_units, unit_behind, unit_taken
from tests.guiding.tools import tool

UNITS = ("mm", "cm", "m", "km", "mg", "g", "kg", "ml", "l", "s", "min", "h", "month", "year", "m2")


@pytest.mark.parametrize(
    ("name", "description", "unit"),
    [
        ("weight_kg", "", "kg"),
        ("duration", "Length in minutes.", "minute"),
        ("area_m2", "", "m2"),
        ("floor", "Area in square metres.", "m2"),
        ("price_per_kg", "", ""),
        ("count", "number in stock", ""),
        ("day", "", ""),
    ],
)
def test_a_parameter_says_its_unit(name: str, description: str, unit: str) -> None:
    """By the end of its name, or its description; a price per unit takes none."""
    schema: Any = {name: {"type": "number", "description": description}}
    parameters = tool("measure", "Measure it.", **schema).document.parameters or ()
    assert [unit_taken(one) for one in parameters] == [unit]


@pytest.mark.parametrize(
    ("text", "unit"), [("12 kg of it", "kg"), ("12 kilos", "kilo"), ("12m² of it", "m²"), ("12 apples", ""), ("12", "")]
)
def test_the_unit_behind_a_number_is_read(text: str, unit: str) -> None:
    """In any spelling; no other word is one."""
    assert unit_behind(text, 2) == unit


def test_other_quantities_are_not_converted() -> None:
    """Neither are months into days: they are not equally long."""
    assert converted(2, "kg", "cm") is None
    assert converted(2, "month", "day") is None
    assert converted(1.8, "kg", "g") == 1800
    assert isinstance(converted(1.8, "kg", "g"), int)


@given(st.floats(0.01, 10_000), st.sampled_from(UNITS), st.sampled_from(UNITS))
def test_a_number_comes_back(value: float, unit: str, other: str) -> None:
    """From every unit of its quantity, as far as six digits go; and those are all of that quantity."""
    there = converted(value, unit, other)
    if there is None or there < 0.01:
        return
    back = converted(there, other, unit)
    assert back == pytest.approx(value, rel=1e-3)
    assert any(one == pytest.approx(there) for one in in_all_units(value, unit))


def test_a_parameter_may_be_named_by_its_unit() -> None:
    """Then a number of another quantity is not its own."""
    schema: Any = {"kwh": "number", "x": "number"}
    parameters = tool("bill", "Compute the bill.", **schema).document.parameters or ()
    assert [unit_taken(one) for one in parameters] == ["kwh", ""]
    assert converted(80_000, "mile", "kwh") is None


def test_numbers_in_a_row_share_their_unit() -> None:
    """The one behind the last of them."""
    text = "a tank of 100 x 40 x 50 cm, and 3"
    assert [unit_behind(text, text.index(one) + len(one)) for one in ("100", "40", "50", "3")] == ["cm"] * 3 + [""]
