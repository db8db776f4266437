"""Going another way: a new run that begins as another one was at some step, with what one wants to be different.

A run that is cut off after a checkpoint is what a crash at that moment would have left behind. So a fork is resumed
as a crashed run is, in a sub-task's graph too, however deep it is scheduled; the run that it came from stays as it is.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast
from uuid import uuid4

from smurfs_graph.checkpoints.run_record import INTERRUPT, RUN_ID
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.runs.plain import from_plain, to_plain
from smurfs_graph.runs.saved import Saved, run_ids
from smurfs_graph.search.decision_tree import DecisionTree
from smurfs_graph.search.state import Call, SearchState

Payloads = Sequence[tuple[str, dict[str, Any]]]


def cut_off(run: Sequence[Saved], step: int) -> list[Saved]:
    """Return the run as it was when a step had been saved (from 1).

    Raises ConfigurationError where there is no such step.
    """
    if not 1 <= step <= len(run):
        raise ConfigurationError(f"there is no step {step}; the run has {len(run)} (`smurfs runs show` lists them)")
    last = run[step - 1]
    kept = _history(run[:step], last)
    newest = {saved.ns: saved.id for saved in kept}.items()
    return [_ask_again(saved) if (saved.ns, saved.id) in newest else saved for saved in kept]


def change_query(run: Sequence[Saved], query: str) -> list[Saved]:
    """Return the run with another request in its last state. Questions about the old one are dropped, to be asked anew.

    Raises ConfigurationError where that state has no request.
    """
    *before, last = run
    start: Any = last.values.get("__start__")
    changed: dict[str, Any] = {"query": query}
    if isinstance(start, dict):
        changed = {"__start__": {**cast("dict[str, Any]", start), "query": query}}
    elif "query" not in last.values:
        raise ConfigurationError("there is no query in the state at this step; fork from an earlier one")
    made = [*before, last.with_values({**last.values, **changed})]
    return [replace(saved, writes=tuple(write for write in saved.writes if write[1] != INTERRUPT)) for saved in made]


def rename_run(run: Sequence[Saved], payloads: Payloads, metadata: Mapping[str, Any]) -> tuple[list[Saved], Payloads]:
    """Give the run ids of its own, so that neither's deletion, budget nor idempotency keys touch the other's."""
    made, kept = rename_each(run_ids(run), run, payloads, metadata)
    return list(made), list(kept)


def rename_each(
    ids: Iterable[str],
    run: Iterable[Saved],
    payloads: Iterable[tuple[str, dict[str, Any]]],
    metadata: Mapping[str, Any],
) -> tuple[Iterator[Saved], Iterator[tuple[str, dict[str, Any]]]]:
    """Do the same with one part after the other; `ids`: those of the run."""
    names = {name: uuid4().hex for name in ids}
    if odd := next((name for name in names if not RUN_ID.fullmatch(name)), None):
        raise ConfigurationError(f"{odd!r:.60} is no id of a run; this one cannot be copied")
    known = re.compile("|".join(names) or "(?!)")

    def anew(value: Any) -> Any:
        return from_plain(json.loads(known.sub(lambda found: names[found[0]], json.dumps(to_plain(value)))))

    made = (
        replace(
            saved.with_values(anew(saved.values)), metadata={**saved.metadata, **metadata}, writes=anew(saved.writes)
        )
        for saved in run
    )
    return made, ((anew(key), anew(value)) for key, value in payloads)


def changes_left_out(run: Sequence[Saved], cut: Sequence[Saved]) -> list[Call]:
    """Return the calls of a run that may have changed something and that its beginning, `cut`, does not hold.

    A fork undoes none of them.
    """
    before = _changes(cut)
    return [call for place, call in _changes(run).items() if place not in before]


def _changes(run: Iterable[Saved]) -> dict[tuple[str, ...], Call]:
    """Return the calls that were made and may have changed something, by place: run, namespace, number."""
    found: dict[tuple[str, ...], Call] = {}
    for saved in run:
        search = saved.values.get("search")
        tree = saved.values.get("tree")
        run_id = str(saved.values.get("run_id", ""))
        if not isinstance(search, SearchState):
            continue
        made = [each.call for each in search.attempts if each.status != "refused" and each.call.timing.called]
        if isinstance(tree, DecisionTree):
            made = [Call(tool=each.tool, arguments=each.arguments) for each in tree.rounds if each.called]
        changes = [(str(at), call) for at, call in enumerate(made) if call.tool in search.changing]
        found |= {(run_id, saved.ns, at): call for at, call in changes}
    return found


def _ask_again(saved: Saved) -> Saved:
    """Keep only the questions among a checkpoint's writes: they can be answered in another way."""
    return replace(saved, writes=tuple(write for write in saved.writes if write[1] == INTERRUPT))


def _history(run: Iterable[Saved], last: Saved) -> list[Saved]:
    """Return the checkpoints that lead to one, without other branches of an earlier fork."""
    every = list(run)
    parents = {(saved.ns, saved.id): saved.parent for saved in every}
    named: dict[str, str] = last.metadata.get("parents") or {}
    above = {str(ns): str(found) for ns, found in named.items()}
    heads = {ns: found for ns, found in above.items() if (ns, found) in parents} | {last.ns: last.id}
    kept: set[tuple[str, str]] = set()
    for ns, head in heads.items():
        at: str | None = head
        while at is not None and (ns, at) not in kept:
            kept.add((ns, at))
            at = parents.get((ns, at))
    others = {saved.ns for saved in every} - heads.keys()
    return [saved for saved in every if saved.ns in others or (saved.ns, saved.id) in kept]
