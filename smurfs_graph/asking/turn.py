"""What a node gets from asking its role's model, and how restarts are counted."""

import time
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from langgraph.runtime import Runtime
from pydantic import BaseModel

from smurfs_graph.budgets.usage import UsageRow
from smurfs_graph.events.vocabulary import BudgetOut, CallRefused, Event, Restarted
from smurfs_graph.search.dfsdt import Call
from smurfs_graph.settings import Settings
from smurfs_graph.state import Restart, RunState, Stop, SubTaskState
from smurfs_graph.tools.output import cut

R = TypeVar("R", bound=BaseModel)
MOST_OF_A_REPLY = 4_000
"""Characters of a refused reply that a state keeps, to be shown beside the complaint."""


@dataclass(frozen=True)
class Turn(Generic[R]):
    """What a node gets from asking: a reply, or the need to ask again, or the end of asking.

    With neither `reply` nor `ends_here`, the restarts are used up and the role's safe default is due.
    """

    reply: R | None
    ends_here: bool
    """The node has nothing more to decide: it is asked again, or a budget is out."""
    update: dict[str, Any]
    """What the node must write to the state in any case."""
    raw: str = ""
    """The reply as it was written."""


def complain(
    state: RunState | SubTaskState,
    runtime: Runtime[Settings],
    call: str,
    complaint: str,
    turn: Turn[R],
    limit: int,
) -> Turn[R]:
    """A reply that its schema accepted and the code refuses: a restart as well, counted with the others."""
    return refused(runtime, state, call, complaint, limit, turn.update, turn.raw)


def refused(
    runtime: Runtime[Settings],
    state: RunState | SubTaskState,
    call: str,
    complaint: str,
    limit: int,
    update: dict[str, Any],
    raw: str = "",
) -> Turn[Any]:
    """The turn after a bad reply: a restart, or the safe default and a warning where there were enough of them."""
    before = pending_restart(state, call)
    count = (before.count if before else 0) + 1
    if count > limit:
        warning = f"{call}: gave up after {limit} restarts ({complaint[:200]})"
        warnings = [*update.get("warnings", []), warning]
        return Turn(None, ends_here=False, update={**update, "restart": None, "warnings": warnings})
    emit(runtime, Restarted(sub_task=scope_of(state), call=call, count=count, complaint=complaint))
    readable = raw.strip() if raw.lstrip().startswith("{") else ""  # else it would only lead on to more of the same
    restart = Restart(call=call, count=count, complaint=complaint, reply=cut(readable, MOST_OF_A_REPLY))
    counted = {"restarts": 1} if "sub_task" in state else {}
    return Turn(None, ends_here=True, update={**update, **counted, "restart": restart})


def stopped(
    runtime: Runtime[Settings], state: RunState | SubTaskState, stop: Stop, update: dict[str, Any] | None = None
) -> Turn[Any]:
    """The turn after a budget ran out, or no model could be asked."""
    stop = state.get("stop") or stop  # what ended the search is why the run ends, whatever its last calls run into
    emit(runtime, BudgetOut(sub_task=scope_of(state), reason=stop.reason, text=stop.text))
    given = update or {}
    warnings = [*given.get("warnings", []), *([stop.text] if stop.text else [])]
    return Turn(None, ends_here=True, update={**given, "stop": stop, "restart": None, "warnings": warnings})


def pending_restart(state: RunState | SubTaskState, call: str) -> Restart | None:
    """The bad reply that this call has to mend, if any."""
    restart = state.get("restart")
    return restart if restart is not None and restart.call == call else None


def scope_of(state: RunState | SubTaskState) -> str:
    """The id of the sub-task that a state is about; empty for the run's own."""
    task: Any = state.get("sub_task")
    return task.id if task is not None else ""


def step_of(state: SubTaskState) -> int:
    """Which call of its sub-task is being made, from 0."""
    tree: Any = state.get("tree")
    return len(state["search"].attempts) if tree is None else tree.queries


def depth_of(state: SubTaskState) -> int:
    """Steps before it on its path."""
    tree: Any = state.get("tree")
    return state["search"].depth if tree is None else len(tree.path)


def not_made(state: SubTaskState, call: Call, reason: str) -> CallRefused:
    """The event of a call that is not made."""
    return CallRefused(
        sub_task=state["sub_task"].id,
        step=step_of(state),
        depth=depth_of(state),
        tool=call.tool,
        arguments=dict(call.arguments),
        reason=reason,
    )


def timed(state: SubTaskState, call: Call) -> Call:
    """The call of a step that ends now, with its times."""
    times = {"began": state.get("step_began", 0.0), "ended": time.time()}
    return call.model_copy(update={"timing": call.timing.model_copy(update=times)})


def asks(runtime: Runtime[Settings], sub_task: str, call: str, model: str) -> None:
    """Write a `RoleAsked`, as its class would write it: it is what happens most."""
    emit(runtime, {"at": 0.0, "sub_task": sub_task, "kind": "role_asked", "call": call, "model": model})


def answered(runtime: Runtime[Settings], sub_task: str, call: str, used: UsageRow) -> None:
    """Likewise, a `RoleAnswered`."""
    row = dict(used.__dict__)
    emit(runtime, {"at": 0.0, "sub_task": sub_task, "kind": "role_answered", "call": call, "used": row})


def emit(runtime: Runtime[Settings], event: Event | dict[str, Any]) -> None:
    """Write an event to the run's stream, with the time of now."""
    data: dict[str, Any] = event if isinstance(event, dict) else _written(event)
    data["at"] = time.time()
    runtime.stream_writer(data)


def _written(event: Event) -> dict[str, Any]:
    return event.__pydantic_serializer__.to_python(event, mode="json")
