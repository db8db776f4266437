"""Calling the function of a LangChain tool itself where LangChain would add nothing: no trace, no schema of its own.

Its arguments have been validated already. `BaseTool.invoke` validates them once more, and sets up callbacks that nobody
listens to, which takes longer than many a tool.
"""

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from langchain_core.runnables.config import var_child_runnable_config
from langchain_core.tools import BaseTool, StructuredTool
from pydantic import BaseModel

_NAMED = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


def caller_of(tool: BaseTool) -> Callable[[dict[str, Any]], Any]:
    """What makes a call with validated arguments, in a thread: the tool, or its function where that is the same."""
    function = _plain_function(tool)
    if function is None:
        return tool.invoke

    def call(arguments: dict[str, Any]) -> Any:
        return function(**arguments) if _is_unseen() else tool.invoke(arguments)

    return call


def _is_unseen() -> bool:
    """Whether this is part of a run that nobody traces or streams the messages of."""
    config = var_child_runnable_config.get()
    callbacks: Any = config.get("callbacks") if config else None
    return callbacks is not None and not getattr(callbacks, "handlers", callbacks)


def _plain_function(tool: BaseTool) -> Callable[..., Any] | None:
    """The function of a tool that was made of it alone: nothing injected, handled, noted or defaulted by the tool."""
    if type(tool) is not StructuredTool or tool.func is None or tool.coroutine is not None:
        return None
    extras = (tool.handle_tool_error, tool.handle_validation_error, tool.callbacks, tool.return_direct)
    if any(extras) or tool.response_format != "content":
        return None
    schema: Any = tool.args_schema
    if not (isinstance(schema, type) and issubclass(schema, BaseModel)):
        return None
    try:
        parameters = inspect.signature(tool.func).parameters
    except (TypeError, ValueError):  # some of Python's own have none
        return None
    return tool.func if _are_the_same(schema, parameters) else None


def _are_the_same(schema: type[BaseModel], parameters: Mapping[str, inspect.Parameter]) -> bool:
    if schema.model_fields.keys() != parameters.keys():
        return False
    for name, parameter in parameters.items():
        field = schema.model_fields[name]
        default = inspect.Parameter.empty if field.is_required() else field.default
        if parameter.kind not in _NAMED or field.default_factory is not None or default is not parameter.default:
            return False
    return True
