"""Read and write one run's checkpoints in a storage, one by one."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import CheckpointTuple

from smurfs_graph.checkpoints.payloads import CALL_KEY, RESPONSES, call_key
from smurfs_graph.checkpoints.storage import Storage
from smurfs_graph.errors import ConfigurationError

Write = tuple[str, str, Any]
"""Task, channel, value."""


@dataclass(frozen=True)
class Saved:
    """One checkpoint of a run's graph or of a sub-task's."""

    ns: str
    """Namespace: empty for the run's own graph."""
    id: str
    parent: str | None
    checkpoint: dict[str, Any]
    metadata: dict[str, Any]
    writes: tuple[Write, ...]
    """Writes of tasks that were finished before the next checkpoint."""

    @classmethod
    def of(cls, item: CheckpointTuple) -> "Saved":
        """Take over a checkpointer's tuple."""
        return cls(
            ns=str(item.config.get("configurable", {}).get("checkpoint_ns", "")),
            id=item.checkpoint["id"],
            parent=item.parent_config.get("configurable", {}).get("checkpoint_id") if item.parent_config else None,
            checkpoint=cast("dict[str, Any]", item.checkpoint),
            metadata=cast("dict[str, Any]", item.metadata),
            writes=tuple(item.pending_writes or ()),
        )

    @property
    def values(self) -> dict[str, Any]:
        """Return the state."""
        return self.checkpoint["channel_values"]

    def with_values(self, values: dict[str, Any]) -> "Saved":
        """Return a copy with another state."""
        return replace(self, checkpoint={**self.checkpoint, "channel_values": values})


def read_run(storage: Storage, thread: str) -> list[Saved]:
    """Read all checkpoints of a run, in the order they were made. Raises ConfigurationError for an unknown run."""
    found = [Saved.of(item) for item in storage.checkpointer.list({"configurable": {"thread_id": thread}})]
    if not found:
        raise no_such_run(thread)
    return found[::-1]  # ids are ordered by time, which may have stepped back


def latest_of(storage: Storage, thread: str) -> Saved | None:
    """Return the last checkpoint of the run's own graph."""
    item = storage.checkpointer.get_tuple({"configurable": {"thread_id": thread}})
    return Saved.of(item) if item is not None else None


def write_run(
    storage: Storage, thread: str, run: Iterable[Saved], payloads: Iterable[tuple[str, dict[str, Any]]]
) -> None:
    """Save checkpoints and payloads under a name that is free; whoever resumes it finds them as they were."""
    if storage.checkpointer.get_tuple({"configurable": {"thread_id": thread}}) is not None:
        raise ConfigurationError(f"there is a run {thread!r} already; give this one another name")
    with storage.leases.take(thread):
        try:
            for key, value in payloads:
                storage.store.put(RESPONSES, key, value, index=False)
            for saved in run:
                _write(storage, thread, saved)
        except BaseException:
            storage.checkpointer.delete_thread(thread)  # half a run is worse than none
            raise


def run_ids(run: Iterable[Saved]) -> list[str]:
    """Return the ids under which the run kept its payloads."""
    return list(dict.fromkeys(str(found) for saved in run if (found := saved.values.get("run_id"))))


def payloads_of(storage: Storage, run: Sequence[Saved]) -> list[tuple[str, dict[str, Any]]]:
    """Return the full responses that a run refers to, by their references, and what is on record of the calls that it
    made.
    """
    made = {call_key("", saved.ns, 0): saved.values["usage"].replies for saved in run if saved.values.get("usage")}
    found: list[tuple[str, dict[str, Any]]] = []
    for key, value in (item for run_id in run_ids(run) for item in storage.payloads(f"{run_id}-")):
        call = CALL_KEY.fullmatch(key)
        if call and int(call["number"]) >= made.get(f"-call-{call['place']}-0", 0):  # others build on what it says
            found.append((key.replace("-call-", "-said-"), {"said": value["said"]}))
        else:
            found.append((key, value))
    return found


def delete_run(storage: Storage, thread: str, check: Callable[[], None] = lambda: None) -> None:
    """Delete a run and its payloads. Raises RunBusyError where it is under way.

    `check`: called once nobody else can go on with the run; what it raises keeps the run.
    """
    with storage.leases.take(thread):
        check()
        if (known := storage.payload_ids(thread)) is None:
            try:
                known = run_ids([saved for saved in read_run(storage, thread) if not saved.ns])
            except ConfigurationError:
                known = []  # what cannot be read any more, or has not begun, can be deleted
        storage.checkpointer.delete_thread(thread)
        for run_id in known:
            storage.delete_payloads(f"{run_id}-")


def no_such_run(thread: str) -> ConfigurationError:
    """Return the error for a name that no run has."""
    return ConfigurationError(f"there is no run {thread!r}; `smurfs runs list` names those that there are")


def _write(storage: Storage, thread: str, saved: Saved) -> None:
    """Write a checkpoint and what its tasks wrote into another storage."""
    place = {"thread_id": thread, "checkpoint_ns": saved.ns}
    above: RunnableConfig = {"configurable": {**place, **({"checkpoint_id": saved.parent} if saved.parent else {})}}
    versions = {name: version for name, version in saved.checkpoint["channel_versions"].items() if name in saved.values}
    checkpoint, metadata = cast("Any", saved.checkpoint), cast("Any", saved.metadata)
    storage.checkpointer.put(above, checkpoint, metadata, versions)
    here: RunnableConfig = {"configurable": {**place, "checkpoint_id": saved.id}}
    for task in dict.fromkeys(task for task, _, _ in saved.writes):
        writes = [(channel, value) for name, channel, value in saved.writes if name == task]
        storage.checkpointer.put_writes(here, writes, task)
