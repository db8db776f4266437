"""Writing files in the benchmarks' own formats."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from smurfs_graph.user.own_files import open_own


def write_lines(file: Path, records: Iterable[Any]) -> Path:
    """One JSON value a line."""
    with open(file, "w", encoding="utf-8", errors="replace", opener=open_own) as out:
        for record in records:
            out.write(json.dumps(record, ensure_ascii=False) + "\n")
    return file


def write_json(file: Path, value: Any) -> Path:
    """One JSON value."""
    with open(file, "w", encoding="utf-8", errors="replace", opener=open_own) as out:
        json.dump(value, out, ensure_ascii=False, indent=2)
    return file
