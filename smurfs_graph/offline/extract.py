"""Answers from a response: the records that the sub-task speaks of, written so that people and later steps can read them."""

import json
import re
from collections.abc import Sequence
from typing import Any, cast

from smurfs_graph.offline import words
from smurfs_graph.offline.mentions import find_mentions
from smurfs_graph.offline.records import Group, Record, flatten, read_groups, scalar_text, write_groups, write_record
from smurfs_graph.offline.rounds import Round, asked_of_them, current, only_lists, without_note
from smurfs_graph.offline.sections import Item
from smurfs_graph.offline.select import narrow, sortable
from smurfs_graph.offline.series import in_row
from smurfs_graph.offline.thoughts import tools_planned, tools_used
from smurfs_graph.offline.verify import not_done, uncovered

MAX_CHARS = 1100
"""What an answer may take up: a little less than what another prompt shows of it."""
NOTHING = "Nothing found"
MISSING = "Not in this response: "
_NAMING = words.listed("id number code no ref year")
_TOKEN = re.compile(r"(?=\S*\d)[\w-]{2,40}")
_COUNTING = re.compile(r"\bhow many\b|\bnumber of\b|\bcount\b", re.IGNORECASE)
_SUMMING = re.compile(r"\b(?:in total|total|sum|altogether|combined)\b", re.IGNORECASE)
_AVERAGE = re.compile(r"\b(?:average|mean)\b", re.IGNORECASE)


def answer(sub_task: str, response: str, memory: Sequence[Item] = (), *, rows: bool = False) -> str:
    """The answer to a sub-task from one response; `rows`: each of several values in a row has its own call."""
    data, this = _data(response), current(sub_task, memory)
    if this and asked_of_them(sub_task) is None and not (rows and in_row(sub_task, response)):
        this = None
    sub_task = without_note(sub_task)
    if _is_empty(data) and not (this and this.total and this.value):
        return f"{NOTHING}: the response is empty."
    if isinstance(data, str) and _TOKEN.fullmatch(data):
        data = {"id": data}
    if this and _is_empty(data):
        return _with_rounds(f"{this.key}: {this.value}; found: none", this, memory, sub_task)
    if isinstance(data, str):
        return _with_rounds(_prose(data), this, memory, sub_task) if this else _prose(data)
    groups = [group for group in flatten(data) if group.records]
    narrowed = narrow(groups, sub_task)
    written = computed(groups, narrowed.groups, sub_task) + _shortened(list(narrowed.groups), sub_task)
    listed = any(len(group.records) > 1 for group in groups[:1])
    echoed = sum(1 for one in find_mentions(sub_task) if one.value and f": {one.value.lower()}" in written.lower())
    if echoed < 2 and (undone := not_done(sub_task, written, listed=listed)):
        return f"{written}\n{MISSING}{undone}."
    if this and (this.total or not listed):
        return _with_rounds(written, this, memory, sub_task)
    if not this and only_lists(sub_task, written):
        return f"{written}\n{MISSING}{sub_task.rstrip(' .?')}."
    return _with_gaps(written, sub_task, memory)


def without_gap(told: str) -> str:
    """An answer without its line on what it does not speak of."""
    return "\n".join(line for line in told.splitlines() if not line.startswith(MISSING)).strip()


def _data(response: str) -> Any:
    try:
        return json.loads(response)
    except ValueError:
        return response.strip()


def _is_empty(data: Any) -> bool:
    if isinstance(data, dict):
        values = list(cast("dict[str, Any]", data).values())
        lists = [cast("list[Any]", value) for value in values if isinstance(value, list)]
        rest = [value for value in values if not isinstance(value, list)]
        told = [value for value in rest if value not in (None, "", 0, False) and not isinstance(value, (int, bool))]
        return not values or (bool(lists) and not any(lists) and not told)
    return data is None or data in ("", [], "null")


def _prose(text: str) -> str:
    clean = "\n".join(line.rstrip() for line in text.splitlines() if line.strip())
    return clean if len(clean) <= MAX_CHARS else f"{clean[: MAX_CHARS - 1]}…"


def _with_gaps(written: str, sub_task: str, memory: Sequence[Item]) -> str:
    """The answer, with a line on the part of the sub-task that it does not speak of, where more steps may follow."""
    thoughts = [item.text for item in memory]
    waiting = [name for name in tools_planned(thoughts) if name not in tools_used(thoughts)]
    gap = "" if len(waiting) == 1 else uncovered(sub_task, written, [item.answer for item in memory])
    gap = gap or (sub_task.rstrip(" .?") if len(waiting) > 1 else "")
    if memory:
        found = [
            line for item in memory for line in item.answer.splitlines() if not line.startswith((MISSING, NOTHING))
        ]
        room = MAX_CHARS - len(written)
        kept = "\n".join(line for line in found if line not in written.splitlines())
        written = f"{written}\n{kept}" if kept and len(kept) < room else written
    return f"{written}\n{MISSING}{gap}." if gap else written


def _with_rounds(written: str, this: Round, memory: Sequence[Item], sub_task: str) -> str:
    """The answer for one of several things, with those of the rounds before it as one list."""
    lines = written.splitlines()
    told = this.value and re.search(rf"(?<!\w){re.escape(this.value)}(?!\w)", written)
    if this.value and not told and len(lines) == 1:
        lines = [f"{this.key}: {this.value}; {written if ': ' in written else f'told: {written}'}"]
    elif this.value and not told:
        lines = [line.replace("- ", f"- {this.key}: {this.value}; ", 1) for line in lines if not line.endswith(":")]
    before = memory[-1].answer.splitlines() if this.number > 1 and memory else []
    kept = [line for line in before if not line.startswith((MISSING, NOTHING))]
    rows = [*kept, *(f"- {line}" if len(lines) == 1 else line for line in lines)]
    whole = "\n".join(rows)
    whole = whole if len(whole) <= MAX_CHARS else f"{whole[: MAX_CHARS - 1]}…"
    left = this.total - this.number if this.total else 1
    if left <= 0:
        groups = read_groups(whole)
        return computed(groups, groups, sub_task) + whole
    return f"{whole}\n{MISSING}{f'{left} more' if this.total else 'the others, if there are any'}."


def computed(whole: Sequence[Group], picked: Sequence[Group], sub_task: str) -> str:
    """Counts, sums and means over the longest list, where the sub-task asks for them."""
    lists = [group for group in picked if len(group.records) > 1] or [group for group in picked if group.key]
    if not lists:
        return ""
    group = max(lists, key=lambda one: len(one.records))
    lines: list[str] = []
    if _COUNTING.search(sub_task):
        lines.append(f"count of {group.key or 'results'}: {len(group.records)}")
    for pattern, name in ((_SUMMING, "total"), (_AVERAGE, "average")):
        if pattern.search(sub_task):
            lines += _totals(group.records, name, sub_task)
    return "".join(f"{line}\n" for line in lines)


def _totals(records: list[Record], name: str, sub_task: str) -> list[str]:
    asked = tuple(words.topic(sub_task))
    lines: list[str] = []
    for key in records[0]:
        values = [sortable(record.get(key, "")) for record in records]
        numbers = [value for value in values if isinstance(value, float)]
        parts = [words.stem(part) for part in words.identifier_words(key)]
        if (
            len(numbers) == len(records)
            and not _NAMING & set(words.identifier_words(key))
            and any(words.best_likeness(part, asked) >= 0.75 for part in parts)
        ):
            value = sum(numbers) / (len(numbers) if name == "average" else 1)
            lines.append(f"{name} {key}: {scalar_text(round(value, 2) if value % 1 else int(value))}")
    return lines[:2]


def _shortened(groups: list[Group], sub_task: str) -> str:
    """The groups as text within the limit: long texts first give way, then what was not asked for, then records."""
    asked = tuple(words.topic(sub_task))
    for limit, only_told in ((400, False), (120, False), (60, False), (60, True)):
        slim = [
            Group(group.key, [_slim(record, limit, asked, only_told) for record in group.records]) for group in groups
        ]
        text = write_groups(slim)
        if len(text) <= MAX_CHARS:
            return text
    return _cut(slim)


def _slim(record: Record, limit: int, asked: tuple[str, ...], only_told: bool) -> Record:
    kept: Record = {}
    for key, value in record.items():
        parts = [words.stem(part) for part in words.identifier_words(key)]
        wanted = any(words.best_likeness(part, asked) >= 0.75 for part in parts)
        telling = bool({"id", "name", "code", words.stem("title"), "number"} & set(parts)) or wanted
        if only_told and not telling:
            continue
        room = max(limit, 300) if wanted else limit
        kept[key] = value if len(value) <= room else f"{value[: room - 1]}…"
    return kept or dict(list(record.items())[:3])


def _cut(groups: list[Group]) -> str:
    lines: list[str] = []
    size = left = 0
    for group in groups:
        head = [f"{group.key}:"] if group.key else []
        rows = [
            f"- {write_record(record)}" if len(group.records) > 1 else write_record(record) for record in group.records
        ]
        for line in [*head, *rows]:
            size += len(line) + 1
            if size > MAX_CHARS - 40:
                left += line.startswith("- ") or not line.endswith(":")
                continue
            lines.append(line)
    return "\n".join([*lines, f"({left} more left out)"] if left else lines)
