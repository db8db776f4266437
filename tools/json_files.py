"""Reading JSON files entry by entry, with what cannot be read on record."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from smurfs_graph.errors import ConfigurationError

_MAX_LEVELS = 400
"""What every later step can go through; how deep Python's parser goes differs with its version."""
_BETWEEN = re.compile(r"[\s,]*")


def json_lines(file: Path, left_out: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each object of a file of JSON lines with its place ('cases.jsonl, line 3'); others go to `left_out`.

    Raises:
        ConfigurationError: the file cannot be read at all.
    """
    try:
        with file.open("rb") as lines:
            for number, line in enumerate(lines, start=1):
                where = f"{file.name}, line {number}"
                if not line.strip():
                    continue
                try:
                    item = encodable(json.loads(line.decode("utf-8")))
                except (ValueError, RecursionError) as error:
                    left_out.append(f"{where} is no JSON: {error}")
                    continue
                if isinstance(item, dict):
                    yield where, cast("dict[str, Any]", item)
                else:
                    left_out.append(f"{where} is no object")
    except OSError as error:
        raise ConfigurationError(f"{file} cannot be read: {error.strerror or error}") from None


def json_list(file: Path, left_out: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each object of a file that is one JSON list, with its place; other entries go to `left_out`.

    Where the list breaks off, as in a file that was cut in the middle, what stands before it is given.

    Raises:
        ConfigurationError: the file cannot be read, or is no JSON list.
    """
    try:
        text = file.read_text(encoding="utf-8-sig", errors="replace")
    except OSError as error:
        raise ConfigurationError(f"{file} cannot be read: {error.strerror or error}") from None
    if not text.lstrip().startswith("["):
        raise ConfigurationError(f"{file} is no JSON list")
    for number, item in enumerate(_entries(text, file.name, left_out), start=1):
        where = f"{file.name}, entry {number}"
        if isinstance(item, dict):
            yield where, cast("dict[str, Any]", item)
        else:
            left_out.append(f"{where} is no object")


def json_items(file: Path, left_out: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each object of a JSON list or of JSON lines, whichever the file holds, with its place.

    Raises:
        ConfigurationError: the file cannot be read at all.
    """
    try:
        with file.open("rb") as data:
            start = data.read(4096).removeprefix(b"\xef\xbb\xbf").lstrip()
    except OSError as error:
        raise ConfigurationError(f"{file} cannot be read: {error.strerror or error}") from None
    return json_list(file, left_out) if start.startswith(b"[") else json_lines(file, left_out)


def encodable(value: Any, levels: int = _MAX_LEVELS) -> Any:
    """Replace each half of a surrogate pair by a question mark: JSON may hold them, files and servers take none.

    Raises:
        RecursionError: lists and objects are nested in more than `levels`.
    """
    if levels < 0:
        raise RecursionError(f"nested in more than {_MAX_LEVELS} levels")
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, list):
        return [encodable(each, levels - 1) for each in cast("list[Any]", value)]
    if isinstance(value, dict):
        return {encodable(key): encodable(each, levels - 1) for key, each in cast("dict[str, Any]", value).items()}
    return value


def _entries(text: str, name: str, left_out: list[str]) -> Iterator[Any]:
    """Yield the items of a JSON list one by one, up to where it breaks off."""
    decoder, at = json.JSONDecoder(), text.index("[") + 1
    while True:
        at = _BETWEEN.match(text, at).end()  # pyright: ignore[reportOptionalMemberAccess] - it matches nothing too
        if text.startswith("]", at):
            return
        try:
            value, at = decoder.raw_decode(text, at)
            value = encodable(value)
        except (ValueError, RecursionError) as error:
            line = text.count("\n", 0, min(getattr(error, "pos", at), len(text))) + 1
            said = getattr(error, "msg", "nested too deeply")
            left_out.append(f"{name}, line {line}: the list breaks off ({said})")
            return
        yield value
