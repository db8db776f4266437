"""The comparison with recorded verdicts finds what differs, and nothing else."""

import json
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph.bench.travelplanner.__main__ import main
from smurfs_graph.bench.travelplanner.check import points_at_the_same
from smurfs_graph.bench.travelplanner.verdict import Reason
from tests.bench.travelplanner.scenario import GOOD_PLAN, QUERY, spoilt, write_files

_KEPT = [True, None]
_COMMONSENSE = [
    "is_reasonable_visiting_city",
    "is_valid_restaurants",
    "is_valid_attractions",
    "is_valid_accommodation",
    "is_valid_transportation",
    "is_valid_information_in_current_city",
    "is_valid_information_in_sandbox",
    "is_not_absent",
]
_RECORD: dict[str, Any] = {
    "idx": 7,
    "delivered": True,
    "commonsense": dict.fromkeys(_COMMONSENSE, _KEPT),
    "hard": {
        "valid_cuisine": [None, None],
        "valid_room_rule": [None, None],
        "valid_transportation": [None, None],
        "valid_room_type": [None, None],
        "valid_cost": _KEPT,
    },
    "cost": 413,
}


def record(directory: Path, plan: Any, verdict: dict[str, Any]) -> Path:
    """A data directory with one plan and what was recorded of it."""
    write_files(directory)
    (directory / "queries.jsonl").write_text(json.dumps(QUERY))
    (directory / "submission_some.jsonl").write_text(json.dumps({"idx": 7, "plan": plan}))
    (directory / "verdicts_some.jsonl").write_text(json.dumps(verdict))
    return directory


def test_what_agrees_is_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Delivery, cost, two groups, eight and five rules: 17 values."""
    assert main(["check", "--data", str(record(tmp_path, GOOD_PLAN, _RECORD))]) == 0
    assert "some: 1 of 1 plans reproduced, 17 values compared" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"cost": 414}, "plan 7: cost: recorded 414, found 413.0"),
        ({"delivered": False}, "plan 7: delivered: recorded False, found True"),
        ({"hard": None}, "plan 7: whether hard is judged: recorded False, found True"),
        (
            {"commonsense": _RECORD["commonsense"] | {"is_not_absent": [False, "day 2"]}},
            "plan 7: reason of commonsense completeness: recorded 'day 2', found None",
        ),
    ],
)
def test_what_differs_is_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: dict[str, Any], words: str
) -> None:
    """With what was recorded and what was found, and exit status 1."""
    assert main(["check", "--data", str(record(tmp_path, GOOD_PLAN, _RECORD | change))]) == 1
    out = capsys.readouterr().out
    assert "0 of 1 plans reproduced" in out and words in out


def test_a_crash_is_a_difference(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The recorded verdict shows that the published evaluator did not crash there."""
    plan = spoilt(GOOD_PLAN, (2, "current_city", ...))
    assert main(["check", "--data", str(record(tmp_path, plan, _RECORD))]) == 1
    assert "plan 7: evaluation: recorded 'finished', found \"crash: 'current_city'" in capsys.readouterr().out


def test_data_that_is_not_there_is_a_usage_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line, exit status 2."""
    assert main(["check", "--data", str(tmp_path / "nowhere")]) == 2
    assert "does not exist" in capsys.readouterr().err
    write_files(tmp_path)
    assert main(["check", "--data", str(tmp_path)]) == 2
    assert "there is no verdicts_*.jsonl" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("reason", "recorded", "same"),
    [
        (Reason("", 2, "dinner", "X"), "something in day 2 dinner", True),
        (Reason("", 2, "lunch", "X"), "something in day 2 dinner", False),
        (Reason("", 3, "dinner", "X"), "something in day 2 dinner", False),
        (Reason("", 3, "dinner", "X, Y"), "the place X, Y is bad", True),
        (Reason("", 3, "dinner", "X, Z"), "the place X, Y is bad", False),
        (Reason(""), "all is bad", True),
    ],
)
def test_reasons_are_compared_by_what_they_point_at(reason: Reason, recorded: str, same: bool) -> None:
    """Day and entry, or else the name; the wording is free."""
    assert points_at_the_same(reason, recorded) is same
