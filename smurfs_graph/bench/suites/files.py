"""Find and read a benchmark's data, and write files for evaluators."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.user.own_files import make_own_folder, open_own_unlinked


def text_of(item: dict[str, Any], name: str, where: str, left_out: list[str]) -> str | None:
    """Return a field that has to be a text with something in it; None and a line in `left_out` where it is none."""
    value = item.get(name)
    if isinstance(value, str) and value.strip():
        return value
    left_out.append(f"{where} has no text {name!r}")
    return None


def data_file(path: Path, *names: str) -> Path:
    """Return the file itself, or the first of `names` in a folder. Raises ConfigurationError where there is none."""
    if path.is_file():
        return path
    for name in names:
        if (path / name).is_file():
            return path / name
    wanted = f", or a folder with {' or '.join(names)}" if names else ""
    raise ConfigurationError(f"{path} is no data file{wanted}")


def write_lines(file: Path, records: Iterable[Any]) -> Path:
    """Write one JSON value a line, into a folder that is made if need be."""
    return _write(file, "".join(f"{json.dumps(record, ensure_ascii=False)}\n" for record in records))


def write_json(file: Path, value: Any) -> Path:
    """Write one JSON value, into a folder that is made if need be."""
    return _write(file, json.dumps(value, ensure_ascii=False, indent=2))


def _write(file: Path, text: str) -> Path:
    make_own_folder(file.parent)
    with open(file, "w", encoding="utf-8", errors="replace", opener=open_own_unlinked) as out:
        out.write(text)
    return file
