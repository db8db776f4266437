"""The plan format: a list of day records, as language models and annotators deliver them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, cast, get_args

from smurfs_graph.errors import SmurfsError

Meal = Literal["breakfast", "lunch", "dinner"]
Slot = Literal["transportation", "breakfast", "attraction", "lunch", "dinner", "accommodation"]
"""Entries to be filled in for every day."""
Field = Literal["current_city", "transportation", "breakfast", "attraction", "lunch", "dinner", "accommodation"]

MEALS: tuple[Meal, ...] = get_args(Meal)
SLOTS: tuple[Slot, ...] = get_args(Slot)
_FIELDS: tuple[Field, ...] = get_args(Field)

BLANK = "-"
"""Stands for 'nothing here' in a plan."""


class PlanFormatError(SmurfsError):
    """The delivered plan is no list of day records."""


@dataclass(frozen=True, slots=True)
class TripDay:
    """One day of a plan; `None` is JSON's null, and `missing` and `malformed` say what else may be wrong.

    Places are written 'Name, City'; attractions are each ended by ';'; a travel day is 'from A to B'.
    """

    current_city: str | None
    transportation: str | None = BLANK
    breakfast: str | None = BLANK
    attraction: str | None = BLANK
    lunch: str | None = BLANK
    dinner: str | None = BLANK
    accommodation: str | None = BLANK
    missing: frozenset[Field] = frozenset()
    """Fields that the record does not have; they are None here."""
    malformed: Mapping[Field, str] = field(default_factory=dict[Field, str])
    """Fields that hold something else than text or null, with the name of the type found; they are None here."""
    other_filled: int = 1
    """Further keys that hold something, among them the day's number."""

    @property
    def is_empty(self) -> bool:
        """Return whether the record has nothing in it, like the padding after the last day of a short trip."""
        return len(self.missing) == len(_FIELDS) and not self.other_filled

    @property
    def filled_fields(self) -> int:
        """Count the keys of the record that hold something, whatever they are."""
        texts = [self.value(name) for name in _FIELDS]
        return self.other_filled + len(self.malformed) + sum(bool(text) and text != BLANK for text in texts)

    def value(self, name: Field) -> str | None:
        """Return the field of that name."""
        return cast("str | None", getattr(self, name))


def read_plan(raw: object) -> tuple[TripDay, ...]:
    """Return the days of a delivered plan; empty where none was delivered (null or an empty list).

    Raises:
        PlanFormatError: it is something else than a list.
    """
    if raw is None:
        return ()
    if not isinstance(raw, Sequence) or isinstance(raw, str | bytes):
        raise PlanFormatError(f"a plan is a list of day records, not {type(raw).__name__!r}")
    return tuple(_read_day(record) for record in cast("Sequence[object]", raw))


def _read_day(raw: object) -> TripDay:
    """Return a day of a plan as it is written: texts, fields of other types, and fields that are missing."""
    if not isinstance(raw, Mapping):
        kind = type(raw).__name__
        return TripDay(None, malformed=dict.fromkeys(_FIELDS, f"part of a record of type {kind!r}"), other_filled=0)
    record = cast("Mapping[object, object]", raw)
    texts: dict[Field, str | None] = dict.fromkeys(_FIELDS)
    malformed: dict[Field, str] = {}
    for name in _FIELDS:
        value = record.get(name)
        if value is None or isinstance(value, str):
            texts[name] = value
        else:
            malformed[name] = f"of type {type(value).__name__!r}"
    others = [value for key, value in record.items() if key not in _FIELDS]
    return TripDay(
        **texts,
        missing=frozenset(name for name in _FIELDS if name not in record),
        malformed=malformed,
        other_filled=sum(bool(value) and value != BLANK for value in others),
    )
