"""What a tool is, whatever source it came from: a document for the models, and a way to call it."""

import inspect
import json
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, wraps
from itertools import islice
from typing import TYPE_CHECKING, Any, cast

from langchain_core.tools import BaseTool, StructuredTool
from pydantic import BaseModel, PydanticUserError, ValidationError

from smurfs_graph.concurrency.threads import run_in_thread, with_result_settled
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.tools.direct import awaiter_of, caller_of
from smurfs_graph.tools.effects import WRITES, Declared, Effect, declaration_of
from smurfs_graph.tools.injection import injection_of
from smurfs_graph.tools.result_fields import of_function
from smurfs_graph.tools.schema import arguments_validator

if TYPE_CHECKING:
    from smurfs_graph.tools.domain import Domain

Parameters = dict[str, Any]
"""A JSON schema of type object: `properties`, `required`."""

Validated = dict[str, Any]
Validate = Callable[[Mapping[str, Any]], Validated]
"""Turns a model's arguments into those of the call; raises ValueError with a complaint that names the field."""


SETTLES = "smurfs_settles"
"""Attribute of a tool's `call` that has its result settled (`threads.AT_ONCE`) in the thread that it runs in."""

_MOST_ITEMS = 10_000
"""Of an iterator that a function returns."""


@dataclass(frozen=True)
class Tool:
    """One tool. `name` is unique within a run; `description` is one line, the document adds the parameters."""

    name: str
    description: str
    parameters: Parameters
    validate: Validate
    call: Callable[[Validated], Awaitable[Any]]
    source: str = "python"
    stateful: bool = False
    """The same call may answer differently the next time; the identical-call rule does not apply."""
    returns_nothing: bool = False
    """The tool is declared to return nothing, so that nothing is not a failure."""
    tags: frozenset[str] = field(default_factory=frozenset[str])
    effects: frozenset[Effect] = WRITES
    """What a call may do; a source that does not know says nothing, and the worst is assumed."""
    undeclared: bool = False
    """Code that the caller passed himself and that says nothing of its effects."""
    idempotent: bool = False
    """A repetition of a call changes nothing more than the call did."""
    idempotency_key: str = ""
    """The parameter that takes a key, equal for a call and its repetition; not among `parameters`."""
    title: str = ""
    """The name as its source writes it, where that is not `name`."""
    group: str = ""
    """The service, server or API that it belongs to."""
    category: str = ""
    response_fields: tuple[str, ...] = ()
    """Names of what a response holds, as far as its document says; for finding the tool, not for judging it."""
    domain: "Domain | None" = None
    """What its toolset can plan and solve by itself, shared by the toolset's tools."""
    of_request: bool = False
    """A call depends on what its request brought along, so that no other run may have its response."""
    internal: bool = False
    """Only for prepared sub-tasks: no model is offered it."""

    @property
    def reads_only(self) -> bool:
        """Whether a call changes nothing, so that it may be made again, shared and remembered."""
        return "read" in self.effects and self.effects <= {"read", "network"}

    @property
    def repeatable(self) -> bool:
        """Whether a call whose fate is unknown may be made again, key or no key."""
        return self.reads_only or self.idempotent

    @property
    def summary(self) -> str:
        """One line for a tool list: name and description."""
        return f"- {self.name}: {self.description}"

    @cached_property
    def document(self) -> str:
        """The document as one line of JSON: name, description and parameters."""
        document = {"name": self.name, "description": self.description, "parameters": self.parameters}
        return json.dumps(document, separators=(",", ":"), ensure_ascii=False, default=str)  # parameters as declared

    @property
    def takes_nothing(self) -> bool:
        """Whether a call has no arguments at all."""
        return not self.parameters.get("properties") and not self.parameters.get("additionalProperties")


def from_langchain(tool: BaseTool, *, source: str = "langchain", returns_nothing: bool = False) -> Tool:
    """A LangChain tool as a tool of this library; its own document and validation are kept."""
    if isinstance(tool, StructuredTool) and tool.coroutine is not None:
        tool = tool.model_copy(update={"coroutine": _unable_to_exit(tool.coroutine)})
    injection = injection_of(tool, _function_of(tool))
    schema = tool.tool_call_schema
    model = schema if isinstance(schema, type) and issubclass(schema, BaseModel) else None
    checked = _own_schema(tool, model)
    parameters = tidy(_schema_of(tool.name, model) if model else cast("dict[str, Any]", schema))
    parameters.pop("description", None)  # the tool's own, once more
    metadata: dict[str, Any] = tool.metadata or {}
    declared = declaration_of(_code_of(tool), metadata)
    key = _hidden_key(tool.name, parameters, declared)
    check = dict[str, Any] if isinstance(schema, type) else arguments_validator(schema)

    def validate(arguments: Mapping[str, Any]) -> Validated:
        refuse_unknown(arguments, parameters)
        given = {**arguments, key: ""} if key else arguments
        valid = _validate(checked, given) if checked else check(given)
        return {name: value for name, value in valid.items() if not key or name != key}

    if inspect.isasyncgenfunction(inspect.unwrap(_code_of(tool))):
        raise ConfigurationError(f"{tool.name!r} cannot be a tool: it is an asynchronous generator; return a list")
    calling, awaiting, is_async = caller_of(tool), awaiter_of(tool), _is_async(tool)

    def blocking(given: Validated) -> Any:
        return _collected(calling(given))

    async def call(arguments: Validated) -> Any:
        given = {**arguments, **injection.values()}
        if is_async:
            returned = await awaiting(given)
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
        response_fields=of_function(_code_of(tool)) if isinstance(tool, StructuredTool) else (),
        of_request=injection.is_any,
    )


def _collected(returned: Any) -> Any:
    """A result as it is; of a generator or another iterator its items, up to a bound."""
    if not isinstance(returned, Iterator):
        return returned
    items = list(islice(cast("Iterator[Any]", returned), _MOST_ITEMS + 1))
    return items if len(items) <= _MOST_ITEMS else [*items[:-1], "… and more"]


def _code_of(tool: BaseTool) -> Any:
    return (tool.func or tool.coroutine) if isinstance(tool, StructuredTool) else type(tool)


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


def by_name(tools: list[Tool]) -> dict[str, Tool]:
    """The tools by name, in their order. Raises ConfigurationError where two have one name."""
    found: dict[str, Tool] = {}
    for tool in tools:
        if tool.name in found:
            raise ConfigurationError(
                f"two tools are called {tool.name!r} (from {found[tool.name].source} and {tool.source}); rename one"
            )
        found[tool.name] = tool
    return found


def refuse_unknown(arguments: Mapping[str, Any], parameters: Parameters) -> None:
    """Raises ValueError for an argument that the tool does not have, unless it takes any."""
    known = parameters.get("properties", {})
    if not parameters.get("additionalProperties"):
        for name in arguments:
            if name not in known:
                raise ValueError(f"unknown parameter {name!r}; the parameters are {sorted(known)}")


def one_line(text: str) -> str:
    """The first sentence-bearing line of a description, without line breaks."""
    paragraph = text.strip().split("\n\n")[0]
    return " ".join(paragraph.split())


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


def _function_of(tool: BaseTool) -> Any:
    return (tool.func or tool.coroutine) if isinstance(tool, StructuredTool) else type(tool)._run  # pyright: ignore[reportPrivateUsage]


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


def tidy(schema: Any) -> Any:
    """A JSON schema without what no model needs: titles, and null as a second type of an optional parameter."""
    if isinstance(schema, list):
        return [tidy(item) for item in cast("list[Any]", schema)]
    if not isinstance(schema, dict):
        return schema
    known = cast("dict[str, Any]", schema)
    any_of = known.get("anyOf")
    choices = cast("list[Any]", any_of) if isinstance(any_of, list) else []
    if len(choices) == 2 and {"type": "null"} in choices:
        other = next(choice for choice in choices if choice != {"type": "null"})
        known = {**other, **{key: value for key, value in known.items() if key != "anyOf"}}
    return {
        key: {name: tidy(value) for name, value in item.items()} if key == "properties" else tidy(item)
        for key, item in known.items()
        if not (key == "title" and isinstance(item, str)) and not (key == "default" and item is None)
    }
