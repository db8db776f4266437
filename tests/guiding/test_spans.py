"""The values that a text names, in English and in Chinese."""
# ruff: noqa: RUF001

import json
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from smurfs_graph.guiding.spans import NOTHING, phrases_of, spans_of, spans_of_response
from smurfs_graph.offline.values import find_values


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("It is late. What about Oslo?", ["Oslo"]),
        ("My dog and I'm in Rome. Two of us. Is Lima far?", ["Rome", "Lima"]),
        ("Lima's weather. The same for Quito", ["Lima", "Quito"]),
    ],
)
def test_a_word_that_begins_a_sentence_is_no_name(text: str, names: list[str]) -> None:
    """Where it is a word of the grammar, a verb that asks, or a number."""
    assert [span.value for span in spans_of(text) if span.kind == "name"] == names


def test_names_in_chinese() -> None:
    """Titles stand in their own marks, names in Latin letters have no blanks around them."""
    assert [(each.kind, each.value) for each in spans_of("《茶馆》和Night Ferry的作者")] == [
        ("quoted", "茶馆"),
        ("name", "Night Ferry"),
    ]
    assert [each.value for each in spans_of("Zugspitze有多高？")] == ["Zugspitze"]


def test_grammar_parts_what_may_be_a_value_in_chinese() -> None:
    """Each part stands where it says it does."""
    text = "长江的水位是多少？"
    found = phrases_of(text, spans_of(text), NOTHING)
    assert [each.value for each in found] == ["长江", "水位"]
    assert all(each.written == each.value for each in found)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("on Jan 28, 2021", [("date", "2021-01-28")]),
        ("on Jun.20,2023.", [("date", "2023-06-20")]),
        ("on 2022/08/16", [("date", "2022-08-16")]),
        ("born 29/08/1990 or 08-29-1990", [("date", "1990-08-29"), ("date", "1990-08-29")]),
        ("born 05/06/1990", [("date", "05/06/1990")]),
        ("from 1e-9 to 2.5e3", [("number", 1e-9), ("number", 2500.0)]),
        ("of 5,10 and 1.250,00", [("unclear", "5,10"), ("unclear", "1.250,00")]),
        ("of 1,250 and (3,4)", [("number", 1250), ("number", 3), ("number", 4)]),
        ("minus 5, \u22125 and 3 minus 2", [("number", -5), ("number", -5), ("number", 3), ("number", 2)]),
        ("the table sales_data", [("id", "sales_data")]),
        ("I'm sure we'd love it", []),
    ],
)
def test_forms_of_values(text: str, values: list[tuple[str, Any]]) -> None:
    """Months in short, days by their number where that is clear, powers of ten, and names as programs have them."""
    assert [(span.kind, span.value) for span in spans_of(text)] == values


@pytest.mark.parametrize("text", ["1e999", "9" * 6_000, f"{'9' * 250} million", f"in {'9' * 5_000} days"])
def test_numbers_without_end_are_no_values(text: str) -> None:
    """A tool may return them; Python refuses to read more than 4,300 digits."""
    assert not [one for one in spans_of(text, today="2026-03-01") if isinstance(one.value, int)]


@pytest.mark.parametrize("unit", ["1 ", "A1 ", "Rome b ", "$1 each, "])
def test_reading_a_text_takes_steps_in_proportion_to_its_length(unit: str) -> None:
    """A response or a request may be a row of values."""
    few, many = (_steps(partial(find_values, unit * (size // len(unit)), frozenset())) for size in (1_500, 6_000))
    assert many < few * 6


def test_no_more_of_a_response_is_read_than_is_taken() -> None:
    """Data may have a hundred thousand fields."""
    small, large = (
        _steps(partial(spans_of_response, json.dumps({f"k{at}": "Rome" for at in range(count)})))
        for count in (250, 5_000)
    )
    assert large < small * 2


def _steps(work: Callable[[], Any]) -> int:
    """Return how many functions and generators a piece of work enters."""
    entered = 0

    def count(frame: Any, event: str, value: Any) -> None:
        nonlocal entered
        entered += event == "call"

    work()  # caches
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return entered


def test_names_keep_their_apostrophes() -> None:
    """And a word in capitals before "of" is no part of one."""
    found = spans_of("the IDs of Nuala O'Brien and Jean")
    assert [one.written for one in found] == ["IDs", "Nuala O'Brien", "Jean"]
