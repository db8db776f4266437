"""The processes of a training: one, or those that `torchrun` starts, one for each device."""

import os
from typing import Any

from smurfs_graph.training.libraries import library


class Rank:
    """This process among those that train together."""

    def __init__(self) -> None:
        """Read what torchrun sets."""
        self.count = int(os.environ.get("WORLD_SIZE", "1"))
        self.is_first = os.environ.get("RANK", "0") == "0"

    def wait(self) -> None:
        """Wait until all of them are here; torchrun ends them all where one fails."""
        if self.count > 1:
            state: Any = library("accelerate").PartialState
            state(cpu=not library("torch").cuda.is_available()).wait_for_everyone()

    def say(self, text: str) -> None:
        """Print a line once."""
        if self.is_first:
            print(text, flush=True)
