"""Which storage a command works on: `--checkpoint`, the environment's, or the user's own file."""

import os
import shlex
from collections.abc import Generator
from contextlib import contextmanager

from smurfs_graph.checkpoints.storage import Storage, open_storage, without_password
from smurfs_graph.home import data_directory

VARIABLE = "SMURFS_CHECKPOINT"


def address_of(option: str | None) -> str:
    """The storage's address, from what was given or left out."""
    return option or os.environ.get(VARIABLE) or str(data_directory() / "checkpoints.sqlite")


@contextmanager
def opened(option: str | None) -> Generator[Storage]:
    """The storage, open. Raises ConfigurationError in one line where it cannot be."""
    with open_storage(address_of(option)) as storage:
        yield storage


def again(option: str | None) -> str:
    """What names the same storage once more, for a command that is printed; without a password."""
    return f" --checkpoint {shlex.quote(without_password(option))}" if option else ""
