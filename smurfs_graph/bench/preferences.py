"""StableToolBench's SoWR over two results: whose answer has the better status, else whom a judge prefers.

As ToolEval's evaluator does: solved beats unsure, and unsure unsolved; only answers of one status are compared.
"""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from smurfs_graph.bench.judging import AnsweredCase, Judge
from smurfs_graph.bench.metrics.judged import Preference, Status, majority, prefer
from smurfs_graph.bench.results import PREDICTIONS, Row, read_predictions
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.user.own_files import open_own_unlinked

PREFERENCES = "preferences.jsonl"
_JOBS = 4
"""Pairs that are judged at once."""


class Preferred(NamedTuple):
    """One case that both did, with the same seed."""

    case: str
    seed: int
    preference: Preference
    votes: list[Preference]
    """Empty where the votes on each answer alone decided."""
    problems: int


def preferences(places: tuple[Path, Path], sides: tuple[Sequence[Row], Sequence[Row]], judge: Judge) -> list[Preferred]:
    """Judge every pair. `places`: the results, as files or folders; `sides`: their rows.

    Raises:
        ConfigurationError: the answers in full are not there; they are kept in runs that are judged.
    """
    answers = [_answers(place, rows) for place, rows in zip(places, sides, strict=True)]
    by_key = [{(row.case, row.seed): row for row in rows} for rows in sides]
    pairs = sorted(by_key[0].keys() & by_key[1].keys() & answers[0].keys() & answers[1].keys())
    if not pairs:
        raise ConfigurationError(f"no answers in full to compare; run both with --judge, which keeps {PREDICTIONS}")

    async def one(key: tuple[str, int], gate: asyncio.Semaphore) -> Preferred:
        first, second = _status(by_key[0][key]), _status(by_key[1][key])
        if first != second:
            return Preferred(*key, prefer(first, second, ()), [], 0)
        query, answer = answers[0][key]
        async with gate:
            found = await judge.compare_answers(query, answer, answers[1][key][1])
        return Preferred(*key, prefer(first, second, found.votes), found.votes, found.problems)

    async def every() -> list[Preferred]:
        gate = asyncio.Semaphore(_JOBS)
        return list(await asyncio.gather(*(one(key, gate) for key in pairs)))

    return asyncio.run(every())


def write_preferences(folder: Path, labels: tuple[str, str], judge: Judge, found: Sequence[Preferred]) -> Path:
    """Write every pair with its votes, a line each, and return the file."""
    file = folder / PREFERENCES
    with open(file, "w", encoding="utf-8", opener=open_own_unlinked) as out:
        for each in found:
            line = {"first": labels[0], "second": labels[1], "judge": judge.reference, **each._asdict()}
            out.write(json.dumps(line, ensure_ascii=False) + "\n")
    return file


def _status(row: Row) -> Status:
    return majority(row.votes) if row.votes else "unsure"


def _answers(place: Path, rows: Sequence[Row]) -> dict[tuple[str, int], tuple[str, AnsweredCase]]:
    """Return the query, the answer in full and its steps, by case and seed."""
    seeds = {row.key: row.seed for row in rows}
    found: dict[tuple[str, int], tuple[str, AnsweredCase]] = {}
    for key, data in read_predictions(place if place.is_dir() else place.parent).items():
        if key in seeds:
            found[key[0], seeds[key]] = data["query"], AnsweredCase(data["answer"], data["steps"])
    return found
