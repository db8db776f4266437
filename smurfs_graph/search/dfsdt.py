"""The search of one sub-task: DFSDT with a rule-based rollback (Smurfs section 3.4; docs/how-it-works.md).

Pure: `(state, event) -> state`, and `next_move(state)` says what to do next. No model, no tool, no clock.

    decide      ask the executor for the next call, with the tools of `available(state)`
    widen       the candidate tools are used up at the root: allow all permitted ones, once
    roll_back   nothing is left below the last step of the path: undo it
    close       the search is over without a verdict: answer from what was seen
    finish      the last answer was verified

Departures from the paper, on purpose: depth and calls are bounded at once; the hint is restored on rollback; a failed
call is seen at its own depth; the same read is made once in an epoch (`records.py`); a step that may have changed
something is never undone; the candidate tools widen once. And unless `Limits.published` holds a strategy to the paper's
rules: a complaint about a call says nothing against its tool, a verdict can be final, two steps without news end the
search, and one step may hold several independent calls.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from smurfs_graph.search.records import is_news
from smurfs_graph.search.state import (
    Attempt,
    Call,
    Concluded,
    Declined,
    Doubted,
    Event,
    Failed,
    Joined,
    Judged,
    NoneFits,
    Refused,
    RolledBack,
    SearchState,
    Stepped,
    Stopped,
    Widened,
)

Move = Literal["decide", "widen", "roll_back", "close", "finish"]
Ending = Literal["solved", "partial", "exhausted", "failed"]
NONE_FITS = "none of them fits"
"""Why tools are popped that the executor wanted none of."""
MOST_COMPLAINTS = 2
"""Steps at one depth with complaints about one tool's calls, after which the tool is popped; never in native steps."""
MOST_STALE = 2
"""Steps in a row that bring nothing new, after which the search ends."""


def available(state: SearchState) -> tuple[str, ...]:
    """Return τ_t: the candidate tools less those popped at this depth, in their own order."""
    if state.depth >= state.limits.max_depth:
        return ()
    gone = state.popped[state.depth]
    return tuple(tool for tool in state.tools if tool not in gone)


def next_move(state: SearchState) -> Move:
    """Return the next move of the search. Every sequence of moves and events ends in "close" or "finish"."""
    if state.concluded or (state.attempts and state.attempts[-1].status == "solved"):
        return "finish"
    if state.stopped or state.steps >= state.limits.max_steps or _asked_often_enough(state):
        return "close"
    if state.stale >= MOST_STALE and not state.limits.published:
        return "close"
    if state.depth >= state.limits.max_depth and not state.limits.exhaustive:
        return "close"
    if available(state):
        return "decide"
    if state.path and not state.is_at_floor:
        return "roll_back"
    return "widen" if _can_widen(state) else "close"


def ending(state: SearchState) -> Ending:
    """Return how a search that closes or finishes has ended; docs/faq.md says what each ending means."""
    if state.concluded:
        return state.concluded
    if next_move(state) == "finish":
        return "solved"
    if not state.evidence:
        return "failed"
    limited = is_at_limit(state)
    exhausted = (not state.path or state.is_at_floor) and not available(state)
    return "exhausted" if exhausted and not limited else "partial"


def is_at_limit(state: SearchState) -> bool:
    """Return whether a budget, or the most calls or depth that are allowed, lets the search go no further."""
    at_depth = state.depth >= state.limits.max_depth and not state.limits.exhaustive
    return bool(state.stopped) or state.steps >= state.limits.max_steps or at_depth


def advance(state: SearchState, event: Event) -> SearchState:
    """Return the state after an event. Raises ValueError for an event that cannot happen in this state."""
    _require_move(state, event)
    match event:
        case NoneFits():
            return _decline(_pop(state, dict.fromkeys(_seen(state, event), NONE_FITS)), event)
        case Refused() | Failed() | Judged() if event.call.turn >= 0:
            return _step(state, (event,))
        case Refused():
            return _pop(_record(state, _attempt(state, event, state.depth)), {event.call.tool: event.reason})
        case Failed():
            return _fail(_record(state, _attempt(state, event, state.depth)), event)
        case Judged():
            return _judge(state, event)
        case Stepped():
            return _step(state, event.results)
        case Concluded():
            return _conclude(state, event)
        case Doubted(hint=hint):
            return state.model_copy(update={"hint": hint, "stale": state.stale + 1})
        case Joined(tools=tools, changing=changing):
            more = {
                "tools": dict.fromkeys((*state.tools, *tools)),
                "changing": dict.fromkeys((*state.changing, *changing)),
            }
            return state.model_copy(update={name: tuple(names) for name, names in more.items()})
        case RolledBack():
            return _roll_back(state)
        case Widened():
            return state.model_copy(update={"tools": _widest(state), "widened": True})
        case Stopped(reason=reason):
            return state.model_copy(update={"stopped": reason})


def _fail(after: SearchState, event: Failed, depth: int | None = None) -> SearchState:
    """Pop the tool, unless the failure is a complaint about this call's arguments.

    Then it is popped after `MOST_COMPLAINTS` of them at this depth, and never in native steps, whose calls have a turn.
    Published rules pop it at once.
    """
    at, tool = after.depth if depth is None else depth, event.call.tool
    is_complaint = event.fault != "tool" and not after.limits.published
    if is_complaint and (event.call.turn >= 0 or _complaints(after, tool, at) < MOST_COMPLAINTS):
        return after
    return _pop(after, {tool: event.reason}, at)


def _complaints(state: SearchState, tool: str, depth: int) -> int:
    """Count the failed calls of a tool at a depth since the path came there."""
    before = [at for at in state.path if state.attempts[at].depth < depth]
    here = (attempt for attempt in state.attempts[before[-1] + 1 if before else 0 :] if attempt.depth == depth)
    return sum(attempt.status == "failed" and attempt.call.tool == tool for attempt in here)


def _judge(state: SearchState, event: Judged) -> SearchState:
    after = _record(state, _attempt(state, event, state.depth))
    return _with_final(_deeper(after, (len(after.attempts) - 1,), event.hint, _stale(state, [event])), event)


def _with_final(state: SearchState, event: Judged) -> SearchState:
    """End the search at a final verdict, but not under the published rules."""
    if event.status != "final" or state.limits.published:
        return state
    return state.model_copy(update={"concluded": "partial", "answer": event.answer, "gap": event.hint})


def _step(state: SearchState, results: tuple[Refused | Failed | Judged, ...]) -> SearchState:
    """Record a step: all its calls are attempts of one depth; the answered ones are one level of the path."""
    joins = _joins(state, results[0].call)
    after, depth, answered, blamed = state, state.depth - joins, list[int](), set[str]()
    for result in results:
        after = _record(after, _attempt(state, result, depth))
        if isinstance(result, Judged):
            answered.append(len(after.attempts) - 1)
        elif isinstance(result, Failed) and result.call.tool not in after.popped[depth]:
            if result.fault != "tool" and result.call.tool in blamed:
                continue  # several wrong calls of one step are one reason against the tool
            blamed.add(result.call.tool)
            after = _fail(after, result, depth)
    if not answered:
        brings_nothing = all(result.again for result in results)
        return after.model_copy(update={"stale": after.stale + brings_nothing})
    if joins:
        return after.model_copy(update={"path": (*after.path, *answered)})
    judged = [result for result in results if isinstance(result, Judged)]
    hints = [result.hint for result in judged if result.hint]
    deeper = _deeper(after, tuple(answered), hints[-1] if hints else "", _stale(state, judged))
    return _with_final(deeper, judged[-1])


def _joins(state: SearchState, call: Call) -> bool:
    """Return whether a call belongs to the step that is the last level of the path."""
    return call.turn >= 0 and bool(state.path) and state.attempts[state.path[-1]].call.turn == call.turn


def _is_under_way(state: SearchState, call: Call) -> bool:
    """Return whether a call belongs to the reply whose calls were made last, whatever came of these."""
    return call.turn >= 0 and bool(state.attempts) and state.attempts[-1].call.turn == call.turn


def _deeper(state: SearchState, level: tuple[int, ...], hint: str, stale: int) -> SearchState:
    """Return the search one level deeper, below the steps of a level."""
    return state.model_copy(
        update={
            "path": (*state.path, *level),
            "popped": (*state.popped, {}),
            "hint": hint,
            "stale": stale,
        }
    )


def _stale(state: SearchState, judged: Sequence[Judged]) -> int:
    """Return how many steps in a row have brought no news, with this one; a repeated change counts as neither."""
    if any(is_news(state, result) for result in judged):
        return 0
    return state.stale + all(result.call.tool not in state.changing for result in judged)


def _conclude(state: SearchState, event: Concluded) -> SearchState:
    return state.model_copy(update={"concluded": event.status, "answer": event.answer, "gap": event.gap})


def _roll_back(state: SearchState) -> SearchState:
    """Undo the last level of the path: its tools are popped at its depth."""
    depth = state.depth - 1
    level = frozenset(at for at in state.path if state.attempts[at].depth == depth)
    steps = [state.attempts[at] for at in sorted(level)]
    attempts = tuple(
        attempt.model_copy(update={"rolled_back": True}) if at in level else attempt
        for at, attempt in enumerate(state.attempts)
    )
    undone = state.model_copy(
        update={
            "attempts": attempts,
            "path": tuple(at for at in state.path if at not in level),
            "popped": state.popped[:-1],
            "hint": steps[0].made_under,
        }
    )
    return _pop(undone, {step.call.tool: step.hint or "it led nowhere" for step in steps})


def _attempt(state: SearchState, event: Refused | Failed | Judged, depth: int) -> Attempt:
    """Return the record of a call. A native step may also hold calls of tools that are withdrawn or unknown."""
    call = event.call
    if call.turn < 0 and call.tool not in available(state):
        raise ValueError(f"tool {call.tool!r} is not available at depth {state.depth}")
    common: dict[str, Any] = {"call": call, "depth": depth, "made_under": state.hint}
    match event:
        case Refused(reason=reason, fault=fault):
            return Attempt(**common, status="refused", reason=reason, fault=fault, again=event.again)
        case Failed(reason=reason, response=response, fault=fault):
            return Attempt(**common, status="failed", reason=reason, response=response, fault=fault, again=event.again)
        case Judged(status=status, answer=answer, hint=hint, response=response):
            return Attempt(**common, status=status, answer=answer, hint=hint, response=response, again=event.again)


def _asked_often_enough(state: SearchState) -> bool:
    """Return whether replies whose calls were all refused are too many; they are no steps, but not without end."""
    turns = {attempt.call.turn for attempt in state.attempts if attempt.call.turn >= 0}
    return len(turns) >= 2 * state.limits.max_steps


def _seen(state: SearchState, event: NoneFits) -> tuple[str, ...]:
    if left := set(event.shown) - set(available(state)):
        raise ValueError(f"tools that are not available at depth {state.depth} cannot have been shown: {sorted(left)}")
    return event.shown or available(state)


def _decline(state: SearchState, event: NoneFits) -> SearchState:
    step = Declined(step=len(state.attempts), depth=state.depth, thought=event.thought, timing=event.timing)
    return state.model_copy(update={"declined": (*state.declined, step)})


def _record(state: SearchState, attempt: Attempt) -> SearchState:
    return state.model_copy(update={"attempts": (*state.attempts, attempt)})


def _pop(state: SearchState, reasons: Mapping[str, str], depth: int | None = None) -> SearchState:
    at = state.depth if depth is None else depth
    here = {**state.popped[at], **reasons}
    return state.model_copy(update={"popped": (*state.popped[:at], here, *state.popped[at + 1 :])})


def _widest(state: SearchState) -> tuple[str, ...]:
    return (*state.tools, *(tool for tool in state.permitted if tool not in state.tools))


def _can_widen(state: SearchState) -> bool:
    """Return whether the candidates may widen: at the root, and where nothing above can be undone."""
    if state.widened or available(state) or state.depth >= state.limits.max_depth:
        return False
    return (not state.path or state.is_at_floor) and _widest(state) != state.tools


def _require_move(state: SearchState, event: Event) -> None:
    """Raise ValueError for an event that answers no move; only a budget may run out whatever comes next."""
    move = next_move(state)
    wanted: Move = "roll_back" if isinstance(event, RolledBack) else "widen" if isinstance(event, Widened) else "decide"
    if isinstance(event, Concluded) and not state.concluded:
        return
    first = event.results[0] if isinstance(event, Stepped) else event
    if isinstance(first, Refused | Failed | Judged) and _is_under_way(state, first.call) and not state.concluded:
        return  # the rest of a step whose first calls came to the end of the search
    if move != wanted and not isinstance(event, Stopped):
        raise ValueError(f"{type(event).__name__} cannot happen here: the search's next move is {move!r}")
