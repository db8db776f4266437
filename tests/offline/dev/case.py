"""One request of the development set, with the calls, arguments and facts that a right run shows."""

from dataclasses import dataclass, field
from typing import Any

Arguments = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """A request, the calls that settle it (in any order) and the texts that its answer must hold."""

    query: str
    calls: tuple[tuple[str, Arguments], ...] = ()
    facts: tuple[str, ...] = field(default=())
    permitted: tuple[tuple[str, Arguments], ...] = field(default=())
    """Calls that may be made as well, or in place of one of the same tool."""
