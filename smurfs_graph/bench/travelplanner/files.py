"""Queries, delivered plans and recorded verdicts, each a file with one JSON record per line."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from pydantic import ValidationError

from smurfs_graph.errors import ConfigurationError

from .day import Day, PlanFormatError, read_plan
from .query import TripQuery


@dataclass(frozen=True, slots=True)
class Submission:
    """What was delivered for one query."""

    idx: int
    plan: tuple[Day, ...]
    """Empty where no plan was delivered."""


def read_queries(path: Path) -> dict[int, TripQuery]:
    """Queries by their `idx`; ConfigurationError says which line is wrong."""
    queries: dict[int, TripQuery] = {}
    for number, record in read_records(path):
        try:
            query = TripQuery.model_validate({"idx": number, **record})
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"]))
            raise ConfigurationError(f"{str(path)!r}, line {number}: {where}: {first['msg']}") from error
        queries[query.idx] = query
    return queries


def read_submissions(path: Path) -> list[Submission]:
    """Plans in the order of the file; ConfigurationError says which line is wrong."""
    submissions: list[Submission] = []
    for number, record in read_records(path):
        idx = record.get("idx", number)
        if not isinstance(idx, int):
            raise ConfigurationError(f"{str(path)!r}, line {number}: idx {idx!r} is no whole number")
        try:
            submissions.append(Submission(idx, read_plan(record.get("plan"))))
        except PlanFormatError as error:
            raise ConfigurationError(f"{str(path)!r}, line {number}: {error}") from error
    return submissions


def read_records(path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The JSON objects of a file with the number of their line, from 1; blank lines are passed over."""
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        reason = "does not exist" if isinstance(error, FileNotFoundError) else f"cannot be read ({error})"
        raise ConfigurationError(f"{str(path)!r} {reason}") from error
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            record: object = json.loads(line)
        except ValueError as error:
            raise ConfigurationError(f"{str(path)!r}, line {number} is no JSON: {error}") from error
        if not isinstance(record, Mapping):
            raise ConfigurationError(f"{str(path)!r}, line {number} is no JSON object")
        yield number, cast("Mapping[str, Any]", record)
