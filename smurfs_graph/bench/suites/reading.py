"""Reading data files line by line, with what cannot be read on record."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from smurfs_graph.errors import ConfigurationError


def json_lines(file: Path, left_out: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each object of a file of JSON lines with its place, as in 'cases.jsonl, line 3'; other lines go to `left_out`.

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
                    item = json.loads(line.decode("utf-8"))
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
    """Each object of a file that is one JSON list, with its place; other entries go to `left_out`.

    Raises:
        ConfigurationError: the file cannot be read, or is no JSON list.
    """
    try:
        items = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise ConfigurationError(f"{file} cannot be read as JSON: {error}") from None
    if not isinstance(items, list):
        raise ConfigurationError(f"{file} is no JSON list")
    for number, item in enumerate(cast("list[Any]", items), start=1):
        where = f"{file.name}, entry {number}"
        if isinstance(item, dict):
            yield where, cast("dict[str, Any]", item)
        else:
            left_out.append(f"{where} is no object")


def text_of(item: dict[str, Any], name: str, where: str, left_out: list[str]) -> str | None:
    """A field that has to be a text with something in it; None and a line in `left_out` where it is none."""
    value = item.get(name)
    if isinstance(value, str) and value.strip():
        return value
    left_out.append(f"{where} has no text {name!r}")
    return None


def data_file(path: Path, *names: str) -> Path:
    """The file itself, or the first of `names` in a folder. Raises ConfigurationError where there is none."""
    if path.is_file():
        return path
    for name in names:
        if (path / name).is_file():
            return path / name
    wanted = f", or a folder with {' or '.join(names)}" if names else ""
    raise ConfigurationError(f"{path} is no data file{wanted}")
