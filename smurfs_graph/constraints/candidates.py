"""Candidates as tools return them: which records a response holds, and which of their fields a constraint means.

A constraint is written before anything is found, so that its field is a word of the user's ("price"); a record calls it
`price_usd` or `fare`, or keeps an amount and its currency apart. Nothing is guessed: a field that could be two is none.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, cast

from smurfs_graph.constraints.quantities import unit_name
from smurfs_graph.constraints.records import Record, plain
from smurfs_graph.planning.forms import Check, Constraint, Implies

_MAX_DEPTH = 3
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_ALIKE = (
    frozenset({"price", "cost", "fare", "fee", "rate", "amount", "usd", "eur", "gbp", "chf"}),
    frozenset({"rating", "stars", "score", "review"}),
    frozenset({"name", "title"}),
    frozenset({"duration", "minutes", "hours", "length"}),
)
"""Words that tools and users take for each other."""
_UNITS = {"usd": "USD", "eur": "EUR", "gbp": "GBP", "chf": "CHF", "jpy": "JPY", "km": "km", "miles": "mile"}
"""Last words of field names that say the unit."""
_MONEY = _ALIKE[0]
_RATES = {"nightly": "night", "hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month"}
_AMOUNTS = frozenset(
    {"charge", "charges", "cost", "costs", "fare", "fee", "fees", "price", "prices", "rate", "rates", "rent"}
)
_COUNTED = frozenset(
    {*_RATES.values(), "person", "adult", "guest", "passenger", "traveler", "traveller", "head", "pax"}
)
"""What a price may be for one of, and a request for several of."""
_LABELS = ("name", "title", "label", "flight_number", "number", "code", "id")


def records_in(data: Any) -> list[dict[str, Any]] | None:
    """Return the records of a response: a list of objects, or the only such list within an object; else the object
    itself.

    None where there is no record, or several lists of which nobody says which is meant.
    """
    lists = list(_lists(data, 0))
    if len(lists) == 1:
        return lists[0]
    return [cast("dict[str, Any]", data)] if isinstance(data, dict) and data and not lists else None


def is_cut(data: Any) -> bool:
    """Return whether a list of records ends in something else than a record: a mark that some were left out."""
    several = cast("list[Any]", data) if isinstance(data, list) else []
    if several and isinstance(several[0], dict):
        return not all(isinstance(item, dict) for item in several)
    inner = cast("dict[str, Any]", data).values() if isinstance(data, dict) else ()
    return any(is_cut(item) for item in inner)


def view(record: Record, fields: Iterable[str]) -> dict[str, Any]:
    """Return a record as constraints read it: the wanted fields by the constraints' own names, with their units.

    A field that the record does not have, or that could be several of its own, is left out.
    """
    flat = _flat(record)
    seen: dict[str, Any] = {}
    for wanted in fields:
        name = field_named(wanted, flat)
        if name is not None:
            seen[wanted] = _with_unit(name, flat)
    return seen


def field_named(wanted: str, record: Record) -> str | None:
    """Return the field of a record that a constraint means by `wanted`; None where there is none, or more than one."""
    if wanted in record:
        return wanted
    same = [name for name in record if plain(name).replace(" ", "_") == plain(wanted).replace(" ", "_")]
    if len(same) == 1:
        return same[0]
    words = _words(wanted)
    near = {name: _surplus(words, _words(name)) for name in record}
    best = min((surplus for surplus in near.values() if surplus is not None), default=None)
    found = [name for name, surplus in near.items() if surplus == best and best is not None]
    return found[0] if len(found) == 1 else None


def rate_of(field: str, record: Record, text: str = "") -> str:
    """Return what the amount in a field is for one of, as "night", so that it is no part of a total; else empty.

    `text`: the condition in the user's words. Where it names the rate, as in "at most 30 EUR a month", or the field
    does, amounts of one rate are what is added up.
    """
    flat = _flat(record)
    words = _words(field_named(field, flat) or "")
    beside = str(flat.get("per", "")).lower() if (_AMOUNTS | _MONEY).intersection(words) else ""
    rate = _rate_in(words) or (beside if beside in _COUNTED else "")
    named = [
        rf"\b(?:an?|per|each|every) {rate}",
        rf"/ ?{rate}",
        *(rf"\b{word}" for word in _RATES if _RATES[word] == rate),
    ]
    is_meant = rate == _rate_in(_words(field)) or re.search(rf"(?:{'|'.join(named)})\b", text.lower())
    return "" if is_meant else rate


def fields_of(constraint: Constraint) -> tuple[str, ...]:
    """Return the fields that a constraint reads."""
    return _fields(constraint.check)


def label_of(record: Record) -> str:
    """Return a candidate's label for people: its name, or the first text in it."""
    for wanted in _LABELS:
        value = record.get(wanted)
        if isinstance(value, str | int) and str(value).strip():
            return str(value)
    named = (str(record[name]) for name in record if name.lower().endswith(("name", "title", "_id")))
    texts = (value for value in record.values() if isinstance(value, str) and value.strip())
    return next(named, "") or next(texts, "")


def _lists(data: Any, depth: int) -> Iterable[list[dict[str, Any]]]:
    if isinstance(data, list):
        found = [cast("dict[str, Any]", item) for item in cast("list[Any]", data) if isinstance(item, dict)]
        if found:
            yield found
    elif isinstance(data, dict) and depth < _MAX_DEPTH:
        for item in cast("dict[str, Any]", data).values():
            yield from _lists(item, depth + 1)


def _fields(form: Check | None) -> tuple[str, ...]:
    if form is None:
        return ()
    if isinstance(form, Implies):
        return tuple(dict.fromkeys((form.condition.field, form.consequence.field)))
    return (form.field,) if form.field else ()


def _flat(record: Record) -> dict[str, Any]:
    """Return objects inside a record as fields of their own; an amount with its currency as one value."""
    flat: dict[str, Any] = {}
    for name, value in record.items():
        if not isinstance(value, Mapping):
            flat[str(name)] = value
            continue
        inner = cast("Mapping[str, Any]", value)
        number = next((inner[key] for key in ("amount", "value") if _is_number(inner.get(key))), None)
        unit = next((inner[key] for key in ("currency", "unit") if isinstance(inner.get(key), str)), None)
        if number is not None and unit is not None:
            flat[str(name)] = f"{number} {unit}"
        else:
            flat |= {f"{name}_{key}": item for key, item in inner.items()}
    return flat


def _with_unit(name: str, record: Record) -> Any:
    """Return the value, with the unit that the field's name or a field beside it gives."""
    value = record[name]
    if not _is_number(value):
        return value
    words = _words(name)
    if words and words[-1] in _UNITS:
        return f"{value!r} {_UNITS[words[-1]]}"
    beside = next((record[key] for key in ("currency", "currency_code") if isinstance(record.get(key), str)), "")
    return f"{value!r} {unit_name(beside)}" if beside and _MONEY & {*words} else value


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _rate_in(words: Sequence[str]) -> str:
    """Return the rate that the words of a field's name say: "night" of `price_per_night` and of `nightly_rate`."""
    for one, other in pairwise(words):
        if one == "per" and other in _COUNTED:
            return other
        if {one, other} & _AMOUNTS and (rate := _RATES.get(one) or _RATES.get(other)):  # "daily_distance" is a whole
            return rate
    return ""


def _surplus(wanted: Sequence[str], having: Sequence[str]) -> int | None:
    """Count the words of a field's name beyond the wanted ones; None where it lacks one of them."""
    if not all(any(_alike(word, other) for other in having) for word in wanted):
        return None
    exact = sum(word in having for word in wanted)
    units = sum(word in _UNITS for word in having)
    return len(having) - units - exact + len(wanted) * (exact < len(wanted))


def _alike(word: str, other: str) -> bool:
    return word == other or any(word in group and other in group for group in _ALIKE)


def _words(name: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(name)]
