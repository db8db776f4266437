"""What a sub-task starts from: itself, the answers that it builds on, and nothing else of the run."""

import time
from collections.abc import Callable, Mapping

from langgraph.runtime import Runtime

from smurfs_graph.decision_tree import TreeLimits
from smurfs_graph.nodes.search_moves import step_shape
from smurfs_graph.outcome import Outcome
from smurfs_graph.plan import Plan, SubTask
from smurfs_graph.resources import Resources
from smurfs_graph.search import SearchState
from smurfs_graph.settings import Settings
from smurfs_graph.state import Draft, Known, RunState, SubTaskState, whole_query
from smurfs_graph.tree_state import planted

Limits = Callable[[Settings], TreeLimits]
"""What bounds the tree of a sub-task that is solved by one."""


async def inner_state(
    resources: Resources,
    state: RunState,
    task: SubTask,
    outcomes: Mapping[str, Outcome],
    runtime: Runtime[Settings],
    limits: Limits | None = None,
) -> SubTaskState:
    """The first state of a sub-task's graph. `outcomes` are those of its dependencies."""
    allowed = permitted_tools(resources, state, runtime)
    permitted = tuple(name for name in allowed if not resources.tools[name].internal)
    if task.prepared:  # its call is known: there is nothing to widen to
        permitted = tuple(name for name in allowed if name in task.tools)
    named = tuple(name for name in dict.fromkeys(task.tools) if name in frozenset(permitted))
    first, widest = await resources.shortlists.candidates(
        resources.settings(runtime), (task.content, whole_query(state)), permitted, task.parameters
    )
    search = SearchState(
        tools=named or first,
        permitted=widest,
        stateful=tuple(name for name in dict.fromkeys((*named, *widest)) if resources.tools[name].stateful),
        limits=resources.settings(runtime).limits,
    )
    first = SubTaskState(
        run_id=state.get("run_id", ""),
        query=whole_query(state),
        sub_task=task,
        dependencies=known_answers(state["plan"], task, outcomes),
        handed={name: found.candidates for name, found in outcomes.items() if found.candidates is not None},
        search=search,
        draft=Draft(),
        shape="split",
        warnings=[],
        restarts=0,
        step_began=time.time(),
    )
    if limits is not None:
        return planted(first, limits(resources.settings(runtime)))
    return {**first, "shape": step_shape(resources, runtime, first)}


def permitted_tools(resources: Resources, state: RunState, runtime: Runtime[Settings]) -> tuple[str, ...]:
    """The tools that may be called at all: of the plan that a person approved, less those that the policy forbids."""
    approved = state.get("approved_tools")
    forbidden = resources.rules.forbidden(resources.settings(runtime), resources.tools)
    return tuple(name for name in resources.tools if (approved is None or name in approved) and name not in forbidden)


def known_answers(plan: Plan, task: SubTask, outcomes: Mapping[str, Outcome]) -> tuple[Known, ...]:
    """The answers that a sub-task builds on; what was not found is said too."""
    return tuple(
        Known(question=plan[name].content, answer=outcome.answer or f"not found: {outcome.reason}")
        for name in task.depends_on
        if (outcome := outcomes.get(name)) is not None
    )
