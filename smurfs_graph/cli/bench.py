"""`smurfs bench NAME` and `compare`, and how far a benchmark is while it runs."""

import asyncio
import random
import sys
from collections import defaultdict
from collections.abc import Awaitable, Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from smurfs_graph.batch.processes import processes_for
from smurfs_graph.bench.configuration import Configuration, matrix
from smurfs_graph.bench.judging import VOTES, Judge
from smurfs_graph.bench.metrics.judged import win_rate
from smurfs_graph.bench.page import cases_html, categories, endings, page, table
from smurfs_graph.bench.preferences import preferences, write_preferences
from smurfs_graph.bench.results import (
    OFFICIAL,
    RESULTS,
    CaseTexts,
    Ledger,
    Row,
    by_configuration,
    latest,
    read_cases,
    read_rows,
    write_cases,
)
from smurfs_graph.bench.runner import Bench, run_matrix
from smurfs_graph.bench.statistics import Paired
from smurfs_graph.bench.suite import Case, Suite, SuiteOptions
from smurfs_graph.bench.suites import load_suite
from smurfs_graph.bench.summary import compare, summarize
from smurfs_graph.canonical import canonical_json
from smurfs_graph.cli.engines import PROCESSES, RAY, Spreading, spread_over
from smurfs_graph.cli.output import keep_clean, print_json, say_notices
from smurfs_graph.cli.progress import Progress
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.redaction.redactor import Redactor
from smurfs_graph.showing.text import in_a_line
from smurfs_graph.user.own_files import open_own_unlinked

ESTIMATED = "~ some of these tokens are estimates, because the server did not count them"
TEST = (
    "p: paired randomisation test, two-sided; a small one says that the difference is no chance, not that it is large"
)
_SHOWN = 300
"""Characters of an answer in a comparison."""
OFFLINE = "offline:rules is a rule-based stand-in and no language model; its figures say nothing about models"


@dataclass(frozen=True)
class BenchRequest:
    """The arguments of `smurfs bench`."""

    name: str
    data: Path
    out: Path
    strategies: list[str]
    models: list[str]
    seeds: list[int]
    settings: dict[str, Any]
    tools: list[str]
    checker: str = ""
    judge: str = ""
    votes: int = VOTES
    cases: list[str] = field(default_factory=list[str])
    """Patterns of ids, with * for anything; all cases without one."""
    limit: int | None = None
    sample: int | None = None
    jobs: int = 4
    engine: str = PROCESSES
    address: str | None = None
    """Of a cluster of Ray."""
    reports: bool = False
    again: bool = False
    quiet: bool = False
    json: bool = False


def run_bench(request: BenchRequest) -> int:
    """Run what is left of a matrix and print its figures; 1 where some cases ended in an error, 130 if interrupted."""
    configurations = matrix(request.strategies, request.models, request.seeds, request.settings)
    with keep_clean(), say_notices(quiet=request.quiet), bench_of(request) as bench:
        suite = bench.suite
        chosen = list(_choose(suite, request))
        if not chosen:
            first = f" ({suite.left_out[0]})" if suite.left_out else ""
            raise ConfigurationError(f"{request.data} holds no case{first}")
        with Ledger(request.out, again=request.again) as ledger:
            write_cases(request.out, {case.id: CaseTexts(case.query, suite.expected(case)) for case in chosen})
            wanted = {(case.id, bench.digest(each)) for case in chosen for each in configurations}
            progress = Progress(len(wanted), len(wanted & ledger.done), quiet=request.quiet)
            scores = defaultdict[str, list[float]](lambda: [0.0, 0.0])

            def take(row: Row) -> None:
                if ledger.append(row):
                    scores[row.label][0] += row.score
                    scores[row.label][1] += 1
                    progress.show(lambda: "  ".join(f"{label} {all_ / n:.3f}" for label, (all_, n) in scores.items()))

            lost: list[Any] = []
            try:
                processes = processes_for(len(wanted - ledger.done), request.jobs, request.settings)
                if processes > 1 or request.engine == RAY:
                    orders = [
                        (case.id, at)
                        for case in chosen
                        for at, each in enumerate(configurations)
                        if (case.id, bench.digest(each)) not in ledger.done
                    ]
                    where = Spreading(request.engine, request.address, processes, request.jobs)
                    lost = spread_over(where, partial(_open, request), orders, take)
                else:
                    asyncio.run(run_matrix(bench, chosen, configurations, take, done=ledger.done, jobs=request.jobs))
            except (KeyboardInterrupt, asyncio.CancelledError):
                progress.end()
                print(
                    f"smurfs: interrupted; {progress.done:,} of {len(wanted):,} are in {ledger.path}", file=sys.stderr
                )
                print("smurfs: the same command goes on from there", file=sys.stderr)
                return 130
            progress.end()
    for case, _ in lost:
        print(in_a_line(f"smurfs: left out: {case}, with which two processes have died"), file=sys.stderr)
    return _report(request, configurations, suite, wanted) or int(bool(lost))


@contextmanager
def _open(request: BenchRequest) -> Generator[Callable[[tuple[str, int]], Awaitable[Row]]]:
    """Yield what runs a case of a command line, given its id and the place of its configuration in the matrix."""
    configurations = matrix(request.strategies, request.models, request.seeds, request.settings)
    with say_notices(quiet=True), bench_of(request) as bench:
        cases = {case.id: case for case in _choose(bench.suite, request)}
        yield lambda order: bench.run(cases[order[0]], configurations[order[1]])


def bench_of(request: BenchRequest) -> Bench:
    """Return the suite and the judge that a command line names."""
    suite = load_suite(request.name, SuiteOptions(request.data, tuple(request.tools), request.checker))
    parts: list[Any] = [request.name, request.tools, request.checker]
    judge = None
    if request.judge:
        judge = Judge(request.judge, request.votes, request.settings)
        parts += [request.judge, request.votes]
    reports = request.out if request.reports else None
    return Bench(suite, canonical_json(parts), judge=judge, reports=reports)


def _choose(suite: Suite, request: BenchRequest) -> Iterator[Case]:
    """Yield all cases that are meant, or a sample of them (the same one for the same number), or the first so many."""
    patterns = request.cases or ["*"]
    cases = (case for case in suite.cases() if any(fnmatchcase(case.id, each) for each in patterns))
    if request.sample is not None:
        every = list(cases)
        picked = set(random.Random(0).sample(range(len(every)), min(request.sample, len(every))))
        cases = (case for at, case in enumerate(every) if at in picked)
    return islice(cases, request.limit)


def _report(
    request: BenchRequest, configurations: Sequence[Configuration], suite: Suite, wanted: set[tuple[str, str]]
) -> int:
    rows = latest(row for row in read_rows(request.out) if row.key in wanted)
    lines = summarize(rows, suite.ratios)
    notes = [f"left out: {line}" for line in suite.left_out[:20]]
    if len(suite.left_out) > 20:
        notes.append(f"left out: {len(suite.left_out) - 20:,} more lines")
    notes += [ESTIMATED] * any(line.estimated for line in lines)
    notes += [OFFLINE] * any("offline:rules" in line.label for line in lines)
    notes += suite.notes
    redactor = Redactor()
    notes = [redactor.text(note) for note in (*notes, *_error_notes(rows), *_judge_notes(request, rows))]
    files = [
        file
        for name, predictions in by_configuration(request.out, rows).items()
        for file in suite.write_official(predictions, request.out / OFFICIAL / name)
    ]
    parts = categories(rows, suite.category)
    facts = {
        "benchmark": f"{suite.name} on {request.data.name}",
        "cases": f"{len({case for case, _ in wanted}):,}, {len(suite.left_out):,} lines left out",
        "seeds": ", ".join(map(str, request.seeds)),
        "settings": canonical_json(configurations[0].settings),
        "tools": ", ".join(request.tools) or "those of the cases",
    }
    html = request.out / "results.html"
    with open(html, "w", encoding="utf-8", opener=open_own_unlinked) as out:
        cases = cases_html(rows, read_cases(request.out))
        out.write(page(f"{suite.name}: strategies compared", lines, notes, facts, cases, parts))
    if request.json:
        paths = {"results": str(request.out / RESULTS), "html": str(html), "official": [str(file) for file in files]}
        print_json({**paths, "notes": notes, "summary": table(lines), "categories": parts})
    else:
        _print_table(table(lines))
        for cells in (parts, endings(lines)):
            if cells:
                print()
                _print_table(cells)
        print("\n".join(["", *notes, f"rows: {request.out / RESULTS}   page: {html}"]))
        if files:
            print(f"in the benchmark's own format: {len(files)} files below {request.out / OFFICIAL}")
    return 1 if any(row.failed for row in rows) else 0


def _error_notes(rows: Sequence[Row]) -> list[str]:
    """Return the first message of each kind of error, and what can be done."""
    firsts: dict[str, Row] = {}
    for row in rows:
        if row.failed:
            firsts.setdefault(row.error or "error", row)
    notes = [f"{kind}, first in case {row.case!r} of {row.label}: {row.message[:200]}" for kind, row in firsts.items()]
    if failed := sum(row.failed for row in rows):
        notes.append(f"{failed:,} runs ended in an error and count as they are; --again runs them once more")
    return notes


def _judge_notes(request: BenchRequest, rows: Sequence[Row]) -> list[str]:
    if not request.judge:
        return []
    notes = [
        f"judged by {request.judge}, {request.votes} votes a case, {sum(row.judge_tokens for row in rows):,} tokens"
    ]
    if problems := sum(row.judge_problems for row in rows):
        notes.append(f"{problems:,} of the judge's votes could not be read or had and count as unsure")
    if request.judge in {*request.models, *request.settings.get("role_models", {}).values()}:
        notes.append(f"{request.judge} judges its own answers here: take another judge before you believe the figures")
    return notes


def compare_results(
    first: Path, second: Path, labels: Sequence[str], judge: Judge | None = None, answers: int = 20
) -> int:
    """Print the second results against the first, case by case; with a judge, whose answers it prefers.

    `answers`: of so many cases in which they differ, both are printed.
    """
    sides = [latest(read_rows(place)) for place in (first, second)]
    if labels:
        names = [*labels, *labels][:2]
        sides = [_rows_named(rows, name) for rows, name in zip(sides, names, strict=True)]
    found = compare(*sides)
    print(f"A: {found.first}\nB: {found.second}\n{found.score.pairs:,} common cases; {found.only_one:,} in one only\n")
    _print_table(
        [
            ["B - A", "mean", "95 % interval", "B more", "B less", "equal", "p"],
            _pair_cells(found.main, found.score),
            _pair_cells("tokens", found.tokens),
            _pair_cells("model calls", found.calls),
            _pair_cells("critical path", found.path),
        ]
    )
    print(f"\n{TEST}")
    _print_answers(found.differing, {**read_cases(first), **read_cases(second)}, answers)
    if judge is not None:
        _print_preferences((first, second), (sides[0], sides[1]), judge)
    return 0


def _print_answers(pairs: Sequence[tuple[Row, Row]], texts: Mapping[str, CaseTexts], most: int) -> None:
    """Print both answers, with what was asked and expected, masked, each in a line that nothing in it can fake."""
    redactor = Redactor()
    for a, b in pairs[:most]:
        said = f"case {a.case}{f', seed {a.seed}' if a.seed else ''}: {a.main} {a.score:.3g} and {b.score:.3g}"
        print(f"\n{in_a_line(said)}, {a.llm_calls} and {b.llm_calls} calls")
        query, expected = texts.get(a.case, CaseTexts())
        told = {"query": query, "expected": expected, "A": a.answer or a.message, "B": b.answer or b.message}
        for name, text in told.items():
            print(f"  {name + ':':10}{in_a_line(redactor.text(text), _SHOWN) or '(nothing)'}")
    if len(pairs) > most:
        print(f"\n{len(pairs) - most:,} more cases in which they differ; --answers N prints N of them")


def _rows_named(rows: Sequence[Row], name: str) -> list[Row]:
    if not (found := [row for row in rows if name in row.label]) and rows:
        labels = ", ".join(sorted({row.label for row in rows}))
        raise ConfigurationError(f"no row has {name!r} in its strategy / model; there are: {labels}")
    return found


def _print_preferences(places: tuple[Path, Path], sides: tuple[Sequence[Row], Sequence[Row]], judge: Judge) -> None:
    with keep_clean():
        found = preferences(places, sides, judge)
    rate = win_rate([each.preference for each in found])
    labels = (sides[0][0].label, sides[1][0].label)
    file = write_preferences(places[1] if places[1].is_dir() else places[1].parent, labels, judge, found)
    print(f"\nSoWR, B against A: {rate.lose:.3f} preferred, {rate.tie:.3f} ties, {rate.win:.3f} A preferred")
    problems = sum(each.problems for each in found)
    asked = sum(len(each.votes) for each in found)
    print(f"judged by {judge.reference}: {asked:,} votes, {problems:,} of them unusable (ties); all of them in {file}")
    if judge.reference in {row.model for side in sides for row in side}:
        print(f"{judge.reference} judges its own answers here: take another judge before you believe the figures")


def _pair_cells(name: str, result: Paired) -> list[str]:
    mean, low, high = result.difference
    counts = [f"{count:,}" for count in (result.better, result.worse, result.equal)]
    return [name, f"{mean:+.4g}", f"{low:+.4g} to {high:+.4g}", *counts, f"{result.p_value:.4g}"]


def _print_table(cells: Sequence[Sequence[str]]) -> None:
    """Print columns as wide as what is in them; a terminal that is too narrow gets one block per row."""
    from rich.console import Console

    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    if sum(widths) + 2 * len(widths) <= Console(file=sys.stdout).width or not sys.stdout.isatty():
        for row in cells:
            aligned = [
                row[0].ljust(widths[0]),
                *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)),
            ]
            print("  ".join(aligned).rstrip())
        return
    for row in cells[1:]:
        print(row[0])
        for name, cell in zip(cells[0][1:], row[1:], strict=True):
            print(f"  {name}: {cell}")
