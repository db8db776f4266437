"""`smurfs tools ...`: the commands and their options; what they do is in `tools.py`, imported when needed."""

from typing import Annotated

import typer

from smurfs_graph.cli.shared_options import AsJson, PolicyFile, ToolSpecs

tools_app = typer.Typer(help="See and try the tools.", no_args_is_help=True, rich_markup_mode=None)


@tools_app.command("list")
def tools_list(
    tools: ToolSpecs = None,
    policy: PolicyFile = None,
    json: AsJson = False,
    search: Annotated[
        str | None, typer.Option("--search", metavar="WORDS", help="Only the nearest tools, the best first.")
    ] = None,
    limit: Annotated[int | None, typer.Option("--limit", metavar="N", min=1, help="How many to show.")] = None,
) -> int:
    """List tools: those of the specs, or the built-in toolsets."""
    from smurfs_graph.cli.tools import list_tools

    return list_tools(tools or [], as_json=json, policy=policy, search=search, limit=limit)


@tools_app.command("call")
def tools_call(
    name: Annotated[str, typer.Argument(help="The tool's name.")],
    arguments: Annotated[list[str] | None, typer.Argument(metavar="[NAME=VALUE]...", help="Its arguments.")] = None,
    tools: ToolSpecs = None,
    policy: PolicyFile = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Approve what the policy would ask about.")] = False,
) -> int:
    """Call one tool and print its response as JSON."""
    from smurfs_graph.cli.tools import call

    return call(name, arguments or [], tools or [], policy=policy, yes=yes)
