"""Input and output of the planning of guided steps. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from smurfs_graph.guiding.argument_filling import Open
from smurfs_graph.guiding.fitting import Offered
from smurfs_graph.guiding.spans import Span
from smurfs_graph.tools.retrieval.vectors import Closeness

NONE = ""
"""Chosen where no tool fits a clause."""


class MadeCall(NamedTuple):
    """A call that was made for a clause, and what came of it."""

    clause: str
    tool: str
    arguments: Mapping[str, Any]
    ok: bool
    text: str
    """The response, or why it failed."""


@dataclass(frozen=True)
class Aim:
    """A tool that is to be called for a clause, as often as `calls` says."""

    clause: str
    tool: Offered
    calls: tuple[dict[str, Any], ...]
    open: tuple[Open, ...] = ()
    """What the model has to fill in first."""
    fits: Mapping[Span, float] = field(default_factory=dict[Span, float], compare=False)
    """The values that it takes, and how well they go with their parameters."""


@dataclass(frozen=True)
class Choosing:
    """A clause for which the model has to say which tool it means, if any."""

    clause: str
    tools: tuple[Offered, ...]
    by_model_alone: bool = False
    """No words say which: the model is asked twice, in two orders, and has to say the same."""


@dataclass(frozen=True)
class NextStep:
    """The next step of a guided search."""

    aims: tuple[Aim, ...] = ()
    choose: Choosing | None = None
    """To be asked before anything is called."""
    clauses: tuple[str, ...] = ()
    unmet: tuple[str, ...] = ()
    """Clauses for which nothing can be called, and nothing was."""


@dataclass(frozen=True)
class StepInput:
    """The input from which a step is planned."""

    request: str
    tools: tuple[Offered, ...]
    """Those that may be called now."""
    made: tuple[MadeCall, ...] = ()
    chosen: Mapping[str, str] = field(default_factory=dict[str, str])
    """The tool that the model has chosen for a clause; "" for none."""
    known: tuple[str, ...] = ()
    """Earlier answers that values may be taken from."""
    today: str = ""
    near: Closeness | None = field(default=None, compare=False)
    """Compares texts by word vectors, where these are installed."""
