"""LangChain tools as tools of this library: their own documents, and their own validation, done once for each call."""

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial, wraps
from itertools import islice
from typing import Any, NamedTuple, cast

from langchain_core.tools import BaseTool, StructuredTool
from langchain_core.tools import Tool as SingleInputTool
from pydantic import BaseModel, PydanticUserError, ValidationError

from smurfs_graph.concurrency.threads import run_in_thread
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.models.sent_schemas import with_choices_joined
from smurfs_graph.tools.argument_types import check_types, documented_names, schema_for_calls
from smurfs_graph.tools.decided import caller_of, code_of, has_own_async_code
from smurfs_graph.tools.effects import WRITES, Declared, declaration_of
from smurfs_graph.tools.injection import Injection, injection_of
from smurfs_graph.tools.langchain_results import commands_refused, plain_result
from smurfs_graph.tools.output import MAX_ITEMS
from smurfs_graph.tools.result_fields import of_function
from smurfs_graph.tools.result_schema import schema_of_result
from smurfs_graph.tools.schema import arguments_validator
from smurfs_graph.tools.tool import Blocking, Parameters, Tool, Validated, one_line, refuse_unknown, tidy

_OF_LANGCHAIN = ("run_manager", "callbacks")
"""Parameters that LangChain fills in by their names."""
_VARIADIC = ("args", "kwargs")
"""Fields that stand for `*args` and `**kwargs`; they have no default that could be handed on."""


def from_langchain(tool: BaseTool, *, source: str = "langchain") -> Tool:
    """Make a tool of this library of a LangChain tool; its own document and validation are kept.

    Raises ConfigurationError where no model could call it, or nobody could see what it is called with.
    """
    if isinstance(tool, StructuredTool) and tool.coroutine is not None:
        tool = tool.model_copy(update={"coroutine": _unable_to_exit(tool.coroutine)})
    injection = injection_of(tool, code_of(tool))
    described, as_named = describe(tool, injection, source=source)
    is_async = has_own_async_code(tool)
    make = caller_of(tool, injection, is_async=is_async)

    def block(arguments: Validated) -> Any:
        with commands_refused():
            return _collected(make(as_named(arguments)))

    async def call(arguments: Validated) -> Any:
        with commands_refused():
            returned = await make(as_named(arguments))
            if isinstance(returned, AsyncIterator):
                returned = iter([item async for item in _first(cast("AsyncIterator[Any]", returned))])
            return await run_in_thread(_collected, returned) if isinstance(returned, Iterator) else _collected(returned)

    return replace(described, call=call if is_async else Blocking(block))


class Described(NamedTuple):
    """A LangChain tool as models, policies and people see it."""

    tool: Tool
    """Without a way to call it."""
    as_named: Callable[[Validated], dict[str, Any]]
    """Renames values to the names that the tool's code has for them."""


def describe(tool: BaseTool, injection: Injection, *, source: str = "langchain") -> Described:
    """Describe a LangChain tool by its own document, declaration and validation.

    Raises ConfigurationError where no model could call it, or nobody could see what it is called with.
    """
    own = (tool.func or tool.coroutine) if isinstance(tool, StructuredTool) else None
    code = own or type(tool)
    if inspect.isasyncgenfunction(inspect.unwrap(code)):
        raise ConfigurationError(f"{tool.name!r} cannot be a tool: it is an asynchronous generator; return a list")
    taken = _schema_of(tool, injection)
    metadata: dict[str, Any] = tool.metadata or {}
    declared = declaration_of(code, metadata)
    key = _hidden_key(tool.name, taken.parameters, declared)

    def validate(arguments: Mapping[str, Any]) -> Validated:
        refuse_unknown(arguments, taken.parameters)
        valid = taken.validate({**arguments, key: ""} if key else arguments)
        return {name: value for name, value in valid.items() if not key or name != key}

    described = Tool(
        name=tool.name,
        description=one_line(tool.description),
        parameters=taken.parameters,
        validate=validate,
        call=_never_called,
        source=source,
        stateful=declared.stateful if declared else bool(metadata.get("stateful", False)),
        returns_nothing=True,
        effects=declared.effects if declared else WRITES,
        undeclared=declared is None,
        idempotent=declared.idempotent if declared else False,
        idempotency_key=key,
        response_fields=of_function(own) if own else (),
        result_schema=partial(schema_of_result, own) if own and tool.response_format == "content" else None,
        of_request=injection.is_any,
    )
    return Described(described, taken.as_named)


async def _never_called(arguments: Validated) -> Any:
    """Stand for the way to a tool that has only been described."""
    raise RuntimeError("a tool that is only described cannot be called")


async def _first(items: AsyncIterator[Any]) -> AsyncIterator[Any]:
    """Yield the items that `_collected` takes, and one more, which says that there are."""
    taken = 0
    async for item in items:
        yield item
        taken += 1
        if taken > MAX_ITEMS:
            return


def _collected(returned: Any) -> Any:
    """Return a result as data; of a generator or another iterator its items, up to a bound."""
    if not isinstance(returned, Iterator):
        return plain_result(returned)
    items = list(islice(cast("Iterator[Any]", returned), MAX_ITEMS + 1))
    return plain_result(items if len(items) <= MAX_ITEMS else [*items[:-1], "… and more"])


def _hidden_key(name: str, parameters: Parameters, declared: Declared | None) -> str:
    """Return the parameter for idempotency keys, taken out of what the models see."""
    key = declared.idempotency_key if declared else ""
    if not key:
        return ""
    if parameters.get("properties", {}).pop(key, {}).get("type") != "string":
        raise ConfigurationError(f"{name!r} has no text parameter {key!r} for its idempotency key")
    required = [other for other in parameters.pop("required", []) if other != key]
    if required:
        parameters["required"] = required
    return key


class _OneText(BaseModel):
    """What LangChain's oldest kind of tool takes, whose function has a parameter of any name."""

    tool_input: str


class _Schema(NamedTuple):
    """The parameters of a tool: their document, and how a model's arguments become those of a call."""

    parameters: Parameters
    validate: Callable[[Mapping[str, Any]], Validated]
    """From names of the document to values by those names. Raises ValueError."""
    as_named: Callable[[Validated], dict[str, Any]]
    """Renames values to the names that the tool's code has for them."""


def _schema_of(tool: BaseTool, injection: Injection) -> _Schema:
    """Return how a tool of LangChain's is described, validated and called. Raises ConfigurationError."""
    given: Any = tool.args_schema
    if given is None:
        given = _OneText if isinstance(tool, SingleInputTool) else tool.get_input_schema()
    if isinstance(given, dict):
        joined = with_choices_joined(cast("dict[str, Any]", given))
        parameters = tidy(joined)
        parameters.pop("description", None)
        return _Schema(parameters, arguments_validator(joined), dict)
    if not (isinstance(given, type) and issubclass(given, BaseModel)):
        raise ConfigurationError(f"{tool.name!r} cannot be a tool: its args_schema is no pydantic (v2) model")
    hidden = {*injection.names, *_OF_LANGCHAIN} & given.model_fields.keys()
    model = schema_for_calls(tool.name, given, hidden)
    parameters = tidy(_document_of(tool.name, model))
    parameters.pop("description", None)  # the tool's own, once more
    for name in hidden:
        parameters.get("properties", {}).pop(name, None)
    extra = "forbid" if check_types(tool.name, model, hidden) else None
    names = {name: field for name, field in documented_names(model).items() if field not in hidden}
    nulls = {field: None for field in names.values() if _is_null_by_default(model, field)}

    def as_named(arguments: Validated) -> dict[str, Any]:
        return nulls | {names.get(name, name): value for name, value in arguments.items()}

    return _Schema(parameters, partial(_validate, model, names, extra), as_named)


def _document_of(name: str, model: type[BaseModel]) -> Parameters:
    try:
        return model.model_json_schema(by_alias=model.model_config.get("validate_by_alias") is not False)
    except PydanticUserError:
        raise ConfigurationError(
            f"{name!r} cannot be a tool: a parameter has a type that no model can write; use texts, numbers, lists, "
            "dataclasses or pydantic models"
        ) from None


def _validate(model: type[BaseModel], names: Mapping[str, str], extra: Any, arguments: Mapping[str, Any]) -> Validated:
    """Return the values of all fields, defaults too, by their documented names."""
    try:
        valid = model.model_validate(dict(arguments), extra=extra)
    except ValidationError as error:
        complaints = [
            f"{'.'.join(str(part) for part in item['loc']) or 'arguments'}: {item['msg']} (got {item['input']!r:.80})"
            for item in error.errors(include_url=False)[:5]
        ]
        raise ValueError("; ".join(complaints)) from None
    except (Exception, SystemExit) as error:  # a validator of the tool's own
        raise ValueError(f"{type(error).__name__}: {error}") from error
    values = {name: (field, getattr(valid, field)) for name, field in names.items()}
    known = {
        name: value
        for name, (field, value) in values.items()
        if not (value is None and _is_null_by_default(model, field))
        and (field in valid.model_fields_set or field not in _VARIADIC)
    }
    return known | (valid.model_extra or {})


def _is_null_by_default(model: type[BaseModel], field: str) -> bool:
    """Return whether null says what leaving the argument out says."""
    info = model.model_fields[field]
    return info.default is None and info.default_factory is None


def _unable_to_exit(coroutine: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """Wrap a coroutine function: a `sys.exit` in it fails the call, where asyncio would let it end the event loop."""

    @wraps(coroutine)
    async def contain(*args: Any, **kwargs: Any) -> Any:
        try:
            return await coroutine(*args, **kwargs)
        except (SystemExit, KeyboardInterrupt) as error:
            raise RuntimeError(f"{type(error).__name__}: {error}") from None

    return contain
