"""`python -m smurfs_graph.bench.itinerary --data DIR`: what the itinerary solver reaches on TravelPlanner's queries.

Exit status: 0 the figures were printed, 2 the data cannot be read or OR-Tools is not installed.
"""

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from smurfs_graph.bench.travelplanner.files import read_queries
from smurfs_graph.bench.travelplanner.sandbox import Sandbox
from smurfs_graph.constraints.solver import load
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.tools.travel.itinerary import Infeasible, Planned
from smurfs_graph.tools.travel.toolset import open_source

from .budgets import discriminate, variants
from .graph_figures import print_budgets, print_graph_figures
from .runs import GROUND, MODES, Run, median_seconds, rates_of, run_queries

_VARIANTS = 20
_NOTE = (
    "Not comparable with published figures: the flights of this sandbox may be those of the reference plans alone,"
    " and the evaluation's rules are in the solver."
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Plan, judge and print; gives the exit status."""
    parser = ArgumentParser(prog="python -m smurfs_graph.bench.itinerary", description=__doc__)
    parser.add_argument(
        "--data", type=Path, required=True, metavar="DIR", help="TravelPlanner's files, or the folder above"
    )
    parser.add_argument(
        "--graph", action="store_true", help="run the whole graph on the queries' texts, instead of the solver alone"
    )
    parser.add_argument("--verbose", action="store_true", help="one line per query as well")
    options = parser.parse_args(arguments)
    data: Path = options.data
    directory = data / "travelplanner" if (data / "travelplanner").is_dir() else data
    try:
        load()  # before the clock runs
        queries = list(read_queries(directory / "queries.jsonl").values())
        database = open_source(str(directory))
    except ConfigurationError as error:
        print(error, file=sys.stderr)
        return 2
    sandbox = Sandbox.from_database(database)
    if options.graph:
        print_graph_figures(queries, database, sandbox, verbose=options.verbose)
        print(_NOTE)
        return 0
    runs = run_queries(queries, database, sandbox)
    _print_runs("all queries", runs, options.verbose)
    _print_runs("of them, 3 days", [run for run in runs if run.query.days == 3], verbose=False)
    _print_runs("flights taken away", run_queries(queries, database, sandbox, GROUND), options.verbose)
    requests = [run.request for run in runs if run.request is not None]
    tested = [discriminate(request, database, sandbox) for request in requests]
    print_budgets("budgets at the least cost and $1 below", tested, options.verbose)
    mixed = [discriminate(request, database, sandbox) for request in variants(requests, _VARIANTS)]
    print_budgets("the same, with other cuisines, room rules and transport", mixed, options.verbose)
    print(_NOTE)
    return 0


def _print_runs(title: str, runs: Sequence[Run], verbose: bool) -> None:
    count = len(runs)
    print(f"{title} ({count})")
    for mode in MODES:
        figures = rates_of(runs, mode)
        print(
            f"  {mode}: final {100 * figures.final:.1f} %, delivered {100 * figures.delivery:.1f} %,"
            f" commonsense {100 * figures.commonsense_macro:.1f} %, hard {100 * figures.hard_macro:.1f} %"
        )
    planned = [run.outcome for run in runs if isinstance(run.outcome, Planned)]
    proved = sum(outcome.optimal for outcome in planned)
    infeasible = sum(isinstance(run.outcome, Infeasible) for run in runs)
    split = Counter(run.failure for run in runs)
    stages = ", ".join(f"{stage} {split[stage]}" for stage in ("parse", "search", "choice"))
    slowest = max(run.seconds for run in runs)
    print(f"  seconds: median {median_seconds(runs):.2f}, most {slowest:.2f}")
    print(f"  planned {len(planned)}, proved optimal {proved}, called infeasible {infeasible}; failures: {stages}")
    assumed = [run.query.idx for run in runs if run.assumed]
    if assumed:
        print(f"  one traveller was assumed where the text names nobody: {assumed}")
    for run in runs if verbose else ():
        print(f"    {run.query.idx}: {run.failure or 'passed'} in {run.seconds:.2f} s {run.misread or ''} {run.text}")


if __name__ == "__main__":
    sys.exit(main())
