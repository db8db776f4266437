"""`make bench NAME=strategies`: the strategies against each other on the simulated model, over the committed grid.

A simulation, and no figure of any real model: what it shows follows from the parameters, which are printed. For each
strategy, the share of the grid's points where it is best in success, in tokens, and on the front of both (no other one
has at least its success for at most its tokens and is better in one of them), in model calls, and in the time that each
declared latency makes of its calls, sub-tasks side by side. Equals are all best. Strategies with a shape of steps of
their own take part with fused steps too.
python -m tests.benchmarks.strategies [--out DIR] [--processes 2] [--strategies LIST] [--set NAME=VALUE]
"""

import argparse
import tempfile
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import mean

from smurfs_graph.bench.results import Row, read_rows
from smurfs_graph.cli.bench import Request, run_bench
from smurfs_graph.cli.options import collect

STRATEGIES = "full,smurfs,pmc,alpha-umi,dfsdt,react"
CHAIN = 60
"""Nodes of a chain: at ToolLLM's 12 its strategies cannot make the calls that the larger tasks take."""
FUSED = ("full",)
"""They run once more with fused steps; all others have the calls of their papers."""
Figures = Mapping[str, tuple[float, float]]
"""Success and tokens of one point, by strategy."""


def main() -> None:
    """Run what is left of the grid and print the shares."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, help="where rows are kept, to go on from [a folder that is removed]")
    parser.add_argument("--grid", type=Path, help="another grid than the committed one")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--strategies", default=STRATEGIES)
    parser.add_argument("--set", action="append", dest="settings", metavar="NAME=VALUE")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        out: Path = options.out or Path(scratch)
        out.mkdir(parents=True, exist_ok=True)
        named: list[str] = options.strategies.split(",")
        rows = _rows(options, out, named, [])
        for row in _rows(options, out / "fused", [name for name in FUSED if name in named], ["step_shape=fused"]):
            rows.append(row.model_copy(update={"strategy": f"{row.strategy}, fused"}))
        print()
        _print_shares(rows, list(dict.fromkeys(row.strategy for row in rows)))


def _rows(options: argparse.Namespace, out: Path, strategies: list[str], settings: list[str]) -> list[Row]:
    if not strategies:
        return []
    request = Request(
        name="simulated",
        data=options.grid or options.out or Path(),
        out=out,
        strategies=strategies,
        models=["simulated:model"],
        seeds=[0],
        settings=collect([f"chain_nodes={CHAIN}", *settings, *(options.settings or [])], None),
        tools=[],
        jobs=4 * options.processes,
        processes=options.processes,
    )
    run_bench(request)
    return list(read_rows(out))


def _print_shares(rows: Sequence[Row], strategies: Sequence[str]) -> None:
    points = by_point(rows, strategies)
    clocks = sorted({name for row in rows for name in row.metrics if name.startswith("seconds")})
    costs = {"calls": lambda row: float(row.llm_calls)} | {name: _metric(name) for name in clocks}
    cheapest = {name: least(rows, strategies, cost) for name, cost in costs.items()}
    print(f"SIMULATION: share of {len(points)} points where a strategy is best (equals all count)")
    print(f"{'strategy':<16}" + "".join(f"{name:>19}" for name in ("success", "tokens", "front", *costs)))
    best = {name: shares(points, name) for name in strategies}
    for name, figures in sorted(best.items(), key=lambda pair: -pair[1][2]):
        every = (*figures, *(shared[name] for shared in cheapest.values()))
        print(f"{name:<16}" + "".join(f"{share:>19.1%}" for share in every))
    print("\nSIMULATION: means over all tasks")
    print(f"{'strategy':<16}" + "".join(f"{name:>19}" for name in ("success", "tokens", *costs)))
    for name in best:
        own = [row for row in rows if row.strategy == name]
        told = [lambda row: row.score, lambda row: float(row.tokens), *costs.values()]
        means = [mean(figure(row) for row in own) for figure in told]
        print(f"{name:<16}" + "".join(f"{value:>19,.2f}" for value in means))


def _metric(name: str) -> Callable[[Row], float]:
    return lambda row: row.metrics.get(name, 0.0)


def least(rows: Sequence[Row], strategies: Sequence[str], cost: Callable[[Row], float]) -> dict[str, float]:
    """Of the points that all strategies have done, the share where each one's tasks cost least."""
    found: defaultdict[str, defaultdict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        found[row.case.rpartition("/")[0]][row.strategy].append(cost(row))
    means = [{name: mean(own[name]) for name in strategies} for own in found.values() if own.keys() >= {*strategies}]
    return {name: mean(point[name] <= min(point.values()) + 1e-9 for point in means) for name in strategies}


def by_point(rows: Sequence[Row], strategies: Sequence[str]) -> list[Figures]:
    """Means over a point's tasks, for points that all strategies have done."""
    found: defaultdict[str, defaultdict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        found[row.case.rpartition("/")[0]][row.strategy].append(row)
    return [
        {name: (mean(row.score for row in own[name]), mean(row.tokens for row in own[name])) for name in strategies}
        for own in found.values()
        if own.keys() >= set(strategies)
    ]


def shares(points: Sequence[Figures], name: str) -> tuple[float, float, float]:
    """Of the points where this strategy is best in success, in tokens, and on the front of both."""
    most = [point[name][0] >= max(success for success, _ in point.values()) for point in points]
    least = [point[name][1] <= min(tokens for _, tokens in point.values()) for point in points]
    front = [not any(_beats(other, point[name]) for other in point.values()) for point in points]
    return mean(most), mean(least), mean(front)


def _beats(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return one[0] >= other[0] and one[1] <= other[1] and one != other


if __name__ == "__main__":
    main()
