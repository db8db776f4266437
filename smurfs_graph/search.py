"""The search of one sub-task: DFSDT with a rule-based rollback (Smurfs section 3.4; DESIGN 3.3).

Pure: `(state, event) -> state`, and `next_move(state)` says what to do next. No model, no tool, no clock.

    decide      ask the executor for the next call, with the tools of `available(state)`
    widen       the candidate tools are used up at the root: allow all permitted ones, once
    roll_back   nothing is left below the last step of the path: undo it
    close       the search is over without a verdict: answer from what was seen
    finish      the last answer was verified

Departures from the paper, on purpose: depth and calls are bounded at once; the hint is restored on rollback; a failed
call is seen at its own depth; identical calls are not made twice; the candidate tools widen once.
"""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from smurfs_graph.canonical import canonical_json

Move = Literal["decide", "widen", "roll_back", "close", "finish"]
Ending = Literal["solved", "partial", "exhausted", "failed"]
Status = Literal["failed", "refused", "solved", "pending"]
NONE_FITS = "none of them fits"
"""Why tools are popped that the executor wanted none of."""


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Limits(_Frozen):
    """What bounds the search of one sub-task."""

    max_depth: int = Field(default=3, ge=1)
    """Steps on one path."""
    max_steps: int = Field(default=12, ge=1)
    """Tool call attempts, failed and reused ones included."""
    exhaustive: bool = False
    """At `max_depth`, roll back and search elsewhere instead of closing."""


class Timing(_Frozen):
    """When a step was made, in seconds since 1970; 0 where nobody said. The search itself has no clock."""

    began: float = 0.0
    """The executor began to think about it."""
    called: float = 0.0
    """The tool was called; 0 where it was not."""
    seconds: float = 0.0
    """How long the tool took."""
    ended: float = 0.0
    """The call had failed, or its answer was judged."""


class Call(_Frozen):
    """A tool call that the executor decided on, and the thought behind it."""

    tool: str
    arguments: dict[str, Any] = Field(default_factory=dict)
    thought: str = ""
    fingerprint: str = ""
    """Of the arguments as the tool takes them; empty where nobody has validated them."""
    timing: Timing = Timing()

    @property
    def key(self) -> tuple[str, str]:
        """What makes two calls identical: the tool and its canonical arguments."""
        return self.tool, self.fingerprint or canonical_json(self.arguments)


class Attempt(_Frozen):
    """One step of the decision tree: an entry of global memory."""

    call: Call
    depth: int
    """0 for the first step of a path."""
    status: Status
    """failed: the call failed; refused: its arguments were never valid, so it was not made; else the verdict."""
    reason: str = ""
    """Why it failed or was refused."""
    answer: str = ""
    hint: str = ""
    """The verifier's hint on what to find next."""
    made_under: str = ""
    """The hint that was in force when the step was made; restored on rollback."""
    response: str = ""
    """Reference of the full response in the store."""
    rolled_back: bool = False


class SearchState(_Frozen):
    """Where a search stands. One record of attempts; local and global memory are views of it."""

    tools: tuple[str, ...]
    """The candidate tools (τ)."""
    permitted: tuple[str, ...] = ()
    """What the candidates widen to at the root; empty: nothing more than `tools`."""
    stateful: tuple[str, ...] = ()
    """Tools that answer the same call differently each time: exempt from the identical-call rule."""
    limits: Limits = Limits()
    attempts: tuple[Attempt, ...] = ()
    path: tuple[int, ...] = ()
    """Positions in `attempts` of the current path's steps."""
    popped: tuple[dict[str, str], ...] = ({},)
    """Per depth 0..len(path): the tools popped there under the current path, and why."""
    hint: str = ""
    widened: bool = False
    stopped: str = ""
    """The budget that ran out, if one did."""

    @property
    def depth(self) -> int:
        """t: the steps on the current path."""
        return len(self.path)

    @property
    def steps(self) -> int:
        """Tool call attempts so far."""
        return sum(attempt.status != "refused" for attempt in self.attempts)

    @property
    def local_memory(self) -> tuple[Attempt, ...]:
        """M: the steps of the current path."""
        return tuple(self.attempts[at] for at in self.path)

    @property
    def global_memory(self) -> tuple[Attempt, ...]:
        """Every attempt, rolled-back and failed ones included."""
        return self.attempts

    @property
    def evidence(self) -> tuple[Attempt, ...]:
        """The attempts that brought an answer."""
        return tuple(attempt for attempt in self.attempts if attempt.status in ("solved", "pending"))


class NoneFits(_Frozen):
    """The executor found no tool in τ_t that could help."""

    shown: tuple[str, ...] = ()
    """The tools that it was shown, where these were not all of τ_t: the others are left to try."""


class Refused(_Frozen):
    """The arguments of a call stayed invalid; the call was not made."""

    call: Call
    reason: str


class Failed(_Frozen):
    """A call failed (the failure rule says what counts)."""

    call: Call
    reason: str
    response: str = ""


class Judged(_Frozen):
    """A call was answered and its answer judged."""

    call: Call
    answer: str
    status: Literal["solved", "pending"]
    hint: str = ""
    response: str = ""


class Concluded(_Frozen):
    """The executor ended the search by itself, without a verifier (Smurfs, Table 5); `answer` settles the sub-task."""

    answer: str


class RolledBack(_Frozen):
    """The last step of the path is undone."""


class Widened(_Frozen):
    """The candidate tools become all permitted ones."""


class Stopped(_Frozen):
    """A budget ran out."""

    reason: str


Event = NoneFits | Refused | Failed | Judged | Concluded | RolledBack | Widened | Stopped


def available(state: SearchState) -> tuple[str, ...]:
    """τ_t: the candidate tools less those popped at this depth, in their own order."""
    if state.depth >= state.limits.max_depth:
        return ()
    gone = state.popped[state.depth]
    return tuple(tool for tool in state.tools if tool not in gone)


def next_move(state: SearchState) -> Move:
    """What the search does next. Every sequence of moves and events ends in "close" or "finish"."""
    if state.attempts and state.attempts[-1].status == "solved":
        return "finish"
    if state.stopped or state.steps >= state.limits.max_steps:
        return "close"
    if state.depth >= state.limits.max_depth and not state.limits.exhaustive:
        return "close"
    if available(state):
        return "decide"
    if state.path:
        return "roll_back"
    return "widen" if _can_widen(state) else "close"


def ending(state: SearchState) -> Ending:
    """How a search that closes or finishes has ended (DESIGN: outcome)."""
    if next_move(state) == "finish":
        return "solved"
    if not state.evidence:
        return "failed"
    exhausted = not state.path and not available(state) and not state.stopped
    return "exhausted" if exhausted and state.steps < state.limits.max_steps else "partial"


def advance(state: SearchState, event: Event) -> SearchState:
    """The state after an event. Raises ValueError for an event that cannot happen in this state."""
    _require_move(state, event)
    match event:
        case NoneFits():
            return _pop(state, dict.fromkeys(_seen(state, event), NONE_FITS))
        case Refused(call=call, reason=reason):
            attempt = _attempt(state, call, status="refused", reason=reason)
            return _pop(_record(state, attempt), {call.tool: reason})
        case Failed(call=call, reason=reason, response=response):
            attempt = _attempt(state, call, status="failed", reason=reason, response=response)
            return _pop(_record(state, attempt), {call.tool: reason})
        case Judged():
            return _judged(state, event)
        case Concluded(answer=answer):
            return _concluded(state, answer)
        case RolledBack():
            return _rolled_back(state)
        case Widened():
            return state.model_copy(update={"tools": _widest(state), "widened": True})
        case Stopped(reason=reason):
            return state.model_copy(update={"stopped": reason})


def repeated_on_path(state: SearchState, call: Call) -> bool:
    """Whether the current path already holds this very call; it then counts as failed."""
    return call.tool not in state.stateful and any(step.call.key == call.key for step in state.local_memory)


def recorded(state: SearchState, call: Call) -> Attempt | None:
    """The attempt off the path that made this very call: its record is used instead of calling again.

    The earliest one counts, for it was really made; a later one may have failed only as a repetition on its path.
    """
    if call.tool in state.stateful:
        return None
    on_path = set(state.path)
    for at, attempt in enumerate(state.attempts):
        if at not in on_path and attempt.status != "refused" and attempt.call.key == call.key:
            return attempt
    return None


def _judged(state: SearchState, event: Judged) -> SearchState:
    attempt = _attempt(
        state, event.call, status=event.status, answer=event.answer, hint=event.hint, response=event.response
    )
    after = _record(state, attempt)
    deeper: dict[str, Any] = {
        "path": (*after.path, len(after.attempts) - 1),
        "popped": (*after.popped, {}),
        "hint": event.hint,
    }
    return after.model_copy(update=deeper)


def _concluded(state: SearchState, answer: str) -> SearchState:
    """The last step of the path becomes the one that solved it, and the last of all attempts."""
    if not state.path:
        raise ValueError("a search without a step on its path has nothing to end with")
    *before, last = state.path
    solved = state.attempts[last].model_copy(update={"status": "solved", "answer": answer})
    attempts = (*state.attempts[:last], *state.attempts[last + 1 :], solved)
    return state.model_copy(update={"attempts": attempts, "path": (*before, len(attempts) - 1)})


def _rolled_back(state: SearchState) -> SearchState:
    last = state.path[-1]
    step = state.attempts[last]
    attempts = (
        *state.attempts[:last],
        step.model_copy(update={"rolled_back": True}),
        *state.attempts[last + 1 :],
    )
    undone = state.model_copy(
        update={
            "attempts": attempts,
            "path": state.path[:-1],
            "popped": state.popped[:-1],
            "hint": step.made_under,
        }
    )
    return _pop(undone, {step.call.tool: step.hint or "it led nowhere"})


def _attempt(state: SearchState, call: Call, **fields: Any) -> Attempt:
    if call.tool not in available(state):
        raise ValueError(f"tool {call.tool!r} is not available at depth {state.depth}")
    return Attempt(call=call, depth=state.depth, made_under=state.hint, **fields)


def _seen(state: SearchState, event: NoneFits) -> tuple[str, ...]:
    if left := set(event.shown) - set(available(state)):
        raise ValueError(f"tools that are not available at depth {state.depth} cannot have been shown: {sorted(left)}")
    return event.shown or available(state)


def _record(state: SearchState, attempt: Attempt) -> SearchState:
    return state.model_copy(update={"attempts": (*state.attempts, attempt)})


def _pop(state: SearchState, reasons: Mapping[str, str]) -> SearchState:
    here = {**state.popped[state.depth], **reasons}
    return state.model_copy(update={"popped": (*state.popped[: state.depth], here)})


def _widest(state: SearchState) -> tuple[str, ...]:
    return (*state.tools, *(tool for tool in state.permitted if tool not in state.tools))


def _can_widen(state: SearchState) -> bool:
    return not state.path and not state.widened and not available(state) and _widest(state) != state.tools


def _require_move(state: SearchState, event: Event) -> None:
    """An event answers a move; only a budget may run out whatever comes next."""
    move = next_move(state)
    wanted: Move = "roll_back" if isinstance(event, RolledBack) else "widen" if isinstance(event, Widened) else "decide"
    if move != wanted and not isinstance(event, Stopped):
        raise ValueError(f"{type(event).__name__} cannot happen here: the search's next move is {move!r}")
