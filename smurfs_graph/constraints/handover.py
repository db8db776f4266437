"""Handing candidates over: the records of a response go to the store once, and are read from there by code.

No model retypes them. An outcome holds their number, the names of their fields, a reference and the first ones.
"""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from langgraph.store.base import BaseStore

from smurfs_graph.canonical import canonical_json, digest, read_json
from smurfs_graph.constraints.candidates import is_cut, records_in
from smurfs_graph.planning.outcome import Candidates, Outcome

NAMESPACE = ("smurfs", "responses")
"""Namespace of full responses in the store, by content."""
SAMPLE_RECORDS = 20
SAMPLE_CHARS = 4_000
"""Characters of its candidates that an outcome itself holds."""


def response_reference(run_id: str, full: str) -> str:
    """Return the key of a full response in the store: a run is deleted with its responses."""
    return f"{run_id}-{digest(full)}"


class LostError(Exception):
    """Records that were handed over cannot be had any more; the text says whose and why."""


async def candidates_of(
    store: BaseStore | None, run_id: str, references: Mapping[str, Sequence[str]]
) -> Candidates | None:
    """Return the candidates in a step's responses: the records of one tool, those of several calls as one list.

    `references`: by tool. None where no tool or more than one brought records, or where the store lacks some of them.
    """
    read = {tool: [await _read(store, reference) for reference in each] for tool, each in references.items()}
    bringing = [tool for tool, data in read.items() if any(records_in(item) for item in data)]
    if len(bringing) != 1 or any(item is None or is_cut(item) for item in read[bringing[0]]):
        return None
    [tool] = bringing
    records = [record for item in read[tool] for record in records_in(item) or ()]
    reference = references[tool][0]
    if store is not None and len(references[tool]) > 1:
        records = list({canonical_json(record): record for record in records}.values())
        full = json.dumps(records, ensure_ascii=False)
        reference = response_reference(run_id, full)
        await store.aput(NAMESPACE, reference, {"full": full, "text": ""}, index=False)
    fields = tuple(str(name) for name in records[0])
    return Candidates(count=len(records), reference=reference, fields=fields, sample=_sample(records))


async def records_of(store: BaseStore | None, sub_task: str, handed: Candidates) -> list[dict[str, Any]]:
    """Return the records that a sub-task handed over.

    Raises:
        LostError: the store does not have them, as after a restart with a store in memory.
    """
    if handed.whole:
        return list(handed.sample)
    records = records_in(await _read(store, handed.reference))
    if records is None or len(records) != handed.count:
        raise LostError(f"the {handed.count} records of sub-task {sub_task!r} are not in the store any more")
    return records


async def found_records(store: BaseStore | None, outcome: Outcome) -> list[dict[str, Any]]:
    """Return the records that a sub-task handed over or, where it was not solved, those of its last response.

    None where the store has lost them, and where a solved one ended with records of several tools: a condition means
    those of one.
    """
    if outcome.candidates is not None:
        with suppress(LostError):
            return await records_of(store, outcome.sub_task, outcome.candidates)
    if outcome.status == "solved":
        return []
    kept = [item.response for item in outcome.evidence if item.ok and not item.rolled_back]
    data = await _read(store, kept[-1]) if kept else None
    return [] if is_cut(data) else records_in(data) or []


async def all_records(
    store: BaseStore | None, outcomes: Mapping[str, Outcome]
) -> tuple[dict[str, list[dict[str, Any]]], list[str]]:
    """Return the records handed over, by sub-task, and the sub-tasks whose records are lost."""
    found: dict[str, list[dict[str, Any]]] = {}
    lost: list[str] = []
    for name, outcome in outcomes.items():
        if outcome.candidates is None:
            continue
        try:
            records = await records_of(store, name, outcome.candidates)
        except LostError:
            lost.append(name)
            continue
        if records:
            found[name] = records
    return found, lost


async def _read(store: BaseStore | None, reference: str) -> Any:
    if store is None or not reference:
        return None
    item = await store.aget(NAMESPACE, reference)
    full: Any = item.value.get("full") if item is not None else None
    try:
        return read_json(full) if isinstance(full, str) else None
    except ValueError:
        return None


def _sample(records: list[dict[str, Any]]) -> tuple[dict[str, Any], ...]:
    sample: list[dict[str, Any]] = []
    left = SAMPLE_CHARS
    for record in records[:SAMPLE_RECORDS]:
        left -= len(json.dumps(record, ensure_ascii=False, default=str))
        if left < 0:
            break
        sample.append(record)
    return tuple(sample)
