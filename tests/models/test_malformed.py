"""Malformed replies, as small models write them: what is recovered, and that a schema keeps its last word."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import ConfigDict

from smurfs_graph.models.json_text import candidates
from smurfs_graph.models.reading import parse_reply
from smurfs_graph.prompting.replies import Reply
from tests.real_data import REAL_DATA, WHERE

ROOT = Path(__file__).parents[2]
OWN = Path(__file__).with_name("malformed_own.jsonl")


class Refusing(Reply):
    """A schema that none of the malformed objects meets."""

    model_config = ConfigDict(extra="forbid")

    something_else: int


def cases(path: Path) -> Iterator[dict[str, Any]]:
    """The rows of a file of malformed replies."""
    yield from (json.loads(line) for line in path.read_text("utf-8").splitlines())


def recovered(raw: str) -> Any:
    """The likeliest object or list of a reply; None where there is none."""
    return next((value for value in candidates(raw) if isinstance(value, dict | list)), None)


def wrong(path: Path) -> list[str]:
    """The names of the cases that were not recovered to their expected value."""
    return [case["name"] for case in cases(path) if recovered(case["raw"]) != case["expected"]]


def test_own_cases_are_recovered() -> None:
    """Of the cases written before the reader was tuned, at most one in five is lost."""
    total = sum(1 for _ in cases(OWN))
    assert total >= 15
    assert len(wrong(OWN)) <= total / 5


def test_the_shared_cases_are_recovered() -> None:
    """At least 43 of the 45 shared cases come out as expected."""
    path = REAL_DATA / "json" / "malformed.jsonl"
    if not path.exists():
        pytest.skip(f"no {path.name}; {WHERE}")
    assert len(wrong(path)) <= 2


def test_no_repair_gets_past_a_schema() -> None:
    """A reply that a schema refuses stays refused, however the text was repaired."""
    for case in cases(OWN):
        with pytest.raises(ValueError):
            parse_reply(case["raw"], Refusing)
