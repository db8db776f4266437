"""Going another way: a new run that begins as another one was at some step, with what one wants to be different.

A run that is cut off after a checkpoint is what a crash at that moment would have left behind. So a fork is resumed
as a crashed run is, in a sub-task's graph too, however deep it is scheduled; the run that it came from stays as it is.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast
from uuid import uuid4

from smurfs_graph.errors import ConfigurationError, StorageError, UnknownNameError
from smurfs_graph.runs.plain import from_plain, to_plain
from smurfs_graph.runs.saved import INTERRUPT, RUN_ID, Saved, Write, run_ids

Payloads = Sequence[tuple[str, dict[str, Any]]]


def cut_off(run: Sequence[Saved], step: int) -> list[Saved]:
    """The run as it was when a step had been saved (from 1). Raises ConfigurationError where there is no such step."""
    if not 1 <= step <= len(run):
        raise ConfigurationError(f"there is no step {step}; the run has {len(run)} (`smurfs runs show` lists them)")
    last = run[step - 1]
    kept = _history(run[:step], last)
    newest = {saved.ns: saved.id for saved in kept}
    return [
        replace(saved, writes=_questions(saved.writes)) if saved.id == newest[saved.ns] else saved for saved in kept
    ]


def change_state(run: Sequence[Saved], changes: Mapping[str, Any]) -> list[Saved]:
    """Replace values of the run's last state, named as `query` or `search.hint`; each is validated."""
    *before, last = run
    values = dict(last.values)
    for path, value in changes.items():
        name, *parts = path.split(".")
        known = [known for known in values if ":" not in known and not known.startswith("__")]
        start: Any = values.get("__start__")
        if name == "query" and _is_mapping(start):
            values["__start__"] = {**start, "query": value}
            continue
        if name not in known:
            raise UnknownNameError("part of the state at this step", name, known)
        values[name] = _with(values[name], parts, value, path)
    made = [*before, last.with_values(values)]
    return [_drop_questions(saved) for saved in made] if changes else made


def rename_run(run: Sequence[Saved], payloads: Payloads, metadata: Mapping[str, Any]) -> tuple[list[Saved], Payloads]:
    """Give the run ids of its own, so that neither's deletion, budget nor idempotency keys touch the other's."""
    names = {name: uuid4().hex for name in run_ids(run)}
    if odd := next((name for name in names if not RUN_ID.fullmatch(name)), None):
        raise ConfigurationError(f"{odd!r:.60} is no id of a run; this one cannot be copied")
    known = re.compile("|".join(names) or "(?!)")

    def anew(value: Any) -> Any:
        return from_plain(json.loads(known.sub(lambda found: names[found[0]], json.dumps(to_plain(value)))))

    made = [
        replace(
            saved.with_values(anew(saved.values)), metadata={**saved.metadata, **metadata}, writes=anew(saved.writes)
        )
        for saved in run
    ]
    return made, [(anew(key), anew(value)) for key, value in payloads]


def _questions(writes: Iterable[Write]) -> tuple[Write, ...]:
    """Of what was written after a checkpoint, what asks a person: it can be answered in another way."""
    return tuple(write for write in writes if write[1] == INTERRUPT)


def _drop_questions(saved: Saved) -> Saved:
    """Drop the questions, which are about a state that is another one now; they are asked anew."""
    return replace(saved, writes=tuple(write for write in saved.writes if write[1] != INTERRUPT))


def _history(run: Iterable[Saved], last: Saved) -> list[Saved]:
    """What leads to a checkpoint: an earlier fork's other branches do not."""
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


def _with(old: Any, parts: list[str], value: Any, path: str) -> Any:
    """A value with a part of it replaced; of the same type as before."""
    plain = to_plain(old)
    tag: str | None = plain["$"] if _is_mapping(plain) and "$" in plain else None
    inner: Any = value
    if parts:
        inner = plain["v"] if tag else plain
        *above, last = parts
        at: Any = inner
        for part in above:
            at = at[_key(at, part, path)]
        at[_key(at, last, path)] = value
    try:
        if tag:
            return from_plain({"$": tag, "v": inner})
        if old is not None and type(inner) is not type(old):
            raise StorageError(f"it takes a {type(old).__name__}, not a {type(inner).__name__}")
    except StorageError as error:
        raise ConfigurationError(f"--state {path}: {error}") from None
    return inner


def _key(data: Any, part: str, path: str) -> Any:
    if isinstance(data, list) and part.isdigit() and int(part) < len(cast("list[Any]", data)):
        return int(part)
    if _is_mapping(data) and part in data:
        return part
    raise ConfigurationError(f"--state {path}: there is no {part!r:.60} in the state at this step")


def _is_mapping(data: Any) -> bool:
    return isinstance(data, dict)
