"""Fits what the offline model has learnt on development requests: `python -m tests.benchmarks.offline_fit [--write]`.

Four stages, each learning on what those before say of toolsets that they have not seen: trees for how likely a value of
the request is a parameter's, trees for one of an earlier answer, weights of readings, trees for how likely a proposed
call is right. Prints for some least chances how many requests come to a right end and how many to a wrong call, judged
by trees that have not seen their toolsets (the few weights of readings are fitted on all). `--write` puts the fits on
all requests into `smurfs_graph/offline/joint`.
Deterministic; takes twenty minutes or so.
"""

import argparse
import inspect
import json
import pickle
from collections.abc import Callable, Sequence
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

import numpy as np

from smurfs_graph.offline.joint import engine, executing, handed, pairs, trees
from smurfs_graph.offline.joint.task import FEATURES
from tests.benchmarks.boosting import Boosting, Forest
from tests.benchmarks.offline_fit import calls, readings
from tests.benchmarks.offline_fit import handed as handed_fit
from tests.benchmarks.offline_fit import pairs as pair_fit
from tests.benchmarks.offline_fit.requests import Case, cases, fold
from tests.benchmarks.offline_fit.table import Told, table

R = TypeVar("R")
FOLDS, PROCESSES = 4, 2
HOME = Path(inspect.getfile(trees)).parent
GRID = (0.8, 0.84, 0.86, executing.LEAST, 0.9, 0.92)
_FOREST: dict[tuple[str, int], trees.Forest] = {}


def main() -> None:
    """Fit all four stages, check, and write where asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the fits on all requests into the package")
    parser.add_argument("--keep", type=Path, help="a folder for what the stages have collected")
    options = parser.parse_args()
    found = list(cases())
    names = sorted({one.toolset for one in found})
    _CASES[:] = [(one, fold(one.toolset, names, FOLDS)) for one in found]
    judged, handed.judged = handed.judged, lambda one, *_: one  # not learnt yet
    pairs.forest = handed.forest = lambda name: _FOREST[name, _FOLD[0]]  # trees that have not seen the toolset
    whole = {
        "pairs": _learnt("pairs", _pairs, pair_fit.HOW, names),
        "handed": _learnt("handed", _handed, handed_fit.HOW, names),
    }
    handed.judged = judged
    states = _share(_states, range(len(_CASES)))
    weights = readings.fit([state for each in states for state in each])
    engine.WEIGHTS = dict(zip(FEATURES, map(float, weights), strict=True))
    print(f"states {sum(map(len, states))}", flush=True)
    runs = _share(_run, [at for at, (one, _) in enumerate(_CASES) if one.path is not None])
    if options.keep:
        (options.keep / "runs.pkl").write_bytes(pickle.dumps((runs, weights)))
    told_names = tuple(next(row for one in runs for step in one.steps for row in step.rows))
    told = check(runs, names, told_names)
    print(calls.table(runs, told, GRID))
    if options.write:
        for name, forest in whole.items():
            _write(name, forest)
        _write("calls", as_read(calls.fit(runs, told_names), told_names))
        (HOME / "weights.py").write_text(source(weights), "utf-8")


_FOLD = [0]
_CASES: list[tuple[Case, int]] = []


def _learnt(name: str, rows: Callable[[int], tuple[str, list[Told]]], how: Boosting, names: list[str]) -> trees.Forest:
    """The trees of a stage from all rows; `_FOREST` gets those of each fold's complement."""
    found = table(_share(rows, range(len(_CASES))))
    folds = np.array([fold(one, names, FOLDS) for one in found.toolsets])
    for number in range(FOLDS):
        _FOREST[name, number] = as_read(found.fit(folds != number, how), found.names)
    print(f"{name} {len(found.right)}", flush=True)
    return as_read(found.fit(folds >= 0, how), found.names)


def _pairs(at: int) -> tuple[str, list[Told]]:
    case, _FOLD[0] = _CASES[at]
    return case.toolset, pair_fit.rows(case)


def _handed(at: int) -> tuple[str, list[Told]]:
    case, _FOLD[0] = _CASES[at]
    return case.toolset, handed_fit.rows(case, [task for task, _ in readings.states(case)])


def _states(at: int) -> list[readings.State]:
    case, _FOLD[0] = _CASES[at]
    return [state for _, state in readings.states(case)]


def _run(at: int) -> calls.Run:
    case, _FOLD[0] = _CASES[at]
    return calls.run(case)


def _share(work: Callable[[int], R], places: Sequence[int]) -> list[R]:
    """The results of some cases, shared out among processes that have all that was fitted so far."""
    with get_context("fork").Pool(PROCESSES) as pool:
        return pool.map(work, places, chunksize=8)


def check(runs: list[calls.Run], names: list[str], told: tuple[str, ...]) -> list[calls.Chances]:
    """The chances of all proposals, by fits that have not seen their toolsets."""
    found: list[calls.Chances] = [[] for _ in runs]
    for number in range(FOLDS):
        forest = calls.fit([one for one in runs if fold(one.toolset, names, FOLDS) != number], told)
        for at, one in enumerate(runs):
            if fold(one.toolset, names, FOLDS) == number:
                found[at] = calls.chances(one, forest, told)
    return found


def as_read(forest: Forest, names: tuple[str, ...]) -> trees.Forest:
    """Fitted trees as the package reads them."""
    return trees.Forest(names, forest.start, tuple(tuple(tree) for tree in forest.trees))


def _write(name: str, forest: trees.Forest) -> None:
    rounded = [[[float(f"{number:.5g}") for number in node] for node in tree] for tree in forest.trees]
    data = {"features": forest.features, "start": round(forest.start, 5), "trees": rounded}
    (HOME / f"{name}.json").write_text(json.dumps(data, separators=(",", ":")) + "\n", "utf-8")


def source(weights: np.ndarray) -> str:
    """The module of the weights."""
    lines = "".join(f'    "{name}": {value:.2f},\n' for name, value in zip(FEATURES, weights, strict=True))
    return (
        '"""Weights of the joint reading, fitted on the development requests by tests/benchmarks/offline_fit."""\n\n'
        f"WEIGHTS: dict[str, float] = {{\n{lines}}}\n"
        '"""Of the features of a reading; its share grows with the exponential of their sum."""\n'
    )


if __name__ == "__main__":
    main()
