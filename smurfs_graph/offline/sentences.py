"""Data as a person would write it: what was asked for in a sentence, the rest beside it, every record of a list."""

import math
import re
from collections.abc import Iterable
from typing import Any, cast

from smurfs_graph.offline import words
from smurfs_graph.offline.records import CHOICES, Record, flat, key_stems
from smurfs_graph.redaction.redactor import Redactor
from smurfs_graph.tools.retrieval.words import singular

_CURRENCIES = {unit: unit.upper() for unit in ("usd", "eur", "gbp", "chf")}
_UNITS = {
    **_CURRENCIES,
    **{unit: unit for unit in ("km", "mi", "kg", "g", "cm", "mm", "minutes", "hours", "days", "percent")},
}
_DIGITS = 9
"""Of a number that is written as it is: coordinates and prices have fewer, quotients more."""
_WAY = {"origin": "from", "destination": "to", "from": "from", "to": "to"}
_MASKS = Redactor(environment={})
_LABELS = words.word_set("name title number")
_COUNTS = words.word_set("matches count total found number results")


def title_of(asked: str) -> str:
    """Return a request as the title of what was found: without the verb that asks, with a colon or
    its question mark.
    """
    plain = re.sub(r"^(?:please )?(?:find|get|search|list|look up|show|tell|give|fetch)(?: me)?(?: for)? (?=\w)", "",
                   asked.strip().rstrip("."), flags=re.IGNORECASE)  # fmt: skip
    plain = re.sub(r"^(?:the|all) (?=\w)", "", plain) or "The request"
    plain = re.sub(r"^convert (?:it|that|this|them) (?:in)?to (?=\w)", "in ", plain, flags=re.IGNORECASE)
    plain = plain[0].upper() + plain[1:]
    return plain if plain.endswith(("?", "!")) else f"{plain}:"


def say(data: Any, asked: str) -> str:
    """Return the sentences for what was found for a request; its values need not be said once more."""
    if isinstance(data, str):
        return data
    if isinstance(data, list):
        return _write_list("", cast("list[Any]", data))
    if not isinstance(data, dict):
        return f"{_value('', data)}."
    record = flat(cast("Record", data))
    lists = {key: cast("list[Any]", value) for key, value in record.items() if isinstance(value, list) and value}
    plain = {
        key: value for key, value in record.items() if key not in lists and not _needless(key, value, lists, asked)
    }
    if plain.keys() >= {"value", "unit"}:
        plain = {"": f"{_value('', plain.pop('value'))} {plain.pop('unit')}", **plain}
    wanted = words.stems(asked)
    first = [key for key in plain if not key or key_stems(key) & wanted] or list(plain)
    inner = [key for key, value in cast("Record", data).items() if isinstance(value, dict)]
    rest = _write_rest({key: value for key, value in plain.items() if key not in first}, inner)
    said = _join(_clause(key, plain[key]) for key in first)
    beside = f" ({rest})" if rest else ""
    sentences = [f"{f'{said}{beside}'.removesuffix('.')}."] if said else []
    sentences += [_write_list(key, value) for key, value in lists.items()]
    return " ".join([*sentences[:1], *map(capital, sentences[1:])])


def capital(text: str) -> str:
    """Return the text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def _write_rest(pairs: Record, inner: Iterable[str]) -> str:
    """Return what stands beside a sentence; the members of an inner record stand together, after its name."""
    texts: list[str] = []
    for name in inner:
        members = {key: value for key, value in pairs.items() if key.startswith(f"{name} ") and not _is_secret(key)}
        if len(members) > 1:
            said = ", ".join(_pair(key.removeprefix(f"{name} "), value) for key, value in members.items())
            texts.append(f"{_spell(name)}: {said}")
            pairs = {key: value for key, value in pairs.items() if key not in members}
    plain = ", ".join(_pair(key, value) for key, value in pairs.items())
    return "; ".join(filter(None, [plain, *texts]))


def _needless(key: str, value: Any, lists: dict[str, list[Any]], asked: str) -> bool:
    """Return whether a pair only repeats the request, or the length of the list that follows."""
    if key in _COUNTS and len(lists) == 1:
        return value == len(next(iter(lists.values())))
    return isinstance(value, str) and bool(value) and bool(re.search(rf"(?<!\w){re.escape(value)}(?!\w)", asked))


def _write_list(key: str, items: list[Any]) -> str:
    noun = "" if key == "found" else _spell(key)
    if not all(isinstance(one, dict) for one in items):
        return f"{f'The {noun} are' if noun else 'These are'} {_join(_inline(one) for one in items)}."
    if len(items) == 1 and key in CHOICES:
        return f"the {key} is {_record(cast('Record', items[0]))}."
    noun = singular(noun) if len(items) == 1 else noun
    head = f"there {'is' if len(items) == 1 else 'are'} {len(items)}{f' {noun}' if noun else ''}:"
    return "\n".join([head, *(f"- {capital(_record(cast('Record', one)))}" for one in items)])


def _record(record: Record, *, inside: bool = False) -> str:
    """Say one record of a list: its name, then the rest; in brackets where it stands inside another one."""
    pairs = flat(record)
    label = _label(pairs)
    way = [f"{_WAY[key]} {value}" for key, value in pairs.items() if key in _WAY and isinstance(value, str)]
    way = way if len(way) == 2 and label not in _WAY else []
    rest = [
        _pair(key, value)
        for key, value in pairs.items()
        if key != label and not (way and key in _WAY) and not (isinstance(value, list) and not value)
    ]
    said = ", ".join([*([" ".join(way)] if way else []), *rest])
    head = str(pairs[label]) if label else ""
    if not (head and said):
        return head or said
    return f"{head} ({said})" if inside else f"{head}: {said}"


def _label(pairs: Record) -> str:
    """Return the key of a record's name: one that says so, else the first one if it holds a text."""
    named = [key for key, value in pairs.items() if words.name_words(key)[-1:] and words.name_words(key)[-1] in _LABELS
             and isinstance(value, str) and value]  # fmt: skip
    first = [key for key, value in list(pairs.items())[:1] if isinstance(value, str) and value and key not in _WAY]
    return next(iter((*named, *first)), "")


def _inline(item: Any) -> str:
    return _record(cast("Record", item), inside=True) if isinstance(item, dict) else _value("", item)


def _is_secret(key: str) -> bool:
    """Return whether a key names a secret: its value stays in the form in which secrets are masked."""
    return _MASKS.data({key: "any value"}) != {key: "any value"}


def _clause(key: str, value: Any) -> str:
    """Write a field as a clause: "the price is 12", "there are 3 rooms"."""
    name = _spell(key, value)
    if _is_secret(key):
        return f"{key}: {value}"
    if not name:
        return f"it is {_value(key, value)}"
    if isinstance(value, bool):
        return f"it is {'' if value else 'not '}{name}"
    several = name.endswith("s") and not name.endswith("ss")
    if several and isinstance(value, int | float) and not _unit(key):
        return f"there {'is' if value == 1 else 'are'} {_value(key, value)} {singular(name) if value == 1 else name}"
    return f"the {name} {'are' if several else 'is'} {_value(key, value)}"


def _pair(key: str, value: Any) -> str:
    if _is_secret(key):
        return f"{key}: {value}"
    if isinstance(value, bool):
        return f"{'' if value else 'not '}{_spell(key, value)}"
    return f"{_spell(key, value)} {_value(key, value)}".strip()


def _split(key: str) -> tuple[list[str], str]:
    """Return the words of a key's name and the unit at its end: km, or USD per car."""
    parts = list(words.name_words(key))
    for at, part in enumerate(parts):
        if part in _UNITS and parts[at + 1 : at + 2] == ["per"] and parts[at + 2 :]:
            return parts[:at], " ".join([_UNITS[part], *parts[at + 1 :]])
    if len(parts) > 1 and parts[-1] in _UNITS:
        return parts[:-1], _UNITS[parts[-1]]
    return parts, ""


def _unit(key: str) -> str:
    return _split(key)[1]


def _spell(key: str, value: Any = 0) -> str:
    """Return the words of a key without its unit; with it where the value is no number and there is nothing else."""
    parts = _split(key)[0] or ([] if _is_number(value) else words.name_words(key))
    return " ".join(_CURRENCIES.get(part, part) for part in parts)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _value(key: str, value: Any) -> str:
    if value is None:
        return "not known"
    if isinstance(value, list):
        return _join(_inline(one) for one in cast("list[Any]", value)) or "none"
    unit = _unit(key) if _is_number(value) else ""
    text = _write_float(value) if isinstance(value, float) else str(value)
    return f"{text} {unit}".strip()


def _write_float(value: float) -> str:
    """Return a number as people write it: one with more digits than anybody measures is rounded, and says so."""
    text = f"{value:.15g}"
    digits = re.sub(r"e.*|\D", "", text).lstrip("0")
    if len(digits) <= _DIGITS or not abs(value) < 1e15:
        return text
    return f"about {round(value, max(2, 4 - math.floor(math.log10(abs(value))))):.15g}"


def _join(parts: Iterable[str]) -> str:
    several = list(parts)
    return " and ".join(filter(None, [", ".join(several[:-1]), *several[-1:]]))
