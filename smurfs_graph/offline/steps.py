"""What an executor sees when it decides on the next step, and what it decides."""

from dataclasses import dataclass

from smurfs_graph.offline.tools import Tool


@dataclass(frozen=True)
class Step:
    """What is decided for the next step: a tool's name, or "" with the reason."""

    tool: str
    why: str


@dataclass(frozen=True)
class View:
    """What an executor sees when it decides on the next step."""

    text: str
    tools: tuple[Tool, ...]
    used: tuple[str, ...] = ()
    """Tools that the path of this sub-task has already called."""
    popped: tuple[tuple[str, str], ...] = ()
    hint: str = ""
    has_earlier: bool = False
    earlier: str = ""
    """The answer that the sub-task points back to."""
    known_ids: frozenset[str] = frozenset()
    """The entities whose identifier an earlier answer gives: "doctor" where it has a `doctor_id`."""
    planned: tuple[str, ...] = ()
    """Tools that a helper was called for, the next one first."""
    found: tuple[str, ...] = ()
    """What the calls of this sub-task told."""
    things: bool = False
    """Whether an answer lists several things that the text asks something of each of."""
