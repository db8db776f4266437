"""The options of `smurfs bench`; a benchmark's name is a command, and so are `compare` and `check-metrics`."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from smurfs_graph.bench.suites import SUITES
from smurfs_graph.cli.shared_options import (
    Again,
    AsJson,
    BaseUrl,
    Engine,
    Jobs,
    Quiet,
    RayAddress,
    SettingPairs,
    Texts,
    ToolSpecs,
)

bench_app = typer.Typer(
    help="Compare strategies, models and seeds on a benchmark.", no_args_is_help=True, rich_markup_mode=None
)

Data = Annotated[Path, typer.Option("--data", metavar="PATH", help="The benchmark's file or folder.")]
Out = Annotated[
    Path | None, typer.Option("-o", "--out", metavar="DIR", help="Where results go, and go on [bench-NAME].")
]
Strategies = Annotated[
    str | None,
    typer.Option(
        "--strategy", metavar="LIST", help="Strategies, separated by commas; also create-agent, LangChain's own loop."
    ),
]
Models = Annotated[
    Texts, typer.Option("--model", metavar="REF", help="A model of all roles, repeatable [offline:rules].")
]
Seeds = Annotated[int, typer.Option("--seeds", metavar="N", min=1, help="Repetitions, with seeds 0 to N-1.")]
Checker = Annotated[
    str,
    typer.Option("--checker", help="How answers are compared: f1, exact, contains, value, number, file.py:function."),
]
JudgeOfAnswers = Annotated[
    str, typer.Option("--judge", metavar="REF", help="A model that judges the answers: SoPR with its votes.")
]
VotesOnAnswers = Annotated[int, typer.Option("--judge-votes", metavar="N", min=1, max=99, help="Votes on each answer.")]
Cases = Annotated[
    Texts, typer.Option("--cases", metavar="PATTERN", help="Only cases whose id fits, as multi_turn_*; repeatable.")
]
Limit = Annotated[int | None, typer.Option("--limit", metavar="N", min=1, help="Only the first N cases.")]
Sample = Annotated[
    int | None, typer.Option("--sample", metavar="N", min=1, help="Only N cases, picked by chance, always the same.")
]
Reports = Annotated[bool, typer.Option("--reports", help="Write a report of each run; with record=true, keep it.")]


def _benchmark(name: str) -> Callable[..., int]:
    def run(
        data: Data,
        out: Out = None,
        strategy: Strategies = None,
        model: Models = None,
        seeds: Seeds = 1,
        tools: ToolSpecs = None,
        checker: Checker = "",
        judge: JudgeOfAnswers = "",
        judge_votes: VotesOnAnswers = 3,
        cases: Cases = None,
        limit: Limit = None,
        sample: Sample = None,
        jobs: Jobs = 4,
        engine: Engine = "processes",
        address: RayAddress = None,
        base_url: BaseUrl = None,
        setting: SettingPairs = None,
        reports: Reports = False,
        again: Again = False,
        json: AsJson = False,
        quiet: Quiet = False,
    ) -> int:
        from smurfs_graph.cli.bench import BenchRequest, run_bench
        from smurfs_graph.cli.engines import check_engine
        from smurfs_graph.cli.options import collect
        from smurfs_graph.settings import Settings

        default = Settings()
        return run_bench(
            BenchRequest(
                name=name,
                data=data,
                out=out or Path(f"bench-{name}"),
                strategies=[part.strip() for part in (strategy or default.strategy).split(",") if part.strip()],
                models=model or [default.model],
                seeds=list(range(seeds)),
                settings=collect(setting, base_url=base_url),
                tools=tools or [],
                checker=checker,
                judge=judge,
                votes=judge_votes,
                reports=reports,
                again=again,
                cases=cases or [],
                limit=limit,
                sample=sample,
                jobs=jobs,
                engine=check_engine(engine),
                address=address,
                quiet=quiet,
                json=json,
            )
        )

    return run


for _name, _purpose in SUITES.items():
    bench_app.command(_name, help=f"Run {_purpose}.")(_benchmark(_name))


@bench_app.command("list")
def bench_list() -> int:
    """List the benchmarks."""
    for name, purpose in SUITES.items():
        print(f"{name:17} {purpose}")
    return 0


@bench_app.command("compare")
def bench_compare(
    first: Annotated[Path, typer.Argument(metavar="A", help="Results: a folder or a results.jsonl.")],
    second: Annotated[
        Path | None, typer.Argument(metavar="B", help="Results to hold against A, case by case [A itself].")
    ] = None,
    only: Annotated[
        Texts,
        typer.Option("--only", metavar="TEXT", help="Rows whose 'strategy / model' has this text; twice: of A, of B."),
    ] = None,
    judge: Annotated[
        str, typer.Option("--judge", metavar="REF", help="A model that says whose answers are better: SoWR.")
    ] = "",
    judge_votes: Annotated[
        int, typer.Option("--judge-votes", metavar="N", min=1, max=99, help="Votes on each pair of answers.")
    ] = 3,
    base_url: BaseUrl = None,
    answers: Annotated[
        int, typer.Option("--answers", metavar="N", min=0, help="Cases that differ, of which both answers are printed.")
    ] = 20,
) -> int:
    """Compare two results, paired by case, with a test of significance."""
    from smurfs_graph.bench.judging import Judge
    from smurfs_graph.cli.bench import compare_results

    made = Judge(judge, judge_votes, {"base_url": base_url} if base_url else {}) if judge else None
    return compare_results(first, second or first, only or [], made, answers)


@bench_app.command("check-metrics")
def bench_check_metrics(
    file: Annotated[
        Path, typer.Argument(help="JSON lines of metric, prediction, reference, value; or ROUGE-L triples.")
    ],
) -> int:
    """Recompute the values of a file; exit 1 with each difference, 2 where a row cannot be checked."""
    from smurfs_graph.bench.metrics.checking import Oddity, check_metrics

    count, wrong = check_metrics(file)
    for each in wrong:
        print(each)
    print(f"{count - len(wrong)} of {count} values are equal to 1e-9")
    return 2 if any(isinstance(each, Oddity) for each in wrong) else int(bool(wrong))
