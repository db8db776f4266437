"""Make tools of ToolBench documents."""

from collections.abc import Mapping
from typing import Any

from smurfs_graph.tools.effects import Effect
from smurfs_graph.tools.tool import Tool, Validated, one_line, refuse_unknown
from smurfs_graph.tools.toolbench.documents import ApiDocument, ToolBenchParameter
from smurfs_graph.tools.toolbench.environments import Environment

_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


def tool_of(document: ApiDocument, name: str, environment: Environment) -> Tool:
    """Return the tool of a document, called in an environment."""
    schemas = {parameter.name: parameter.schema for parameter in document.parameters}
    required = [parameter.name for parameter in document.parameters if parameter.required]
    parameters: dict[str, Any] = {"type": "object", "properties": schemas, "required": required}

    def validate(arguments: Mapping[str, Any]) -> Validated:
        refuse_unknown(arguments, parameters)
        given = {name: value for name, value in arguments.items() if value is not None}
        if missing := [name for name in required if name not in given]:
            raise ValueError("; ".join(f"{name}: Field required" for name in missing))
        taking = [parameter for parameter in document.parameters if parameter.name in given]
        return {parameter.name: _value(parameter, given[parameter.name]) for parameter in taking}

    async def call(arguments: Validated) -> Any:
        return await environment.call(document, arguments)

    return Tool(
        name=name,
        description=_description(document),
        parameters=parameters,
        validate=validate,
        call=call,
        source=f"toolbench ({environment.name})",
        effects=_effects(document, environment),
        title=document.api,
        group=document.tool,
        category=document.category,
        response_fields=document.response,
    )


def _description(document: ApiDocument) -> str:
    said = one_line(document.description)[:600]
    return f"{document.tool}: {said}" if said else f"{document.api} of {document.tool}"


def _effects(document: ApiDocument, environment: Environment) -> frozenset[Effect]:
    if environment.changes_nothing:
        return frozenset({"read"})
    return frozenset({"read" if document.method in _SAFE_METHODS else "write", "network"})


def _value(parameter: ToolBenchParameter, value: Any) -> Any:
    """Return a value as the API takes it: numbers and truth values may come as texts.

    Raises ValueError, naming the field.
    """
    kind = parameter.schema["type"]
    if kind in ("number", "integer") and isinstance(value, str):
        try:
            number = float(value)
        except ValueError:
            raise ValueError(f"{parameter.name}: a number is expected (got {value!r:.80})") from None
        return int(number) if number.is_integer() else number
    if kind == "boolean" and isinstance(value, str):
        if value.strip().lower() not in ("true", "false"):
            raise ValueError(f"{parameter.name}: true or false is expected (got {value!r:.80})")
        return value.strip().lower() == "true"
    if kind in ("number", "integer") and (isinstance(value, bool) or not isinstance(value, int | float)):
        raise ValueError(f"{parameter.name}: a number is expected (got {value!r:.80})")
    if kind == "string" and isinstance(value, int | float | bool):
        return str(value).lower() if isinstance(value, bool) else str(value)
    if kind == "string" and not isinstance(value, str):
        raise ValueError(f"{parameter.name}: a text is expected (got {value!r:.80})")
    return value
