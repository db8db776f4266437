"""Plan graphs and depth-first tool search with rule-based rollback, as a LangGraph application.

Everything that is public is listed in `__all__`; names are imported when they are first used, so that
`smurfs --help` and type-only imports stay fast.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from smurfs_graph.budgets.usage import Usage, UsageRow
    from smurfs_graph.errors import ConfigurationError, ModelError, SmurfsError, ToolError, UnknownNameError
    from smurfs_graph.events.vocabulary import Event, parse_event
    from smurfs_graph.graph import build_graph
    from smurfs_graph.planning.outcome import Evidence, Outcome, StopReason
    from smurfs_graph.planning.plan import Constraint, Plan, SubTask
    from smurfs_graph.settings import Settings
    from smurfs_graph.tools.effects import effects

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
    "Constraint": "planning.plan",
    "Plan": "planning.plan",
    "SubTask": "planning.plan",
    "Evidence": "planning.outcome",
    "Outcome": "planning.outcome",
    "StopReason": "planning.outcome",
    "Usage": "budgets.usage",
    "UsageRow": "budgets.usage",
    "Event": "events.vocabulary",
    "parse_event": "events.vocabulary",
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"smurfs_graph.{_HOME.get(name, 'errors')}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
