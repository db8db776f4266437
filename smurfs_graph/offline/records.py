"""Read tools' responses as data, which one step hands to the next; pick, add up, count."""

import json
import re
from typing import Any, NamedTuple, cast

from smurfs_graph.offline import words

Record = dict[str, Any]
NOTHING = "Nothing was found."
LEFT_OUT = re.compile(r"… \[?\d+ (?:characters left out|more)|more (?:characters|keys)")
"""Marks of a response that was shortened: what is picked or added up there would be a guess."""


def read(text: str) -> Any:
    """Return the data of a response or an answer; the text itself where it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def write(data: Any) -> str:
    """Return the data as the next step is given it."""
    if data in (None, "", [], {}):
        return NOTHING
    return data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)


def flat(record: Record) -> Record:
    """Return a record with the members of its inner records beside its own."""
    found: Record = {}
    for key, value in record.items():
        if isinstance(value, dict) and value:
            inner = flat(cast("Record", value))
            found |= {f"{key} {name}": item for name, item in inner.items()}
        else:
            found[key] = value
    return found


class Group(NamedTuple):
    """Records that stand together, and the key under which they do."""

    key: str
    records: tuple[Record, ...]


def groups(data: Any, key: str = "") -> list[Group]:
    """Return every record of an answer with those that stand beside it, the outermost first."""
    if isinstance(data, dict):
        record = flat(cast("Record", data))
        found = [Group(key, (record,))]
        for name, value in record.items():
            found += groups(value, name) if isinstance(value, list) else []
        return found
    if not isinstance(data, list):
        return []
    records = [flat(cast("Record", one)) for one in cast("list[Any]", data) if isinstance(one, dict)]
    found = [Group(key, tuple(records))] if records else []
    for record in records:
        for name, value in record.items():
            found += groups(value, name) if isinstance(value, list) else []
    return found


def key_stems(key: str) -> frozenset[str]:
    """Return the stems of a key."""
    return frozenset(words.stem(part) for part in words.name_words(key))


class RecordChoice(NamedTuple):
    """The record that a text asks for out of several: the smallest or largest by some key."""

    word: str
    keys: frozenset[str]
    """Stems, one of which is in the key that decides."""
    largest: bool


_PRICE = words.word_set("price cost fare rate fee amount")
_TIME = words.word_set("duration time minutes hours length")
CHOICES: dict[str, tuple[frozenset[str], bool]] = {
    "cheapest": (_PRICE, False),
    "most expensive": (_PRICE, True),
    "nearest": (words.word_set("distance"), False),
    "shortest": (_TIME, False),
    "longest": (_TIME, True),
    "newest": (words.word_set("date created published year"), True),
    "oldest": (words.word_set("date created published year"), False),
    "largest": (words.word_set("size area capacity seats population"), True),
    "smallest": (words.word_set("size area capacity seats population"), False),
    "best rated": (words.word_set("rating stars score"), True),
}
"""By the word that picks a record: the keys that decide, and whether the largest is wanted."""
_CHOICE = re.compile(rf"\b(?P<word>{'|'.join(CHOICES)})\b(?! first\b)", re.IGNORECASE)


def choice(text: str) -> RecordChoice | None:
    """Return the record that a text asks for; None where it asks for none, or for several."""
    found = [match["word"].lower() for match in _CHOICE.finditer(text)]
    if len(found) != 1:
        return None
    keys, largest = CHOICES[found[0]]
    return RecordChoice(found[0], frozenset(map(words.stem, keys)), largest)


def choosing_spans(text: str) -> list[tuple[int, int]]:
    """Return where a text picks one of several; nowhere where it does so twice."""
    return [match.span() for match in _CHOICE.finditer(text) if choice(text)]


def pick(records: tuple[Record, ...], wanted: RecordChoice) -> Record | None:
    """Return the record that is wanted; None where the records do not tell, or several are alike."""
    keys = {key for record in records for key in record if key_stems(key) & wanted.keys}
    if len(keys) != 1 or not records:
        return None
    [key] = keys
    values = [record.get(key) for record in records]
    numbers = all(isinstance(value, int | float) for value in values)
    if not numbers and not all(isinstance(value, str) and re.match(r"\d{4}-\d\d|\d\d:\d\d", value) for value in values):
        return None
    best = (max if wanted.largest else min)(cast("list[Any]", values))
    return records[values.index(best)] if values.count(best) == 1 else None


def work_out(data: Any, text: str) -> Record:
    """Pick or count, in a response, what a text asks for."""
    lists = _lists(data)
    if not lists or LEFT_OUT.search(json.dumps(data, ensure_ascii=False)):
        return {}
    records, found = lists[0].records, Record()
    wanted = choice(text)
    if wanted and (best := pick(records, wanted)):
        found |= {wanted.word: [best]}
    if re.match(r"\W*how many\b", text, re.IGNORECASE):
        found["count"] = len(records)
    return found


def not_worked_out(data: Any, text: str) -> str:
    """Return the word by which a text picks one of what an answer lists, where the answer does not tell which."""
    wanted = choice(text)
    values: list[Any] = [data, *cast("Record", data).values()] if isinstance(data, dict) else [data]
    return wanted.word if wanted and any(isinstance(one, list) for one in values) and wanted.word not in data else ""


def _lists(data: Any) -> list[Group]:
    return [group for group in groups(data) if isinstance(data, list) or group.key]
