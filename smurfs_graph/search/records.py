"""Decide when the record of an earlier call stands for a new one, and when a step brings news. Pure.

A record stands within its epoch only. An epoch of a run ends when a call that may change something starts, and again
when it ends (`asking/epochs.py` counts them). Replay after a kill is another thing: the journal goes by place, not by
identity.
"""

from typing import NamedTuple

from smurfs_graph.search.state import Attempt, Call, Judged, SearchState

AS_BEFORE = "made before, and nothing has changed since"
"""Reason given for a call that a record answers."""


class Record(NamedTuple):
    """An earlier attempt that answers a new call."""

    attempt: Attempt
    on_path: bool
    """It is a step of the current path, so that the executor sees its answer."""


def record_of(state: SearchState, call: Call, epoch: str) -> Record | None:
    """Return the attempt that made this very call within the epoch; None where the call has to be made.

    Calls that may change something are always made, and so are calls of stateful tools. `epoch`: of the run, now; an
    empty one is unknown, and nothing stands.
    """
    if not epoch or call.tool in state.stateful or call.tool in state.changing:
        return None
    same = [
        at
        for at, attempt in enumerate(state.attempts)
        if attempt.status != "refused" and attempt.call.epoch == epoch and attempt.call.key == call.key
    ]
    on_path = [at for at in same if at in state.path]
    return Record(state.attempts[(on_path or same)[0]], bool(on_path)) if same else None


def is_news(state: SearchState, event: Judged) -> bool:
    """Return whether a call brought what the same call had not brought before; any other call brings news."""
    return not any(
        attempt.call.key == event.call.key and _result(attempt) == _result(event) for attempt in state.evidence
    )


def is_refused_again(state: SearchState, call: Call, reason: str) -> bool:
    """Return whether a call of this tool was refused for this very reason before.

    What a policy forbids has failed, and is a repetition for the same arguments only: it may allow others.
    """
    same_reason = [each for each in state.attempts if (each.call.tool, each.reason) == (call.tool, reason)]
    return any(each.status == "refused" or each.call.key == call.key for each in same_reason)


def _result(made: Attempt | Judged) -> str:
    """Return what identifies a result: its reference, which holds a digest; else its answer."""
    return made.response or " ".join(made.answer.split()).lower()
