"""The moves of a decision tree: a thought with a call or Finish (ReAct, ToolLLM's DFSDT), the observation, the outcome.

These agents see their full history and all documents, as in their papers; that is what they are compared for.
Safe default: a reply that stays unreadable ends its chain.
"""

import json
import time
from typing import Any, Literal

from langgraph.runtime import Runtime

from smurfs_graph.asking.asking import Asking
from smurfs_graph.asking.calling import Calling
from smurfs_graph.asking.emitting import emit, not_made, step_of, timed
from smurfs_graph.asking.graph_tools import GraphTools
from smurfs_graph.asking.question import ask_model
from smurfs_graph.asking.run_settings import RunSettings
from smurfs_graph.events.vocabulary import StepRolledBack, Thought
from smurfs_graph.models.call_schemas import Nameable, call_schema
from smurfs_graph.nodes.base import Node, held_up
from smurfs_graph.nodes.drafts import ready_call
from smurfs_graph.nodes.executor import nameable
from smurfs_graph.nodes.finish import end_sub_task
from smurfs_graph.nodes.tool_call import after_call, tool_call
from smurfs_graph.planning.lengths import LONGEST_ANSWER
from smurfs_graph.prompting import views
from smurfs_graph.prompting.replies import ClosingReply, ReactReply
from smurfs_graph.search.decision_tree import ROOT, DecisionTree, Round, grown, is_last, repeats_itself, stopped
from smurfs_graph.search.state import Call
from smurfs_graph.settings import Settings
from smurfs_graph.state import Draft, add_new
from smurfs_graph.tools.choice import resolve_name
from smurfs_graph.tools.tool import Tool
from smurfs_graph.tree_state import TreeTaskState, attempts, history, needs_closing, outcome_of, tried, without_memory

FINISH = "Finish"
GIVE_UP = "give_up_and_restart"
GIVE_ANSWER = "give_answer"
_FINISHING = Nameable(
    FINISH,
    json.dumps(
        {
            "parameters": {
                "properties": {
                    "return_type": {"type": "string", "enum": [GIVE_ANSWER, GIVE_UP]},
                    "final_answer": {"type": "string", "maxLength": LONGEST_ANSWER},
                },
                "required": ["return_type", "final_answer"],
            }
        }
    ),
)
UNREADABLE = Round(status="unreadable")
"""The round of a reply that stayed unreadable: it ends its chain."""
_OVER = ("failed", "answered", "answer and judge")
"""Ways after a tool call that has ended."""


def act(
    asking: Asking, calling: Calling, call: Literal["executor.react", "executor.react.pmc"] = "executor.react"
) -> Node[Any]:
    """Ask for the next round. PMC's executor sees its sub-task as the supervisor wrote it, and no one else's result."""

    async def act(state: TreeTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        ends = is_last(state["tree"]) or (call == "executor.react" and is_stale(asking.settings_of, state, runtime))
        allowed = [] if ends else permitted(state, calling.toolset)
        values = shared(state) | {"documents": views.documents(allowed)}
        if call == "executor.react.pmc":
            values = {name: values[name] for name in ("documents", "sub_task", "history")}
        shape = call_schema(ReactReply, [*map(nameable, allowed), _FINISHING], instead=[""] if allowed else [])
        purpose = "opening" if state["sub_task"].whole and not state["tree"].rounds else "search"
        turn = await ask_model(asking, state, runtime, call, values, ReactReply, purpose=purpose, shape=shape)
        if turn.ends_here:
            return turn.update
        if turn.reply is None:
            return {**turn.update, **moved(state, runtime, UNREADABLE)}
        reply = turn.reply
        tell(state, runtime, reply.thought)
        if resolve_name(reply.tool, [FINISH]) == FINISH:
            return {**turn.update, **moved(state, runtime, _finishing_round(reply))}
        if not allowed:
            return {**turn.update, **moved(state, runtime, Round(thought=reply.thought, status="unreadable"))}
        return {**turn.update, **called(calling, state, runtime, reply.thought, reply.tool, reply.arguments)}

    return act


def is_stale(settings_of: RunSettings, state: TreeTaskState, runtime: Runtime[Settings]) -> bool:
    """Return whether the chain repeats a look-up without news, so that it has to end; never as published."""
    if settings_of(runtime).repeated_reads == "go on":
        return False
    search = state["search"]
    return repeats_itself(state["tree"], frozenset((*search.changing, *search.stateful)))


async def observe(state: TreeTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
    """Make a round of the call and what came of it."""
    return _observe(state, runtime)


def call_and_observe(calling: Calling) -> Node[TreeTaskState]:
    """Make the call, and where it has brought something or failed, a round of it."""
    make = tool_call(calling)

    async def call_and_observe(state: TreeTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        update = await make(state, runtime)
        after: Any = {**state, **update}
        return {**update, **_observe(after, runtime)} if after_call(after) in _OVER else update

    return call_and_observe


def _observe(state: TreeTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
    """Return the state with the round of a call that has been made, by what it brought or why it failed."""
    draft, attempts = state["draft"], state["search"].attempts
    if draft.response:
        made = Round(
            thought=draft.call.thought,
            tool=draft.call.tool,
            arguments=draft.call.arguments,
            observation=draft.response,
            reference=draft.reference,
            called=True,
            decision=draft.call.decision,
            fingerprint=draft.call.fingerprint,
        )
    else:
        failed = attempts[-1]
        made = Round(
            thought=failed.call.thought,
            tool=failed.call.tool,
            arguments=dict(failed.call.arguments),
            observation=f"error: {failed.reason}",
            reference=failed.response,
            called=True,
            status="failed",
            decision=failed.call.decision,
            fault=failed.fault,
            fingerprint=failed.call.fingerprint,
        )
    return moved(state, runtime, made)


def conclude(asking: Asking) -> Node[TreeTaskState]:
    """Make the node that ends the search; if it ended without an answer, one is drawn from what it found."""

    async def conclude(state: TreeTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        tree, closing, asked = stopped(state["tree"]), None, dict[str, Any]()
        if needs_closing(tree):
            values = {
                "query": "",
                "sub_task": views.sub_task(state["sub_task"], form=state["view"].form),
                "dependencies": views.known(state.get("dependencies", ())),
                "attempts": attempts(tree),
            }
            turn = await ask_model(asking, state, runtime, "answer.closing", values, ClosingReply, purpose="closing")
            if turn.ends_here and turn.update.get("restart"):
                return {**turn.update, "tree": tree}
            closing, asked = turn.reply.answer if turn.reply else None, turn.update
        return end_tree(state, runtime, {**asked, "tree": tree}, closing)

    return conclude


def end_tree(
    state: TreeTaskState,
    runtime: Runtime[Settings],
    update: dict[str, Any],
    closing: str | None = None,
) -> dict[str, Any]:
    """Return the update of a node with which a tree has ended, with the sub-task's outcome.

    `closing`: the answer that was drawn from a search without one.
    """
    stop = state.get("stop")
    warnings = add_new(state.get("warnings"), update.get("warnings"))
    tree = stopped(update.get("tree", state["tree"]))
    outcome = outcome_of(tree, state["sub_task"].id, warnings, stop.reason if stop else "", closing)
    return {**update, "tree": tree, **end_sub_task(runtime, outcome, stop)}


def after_act(state: TreeTaskState) -> Literal["restart", "stop", "approve", "call", "next", "close", "done"]:
    """Ask again, stop, have the call approved, make it, or go on with the tree."""
    if way := held_up(state):
        return way
    if state["draft"].is_ready:
        return "approve" if state["draft"].is_unapproved else "call"
    return after_observe(state)


def after_tree_call(state: TreeTaskState) -> Literal["stop", "approve", "planned", "in doubt", "next", "close", "done"]:
    """Stop, have the call approved, make a planned one, ask about it, or go on with the tree."""
    match after_call(state):
        case "stop" | "approve" | "planned" | "in doubt" as way:
            return way
        case _:
            return after_observe(state)


def after_observe(state: TreeTaskState) -> Literal["next", "close", "done"]:
    """Expand the next node, have an answer drawn from a search that ended without one, or end."""
    if state["tree"].end is None:
        return "next"
    return "close" if needs_closing(state["tree"]) else "done"


def shared(state: TreeTaskState) -> dict[str, str]:
    """Return the sections of every prompt of these agents: the task, what it builds on, the history, what was tried."""
    tree = state["tree"]
    return {
        "sub_task": views.sub_task(state["sub_task"], details=True, form=state["view"].form),
        "dependencies": views.known(state.get("dependencies", ())),
        "history": history(tree.path),
        "tried": tried(tree.tried),
    }


def permitted(state: TreeTaskState, toolset: GraphTools) -> list[Tool]:
    """Return the tools that may be called: all permitted ones, or their shortlist where there are very many."""
    search = state["search"]
    return [toolset.tools[name] for name in dict.fromkeys((*search.tools, *search.permitted))]


def tell(state: TreeTaskState, runtime: Runtime[Settings], thought: str) -> None:
    """Say the thought."""
    task = state["sub_task"].id
    emit(runtime, Thought(sub_task=task, step=step_of(state), depth=len(state["tree"].path), text=thought))


def called(
    calling: Calling,
    state: TreeTaskState,
    runtime: Runtime[Settings],
    thought: str,
    tool: str,
    arguments: dict[str, Any],
) -> dict[str, Any]:
    """Return a draft that is ready to be called; or a round without a call, where there is no such tool or call."""
    if not tool:
        return moved(state, runtime, Round(thought=thought))
    names = [each.name for each in permitted(state, calling.toolset)]
    found = resolve_name(tool, names)
    if found is None or found not in names:
        wrong = f"error: there is no tool {tool!r:.80}; there are: {', '.join(names[:30])}"
        return _not_called(state, runtime, _failed(thought, tool, arguments, wrong))
    call = Call(thought=thought, tool=found, arguments=arguments)
    try:
        return {"draft": ready_call(calling, calling.settings_of(runtime), state, call).draft}
    except ValueError as error:
        wrong = f"error: invalid arguments: {error}"
        return _not_called(state, runtime, _failed(thought, found, arguments, wrong))


def _not_called(state: TreeTaskState, runtime: Runtime[Settings], made: Round) -> dict[str, Any]:
    call = Call(tool=made.tool, arguments=made.arguments)
    emit(runtime, not_made(state, call, made.observation.removeprefix("error: ")))
    return moved(state, runtime, made)


def moved(state: TreeTaskState, runtime: Runtime[Settings], new: Round) -> dict[str, Any]:
    """Return the state with one more round and nothing of the call that made it."""
    before = state["tree"]
    tree = grown(before, dated(state, new))
    undone = tree.queries - 1 if tree.end is None else tree.at
    while undone != tree.at:
        step = tree.rounds[undone]
        said = StepRolledBack(
            sub_task=state["sub_task"].id,
            step=undone,
            depth=_depth(tree, undone),
            tool=step.tool,
            hint=step.observation[:200],
        )
        emit(runtime, said)
        undone = step.parent
    cleared = {"draft": Draft(), "search": without_memory(state["search"]), "decided": None}
    return {"tree": tree, "step_began": time.time(), **cleared}


def _depth(tree: DecisionTree, at: int) -> int:
    """Count the rounds above one."""
    depth = 0
    while (at := tree.rounds[at].parent) != ROOT:
        depth += 1
    return depth


def dated(state: TreeTaskState, new: Round) -> Round:
    """Return the round with its times."""
    failed = state["search"].attempts
    call = failed[-1].call if failed else state["draft"].call
    return new.model_copy(update={"timing": timed(state, call).timing})


def _finishing_round(reply: ReactReply) -> Round:
    """Return the round of a reply that finishes, with an answer or without one."""
    answer = str(reply.arguments.get("final_answer") or "").strip()
    gives = reply.arguments.get("return_type") != GIVE_UP and answer
    return Round(
        thought=reply.thought,
        tool=FINISH,
        arguments=reply.arguments,
        answer=answer if gives else "",
        status="answered" if gives else "gave_up",
    )


def _failed(thought: str, tool: str, arguments: dict[str, Any], observation: str) -> Round:
    return Round(thought=thought, tool=tool, arguments=arguments, observation=observation, status="failed")
