"""Calling the function of a LangChain tool itself where LangChain would add nothing: no schema, no handling of its own.

Its arguments have been validated already, and `announcing` tells of the call: `BaseTool.invoke` validates them once
more, and sets up callbacks, which takes longer than many a tool.
"""

import inspect
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from langchain_core.tools import BaseTool, StructuredTool
from pydantic import BaseModel

_NAMED = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


def caller_of(tool: BaseTool) -> Callable[[dict[str, Any]], Any]:
    """What makes a call with validated arguments, in a thread: the tool, or its function where that is the same."""
    function = tool.func if isinstance(tool, StructuredTool) and tool.coroutine is None else None
    if function is None or not _is_plain(tool, function):
        return tool.invoke
    return lambda arguments: function(**arguments)


def awaiter_of(tool: BaseTool) -> Callable[[dict[str, Any]], Awaitable[Any]]:
    """The same on an event loop, for a tool that has code of its own for it."""
    function = tool.coroutine if isinstance(tool, StructuredTool) else None
    if function is None or not _is_plain(tool, function):
        return tool.ainvoke
    return lambda arguments: function(**arguments)


def _is_plain(tool: BaseTool, function: Callable[..., Any]) -> bool:
    """Whether a tool was made of its function alone: nothing injected, handled, noted or defaulted by the tool."""
    if type(tool) is not StructuredTool:
        return False
    extras = (tool.handle_tool_error, tool.handle_validation_error, tool.callbacks, tool.return_direct)
    if any(extras) or tool.response_format != "content":
        return False
    schema: Any = tool.args_schema
    if not (isinstance(schema, type) and issubclass(schema, BaseModel)):
        return False
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):  # some of Python's own have none
        return False
    return _are_the_same(schema, parameters)


def _are_the_same(schema: type[BaseModel], parameters: Mapping[str, inspect.Parameter]) -> bool:
    if schema.model_fields.keys() != parameters.keys():
        return False
    for name, parameter in parameters.items():
        field = schema.model_fields[name]
        default = inspect.Parameter.empty if field.is_required() else field.default
        if parameter.kind not in _NAMED or field.default_factory is not None or default is not parameter.default:
            return False
    return True
