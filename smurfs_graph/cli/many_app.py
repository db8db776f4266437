"""The options of `smurfs batch`, `worker` and `enqueue`: many requests, answered here or by workers."""

from pathlib import Path
from typing import Annotated

import typer

from smurfs_graph.cli.shared_options import (
    Again,
    Approve,
    AsJson,
    BaseUrl,
    Database,
    Engine,
    Instructions,
    Jobs,
    Model,
    PolicyFile,
    QueueName,
    Quiet,
    RayAddress,
    RoleModels,
    Schema,
    SettingPairs,
    Strategy,
    Thread,
    ToolSpecs,
    User,
    say_starting,
)

many_app = typer.Typer(add_completion=False, rich_markup_mode=None)


@many_app.command()
def batch(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="Requests: JSON lines or CSV with 'query', or lines of text; - for stdin."),
    ],
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="DIR", help="Where results go, and go on [batch-FILE].")
    ] = None,
    tools: ToolSpecs = None,
    model: Model = None,
    role_model: RoleModels = None,
    base_url: BaseUrl = None,
    strategy: Strategy = None,
    instructions: Instructions = None,
    approve: Approve = None,
    policy: PolicyFile = None,
    schema: Schema = None,
    setting: SettingPairs = None,
    jobs: Jobs = 4,
    database: Annotated[
        str | None,
        typer.Option("--database", metavar="ADDRESS", help="Where runs are kept, as --checkpoint [beside results]."),
    ] = None,
    queue: Annotated[
        str, typer.Option("--queue", metavar="NAME", help="Have the workers of this queue answer, on PostgreSQL.")
    ] = "",
    user: User = None,
    priority: Annotated[int, typer.Option("--priority", metavar="N", help="In the queue: higher ones first.")] = 0,
    engine: Engine = "processes",
    address: RayAddress = None,
    again: Again = False,
    json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Answer a file of requests, several at once, into results.jsonl; the same command goes on after a crash."""
    say_starting(quiet=quiet)
    from smurfs_graph.cli.batch import BatchOptions, run_batch
    from smurfs_graph.cli.engines import check_engine
    from smurfs_graph.cli.options import collect
    from smurfs_graph.cli.recipe import Recipe
    from smurfs_graph.settings import Settings

    values = collect(setting, role_model, model=model, base_url=base_url, strategy=strategy, policy=policy,
                     instructions=instructions, approve=approve, user=None if queue else user)  # fmt: skip
    options = BatchOptions(file, out, jobs, database, queue, user or "", priority, again,
                           check_engine(engine), address, json, quiet)  # fmt: skip
    return run_batch(Recipe(tools or [], Settings.checked(**values), schema), options)


@many_app.command()
def worker(
    database: Database = None,
    concurrency: Annotated[
        int, typer.Option("--concurrency", metavar="N", min=1, max=1000, help="Runs at a time.")
    ] = 1,
    tools: ToolSpecs = None,
    model: Model = None,
    role_model: RoleModels = None,
    base_url: BaseUrl = None,
    strategy: Strategy = None,
    instructions: Instructions = None,
    approve: Approve = None,
    policy: PolicyFile = None,
    schema: Schema = None,
    setting: SettingPairs = None,
    queue: QueueName = "smurfs",
    grace: Annotated[
        float,
        typer.Option("--grace", metavar="S", min=0, help="Seconds for calls under way to finish after SIGTERM."),
    ] = 30.0,
    webhook: Annotated[
        str | None, typer.Option("--webhook", metavar="URL", help="Address that is told how runs end, with a POST.")
    ] = None,
    once: Annotated[bool, typer.Option("--once", help="End once nothing is queued.")] = False,
    quiet: Quiet = False,
) -> int:
    """Work on queued runs, with these tools and settings, until SIGTERM; as many workers as one likes."""
    say_starting(quiet=quiet)
    from smurfs_graph.cli.options import collect
    from smurfs_graph.cli.recipe import Recipe
    from smurfs_graph.cli.workers import database_of, work
    from smurfs_graph.settings import Settings

    values = collect(setting, role_model, model=model, base_url=base_url, strategy=strategy, policy=policy,
                     instructions=instructions, approve=approve)  # fmt: skip
    recipe = Recipe(tools or [], Settings.checked(**values), schema)
    address = database_of(database)
    from smurfs_graph.workers.worker import WorkerOptions

    return work(recipe, address, WorkerOptions(concurrency, queue, grace, not once, webhook), quiet=quiet)


@many_app.command()
def enqueue(
    query: Annotated[str, typer.Argument(help="The request, in quotes; - reads it from standard input.")],
    database: Database = None,
    user: Annotated[str, typer.Option("--user", metavar="NAME", help="Whose run, approvals and memory it is.")] = "",
    priority: Annotated[int, typer.Option("--priority", metavar="N", help="Higher ones first.")] = 0,
    at: Annotated[
        str | None, typer.Option("--at", metavar="TIME", help="Not before this time, as 2026-01-31T09:00 [at once].")
    ] = None,
    thread: Thread = None,
    setting: SettingPairs = None,
    queue: QueueName = "smurfs",
) -> int:
    """Have a worker answer a request; prints the name of its run."""
    from smurfs_graph.cli.options import collect
    from smurfs_graph.cli.workers import EnqueueOptions
    from smurfs_graph.cli.workers import enqueue as enqueue_query

    return enqueue_query(query, collect(setting), EnqueueOptions(database, queue, thread, user, priority, at))
