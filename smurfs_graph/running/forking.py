"""Going on from a checkpoint inside a sub-task's graph.

LangGraph since 1.1.7 forks the outer checkpoint first, which gives the inner graph a new, empty namespace: it starts
from its beginning, and the checkpoint that was asked for is never read (langchain-ai/langgraph#8458). Here the outer
checkpoint is forked by hand, and the inner one is put where the fork will look for it.
"""

from typing import Any, cast

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver, CheckpointTuple
from langgraph.constants import CONFIG_KEY_CHECKPOINTER
from langgraph.graph.state import CompiledStateGraph

from smurfs_graph.running.state_edits import StateEditError

COPY = "__copy__"
"""LangGraph's name for "no node at all": the new checkpoint is a copy."""


async def fork(graph: CompiledStateGraph[Any, Any, Any, Any], config: RunnableConfig) -> RunnableConfig:
    """Return the config to run from, for the config of any snapshot; it is changed only for one of an inner graph."""
    asked: dict[str, Any] = config.get("configurable", {})
    namespace = str(asked.get("checkpoint_ns") or "")
    ids: dict[str, str] = asked.get("checkpoint_map") or {}
    if not isinstance(graph.checkpointer, BaseCheckpointSaver) or not namespace or not {"", namespace} <= ids.keys():
        return config
    saver = cast("BaseCheckpointSaver[Any]", graph.checkpointer)
    node, thread = namespace.partition(":")[0], str(asked["thread_id"])
    inner = await saver.aget_tuple(_at(thread, namespace, ids[namespace]))
    if inner is None or "|" in namespace:  # an inner graph of an inner graph: left to LangGraph
        return config
    copy = await graph.aupdate_state(_at(thread, "", ids[""]), None, as_node=COPY)
    snapshot = await graph.aget_state(copy)
    task = next((task for task in snapshot.tasks if task.name == node), None)
    if task is None:
        return config
    place = f"{node}:{task.id}"
    versions = inner.checkpoint["channel_versions"]
    await saver.aput(_at(thread, place, None), inner.checkpoint, inner.metadata, versions)
    here = {"": copy.get("configurable", {})["checkpoint_id"], place: inner.checkpoint["id"]}
    return {**config, "configurable": {**asked, "checkpoint_ns": "", "checkpoint_id": here[""], "checkpoint_map": here}}


def refuse_unknown(config: RunnableConfig, found: CheckpointTuple | None) -> None:
    """Raises StateEditError for a checkpoint that there is not: LangGraph begins an empty state in its place."""
    if found is None:
        named: dict[str, Any] = config.get("configurable", {})
        said = f"there is no checkpoint {named['checkpoint_id']!r:.60} in thread {named['thread_id']!r:.60}"
        raise StateEditError(f"{said}; get_state_history lists them")


def names_checkpoint(config: RunnableConfig | None) -> bool:
    """Return whether the caller's config names a checkpoint, and not a graph around this one."""
    named: dict[str, Any] = (config or {}).get("configurable", {})
    return bool(named.get("checkpoint_id")) and CONFIG_KEY_CHECKPOINTER not in named


def _at(thread: str, namespace: str, checkpoint: str | None) -> RunnableConfig:
    where = {"thread_id": thread, "checkpoint_ns": namespace, "checkpoint_id": checkpoint}
    return {"configurable": {name: value for name, value in where.items() if value is not None}}
