"""Local constraints against one sub-task's response: what contradicts a verdict of "solved" (PMC definition 4.1).

A response with several records is a set of candidates: a condition on single records filters them, so that it is broken
only where none is left. What code cannot tell contradicts nothing.
"""

import json
from collections.abc import Iterable
from typing import Any

from smurfs_graph.constraints.candidates import fields_of, is_cut, label_of, rate_of, records_in, view
from smurfs_graph.constraints.check import Verdict, check, holds_for, unknown_sum
from smurfs_graph.constraints.records import Records
from smurfs_graph.planning.forms import AllDifferent, Constraint, Count, Sum

_SHOWN = 300


def contradiction(constraints: Iterable[Constraint], response: str) -> str:
    """Return the first typed constraint that a response breaks, with its numbers; empty where none is known to be
    broken.
    """
    typed = [constraint for constraint in constraints if constraint.check is not None]
    records = _records(response) if typed else None
    for constraint in typed if records else ():
        verdict = verdict_on(constraint, records or ())
        if verdict.standing == "violated":
            return f"{constraint.text}: {verdict.detail}"
    return ""


def verdict_on(constraint: Constraint, records: Records) -> Verdict:
    """Return the verdict on a typed constraint over the records that its sub-task has found."""
    text, count = constraint.text, len(records)
    seen = [view(record, fields_of(constraint)) for record in records]
    if not records:
        return Verdict(text=text, standing="unknown", detail="there are no records to check")
    if count > 1 and _is_of_chosen(constraint.check):
        return Verdict(text=text, standing="unknown", detail=f"none of {count} records was chosen")
    if isinstance(constraint.check, Sum) and (rate := rate_of(constraint.check.field, records[0], text)):
        return unknown_sum(constraint, rate)
    each = [holds_for(constraint, record) for record in seen]
    if count == 1 or all(fits is None for fits in each):
        verdict = check(constraint, seen)
        return verdict.model_copy(update={"detail": verdict.detail[:_SHOWN]})
    if all(fits is False for fits in each):
        detail = f"none of {count} records fits; {check(constraint, seen).detail[:_SHOWN]}"
        return Verdict(text=text, standing="violated", detail=detail)
    wrong = [label_of(record) for record, fits in zip(records, each, strict=True) if fits is False]
    detail = f"{each.count(True)} of {count} records fit" if False in each or None in each else ""
    others = f", not {', '.join(wrong)}"[:_SHOWN] if any(wrong) else ""
    return Verdict(text=text, standing="holds" if True in each else "unknown", detail=detail + others)


def _is_of_chosen(form: Any) -> bool:
    """Return whether a form speaks of what is chosen: of candidates there may be more than are wanted."""
    return isinstance(form, Sum | AllDifferent) or (isinstance(form, Count) and form.op in ("<=", "<", "="))


def _records(response: str) -> list[dict[str, Any]] | None:
    try:
        data: Any = json.loads(response)
    except (ValueError, RecursionError):
        return None
    return None if is_cut(data) else records_in(data)
