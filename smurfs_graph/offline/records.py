"""Answers as records: JSON responses flattened, written as "key: value; key: value" lines, and read back from them.

A record is a mapping from a key (nested keys joined by dots) to a value. A group is a list of records that stood
together, with the key they stood under. What a person reads in an answer is what a later call's arguments come from.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

Record = dict[str, str]
MAX_RECORDS = 40
_CUT = re.compile(r"^\W*(?:…|\.\.\.)\s*(?:and\s*)?\d+ more", re.IGNORECASE)
_PAIR = re.compile(r'\s*(?P<key>[^\W\d][\w. /()%-]{0,60}?): (?P<value>"(?:[^"\\]|\\.)*"(?=;|\.?$)|[^;]*)(?:;|$)')
_LINE = re.compile(r"^(?P<indent> *)(?P<bullet>- |\d{1,3}\. )?(?P<rest>.*)$")
_HEADING = re.compile(r"^(?P<key>[^\W\d][\w. /-]{0,60}):$")


@dataclass
class Group:
    """Records that stood together, and the key that they stood under ("" at the top)."""

    key: str
    records: list[Record] = field(default_factory=list)


def scalar_text(value: Any) -> str:
    """A JSON scalar as it is written in an answer."""
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else json.dumps(value)


def flatten(data: Any, key: str = "", depth: int = 0) -> list[Group]:
    """The groups of a JSON value: the outermost record first, then the lists inside it."""
    if depth > 5:
        return []
    if isinstance(data, Mapping):
        return _flatten_mapping(cast("Mapping[str, Any]", data), key, depth)
    if isinstance(data, Sequence) and not isinstance(data, str):
        return _flatten_list(cast("Sequence[Any]", data), key, depth)
    return [Group(key, [{key or "result": scalar_text(data)}])]


def _flatten_mapping(data: Mapping[str, Any], key: str, depth: int) -> list[Group]:
    record: Record = {}
    inner: list[Group] = []
    for name, value in data.items():
        if isinstance(value, Mapping):
            groups = _flatten_mapping(cast("Mapping[str, Any]", value), name, depth + 1)
            if depth < 5 and groups and groups[0].key == name and len(groups[0].records) == 1:
                record |= {f"{name}.{sub}": text for sub, text in groups[0].records[0].items()}
                inner += groups[1:]
            else:
                inner += groups
        elif isinstance(value, Sequence) and not isinstance(value, str):
            items = cast("Sequence[Any]", value)
            if items and all(isinstance(item, (Mapping, list)) or _is_cut(item) for item in items):
                inner += flatten(items, str(name), depth + 1)
            else:
                record[str(name)] = ", ".join(scalar_text(item) for item in items[:MAX_RECORDS]) or "none"
        else:
            record[str(name)] = scalar_text(value)
    own = [Group(key, [record])] if record else []
    if key and not record and inner:
        return inner
    return own + inner


def _flatten_list(data: Sequence[Any], key: str, depth: int) -> list[Group]:
    group = Group(key)
    inner: list[Group] = []
    for item in data:
        if _is_cut(item):
            continue
        if isinstance(item, Mapping):
            nested = _flatten_mapping(cast("Mapping[str, Any]", item), key, depth + 1)
            if nested and nested[0].key == key:
                group.records += nested[0].records
                nested = nested[1:]
            inner += nested
        elif not isinstance(item, list):
            group.records.append({key or "item": scalar_text(item)})
        else:
            cells = cast("list[Any]", item)
            group.records.append({f"column {at}": scalar_text(cell) for at, cell in enumerate(cells[:12], 1)})
    return [group, *inner]


def _is_cut(item: Any) -> bool:
    return isinstance(item, str) and bool(_CUT.match(item))


def write_record(record: Mapping[str, str]) -> str:
    """One record on one line."""
    return "; ".join(f"{_readable(key)}: {_quoted(value)}" for key, value in record.items())


def _readable(key: str) -> str:
    clean = re.sub(r"[^\w. /()%-]+", " ", key).strip() or "value"
    return clean if not clean[0].isdigit() else f"n{clean}"


def _quoted(value: str) -> str:
    return json.dumps(value, ensure_ascii=False) if ";" in value or value.startswith('"') else value


def write_groups(groups: Sequence[Group]) -> str:
    """Groups as text: a single record on one line, several as a list."""
    lines: list[str] = []
    for group in groups:
        if not group.records:
            continue
        if group.key:
            lines.append(f"{_readable(group.key)}:")
        single = len(group.records) == 1
        lines += [write_record(record) if single else f"- {write_record(record)}" for record in group.records]
    return "\n".join(lines)


def read_groups(text: str) -> list[Group]:
    """The groups of an answer; lines that hold no "key: value" are skipped."""
    groups: list[Group] = []
    heading, was_bullet = "", False
    for line in text.splitlines()[:400]:
        match = _LINE.match(line)
        rest = match["rest"].strip() if match else ""
        if head := _HEADING.match(rest):
            heading, was_bullet = head["key"], False
            continue
        record = read_record(rest)
        if not record:
            continue
        bullet = bool(match and match["bullet"])
        if not (bullet and was_bullet and groups):
            groups.append(Group(heading))
            heading = ""
        groups[-1].records.append(record)
        was_bullet = bullet
    return groups


def read_record(line: str) -> Record:
    """The "key: value" pairs of one line."""
    record: Record = {}
    at = 0
    while len(record) < 80 and (match := _PAIR.match(line, at)):
        value = match["value"].strip()
        if value.startswith('"'):
            try:
                value = str(json.loads(value))
            except ValueError:
                value = value.strip('"')
        record[match["key"].strip()] = value
        at = match.end()
        if at >= len(line):
            break
    return record
