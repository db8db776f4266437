"""Read a record's field as a number, a date or several values, however the field's name is spelled."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, cast

from smurfs_graph.constraints.quantities import quantity, unit_name

Record = Mapping[str, Any]
Records = Sequence[Record]


class UnreadableError(Exception):
    """A record lacks what is needed, or has it in a form that cannot be used; the text says which and what."""


def field_of(record: Record, field: str) -> Any:
    """Return the value of a field; case, spaces and underscores of its name do not matter.

    Raises:
        UnreadableError: the record has no such field.
    """
    if field in record:
        return record[field]
    wanted = plain(field).replace(" ", "_")
    for name, value in record.items():
        if plain(name).replace(" ", "_") == wanted:
            return value
    raise UnreadableError(f"a record has no field {field!r} (it has {', '.join(sorted(map(str, record))) or 'none'})")


def values_of(record: Record, field: str) -> tuple[str, ...]:
    """Return the values of a field that may hold several: a list's items, or the parts of a text with commas; plain.

    Raises:
        UnreadableError: the record has no such field.
    """
    value = field_of(record, field)
    if isinstance(value, list | tuple | set | frozenset):
        parts = [plain(part) for part in cast("Iterable[Any]", value)]
    elif quantity(value) is not None:
        parts = [plain(value)]  # the comma of '1,200' separates no values
    else:
        parts = [plain(part) for part in str(value).split(",")]
    return tuple(part for part in parts if part)


def number_of(record: Record, field: str, unit: str = "") -> float:
    """Return the number in a field.

    Raises:
        UnreadableError: there is none, or it is in another unit than `unit`. A record without a unit is taken as it is.
    """
    value = field_of(record, field)
    found = quantity(value)
    if found is None:
        raise UnreadableError(f"{field!r} holds {value!r:.60}, which is no number")
    wanted = unit_name(unit)
    if wanted and found.unit and found.unit != wanted:
        raise UnreadableError(f"{field!r} is in {found.unit}, the constraint in {wanted}")
    return found.number


def one_unit(records: Records, field: str, unit: str = "") -> None:
    """Make sure that numbers may be added up: where no unit is given, that all records which have one have the same.

    Raises:
        UnreadableError: they use several units or currencies.
    """
    if unit:
        return
    quantities = [quantity(field_of(record, field)) for record in records]
    units = sorted({found.unit for found in quantities if found is not None and found.unit})
    if len(units) > 1:
        raise UnreadableError(
            f"{field!r} is in {' and '.join(units)}, which cannot be added up; name the unit that counts"
        )


def date_of(record: Record, field: str) -> str:
    """Return the date in a field, 'YYYY-MM-DD'; a time after it does not matter.

    Raises:
        UnreadableError: there is none.
    """
    value = str(field_of(record, field))[:10]
    try:
        return date.fromisoformat(value).isoformat()
    except ValueError:
        raise UnreadableError(f"{field!r} holds {value!r}, which is no date (YYYY-MM-DD)") from None


def plain(value: Any) -> str:
    """Return a value as text, without the case and spare spaces that do not matter in comparisons; 3.0 is '3'."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return " ".join(str(value).lower().split())
