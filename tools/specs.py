"""Load tools by the specs of `--tools`: `module:attr`, `path.py`, `path.py:attr`, `builtin:NAME[=ARGUMENT]`,
`mcp:FILE`, `openapi:[NAME=]FILE_OR_URL[@SERVER]`, `toolbench:DIR_OR_FILE`.
"""

import importlib
import inspect
import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from smurfs_graph.errors import ConfigurationError, UnknownNameError
from smurfs_graph.tools.effects import READS
from smurfs_graph.tools.python import from_file, from_import, from_object
from smurfs_graph.tools.tool import Tool, by_name

BUILTIN = {
    "calc": "arithmetic and units",
    "dates": "dates, durations and time zones",
    "files": "list, read and search files below a folder: builtin:files[=FOLDER]",
    "tables": "SQL over CSV, Parquet and SQLite files: builtin:tables=FILE[,FILE...]",
    "travel": "cities, flights, distances, rooms, restaurants and sights: builtin:travel[=DATABASE_OR_FOLDER]",
}
"""The toolsets that ship with the library, and what each is for."""

_NAMED = {
    "apibank": "FILE",
    "builtin": "NAME",
    "hotpotqa": "FILE, or hotpotqa:wikipedia",
    "mcp": "FILE",
    "openapi": "FILE_OR_URL",
    "toolbench": "DIR_OR_FILE",
}
"""Kinds of specs, and what follows the colon. But for `builtin`, the module of that name has a `load_spec` for it."""


def load_tools(specs: Iterable[Any]) -> dict[str, Tool]:
    """Return the tools of several specs or Python objects, by name.

    Raises ConfigurationError, in one line, for whatever cannot be loaded and for two tools of one name.
    """
    return by_name([tool for spec in specs for tool in load_spec(spec)])


def load_spec(spec: Any) -> list[Tool]:
    """Return the tools of one spec (text) or of one Python object."""
    if isinstance(spec, list | tuple):
        return [tool for part in cast("Iterable[Any]", spec) for tool in load_spec(part)]
    if not isinstance(spec, str):
        return from_object(spec)
    kind, colon, rest = spec.partition(":")
    if (known := kind.lower()) in _NAMED and (kind != known or not (rest.strip() or spec == "builtin:")):
        raise ConfigurationError(f"tool spec {spec!r:.200} is not understood; write {known}:{_NAMED[known]}")
    if kind == "builtin" and colon:
        return _builtin(rest)
    if kind in _NAMED and colon:
        return importlib.import_module(f"smurfs_graph.tools.{kind}").load_spec(rest)
    path, _, attribute = _split_attribute(spec)
    if path.endswith(".py") or "/" in path or os.path.isfile(path):  # noqa: PTH113 - never raises
        return from_file(Path(os.path.expanduser(path)), attribute or None)  # noqa: PTH111 - never raises
    if not path or not all(part.isidentifier() for part in path.split(".")):
        raise ConfigurationError(
            f"tool spec {spec!r} is not understood; use module:attr, path.py, path.py:attr, builtin:NAME, mcp:FILE, "
            "openapi:FILE_OR_URL or toolbench:DIR_OR_FILE"
        )
    return from_import(path, attribute or None)


def _split_attribute(spec: str) -> tuple[str, str, str]:
    path, colon, attribute = spec.rpartition(":")
    return (path, colon, attribute) if colon and attribute.isidentifier() else (spec, "", "")


def _builtin(rest: str) -> list[Tool]:
    """Return a built-in toolset; one that declares nothing only reads. Raises ConfigurationError or
    UnknownNameError.
    """
    name, _, argument = rest.partition("=")
    if name not in BUILTIN:
        raise UnknownNameError("built-in toolset", name, BUILTIN)
    module = importlib.import_module(f"smurfs_graph.tools.{name}")
    make = module.open_toolset if hasattr(module, "open_toolset") else module.tools
    takes = bool(inspect.signature(make).parameters)
    if argument and not takes:
        raise ConfigurationError(f"builtin:{name} takes no argument, not {argument!r}")
    tools = from_object(make(argument or None) if takes else make(), source=f"builtin:{name}")
    return [replace(tool, effects=READS, undeclared=False) if tool.undeclared else tool for tool in tools]
