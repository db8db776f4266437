"""The turn that comes of asking: a reply, a restart after a bad one, or the end. Pure but for the events."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from langgraph.runtime import Runtime
from pydantic import BaseModel

from smurfs_graph.asking.emitting import emit, scope_of
from smurfs_graph.events.vocabulary import BudgetOut, Restarted
from smurfs_graph.planning.lengths import Cut
from smurfs_graph.settings import Settings
from smurfs_graph.state import Restart, RunState, Stop, TaskState
from smurfs_graph.tools.output import cut

R = TypeVar("R", bound=BaseModel)
MOST_OF_A_REPLY = 4_000
"""Characters of a refused reply that a state keeps, to be shown beside the complaint."""


@dataclass(frozen=True)
class Turn(Generic[R]):
    """The result of asking, for a node: a reply, or the need to ask again, or the end of asking.

    With neither `reply` nor `ends_here`, the restarts are used up and the role's safe default is due.
    """

    reply: R | None
    ends_here: bool
    """The node has nothing more to decide: it is asked again, or a budget is out."""
    update: dict[str, Any]
    """The update that the node must write to the state in any case."""
    raw: str = ""
    """The reply as it was written."""


def complain(
    state: RunState | TaskState,
    runtime: Runtime[Settings],
    call: str,
    complaint: str,
    turn: Turn[R],
    limit: int,
) -> Turn[R]:
    """Return the turn after a reply that its schema accepted and the code refuses: a restart,
    counted with the others.
    """
    return turn_after_refusal(runtime, state, call, complaint, limit, turn.update, turn.raw)


def turn_after_refusal(
    runtime: Runtime[Settings],
    state: RunState | TaskState,
    call: str,
    complaint: str,
    limit: int,
    update: dict[str, Any],
    raw: str = "",
    cut_off: Cut | None = None,
) -> Turn[Any]:
    """Return the turn after a bad reply: a restart, or the safe default and a warning where there
    were enough of them.
    """
    before = pending_restart(state, call)
    count = (before.count if before else 0) + 1
    if count > limit:
        warning = f"{call}: gave up after {limit} restarts ({complaint[:200]})"
        warnings = [*update.get("warnings", []), warning]
        return Turn(None, ends_here=False, update={**update, "restart": None, "warnings": warnings})
    emit(runtime, Restarted(sub_task=scope_of(state), call=call, count=count, complaint=complaint))
    # what is no JSON, or has no end, would only lead on to more of the same
    readable = raw.strip() if raw.lstrip().startswith("{") and cut_off is None else ""
    cuts: tuple[Cut, ...] = (*(before.cuts if before else ()), *((cut_off,) if cut_off else ()))
    restart = Restart(call=call, count=count, complaint=complaint, reply=cut(readable, MOST_OF_A_REPLY), cuts=cuts)
    counted = {"restarts": 1} if "sub_task" in state else {}
    return Turn(None, ends_here=True, update={**update, **counted, "restart": restart})


def turn_after_stop(
    runtime: Runtime[Settings], state: RunState | TaskState, stop: Stop, update: dict[str, Any] | None = None
) -> Turn[Any]:
    """Return the turn after a budget ran out, or no model could be asked."""
    stop = state.get("stop") or stop  # what ended the search is why the run ends, whatever its last calls run into
    emit(runtime, BudgetOut(sub_task=scope_of(state), reason=stop.reason, text=stop.text))
    given = update or {}
    warnings = [*given.get("warnings", []), *([stop.text] if stop.text else [])]
    return Turn(None, ends_here=True, update={**given, "stop": stop, "restart": None, "warnings": warnings})


def pending_restart(state: RunState | TaskState, call: str) -> Restart | None:
    """Return the bad reply that this call has to mend, if any."""
    restart = state.get("restart")
    return restart if restart is not None and restart.call == call else None
