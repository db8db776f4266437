"""The spoken part of a reply: its answer, without thoughts, channels and marks."""

import json
from pathlib import Path

import pytest

from smurfs_graph.models.spoken import spoken

SAID = "7 anchors"
REPLIES = [
    json.loads(line)["reply"] for line in Path(__file__).with_name("spoken.jsonl").read_text("utf-8").splitlines()
]
"""That all say the same, in the forms of published templates."""
KEPT = [
    "Use <think> to think.",
    "The tags `<think>` and `</think>` hold thoughts.",
    "```\n<think>a</think><|im_end|>\n```\nThat is how.",
    "<b>7</b> anchors, <s>8</s> before, 3 < 4",
    "analysis of the stock: 7 anchors",
]


@pytest.mark.parametrize("reply", REPLIES)
def test_the_answer_is_what_is_said(reply: str) -> None:
    """In the forms of published templates."""
    assert spoken(reply).strip() == SAID


@pytest.mark.parametrize("text", KEPT)
def test_what_is_written_about_stays(text: str) -> None:
    """Marks in code, and a tag that is a word of a sentence."""
    assert spoken(text) == text


@pytest.mark.parametrize("reply", ["<think>and so on", "<|channel|>analysis<|message|>and so on<|end|>", "<|im_end|>"])
def test_thoughts_alone_are_no_answer(reply: str) -> None:
    """Nothing is said."""
    assert spoken(reply).strip() == ""
