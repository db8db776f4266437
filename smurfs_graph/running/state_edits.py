"""Edits of a run's state that come as JSON, as Studio and other clients of a server send them: made typed again."""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, cast

from langchain_core.messages import AnyMessage, RemoveMessage, convert_to_messages
from langgraph.constants import END
from langgraph.errors import InvalidUpdateError
from langgraph.types import Command, Overwrite, Send, StateUpdate
from pydantic import BeforeValidator, TypeAdapter, ValidationError

from smurfs_graph.canonical import unfit_for_state
from smurfs_graph.errors import ConfigurationError, UnknownNameError
from smurfs_graph.planning.check import complaints, lost_keys
from smurfs_graph.planning.plan import Plan, SubTask
from smurfs_graph.programs.names import RUN_PYTHON
from smurfs_graph.search.state import Call, SearchState
from smurfs_graph.state import Draft, Offer
from smurfs_graph.tree_state import state_types

_OF_A_RUN = ("query", "plan", "run_id")
"""Keys of every run's state after its first node."""
_NAMES_OF_TOOLS = frozenset({"approved_tools"})
"""Keys of a state that hold nothing but such names."""


class StateEditError(ConfigurationError, InvalidUpdateError):
    """An edit that is none of a run's state; nothing was written. Servers answer 400, with its text."""


def typed_update(values: Any, tools: Collection[str] | None = None) -> Any:
    """Return an update with the state's own types; None is none. Raises StateEditError.

    `tools`: the names of the graph's, where they are known; an edit names no others.
    """
    if values is None:
        return None
    if not isinstance(values, Mapping):
        raise _no_update(values)
    return {name: _typed(name, value, tools) for name, value in cast("Mapping[str, Any]", values).items()}


def typed_steps(
    supersteps: Sequence[Sequence[StateUpdate]], tools: Collection[str] | None = None
) -> list[list[StateUpdate]]:
    """Give the values of LangGraph's bulk updates the state's own types."""
    return [[each._replace(values=typed_update(each.values, tools)) for each in step] for step in supersteps]


def typed_input(given: Any, nodes: Collection[str], tools: Collection[str] | None = None) -> Any:
    """Give the values that a command writes the state's own types; its destination has to be among the `nodes`."""
    if not isinstance(given, Command):
        return given
    command = cast("Command[Any]", given)
    for way in _ways_of(command):
        _refuse_unknown_way(way, nodes, tools)
    return Command(graph=command.graph, update=_typed_command(command, tools), resume=command.resume, goto=command.goto)


def refuse_way_around(command: Command[Any], state: Mapping[str, Any], *, waits: bool) -> None:
    """Refuse a command that goes to a node where there is no run, or past the question that a run `waits` with.

    `state`: the thread's. Raises StateEditError.
    """
    if waits:
        raise StateEditError(
            "a question waits for an answer in this run, and nothing goes around it; answer it first "
            "(Command(resume=...), a plan or call that is not wanted by a rejection)"
        )
    known = {*state, *(name for name, _ in dict(command.update or {}).items())}
    for way in _ways_of(command):
        _refuse_without_run(
            way.node if isinstance(way, Send) else str(way), way.arg if isinstance(way, Send) else known
        )


def _ways_of(command: Command[Any]) -> Sequence[object]:
    goto: Any = command.goto or ()  # a server says None for none
    return cast("Sequence[object]", goto) if isinstance(goto, list | tuple) else (goto,)


def _refuse_without_run(node: str, known: Collection[str]) -> None:
    if lacking := [name for name in _OF_A_RUN if name not in known and (node != "start" or name == "query")]:
        said = ", ".join(map(repr, lacking))
        raise StateEditError(
            f"there is no run that could go on at {node!r}: its state lacks {said}; start with a query"
        )


def _typed_command(command: Command[Any], tools: Collection[str] | None) -> Any:
    """Return the update of a command, typed. Raises StateEditError."""
    update: Any = command.update
    if update is None or isinstance(update, Mapping):
        return typed_update(cast("Any", update), tools)
    try:
        pairs = [(name, value) for name, value in update]
    except (TypeError, ValueError):
        raise _no_update(update) from None
    return [(name, _typed(name, value, tools)) for name, value in pairs]


def _refuse_unknown_way(way: object, nodes: Collection[str], tools: Collection[str] | None) -> None:
    name = way.node if isinstance(way, Send) else way
    if not isinstance(name, str) or name not in {*nodes, END}:
        raise StateEditError(str(UnknownNameError("node", str(name), nodes)))
    if isinstance(way, Send) and not isinstance(way.arg, Mapping):
        raise StateEditError(f"node {name!r} takes a state, not {way.arg!r:.80}")
    if isinstance(way, Send):
        way.arg = typed_update(way.arg, tools)


def _typed(name: Any, value: Any, tools: Collection[str] | None) -> Any:
    """Return the value for a key of the state as its type. Raises StateEditError."""
    adapter = _adapters().get(name)
    if adapter is None:
        raise StateEditError(str(UnknownNameError("key of a run's state", str(name), _adapters())))
    if isinstance(value, Overwrite):
        return Overwrite(_valid(name, adapter, value.value, tools))
    if isinstance(value, dict) and value.keys() == {"__overwrite__"}:  # the same in JSON
        return Overwrite(_valid(name, adapter, value["__overwrite__"], tools))
    return _valid(name, adapter, value, tools)


def _valid(name: str, adapter: TypeAdapter[Any], value: Any, tools: Collection[str] | None) -> Any:
    """Return a value as its type, where nothing of it is lost and all tools in it exist. Raises StateEditError."""
    if unfit := unfit_for_state(value):
        raise _refusal(name, unfit)
    try:
        typed = adapter.validate_python(value)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise _refusal(".".join(str(part) for part in (name, *first["loc"])), first["msg"]) from None
    if lost := lost_keys(value, adapter.dump_python(typed, mode="json")):
        raise _refusal(name, f"there is no {', '.join(map(repr, lost[:6]))} in it")
    named = list(typed) if name in _NAMES_OF_TOOLS and typed else _tools_in(typed)
    if isinstance(typed, Plan):
        if wrong := complaints(typed, tools=named if tools is None else tools, limit=len(typed.sub_tasks)):
            raise _refusal(name, "; ".join(wrong[:6]))
    elif tools is not None and (unknown := [tool for tool in named if tool not in tools]):
        raise _refusal(name, str(UnknownNameError("tool", unknown[0], tools)))
    return typed


def _tools_in(typed: Any) -> list[str]:
    """Return the tools that a part of a state has a run call."""
    match typed:
        case Plan():
            return [name for task in typed.sub_tasks for name in task.tools]
        case SubTask():
            return list(typed.tools)
        case Draft():
            return [typed.call.tool] if typed.call.tool else []
        case Offer():
            return list(typed.tools)
        case SearchState():
            return [*typed.tools, *typed.permitted]
        case list():
            return [
                call.tool for call in cast("list[Any]", typed) if isinstance(call, Call) and call.tool != RUN_PYTHON
            ]
        case _:
            return []


def _as_message(value: Any) -> Any:
    """Convert a value to a message as LangGraph does; a server's mapping is read by its type."""
    typed = isinstance(value, dict) and "type" in value
    return cast("Any", value) if typed else convert_to_messages([cast("Any", value)])[0]


def _no_update(given: object) -> StateEditError:
    return StateEditError(f"an update names keys of a run's state and their values, not {given!r:.80}")


def _refusal(where: str, why: str) -> StateEditError:
    return StateEditError(f"{where!r} of a run's state cannot be set to that: {why.splitlines()[0]}")


@lru_cache(maxsize=1)
def _adapters() -> dict[str, TypeAdapter[Any]]:
    messages = list[Annotated[AnyMessage | RemoveMessage, BeforeValidator(_as_message)]]
    return {**state_types(), "messages": TypeAdapter(messages)}
