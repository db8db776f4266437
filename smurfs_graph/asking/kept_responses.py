"""Keep the full responses of tools in the store, and read them again; the state has their references."""

from typing import Any

from langgraph.runtime import Runtime
from langgraph.store.base import BaseStore

from smurfs_graph.canonical import read_json
from smurfs_graph.checkpoints.payloads import BoundedStore
from smurfs_graph.constraints.handover import NAMESPACE, response_reference
from smurfs_graph.settings import Settings
from smurfs_graph.tools.calling import MAX_STORED_CHARS, Response
from smurfs_graph.tools.output import is_cut, to_data


class CutError(Exception):
    """A response was too long to be kept whole."""


class FullResponses:
    """Where the full responses of a graph's calls are kept."""

    def __init__(self) -> None:
        """Begin with an empty memory."""
        self.memory = BoundedStore()
        """Keeps responses and remembers calls under way where the graph has no store."""

    def store(self, runtime: Runtime[Settings]) -> BaseStore:
        """Return the run's store, else the graph's own memory."""
        return runtime.store if runtime.store is not None else self.memory


async def keep_response(store: BaseStore, run_id: str, response: Response) -> str:
    """Put the full response in the store; return its reference, made of its run and its content's digest."""
    reference = response_reference(run_id, response.full)
    await store.aput(NAMESPACE, reference, as_kept(response), index=False)
    return reference


def as_kept(response: Response) -> dict[str, Any]:
    """Return a response as the store has it."""
    return {"full": response.full, "text": response.text, "is_text": "yes" if response.is_text else "no"}


async def response_data(store: BaseStore, reference: str, *, is_text: bool | None = None) -> Any:
    """Return what a response holds as JSON data; a text that its tool returned as it is, unless it is a JSON record.

    `is_text`: True where the tool declares that it returns texts. Raises LookupError where the store does not have it,
    and CutError where it has not all of it.
    """
    item = await store.aget(NAMESPACE, reference)
    if item is None:
        raise LookupError(reference)
    full, kept = str(item.value["full"]), str(item.value.get("is_text", ""))
    if is_cut(full, MAX_STORED_CHARS):
        raise CutError(reference)
    if is_text or (kept != "no" and not full.lstrip().startswith(("{", "["))):
        return full
    try:
        return to_data(read_json(full))  # what was written as JSON text hid in its escapes
    except ValueError:  # a text
        return full


async def capped_response(store: BaseStore, reference: str) -> str | None:
    """Return a response as prompts hold it; None where the store does not have it."""
    return await _read(store, reference, "text")


async def full_response(store: BaseStore, reference: str) -> str:
    """Return a response in full; empty where the store does not have it."""
    return await _read(store, reference, "full") or ""


async def _read(store: BaseStore, reference: str, part: str) -> str | None:
    if not reference:
        return None
    item = await store.aget(NAMESPACE, reference)
    return str(item.value[part]) if item is not None else None
