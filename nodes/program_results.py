"""Tell a model how a program ended: what it printed, where it failed, and what it has done. Pure."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from smurfs_graph.canonical import canonical_json
from smurfs_graph.nodes.program_calls import ProgramCalls
from smurfs_graph.programs.running import Run
from smurfs_graph.programs.shapes import shape_of
from smurfs_graph.programs.telling import error_lines
from smurfs_graph.search.state import Call, Judged

_NOTHING = "(nothing was printed)"
_MOST_TOLD = 12
"""Calls that are named."""
_MOST_SHAPES = 6


class Told(NamedTuple):
    """The result of a program."""

    text: str
    failed: bool
    """An exception ended it."""


def tell(
    source: str, run: Run, printed: str, calls: ProgramCalls, earlier: Sequence[Call], changing: Collection[str]
) -> Told:
    """Return what is told. `earlier`: its calls that the search knew before; `changing`: tools that may change."""
    ended = run.ended
    if ended is not None and not ended.error:
        return Told(printed or ended.value or _NOTHING, failed=False)
    lines = [printed] if printed else []
    lines += ["The program was stopped: a budget is out."] if ended is None else error_lines(source, ended, run.unmade)
    done = [event.call for event in calls.events.values() if isinstance(event, Judged)]
    made = {call.id: call for call in (*earlier, *done)}.values()
    if changed := [call for call in made if call.tool in changing]:
        lines.append(f"Done before that, not to be done again: {_named(changed)}")
    if len(changed) < len(made):
        lines.append("What it has read is at hand: the same calls are answered at once, unless something was changed.")
    undeclared = {name: value for name, value in calls.brought.items() if calls.is_undeclared(name)}
    lines += [f"{name} returned {shape_of(value)}" for name, value in list(undeclared.items())[:_MOST_SHAPES]]
    return Told("\n".join(lines), failed=True)


def _named(calls: Sequence[Call]) -> str:
    named = [f"{call.tool} {canonical_json(call.arguments)}" for call in calls[:_MOST_TOLD]]
    more = len(calls) - len(named)
    return "; ".join(named) + (f"; and {more} more" if more > 0 else "")
