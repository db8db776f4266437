"""Plan graphs and depth-first tool search with rule-based rollback, as a LangGraph application.

Everything that is public is listed in `__all__`; names are imported when they are first used, so that
`smurfs --help` and type-only imports stay fast.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from smurfs_graph.errors import ConfigurationError, ModelError, SmurfsError, ToolError, UnknownNameError
    from smurfs_graph.events import Event, parse_event
    from smurfs_graph.graph import build_graph
    from smurfs_graph.outcome import Evidence, Outcome, StopReason
    from smurfs_graph.plan import Constraint, Plan, SubTask
    from smurfs_graph.settings import Settings
    from smurfs_graph.tools.effects import effects
    from smurfs_graph.usage import Usage, UsageRow

__all__ = [
    "ConfigurationError",
    "Constraint",
    "Event",
    "Evidence",
    "ModelError",
    "Outcome",
    "Plan",
    "Settings",
    "SmurfsError",
    "StopReason",
    "SubTask",
    "ToolError",
    "UnknownNameError",
    "Usage",
    "UsageRow",
    "build_graph",
    "effects",
    "parse_event",
]

_HOME = {
    "build_graph": "graph",
    "effects": "tools.effects",
    "Settings": "settings",
    "Constraint": "plan",
    "Plan": "plan",
    "SubTask": "plan",
    "Evidence": "outcome",
    "Outcome": "outcome",
    "StopReason": "outcome",
    "Usage": "usage",
    "UsageRow": "usage",
    "Event": "events",
    "parse_event": "events",
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"smurfs_graph.{_HOME.get(name, 'errors')}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
