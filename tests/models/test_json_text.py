"""Reading JSON out of any text: never an error, never long, and never something that a checkpoint cannot hold."""

import json
import time
from typing import Any

import ormsgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.models.json_text import candidates, strip_thinking

_PIECES = st.sampled_from(
    ['{"a":', "{", "}", "[", "]", '"', "'", ",", ":", "null", "NaN", "1e999", "<think>", "</think>", "```json\n", "```"]
)
_TEXTS = st.lists(_PIECES | st.text(max_size=6), max_size=30).map("".join)
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=15,
)
_OBJECTS = st.dictionaries(st.text(max_size=8), _VALUES, min_size=1, max_size=4)


@given(_TEXTS)
def test_any_text_is_read_without_an_error(text: str) -> None:
    """And whatever is found can be checkpointed."""
    for value in candidates(text):
        ormsgpack.packb(value)


def storable(value: Any) -> Any:
    """A value as a checkpoint can hold it: integers beyond 64 bits become text."""
    match value:
        case dict():
            return {key: storable(item) for key, item in value.items()}  # pyright: ignore
        case list():
            return [storable(item) for item in value]  # pyright: ignore
        case int() if not -(2**63) <= value < 2**64:
            return str(value)
        case _:
            return value


@given(_OBJECTS)
def test_well_formed_objects_come_out_as_they_are(value: dict[str, Any]) -> None:
    """Alone, in a fence, and after thoughts."""
    schema = {"type", "properties"} <= value.keys()
    if schema:
        return
    text = json.dumps(value)
    for written in (text, f"```json\n{text}\n```", f"<think>hm, {{}}</think>\n{text}", f"\n\n  {text}\n"):
        assert next(iter(candidates(written))) == storable(value)


@pytest.mark.parametrize(
    "text",
    [
        "{" * 100_000,
        '{"a":' * 40_000,
        "[" * 100_000,
        '{"a":"' * 30_000,
        '{"a":[' * 20_000,
        "<think>" * 30_000,
        "```" * 60_000,
    ],
    ids=lambda text: text[:7],
)
def test_hostile_lengths_take_no_time_worth_mentioning(text: str) -> None:
    """The event loop waits for this."""
    started = time.perf_counter()
    list(candidates(text))
    assert time.perf_counter() - started < 1.0


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("<think>no</think>yes", "yes"),
        ("<THINKING>no</THINKING>yes", "yes"),
        ("no</think>yes", "yes"),
        ("yes<think>no", "yes"),
        ("a<think>b</think>c<think>d</think>e", "ace"),
        ("plain", "plain"),
    ],
)
def test_thoughts_are_stripped(text: str, left: str) -> None:
    """Closed, unclosed, or with only the closing tag left."""
    assert strip_thinking(text) == left
