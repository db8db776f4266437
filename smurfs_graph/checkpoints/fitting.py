"""Make any LangGraph checkpointer safe and fitting: strict loading, use from any event loop, errors in one line."""

import copy
import sqlite3
from collections.abc import Awaitable, Callable
from functools import wraps
from pathlib import Path
from typing import Any, cast

from langgraph.checkpoint.base import BaseCheckpointSaver, CheckpointTuple
from langgraph.checkpoint.serde.base import maybe_add_typed_methods

from smurfs_graph.checkpoints.anyloop import AnyLoop
from smurfs_graph.checkpoints.leases import FileLeases, Leases, ProcessLeases
from smurfs_graph.checkpoints.serializing import make_strict
from smurfs_graph.checkpoints.state_version import refuse_other_version, with_version
from smurfs_graph.errors import MissingThreadError, SmurfsError, StorageError

_ASKED = ("aget_tuple", "aput", "aput_writes")


def strict(checkpointer: BaseCheckpointSaver[Any]) -> BaseCheckpointSaver[Any]:
    """Return the checkpointer with the strict serializer; one with a serializer of its own (encryption) is kept.

    `build_graph` does this to whatever it is given. Where checkpoints are read without a graph, do it yourself:
    `strict(SqliteSaver(connection)).get_tuple(config)`.
    """
    given = type(checkpointer)
    if getattr(given, "made_fit", False):
        return checkpointer
    checkpointer.__dict__.setdefault("leases", _leases_for(checkpointer))  # all graphs on it have to share them
    bases: tuple[type, ...] = (AnyLoop, given) if _is_sync_only(checkpointer) else (given,)
    fit: Any = type(given.__name__, (_Versioned, *bases), {"made_fit": True})
    for name in _ASKED:
        setattr(fit, name, _report_errors(getattr(fit, name)))
    clone = fit.__new__(fit)
    clone.__dict__.update(copy.copy(checkpointer).__dict__)
    clone.serde = maybe_add_typed_methods(make_strict(checkpointer.serde))
    return clone


class _Versioned:
    """Writes the state's version beside a checkpoint, and refuses to read another one; for a checkpointer's class."""

    def put(self, config: Any, checkpoint: Any, metadata: Any, new_versions: Any) -> Any:
        return cast("Any", super()).put(config, checkpoint, with_version(metadata), new_versions)

    async def aput(self, config: Any, checkpoint: Any, metadata: Any, new_versions: Any) -> Any:
        return await cast("Any", super()).aput(config, checkpoint, with_version(metadata), new_versions)

    def get_tuple(self, config: Any) -> Any:
        return _of_this_version(cast("Any", super()).get_tuple(config))

    async def aget_tuple(self, config: Any) -> Any:
        return _of_this_version(await cast("Any", super()).aget_tuple(config))


def _of_this_version(found: CheckpointTuple | None) -> CheckpointTuple | None:
    if found is not None:
        refuse_other_version(found.metadata, str(found.config.get("configurable", {}).get("thread_id")))
    return found


def make_lent_strict(checkpointer: BaseCheckpointSaver[Any]) -> BaseCheckpointSaver[Any]:
    """Return the checkpointer that a server lends to a graph, with the strict serializer in place of its own."""
    made = make_strict(checkpointer.serde)
    if made is checkpointer.serde:
        return checkpointer
    clone = copy.copy(checkpointer)
    clone.serde = maybe_add_typed_methods(made)
    return clone


def _report_errors(method: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """Turn what goes wrong in a checkpointer into a StorageError, so that no node takes it for a failure of its own."""

    @wraps(method)
    async def run_method(self: Any, config: Any, *args: Any, **kwargs: Any) -> Any:
        if config.get("configurable", {}).get("thread_id") is None:
            raise MissingThreadError
        try:
            return await method(self, config, *args, **kwargs)
        except SmurfsError:
            raise
        except Exception as error:
            raise StorageError(f"the checkpointer failed: {type(error).__name__}: {error}") from error

    return run_method


def _leases_for(checkpointer: BaseCheckpointSaver[Any]) -> Leases:
    """Return leases as wide as can be known: among processes for a file, within this one otherwise."""
    connection = getattr(checkpointer, "conn", None)
    if isinstance(connection, sqlite3.Connection):
        file = next((row[2] for row in connection.execute("PRAGMA database_list") if row[1] == "main"), "")
        if file:
            return FileLeases(Path(f"{file}.locks"))
    return ProcessLeases()


def _is_sync_only(checkpointer: BaseCheckpointSaver[Any]) -> bool:
    kind = type(checkpointer)
    own = kind.aget_tuple is not BaseCheckpointSaver.aget_tuple and kind.__module__ != "langgraph.checkpoint.sqlite"
    return not own
