"""Speak: the answer as a message of the conversation, with what it rests on. No model is asked."""

from collections.abc import Sequence
from typing import Any

from langchain_core.callbacks import adispatch_custom_event
from langgraph.runtime import Runtime
from langgraph.store.base import BaseStore, GetOp

from smurfs_graph.asking.answer_stream import Answers
from smurfs_graph.asking.askers import Askers
from smurfs_graph.asking.kept_responses import FullResponses
from smurfs_graph.asking.run_settings import RunSettings
from smurfs_graph.constraints.handover import NAMESPACE
from smurfs_graph.models.window import chars_of
from smurfs_graph.nodes.deliverer import whole_plan
from smurfs_graph.planning.outcome import EarlierCall, Evidence, Outcome
from smurfs_graph.prompting.conversation import answer_message
from smurfs_graph.prompting.earlier_calls import CALLER, MOST_KEPT, keep_calls
from smurfs_graph.settings import Settings
from smurfs_graph.state import RunState

CALLS_SHARE = 3 / 8
"""Of the window, for the calls of a conversation's earlier turns and what they brought."""
_LONGEST_REASON = 1_000
"""Characters of why a call failed."""
_AG_UI = "manually_emit_message"
"""Event by which AG-UI's endpoint over a graph learns of a message that no model's call streams to it."""


async def speak(
    askers: Askers,
    responses: FullResponses,
    settings_of: RunSettings,
    answers: Answers,
    state: RunState,
    runtime: Runtime[Settings],
    update: dict[str, Any],
) -> dict[str, Any]:
    """Return the update of the node that ends a run, with the answer as a message.

    `state`: as the update leaves it.
    """
    found, tasks = state.get("outcomes", {}), whole_plan(state).sub_tasks
    facts = [(task.content, found[task.id].answer) for task in tasks if task.id in found]
    name = answers.end(state.get("run_id", ""))
    reason = state.get("stop_reason") or "error"
    said = answer_message(name, state.get("answer", ""), reason, state.get("claims", ()), facts)
    await adispatch_custom_event(_AG_UI, {"message_id": said.id, "message": said.text})
    outcomes = [found[task.id] for task in tasks if task.id in found]
    calls = await _calls(responses.store(runtime), outcomes)
    settings = settings_of(runtime)
    if any(item.reply >= 0 for outcome in outcomes for item in outcome.evidence):
        said.additional_kwargs[CALLER] = askers.first("executor", settings).reference
    most = min(MOST_KEPT, chars_of(askers.window(settings, "executor"), CALLS_SHARE))
    messages, warnings = keep_calls(state.get("messages", ()), said, calls, most)
    return {**update, "messages": messages, "warnings": [*update.get("warnings", ()), *warnings]}


async def _calls(store: BaseStore, outcomes: Sequence[Outcome]) -> list[EarlierCall]:
    """Return the calls of a turn with their responses as prompts showed them, programs for the calls that they made.

    What was rolled back is not in it. Where the store lost a response, the answer that was drawn from it stands for it.
    """
    kept = [(item, outcome.reasoning) for outcome in outcomes for item in outcome.evidence if _is_told(item)]
    wanted = [item.response for item, _ in kept if item.ok and item.response and item.reply < 0]
    found: list[Any] = await store.abatch([GetOp(NAMESPACE, reference) for reference in wanted]) if wanted else []
    texts = {name: str(item.value["text"]) for name, item in zip(wanted, found, strict=True) if item is not None}
    calls: list[EarlierCall] = []
    reply = None
    for item, reasoning in kept:
        begins_step = item.reply < 0 or item.reply != reply
        call = EarlierCall(
            tool=item.tool,
            arguments=dict(item.arguments),
            text=texts.get(item.response) or item.text if item.ok else item.text[:_LONGEST_REASON],
            ok=item.ok,
            step=calls[-1].step + begins_step if calls else 0,
            reasoning=reasoning.get(item.reply, {}) if begins_step else {},
        )
        calls.append(call)
        reply = item.reply
    return calls


def _is_told(item: Evidence) -> bool:
    """Return whether later turns are told of an attempt."""
    return item.called and not (item.rolled_back or item.in_program)
