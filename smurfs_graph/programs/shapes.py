"""Describe a result in a line: the types of its fields, and values of short text fields. Pure."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

_MOST_DEPTH = 4
_MOST_FIELDS = 20
_MOST_ITEMS = 50
_MOST_VALUES = 5
_PLAIN_VALUE = re.compile(r"[A-Za-z][A-Za-z_ -]{0,19}")
_FIELD = re.compile(r"[A-Za-z_][\w-]{0,39}")
_LONGEST = 400


def shape_of(value: Any, *, values: bool = True) -> str:
    """Return what a value looks like: `{"id": str, "status": "open" | "paid", "lines": [{"sku": str}]}`.

    `values`: whether short words of text fields are shown; they are what somebody's data holds.
    """
    text = _shape([value], 0, values)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def values_of(value: Any) -> str:
    """Return the text fields of a value that held a few short words, with these: `status: 'open' | 'paid'`."""
    found = dict[str, dict[str, None]]()
    _collect(value, found, 0)
    told = [
        f"{name}: {' | '.join(map(repr, words))}" for name, words in found.items() if 0 < len(words) <= _MOST_VALUES
    ]
    text = "; ".join(told[:_MOST_FIELDS])
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _collect(value: Any, found: dict[str, dict[str, None]], depth: int) -> None:
    """Gather the words of each field; of one that held anything else, more than is told."""
    if depth > _MOST_DEPTH:
        return
    if isinstance(value, list):
        for item in cast("list[Any]", value)[:_MOST_ITEMS]:
            _collect(item, found, depth + 1)
    elif isinstance(value, Mapping):
        for name, item in list(cast("Mapping[Any, Any]", value).items())[:_MOST_FIELDS]:
            if isinstance(item, str) and _FIELD.fullmatch(str(name)):
                words = found.setdefault(str(name), {})
                telling = _PLAIN_VALUE.fullmatch(item) is not None
                words.update({item: None} if telling else dict.fromkeys(map(str, range(_MOST_VALUES + 1))))
            else:
                _collect(item, found, depth + 1)


def _shape(samples: Sequence[Any], depth: int, values: bool) -> str:
    """Return the shape of values that stand in one place."""
    kinds = dict.fromkeys(type(sample).__name__ for sample in samples)
    if len(kinds) != 1:
        return " | ".join("None" if kind == "NoneType" else kind for kind in kinds) or "Any"
    first: Any = samples[0]
    if isinstance(first, Mapping):
        return _record([cast("Mapping[str, Any]", sample) for sample in samples], depth, values)
    if isinstance(first, list):
        items = [item for sample in samples for item in cast("list[Any]", sample)][:_MOST_ITEMS]
        return f"[{_shape(items, depth + 1, values)}]" if items and depth < _MOST_DEPTH else "list"
    return "None" if first is None else type(first).__name__


def _record(samples: Sequence[Mapping[str, Any]], depth: int, values: bool) -> str:
    """Return the shape of some objects as one: fields with their kinds, or one kind where the keys are data."""
    names = dict.fromkeys(name for sample in samples for name in sample)
    if depth >= _MOST_DEPTH or not names:
        return "dict"
    if len(names) > _MOST_FIELDS or not all(_FIELD.fullmatch(name) for name in names):  # keys that are data themselves
        some = [sample[name] for sample in samples for name in sample][:_MOST_ITEMS]
        return f"{{str: {_shape(some, depth + 1, values)}}}"
    fields: list[str] = []
    for name in names:
        found = [sample[name] for sample in samples if name in sample]
        words = dict.fromkeys(value for value in found if isinstance(value, str) and _PLAIN_VALUE.fullmatch(value))
        plain = all(isinstance(value, str) and value in words for value in found)
        telling = values and plain and 0 < len(words) <= _MOST_VALUES
        kind = " | ".join(map(repr, words)) if telling else _shape(found, depth + 1, values)
        fields.append(f"{name!r}: {kind}")
    return f"{{{', '.join(fields)}}}"
