"""Start a sub-task: from itself, the answers that it builds on, and nothing else of the run."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence

from langgraph.runtime import Runtime

from smurfs_graph.asking.askers import Askers
from smurfs_graph.asking.calling import Calling
from smurfs_graph.asking.graph_tools import GraphTools
from smurfs_graph.asking.people import can_be_asked
from smurfs_graph.asking.run_settings import RunSettings
from smurfs_graph.asking.strategy_rules import StrategyRules
from smurfs_graph.concurrency.threads import run_in_thread
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.models.window import CHARS_PER_TOKEN, UNKNOWN_WINDOW, text_tokens
from smurfs_graph.nodes.base import awaits
from smurfs_graph.nodes.code_tools import conversation_of
from smurfs_graph.nodes.deliverer import NOTHING, form_of
from smurfs_graph.nodes.formulate import domains_left
from smurfs_graph.nodes.native_conversation import bound_tools, domain_tool
from smurfs_graph.nodes.search_moves import step_shape
from smurfs_graph.planning.clarification import questions_left
from smurfs_graph.planning.outcome import Known, Outcome
from smurfs_graph.planning.parts import MAKE_PLAN
from smurfs_graph.planning.plan import Plan, SubTask
from smurfs_graph.programs.names import RUN_PYTHON
from smurfs_graph.search.decision_tree import TreeLimits
from smurfs_graph.search.state import SearchState
from smurfs_graph.settings import Settings
from smurfs_graph.state import (
    WITH_TOOLS_BOUND,
    Draft,
    Offer,
    PromptView,
    RunState,
    SubTaskState,
    TaskState,
    query_in_context,
    whole_query,
    words_of_user,
)
from smurfs_graph.tools.choice import resolve_name
from smurfs_graph.tree_state import planted

_SHARE_OF_DOCUMENTS = 0.1
"""Of the window: how much all tools' documents may take for all of them to be bound."""
_SHARE_OF_STUBS = 0.2
"""Of the window: how much the stubs may take that programs are written by."""
_MOST_BOUND = 120
"""Tools that are bound at once: providers take 128."""
_MOST_NAMES = 500
"""Names of other tools that a prompt may hold where no word of the request leads to one."""
_MANY_TOOLS, _LARGE_SHARE = 100, 0.2
"""Tools, and their share of the window, from which on a plan of parts pays for any model."""
Limits = Callable[[Settings], TreeLimits]
"""Function that gives the bounds of a sub-task's tree."""


def refuse_waiting_plan(state: RunState) -> None:
    """Raise ConfigurationError where a command led around the node that asks a person about the plan."""
    if awaits(state, "person"):
        raise ConfigurationError("the plan waits for a person's approval; go on at 'approve_plan'")


async def inner_state(
    calling: Calling,
    rules: StrategyRules,
    state: RunState,
    task: SubTask,
    outcomes: Mapping[str, Outcome],
    runtime: Runtime[Settings],
    limits: Limits | None = None,
) -> TaskState:
    """Return the first state of a sub-task's graph. `outcomes` are those of its dependencies."""
    settings = calling.settings_of(runtime, task)
    calling.live.images_of(state)
    task = _with_instructions(task, settings)
    allowed = permitted_tools(calling, state, runtime, task)
    permitted = tuple(name for name in allowed if not calling.toolset.tools[name].internal)
    if task.prepared:  # its call is known: there is nothing to widen to
        permitted = tuple(name for name in allowed if name in task.tools)
    named = tuple(name for name in dict.fromkeys(task.tools) if name in permitted)
    search = await _first_search(
        calling.toolset, rules, state, settings, task, permitted, named, in_tree=limits is not None
    )
    first = SubTaskState(
        run_id=state.get("run_id", ""),
        today=state.get("today", ""),
        query=whole_query(state),
        approved_tools=state.get("approved_tools"),
        sub_task=task,
        offer=Offer(),
        view=_view(state, task, settings, rich=limits is None and calling.askers.is_rich(settings, "executor")),
        dependencies=tuple(state.get("earlier", ())) if task.whole else known_answers(state["plan"], task, outcomes),
        handed={name: found.candidates for name, found in outcomes.items() if found.candidates is not None},
        search=search,
        draft=Draft(),
        shape="native" if limits is None else "split",
        warnings=[],
        restarts=0,
        step_began=time.time(),
    )
    if (memories := state.get("memories")) and memories.user:
        first["memories"] = memories.model_copy(update={"said": words_of_user(state)})
    if limits is not None:
        return planted(first, limits(settings))
    if task.whole:
        first["offer"] = Offer(ours=tuple(domain_tool(each).name for each in domains_left(calling.toolset, state)))
        asked = state.get("clarifications", [])
        first["questions_left"] = questions_left(asked, settings.max_questions) if can_be_asked(settings) else 0
    shape = step_shape(calling.toolset, calling.askers, calling.settings_of, rules, runtime, first)
    if shape not in WITH_TOOLS_BOUND:
        return {**first, "shape": shape}
    first["shape"] = shape
    shortened = len(permitted) > len(search.permitted)
    if shortened and not await calling.toolset.shortlists.finds(settings, query_in_context(state)):
        widest = permitted[:_MOST_NAMES]  # in whatever language it is asked: the model knows better than the words
        first["search"] = search.model_copy(update={"permitted": widest})
    return await _in_native_steps(
        calling.toolset, calling.askers, calling.settings_of, rules, runtime, first, permitted, named
    )


def _view(state: RunState, task: SubTask, settings: Settings, *, rich: bool) -> PromptView:
    """Return how prompts show a sub-task; what others build on it for, where they are rich."""
    after = tuple(each.content for each in state["plan"].sub_tasks if task.id in each.depends_on) if rich else ()
    return PromptView(form=form_of(NOTHING, settings) if task.whole else "", rich=rich, dependants=after)


async def _first_search(
    toolset: GraphTools,
    rules: StrategyRules,
    state: RunState,
    settings: Settings,
    task: SubTask,
    permitted: Sequence[str],
    named: Sequence[str],
    *,
    in_tree: bool,
) -> SearchState:
    """Return the search before its first step: with the tools that the plan names, and those that the words lead to.

    `named`: by the plan; `in_tree`: PMC's executors have the tools that the manager gave them, and no others.
    """
    words = (task.content, query_in_context(state))
    first, widest = await toolset.shortlists.candidates(settings, words, permitted, task.parameters)
    is_filter = not rules.ranks_named_tools or task.prepared or in_tree  # else a ranking
    if named and in_tree:
        widest = named
    known = (*named, *first, *widest)
    changing = _changing(toolset, settings, known)
    return SearchState(
        tools=tuple(named or first) if is_filter else tuple(dict.fromkeys((*named, *first))),
        permitted=tuple(widest),
        stateful=_stateful(toolset, known),
        changing=changing,
        passable=tuple(name for name in changing if not rules.holds_order(toolset.tools[name], settings)),
        limits=settings.limits(published=rules.pops_failed_tool),
    )


def _with_instructions(task: SubTask, settings: Settings) -> SubTask:
    """Return the sub-task with what its executor is told before what the plan says."""
    executor = settings.executors.get(task.executor)
    if executor is None:
        return task
    told = "\n".join(text for text in (executor.instructions, task.instructions) if text)
    return task.model_copy(update={"instructions": told})


async def _in_native_steps(
    toolset: GraphTools,
    askers: Askers,
    settings_of: RunSettings,
    rules: StrategyRules,
    runtime: Runtime[Settings],
    first: SubTaskState,
    permitted: tuple[str, ...],
    named: tuple[str, ...],
) -> SubTaskState:
    """Return the first state with its tools bound; of fused or split steps, where a model was seen not to take so many.

    `named`: the tools that a plan names for this sub-task.
    """
    task = first["sub_task"]
    settings = settings_of(runtime, task)
    programs = None
    if first["shape"] == "code":
        programs = await _with_programs(toolset, askers, settings_of, runtime, first, permitted, named)
        if settings.step_shape == "code" or askers.first("executor", settings).knowledge.best_shape == "code":
            return programs
    ranked: tuple[str, ...] = ()
    if named:
        near = await toolset.shortlists.nearest(settings, task.content, settings.shortlist_size, permitted)
        ranked = tuple(dict.fromkeys((*named, *near)))[: max(len(named), settings.shortlist_size)]
    bound = _with_bound_tools(toolset, askers, settings, first, permitted, ranked)
    if programs is not None and _chars(programs, toolset, settings) <= _chars(bound, toolset, settings):
        return programs  # a request of one call, too, costs no more then
    too_many = askers.first("executor", settings).knowledge.too_many
    if not too_many or _chars(bound, toolset, settings) // CHARS_PER_TOKEN < too_many:
        return bound
    fallen: SubTaskState = {**first, "shape": "fused"}
    return {**fallen, "shape": step_shape(toolset, askers, settings_of, rules, runtime, fallen)}


def _chars(state: SubTaskState, toolset: GraphTools, settings: Settings) -> int:
    """Return how many characters a model reads of what is bound for it."""
    return bound_tools(state, toolset, settings).chars


def _with_bound_tools(
    toolset: GraphTools,
    askers: Askers,
    settings: Settings,
    first: SubTaskState,
    permitted: tuple[str, ...],
    ranked: tuple[str, ...],
) -> SubTaskState:
    """Return the first state of a search in native steps: all tools are bound while their documents are a small part of
    the window, else the candidates.

    `ranked`: for a part of a plan, the tools that were named for it, which are no filter, and the nearest ones.
    """
    search = first["search"]
    window = askers.window(settings, "executor")
    size = sum(text_tokens(toolset.tools[name].document) for name in permitted)
    fit = size <= _SHARE_OF_DOCUMENTS * window and len(permitted) <= _MOST_BOUND
    bound = ranked or (permitted if fit else _nearest_that_fit(toolset, search, _SHARE_OF_DOCUMENTS * window))
    widest = permitted if fit else search.permitted
    state = search.model_copy(
        update={
            "tools": bound,
            "permitted": widest,
            "stateful": _stateful(toolset, (*bound, *widest)),
            "changing": _changing(toolset, settings, (*bound, *widest)),
            "limits": settings.limits(native=True),
        }
    )
    ours = first["offer"].ours
    if first["sub_task"].whole and _plans(toolset, askers, settings, len(permitted), size / window):
        ours = (*ours, MAKE_PLAN)
    offer = Offer(tools=bound, ours=ours)
    return {**first, "shape": "native", "offer": offer, "search": state, "turns": [], "calls": []}


async def _with_programs(
    toolset: GraphTools,
    askers: Askers,
    settings_of: RunSettings,
    runtime: Runtime[Settings],
    first: SubTaskState,
    permitted: tuple[str, ...],
    named: tuple[str, ...],
) -> SubTaskState:
    """Return the first state of a search whose steps are programs over all permitted tools.

    Offered are those whose stubs the model is shown: all while they are a part of the window, else the nearest ones.
    """
    settings = settings_of(runtime, first["sub_task"])
    search, room = first["search"], _SHARE_OF_STUBS * _window(askers, settings)
    tools = tuple(dict.fromkeys((*named, *search.tools, *(name for name in search.permitted), *permitted)))
    stubs = await run_in_thread(lambda: toolset.catalog.stubs(tools).each_alone)  # of thousands, it takes seconds
    shown, left = list[str](), room
    for name in tools:
        left -= text_tokens(stubs[name])
        if left >= 0 or name in named:
            shown.append(name)
    state = search.model_copy(
        update={
            "tools": tools,
            "permitted": (),
            "stateful": _stateful(toolset, tools),
            "changing": _changing(toolset, settings, tools),
            "limits": settings.limits(native=True),
        }
    )
    ours = (*first["offer"].ours, RUN_PYTHON)
    whose = conversation_of(runtime, first)
    seen = {name: shape for name in shown if (shape := toolset.catalog.seen(name, whose))}
    offer = Offer(tools=tuple(shown), ours=ours, shapes=seen)
    return {**first, "offer": offer, "search": state, "turns": [], "calls": []}


def _window(askers: Askers, settings: Settings) -> int:
    return settings.context_window or askers.first("executor", settings).knowledge.window.tokens or UNKNOWN_WINDOW


def _stateful(toolset: GraphTools, names: Iterable[str]) -> tuple[str, ...]:
    """Return the tools that answer the same call differently each time."""
    return tuple(name for name in dict.fromkeys(names) if toolset.tools[name].stateful)


def _changing(toolset: GraphTools, settings: Settings, names: Iterable[str]) -> tuple[str, ...]:
    """Return the tools whose calls may change something."""
    return tuple(name for name in dict.fromkeys(names) if toolset.tools[name].may_change(settings.undeclared))


def _nearest_that_fit(toolset: GraphTools, search: SearchState, room: float) -> tuple[str, ...]:
    """Return the candidates, and of what they may widen to as many as their documents leave room for."""
    bound = list(search.tools)
    left = room - sum(text_tokens(toolset.tools[name].document) for name in search.tools)
    for name in search.permitted:
        left -= text_tokens(toolset.tools[name].document) if name not in search.tools else 0
        if left < 0 or len(bound) >= _MOST_BOUND:
            break
        bound += [name] if name not in search.tools else []
    return tuple(bound)


def _plans(toolset: GraphTools, askers: Askers, settings: Settings, count: int, share: float) -> bool:
    """Return whether parts may pay: for a model that makes one call a reply, and where the tools alone fill a prompt.

    A model that puts its calls into one reply gains nothing by parts from a few tools.
    """
    if resolve_name(MAKE_PLAN, list(toolset.tools)) is not None:
        return False
    one_by_one = askers.first("executor", settings).several_calls is False
    return one_by_one or count > _MANY_TOOLS or share > _LARGE_SHARE


def permitted_tools(
    calling: Calling, state: RunState | SubTaskState, runtime: Runtime[Settings], task: SubTask
) -> tuple[str, ...]:
    """Return the tools that may be called at all: of the plan that a person approved and of the executor, less those
    that the policy forbids.
    """
    settings, approved = calling.settings_of(runtime), state.get("approved_tools")
    forbidden = calling.rules.forbidden(settings, calling.toolset.tools)
    executor = settings.executors.get(task.executor)
    given = [*approved] if approved is not None else list(calling.toolset.tools)
    kept = {*given} & {*executor.tools} if executor and executor.tools and not task.prepared else {*given}
    return tuple(name for name in calling.toolset.tools if name in kept and name not in forbidden)


def known_answers(plan: Plan, task: SubTask, outcomes: Mapping[str, Outcome]) -> tuple[Known, ...]:
    """Return the answers that a sub-task builds on; what was not found is said too."""
    return tuple(
        Known(id=name, question=plan[name].content, answer=outcome.answer or f"not found: {outcome.reason}")
        for name in task.depends_on
        if (outcome := outcomes.get(name)) is not None
    )
