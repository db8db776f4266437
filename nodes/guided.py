"""Guided steps: code reads the request, and the model fills in what code cannot tell (`smurfs_graph/guiding/`).

A model is asked which tool is meant where words do not say it clearly, and for values that the request leaves open,
out of those that stand there. Safe defaults: no tool fits; the first of the values. Whoever chooses, a person is asked
about each call that is not declared to read (`asking/call_rules.py`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Literal

from langgraph.runtime import Runtime

from smurfs_graph.asking.asking import Asking
from smurfs_graph.asking.calling import Calling
from smurfs_graph.asking.emitting import emit, step_of
from smurfs_graph.asking.graph_tools import GraphTools
from smurfs_graph.asking.kept_responses import FullResponses, full_response
from smurfs_graph.asking.question import ask_model
from smurfs_graph.asking.turns import Turn
from smurfs_graph.canonical import canonical_json, digest
from smurfs_graph.events.vocabulary import Thought
from smurfs_graph.guiding.aims import next_step
from smurfs_graph.guiding.argument_filling import Open
from smurfs_graph.guiding.clauses import without_gaps
from smurfs_graph.guiding.fitting import Offered, offered, takes_date
from smurfs_graph.guiding.steps import NONE, Aim, Choosing, MadeCall, NextStep, StepInput
from smurfs_graph.models.bounds import with_bounds
from smurfs_graph.models.schemas import Schema, arguments_schema, choice_schema
from smurfs_graph.nodes.base import Node, held_up
from smurfs_graph.nodes.drafts import none_fits, with_calls
from smurfs_graph.nodes.finish import end_search
from smurfs_graph.prompting import views
from smurfs_graph.prompting.replies import ArgumentsReply, ToolReply
from smurfs_graph.search.dfsdt import advance, available
from smurfs_graph.search.state import Attempt, Call, Concluded, Failed, Judged, Refused, SearchState
from smurfs_graph.settings import Settings
from smurfs_graph.state import Guided, SubTaskState
from smurfs_graph.tools.choice import NONE_OF_THESE, resolve_name
from smurfs_graph.tools.retrieval.vectors import closeness
from smurfs_graph.tools.tool import Tool


def executor_guided(asking: Asking, calling: Calling) -> Node[SubTaskState]:
    """Plan the next calls by rule, and ask for the one thing that is open, if any is."""

    async def executor_guided(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        task = await task_of(calling.toolset, calling.responses, state, runtime)
        step = next_step(task)
        if step.choose is not None:
            return await _choose(asking, calling.toolset, state, runtime, step.choose)
        guided = state.get("guided") or Guided()
        for aim in step.aims:
            if aim.open and _key(aim, state["search"]) not in guided.values:
                return await _ask_for_values(asking, calling.toolset, state, runtime, aim)
        calls = [call for aim in step.aims for call in _calls(aim, guided, state["search"])]
        if not calls:
            return await _end_or_go_elsewhere(calling.toolset, calling.responses, state, runtime, step)
        for clause in dict.fromkeys(call.thought for call in calls):
            at = step_of(state)
            emit(runtime, Thought(sub_task=state["sub_task"].id, step=at, depth=state["search"].depth, text=clause))
        turn = Turn(ArgumentsReply(), ends_here=False, update={})
        return with_calls(state, runtime, calling, turn, "executor.guided.values", calls)

    return executor_guided


async def task_of(
    toolset: GraphTools, responses: FullResponses, state: SubTaskState, runtime: Runtime[Settings]
) -> StepInput:
    """Return what the rules plan from: the sub-task, the tools that are left, and what was called so far."""
    search, task = state["search"], state["sub_task"]
    store = responses.store(runtime)
    made: list[MadeCall] = []
    for attempt in search.attempts:
        if attempt.rolled_back:
            continue
        ok = attempt.status in ("solved", "pending", "final")
        text = (await full_response(store, attempt.response) or attempt.answer) if ok else _words_of(attempt)
        made.append(MadeCall(attempt.call.thought, attempt.call.tool, attempt.call.arguments, ok, text))
    tools = tuple(as_offered(toolset.tools[name], search) for name in available(search))
    known = [views.known([each]) for each in state.get("dependencies", ())]
    known += [f"{name}: {value}" for name, value in task.parameters.items()]
    chosen = (state.get("guided") or Guided()).chosen
    return StepInput(
        without_gaps(task.content), tools, tuple(made), chosen, tuple(known), state.get("today", ""), closeness()
    )


def as_offered(tool: Tool, search: SearchState) -> Offered:
    """Return a tool as the rules see it."""
    reads = tool.name not in search.changing
    return offered(tool.name, tool.description, tool.parameters, reads=reads, fields=tool.response_fields)


def date_for(state: SubTaskState, tools: Iterable[Tool]) -> str:
    """Return today's date where one of the tools takes a day; no other prompt is made longer by it."""
    return (
        state.get("today", "") if any(takes_date(as_offered(tool, state["search"]).document) for tool in tools) else ""
    )


async def _choose(
    asking: Asking, toolset: GraphTools, state: SubTaskState, runtime: Runtime[Settings], choosing: Choosing
) -> dict[str, Any]:
    """Ask which tool a clause means; where no readable reply says it, the best one that only reads.

    A choice that nothing but the model makes has to be made twice: a small one names the first tool, whichever it is.
    """
    guided = state.get("guided") or Guided()
    before = guided.at_first.get(choosing.clause)
    names = [tool.name for tool in choosing.tools][:: -1 if before else 1]
    offered_here = [toolset.tools[name] for name in names]
    values = {"tools": views.tool_list(offered_here), "request": choosing.clause, "date": date_for(state, offered_here)}
    shape = choice_schema(ToolReply, (*names, NONE_OF_THESE))
    turn = await ask_model(asking, state, runtime, "executor.guided.tool", values, ToolReply, shape=shape)
    if turn.ends_here:
        return turn.update
    named = resolve_name(turn.reply.tool, names) if turn.reply is not None else None
    if turn.reply is None:
        named = next((tool.name for tool in choosing.tools if tool.reads), None)
    if named == NONE_OF_THESE or (before and named != before):
        named = None
    if named and choosing.by_model_alone and not before:
        return {**turn.update, "guided": guided.model_copy(update={"at_first": {choosing.clause: named}})}
    chosen = {**guided.chosen, choosing.clause: named or NONE}
    return {**turn.update, "guided": guided.model_copy(update={"chosen": chosen})}


async def _ask_for_values(
    asking: Asking, toolset: GraphTools, state: SubTaskState, runtime: Runtime[Settings], aim: Aim
) -> dict[str, Any]:
    """Ask for the values of a call that the request leaves open."""
    tool = toolset.tools[aim.tool.name]
    shape = values_schema(tool, aim.open)
    described = {one.name: one.description for one in aim.tool.document.parameters or ()}
    shown = {
        "tool": f"{tool.name}: {tool.description}",
        "parameters": views.lines(f"{one.name}: {described.get(one.name) or one.name}" for one in aim.open),
        "date": date_for(state, [tool]),
        "request": aim.clause,
    }
    turn = await ask_model(asking, state, runtime, "executor.guided.values", shown, ArgumentsReply, shape=shape)
    if turn.ends_here:
        return turn.update
    given = dict(turn.reply.model_extra or {}) if turn.reply is not None else {}
    taken = _apart(aim.open, {one.name: _taken(one, given.get(one.name)) for one in aim.open})
    guided = state.get("guided") or Guided()
    kept = {name: value for name, value in taken.items() if value is not None}
    values = {**guided.values, _key(aim, state["search"]): kept}
    return {**turn.update, "guided": guided.model_copy(update={"values": values})}


def _taken(one: Open, given: Any) -> Any:
    """Return the value that the model gave, as the request has it; the first one that fits where it gave none."""
    if not one.choices or one.free:
        return given
    same = [value for value in one.choices if str(value).lower() == str(given).lower()]
    return (same or one.choices)[0]


def _apart(open_: tuple[Open, ...], taken: dict[str, Any]) -> dict[str, Any]:
    """Return the values; parameters with the same choices that were given one twice have these in their order."""
    groups: dict[str, list[Open]] = {}
    for one in open_:
        groups.setdefault(canonical_json(one.choices), []).append(one)
    for group in groups.values():
        same = len({canonical_json(taken[one.name]) for one in group}) < len(group)
        if same and not group[0].free and len(group[0].choices) >= len(group):
            taken |= {one.name: value for one, value in zip(group, group[0].choices, strict=False)}
    return taken


def values_schema(tool: Tool, open_: tuple[Open, ...]) -> Schema:
    """Return the schema of the parameters that are open: of each its choices, else its own, with tight bounds."""
    own: Mapping[str, Any] = tool.parameters.get("properties") or {}
    bounded = with_bounds({"properties": {one.name: own.get(one.name) or {"type": "string"} for one in open_}}, 2)
    properties = {one.name: _of_choices(one) or bounded["properties"][one.name] for one in open_}
    definitions = {key: tool.parameters[key] for key in ("$defs", "definitions") if key in tool.parameters}
    schema = {"type": "object", "properties": properties, "required": list(properties), **definitions}
    shape = arguments_schema(tool.name, schema)
    return {**shape, "title": f"values_{digest(canonical_json(shape))[:12]}"}


def _of_choices(one: Open) -> Schema | None:
    return {"enum": list(one.choices)} if one.choices and not one.free else None


def _key(aim: Aim, search: SearchState) -> str:
    """Return what tells the values of an aim from those of others, and from those that failed before."""
    failed = sum(each.status == "failed" and each.call.tool == aim.tool.name for each in search.attempts)
    return canonical_json([aim.clause, aim.tool.name, failed, [one.name for one in aim.open]])


def _calls(aim: Aim, guided: Guided, search: SearchState) -> list[Call]:
    filled = guided.values.get(_key(aim, search), {}) if aim.open else {}
    return [Call(tool=aim.tool.name, arguments={**each, **filled}, thought=aim.clause) for each in aim.calls]


async def _end_or_go_elsewhere(
    toolset: GraphTools, responses: FullResponses, state: SubTaskState, runtime: Runtime[Settings], step: NextStep
) -> dict[str, Any]:
    """Return the update where nothing can be called: end with what other clauses found, else roll back.

    A step that brought something for one clause is not undone because another clause finds nothing.
    """
    search = state["search"]
    called_for = {each.call.thought for each in search.local_memory}  # the thought of a guided call is its clause
    if search.path and not called_for.intersection(step.unmet):
        gap = "; ".join(step.unmet)
        text = "\n".join(each.answer for each in search.local_memory)
        ended = advance(search, Concluded(answer=text, status="partial", gap=gap))
        return await end_search(toolset, responses, state, runtime, {"search": ended})
    return none_fits(state, runtime, "no tool is about it")


def after_guided(
    state: SubTaskState,
) -> Literal["restart", "stop", "ended", "none of these", "ask further", "several calls", "approve", "call"]:
    """Ask again, stop, end, go elsewhere, ask for the next thing that is open, or make the calls."""
    if way := held_up(state):
        return way
    if state["search"].concluded:
        return "ended"
    if state.get("calls"):
        return "several calls"
    draft = state["draft"]
    if draft.is_ready:
        return "approve" if draft.is_unapproved else "call"
    return "none of these" if draft.call.thought else "ask further"


def _words_of(failed: Attempt | Refused | Failed) -> str:
    """Return the error that a tool gave; a refusal is not its own, and names no values."""
    return failed.reason if failed.call.timing.called else ""


def _made(event: Refused | Failed | Judged) -> MadeCall:
    ok = isinstance(event, Judged)
    text = event.answer if isinstance(event, Judged) else _words_of(event)
    return MadeCall(event.call.thought, event.call.tool, event.call.arguments, ok, text)


def with_results(task: StepInput, state: SubTaskState) -> StepInput:
    """Return the task with what the step in the making has brought."""
    draft = state["draft"]
    made = [_made(each) for each in draft.made]
    if not made and draft.response:
        made = [MadeCall(draft.call.thought, draft.call.tool, draft.call.arguments, ok=True, text=draft.response)]
    return replace(task, made=(*task.made, *made))
