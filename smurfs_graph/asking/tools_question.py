"""Finding out, after a first reply that calls no tool, whether the server puts the bound tools before its model."""

from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.messages import BaseMessage
from langgraph.runtime import Runtime

from smurfs_graph.asking.asking import Asking
from smurfs_graph.asking.question import Question
from smurfs_graph.asking.turns import Turn
from smurfs_graph.budgets.usage import Usage
from smurfs_graph.models.asking import Asker
from smurfs_graph.models.native import BoundTools, NativeReply
from smurfs_graph.models.shown_tools import TOOLS_DROPPED
from smurfs_graph.models.tools_form import CountForm
from smurfs_graph.models.window import CHARS_PER_TOKEN
from smurfs_graph.settings import Settings
from smurfs_graph.state import TaskState


async def without_dropped_tools(
    asking: Asking,
    state: TaskState,
    runtime: Runtime[Settings],
    call: str,
    values: Mapping[str, str],
    *,
    earlier: Sequence[BaseMessage],
    tools: BoundTools,
    turn: Turn[NativeReply],
) -> Turn[NativeReply]:
    """Return the turn after a first reply without calls, or without an end, of a model that was not seen to call one.

    Where its server drops the tools, the turn has a warning and, under step shape "auto", no reply: that was a guess.
    """
    if turn.reply is None and turn.update.get("restart") is None:  # tools are refused, or a budget is out
        return turn
    settings = asking.settings_of(runtime, state.get("sub_task"))
    asker = asking.askers.first("executor", settings)
    if asker.may_miss_tools and tools.functions and (sent := _counted(turn, asker)) is not None:
        form = CountForm(tools.chars // CHARS_PER_TOKEN)
        counting = Question(asking, state, runtime, call, values, "search", form, [], None, earlier)
        turn = _with(turn, await counting.count(asker, sent))
    return _without_its_tools(turn, settings, asker) if asker.misses_tools else turn


def _counted(turn: Turn[NativeReply], asker: Asker) -> int | None:
    """Return the tokens of the prompt that was answered, where its server counted those of just one."""
    rows = [row for row in turn.update["usage"].rows if row.model]
    alone = len(rows) == 1 and rows[0].model == asker.reference and rows[0].calls == 1 and not rows[0].estimated
    return rows[0].input_tokens if alone else None


def _without_its_tools(turn: Turn[NativeReply], settings: Settings, asker: Asker) -> Turn[NativeReply]:
    """Return the turn with a warning and, where the shape of a step is not set, without the reply: it is a guess."""
    shape, name = settings.step_shape, asker.reference
    if shape != "auto":
        said = f"{name}: {TOOLS_DROPPED}; {shape} steps need a chat template that does, --step-shape guided needs none"
        return _with(turn, {"warnings": [said]})
    said = f"{name}: {TOOLS_DROPPED}; other steps are taken instead, and smurfs doctor finds out which do best"
    update = {**_with(turn, {"warnings": [said]}).update, "restart": None}
    return Turn(None, ends_here=False, update={name: value for name, value in update.items() if name != "restarts"})


def _with(turn: Turn[NativeReply], more: dict[str, Any]) -> Turn[NativeReply]:
    """Return the turn with what else was used, and is to be said."""
    update = dict(turn.update)
    if "usage" in more:
        update["usage"] = Usage.total([update["usage"], more["usage"]])
    if warned := [*update.get("warnings", []), *more.get("warnings", [])]:
        update["warnings"] = warned
    return Turn(turn.reply, turn.ends_here, update, turn.raw)
