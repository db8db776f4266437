"""What runs answered in full, for benchmarks' own evaluators and for judges: a file beside the results.

It holds queries, answers in full and calls, which `results.jsonl` does not.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, NamedTuple, Self, cast

from smurfs_graph.bench.results import Row
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.user.own_files import open_own

PREDICTIONS = "predictions.jsonl"
OFFICIAL = "official"
"""The folder for files in the benchmarks' own formats."""


class Prediction(NamedTuple):
    """What came of one case under one configuration."""

    case: str
    digest: str
    data: Any


class Predictions:
    """A file that is only appended to. A prediction is written before its row, so that no row is without one."""

    def __init__(self, folder: Path) -> None:
        """The file is opened once there is something to write; what a crash cut in two is removed then."""
        self.path = folder / PREDICTIONS
        self._file: BinaryIO | None = None

    def append(self, row: Row) -> None:
        """Write a row's prediction, if it has one."""
        if row.prediction is None:
            return
        if self._file is None:
            self._file = self._open()
        line = json.dumps([row.case, row.digest, row.prediction], ensure_ascii=False, default=str)
        self._file.write(line.encode("utf-8", "replace") + b"\n")
        self._file.flush()

    def _open(self) -> BinaryIO:
        try:
            file = open(self.path, "r+b" if self.path.exists() else "w+b", opener=open_own)  # noqa: SIM115 - it stays open
        except OSError as error:
            raise ConfigurationError(f"{self.path} cannot be written: {error.strerror or error}") from None
        end = 0
        for line in file:
            if not line.endswith(b"\n"):
                break
            end += len(line)
        file.truncate(end)
        file.seek(end)
        return file

    def __enter__(self) -> Self:
        """For `with`."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()


def read_predictions(folder: Path) -> Iterator[Prediction]:
    """All of them, the last one of each case and configuration included; lines that are none are passed over."""
    try:
        with (folder / PREDICTIONS).open("rb") as lines:
            for line in lines:
                try:
                    value: Any = json.loads(line)
                except ValueError:
                    continue
                if isinstance(value, list) and len(cast("list[Any]", value)) == 3:
                    case, digest, data = cast("list[Any]", value)
                    yield Prediction(str(case), str(digest), data)
    except FileNotFoundError:
        return


def by_configuration(folder: Path, rows: Sequence[Row]) -> dict[str, dict[str, Any]]:
    """The predictions of these rows: by configuration ('smurfs__offline_rules__seed0'), then by case, in their order.

    A crash may have left two of one case; the last one, whose row is there, counts.
    """
    found = {(each.case, each.digest): each.data for each in read_predictions(folder)}
    sorted_in: defaultdict[str, dict[str, Any]] = defaultdict(dict)
    for row in rows:
        if row.key in found:
            sorted_in[_folder_of(row)][row.case] = found[row.key]
    return dict(sorted_in)


def _folder_of(row: Row) -> str:
    return f"{row.strategy}__{re.sub(r'[^A-Za-z0-9.-]+', '_', row.model)}__seed{row.seed}"
