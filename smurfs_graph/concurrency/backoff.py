"""Pauses between attempts: the one rule by which models, tools and databases are tried again."""

import math
import random
from typing import NamedTuple


class Backoff(NamedTuple):
    """Exponential pauses, in seconds."""

    first: float
    """Before the second attempt; each further pause is twice as long."""
    longest: float = math.inf
    varied: bool = True
    """Between half of a pause and the whole, so that callers do not come back all at once."""

    def pause(self, attempt: int, wanted: float | None = None) -> float:
        """Return the seconds to wait after an attempt, the first of which is 0.

        `wanted`: what the other side asks for; it is not made longer or varied.
        """
        if wanted is not None:
            return wanted
        pause = min(self.longest, self.first * 2.0 ** min(attempt, 60))
        return pause * random.uniform(0.5, 1.0) if self.varied else pause
