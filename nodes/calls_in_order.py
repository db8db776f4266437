"""Make the calls of one step in the model's order: reads that stand beside each other together, each change alone.

`look, change, look` is made in three turns, so that the second look sees the change. A call that a person has to decide
on first ends the turn; those behind it are not begun.
"""

import asyncio
from collections.abc import Iterator, Sequence
from itertools import groupby

from langgraph.runtime import Runtime

from smurfs_graph.asking.resources import Resources
from smurfs_graph.nodes.tool_call import Performed, perform
from smurfs_graph.search.state import Call
from smurfs_graph.settings import Settings
from smurfs_graph.state import TaskState

_Numbered = tuple[int, Call]


async def perform_in_order(
    resources: Resources, state: TaskState, runtime: Runtime[Settings], calls: Sequence[_Numbered], chars: int = 0
) -> list[Performed | None]:
    """Make calls, each with its number among the attempts; None for those that were not begun.

    `chars`: of a response, where that is less than usual.
    """
    done: list[Performed | None] = []
    for turn in _turns(state, calls):
        if any(each is None or each.event is None for each in done):
            done += [None] * len(turn)
            continue
        firsts: dict[object, _Numbered] = {}
        for step, call in turn:
            firsts.setdefault(_place(state, call, step), (step, call))
        works = [perform(resources, state, runtime, call, step, chars) for step, call in firsts.values()]
        brought = dict(zip(firsts, await asyncio.gather(*works), strict=True))
        done += [_as_of(brought[_place(state, call, step)], call) for step, call in turn]
    return done


def equal_changes(changing: Sequence[str], calls: Sequence[Call]) -> list[str]:
    """Return a warning for each tool that may change something and is called twice alike in one reply."""
    keys = [call.key for call in calls if call.tool in changing]
    twice = dict.fromkeys(tool for at, (tool, arguments) in enumerate(keys) if (tool, arguments) in keys[:at])
    return [f"{tool}: equal calls in one reply; each of them was made" for tool in twice]


def _turns(state: TaskState, calls: Sequence[_Numbered]) -> Iterator[list[_Numbered]]:
    """Yield the calls that may be made at once."""
    changing = frozenset(state["search"].changing)
    for changes, group in groupby(calls, key=lambda each: each[1].tool in changing):
        if changes:
            yield from ([each] for each in group)
        else:
            yield list(group)


def _place(state: TaskState, call: Call, step: int) -> object:
    """Return what tells calls of one turn apart: equal reads are one call, unless their tool is stateful."""
    return step if call.tool in state["search"].stateful else call.key


def _as_of(performed: Performed, call: Call) -> Performed:
    """Return what came of an equal call as this one's."""
    event = performed.event
    if event is None or (event.call.turn, event.call.id) == (call.turn, call.id):
        return performed
    mine = event.call.model_copy(update={"turn": call.turn, "id": call.id, "thought": call.thought})
    return Performed(event.model_copy(update={"call": mine, "again": True}))
