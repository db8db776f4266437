"""Measure the itinerary solver on TravelPlanner's queries, through the whole graph: `make bench NAME=trips`.

The graph gets what a query asks for in plain words; the query judges the result, and the annotated plan is never read.
python -m tests.benchmarks.trips [--data FOLDER] [--verbose]
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import mean, median

from smurfs_graph.bench.travelplanner.sandbox import Sandbox
from smurfs_graph.constraints.solver import load
from smurfs_graph.tools.travel.planner_csv import load_directory
from tests.bench.travelplanner.recorded import read_queries
from tests.real_data import REAL_DATA
from tests.tools.travel.itinerary.graph_runs import (
    MODES,
    Discriminated,
    GraphRun,
    TripGraph,
    discriminate_in_graph,
    run_in_graph,
    variants,
    without_flights,
)

_VARIANTS = 20
_NOTE = (
    "Not comparable with published figures: the flights of this sandbox may be those of the reference plans alone,"
    " and the evaluation's rules are in the solver."
)


def main() -> None:
    """Run the queries, those without flights, and the discriminating test."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=REAL_DATA / "travelplanner", help="TravelPlanner's files")
    parser.add_argument("--verbose", action="store_true", help="one line per query as well")
    options = parser.parse_args()
    verbose: bool = options.verbose
    load()  # before the clock runs
    queries = list(read_queries(options.data / "queries.jsonl").values())
    database = load_directory(options.data)
    sandbox, graph = Sandbox.from_database(database), TripGraph(database)
    runs = run_in_graph(queries, graph, sandbox)
    print_runs("all queries, whole graph (full, offline:rules)", runs, verbose)
    print_runs("of them, 3 days", [run for run in runs if run.query.days == 3], verbose=False)
    print_runs("flights taken away", run_in_graph(queries, TripGraph(without_flights(database)), sandbox), verbose)
    known = [run for run in runs if run.request is not None]
    tested = [discriminate_in_graph(run.request, database, graph, sandbox) for run in known if run.request]
    print_budgets("budgets at the least cost and $1 below", tested, verbose)
    requests = [run.request for run in known if run.request is not None]
    mixed = [discriminate_in_graph(request, database, graph, sandbox) for request in variants(requests, _VARIANTS)]
    print_budgets("the same, with other cuisines, room rules and transport", mixed, verbose)
    print(_NOTE)


def print_runs(title: str, runs: Sequence[GraphRun], verbose: bool) -> None:
    """The benchmark's rates, speed, proofs, and where failures come from."""
    print(f"{title} ({len(runs)})")
    for mode in MODES:
        verdicts = [run.verdicts[mode] for run in runs]
        print(
            f"  {mode}: final {mean(each.passed for each in verdicts):.1%},"
            f" delivered {mean(each.delivered for each in verdicts):.1%},"
            f" commonsense {mean(each.commonsense_passed for each in verdicts):.1%},"
            f" hard {mean(each.hard_passed for each in verdicts):.1%}"
        )
    print(f"  seconds: median {median(run.seconds for run in runs):.2f}, most {max(run.seconds for run in runs):.2f}")
    reports = [run.report for run in runs if run.report is not None]
    chosen = [report for report in reports if report.status == "chosen"]
    proved = sum(report.optimal for report in chosen)
    infeasible = sum(report.status == "infeasible" for report in reports)
    split = Counter(run.failure for run in runs)
    stages = ", ".join(f"{stage} {split[stage]}" for stage in ("parse", "search", "choice"))
    print(f"  chosen {len(chosen)}, proved optimal {proved}, called infeasible {infeasible}; failures: {stages}")
    print(f"  runs that report a broken constraint: {sum(bool(run.broken) for run in runs)}")
    for run in runs:
        if verbose or run.failure:
            what = "" if not run.failure else f"{', '.join(run.misread)} {run.answer[:160]}"
            print(f"    {run.query.idx}: {run.failure or 'passed'} in {run.seconds:.2f} s {what}")


def print_budgets(title: str, tested: Sequence[Discriminated], verbose: bool) -> None:
    """Print how many budgets were told apart."""
    possible = [each for each in tested if each.least_usd is not None]
    print(f"{title} ({len(tested)}, {len(possible)} of them possible at some cost)")
    if possible:
        solved, refused = sum(each.solved for each in possible), sum(each.refused for each in possible)
        slowest = max(each.refused_seconds for each in possible)
        print(f"  solved at the least cost: {solved} of {len(possible)}")
        print(f"  refused below it, with the least budget and a minimal conflict: {refused} of {len(possible)}")
        print(f"  seconds to refuse, most: {slowest:.2f}")
    for each in tested if verbose else ():
        print(f"    {each.request.origin} to {each.request.destination}: {each.least_usd} {each.conflict} {each.text}")


if __name__ == "__main__":
    main()
