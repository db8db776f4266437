"""Native steps: the executor has the tools bound; a reply holds one or several calls, or the answer.

The conversation is rebuilt from the search and the model's own replies, so that a step that was rolled back leaves it.
The calls of one reply are one step: those that only read run together, others one by one and in the model's order, each
through the same door as any call (policy, approval, journal). Safe default: the next shape down.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Literal

from langchain_core.messages import HumanMessage
from langgraph.runtime import Runtime

from smurfs_graph.asking.answer_stream import Answers, AnswerStream
from smurfs_graph.asking.asking import Asking
from smurfs_graph.asking.calling import Calling
from smurfs_graph.asking.emitting import emit, not_made, step_of, timed
from smurfs_graph.asking.graph_tools import GraphTools
from smurfs_graph.asking.live_runs import LiveRuns
from smurfs_graph.asking.question import ask_with_tools
from smurfs_graph.asking.run_settings import RunSettings
from smurfs_graph.asking.strategy_rules import StrategyRules
from smurfs_graph.asking.tools_question import without_dropped_tools
from smurfs_graph.asking.turns import Turn, turn_after_stop
from smurfs_graph.budgets.limits import Purpose
from smurfs_graph.budgets.usage import Usage
from smurfs_graph.events.vocabulary import Thought
from smurfs_graph.models.asking import Asker
from smurfs_graph.models.native import NativeCall, NativeReply
from smurfs_graph.nodes.approve_calls import asked_together
from smurfs_graph.nodes.asking_back import asks_back
from smurfs_graph.nodes.base import Node
from smurfs_graph.nodes.calls_in_order import equal_changes, goes_alone, perform_in_order
from smurfs_graph.nodes.deliverer import NOTHING, form_of
from smurfs_graph.nodes.drafts import Ready, WithheldError, ready_call_here
from smurfs_graph.nodes.ending import concluded, concluded_by_question, needs_reader, with_note
from smurfs_graph.nodes.finish import end_search
from smurfs_graph.nodes.native_conversation import (
    OF_DOMAIN,
    OURS,
    OUT_OF_BUDGET,
    bound_tools,
    conversation,
    is_plan,
    is_program,
    last_word,
    may_be_no_answer,
)
from smurfs_graph.nodes.search_moves import Move, after_select, begin_step, is_guided
from smurfs_graph.nodes.sub_task import permitted_tools
from smurfs_graph.planning.clarification import as_question
from smurfs_graph.planning.parts import MAKE_PLAN, read_plan
from smurfs_graph.planning.plan import Plan
from smurfs_graph.programs.names import RUN_PYTHON
from smurfs_graph.prompting import views
from smurfs_graph.prompting.earlier_calls import turns_as_messages
from smurfs_graph.search.dfsdt import advance
from smurfs_graph.search.records import is_refused_again
from smurfs_graph.search.state import Call, Failed, Fault, Joined, Judged, Refused, Stepped
from smurfs_graph.settings import Settings
from smurfs_graph.state import Draft, Instead, Stop, SubTaskState
from smurfs_graph.tools.choice import resolve_name
from smurfs_graph.tools.tool import Tool

_MOST_LINES = 60
"""Other tools that have a line each; of more, the names are told."""

_Result = Refused | Failed | Judged


def executor_native(
    asking: Asking, calling: Calling, rules: StrategyRules, answers: Answers, prompt: str = "executor.native"
) -> Node[SubTaskState]:
    """Ask for the next calls, or for the answer, with the tools of the step's shape bound.

    `prompt`: "executor.code" asks for programs.
    """

    async def executor_native(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        task = state["sub_task"]
        settings = asking.settings_of(runtime, task)
        out = _only_left_to_answer(asking.live, state, settings)
        ending = last_word(state) or ([HumanMessage(OUT_OF_BUDGET)] if out else [])
        asker = asking.askers.first("executor", settings)
        listener = _listener(state, runtime, answers, asker, settings)
        bound = bound_tools(state, calling.toolset, settings)
        call = prompt if task.whole else f"{prompt}.part"
        seen = _seen(state, calling.toolset)
        earlier = turns_as_messages(state.get("dependencies", ()), bound.sent_name) if task.whole else ()
        turn = await ask_with_tools(
            asking,
            state,
            runtime,
            call,
            seen,
            history=[*conversation(state, _nameable(state, calling, runtime)), *ending],
            earlier=earlier,
            tools=bound,
            purpose="closing" if ending else _purpose(state),
            listener=listener,
        )
        calls = turn.reply is not None and turn.reply.calls
        if not calls and may_be_no_answer(state, asker):
            turn = await without_dropped_tools(
                asking, state, runtime, call, seen, earlier=earlier, tools=bound, turn=turn
            )
        if turn.ends_here:
            return turn.update
        if turn.reply is None:  # no tools are taken, or nothing readable came
            if task.whole and not state["search"].attempts:
                guided = is_guided(asking.askers, rules, settings) and not calling.toolset.domains
                instead = Instead(plan=Plan(sub_tasks=(task,)) if guided else None)
                update = {**turn.update, "instead": instead}
                return await end_search(calling.toolset, calling.responses, state, runtime, update)
            return {**turn.update, "shape": "fused"}
        ids = [call.id for call in turn.reply.calls]
        update = {**turn.update, "turns": [{"reply": turn.reply.message, "ids": ids}]}
        if ending and turn.reply.calls:
            return turn_after_stop(runtime, state, out, update).update if out else update
        return await _read(calling, state, runtime, turn, update, asker, listener)

    return executor_native


def _purpose(state: SubTaskState) -> Purpose:
    """Return what a call is made for: until something is found, its reply may be the whole request's answer."""
    return "opening" if state["sub_task"].whole and not state["search"].evidence else "search"


def _only_left_to_answer(live: LiveRuns, state: SubTaskState, settings: Settings) -> Stop | None:
    """Return the budget that leaves no more than an answer from what was found; None while the search may go on."""
    if not state["search"].evidence or live.allowance(state, settings, "closing"):
        return None
    return live.allowance(state, settings, "search")


async def _read(
    calling: Calling,
    state: SubTaskState,
    runtime: Runtime[Settings],
    turn: Turn[NativeReply],
    update: dict[str, Any],
    asker: Asker,
    listener: AnswerStream | None,
) -> dict[str, Any]:
    """Return the update after a reply: a plan, calls to be made, or the end of the search."""
    reply, task, number = turn.reply, state["sub_task"], len(state.get("turns", []))
    if reply is None:
        raise RuntimeError("there is no reply to read")
    end = partial(end_search, calling.toolset, calling.responses, state, runtime)
    if (asked := next((call for call in reply.calls if is_plan(state, call.tool)), None)) is not None:
        call = Call(tool=asked.tool, arguments=asked.arguments, turn=number, id=asked.id)
        planned = update | _planned(state, runtime, calling.toolset, calling.settings_of, call)
        return planned if "calls" in planned else await end(planned)
    if reply.calls:
        where: dict[str, Any] = {"sub_task": task.id, "step": step_of(state), "depth": state["search"].depth}
        late = len(reply.calls) == 1 and _is_late(state, reply.calls[0])
        asker.knowledge.note_calls(sum(call.tool not in OURS for call in reply.calls), late=late)
        if reply.text:
            emit(runtime, Thought(text=reply.text, **where))
        queued = _queued(state, calling, runtime, reply, number)
        return {**update, **queued, "warnings": [*update.get("warnings", ()), *queued["warnings"]]}
    search = state["search"]
    asks = task.whole and asks_back(reply.text, state.get("query", ""), found=bool(search.evidence))
    may_wait = not search.attempts and state.get("questions_left")  # what calls have brought is not thrown away
    if asks and may_wait and (question := as_question(reply.text)):
        return await end({**turn.update, "instead": Instead(question=question)})
    settings = calling.settings_of(runtime)
    last = task.whole and calling.live.allowance(state, settings, "opening") is not None  # nobody else can be asked
    if may_be_no_answer(state, asker) and not asks and not last:
        if task.whole:
            return await end({**turn.update, "instead": Instead()})
        asker.knowledge.note_text()
        return {**turn.update, "shape": "fused"}
    if listener is not None:
        listener.accept(reply.text)
    if asks:
        return await end({**update, **concluded_by_question(state, reply.text)})
    ended = concluded(state, reply.text)
    if needs_reader(task, settings) and "search" in ended and ended["search"].concluded == "solved":
        return {**update, "draft": Draft(answer=reply.text, stage="concludes")}
    update = with_note(update, ended)
    return await end(update) if "search" in ended else update


def _listener(
    state: SubTaskState, runtime: Runtime[Settings], answers: Answers, asker: Asker, settings: Settings
) -> AnswerStream | None:
    """Return the stream of a reply that may be the run's answer; None where it may still be sent back.

    A first reply that may be a question to the user is not streamed: they are asked it.
    """
    task = state["sub_task"]
    may_ask = not state["search"].attempts and state.get("questions_left")
    may_be_none = may_ask or may_be_no_answer(state, asker)
    is_judged = bool(task.local_constraints) or settings.verify == "always"
    if not task.whole or is_judged or may_be_none:
        return None
    return answers.stream(runtime, state.get("run_id", ""), in_thoughts=not asker.knowledge.opens_thoughts)


def native_calls(calling: Calling, rules: StrategyRules) -> Node[SubTaskState]:
    """Make the calls of a reply: all that only read at once, or the next one that has to go alone."""

    async def native_calls(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        search, queue = state["search"], list(state.get("calls", []))
        if state["draft"].response:  # of a call that went alone
            draft = state["draft"]
            answered = Judged(call=timed(state, draft.call), answer=draft.response, status="pending",
                              response=draft.reference)  # fmt: skip
            search = advance(search, answered)
        if approved := state.get("together"):
            return {"search": search, "together": approved[1:], "draft": approved[0]}
        results: list[_Result | Ready] = []
        alone: Ready | None = None
        while queue and alone is None and not is_program(state, queue[0]):
            prepared = _prepared(calling, runtime, {**state, "search": search}, queue[0], results)
            if isinstance(prepared, Ready) and goes_alone(calling.responses, runtime, state, prepared):
                if results:
                    break  # first those before it
                alone = prepared
            else:
                results.append(prepared)
            queue.pop(0)
        if alone is not None:
            now: SubTaskState = {**state, "search": search}
            together = asked_together(calling, calling.settings_of(runtime), now, [alone.call, *queue])
            if len(together) > 1:
                return {"search": search, "calls": queue[len(together) - 1 :], "together": together, "draft": Draft()}
            return {"search": search, "calls": queue, "draft": alone.draft}
        events, left, update = await _made(calling, runtime, {**state, "search": search}, results)
        if events:
            search = advance(search, Stepped(results=tuple(events)))
        draft = left[0].draft if left else Draft()  # a person has to say something about it: it goes on alone
        update |= {"search": search, "calls": [*(each.call for each in left[1:]), *queue], "draft": draft}
        if left or queue or update.get("stop"):
            return update
        after: Any = {**state, **update}
        return update | begin_step(calling.toolset, calling.askers, calling.settings_of, rules, runtime, after)

    return native_calls


def after_native(
    state: SubTaskState,
) -> Literal["restart", "stop", "make the calls", "run a program", "verify", "answered", "leave it to others", "go on"]:
    """Ask again, stop, make the calls, verify the answer or end with it, leave the request to others, or go on."""
    if state.get("stop"):
        return "stop"
    if state.get("restart"):
        return "restart"
    if state.get("instead"):
        return "leave it to others"
    if state["search"].concluded:
        return "answered"
    if state["draft"].stage == "concludes":
        return "verify"
    calls = state.get("calls")
    return "go on" if not calls else "run a program" if is_program(state, calls[0]) else "make the calls"


def after_native_calls(
    state: SubTaskState,
) -> Literal["stop", "approve several", "approve", "call", "run a program"] | Move:
    """Stop, have several calls or one approved or make it, go on with the others, or begin the next step."""
    if state.get("stop"):
        return "stop"
    if any(draft.is_unapproved for draft in state.get("together", [])):
        return "approve several"
    if state["draft"].is_ready:
        return "approve" if state["draft"].is_unapproved else "call"
    calls = state.get("calls")
    return "run a program" if calls and is_program(state, calls[0]) else after_select(state)


def _planned(
    state: SubTaskState, runtime: Runtime[Settings], toolset: GraphTools, settings_of: RunSettings, asked: Call
) -> dict[str, Any]:
    """Return the plan that a call of `make_plan` makes, or the domain that it leaves the request to, in place of all
    else in its reply; or what is wrong with it. A domain may be called after calls that only read.
    """
    search = state["search"]
    made = [toolset.tools[attempt.call.tool] for attempt in search.attempts if attempt.status != "refused"]
    try:
        if any(asked.tool == MAKE_PLAN or not tool.reads_only for tool in made):
            raise ValueError("a plan comes before all calls; go on with the tools")
        if asked.tool != MAKE_PLAN:
            return {"instead": Instead(domain=asked.tool.removeprefix(OF_DOMAIN))}
        form = form_of(NOTHING, settings_of(runtime))
        plan = read_plan(asked.arguments, state.get("query", ""), toolset.offered, form)
        return {"instead": Instead(plan=plan)}
    except ValueError as error:
        refused = not_made_here(state, runtime, asked, str(error), 0)
        return {"search": advance(search, Stepped(results=(refused,))), "calls": []}


def _nameable(state: SubTaskState, calling: Calling, runtime: Runtime[Settings]) -> dict[str, Tool]:
    """Return the tools that an error may lead to."""
    if all(attempt.status != "failed" for attempt in state["search"].attempts):
        return {}
    allowed = permitted_tools(calling, state, runtime, state["sub_task"])
    return {name: calling.toolset.tools[name] for name in allowed if name in calling.toolset.offered}


def _is_late(state: SubTaskState, call: NativeCall) -> bool:
    """Return whether a call could have stood in the reply before: of the same tool, about what was known then."""
    known = f"{state.get('query', '')} {state['sub_task'].content}".lower()
    last = state["search"].attempts[-1].call if state["search"].attempts else None
    values = [str(value).lower() for value in call.arguments.values()]
    return last is not None and last.tool == call.tool and bool(values) and all(value in known for value in values)


def _seen(state: SubTaskState, toolset: GraphTools) -> dict[str, str]:
    """Return the sections of the prompt besides the conversation."""
    search = state["search"]
    task = state["sub_task"]
    bound = frozenset(state["offer"].tools)
    names = dict.fromkeys((*search.tools, *search.permitted))
    others = [toolset.tools[name] for name in names if name not in bound]
    values = {
        "other_tools": views.tool_list(others) if len(others) <= _MOST_LINES else views.tool_names(others),
        "date": state.get("today", ""),
        "query": state.get("query", ""),
        "tried": views.tried(
            (attempt for attempt in search.attempts if attempt.rolled_back), search.popped[search.depth]
        ),
    }
    if task.whole:
        return values | {"form": state["view"].form, "questions": str(state.get("questions_left") or "")}
    known = views.known(state.get("dependencies", ()))
    return values | {"sub_task": views.sub_task(task, details=True), "dependencies": known}


def _queued(
    state: SubTaskState, calling: Calling, runtime: Runtime[Settings], reply: NativeReply, turn: int
) -> dict[str, Any]:
    """Return the calls of a reply, in their order; those that nobody could read are refused when their turn comes."""
    search = state["search"]
    ours, offered = frozenset(state["offer"].ours), list(calling.toolset.offered)
    names = [call.tool if call.tool in ours else resolve_name(call.tool, offered) or call.tool for call in reply.calls]
    thoughts = [reply.text, *[""] * len(names)]
    calls = [
        Call(tool=name, arguments=call.arguments, thought=thought, turn=turn, id=call.id)
        for name, call, thought in zip(names, reply.calls, thoughts, strict=False)
        if not call.complaint
    ]
    unread = [
        (Call(tool=name, turn=turn, id=call.id), call.complaint)
        for name, call in zip(names, reply.calls, strict=True)
        if call.complaint
    ]
    unreadable = [
        Refused(call=call, reason=complaint, again=_brings_nothing(state, call, complaint))
        for call, complaint in unread
    ]
    unshown = [name for name in names if name not in search.tools]
    allowed = permitted_tools(calling, state, runtime, state["sub_task"]) if unshown else ()
    known = tuple(name for name in unshown if name in allowed and not calling.toolset.tools[name].internal)
    if known:
        undeclared = calling.settings_of(runtime).undeclared
        changing = tuple(name for name in known if calling.toolset.tools[name].may_change(undeclared))
        search = advance(search, Joined(tools=known, changing=changing))
    if unreadable:
        search = advance(search, Stepped(results=tuple(unreadable)))
    return {"search": search, "calls": calls, "warnings": equal_changes(search.changing, calls)}


def _prepared(
    calling: Calling,
    runtime: Runtime[Settings],
    state: SubTaskState,
    call: Call,
    before: Sequence[_Result | Ready],
) -> _Result | Ready:
    """Return a call with its arguments checked, or why it is not made."""
    search, settings = state["search"], calling.settings_of(runtime)
    try:
        ready = ready_call_here(calling, settings, state, call)
    except WithheldError as error:
        return not_made_here(state, runtime, error.call, str(error), len(before), "ruling")
    except ValueError as error:
        return not_made_here(state, runtime, call, f"no valid arguments: {error}", len(before))
    if search.steps + sum(isinstance(item, Ready) for item in before) >= search.limits.max_steps:
        reason = f"the limit of {search.limits.max_steps} calls is reached"
        return not_made_here(state, runtime, ready.call, reason, len(before), "ruling")
    return ready


def not_made_here(
    state: SubTaskState, runtime: Runtime[Settings], call: Call, reason: str, place: int, fault: Fault = "call"
) -> Refused:
    """Return the event of a call of a reply that is not made; `place`: its number among the reply's calls."""
    said = not_made(state, call, reason)
    emit(runtime, said.model_copy(update={"step": said.step + place}))
    again = _brings_nothing(state, call, reason)
    return Refused(call=timed(state, call), reason=reason, fault=fault, again=again)


def _brings_nothing(state: SubTaskState, call: Call, reason: str) -> bool:
    """Return whether the model has heard before that this tool is refused for this reason."""
    if call.tool == RUN_PYTHON and state["shape"] == "code":  # some broken programs end programs, and not the search
        return False
    return is_refused_again(state["search"], call, reason)


async def _made(
    calling: Calling,
    runtime: Runtime[Settings],
    state: SubTaskState,
    prepared: Iterable[_Result | Ready],
) -> tuple[list[_Result], list[Ready], dict[str, Any]]:
    """Make the calls; return what came of them in their order, those left from one on that has to go alone, and what
    they used.
    """
    items, first = list(prepared), step_of(state)
    calls = [(first + place, item) for place, item in enumerate(items) if isinstance(item, Ready)]
    performed = await perform_in_order(calling, state, runtime, calls)
    brought = iter(performed)
    results: list[_Result] = []
    left: list[Ready] = []
    for item in items:
        if not isinstance(item, Ready):
            results.append(item)
        elif (came := next(brought)) is None or came.event is None:
            left.append(item)
        else:
            results.append(came.event)
    made = [each for each in performed if each is not None]
    stops = [each.stop for each in made if each.stop is not None]
    rows = [Usage(rows=(each.row,)) for each in made if each.row is not None]
    elapsed = calling.live.meter(state.get("run_id", "")).elapsed
    update: dict[str, Any] = {
        "usage": Usage.total([Usage(elapsed=elapsed), *rows]),
        "warnings": [warning for each in made for warning in each.warnings],
    }
    return results, left, update | ({"stop": stops[0]} if stops else {})
