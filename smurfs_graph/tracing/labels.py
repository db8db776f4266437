"""Label a traced run by what its node sees: role, strategy, sub-task, depth, attempt. Pure."""

from collections.abc import Mapping
from typing import Any, NamedTuple, cast, get_args

from langchain_core.tracers.schemas import Run

from smurfs_graph.budgets.usage import Usage
from smurfs_graph.planning.plan import TASK
from smurfs_graph.settings import Role

_ROLES = frozenset(get_args(Role))
_ROUTERS = ("after_", "on_entry", "plan_or_skip")


class Labels(NamedTuple):
    """Labels of one run; empty or 0 where there is none."""

    sub_task: str = ""
    depth: int | None = None
    """Depth of the step in the sub-task's search, from 0."""
    attempt: int = 0
    """1 for the first time that a role is asked, more after restarts; 0 where nobody is asked."""
    tool: str = ""

    @property
    def tags(self) -> list[str]:
        """Return the labels as tags, for LangSmith to show and filter."""
        return [f"{name}:{value}" for name, value in self._known.items()]

    @property
    def metadata(self) -> dict[str, Any]:
        """Return the labels as metadata."""
        return {f"smurfs_{name}": value for name, value in self._known.items()}

    @property
    def _known(self) -> dict[str, Any]:
        pairs = {"sub_task": self.sub_task, "depth": self.depth, "attempt": self.attempt or None, "tool": self.tool}
        return {name: value for name, value in pairs.items() if value not in ("", None)}


def call_of(node: str) -> str:
    """Return the call that a node makes, as prompts and events name it: executor_thought is executor.thought."""
    return node.replace("_", ".", 1) if node.partition("_")[0] in _ROLES else node


def is_router(node: str) -> bool:
    """Return whether a run is a router; it sees what the node before it wrote."""
    return node.startswith(_ROUTERS)


def is_hidden(run: Run, above: Run | None) -> bool:
    """Return whether a run is LangGraph's own step, or a tool's call that the run above tells of already."""
    is_told_twice = above is not None and above.run_type == run.run_type == "tool" and above.name == run.name
    return is_told_twice or "langsmith:hidden" in (run.tags or [])


def labels_below(above: Labels, run: Run) -> Labels:
    """Return the labels of a run: those of a node by what it sees, else those of the run above."""
    if run.run_type in ("llm", "chat_model", "tool") or is_router(run.name):
        return above
    found = labels_of(run.name, cast("object", run.inputs))
    return found._replace(sub_task=found.sub_task or above.sub_task)


def labels_of(node: str, inputs: object) -> Labels:
    """Return the labels of a node's run, or of a whole sub-task's."""
    branch = node.removeprefix(TASK) if node.startswith(TASK) else ""
    if not isinstance(inputs, Mapping):
        return Labels(sub_task=branch)
    state = cast("Mapping[str, Any]", inputs)
    call = getattr(state.get("draft"), "call", None) if node in ("tool_call", "approve_call") else None
    return Labels(
        sub_task=str(getattr(state.get("sub_task"), "id", branch)),
        depth=_depth(state) if "sub_task" in state else None,
        attempt=_attempt(node, state),
        tool=str(getattr(call, "tool", "")),
    )


def _attempt(node: str, state: Mapping[str, Any]) -> int:
    call = call_of(node)
    if call.partition(".")[0] not in _ROLES:
        return 0
    restart: Any = state.get("restart")
    return 1 + (restart.count if restart is not None and restart.call == call else 0)


def _depth(state: Mapping[str, Any]) -> int | None:
    tree: Any = state.get("tree")
    if tree is not None:
        at: int = tree.at
        return tree.rounds[at].depth if at >= 0 else 0
    found: Any = getattr(state.get("search"), "depth", None)
    return found if isinstance(found, int) else None


def ending_of(outputs: object) -> dict[str, Any]:
    """Return a whole run's stop reason and usage as data; empty for anything else."""
    if not isinstance(outputs, Mapping):
        return {}
    result = cast("Mapping[str, Any]", outputs)
    if not result.get("stop_reason"):
        return {}
    usage: Any = result.get("usage")
    used: dict[str, Any] = usage.summary() if isinstance(usage, Usage) else {}
    ending = {"stop_reason": str(result["stop_reason"]), **used}
    return {f"smurfs_{name}": value for name, value in ending.items()}


def waits(error: str | None) -> bool:
    """Return whether the exception that ended a run is LangGraph's way of asking a person, which is no error."""
    return bool(error) and str(error).startswith(("GraphInterrupt(", "GraphBubbleUp(", "ParentCommand("))
