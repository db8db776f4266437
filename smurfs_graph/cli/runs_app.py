"""`smurfs runs ...`: the commands and their options; what they do is in `runs.py`, imported when needed."""

from pathlib import Path
from typing import Annotated

import typer

from smurfs_graph.cli.shared_options import (
    Answers,
    AsJson,
    Checkpoint,
    Database,
    Quiet,
    RunName,
    Texts,
    ToolSpecs,
    Trust,
    WithSecrets,
)

runs_app = typer.Typer(help="See, fork, prune, move and delete runs.", no_args_is_help=True, rich_markup_mode=None)


@runs_app.command("list")
def runs_list(
    last: Annotated[
        int | None,
        typer.Option("--last", metavar="N", min=1, help="The N runs that were started last, oldest first [all]."),
    ] = None,
    checkpoint: Checkpoint = None,
    json: AsJson = False,
) -> int:
    """List the runs: name, state, stop reason, start, steps, query."""
    from smurfs_graph.cli.runs import list_runs

    return list_runs(checkpoint, last, as_json=json)


@runs_app.command("show")
def runs_show(
    thread: RunName,
    calls: Annotated[
        bool, typer.Option("--calls", help="Its model calls instead, where record=true kept them; --json: in full.")
    ] = False,
    checkpoint: Checkpoint = None,
    json: AsJson = False,
) -> int:
    """Show the steps of a run, with the numbers that fork takes."""
    from smurfs_graph.cli.runs import show_run

    return show_run(thread, checkpoint, calls=calls, as_json=json)


@runs_app.command("fork")
def runs_fork(
    thread: RunName,
    step: Annotated[int, typer.Option("--step", metavar="N", help="The step to go on from, as `show` numbers them.")],
    name: Annotated[str | None, typer.Option("--thread", metavar="ID", help="Name of the new run [a new one].")] = None,
    query: Annotated[str | None, typer.Option("--query", help="Another request; from a step before the plan.")] = None,
    setting: Annotated[
        Texts, typer.Option("--set", metavar="NAME=VALUE", help="Another setting from here on, repeatable.")
    ] = None,
    answer: Answers = None,
    tools: ToolSpecs = None,
    trust: Trust = False,
    stay: Annotated[bool, typer.Option("--no-run", help="Make the new run, and leave it to `smurfs resume`.")] = False,
    checkpoint: Checkpoint = None,
    json: AsJson = False,
    quiet: Quiet = False,
    with_secrets: WithSecrets = False,
) -> int:
    """Go another way from a step of a run: a new run, which begins as that one was then."""
    from smurfs_graph.cli.run import Options
    from smurfs_graph.cli.runs import Changes, fork_run

    options = Options(name, json, quiet, checkpoint, tuple(tools or ()), trust, with_secrets)
    return fork_run(thread, step, Changes(query, tuple(setting or ()), tuple(answer or ())), options, stay=stay)


@runs_app.command("cancel")
def runs_cancel(thread: RunName, database: Database = None) -> int:
    """Cancel a queued run, also in the worker that works on it; `runs resume` goes on with it."""
    from smurfs_graph.cli.workers import cancel

    return cancel(thread, database)


@runs_app.command("resume")
def runs_resume(thread: RunName, answer: Answers = None, database: Database = None) -> int:
    """Show what a queued run waits with, or have a worker go on: with answers, or once it was cancelled or given up."""
    from smurfs_graph.cli.workers import resume

    return resume(thread, answer or [], database)


@runs_app.command("prune")
def runs_prune(
    older_than: Annotated[
        str | None,
        typer.Option("--older-than", metavar="AGE", help="Delete runs untouched for: 30d, 12h, 90m."),
    ] = None,
    keep: Annotated[int | None, typer.Option("--keep", metavar="N", min=0, help="Keep the N latest runs only.")] = None,
    unfinished: Annotated[
        bool, typer.Option("--unfinished", help="Also those that have not ended: waiting, interrupted.")
    ] = False,
    unreadable: Annotated[
        bool, typer.Option("--unreadable", help="Only those that another version saved and this one cannot read.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only name what would be deleted.")] = False,
    checkpoint: Checkpoint = None,
) -> int:
    """Delete old runs, by age or by count, with their payloads."""
    from smurfs_graph.cli.runs import prune_runs

    return prune_runs(
        checkpoint,
        older_than=older_than,
        keep=keep,
        unfinished=unfinished,
        unreadable=unreadable,
        dry_run=dry_run,
    )


@runs_app.command("delete")
def runs_delete(
    threads: Annotated[list[str], typer.Argument(metavar="ID...", help="Names of the runs.")],
    checkpoint: Checkpoint = None,
) -> int:
    """Delete runs with all that was kept of them."""
    from smurfs_graph.cli.runs import delete_runs

    return delete_runs(threads, checkpoint)


@runs_app.command("export")
def runs_export(
    thread: RunName,
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="The file to write; - is stdout.")],
    with_secrets: Annotated[
        bool, typer.Option("--with-secrets", help="Leave in what looks like a password, key or token.")
    ] = False,
    checkpoint: Checkpoint = None,
) -> int:
    """Write a run into one file, with its payloads and without secrets."""
    from smurfs_graph.cli.runs import export_run

    return export_run(thread, output, checkpoint, with_secrets=with_secrets)


@runs_app.command("import")
def runs_import(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of `smurfs runs export`.")],
    name: Annotated[
        str | None, typer.Option("--thread", metavar="ID", help="Name of the run [as in the file].")
    ] = None,
    checkpoint: Checkpoint = None,
) -> int:
    """Take a run from a file; nothing in it is executed."""
    from smurfs_graph.cli.runs import import_run

    return import_run(file, name, checkpoint)
