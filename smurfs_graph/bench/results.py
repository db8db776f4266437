"""Results on disk: one JSON line per case and configuration, appended and never changed."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from smurfs_graph.batch.appending import AppendedFile, whole_lines
from smurfs_graph.bench.metrics.judged import Status
from smurfs_graph.budgets.usage import Usage
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.redaction.redactor import Redactor
from smurfs_graph.user.own_files import open_own_unlinked

RESULTS = "results.jsonl"
PREDICTIONS = "predictions.jsonl"
"""File of full answers, with queries and calls, for benchmarks' own evaluators and for judges."""
OFFICIAL = "official"
"""The folder for files in the benchmarks' own formats."""
CASES = "case_texts.jsonl"
"""Queries and expected answers; the rows hold neither."""
_ANSWER_CHARS = 2_000
_TEXT_CHARS = 500
"""Characters kept of a query, and of the expected answer."""


class Row(BaseModel):
    """The result of one case under one configuration."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    suite: str
    main: str
    case: str
    digest: str
    """Of the configuration."""
    strategy: str
    model: str
    seed: int
    metrics: dict[str, float]
    stop_reason: str
    error: str = ""
    """The kind of the exception that ended the case; empty where there was none."""
    message: str = ""
    answer: str = ""
    """The answer that the user would have read, whether it counts as one or not."""
    report: str = ""
    """The run's page, from the folder of the results; empty where none was asked for."""
    llm_calls: int = 0
    path: int = 0
    """The longest chain of model calls that wait for each other."""
    tool_calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    estimated_calls: int = 0
    restarts: int = 0
    cost_usd: float = 0.0
    seconds: float = 0.0
    """On the clock on the wall."""
    role_tokens: dict[str, int] = {}
    judge: str = ""
    """The model that judged the answer; empty where none did."""
    votes: list[Status] = []
    """The judge's votes, round by round."""
    judge_problems: int = 0
    """Votes that could not be read or had; they stand as 'unsure'."""
    judge_tokens: int = 0
    """In both directions; not among the case's own."""
    prediction: Any = Field(default=None, exclude=True)
    """Data for the benchmark's own evaluator; kept in a file of its own."""

    @property
    def label(self) -> str:
        """Return the label under which figures are summed up: seeds are repetitions."""
        return f"{self.strategy} / {self.model}"

    @property
    def score(self) -> float:
        """Return the main metric; 0 where the case ended in an error."""
        return self.metrics.get(self.main, 0.0)

    @property
    def failed(self) -> bool:
        """Return whether something broke, in the case or on the way to its model."""
        return bool(self.error) or self.stop_reason == "error"

    @property
    def tokens(self) -> int:
        """Return the tokens in both directions."""
        return self.input_tokens + self.output_tokens

    @property
    def key(self) -> tuple[str, str]:
        """Return the key of the row, unique in a file."""
        return self.case, self.digest


def counts_of(usage: Usage | None) -> dict[str, Any]:
    """Return a row's counts from a run's ledger."""
    ledger = usage or Usage()
    tokens: dict[str, int] = {}
    for row in ledger.rows:
        if row.calls or row.replayed:
            tokens[row.role] = tokens.get(row.role, 0) + row.input_tokens + row.output_tokens
    totals = ledger.summary()
    names = ("llm_calls", "tool_calls", "input_tokens", "output_tokens", "cached_tokens", "estimated_calls", "restarts")
    return {name: totals[name] for name in (*names, "cost_usd")} | {"role_tokens": tokens}


def kept_answer(result: Mapping[str, Any], redactor: Redactor) -> str:
    """Return the answer as far as a row keeps it, masked."""
    return _beginning(redactor.text(str(result.get("answer") or "")), _ANSWER_CHARS)


class CaseTexts(NamedTuple):
    """The texts of a case that people read."""

    query: str = ""
    expected: str = ""


def write_cases(folder: Path, cases: Mapping[str, CaseTexts]) -> None:
    """Keep what the cases ask for and expect beside their results, masked; those of earlier runs stay."""
    redactor = Redactor()
    masked = {name: [_beginning(redactor.text(text), _TEXT_CHARS) for text in texts] for name, texts in cases.items()}
    known = {**read_cases(folder), **masked}
    with open(folder / CASES, "w", encoding="ascii", opener=open_own_unlinked) as out:
        for name, texts in known.items():
            out.write(json.dumps([name, *texts]) + "\n")


def read_cases(place: Path) -> dict[str, CaseTexts]:
    """Read the texts of a result's cases, by case id; empty where none were kept."""
    file = (place if place.is_dir() else place.parent) / CASES
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
        return {name: CaseTexts(query, expected) for name, query, expected in map(json.loads, lines)}
    except (OSError, ValueError):
        return {}


def _beginning(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[:limit]}…"


class Ledger:
    """The files of a matrix: rows, and what evaluators need of runs.

    A prediction is written before its row, so that no row is without one.
    """

    def __init__(self, folder: Path, *, again: bool = False) -> None:
        """Opens `results.jsonl` in `folder`, which is made if need be. Raises ConfigurationError where that fails.

        `again`: what ended in an error is not done; it is run once more, and its later row counts (`latest`).
        """
        self.path = folder / RESULTS
        self._rows, self._predictions = AppendedFile(self.path, b'{"suite":'), None
        self.done = set[tuple[str, str]]()
        for row in read_rows(self.path):
            (self.done.discard if again and row.failed else self.done.add)(row.key)

    def append(self, row: Row) -> bool:
        """Write a row; it is on its way to the disk when this returns. False for one that is there already."""
        if row.key in self.done:
            return False
        self.done.add(row.key)
        if row.prediction is not None:
            if self._predictions is None:
                self._predictions = AppendedFile(self.path.with_name(PREDICTIONS), b'["')
            line = json.dumps([*row.key, row.prediction], ensure_ascii=False, default=str)
            self._predictions.append(line.encode("utf-8", "replace"))
        self._rows.append(row.model_dump_json().encode())
        return True

    def __enter__(self) -> Self:
        """For `with`."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the files, everything written."""
        self._rows.close()
        if self._predictions is not None:
            self._predictions.close()


def read_rows(place: Path) -> Iterator[Row]:
    """Yield the rows of a file, or of the results in a folder. Raises ConfigurationError where they cannot be read."""
    for where, line in whole_lines(place / RESULTS if place.is_dir() else place):
        yield _row(line, where)


def _row(line: bytes, where: str) -> Row:
    try:
        return Row.model_validate_json(line)
    except (ValidationError, ValueError):
        raise ConfigurationError(f"{where} is no result of a benchmark: {line[:60]!r}") from None


def read_predictions(folder: Path) -> dict[tuple[str, str], Any]:
    """Read each row's latest prediction for evaluators and judges, by (case, digest); skip unreadable lines."""
    found: dict[tuple[str, str], Any] = {}
    with suppress(FileNotFoundError), (folder / PREDICTIONS).open("rb") as lines:
        for line in lines:
            with suppress(TypeError, ValueError):
                case, digest, data = json.loads(line)
                found[case, digest] = data
    return found


def by_configuration(folder: Path, rows: Sequence[Row]) -> dict[str, dict[str, Any]]:
    """Return the predictions of these rows: by configuration ('smurfs__offline_rules__seed0'), then by case."""
    found = read_predictions(folder)
    sorted_in: defaultdict[str, dict[str, Any]] = defaultdict(dict)
    for row in rows:
        if row.key in found:
            model = re.sub(r"[^A-Za-z0-9.-]+", "_", row.model)
            sorted_in[f"{row.strategy}__{model}__seed{row.seed}"][row.case] = found[row.key]
    return dict(sorted_in)


def latest(rows: Iterable[Row]) -> list[Row]:
    """Return the latest row of each case and configuration: after an error a case may be run again."""
    return list({row.key: row for row in rows}.values())
