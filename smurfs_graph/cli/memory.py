"""`smurfs memory ...`: what the commands do."""

import asyncio
import sys

from smurfs_graph.cli.options import use_storage
from smurfs_graph.cli.output import print_json
from smurfs_graph.errors import UnknownNameError
from smurfs_graph.redaction.redactor import Redactor
from smurfs_graph.showing.text import visible
from smurfs_graph.tools.memory import delete_memories, list_memories


def print_memories(user: str, checkpoint: str | None, *, as_json: bool) -> int:
    """Print a line for each memory."""
    with use_storage(checkpoint) as storage:
        found = asyncio.run(list_memories(storage.store, user))
    if as_json:
        print_json(Redactor().data([memory._asdict() for memory in found]))
        return 0
    for memory in found:
        print(f"{memory.id}  {memory.kept[:10]}  {visible(Redactor().text(memory.text))}")
    if not found:
        print(f"smurfs: nothing is remembered for {user!r}", file=sys.stderr)
    return 0


def delete(user: str, names: list[str] | None, checkpoint: str | None) -> int:
    """Delete memories by id, or all of them; none where there is no such id, which raises UnknownNameError."""
    with use_storage(checkpoint) as storage:
        known = [memory.id for memory in asyncio.run(list_memories(storage.store, user))]
        for name in names or ():
            if name not in known:
                raise UnknownNameError("memory", name, known)
        gone = known if names is None else list(dict.fromkeys(names))
        asyncio.run(delete_memories(storage.store, user, gone))
    print(f"smurfs: deleted {len(gone)} of {len(known)} memories of {user!r}", file=sys.stderr)
    return 0
