"""Views of a state for clients, beside its values: chat clients above all, which show messages and nothing else.

Local and global memory (Smurfs section 3.2) are views of a run's searches, kept in no checkpoint. A run's state shows
both by sub-task, a sub-task's its own. The runs of `schedule` are tasks within a node, of which LangGraph's snapshots
show nothing; the checkpoint that waits has the id of each among its writes.
"""

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, cast

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver, CheckpointTuple
from langgraph.constants import CONFIG_KEY_CHECKPOINTER
from langgraph.types import Interrupt, PregelTask, StateSnapshot, StateUpdate
from pydantic import ValidationError
from pydantic_core import to_jsonable_python

from smurfs_graph.checkpoints.fitting import make_lent_strict
from smurfs_graph.nodes.finish import tried
from smurfs_graph.planning.outcome import Evidence, Outcome
from smurfs_graph.planning.plan import TASK, SubTask
from smurfs_graph.prompting.conversation import asking_message
from smurfs_graph.running.state_edits import StateEditError

VIEWS = ("local_memory", "global_memory")
"""The steps of the path that stands, and every call."""
SCHEDULE, SOLVE = "schedule", "solve"
"""The node that runs the sub-tasks, and the one that is the only sub-task's graph."""
_SAYING = ("__interrupt__", "__return__")
"""LangGraph's names for what a task asks and for what it brings."""


def with_questions(snapshot: StateSnapshot) -> StateSnapshot:
    """Return a snapshot whose messages end with the questions that a person is to answer.

    Chat clients show a question beside the last message, and beside none that is the user's.
    """
    values = cast("dict[str, Any]", snapshot.values)
    if not snapshot.interrupts or "messages" not in values:
        return snapshot
    asked = [asking_message(*_id_and_value(each)) for each in snapshot.interrupts]
    return snapshot._replace(values={**values, "messages": [*values["messages"], *asked]})


async def with_conversation(stream: AsyncIterator[Any], mode: Any) -> AsyncIterator[Any]:
    """Yield a stream's items, those of inner graphs too (`subgraphs`); values get the run's messages.

    Chat clients take the values that came last for the state, whichever graph they are of. `mode`: the caller's.
    """
    messages: Any = None
    async for item in stream:
        if not isinstance(item, tuple) or (mode if len(cast("tuple[Any, ...]", item)) == 2 else item[1]) != "values":
            yield item
            continue
        namespace, *kind, values = cast("tuple[Any, ...]", item)
        messages = values.get("messages", messages) if not namespace else messages
        is_inner = namespace and messages and "__interrupt__" not in values
        yield (namespace, *kind, {"messages": messages, **values}) if is_inner else item


def _id_and_value(question: Any) -> tuple[str, Any]:
    """Return id and value of an interrupt, which a server may have as a mapping."""
    if isinstance(question, dict):
        return str(cast("dict[str, Any]", question).get("id")), cast("dict[str, Any]", question).get("value")
    return question.id, question.value


class SubTaskPlace(NamedTuple):
    """The namespace of a sub-task's checkpoints: that of a waiting node, or of a task within it."""

    node: str
    """Its id."""
    namespace: str
    task: str = ""
    """The id of the sub-task's task; empty where its graph is the node's own."""

    def config(self, above: RunnableConfig, saver: BaseCheckpointSaver[Any]) -> RunnableConfig:
        """Return the config for reading the sub-task's state; `above`: the config for reading the run's."""
        asked = above.get("configurable", {})
        outer = asked.get("checkpoint_ns")
        where = f"{outer}|{self.namespace}" if outer else self.namespace
        named = {"thread_id": asked["thread_id"], "checkpoint_ns": where}
        return {"configurable": {**named, CONFIG_KEY_CHECKPOINTER: saver}}


def places(snapshot: StateSnapshot, saved: CheckpointTuple | None) -> list[SubTaskPlace]:
    """Return the sub-tasks that wait or are done, in a step that is not; by what its checkpoint has of their tasks."""
    own = {task.id for task in snapshot.tasks}
    known = {
        name: task
        for task, channel, value in (saved.pending_writes or () if saved else ())
        if channel in _SAYING and task not in own
        for name in _named(value)
    }
    found: list[SubTaskPlace] = []
    for node in snapshot.tasks:
        here = f"{node.name}:{node.id}"
        if node.name == SCHEDULE:
            found += [SubTaskPlace(node.id, f"{here}|{TASK}{name}:{task}", task) for name, task in known.items()]
        elif node.name == SOLVE:
            found.append(SubTaskPlace(node.id, here))
    return found


def with_memory(snapshot: StateSnapshot, inner: Mapping[SubTaskPlace, StateSnapshot] | None = None) -> StateSnapshot:
    """Return a snapshot with both memories; `inner`: the sub-tasks under way, shown as tasks of `schedule`.

    Memories are lists of `Evidence`: in a sub-task's state as they are, in a run's by its sub-tasks' ids.
    """
    known = inner or {}
    values = with_views(snapshot.values, [state.values for state in known.values()])
    return snapshot._replace(values=values, tasks=tuple(_with_tasks(task, known) for task in snapshot.tasks))


def above_tasks(snapshot: StateSnapshot, config: RunnableConfig) -> RunnableConfig | None:
    """Return the config of the run, where a snapshot is asked for of `schedule` itself: LangGraph has none."""
    asked = config.get("configurable", {})
    node, _, rest = str(asked.get("checkpoint_ns") or "").partition(":")
    if snapshot.metadata is not None or node != SCHEDULE or "|" in rest:
        return None
    return {"configurable": {"thread_id": asked["thread_id"]}}


def below(snapshot: StateSnapshot, config: RunnableConfig) -> StateSnapshot | None:
    """Return, of a run's snapshot, the one of the node that a config asks for."""
    asked = config.get("configurable", {}).get("checkpoint_ns")
    states = (task.state for task in snapshot.tasks if f"{task.name}:{task.id}" == asked)
    return next((state for state in states if isinstance(state, StateSnapshot)), None)


def without_task(namespace: str | None) -> str | None:
    """Return the namespace of a graph's node, for that of a sub-task's task in it."""
    return SCHEDULE if namespace and namespace.startswith(f"{SCHEDULE}|{TASK}") else namespace


def saver_of(graph: Any, config: RunnableConfig) -> BaseCheckpointSaver[Any]:
    """Return the checkpointer to read a graph's checkpoints from: the one it is lent, strict, or its own."""
    lent = config.get("configurable", {}).get(CONFIG_KEY_CHECKPOINTER)
    return make_lent_strict(lent) if lent else graph.checkpointer


def with_views(values: Any, inner: Iterable[Any] = ()) -> Any:
    """Return the values of a state with its memories; `inner`: those of sub-tasks whose outcomes it
    may not have yet.
    """
    state = cast("dict[str, Any]", values)
    try:
        if "search" in state:
            own = [*tried(state, {})]
            return {**state, **dict(zip(VIEWS, (_kept(own), own), strict=True))}
        if "outcomes" not in state:
            return state
        every = {name: [*Outcome.model_validate(each).evidence] for name, each in state["outcomes"].items()}
        every |= {SubTask.model_validate(each["sub_task"]).id: [*tried(each, {})] for each in inner if "search" in each}
    except (ValidationError, AttributeError):  # of another graph's thread, on a server
        return state
    return {**state, **dict(zip(VIEWS, ({name: _kept(each) for name, each in every.items()}, every), strict=True))}


def names_views(supersteps: Sequence[Sequence[StateUpdate]]) -> bool:
    """Return whether an edit has one of the memories in it, as a client does that sends a whole state back."""
    return any(
        isinstance(each.values, Mapping) and {*VIEWS} & each.values.keys() for step in supersteps for each in step
    )


def without_views(supersteps: Sequence[Sequence[StateUpdate]], shown: Any) -> list[list[StateUpdate]]:
    """Return an edit without the memories, which are none of the state's keys.

    Raises StateEditError where they were changed.

    `shown`: the values that they were shown with.
    """
    return [[each._replace(values=_without_views(each.values, shown)) for each in step] for step in supersteps]


def _without_views(values: Any, shown: Mapping[str, Any]) -> Any:
    """Return the values of an edit without those that only show others. Raises StateEditError for a changed one."""
    if not isinstance(values, Mapping):
        return values
    sent = cast("Mapping[str, Any]", values)
    in_history = with_views({name: value for name, value in shown.items() if name not in VIEWS})
    for name in {*VIEWS} & sent.keys():
        if to_jsonable_python(sent[name]) not in [to_jsonable_python(each.get(name)) for each in (shown, in_history)]:
            raise StateEditError(f"{name!r} only shows what was called: edit 'search' of a sub-task, or 'outcomes'")
    return {name: value for name, value in sent.items() if name not in VIEWS}


def _kept(every: Iterable[Evidence]) -> list[Evidence]:
    return [each for each in every if each.ok and not each.rolled_back]


def _with_tasks(node: PregelTask, inner: Mapping[SubTaskPlace, StateSnapshot]) -> PregelTask:
    """Return a node's task with the sub-tasks that run within it, and their questions."""
    if not isinstance(node.state, StateSnapshot):
        return node
    if node.name != SCHEDULE:
        return node._replace(state=with_memory(node.state))
    tasks = tuple(
        PregelTask(place.task, _name(place), (), interrupts=state.interrupts, state=with_memory(state))
        for place, state in inner.items()
        if place.node == node.id
    )
    interrupts = tuple(question for each in tasks for question in each.interrupts)
    waiting = tuple(each.name for each in tasks if each.interrupts)
    return node._replace(state=node.state._replace(next=waiting, tasks=tasks, interrupts=interrupts))


def _name(place: SubTaskPlace) -> str:
    return place.namespace.rpartition("|")[2].partition(":")[0]


def _named(written: Any) -> Iterable[str]:
    """Return the sub-task that its task has written of: its questions, or its result; a server has
    them as JSON data.
    """
    for each in cast("Iterable[Any]", written if isinstance(written, list | tuple) else [written]):
        match each:
            case (
                Interrupt(value={"sub_task": str(name)})
                | {"value": {"sub_task": str(name)}}
                | {"outcome": Outcome(sub_task=name) | {"sub_task": str(name)}}
            ):
                yield name
            case _:
                pass
