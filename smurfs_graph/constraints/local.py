"""Local constraints against one sub-task's response: what contradicts a verdict of "solved" (PMC definition 4.1).

A response with several records is a set of candidates: a condition on single records filters them, so that it is broken
only where none is left. What code cannot tell contradicts nothing.
"""

import json
from collections.abc import Iterable
from typing import Any

from smurfs_graph.constraints.candidates import fields_of, is_cut, records_in, view
from smurfs_graph.constraints.check import check, holds_for
from smurfs_graph.planning.forms import AllDifferent, Constraint, Sum

_SHOWN = 300
_SETS = (Sum, AllDifferent)
"""Forms over what is chosen, not over candidates."""


def contradiction(constraints: Iterable[Constraint], response: str) -> str:
    """Return the first typed constraint that a response breaks, with its numbers; empty where none is known to be
    broken.
    """
    typed = [constraint for constraint in constraints if constraint.check is not None]
    records = _records(response) if typed else None
    if not records:
        return ""
    for constraint in typed:
        if broken := _find_breach(constraint, records):
            return f"{constraint.text}: {broken}"
    return ""


def _find_breach(constraint: Constraint, records: list[dict[str, Any]]) -> str:
    seen = [view(record, fields_of(constraint)) for record in records]
    if len(seen) > 1 and isinstance(constraint.check, _SETS):
        return ""
    each = [holds_for(constraint, record) for record in seen]
    if len(seen) > 1 and any(fits is not None for fits in each):
        if any(fits is not False for fits in each):
            return ""
        return f"none of {len(seen)} records fits; {check(constraint, seen).detail[:_SHOWN]}"
    verdict = check(constraint, seen)
    return verdict.detail[:_SHOWN] if verdict.standing == "violated" else ""


def _records(response: str) -> list[dict[str, Any]] | None:
    try:
        data: Any = json.loads(response)
    except (ValueError, RecursionError):
        return None
    return None if is_cut(data) else records_in(data)
