"""Keep the full responses of tools in the store, and read them again; the state has their references."""

from langgraph.store.base import BaseStore

from smurfs_graph.constraints.handover import NAMESPACE, response_reference
from smurfs_graph.tools.calling import Response


async def keep_response(store: BaseStore, run_id: str, response: Response) -> str:
    """Put the full response in the store; return its reference, made of its run and its content's digest."""
    reference = response_reference(run_id, response.full)
    await store.aput(NAMESPACE, reference, {"full": response.full, "text": response.text}, index=False)
    return reference


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
