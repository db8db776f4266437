"""Reading JSON out of any text: never an error, never long, and never something that a checkpoint cannot hold."""

import json
import time
from contextlib import suppress
from typing import Any

import ormsgpack
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from smurfs_graph.models.json_mending import STEPS_PER_CHAR, MeteredText, StepMeter, TooManyStepsError, repair
from smurfs_graph.models.json_scan import regions
from smurfs_graph.models.json_text import MAX_CHARS, MAX_REPAIRED_CHARS, Repairs, candidates
from smurfs_graph.models.spoken import without_thoughts
from tests.models.hostile_texts import FAMILIES, hostile

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
@example({"<|A|>": None})
def test_well_formed_objects_come_out_as_they_are(value: dict[str, Any]) -> None:
    """Alone, in a fence, and after thoughts."""
    schema = {"type", "properties"} <= value.keys()
    if schema:
        return
    text = json.dumps(value)
    for written in (text, f"```json\n{text}\n```", f"<think>hm, {{}}</think>\n{text}", f"\n\n  {text}\n"):
        assert next(iter(candidates(written))) == storable(value)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_hostile_reply_of_any_length_is_given_up_soon(family: str) -> None:
    """Reading in quadratic time would take minutes of the processor for some of them."""
    started = time.thread_time()
    for length in (MAX_REPAIRED_CHARS, MAX_CHARS):
        list(candidates(hostile(family, length)))
    assert time.thread_time() - started < 8


@pytest.mark.parametrize("family", FAMILIES)
def test_repairing_takes_steps_in_proportion_to_the_length(family: str) -> None:
    """The repairer looks at each character so often and no more, or gives up."""
    for length in (2_000, 4_000):
        text, meter = hostile(family, length), StepMeter(STEPS_PER_CHAR * length)
        with suppress(TooManyStepsError, ValueError):
            repair(text, meter)
        assert 0 < meter.steps <= meter.limit + length


def test_steps_are_counted_in_texts_that_the_repairer_puts_together() -> None:
    """A part counts, and so does what is made of parts."""
    meter = StepMeter(100)
    text = MeteredText.of("abcdef", meter)
    _ = (text[:2] + "x" + text[3:])[0]
    assert meter.steps == 3
    with pytest.raises(TooManyStepsError):
        repair("(" * 1_000, StepMeter(10_000))


def test_one_reply_is_repaired_up_to_a_length() -> None:
    """Many damaged objects cost no more than one large one; arguments that are written as text count too."""
    damaged = "{'a': [1, 2" + ", 3" * 5_000 + "}"
    assert len(list(candidates(damaged))) == 1
    assert len(list(candidates((damaged + "]}\n") * 6))) <= MAX_REPAIRED_CHARS // len(damaged)
    repairs = Repairs()
    assert [list(candidates(damaged, repairs)) != [] for _ in range(3)] == [True, True, False]


def test_an_unclosed_quote_hides_no_bracket() -> None:
    """The text behind it is read as if it were not there."""
    assert list(regions('{"a": "b\\" [1] } {2}')) == ['{"a": "b\\" [1] }', "{2}"]
    assert list(regions("{/* [1] } /* {2}")) == ["{/* [1] }", "{2}"]
    assert list(regions("{1} /* {2}")) == ["{1}", "{2}"]


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
    assert without_thoughts(text) == left
