"""The commands and their options; what they do is in the modules beside this one, imported when needed."""

from pathlib import Path
from typing import Annotated

import typer

from smurfs_graph.cli.bench_app import bench_app
from smurfs_graph.cli.many_app import many_app
from smurfs_graph.cli.memory import memory_app
from smurfs_graph.cli.runs_app import runs_app
from smurfs_graph.cli.shared_options import (
    Answers,
    Approve,
    AsJson,
    BaseUrl,
    Checkpoint,
    Continue,
    Instructions,
    Model,
    PolicyFile,
    Quiet,
    RoleModels,
    RunName,
    Schema,
    SettingPairs,
    Strategy,
    Texts,
    Thread,
    ToolSpecs,
    Trust,
    User,
    WithSecrets,
    say_starting,
)
from smurfs_graph.cli.tools_app import tools_app

app = typer.Typer(
    name="smurfs",
    help="Plan and solve requests that need several tools, with small or large models.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)
app.add_typer(tools_app, name="tools")
app.add_typer(bench_app, name="bench")
app.add_typer(runs_app, name="runs")
app.add_typer(memory_app, name="memory")
app.add_typer(many_app)


def _version(show: bool) -> None:
    if show:
        from importlib.metadata import version

        typer.echo(f"smurfs-graph {version('smurfs-graph')}")
        raise typer.Exit


@app.callback()
def smurfs(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Plan and solve requests that need several tools, with small or large models."""


@app.command()
def run(
    query: Annotated[str, typer.Argument(help="The request, in quotes; - reads it from standard input.")],
    tools: ToolSpecs = None,
    model: Model = None,
    role_model: RoleModels = None,
    base_url: BaseUrl = None,
    strategy: Strategy = None,
    step_shape: Annotated[
        str | None,
        typer.Option("--step-shape", help="How steps are made: auto, native, code, fused, split or guided [auto]."),
    ] = None,
    thread: Thread = None,
    follows: Continue = None,
    instructions: Instructions = None,
    user: User = None,
    max_tokens: Annotated[int | None, typer.Option("--max-tokens", metavar="N", help="Token budget.")] = None,
    max_cost: Annotated[float | None, typer.Option("--max-cost", metavar="USD", help="Cost budget.")] = None,
    max_seconds: Annotated[float | None, typer.Option("--max-seconds", metavar="S", help="Time budget [600].")] = None,
    max_steps: Annotated[
        int | None,
        typer.Option("--max-steps", metavar="N", help="Tool calls per sub-task [12; 50 where native or code]."),
    ] = None,
    approve: Approve = None,
    policy: PolicyFile = None,
    schema: Schema = None,
    setting: SettingPairs = None,
    checkpoint: Checkpoint = None,
    json: AsJson = False,
    quiet: Quiet = False,
    with_secrets: WithSecrets = False,
) -> int:
    """Answer a request with tools."""
    say_starting(quiet=quiet)
    from smurfs_graph.cli.options import collect
    from smurfs_graph.cli.run import Options, Start, run_query

    values = collect(
        setting,
        role_model,
        model=model,
        base_url=base_url,
        strategy=strategy,
        instructions=instructions,
        user=user,
        step_shape=step_shape,
        max_tokens=max_tokens,
        max_cost=max_cost,
        max_seconds=max_seconds,
        max_steps=max_steps,
        approve=approve,
        policy=policy,
    )
    options = Options(thread, json, quiet, checkpoint, with_secrets=with_secrets)
    return run_query(query, Start(tools or [], values, schema, follows), options)


@app.command()
def chat(
    tools: ToolSpecs = None,
    model: Model = None,
    base_url: BaseUrl = None,
    strategy: Strategy = None,
    thread: Thread = None,
    follows: Continue = None,
    instructions: Instructions = None,
    user: User = None,
    policy: PolicyFile = None,
    setting: SettingPairs = None,
    checkpoint: Checkpoint = None,
    quiet: Quiet = False,
    with_secrets: WithSecrets = False,
) -> int:
    """Answer requests line by line, each seeing those before it; /quit ends, Ctrl-C interrupts an answer."""
    say_starting(quiet=quiet)
    from smurfs_graph.cli.options import collect
    from smurfs_graph.cli.run import Options, Start
    from smurfs_graph.cli.run import chat as chat_on

    values = collect(setting, model=model, base_url=base_url, strategy=strategy, policy=policy,
                     instructions=instructions, user=user)  # fmt: skip
    options = Options(thread, json=False, quiet=quiet, checkpoint=checkpoint, with_secrets=with_secrets)
    return chat_on(Start(tools or [], values, follows=follows), options)


@app.command()
def resume(
    thread: RunName,
    json: AsJson = False,
    quiet: Quiet = False,
    answer: Answers = None,
    tools: ToolSpecs = None,
    trust: Trust = False,
    checkpoint: Checkpoint = None,
    with_secrets: WithSecrets = False,
) -> int:
    """Go on with an interrupted run, or with one that waits for a person."""
    say_starting(quiet=quiet)
    from smurfs_graph.cli.run import Options, resume_run

    options = Options(thread, json, quiet, checkpoint, tuple(tools or ()), trust, with_secrets)
    return resume_run(options, answer or None)


@app.command()
def report(
    thread: RunName,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="The file to write [ID.html]; - is stdout.")
    ] = None,
    checkpoint: Checkpoint = None,
) -> int:
    """Write what a run did into one HTML file, for any browser, without secrets."""
    from smurfs_graph.cli.report import report

    return report(thread, output, checkpoint)


@app.command("export-training")
def export_training(
    output: Annotated[Path, typer.Option("-o", "--output", metavar="DIR", help="The folder to make.")],
    runs: Annotated[
        list[str] | None,
        typer.Argument(metavar="[RUNS]...", help="Runs, files of `runs export`, folders of `bench` [all on record]."),
    ] = None,
    toolbench: Annotated[
        Path | None,
        typer.Option("--toolbench", metavar="PATH", help="ToolBench's records, as α-UMi arranged them."),
    ] = None,
    stop_reason: Annotated[
        Texts, typer.Option("--stop-reason", metavar="NAME", help="Runs that ended so, repeatable [those answered].")
    ] = None,
    min_score: Annotated[
        float | None,
        typer.Option("--min-score", metavar="X", help="Runs of a benchmark with at least this score."),
    ] = None,
    model: Annotated[
        Texts, typer.Option("--model", metavar="REF", help="Only replies of this model, repeatable.")
    ] = None,
    test_share: Annotated[
        float, typer.Option("--test-share", metavar="X", min=0, max=0.9, help="Share of requests kept for the test.")
    ] = 0.1,
    hold_out: Annotated[
        Texts, typer.Option("--hold-out", metavar="TOOL", help="A tool for the test alone, repeatable [by seed].")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Of the split.")] = 0,
    checkpoint: Checkpoint = None,
) -> int:
    """Write recorded runs as training data: whole trajectories, a set for each role, preference pairs."""
    from smurfs_graph.cli.training import export_runs
    from smurfs_graph.planning.outcome import ANSWERED
    from smurfs_graph.training.export import ExportSelection

    models, held = frozenset(model or ()), tuple(hold_out or ())
    choice = ExportSelection(frozenset(stop_reason or ANSWERED), min_score, models, test_share, seed, held)
    return export_runs(runs or [], toolbench, output, choice, checkpoint)


@app.command()
def graph(tools: ToolSpecs = None, strategy: Strategy = None) -> int:
    """Draw the graph of agents as Mermaid text."""
    from smurfs_graph.cli.graphs import draw
    from smurfs_graph.cli.options import collect

    return draw(tools or [], collect(strategy=strategy))


@app.command()
def studio(
    tools: ToolSpecs = None,
    strategy: Annotated[
        Texts,
        typer.Option("--strategy", metavar="NAME", help="A strategy to serve, repeatable [all but the ablations]."),
    ] = None,
    model: Model = None,
    policy: PolicyFile = None,
    setting: SettingPairs = None,
    port: Annotated[int, typer.Option("--port", metavar="N", min=1, max=65535, help="Port on this machine.")] = 2024,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open Studio in the browser.")] = True,
    write: Annotated[
        Path | None, typer.Option("--write", metavar="FILE", help="Only write the server's langgraph.json.")
    ] = None,
) -> int:
    """Open the graphs in LangGraph Studio: a local server with your tools and settings."""
    from smurfs_graph.cli.graphs import serve_studio
    from smurfs_graph.cli.options import collect

    values = collect(setting, model=model, policy=policy)
    return serve_studio(strategy or [], tools or [], values, port=port, browser=browser, write=write)


@app.command()
def mcp(
    tools: ToolSpecs = None,
    strategy: Strategy = None,
    model: Model = None,
    approve: Approve = None,
    policy: PolicyFile = None,
    setting: SettingPairs = None,
    port: Annotated[
        int | None,
        typer.Option("--port", metavar="N", min=1, max=65535, help="Serve over HTTP on this port."),
    ] = None,
    host: Annotated[
        str,
        typer.Option("--host", metavar="ADDRESS", help="Address to bind [127.0.0.1]; others need a token."),
    ] = "",
    allowed_host: Annotated[
        Texts,
        typer.Option("--allowed-host", metavar="NAME", help="A name that clients reach the server by, repeatable."),
    ] = None,
    token_file: Annotated[
        Path | None,
        typer.Option("--token-file", metavar="FILE", help="A file with the token of clients [SMURFS_MCP_TOKEN]."),
    ] = None,
) -> int:
    """Serve the graph as an MCP server, on standard input and output or over HTTP."""
    from smurfs_graph.cli.graphs import HttpPlace, serve_mcp
    from smurfs_graph.cli.options import collect

    values = collect(setting, strategy=strategy, model=model, policy=policy, approve=approve)
    return serve_mcp(tools or [], values, HttpPlace(port, host, allowed_host or [], token_file))


@app.command()
def strategies() -> int:
    """List the strategies."""
    from smurfs_graph.cli.graphs import list_strategies

    return list_strategies()


@app.command()
def doctor(
    model: Annotated[str, typer.Option("--model", metavar="REF", help="The model to examine, as provider:name.")],
    base_url: BaseUrl = None,
    max_window: Annotated[
        int, typer.Option("--max-window", metavar="N", min=0, help="Tokens at which growing prompts stop.")
    ] = 32_768,
    tasks: Annotated[
        bool, typer.Option("--tasks/--no-tasks", help="Solve small tasks in each step shape, in some 90 calls.")
    ] = True,
    setting: SettingPairs = None,
    json: AsJson = False,
) -> int:
    """Find out, by asking, what a model and its server can really do."""
    from smurfs_graph.cli.doctor import examine
    from smurfs_graph.cli.options import collect

    values = collect(setting, model=model, base_url=base_url)
    return examine(values, largest_window=max_window, tasks=tasks, as_json=json)
