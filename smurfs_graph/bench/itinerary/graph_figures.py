"""The figures of runs through the whole graph, printed."""

from collections import Counter
from collections.abc import Sequence

from smurfs_graph.bench.travelplanner.query import TripQuery
from smurfs_graph.bench.travelplanner.rates import rates
from smurfs_graph.bench.travelplanner.sandbox import Sandbox
from smurfs_graph.tools.travel.database import TravelDatabase

from .budgets import Discriminated, variants
from .graph_runs import GraphRun, TripGraph, discriminate_in_graph, run_in_graph
from .runs import MODES, median_seconds

_VARIANTS = 20


def print_graph_figures(
    queries: Sequence[TripQuery], database: TravelDatabase, sandbox: Sandbox, *, verbose: bool
) -> None:
    """Run the queries, those without flights, and the discriminating test."""
    graph = TripGraph(database)
    runs = run_in_graph(queries, graph, sandbox)
    print_runs("all queries, whole graph (full, offline:rules)", runs, verbose)
    print_runs("of them, 3 days", [run for run in runs if run.query.days == 3], verbose=False)
    print_runs("flights taken away", run_in_graph(queries, TripGraph(database, flights=False), sandbox), verbose)
    known = [run for run in runs if run.request is not None]
    tested = [
        discriminate_in_graph(run.request, database, graph, sandbox, run.query.text) for run in known if run.request
    ]
    print_budgets("budgets at the least cost and $1 below, in the queries' own words", tested, verbose)
    requests = [run.request for run in known if run.request is not None]
    mixed = [discriminate_in_graph(request, database, graph, sandbox) for request in variants(requests, _VARIANTS)]
    print_budgets("the same, with other cuisines, room rules and transport", mixed, verbose)


def print_runs(title: str, runs: Sequence[GraphRun], verbose: bool) -> None:
    """The benchmark's rates, speed, proofs, and where failures come from."""
    print(f"{title} ({len(runs)})")
    for mode in MODES:
        figures = rates([(run.query, run.verdicts[mode]) for run in runs])
        print(
            f"  {mode}: final {100 * figures.final:.1f} %, delivered {100 * figures.delivery:.1f} %,"
            f" commonsense {100 * figures.commonsense_macro:.1f} %, hard {100 * figures.hard_macro:.1f} %"
        )
    print(f"  seconds: median {median_seconds(runs):.2f}, most {max(run.seconds for run in runs):.2f}")
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
    """How many budgets were told apart."""
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
