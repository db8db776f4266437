"""Sums that are written out: read as a calculator reads them, and computed by the tool for that."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph import Settings, build_graph
from smurfs_graph.offline.sums import sum_in


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("What is 12 * 7?", "12 * 7"),
        ("Calculate 3+4", "3+4"),
        ("What is 17 % of 2,340?", "17 % of 2,340"),
        ("Evaluate (3 + 4) * 2 please", "(3 + 4) * 2"),
        ("6 \u00d7 7, and 2^5 after that", "6 * 7"),
        ("10 - 4", "10 - 4"),
        ("from 2026-12-01 to 2026-12-24", ""),
        ("on 3/4/2026", ""),
        ("item A-17 or B 3-4", ""),
        ("two of 3 people", ""),
        ("(3 + 4", ""),
        ("call 555-1234", ""),
    ],
)
def test_what_is_a_sum(text: str, written: str) -> None:
    """Numbers with signs between them; no dates, no ids, nothing half written."""
    assert sum_in(text) == written


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    """And what is found stands in it, up to the spelling of its signs."""
    assert len(sum_in(text)) <= 2 * len(text)


@pytest.mark.parametrize(("strategy", "shape"), [("full", "split"), ("smurfs", "fused"), ("react", "auto")])
def test_a_sum_is_computed(strategy: str, shape: str) -> None:
    """By the calculator among other tools, whatever the step shape."""
    settings = Settings.checked(strategy=strategy, step_shape=shape)
    result = build_graph(settings, tools=["builtin:calc", "builtin:dates"]).invoke({"query": "What is 12 * 7?"})
    assert result["stop_reason"] == "answered"
    assert "84" in result["answer"]
