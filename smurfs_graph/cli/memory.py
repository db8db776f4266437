"""`smurfs memory ...`: lists and deletes what users asked to be remembered. Heavy imports wait until needed."""

import sys
from typing import Annotated

import typer

from smurfs_graph.cli.shared_options import AsJson, Checkpoint

memory_app = typer.Typer(
    help="See and delete what users asked to be remembered.", no_args_is_help=True, rich_markup_mode=None
)
_Whose = Annotated[str, typer.Option("--user", metavar="NAME", help="Whose memories.")]


@memory_app.command("list")
def memory_list(user: _Whose, checkpoint: Checkpoint = None, json: AsJson = False) -> int:
    """List a user's memories: id, date, text."""
    import asyncio

    from smurfs_graph.cli.options import use_storage
    from smurfs_graph.cli.output import print_json
    from smurfs_graph.redaction.redactor import Redactor
    from smurfs_graph.showing.text import visible
    from smurfs_graph.tools.memory import list_memories

    with use_storage(checkpoint) as storage:
        found = asyncio.run(list_memories(storage.store, user))
    if json:
        print_json(Redactor().data([memory._asdict() for memory in found]))
        return 0
    for memory in found:
        print(f"{memory.id}  {memory.kept[:10]}  {visible(Redactor().text(memory.text))}")
    if not found:
        print(f"smurfs: nothing is remembered for {user!r}", file=sys.stderr)
    return 0


@memory_app.command("delete")
def memory_delete(
    names: Annotated[list[str], typer.Argument(metavar="ID...", help="Ids, as `list` has them.")],
    user: _Whose,
    checkpoint: Checkpoint = None,
) -> int:
    """Delete some of a user's memories."""
    return _delete(user, names, checkpoint)


@memory_app.command("clear")
def memory_clear(user: _Whose, checkpoint: Checkpoint = None) -> int:
    """Delete all of a user's memories."""
    return _delete(user, None, checkpoint)


def _delete(user: str, names: list[str] | None, checkpoint: str | None) -> int:
    """Delete memories by id, or all of them; none where there is no such id, which raises UnknownNameError."""
    import asyncio

    from smurfs_graph.cli.options import use_storage
    from smurfs_graph.errors import UnknownNameError
    from smurfs_graph.tools.memory import delete_memories, list_memories

    with use_storage(checkpoint) as storage:
        known = [memory.id for memory in asyncio.run(list_memories(storage.store, user))]
        for name in names or ():
            if name not in known:
                raise UnknownNameError("memory", name, known)
        gone = known if names is None else list(dict.fromkeys(names))
        asyncio.run(delete_memories(storage.store, user, gone))
    print(f"smurfs: deleted {len(gone)} of {len(known)} memories of {user!r}", file=sys.stderr)
    return 0
