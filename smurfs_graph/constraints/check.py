"""Checking typed constraints over records: pure, and every verdict says its numbers."""

import operator
from collections import Counter
from collections.abc import Callable
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from smurfs_graph.constraints.records import (
    Record,
    Records,
    UnreadableError,
    date_of,
    field_of,
    number_of,
    one_unit,
    plain,
    values_of,
)
from smurfs_graph.planning.forms import (
    AllDifferent,
    Constraint,
    Count,
    Cover,
    DateRange,
    Each,
    Implies,
    OneOf,
    Sum,
)

Standing = Literal["holds", "violated", "unknown", "judged to hold", "judged to be violated"]

_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "<=": operator.le,
    "<": operator.lt,
    ">=": operator.ge,
    ">": operator.gt,
    "=": operator.eq,
}
_TOLERANCE = 1e-9


class Verdict(BaseModel):
    """The verdict on one constraint. `unknown`: the records do not say; `judged …`: a model said so, not code."""

    model_config = ConfigDict(frozen=True)

    text: str
    standing: Standing
    detail: str = ""


def check(constraint: Constraint, records: Records) -> Verdict:
    """Check one typed constraint over the records; an untyped one, or one without records, is unknown."""
    form = constraint.check
    if form is None:
        return Verdict(text=constraint.text, standing="unknown", detail="not in a form that code can check")
    if not records and not isinstance(form, Count | Sum):
        return Verdict(text=constraint.text, standing="unknown", detail="there are no records to check")
    try:
        complaint = _complaint(form, records)
    except UnreadableError as missing:
        return Verdict(text=constraint.text, standing="unknown", detail=str(missing))
    return Verdict(text=constraint.text, standing="violated" if complaint else "holds", detail=complaint)


def unknown_sum(constraint: Constraint, rate: str) -> Verdict:
    """Return the verdict on a sum of amounts that are for one of something; `rate`: of what, as "night"."""
    detail = f"an amount is per {rate}, so that it is not known what they come to in all"
    return Verdict(text=constraint.text, standing="unknown", detail=detail)


def holds_for(constraint: Constraint, record: Record) -> bool | None:
    """Return whether one record satisfies a constraint on single records; None where it cannot be told.

    Local constraints filter candidates with it.
    """
    if not isinstance(constraint.check, Each | OneOf | DateRange | Implies):
        return None
    standing = check(constraint, [record]).standing
    return None if standing == "unknown" else standing == "holds"


def _complaint(form: Any, records: Records) -> str:
    """Say why the form does not hold, with the numbers; empty where it holds. Raises UnreadableError."""
    match form:
        case Sum():
            one_unit(records, form.field, form.unit)
            total = sum(number_of(record, form.field, form.unit) for record in records)
            return _compare(total, form.op, form.value, f"the sum of {form.field!r}", form.unit)
        case Count():
            return _compare(_count(form, records), form.op, form.value, _what_is_counted(form), "")
        case Cover():
            found = {value for record in records for value in values_of(record, form.field)}
            missing = [str(value) for value in form.values if plain(value) not in found]
            return f"no record has {form.field!r} = {', '.join(missing)}" if missing else ""
        case AllDifferent():
            counts = Counter(plain(field_of(record, form.field)) for record in records)
            twice = [f"{value} ({count} times)" for value, count in counts.items() if count > 1]
            return f"{form.field!r} repeats {', '.join(twice)}" if twice else ""
        case _:
            complaints = [_breach_of_record(form, record) for record in records]
            return "; ".join(f"record {number}: {text}" for number, text in enumerate(complaints, 1) if text)


def _breach_of_record(form: Any, record: Record) -> str:
    """Return how a record breaks a constraint; empty where it keeps it."""
    match form:
        case Each():
            return _compare(number_of(record, form.field, form.unit), form.op, form.value, repr(form.field), form.unit)
        case OneOf():
            found = set(values_of(record, form.field))
            named = {plain(value) for value in form.values}
            if form.forbidden:
                return (
                    f"{form.field!r} is {', '.join(sorted(found & named))}, which is forbidden" if found & named else ""
                )
            allowed = ", ".join(str(value) for value in form.values)
            return "" if found & named else f"{form.field!r} is {', '.join(sorted(found)) or 'empty'}, not {allowed}"
        case DateRange():
            day = date_of(record, form.field)
            if form.start and day < form.start:
                return f"{form.field!r} is {day}, before {form.start}"
            return f"{form.field!r} is {day}, after {form.end}" if form.end and day > form.end else ""
        case Implies():
            return "" if _breach_of_record(form.condition, record) else _breach_of_record(form.consequence, record)
        case _:
            raise TypeError(f"{form!r} is no form of a constraint on one record")


def _compare(number: float, op: str, limit: float, what: str, unit: str) -> str:
    close = abs(number - limit) <= _TOLERANCE * max(1.0, abs(limit))
    holds = (op in ("<=", ">=", "=")) if close else _COMPARE[op](number, limit)
    if holds:
        return ""
    suffix = f" {unit}" if unit else ""
    return f"{what} is {number:.12g}{suffix}, must be {op} {limit:.12g}{suffix} (off by {abs(number - limit):.12g})"


def _count(form: Count, records: Records) -> int:
    if not form.field:
        return len(records)
    return sum(plain(form.equals) in values_of(record, form.field) for record in records)


def _what_is_counted(form: Count) -> str:
    return f"the number of records with {form.field!r} = {form.equals}" if form.field else "the number of records"
