"""The libraries of the extra `training`, loaded where they are used."""

from importlib import import_module
from typing import Any

from smurfs_graph.errors import ConfigurationError, how_to_install


def library(name: str) -> Any:
    """Return a module of the extra. Raises ConfigurationError where it is not installed."""
    try:
        return import_module(name)
    except ImportError as error:
        missing = error.name or name
        raise ConfigurationError(f"training needs {missing}: {how_to_install('training')}") from None
