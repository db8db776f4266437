"""`smurfs memory ...`: the commands and their options; what they do is in `memory.py`, imported when needed."""

from typing import Annotated

import typer

from smurfs_graph.cli.arguments import AsJson, Checkpoint

memory_app = typer.Typer(
    help="See and delete what users asked to be remembered.", no_args_is_help=True, rich_markup_mode=None
)
_Whose = Annotated[str, typer.Option("--user", metavar="NAME", help="Whose memories.")]


@memory_app.command("list")
def memory_list(user: _Whose, checkpoint: Checkpoint = None, json: AsJson = False) -> int:
    """List a user's memories: id, date, text."""
    from smurfs_graph.cli.memory import print_memories

    return print_memories(user, checkpoint, as_json=json)


@memory_app.command("delete")
def memory_delete(
    names: Annotated[list[str], typer.Argument(metavar="ID...", help="Ids, as `list` has them.")],
    user: _Whose,
    checkpoint: Checkpoint = None,
) -> int:
    """Delete some of a user's memories."""
    from smurfs_graph.cli.memory import delete

    return delete(user, names, checkpoint)


@memory_app.command("clear")
def memory_clear(user: _Whose, checkpoint: Checkpoint = None) -> int:
    """Delete all of a user's memories."""
    from smurfs_graph.cli.memory import delete

    return delete(user, None, checkpoint)
