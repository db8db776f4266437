"""A run as one file: JSON lines, of which the first says what it is. Reading one builds nothing but a run's own types.

    {"format": "smurfs-run", "version": 1, "id": .., "made_by": .., "redacted": ..}
    {"kind": "checkpoint", "ns": .., "id": .., "parent": .., "checkpoint": .., "metadata": .., "writes": [..]}
    {"kind": "payload", "key": .., "value": ..}
    {"kind": "end", "lines": N}

Checkpoints come in the order of time, their values as in `smurfs_graph.runs.plain`; the last line tells a whole file
from one that was cut off.
"""

import json
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, cast
from uuid import UUID

from langgraph.types import Interrupt, Overwrite
from pydantic import ValidationError

from smurfs_graph.canonical import unfit_for_state
from smurfs_graph.checkpoints import state_version
from smurfs_graph.checkpoints.run_record import INTERRUPT, RUN_ID
from smurfs_graph.errors import ConfigurationError, StorageError
from smurfs_graph.redaction.redactor import Redactor
from smurfs_graph.runs.forking import Payloads
from smurfs_graph.runs.plain import from_plain, to_plain
from smurfs_graph.runs.saved import Saved, run_ids
from smurfs_graph.tree_state import state_types

FORMAT, VERSION = "smurfs-run", 1
LANGGRAPH_FORMATS = range(1, 5)
"""Versions of LangGraph's own layout of a checkpoint that are read."""
MAX_LINES = 1_000_000
MAX_LINE = 256 * 1024 * 1024
_METADATA = ("source", "step", "parents", "smurfs_tools", "smurfs_settings", "smurfs_schema", "smurfs_state")
"""Keys that are kept of a checkpoint's metadata; a signature is not: who imports a run decides anew what to trust."""
_NAMESPACE = re.compile(
    r"(?:[\w.\- ]{1,200}(?::[0-9a-fA-F-]{1,64})?)(?:\|[\w.\- ]{1,200}(?::[0-9a-fA-F-]{1,64})?){0,8}"
)
_MAX_LEVELS = 256
"""Of a line; a value itself has fewer."""
_KEY = re.compile(r"[0-9a-f]{0,64}-[\w.\-]{1,200}")


def export_lines(thread: str, run: Sequence[Saved], payloads: Payloads, redactor: Redactor | None) -> Iterator[str]:
    """Yield the lines of a run's file, without secrets where there is a redactor."""
    from importlib.metadata import version

    made_by = f"smurfs-graph {version('smurfs-graph')}"
    yield _line(
        {"format": FORMAT, "version": VERSION, "id": thread, "made_by": made_by, "redacted": redactor is not None}
    )
    for saved in run:
        state = {"checkpoint": to_plain(saved.checkpoint), "writes": [to_plain(list(write)) for write in saved.writes]}
        kept = {name: saved.metadata[name] for name in _METADATA if name in saved.metadata}
        where = {"kind": "checkpoint", "ns": saved.ns, "id": saved.id, "parent": saved.parent}
        shown = redactor.data({**state, "metadata": kept}) if redactor else {**state, "metadata": kept}
        yield _line({**where, **shown})
    for key, value in payloads:
        yield _line({"kind": "payload", "key": key, "value": redactor.data(value) if redactor else value})
    yield _line({"kind": "end", "lines": len(run) + len(payloads)})


def read_export(lines: Iterable[str]) -> tuple[str, list[Saved], list[tuple[str, dict[str, Any]]]]:
    """Read name, checkpoints and payloads from a file. Raises ConfigurationError in one line for whatever is wrong."""
    checked = _ExportParts()
    run: list[Saved] = []
    payloads: list[Payload] = []
    for part in checked.parts(lines):
        if isinstance(part, Saved):
            run.append(part)
        else:
            payloads.append(part)
    return checked.name, run, payloads


Payload = tuple[str, dict[str, Any]]
"""A key and its value."""


class ExportFile:
    """A file of `smurfs runs export` that was found whole. Its parts are read anew each time, one after the other."""

    def __init__(self, file: Path) -> None:
        """Check all of it. Raises ConfigurationError in one line for whatever is wrong."""
        self._file = file
        checked = _ExportParts()
        try:
            if not file.is_file() and not file.is_dir():  # a pipe gives its lines once
                self._copy = tempfile.NamedTemporaryFile("wb")  # noqa: SIM115 - removed with this object
                with file.open("rb") as given:
                    shutil.copyfileobj(given, self._copy)
                self._copy.flush()
                self._file = Path(self._copy.name)
            with self._file.open(encoding="utf-8", newline="\n") as lines:
                self.steps = sum(isinstance(part, Saved) for part in checked.parts(lines))
        except OSError as error:
            raise ConfigurationError(f"{str(file)!r} cannot be read: {error.strerror}") from None
        self.name, self.run_ids = checked.name, list(checked.run_ids)

    def run(self) -> Iterator[Saved]:
        """Yield the checkpoints, in order."""
        return (part for part in self._parts() if isinstance(part, Saved))

    def payloads(self) -> Iterator[Payload]:
        """Yield the payloads."""
        return (part for part in self._parts() if not isinstance(part, Saved))

    def _parts(self) -> Iterator[Saved | Payload]:
        with self._file.open(encoding="utf-8", newline="\n") as lines:
            yield from _ExportParts().parts(lines)


def read_export_file(file: Path) -> tuple[str, list[Saved], list[Payload]]:
    """Read name, checkpoints and payloads from a file's path."""
    found = ExportFile(file)
    return found.name, list(found.run()), list(found.payloads())


class _ExportParts:
    """Reader that checks a whole file, and what it says of the run."""

    def __init__(self) -> None:
        self.name = ""
        self.run_ids: dict[str, None] = {}

    def parts(self, lines: Iterable[str]) -> Iterator[Saved | Payload]:
        """Yield checkpoints and payloads; complains at the end about what only the whole shows."""
        reader = _ExportReader(iter(lines))
        self.name = str(reader.header()["id"])
        owners: dict[str, str] = {}
        has_own = False
        for data in reader.rest():
            if data.get("kind") == "checkpoint":
                saved = reader.checkpoint(data)
                self.run_ids.update(dict.fromkeys(run_ids([saved])))
                has_own = has_own or not saved.ns
                yield saved
            elif data.get("kind") == "payload":
                payload = reader.payload(data)
                owners.setdefault(payload[0].partition("-")[0], payload[0])
                yield payload
            else:
                raise reader.complaint(f"{data.get('kind')!r:.60} is no kind of line")
        if not has_own:
            raise reader.complaint("there is no checkpoint of the run's own graph")
        if foreign := next((key for owner, key in owners.items() if owner not in self.run_ids), None):
            raise reader.complaint(f"the payload {foreign!r:.60} is not of this run")


class _ExportReader:
    """The lines of a file, each checked; complaints name the line."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines
        self._number = 0
        self._named: set[tuple[str, str]] = set()
        """Checkpoints that have come, and those that one descends from, which must not come later."""

    def complaint(self, what: str) -> ConfigurationError:
        return ConfigurationError(f"this is no run that can be imported: line {self._number}: {what}")

    def header(self) -> dict[str, Any]:
        data = self._next()
        if data is None or data.get("format") != FORMAT:
            raise ConfigurationError(f"this is no file of `smurfs runs export` (no {FORMAT!r} in its first line)")
        if not isinstance(version := data.get("version"), int) or isinstance(version, bool) or version < 1:
            raise self.complaint("its version is no number")
        if version > VERSION:
            maker = str(data.get("made_by", "a newer smurfs-graph"))[:60]
            raise ConfigurationError(f"this file has version {version}, of {maker}; this one reads version {VERSION}")
        if not isinstance(data.get("id"), str) or not 0 < len(data["id"]) <= 200:
            raise self.complaint("the run has no name")
        return data

    def rest(self) -> Iterator[dict[str, Any]]:
        """Yield the lines between header and end."""
        while (data := self._next()) is not None:
            if data.get("kind") == "end":
                if data.get("lines") != self._number - 2:
                    raise self.complaint("lines are missing")
                return
            yield data
        raise self.complaint("the end is missing; the file was cut off")

    def checkpoint(self, data: dict[str, Any]) -> Saved:
        ns, name, parent = data.get("ns"), data.get("id"), data.get("parent")
        if not isinstance(ns, str) or (ns and not _NAMESPACE.fullmatch(ns)):
            raise self.complaint("the namespace is malformed")
        if not _is_id(name) or not (parent is None or _is_id(parent)):
            raise self.complaint("an id is malformed")
        if (ns, name) in self._named:
            raise self.complaint("the checkpoints are not in order")
        self._named |= {(ns, str(name)), (ns, str(parent))}
        metadata = data.get("metadata")
        if not isinstance(metadata, dict) or not _are_metadata(cast("dict[str, Any]", metadata)):
            raise self.complaint("the metadata are malformed")
        if (found := cast("dict[str, Any]", metadata).get(state_version.KEY)) not in (None, str(state_version.STATE)):
            raise self.complaint(f"it has state {found!r:.20} of another version, this one reads {state_version.STATE}")
        checkpoint = self._build(data.get("checkpoint"))
        self._check_checkpoint(checkpoint, str(name))
        values = cast("dict[str, Any]", checkpoint["channel_values"])
        checkpoint["channel_values"] = {key: self._typed(key, value) for key, value in values.items()}
        known = {key: value for key, value in cast("dict[str, Any]", metadata).items() if key in _METADATA}
        return Saved(ns, str(name), parent, checkpoint, known, self._writes(data.get("writes")))

    def payload(self, data: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        key, value = data.get("key"), data.get("value")
        if not isinstance(key, str) or not _KEY.fullmatch(key):
            raise self.complaint("the payload's key is malformed")
        found = cast("dict[str, Any]", value) if isinstance(value, dict) else {"": value}
        if not all(name and isinstance(item, str | bool | int | float | None) for name, item in found.items()):
            raise self.complaint("the payload is malformed")
        return key, found

    def _check_checkpoint(self, found: Any, name: str) -> None:
        parts = {"channel_values": dict, "channel_versions": dict, "versions_seen": dict, "ts": str, "v": int}
        if not isinstance(found, dict) or cast("dict[str, Any]", found).get("id") != name:
            raise self.complaint("the checkpoint is malformed")
        checkpoint = cast("dict[str, Any]", found)
        if any(not isinstance(checkpoint.get(part), kind) for part, kind in parts.items()):
            raise self.complaint("the checkpoint lacks a part")
        run_id: Any = checkpoint["channel_values"].get("run_id", "")
        if run_id != "" and not (isinstance(run_id, str) and RUN_ID.fullmatch(run_id)):
            raise self.complaint("the run's id is malformed")
        if checkpoint["v"] not in LANGGRAPH_FORMATS:
            raise self.complaint(
                f"the checkpoint has LangGraph's format {checkpoint['v']}, which this one does not read"
            )

    def _writes(self, found: Any) -> tuple[tuple[str, str, Any], ...]:
        """Return the writes of tasks, typed. Raises ConfigurationError for malformed ones."""
        writes = self._build(found)
        if not isinstance(writes, list):
            raise self.complaint("the writes are malformed")
        for write in cast("list[Any]", writes):
            match write:
                case [str(), str(), _]:
                    continue
                case _:
                    raise self.complaint("a write is malformed")
        return tuple((task, channel, self._typed(channel, value)) for task, channel, value in cast("list[Any]", writes))

    def _typed(self, name: str, value: Any) -> Any:
        """Return a value in the type of its state key; LangGraph's own keys stay as they are.

        Raises the complaint for a value that does not fit, and for questions to people that are malformed.
        """
        if name == INTERRUPT and not _are_questions(value):
            raise self.complaint("a question is malformed")
        adapter = state_types().get(name)
        if adapter is None or (name == "stop_reason" and value is None):  # the run has not ended
            return value
        try:
            if isinstance(value, Overwrite):
                return Overwrite(adapter.validate_python(value.value))
            return adapter.validate_python(value)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            raise self.complaint(f"{name!r} of the state is malformed: {first['msg']}") from None

    def _build(self, data: Any) -> Any:
        try:
            return from_plain(data)
        except StorageError as error:
            raise self.complaint(str(error)) from None

    def _next(self) -> dict[str, Any] | None:
        """Return the data of the next line; None at the end, empty for a first line of another program."""
        try:
            line = next(self._lines, None)
        except UnicodeDecodeError:
            raise self.complaint("it is no text") from None
        if line is None:
            return None
        self._number += 1
        if self._number > MAX_LINES or len(line) > MAX_LINE:
            raise self.complaint("it is too long")
        try:
            data: Any = json.loads(line)
        except (ValueError, RecursionError):
            if self._number == 1:
                return {}
            raise self.complaint("it is no JSON") from None
        if not isinstance(data, dict):
            if self._number == 1:
                return {}
            raise self.complaint("it is no JSON object")
        if unfit := unfit_for_state(data, _MAX_LEVELS):
            raise self.complaint(unfit)
        return cast("dict[str, Any]", data)


def _are_questions(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(each, Interrupt) for each in cast("list[Any]", value))


def _are_metadata(found: dict[str, Any]) -> bool:
    step, parents = found.get("step", 0), found.get("parents", {})
    return isinstance(step, int) and isinstance(parents, dict)


def _is_id(value: Any) -> bool:
    try:
        return isinstance(value, str) and str(UUID(value)) == value
    except ValueError:
        return False


def _line(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"
