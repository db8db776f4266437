"""What is known of every run without reading its states: written with each checkpoint, listed by one query. Pure."""

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple, cast

INTERRUPT = "__interrupt__"
"""LangGraph's name for the channel of questions."""
RUN_ID = re.compile(r"[0-9a-f]{32}")
"""Form of the ids under which runs keep their payloads."""
_LONGEST = 200
"""Characters of a request's first line, and of the other texts."""


class RunSummary(NamedTuple):
    """A run as its last checkpoint says."""

    state: str = "unfinished"
    """finished, waiting (for a person), unfinished (interrupted, or still under way)."""
    stop_reason: str = ""
    query: str = ""
    """The request's first line, cut."""
    user: str = ""
    strategy: str = ""
    run_id: str = ""
    """Its payloads are kept under this id; every turn of a conversation has one of its own."""


class RunRecord(NamedTuple):
    """A run among those of a storage."""

    thread: str
    started: float
    """Seconds since 1970, as `updated`."""
    updated: float
    checkpoints: int
    """Those of its sub-tasks included."""
    version: int | None
    """Of its state; None: it was kept before runs had records, and its last checkpoint has to be read."""
    summary: RunSummary


def summarize(values: Mapping[str, Any], metadata: Mapping[str, Any]) -> RunSummary:
    """Return what a checkpoint of a run's own graph says of it, by its state and its metadata."""
    start: Any = values.get("__start__")
    given = cast("dict[str, Any]", start) if isinstance(start, dict) else values
    query = str(given.get("query") or "").strip().partition("\n")[0][:_LONGEST]
    owner = getattr(values.get("memories"), "user", "")
    users = (metadata.get("langgraph_auth_user_id"), metadata.get("user_id"), owner)
    run_id = str(values.get("run_id") or "")
    return RunSummary(
        "unfinished" if due_nodes(values) else "finished",
        "" if given is not values else _plain(values.get("stop_reason") or ""),
        query,
        next((_plain(user) for user in users if user not in (None, "")), ""),
        _strategy(str(metadata.get("smurfs_settings") or "")),
        run_id if RUN_ID.fullmatch(run_id) else "",
    )


def due_nodes(values: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the nodes that a state has run next: those that a branch leads to, or the start."""
    due = [name.removeprefix("branch:to:") for name in values if name.startswith("branch:to:")]
    return tuple(due) or (("start",) if "__start__" in values else ())


def _plain(value: Any) -> str:
    """Return a value as a text that every database takes, cut."""
    return str(value).encode("utf-8", "replace").decode().replace("\0", "")[:_LONGEST]


@lru_cache(maxsize=64)
def _strategy(settings: str) -> str:
    try:
        found: Any = json.loads(settings) if settings else {}
        return _plain(found.get("strategy", ""))
    except (ValueError, AttributeError):
        return ""
