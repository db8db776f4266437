"""Resolve options: settings' values, and the storage (`--checkpoint`, else the environment's or one's own)."""

import json
import os
import shlex
from collections.abc import Iterable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from smurfs_graph.checkpoints.storage import Storage, open_storage, without_password
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.user.home import data_directory

_LONGEST_NAME = 255
VARIABLE = "SMURFS_CHECKPOINT"


def collect(
    settings: Iterable[str] | None = None,
    role_models: Iterable[str] | None = None,
    *,
    instructions: str | None = None,
    user: str | None = None,
    approve: str | None = None,
    **options: Any,
) -> dict[str, Any]:
    """Return the settings that were really given: options that are not None, `--role-model` and `--set` pairs."""
    options |= {"instructions": read_instructions(instructions), "approve": approve.split(",") if approve else None}
    options |= {"memory": True, "memory_user": user} if user is not None else {}
    values = {name: value for name, value in options.items() if value is not None}
    if role_models:
        values["role_models"] = dict(pair(text, "--role-model", "ROLE=REF") for text in role_models)
    for text in settings or ():
        name, value = pair(text, "--set", "NAME=VALUE")
        values[name.replace("-", "_")] = parse_value(value)
    return values


def read_instructions(text: str | None) -> str | None:
    """Return the text, or what stands in the file of that name.

    Raises ConfigurationError for a file that cannot be read.
    """
    if text is None or "\n" in text or len(text) > _LONGEST_NAME:
        return text
    path = Path(text).expanduser()
    if not path.is_file():
        if path.suffix in (".md", ".txt"):
            raise ConfigurationError(f"--instructions: there is no file {text!r}")
        return text
    try:
        return path.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"--instructions: {text!r} cannot be read: {error}") from None


def pair(text: str, option: str, form: str) -> tuple[str, str]:
    """Return the two sides of NAME=VALUE. Raises ConfigurationError where there are none."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise ConfigurationError(f"{option} takes {form}, not {text!r}")
    return name.strip(), value.strip()


def parse_value(text: str) -> Any:
    """Read a value as JSON where it is JSON (numbers, true, null, lists), else as text."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def address_of(option: str | None) -> str:
    """Return the storage's address, from what was given or left out."""
    return option or os.environ.get(VARIABLE) or str(data_directory() / "checkpoints.sqlite")


def use_storage(option: str | None) -> AbstractContextManager[Storage]:
    """Return the storage, open for the time of a block. Raises ConfigurationError in one line where it cannot be."""
    return open_storage(address_of(option))


def again(option: str | None) -> str:
    """Return the option that names the same storage in a printed command, without a password."""
    return f" --checkpoint {shlex.quote(without_password(option))}" if option else ""
