"""LangChain tools as tools of this library: their own documents and validation, their functions called directly.

A call's arguments have been validated already, and `announcing` tells of it: `BaseTool.invoke` would validate them once
more, and set up callbacks, which takes longer than many a tool. It is called where a tool does more than its function.
"""

import inspect
from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import wraps
from itertools import islice
from typing import Any, cast

from langchain_core.tools import BaseTool, StructuredTool
from pydantic import BaseModel, PydanticUserError, ValidationError

from smurfs_graph.concurrency.threads import run_in_thread, with_result_settled
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.tools.effects import WRITES, Declared, declaration_of
from smurfs_graph.tools.injection import injection_of
from smurfs_graph.tools.result_fields import of_function
from smurfs_graph.tools.schema import arguments_validator
from smurfs_graph.tools.tool import SETTLES, Parameters, Tool, Validated, one_line, refuse_unknown, tidy

_MOST_ITEMS = 10_000
"""Of an iterator that a function returns."""
_NAMED = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


def from_langchain(tool: BaseTool, *, source: str = "langchain", returns_nothing: bool = False) -> Tool:
    """A LangChain tool as a tool of this library; its own document and validation are kept."""
    if isinstance(tool, StructuredTool) and tool.coroutine is not None:
        tool = tool.model_copy(update={"coroutine": _unable_to_exit(tool.coroutine)})
    own = (tool.func or tool.coroutine) if isinstance(tool, StructuredTool) else None
    injection = injection_of(tool, own or type(tool)._run)  # pyright: ignore[reportPrivateUsage]
    code = own or type(tool)
    schema = tool.tool_call_schema
    model = schema if isinstance(schema, type) and issubclass(schema, BaseModel) else None
    checked = _own_schema(tool, model)
    parameters = tidy(_schema_of(tool.name, model) if model else cast("dict[str, Any]", schema))
    parameters.pop("description", None)  # the tool's own, once more
    metadata: dict[str, Any] = tool.metadata or {}
    declared = declaration_of(code, metadata)
    key = _hidden_key(tool.name, parameters, declared)
    check = dict[str, Any] if isinstance(schema, type) else arguments_validator(schema)

    def validate(arguments: Mapping[str, Any]) -> Validated:
        refuse_unknown(arguments, parameters)
        given = {**arguments, key: ""} if key else arguments
        valid = _validate(checked, given) if checked else check(given)
        return {name: value for name, value in valid.items() if not key or name != key}

    if inspect.isasyncgenfunction(inspect.unwrap(code)):
        raise ConfigurationError(f"{tool.name!r} cannot be a tool: it is an asynchronous generator; return a list")
    is_async = _is_async(tool)
    make = _caller_of(tool, is_async=is_async)

    def blocking(given: Validated) -> Any:
        return _collected(make(given))

    async def call(arguments: Validated) -> Any:
        given = {**arguments, **injection.values()}
        if is_async:
            returned = await make(given)
            return await run_in_thread(_collected, returned) if isinstance(returned, Iterator) else returned
        return await run_in_thread(with_result_settled(blocking), given)

    if not is_async:
        setattr(call, SETTLES, True)
    return Tool(
        name=tool.name,
        description=one_line(tool.description),
        parameters=parameters,
        validate=validate,
        call=call,
        source=source,
        stateful=bool(metadata.get("stateful", False)),
        returns_nothing=returns_nothing,
        effects=declared.effects if declared else WRITES,
        undeclared=declared is None,
        idempotent=declared.idempotent if declared else False,
        idempotency_key=key,
        response_fields=of_function(own) if own else (),
        of_request=injection.is_any,
    )


def _collected(returned: Any) -> Any:
    """A result as it is; of a generator or another iterator its items, up to a bound."""
    if not isinstance(returned, Iterator):
        return returned
    items = list(islice(cast("Iterator[Any]", returned), _MOST_ITEMS + 1))
    return items if len(items) <= _MOST_ITEMS else [*items[:-1], "… and more"]


def _hidden_key(name: str, parameters: Parameters, declared: Declared | None) -> str:
    """The parameter for idempotency keys, taken out of what the models see."""
    key = declared.idempotency_key if declared else ""
    if not key:
        return ""
    if parameters.get("properties", {}).pop(key, {}).get("type") != "string":
        raise ConfigurationError(f"{name!r} has no text parameter {key!r} for its idempotency key")
    required = [other for other in parameters.pop("required", []) if other != key]
    if required:
        parameters["required"] = required
    return key


def _schema_of(name: str, model: type[BaseModel]) -> Parameters:
    try:
        return model.model_json_schema()
    except PydanticUserError:
        raise ConfigurationError(
            f"{name!r} cannot be a tool: a parameter has a type that no model can write; use texts, numbers, lists, "
            "dataclasses or pydantic models"
        ) from None


def _own_schema(tool: BaseTool, model: type[BaseModel] | None) -> type[BaseModel] | None:
    """The tool's own schema, as LangChain's copy of it has no validators; the copy where something is injected."""
    own = tool.args_schema
    if model is None or not (isinstance(own, type) and issubclass(own, BaseModel)):
        return model
    return own if own.model_fields.keys() == model.model_fields.keys() else model


def _validate(model: type[BaseModel], arguments: Mapping[str, Any]) -> Validated:
    try:
        valid = model.model_validate(dict(arguments))
    except ValidationError as error:
        complaints = [
            f"{'.'.join(str(part) for part in item['loc']) or 'arguments'}: {item['msg']} (got {item['input']!r:.80})"
            for item in error.errors(include_url=False)[:5]
        ]
        raise ValueError("; ".join(complaints)) from None
    except Exception as error:  # a validator of the tool's own
        raise ValueError(f"{type(error).__name__}: {error}") from error
    extra = valid.model_extra or {}
    given = {name: getattr(valid, name) for name in model.model_fields if name in valid.model_fields_set}
    return {name: value for name, value in given.items() if not _is_left_out(model, name, value)} | extra


def _is_left_out(model: type[BaseModel], name: str, value: Any) -> bool:
    """Whether null says what leaving the argument out says."""
    field = model.model_fields[name]
    return value is None and field.default is None and field.default_factory is None


def _is_async(tool: BaseTool) -> bool:
    """Whether the tool has code of its own for the event loop; else it runs in a thread, where it may block."""
    if isinstance(tool, StructuredTool):
        return tool.coroutine is not None
    return type(tool)._arun is not BaseTool._arun  # pyright: ignore[reportPrivateUsage]


def _unable_to_exit(coroutine: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """The same coroutine function; a `sys.exit` in it fails the call, where asyncio would let it end the event loop."""

    @wraps(coroutine)
    async def contain(*args: Any, **kwargs: Any) -> Any:
        try:
            return await coroutine(*args, **kwargs)
        except (SystemExit, KeyboardInterrupt) as error:
            raise RuntimeError(f"{type(error).__name__}: {error}") from None

    return contain


def _caller_of(tool: BaseTool, *, is_async: bool) -> Callable[[Validated], Any]:
    """What makes a call with validated arguments: the tool, or its function where that is the same."""
    function = (tool.coroutine if is_async else tool.func) if isinstance(tool, StructuredTool) else None
    if function is None or not _is_plain(tool, function):
        return tool.ainvoke if is_async else tool.invoke
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
