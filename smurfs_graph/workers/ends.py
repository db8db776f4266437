"""How runs end: said on a channel of the database, and to a webhook where a worker was given one."""

import json
from dataclasses import asdict, dataclass

CHANNEL = "smurfs_runs"
"""Channel of PostgreSQL on which workers say the end of each job; a payload is an `End` as JSON."""
_LONGEST = 7_500
"""Bytes of a payload; PostgreSQL takes 8,000."""


@dataclass(frozen=True)
class End:
    """What has become of a run's job."""

    thread: str
    state: str
    """finished, waiting (for a person), failed (given up), cancelled; queued or running where it has not ended."""
    reason: str
    """The stop reason of a finished run; why a failed one was given up."""
    user: str = ""

    def as_json(self) -> str:
        """Return the end as a notification holds it."""
        text = json.dumps(asdict(self))
        return text if len(text) <= _LONGEST else json.dumps({**asdict(self), "reason": self.reason[:500]})
