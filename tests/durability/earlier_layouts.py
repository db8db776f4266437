"""Storages as earlier releases made them: the tables, and how runs were kept in them."""

import sqlite3
import threading
from collections.abc import Generator, Sequence
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any, cast

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.checkpoint.serde.base import CipherProtocol
from psycopg.rows import dict_row
from psycopg_pool import ConnectionPool

from smurfs_graph.checkpoints.anyloop import AnyLoop
from smurfs_graph.checkpoints.serializing import SealedSerializer, strict_serializer
from smurfs_graph.checkpoints.state_version import with_version

_NUMBERED = (
    "CREATE SEQUENCE checkpoints_written",
    "ALTER TABLE checkpoints ADD COLUMN written BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE checkpoints ALTER COLUMN written SET DEFAULT nextval('checkpoints_written')",
    "ALTER SEQUENCE checkpoints_written OWNED BY checkpoints.written",
)


class EarlierCheckpointer(AnyLoop, PostgresSaver):
    """Keeps runs in LangGraph's tables, every channel that changed in a row of its own."""

    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Texts were wrapped, for LangGraph keeps bare ones as JSON."""
        given = checkpoint["channel_values"].items()
        values = {name: {"smurfs-text": value} if isinstance(value, str) else value for name, value in given}
        kept = cast("Checkpoint", {**checkpoint, "channel_values": values})
        return super().put(config, kept, cast("CheckpointMetadata", with_version(metadata)), new_versions)

    def put_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """As LangGraph does."""
        super().put_writes(config, writes, task_id, task_path)


@contextmanager
def earlier_postgres(url: str, cipher: CipherProtocol | None = None, *, numbered: bool = True) -> Generator[Any]:
    """The checkpointer of the release before; `numbered`: that release numbered checkpoints already."""
    options: dict[str, Any] = {"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row}
    serializer = SealedSerializer(cipher, strict_serializer()) if cipher else strict_serializer()
    with ConnectionPool(url, kwargs=options, min_size=1, open=True) as pool:
        saver = EarlierCheckpointer(cast("Any", pool), serde=serializer)
        saver.lock = cast("threading.Lock", nullcontext())
        saver.setup()
        for statement in _NUMBERED if numbered else ():
            with pool.connection() as connection:
                connection.execute(cast("Any", statement))
        yield saver


def make_layout_3(path: Path | str) -> None:
    """Take from a SQLite file what the release before did not have."""
    with closing(sqlite3.connect(path)) as file, file:
        for table in ("runs", "run_ids"):
            file.execute(f"DROP TABLE {table}")
        file.execute("PRAGMA user_version=3")
