"""Edits of a run's state that come as JSON, as Studio and other clients of a server send them: made typed again."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, cast, get_type_hints

from langgraph.types import Command, StateUpdate
from pydantic import BaseModel, TypeAdapter, ValidationError

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.state import RunState
from smurfs_graph.tree_state import TreeTaskState


def typed_update(values: Any) -> Any:
    """An update with the state's own types. Raises ConfigurationError, in a line, for what is none."""
    if not isinstance(values, Mapping):
        return values
    return {name: _typed(str(name), value) for name, value in cast("Mapping[str, Any]", values).items()}


def typed_steps(supersteps: Sequence[Sequence[StateUpdate]]) -> list[list[StateUpdate]]:
    """The same for LangGraph's bulk updates."""
    return [[each._replace(values=typed_update(each.values)) for each in step] for step in supersteps]


def typed_input(given: Any) -> Any:
    """The same for what a command writes."""
    if not isinstance(given, Command):
        return given
    command = cast("Command[Any]", given)
    update: Any = typed_update(command.update)
    return Command(graph=command.graph, update=update, resume=command.resume, goto=command.goto)


def _typed(name: str, value: Any) -> Any:
    adapter = _adapters().get(name)
    if adapter is None or isinstance(value, BaseModel):
        return value
    try:
        return adapter.validate_python(value)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in (name, *first["loc"]))
        raise ConfigurationError(f"{where!r} of a run's state cannot be set to that: {first['msg']}") from None


@lru_cache(maxsize=1)
def _adapters() -> dict[str, TypeAdapter[Any]]:
    """By key, of runs and of sub-tasks; keys of both mean the same."""
    hints = {**get_type_hints(TreeTaskState), **get_type_hints(RunState)}
    return {name: TypeAdapter(hint) for name, hint in hints.items()}
