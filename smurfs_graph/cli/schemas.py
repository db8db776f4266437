"""`--schema`: a Pydantic model named as `path.py:Model` or `module:Model`, for answers as data."""

import importlib
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from pydantic import BaseModel

from smurfs_graph.canonical import digest
from smurfs_graph.errors import ConfigurationError, UnknownNameError
from smurfs_graph.structured import checked_answer_schema


def load_schema(spec: str | None) -> type[BaseModel] | None:
    """The model that a spec names; None for none. Raises ConfigurationError, in one line."""
    if spec is None:
        return None
    place, _, name = spec.rpartition(":")
    if not place or not name.isidentifier():
        raise ConfigurationError(f"--schema takes path.py:Model or module:Model, not {spec!r:.80}")
    module = _imported(place, _from_file if place.endswith(".py") else importlib.import_module)
    if not hasattr(module, name):
        known = [key for key, value in vars(module).items() if isinstance(value, type) and issubclass(value, BaseModel)]
        raise UnknownNameError("Pydantic model", name, [key for key in known if key != "BaseModel"])
    found: Any = getattr(module, name)
    return checked_answer_schema(found)


def _from_file(place: str) -> ModuleType:
    path = Path(place).expanduser().resolve()
    name = f"smurfs_schema_{digest(str(path))[:16]}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise ConfigurationError(f"--schema: there is no file {place!r}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # pydantic looks names up there
    spec.loader.exec_module(module)
    return module


def _imported(place: str, load: Callable[[str], ModuleType]) -> ModuleType:
    try:
        return load(place)
    except (ConfigurationError, KeyboardInterrupt):
        raise
    except BaseException as error:  # the file is the user's: whatever it raises, SystemExit included
        line = " ".join(str(error).split())[:200]
        raise ConfigurationError(f"--schema: {place!r} cannot be imported: {type(error).__name__}: {line}") from None
