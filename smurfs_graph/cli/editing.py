"""Edit values in a person's editor: YAML that says what it says, reopened until it can be read, and never lost.

Values are read as YAML 1.2 does: `no`, `12:30`, `007` and `2026-12-01` are texts, for a person means them so.
"""

import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import yaml

from smurfs_graph.cli.signals import handle
from smurfs_graph.showing.text import visible

Check = Callable[[Any], str]
"""The complaint about what was written; empty where it can be used."""

MAX_BYTES = 5_000_000


class Drafts:
    """The texts that a person has edited, by name; one that did not pass is opened again as it was left."""

    def __init__(self) -> None:
        """Start with no texts."""
        self._texts: dict[str, str] = {}

    def edit(self, name: str, data: Any, complaint: str, check: Check, go_on: Callable[[], bool]) -> Any | None:
        """Let the person edit `data` and return the result; None where they leave it.

        `check` says why a result does not pass, `go_on` asks whether to open the text once more.
        """
        plain = isinstance(data, str)
        original = data if plain else _dump(data)
        text = self._texts.get(name, original)
        while True:
            written = _run_editor(name.partition(" ")[0], _with_complaint(text, complaint))
            if written is None:
                return None
            text = _without_complaint(written)
            if text == original:  # a look into the editor is no approval
                print("nothing was changed", file=sys.stderr)
                self._texts.pop(name, None)
                return None
            self._texts[name] = text
            value, complaint = (text.strip(), "") if plain else _read(text)
            complaint = complaint or check(value)
            if not complaint:
                return value
            print(f"that does not pass: {visible(complaint)}", file=sys.stderr)
            if not go_on():
                return None

    def keep_texts(self) -> str:
        """Write the texts that were never taken over to a folder and say where; empty where there are none."""
        if not self._texts:
            return ""
        folder = Path(tempfile.mkdtemp(prefix="smurfs-"))
        for number, text in enumerate(self._texts.values(), 1):
            (folder / f"{number}.yaml").write_text(text, encoding="utf-8")
        self._texts.clear()
        return f"what you wrote is kept in {folder}"

    def forget(self) -> None:
        """Forget everything that was written: it has been taken over."""
        self._texts.clear()


def _dump(data: Any) -> str:
    """Write the data as YAML; with all but ASCII written out where an editor might hide or reorder some of it."""
    text = yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=100)
    return text if visible(text) == text else yaml.safe_dump(data, sort_keys=False, width=100)


def _run_editor(kind: str, text: str) -> str | None:
    """Return the text after the person's editor; None, and a word on why, where it did not come to an edit."""
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
    with tempfile.TemporaryDirectory(prefix="smurfs-") as folder:
        path = Path(folder) / f"{kind}.yaml"
        path.write_text(text, encoding="utf-8")
        try:
            with handle(signal.SIGINT, _ignore):  # Ctrl-C is the editor's
                subprocess.run([*shlex.split(editor), str(path)], check=True)
            if path.stat().st_size > MAX_BYTES:
                raise OSError(f"it wrote more than {MAX_BYTES:,} bytes")
            return path.read_text("utf-8")
        except subprocess.CalledProcessError as error:
            said = f"ended with status {error.returncode}, so nothing was taken over"
        except UnicodeDecodeError:
            said = "did not write UTF-8, so nothing was taken over"
        except (OSError, ValueError) as error:
            said = f"failed ({getattr(error, 'strerror', None) or error}); set EDITOR to another one"
    print(f"the editor {editor!r} {said}", file=sys.stderr)
    return None


def _ignore(_: int, __: FrameType | None) -> None:
    """Do nothing: a handler of one's own, for what is ignored stays ignored in the editor."""


_MARK = "#! "


def _with_complaint(text: str, complaint: str) -> str:
    return f"{_MARK}that did not pass: {' '.join(complaint.split())}\n{text}" if complaint else text


def _without_complaint(text: str) -> str:
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith(_MARK))


def _read(text: str) -> tuple[Any, str]:
    try:
        value: Any = yaml.load(text, _Plain)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        return None, f"this is no YAML: {' '.join(str(error).split())[:300]}"
    return value, "" if isinstance(value, dict) else "it must be a mapping (name: value), as it was"


class _Plain(yaml.SafeLoader):
    """YAML's data without its surprises: texts stay texts, a key stands once, no aliases."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("aliases (*name) are not allowed here")
        return super().compose_node(parent, index)

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        keys: list[Any] = [self.construct_object(key, deep=True) for key, _ in node.value]
        for key in keys:
            if keys.count(key) > 1:
                raise yaml.YAMLError(f"{key!r} stands twice, line {node.start_mark.line + 1}")
        return {str(key): value for key, value in super().construct_mapping(node, deep).items()}


_Plain.yaml_implicit_resolvers = {}
for _tag, _pattern, _first in (
    ("bool", r"true|True|false|False", "tTfF"),
    ("null", r"~|null|", ["~", "n", ""]),
    ("int", r"[-+]?(?:0|[1-9][0-9]*)", "-+0123456789"),
    ("float", r"[-+]?(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?", "-+0123456789"),
):
    _Plain.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(rf"^(?:{_pattern})$"), list(_first))
