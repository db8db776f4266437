"""Results of a batch on disk: a JSON line for each end of a request; the last one of a request counts."""

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple, Self
from uuid import uuid4

from pydantic import BaseModel, ConfigDict, ValidationError

from smurfs_graph.batch.appending import AppendedFile, whole_lines
from smurfs_graph.batch.requests import BatchRequest
from smurfs_graph.budgets.usage import Usage
from smurfs_graph.canonical import canonical_json, digest, fit_for_state
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.planning.outcome import ANSWERED
from smurfs_graph.redaction.redactor import Redactor
from smurfs_graph.showing.describing import describe
from smurfs_graph.tools.json_files import encodable
from smurfs_graph.user.own_files import open_own_unlinked

RESULTS = "results.jsonl"
_ABOUT = "batch.json"
_COUNTS = ("llm_calls", "tool_calls", "input_tokens", "output_tokens", "estimated_calls", "cost_usd", "seconds")
_SEPARATOR = "-"


class BatchOrder(NamedTuple):
    """A request that is to be answered, and the thread that its run has, or will have."""

    thread: str
    query: str


class BatchPlace(NamedTuple):
    """Where the runs of a batch are."""

    address: str
    """Of their storage, without a password; empty for the one beside the results."""
    queue: str = ""
    """Name of the queue whose workers answer; empty where the command does."""


BESIDE = BatchPlace("")


class BatchRow(BaseModel):
    """How a request ended."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str = ""
    request: dict[str, Any] = {}
    """The request as it was given."""
    thread: str
    """Name of its run."""
    state: Literal["finished", "waiting", "failed", "cancelled"]
    stop_reason: str = ""
    answer: str = ""
    structured: Any = None
    """The answer in the caller's schema."""
    questions: dict[str, str] = {}
    """What a waiting run asks a person, by the ids of the questions."""
    message: str = ""
    """Why it failed."""
    warnings: list[str] = []
    llm_calls: int = 0
    tool_calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    estimated_calls: int = 0
    """Model calls whose tokens the server did not count."""
    cost_usd: float = 0.0
    seconds: float = 0.0
    """Of work: pauses are not counted."""

    @property
    def ending(self) -> str:
        """Return how it ended in a word or two: the stop reason of a finished run."""
        return (self.stop_reason if self.state == "finished" else self.state).replace("_", " ")

    @property
    def is_answered(self) -> bool:
        """Return whether it has its full answer."""
        return self.state == "finished" and self.stop_reason in ANSWERED

    @property
    def failed(self) -> bool:
        """Return whether something broke on the way, so that it may be run again."""
        return self.state in ("failed", "cancelled") or self.stop_reason == "error"


def row_of(order: BatchOrder, values: Mapping[str, Any], questions: Mapping[str, Any]) -> BatchRow:
    """Return the row of a run by its state and the questions that it waits with, masked as answers are."""
    redactor = Redactor(spared=order.query)
    totals = (values.get("usage") or Usage()).summary()
    counts: dict[str, Any] = {name: totals[name] for name in _COUNTS}
    structured = values.get("structured")
    if isinstance(structured, BaseModel):
        structured = structured.model_dump(mode="json", by_alias=True)
    return BatchRow(
        thread=order.thread,
        state="waiting" if questions else "finished",
        stop_reason="" if questions else str(values.get("stop_reason") or ""),
        answer="" if questions else redactor.text(str(values.get("answer") or "")),
        structured=redactor.data(structured),
        questions={name: redactor.text(describe(value).strip()) for name, value in questions.items()},
        warnings=[redactor.text(str(each)) for each in values.get("warnings") or ()],
        **counts,
    )


class BatchLedger:
    """The results in a folder, and the threads that its requests have: one process at a time writes to it."""

    def __init__(self, folder: Path, place: BatchPlace = BESIDE, file: str = "") -> None:
        """Open the results; they are made where they are missing. `file`: the name of the file of requests.

        Raises ConfigurationError, also where the runs of these results are in another or an unknown place: they would
        be begun once more.
        """
        self.path, self._about = folder / RESULTS, folder / _ABOUT
        self._file = AppendedFile(self.path, b'{"id":')
        self._place = place
        self._name, self.file = _name_of(self._about, place, file)
        self.rows: dict[str, BatchRow] = {}
        """The last row of each request, by the first thread that it had."""
        self._ended_in_error: dict[str, int] = {}
        for where, line in whole_lines(self.path):
            self._take(_read(line, where))
        if self.path.stat().st_size and not self._about.exists():
            raise ConfigurationError(
                f"{self.path} holds results without {_ABOUT}, which says what runs they are of: put that beside them, "
                "or give another -o, where everything is answered anew"
            )

    def begin(self) -> None:
        """Write down which runs these results are of, before the first of them. Raises ConfigurationError."""
        if self._about.exists():
            return
        draft = self._about.with_suffix(".draft")
        try:
            with open(draft, "w", encoding="utf-8", opener=open_own_unlinked) as file:
                file.write(json.dumps({"name": self._name, "file": self.file, **self._place._asdict()}))
                file.flush()
                os.fsync(file.fileno())
            draft.replace(self._about)
        except OSError as error:
            raise ConfigurationError(f"{self._about} cannot be written: {error.strerror or error}") from None

    def first_thread(self, request: BatchRequest) -> str:
        """Return the name of a request's first run, which no other request and no other folder has."""
        return digest(canonical_json([self._name, request.key]))[:20]

    def row(self, request: BatchRequest) -> BatchRow | None:
        """Return the last row of a request."""
        return self.rows.get(self.first_thread(request))

    def order(self, request: BatchRequest) -> BatchOrder:
        """Return what is to be done for a request: on a new thread where its run has ended in an error."""
        first = self.first_thread(request)
        times = self._ended_in_error.get(first, 0)
        return BatchOrder(f"{first}{_SEPARATOR}{times + 1}" if times else first, request.query)

    def append(self, row: BatchRow, request: BatchRequest) -> bool:
        """Write a row, unless the last one of its request says the same; return whether it was written."""
        whole = row.model_copy(update={"id": request.id, "request": request.data})
        before = self.rows.get(_first(row.thread))
        if before is not None and (before.thread, before.state, before.questions) == (
            row.thread,
            row.state,
            row.questions,
        ):
            return False
        whole = _readable(whole)
        self._take(whole)
        self._file.append(whole.model_dump_json().encode())
        return True

    def _take(self, row: BatchRow) -> None:
        self.rows[_first(row.thread)] = row
        if row.state == "finished" and row.stop_reason == "error":
            self._ended_in_error[_first(row.thread)] = self._ended_in_error.get(_first(row.thread), 0) + 1

    def __enter__(self) -> Self:
        """For `with`."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self._file.close()


def _readable(row: BatchRow) -> BatchRow:
    """Return a row that can be read back from its line: one line that cannot would close the whole file."""
    try:
        fit_for_state(row.structured)
    except ValueError as error:
        row = row.model_copy(update={"structured": None, "warnings": [*row.warnings, f"no structured answer: {error}"]})
    return BatchRow.model_validate(encodable(row.model_dump()))


def count_endings(rows: Iterable[BatchRow]) -> dict[str, int]:
    """Count rows by how they ended, the most frequent first."""
    found: dict[str, int] = {}
    for row in rows:
        found[row.ending] = found.get(row.ending, 0) + 1
    return dict(sorted(found.items(), key=lambda item: -item[1]))


def _first(thread: str) -> str:
    return thread.partition(_SEPARATOR)[0]


def _name_of(about: Path, place: BatchPlace, file: str) -> tuple[str, str]:
    """Return the name that a folder's runs have in common, and the file that they were begun with.

    Before the first run they are a new name and the file given. Raises ConfigurationError where the runs are in
    another place.
    """
    if not about.exists():
        return uuid4().hex, file
    try:
        kept = json.loads(about.read_text("utf-8"))
        name = str(kept["name"])
        before = BatchPlace(str(kept["address"]), str(kept["queue"]))
        file = str(kept.get("file", ""))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ConfigurationError(f"{about} cannot be used: {error}") from None
    if before != place:
        queue = f" and --queue {before.queue}" if before.queue else " and no --queue"
        where = f"--database {before.address}" if before.address else "no --database"
        raise ConfigurationError(f"the runs of {about.parent} were begun with {where}{queue}: give that, or another -o")
    return name, file


def _read(line: bytes, where: str) -> BatchRow:
    try:
        return BatchRow.model_validate_json(line)
    except (ValidationError, ValueError):
        raise ConfigurationError(f"{where} is no result of a batch: {line[:60]!r}") from None
