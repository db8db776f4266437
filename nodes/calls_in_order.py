"""Make the calls of one step in the model's order: reads that stand beside each other together, each change alone.

`look, change, look` is made in three turns, so that the second look sees the change. A call that a person has to decide
on first ends the turn; those behind it are not begun.
"""

import asyncio
from collections.abc import Iterator, Sequence
from itertools import groupby

from langgraph.runtime import Runtime

from smurfs_graph.asking.calling import Calling
from smurfs_graph.asking.journal import Journal
from smurfs_graph.asking.kept_responses import FullResponses
from smurfs_graph.nodes.drafts import Ready
from smurfs_graph.nodes.tool_call import Performed, perform
from smurfs_graph.search.state import Call
from smurfs_graph.settings import Settings
from smurfs_graph.state import TaskState

_Numbered = tuple[int, Ready]


async def perform_in_order(
    calling: Calling, state: TaskState, runtime: Runtime[Settings], calls: Sequence[_Numbered], chars: int = 0
) -> list[Performed | None]:
    """Make calls, each with its number among the attempts; None for those that were not begun.

    `chars`: of a response, where that is less than usual.
    """
    done: list[Performed | None] = []
    stateful = frozenset(state["search"].stateful)
    for turn in _turns(state, calls):
        if any(each is None or each.event is None for each in done):
            done += [None] * len(turn)
            continue
        firsts: dict[object, _Numbered] = {}
        # equal reads are one call, unless their tool is stateful
        places = [step if ready.call.tool in stateful else ready.call.key for step, ready in turn]
        for place, numbered in zip(places, turn, strict=True):
            firsts.setdefault(place, numbered)
        works = [perform(calling, state, runtime, ready, step, chars) for step, ready in firsts.values()]
        brought = dict(zip(firsts, await asyncio.gather(*works), strict=True))
        done += [_as_of(brought[place], ready.call) for place, (_, ready) in zip(places, turn, strict=True)]
    return done


def goes_alone(responses: FullResponses, runtime: Runtime[Settings], state: TaskState, ready: Ready) -> bool:
    """Return whether a call has a checkpoint of its own: a person may be asked about it, or it must not be made twice.

    A function that says nothing of its effects needs none where the store tells after a crash what became of it.
    """
    tool, call = ready.prepared.tool, ready.call
    if ready.asks or tool.repeatable or call.tool not in state["search"].changing:
        return ready.asks
    journal = Journal.of(runtime, state, call, responses.memory) if tool.undeclared else None
    return not tool.undeclared or (journal is not None and not journal.outlives_the_process)


def equal_changes(changing: Sequence[str], calls: Sequence[Call]) -> list[str]:
    """Return a warning for each tool that may change something and is called twice alike in one reply.

    It does not say that they were made: a policy may forbid them, or a person.
    """
    keys = [call.key for call in calls if call.tool in changing]
    twice = dict.fromkeys(tool for at, (tool, arguments) in enumerate(keys) if (tool, arguments) in keys[:at])
    return [f"{tool}: equal calls in one reply; none stands for the other" for tool in twice]


def _turns(state: TaskState, calls: Sequence[_Numbered]) -> Iterator[list[_Numbered]]:
    """Yield the calls that may be made at once."""
    changing = frozenset(state["search"].changing)
    for changes, group in groupby(calls, key=lambda each: each[1].call.tool in changing):
        if changes:
            yield from ([each] for each in group)
        else:
            yield list(group)


def _as_of(performed: Performed, call: Call) -> Performed:
    """Return what came of an equal call as this one's."""
    event = performed.event
    if event is None or (event.call.turn, event.call.id) == (call.turn, call.id):
        return performed
    mine = event.call.model_copy(update={"turn": call.turn, "id": call.id, "thought": call.thought})
    return Performed(event.model_copy(update={"call": mine, "again": True}))
