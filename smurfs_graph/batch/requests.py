"""Read the requests of a batch: JSON lines, a CSV table, or plain lines of text."""

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, BinaryIO, cast

from smurfs_graph.canonical import canonical_json, digest, fit_for_state
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.tools.json_files import encodable

Entry = dict[str, Any]
"""Keys, or columns, of a request."""
_SHOWN = 5
"""Lines that cannot be read and are named."""
_JSON, _CSV = (".jsonl", ".ndjson", ".json"), (".csv",)
_ARRAY = re.compile(rb"\s*\[\s*(?:\{|$)")
"""How an array of objects begins, in a file whose name does not say that it holds JSON."""


@dataclass(frozen=True)
class BatchRequest:
    """One request of a file."""

    id: str
    """Its own, or the number of its line ("line 2" where that is the id of another one)."""
    query: str
    data: Entry = field(compare=False)
    """All that was given."""
    key: str
    """Digest of what makes it this request: its own id and query; without an id, which of the equal queries it is."""


def read_requests(lines: BinaryIO, name: str, check: Callable[[str], Any] = lambda query: None) -> list[BatchRequest]:
    """Read all requests. `name`: the file's, whose ending says what it holds; else its first character does.

    `check`: raises ConfigurationError for a query that cannot be answered.
    Raises ConfigurationError, before anything is done, where a line cannot be read or an id stands twice.
    """
    found, wrong = list[tuple[int, BatchRequest]](), list[str]()
    places, equal = dict[str, int](), Counter[str]()
    for number, data in _entries(lines, name):
        try:
            query, own = _query_and_id(data)
            check(query)
            if own and places.setdefault(own, number) != number:
                raise ConfigurationError(f"the id {own!r:.60} stands in line {places[own]} already")
        except ConfigurationError as error:
            wrong.append(f"line {number}: {error}")
            continue
        equal[query] += not own
        key = digest(canonical_json([query, own or equal[query]]))
        found.append((number, BatchRequest(own, query, cast("Entry", data), key)))
    if wrong:
        more = f" (and {len(wrong) - _SHOWN:,} more lines)" if len(wrong) > _SHOWN else ""
        raise ConfigurationError(f"{name}: {'; '.join(wrong[:_SHOWN])}{more}; nothing was begun")
    if not found:
        raise ConfigurationError(f"{name} holds no request")
    return [each if each.id else replace(each, id=_free_id(number, places)) for number, each in found]


def _free_id(number: int, taken: Container[str]) -> str:
    """Return an id for a request that has none of its own."""
    name = str(number)
    while name in taken:
        name = f"line {name}"
    return name


def _query_and_id(data: Entry | ValueError) -> tuple[str, str]:
    """Return an entry's query and its own id, empty for none. Raises ConfigurationError."""
    if isinstance(data, ValueError):
        raise ConfigurationError(str(data))
    query, own = data.get("query"), data.get("id")
    if not isinstance(query, str) or not query.strip():
        raise ConfigurationError("there is no text 'query'")
    if isinstance(own, bool) or not isinstance(own, str | int | None):
        raise ConfigurationError(f"the id is neither a text nor a number: {own!r:.40}")
    return query, "" if own is None else str(own)


def read_file(file: Path, check: Callable[[str], Any] = lambda query: None) -> list[BatchRequest]:
    """Read the requests of a file. Raises ConfigurationError."""
    try:
        with file.open("rb") as lines:
            return read_requests(lines, file.name, check)
    except OSError as error:
        raise ConfigurationError(f"{file} cannot be read: {error.strerror or error}") from None


def _entries(lines: BinaryIO, name: str) -> Iterator[tuple[int, Entry | ValueError]]:
    """Yield each entry with its line's number, or what is wrong with it."""
    ending = Path(name).suffix.lower()
    if ending in _CSV:
        yield from _table(lines, name)
        return
    is_json, first = ending in _JSON, True
    for number, line in enumerate(lines, 1):
        text = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
        if not text.strip():
            continue
        if first and (text.lstrip().startswith(b"[") if is_json else _ARRAY.match(text)):
            raise ConfigurationError(f"{name} is an array; give JSON lines, an object in each line; nothing was begun")
        is_json = is_json or (first and text.lstrip().startswith(b"{"))
        first = False
        yield number, _of_json(text) if is_json else _of_text(text)


def _of_json(line: bytes) -> Entry | ValueError:
    """Return the request on a line of JSON, or the error that says why it is none."""
    try:
        item: Any = json.loads(line.decode("utf-8"), object_pairs_hook=_object_of)
        fit_for_state(item)
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        return ValueError(f"no JSON: {error}")
    except ValueError as error:
        return error
    except RecursionError:
        return ValueError("it is nested too deep")
    return encodable(cast("Entry", item)) if isinstance(item, dict) else ValueError("no JSON object")


def _object_of(pairs: list[tuple[str, Any]]) -> Entry:
    if (twice := _twice(key for key, _ in pairs)) is not None:
        raise ValueError(f"the key {twice!r:.60} stands twice")
    return dict(pairs)


def _twice(names: Iterable[str]) -> str | None:
    """Return a name that is there more than once; only its last value would be kept."""
    return next((name for name, times in Counter(names).items() if times > 1), None)


def _of_text(line: bytes) -> Entry | ValueError:
    try:
        return {"query": line.decode("utf-8").strip()}
    except UnicodeDecodeError as error:
        return ValueError(f"no text in UTF-8: {error.reason}")


def _table(lines: BinaryIO, name: str) -> Iterator[tuple[int, Entry | ValueError]]:
    """Yield the rows of a CSV table with their line numbers. Raises ConfigurationError for a file that is none."""
    text = io.TextIOWrapper(lines, "utf-8-sig", newline="")
    try:
        rows = csv.DictReader(text, strict=True)
        if "query" not in (rows.fieldnames or ()):
            raise ConfigurationError(f"{name} has no column 'query'")
        if (twice := _twice(rows.fieldnames or ())) is not None:
            raise ConfigurationError(f"{name} has the column {twice!r:.60} twice")
        for row in rows:
            yield rows.line_num, ValueError("more cells than columns") if None in row else row
    except (csv.Error, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{name} is no CSV table in UTF-8: {error}") from None
