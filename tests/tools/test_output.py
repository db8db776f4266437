"""Responses as text: clean, capped, and data stays data."""

import itertools
import json
import math
from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import Enum
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from smurfs_graph.tools import output
from smurfs_graph.tools.output import cap, clean, cut, in_one_line, to_data, to_text


@dataclass
class Point:
    """A dataclass."""

    x: int
    day: date


class Size(Enum):
    """Allowed values."""

    BIG = "big"


class Person(BaseModel):
    """A model."""

    name: str
    born: date


@pytest.mark.parametrize(
    ("value", "data"),
    [
        (math.nan, "nan"),
        (math.inf, "inf"),
        (True, True),
        ({"size": Size.BIG}, {"size": "big"}),
        (b"caf\xc3\xa9", "café"),
        pytest.param(memoryview(b"abc"), "abc", id="memoryview"),
        ((1, 2), [1, 2]),
        ({1: {2: 3}}, {"1": {"2": 3}}),
        (Point(1, date(2031, 5, 2)), {"x": 1, "day": "2031-05-02"}),
        (Person(name="Ada", born=date(1815, 12, 10)), {"name": "Ada", "born": "1815-12-10"}),
        (datetime(2031, 5, 2, tzinfo=UTC), "2031-05-02T00:00:00+00:00"),
        (Point, "<class"),
        ({"a\x00": "b\x1b[31mc"}, {"a": "bc"}),
    ],
    ids=repr,
)
def test_values_become_json_data(value: Any, data: Any) -> None:
    """A value without a JSON form becomes its text."""
    found = to_data(value)
    assert found.startswith(data) if value is Point else found == data


_DATA = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=50),
    lambda inner: st.lists(inner, max_size=8) | st.dictionaries(st.text(max_size=10), inner, max_size=8),
    max_leaves=60,
)


@settings(max_examples=40)
@given(_DATA, st.integers(200, 2000))
def test_capped_data_keeps_within_its_limit(value: Any, limit: int) -> None:
    """Short enough in every case, and the same where it was short enough."""
    data = to_data(value)
    text = cap(data, limit)
    assert len(text) <= limit
    if len(to_text(data)) <= limit:
        assert text == to_text(data)


@pytest.mark.parametrize(
    "value",
    [
        [{"name": f"city {number}", "note": "x" * 300} for number in range(1000)],
        {"rows": [[number] * 20 for number in range(500)], "total": 500},
        {f"key {number}": number for number in range(5000)},
        [["x" * 10_000]],
    ],
    ids=["rows", "table", "keys", "text"],
)
def test_capped_data_is_still_json_and_says_what_is_gone(value: Any) -> None:
    """A model can go on reading it as data."""
    text = cap(to_data(value), 3000)
    assert isinstance(json.loads(text), type(value))
    assert "more" in text


@given(st.text(max_size=300), st.integers(0, 200))
def test_cut_keeps_beginning_and_end(text: str, limit: int) -> None:
    """Within its limit; unchanged if short enough."""
    short = cut(text, limit)
    assert len(short) <= max(limit, 1)
    if len(text) <= limit:
        assert short == text


def test_cut_says_how_much_is_gone() -> None:
    """Beginning and end are the text's own."""
    short = cut("begin " + "x" * 1000 + " end", 200)
    assert short.startswith("begin")
    assert short.endswith(" end")
    assert "810 characters left out" in short


@given(st.text() | st.text(st.characters(max_codepoint=0x250)))
def test_clean_text_is_clean(text: str) -> None:
    """No control character but line break and tab, no mark that hides or reorders, nothing that UTF-8 refuses."""
    found = clean(text)
    found.encode()
    assert not any(ord(character) < 32 and character not in "\n\t" for character in found)
    assert not set(found) & set("\x7f\x1b\u200b\u202e\u2066\ufeff")
    assert clean(found) == found


def test_terminal_sequences_are_gone_as_a_whole() -> None:
    """Colours, cursor moves, titles and links leave no rest."""
    assert clean("\x1b[1;31mred\x1b[0m\x1b[2J \x1b]0;title\x07x\x1b]8;;http://a\x1b\\link\x1b]8;;\x1b\\") == "red xlink"


def test_a_value_that_holds_itself_is_read_once() -> None:
    """Directly, through a dict, and many times over."""
    ring: list[Any] = [1]
    ring += [ring, {"again": ring}, ring]
    assert to_data(ring) == [1, "…", {"again": "…"}, "…"]
    shared = ["x"]
    assert to_data([shared, shared]) == [["x"], ["x"]]


def test_a_value_that_unfolds_without_end_is_left_at_some_point() -> None:
    """Shared lists within shared lists: 2 to the 40 values in forty lines."""
    bomb: list[Any] = ["x"]
    for _ in range(40):
        bomb = [bomb, bomb]

    def count(value: Any) -> int:
        return 1 + sum(map(count, value)) if isinstance(value, list) else 1  # pyright: ignore

    assert count(to_data(bomb)) <= 2 * output.MAX_VALUES


@pytest.mark.parametrize(
    "huge",
    [
        "\x1b[1m" * 2_000_000,
        ["x" * 1_500_000] * 20,
        {"a": "x" * 30_000_000, "b": "y"},
        b"\xff\x00" * 9_000_000,
        {f"{number:020}": "x" * 300_000 for number in range(60)},
    ],
    ids=["escapes", "list", "object", "bytes", "many"],
)
def test_a_huge_result_is_cut_before_it_is_cleaned(huge: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its texts have one budget together: cleaning hundreds of megabytes stopped every thread past every limit."""
    cleaned: list[int] = []
    whole = output.clean
    monkeypatch.setattr(output, "clean", lambda text: cleaned.append(len(text)) or whole(text))
    data = to_data(huge)
    assert sum(cleaned) <= output.MAX_READ_CHARS + 1_000
    assert len(to_text(data)) <= 4 * output.MAX_READ_CHARS
    assert "left out" in to_text(data) or " more" in to_text(data) or "…" in to_text(data)


def test_one_line_of_a_huge_text_looks_at_its_beginning() -> None:
    """An error of a gigabyte is said in a line."""
    assert in_one_line("word " * 2_000_000, 20) == "word word word word…"
    assert in_one_line("\x1b[1m" * 2_000_000 + "end", 20) == "…"


def test_a_generator_within_a_result_is_its_items_and_no_address() -> None:
    """An address is another one each time, so that an old result would pass for news."""
    assert to_data({"rows": (number for number in range(3))}) == {"rows": [0, 1, 2]}
    assert len(to_data(itertools.count())) == output.MAX_ITEMS
    assert to_data([object(), test_a_generator_within_a_result_is_its_items_and_no_address])[0] == "<object object>"
