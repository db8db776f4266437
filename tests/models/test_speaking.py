"""A reply that is said while it is written: never a thought, a mark or a call, and in the end all that it says."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.models.speaking import SpokenText
from smurfs_graph.models.spoken import spoken
from tests.models.test_written_calls import FORMS

REPLIES = [
    json.loads(line)["reply"] for line in Path(__file__).with_name("spoken.jsonl").read_text("utf-8").splitlines()
]


def stream(text: str, size: int, *, in_thoughts: bool = False) -> tuple[str, SpokenText]:
    """Return the text that is streamed of one that comes in pieces."""
    speaker = SpokenText(in_thoughts=in_thoughts)
    said = [speaker.add(text[at : at + size]) for at in range(0, len(text), size)]
    return "".join([*said, speaker.end()]), speaker


@pytest.mark.parametrize("size", [1, 3, 50])
@pytest.mark.parametrize("reply", REPLIES)
def test_nothing_but_the_answer_is_said(reply: str, size: int) -> None:
    """However the pieces are cut; where a call may begin, the rest waits until somebody has read it."""
    in_thoughts = "</think>" in reply and "<think>" not in reply
    said, speaker = stream(reply, size, in_thoughts=in_thoughts)
    assert said.strip() in ("7 anchors", "")
    assert (said + speaker.rest("7 anchors")).strip() == "7 anchors"


@pytest.mark.parametrize("size", [1, 7])
@pytest.mark.parametrize("form", FORMS)
def test_no_call_is_said(form: str, size: int) -> None:
    """Nor its marks, in whatever form; words before it are."""
    said, _ = stream("I look.\n" + FORMS[form], size)
    assert said.strip() in ("I look.", "", "I look.\nThought: Which?", "I look.\nstock_of")


@given(st.text(alphabet="ab <[`{\n", max_size=120), st.integers(1, 20))
def test_what_is_held_is_said_once_it_was_read(text: str, size: int) -> None:
    """Together it is the answer, whatever looked like a call in it."""
    answer = spoken(text).strip()
    said, speaker = stream(text, size)
    assert (said + speaker.rest(answer)).strip() == answer
