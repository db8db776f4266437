"""Options that several commands take."""

import sys
from typing import Annotated

import typer

Texts = list[str] | None

ToolSpecs = Annotated[
    Texts,
    typer.Option(
        "--tools",
        metavar="SPEC",
        help="Tools, repeatable: module:attr, path.py[:attr], builtin:NAME[=ARGUMENT], mcp:FILE, openapi:FILE_OR_URL, "
        "toolbench:DIR_OR_FILE.",
    ),
]
Model = Annotated[
    str | None, typer.Option("--model", metavar="REF", help="Model of every role, as provider:name [offline:rules].")
]
RoleModels = Annotated[
    Texts, typer.Option("--role-model", metavar="ROLE=REF", help="Model of one role, repeatable: executor=openai:...")
]
Schema = Annotated[
    str | None,
    typer.Option("--schema", metavar="SPEC", help="Pydantic model of the answer: path.py:Model or module:Model."),
]
BaseUrl = Annotated[
    str | None, typer.Option("--base-url", metavar="URL", help="Address of an OpenAI-compatible server.")
]
Instructions = Annotated[
    str | None,
    typer.Option("--instructions", metavar="TEXT_OR_FILE", help="House rules and persona, for every role."),
]
User = Annotated[
    str | None,
    typer.Option("--user", metavar="NAME", help="Remember what this user asks to be remembered, and show it."),
]
Thread = Annotated[
    str | None, typer.Option("--thread", metavar="ID", help="Name of the run, to resume it by [a new one].")
]
Continue = Annotated[
    str | None, typer.Option("--continue", metavar="ID", help="Next turn of a thread, with its tools and settings.")
]
Strategy = Annotated[str | None, typer.Option("--strategy", help="How requests are planned and solved [full].")]
PolicyFile = Annotated[
    str | None,
    typer.Option("--policy", metavar="FILE", help="YAML: which tool calls are allowed, asked about, denied."),
]
SettingPairs = Annotated[
    Texts, typer.Option("--set", metavar="NAME=VALUE", help="Any other setting, repeatable: --set max_depth=4.")
]
Approve = Annotated[
    str | None,
    typer.Option("--approve", metavar="LIST", help="What a person approves before it runs: plan,tools,programs."),
]
Answers = Annotated[
    Texts,
    typer.Option(
        "--answer",
        metavar="[ID=]ANSWER",
        help="To what the run waits with, repeatable: approve, reject[: why], respond: answer, text, or JSON; "
        "to a call in doubt: repeat, leave, or made: result.",
    ),
]
Trust = Annotated[
    bool, typer.Option("--trust", help="Load the tools and settings that the storage names, though not yours.")
]
Checkpoint = Annotated[
    str | None,
    typer.Option("--checkpoint", metavar="ADDRESS", help="Where runs are kept: a file or postgresql://... [own file]."),
]
Database = Annotated[
    str | None,
    typer.Option("--database", metavar="URL", help="The PostgreSQL database of runs and queue [SMURFS_CHECKPOINT]."),
]
Jobs = Annotated[
    int, typer.Option("--jobs", metavar="N", min=1, help="Runs under way at once; hundreds are spread over the cores.")
]
Engine = Annotated[str, typer.Option("--engine", metavar="NAME", help="What carries many runs out: processes, or ray.")]
RayAddress = Annotated[
    str | None,
    typer.Option("--address", metavar="HOST:PORT", help="With --engine ray: a cluster's [one on this machine]."),
]
Again = Annotated[bool, typer.Option("--again", help="Run once more what ended in an error.")]
QueueName = Annotated[str, typer.Option("--queue", metavar="NAME", help="Queue, for workers with different tools.")]
RunName = Annotated[str, typer.Argument(metavar="ID", help="Name of the run; `smurfs runs list` has all.")]
AsJson = Annotated[bool, typer.Option("--json", help="Write JSON to standard output, nothing else.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress on standard error.")]
WithSecrets = Annotated[bool, typer.Option("--with-secrets", help="Show what looks like a password, key or token.")]


def say_starting(*, quiet: bool) -> None:
    """Say at once that something happens, where libraries have to be loaded first."""
    if not quiet and "langgraph" not in sys.modules:
        print("smurfs: starting", file=sys.stderr, flush=True)
