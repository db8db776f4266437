"""An export: episodes as JSON lines in a folder, for a training here or elsewhere, with a card that says what they are.

    DIR/global, DIR/roles/ROLE, DIR/preferences, DIR/kto: train.jsonl and test.jsonl; DIR/README.md

The folder is there when all of it is written; what an interruption leaves beside it has another name.
"""

import json
import os
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from smurfs_graph.canonical import canonical_json, digest
from smurfs_graph.errors import ConfigurationError, UnknownNameError
from smurfs_graph.planning.outcome import ANSWERED
from smurfs_graph.redaction.redactor import Redactor
from smurfs_graph.showing.text import in_a_line
from smurfs_graph.training.episodes import ROLES, Episode, Row
from smurfs_graph.training.splitting import Held, hold_out
from smurfs_graph.user.own_files import make_own_folder, open_own

OWN, TOOLBENCH = "recorded runs", "ToolBench, as α-UMi arranged it"
_SETS = {
    "global": "whole trajectories, for a first stage: `messages`, `tools`",
    "roles": "what one role was asked and replied: `prompt`, `completion`, `tools`",
    "preferences": "for DPO, a decision that was rolled back and the one that solved the sub-task in its place: "
    "`prompt`, `chosen`, `rejected`, `tools`",
    "kto": "for KTO, decisions that stood (`label` true) and that were rolled back: `prompt`, `completion`, `label`",
}
_LICENCES = {
    OWN: "Yours to name; mind the terms of the models that wrote the replies, and of the tools' data.",
    TOOLBENCH: "ToolBench: Apache-2.0; α-UMi's arrangement names no licence.",
}
SIDES = ("test", "train")
"""The test first: a row that both would have is the test's."""


@dataclass(frozen=True)
class ExportSelection:
    """A selection of what to export, and what to keep for the test."""

    stop_reasons: frozenset[str] = frozenset[str](ANSWERED)
    min_score: float | None = None
    """A run without a benchmark's score has none that is high enough."""
    models: frozenset[str] = frozenset()
    """Empty: all."""
    test_share: float = 0.1
    seed: int = 0
    hold_out: tuple[str, ...] = ()
    """Tools for the test alone; empty: chosen with the seed."""


class Part(NamedTuple):
    """One file of an export."""

    rows: int
    bytes: int


@dataclass
class Exported:
    """The counts of an export."""

    files: dict[tuple[str, str], Part]
    """By set and side."""
    sources: Counter[str]
    """Episodes."""
    left_out: Counter[str]
    """Why episodes and rows were not taken."""
    models: Counter[str]
    """Rows of roles."""
    held: Held
    requests: int
    masked: int
    """Rows in which there was something left to mask."""


def export(episodes: Iterable[Episode], folder: Path, choice: ExportSelection) -> Exported:
    """Write episodes to a new folder.

    Raises:
        ConfigurationError: the folder holds something already, or cannot be written, nothing is left to export, or a
            name of the choice is that of nothing in the runs.
    """
    try:
        if folder.is_symlink() or (
            folder.exists() and (not folder.name or not folder.is_dir() or any(folder.iterdir()))
        ):
            raise ConfigurationError(f"{folder} is there already; name a new folder")
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{folder.name}.", dir=folder.parent) as scratch:
            made = Path(scratch) / "export"
            found = _write(episodes, made, choice, Redactor())
            with open(made / "README.md", "w", encoding="utf-8", opener=open_own) as file:
                file.write(card(found, choice))
            if folder.exists():
                folder.rmdir()
            made.rename(folder)
    except OSError as error:
        raise ConfigurationError(f"{folder} cannot be written: {error.strerror or error}") from None
    return found


def _write(episodes: Iterable[Episode], made: Path, choice: ExportSelection, redactor: Redactor) -> Exported:
    """Write the episodes' rows, masked, into files for training and test; a request is in one of them alone."""
    found = Exported({}, Counter(), Counter(), Counter(), Held(frozenset(), ()), 0, 0)
    called: defaultdict[str, set[str]] = defaultdict(set)
    models = set[str]()
    made.mkdir(mode=0o700)
    waiting = made / "waiting"
    with open(waiting, "w", encoding="utf-8", opener=open_own) as lines:
        for episode in episodes:
            request = digest(" ".join(redactor.text(episode.request).lower().split()))
            models |= {model for _, row in episode.rows for model in row["meta"]["model"].split(", ")}
            rows = [*_chosen(episode, choice, found.left_out)]
            if not rows:
                continue
            found.sources[episode.source] += 1
            called[request] |= episode.called
            for name, row in rows:
                masked = _mask(row, redactor)
                found.masked += masked != row
                lines.write(json.dumps([request, name, masked]) + "\n")
    if not called:
        why = ", ".join(f"{count:,} {reason}" for reason, count in found.left_out.items())
        raise ConfigurationError(f"nothing is left to export{': ' + why if why else ''}")
    tools = set[str]().union(*called.values())
    for kind, named, known in (("model", choice.models, models), ("tool", choice.hold_out, tools)):
        if unknown := sorted({*named} - known):
            raise UnknownNameError(kind, unknown[0], known)
    found.requests = len(called)
    found.held = hold_out(called, choice.test_share, choice.seed, choice.hold_out)
    if len(found.held.requests) == len(called):
        raise ConfigurationError("every request would be the test's; hold out less")
    _divide(waiting, made, found)
    waiting.unlink()
    return found


def _chosen(episode: Episode, choice: ExportSelection, left_out: Counter[str]) -> Iterator[tuple[str, Row]]:
    """Yield the rows that are wanted."""
    if episode.stop_reason not in choice.stop_reasons:
        left_out[f"runs ended with {episode.stop_reason or 'nothing yet'}"] += 1
        return
    if choice.min_score is not None and (episode.score is None or episode.score < choice.min_score):
        left_out["runs have a lower score, or none"] += 1
        return
    for name, row in episode.rows:
        if choice.models and not set(row["meta"]["model"].split(", ")) <= choice.models:
            left_out["rows are of other models"] += 1
        elif any(isinstance(message.get("content"), list) for message in _messages(row)):
            left_out["rows show images"] += 1
        else:
            yield name, row


def _messages(row: Row) -> list[Any]:
    return [each for name in ("messages", "prompt", "completion") for each in row.get(name, ())]


def _mask(row: Row, redactor: Redactor) -> Row:
    """Mask the row once more. A tool's schemas are no values under the names of secrets."""
    rest = {name: value for name, value in row.items() if name != "tools"}
    masked: Row = redactor.data(rest)
    return masked | ({"tools": redactor.schemas(row["tools"])} if "tools" in row else {})


def _divide(waiting: Path, made: Path, found: Exported) -> None:
    """Write every row once, to the side that its request is on."""
    seen: set[str] = set()
    for side in SIDES:
        with waiting.open(encoding="utf-8") as lines, ExitStack() as stack:
            files: dict[str, BinaryIO] = {}
            for request, name, row in map(json.loads, lines):
                if (request in found.held.requests) != (side == "test"):
                    continue
                said = {key: value for key, value in row.items() if key != "meta"}
                if (content := digest(name + canonical_json(said))) in seen:
                    found.left_out["rows were there already"] += 1
                    continue
                seen.add(content)
                if "tools" in row:
                    row["tools"] = json.dumps(row["tools"], ensure_ascii=False)
                line = json.dumps(row, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
                if name not in files:
                    files[name] = stack.enter_context(_open(made / name / f"{side}.jsonl"))
                files[name].write(line)
                rows, size = found.files.get((name, side), (0, 0))
                found.files[name, side] = Part(rows + 1, size + len(line))
                found.models[row["meta"]["model"]] += name.startswith(ROLES)
            for file in files.values():
                file.flush()
                os.fsync(file.fileno())


def _open(file: Path) -> BinaryIO:
    for folder in (file.parent.parent, file.parent):
        make_own_folder(folder)
    return open(file, "wb", opener=open_own)


def card(found: Exported, choice: ExportSelection) -> str:
    """Return the card as Markdown; its head lets the library datasets load each set by its name."""
    names = list(dict.fromkeys(name for name, _ in sorted(found.files)))
    held = found.held
    tools = ", ".join(found.held.tools) or "none, for each is called by too many requests"
    parts = [
        f"---\nconfigs:\n{''.join(_config(name, found) for name in names)}---\n",
        "# Training data made by smurfs-graph\n",
        "| set | split | rows | bytes |\n|---|---|---|---|",
        *(
            f"| {name} | {side} | {part.rows:,} | {part.bytes:,} |"
            for (name, side), part in sorted(found.files.items())
        ),
        "",
        *(f"- **{kind}**: {_SETS[kind]}" for kind in dict.fromkeys(name.partition("/")[0] for name in names)),
        "\nMessages are as OpenAI's chat interface has them, `prompt` as the model's server received it; `tools` is a "
        "list of functions as JSON text; `meta` says run, role, call and model.",
        "\n## Sources and licences\n",
        *(f"- {name}: {count:,} episodes. {_LICENCES[name]}" for name, count in found.sources.items()),
        "\n## Who wrote the replies\n",
        *(f"- {in_a_line(name)}: {count:,} rows of roles" for name, count in found.models.most_common()),
        "\n## Split\n",
        f"{len(held.requests):,} of {found.requests:,} requests are for the test, with all their runs, by seed "
        f"{choice.seed}. Tools that no training request calls: {in_a_line(tools, 2_000)}.",
        "\n## Left out\n",
        "Replies that were refused or asked for again, defaults in place of replies, replies from caches and journals, "
        "those of the offline stand-in; of role sets, steps that did not solve their sub-task. Besides:\n",
        *(f"- {count:,} {reason}" for reason, count in found.left_out.most_common() or [("runs or rows", 0)]),
        f"\nSecrets were masked as the runs were recorded, and once more: {found.masked:,} rows had something left.",
    ]
    return "\n".join(parts) + "\n"


def _config(name: str, found: Exported) -> str:
    sides = [side for each, side in sorted(found.files) if each == name]
    files = "".join(f"  - split: {side}\n    path: {name}/{side}.jsonl\n" for side in sides)
    return f"- config_name: {name.replace('/', '-')}\n  data_files:\n{files}"
