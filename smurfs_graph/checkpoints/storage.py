"""Open the storage of a user's or a service's runs: one address for checkpoints, payloads and leases.

with open_storage("postgresql://host/runs") as storage:
    graph = build_graph(settings, tools, checkpointer=storage.checkpointer, store=storage.store)
"""

from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit, urlunsplit

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.store.base import BaseStore

from smurfs_graph.checkpoints.leases import Leases
from smurfs_graph.checkpoints.run_record import RunRecord
from smurfs_graph.checkpoints.serializing import environment_cipher
from smurfs_graph.errors import ConfigurationError, StorageError, how_to_install

if TYPE_CHECKING:
    from smurfs_graph.checkpoints.delta_checkpointer import DeltaCheckpointer

Thread = tuple[str, float, float, int]
"""A run: its name, when its first and last checkpoints were made (seconds since 1970), how many it has."""


Span = tuple[str, float, float]
"""A namespace, and when its first and last checkpoints were made (seconds since 1970)."""


@dataclass(frozen=True)
class Storage:
    """An open storage. Its parts may be used from any thread and any event loop."""

    address: str
    """The storage's address, without a password."""
    checkpointer: BaseCheckpointSaver[Any]
    store: BaseStore
    leases: Leases
    threads: Callable[[], list[Thread]]
    """Every run that is kept, the oldest first."""
    runs: Callable[[int | None, float | None], list[RunRecord]]
    """The records of the runs that were started last, so many or all, the oldest of them first; where a time is given,
    of those that have been left alone since (seconds since 1970).
    """
    steps: Callable[[str], int]
    """The number of a run's checkpoints."""
    amend: Callable[[RunRecord], None]
    """Keeps what was read of a run that had no record of it."""
    payload_ids: Callable[[str], list[str] | None]
    """The ids under which a run keeps its payloads; None where its states have to be read for them."""
    spans: Callable[[str], list[Span]]
    """The namespaces of a run's checkpoints: its own graph's and those of its sub-tasks."""
    payloads: Callable[[str], list[tuple[str, dict[str, Any]]]]
    """The tool responses whose keys start with this, and the journal of the calls."""
    delete_payloads: Callable[[str], None]
    """Deletes those."""
    compact: Callable[[], None]
    """Gives the room of deleted runs back."""


@contextmanager
def open_storage(address: str | Path, connections: int | None = None) -> Generator[Storage]:
    """Open the storage at a `postgresql://` address or in a SQLite file.

    `connections`: to PostgreSQL, at most; 2 by default.
    With SMURFS_AES_KEY set, states and payloads are encrypted. Raises ConfigurationError (StorageError) in one line.
    """
    with ExitStack() as stack:
        text = str(address)
        kind = text.partition("://")[0] if "://" in text else ""
        if kind in ("postgresql", "postgres"):
            yield _open_postgres(text, stack, connections)
        elif kind in ("", "sqlite"):
            yield _open_sqlite(Path(text.removeprefix("sqlite://") if kind else text).expanduser(), stack)
        else:
            raise ConfigurationError(f"--checkpoint takes a file or postgresql://..., not {kind}://...")


def without_password(address: str) -> str:
    """Return an address that may be shown and logged."""
    if "://" not in address:
        return address
    parts = urlsplit(address)
    host = parts.netloc.rpartition("@")
    user = host[0].partition(":")[0]
    return urlunsplit((parts.scheme, f"{user}@{host[2]}" if user else host[2], parts.path, "", ""))


def _open_sqlite(path: Path, stack: ExitStack) -> Storage:
    """Open a storage in a file. Raises StorageError where that cannot be."""
    from smurfs_graph.checkpoints.payloads import SqliteStore
    from smurfs_graph.checkpoints.spool import Spool
    from smurfs_graph.checkpoints.sqlite import SqliteCheckpointer

    if path.is_dir():
        raise StorageError(f"the checkpoint file {str(path)!r} is a folder")
    cipher = environment_cipher()
    checkpointer = SqliteCheckpointer(path, cipher)
    stack.callback(checkpointer.close)
    store = SqliteStore(checkpointer.database, cipher, Spool(path.name, cipher, Path(f"{path}.spool")))
    return _storage(str(path), checkpointer, store, checkpointer.leases, checkpointer.database.compact)


def _open_postgres(url: str, stack: ExitStack, connections: int | None) -> Storage:
    """Open a storage in a PostgreSQL database. Raises ConfigurationError without the extra, StorageError without a
    server.
    """
    try:
        from smurfs_graph.checkpoints.postgres import PostgresCheckpointer
        from smurfs_graph.checkpoints.postgres_payloads import PostgresPayloads
        from smurfs_graph.checkpoints.postgres_server import CONNECTIONS, PostgresPool
        from smurfs_graph.checkpoints.spool import Spool
    except ImportError as error:
        raise ConfigurationError(
            f"postgresql:// needs the extra postgres ({error.name} is missing): {how_to_install('postgres')}"
        ) from None
    cipher = environment_cipher()
    server = PostgresPool(url, connections or CONNECTIONS)
    stack.callback(server.close)
    checkpointer = PostgresCheckpointer(server, cipher)
    stack.callback(checkpointer.leases.close)
    store = PostgresPayloads(server, checkpointer.leases, cipher, Spool(without_password(url), cipher))
    server.set_up(checkpointer.setup, store.setup)
    return _storage(without_password(url), checkpointer, store, checkpointer.leases, lambda: None)


def _storage(
    address: str, checkpointer: "DeltaCheckpointer", store: Any, leases: Leases, compact: Callable[[], None]
) -> Storage:
    """Return the storage that a checkpointer and a store are together."""
    return Storage(
        address,
        checkpointer,
        store,
        leases,
        threads=checkpointer.threads,
        runs=checkpointer.runs,
        steps=checkpointer.steps,
        amend=checkpointer.amend,
        payload_ids=checkpointer.payload_ids,
        spans=checkpointer.spans,
        payloads=store.starting_with,
        delete_payloads=store.delete_starting_with,
        compact=compact,
    )
