"""Document an operation's arguments for models, and hold them to the OpenAPI document."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from smurfs_graph.errors import ConfigurationError, ToolError
from smurfs_graph.tools.openapi.operations import Operation
from smurfs_graph.tools.openapi.parameters import Parameter
from smurfs_graph.tools.openapi.schemas import Schemas
from smurfs_graph.tools.openapi.serialise import prepare
from smurfs_graph.tools.openapi.shown import Shown
from smurfs_graph.tools.schema import arguments_validator, read_leniently


class _Argument(NamedTuple):
    schema: Any
    required: bool
    description: str = ""
    optional_with_others: bool = False
    """It is a part of an optional body: it is required where any other part is given."""


class Arguments:
    """The arguments of one operation: its parameters, and its body or what that holds."""

    def __init__(self, operation: Operation, schemas: Schemas, shown: Shown) -> None:
        """Read the arguments' schemas; checks that only a call needs are made at the first one."""
        self._operation = operation
        self.key = next((one.argument for one in operation.parameters if _is_key(one)), "")
        """The argument that takes an idempotency key; a model does not see it."""
        taken = _taken(operation, shown)
        required = [name for name, each in taken.items() if each.required and not each.optional_with_others]
        properties = {name: shown.schema(each.schema, each.description) for name, each in taken.items()}
        self.parameters: dict[str, Any] = {"type": "object", "properties": properties}
        if required:
            self.parameters["required"] = required
        self._parts = {name for name, each in taken.items() if each.optional_with_others}

        @cache
        def check(has_body: bool) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
            needed = [name for name, each in taken.items() if each.required and (has_body or name in required)]
            whole = {name: each.schema for name, each in taken.items()}
            return arguments_validator(schemas.of_object(whole, needed, "request"))

        self._check = check

    def validate(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments as they are sent. Raises ValueError with a complaint that names the field."""
        properties: dict[str, Any] = self.parameters["properties"]
        try:
            check = self._check(any(arguments.get(name) is not None for name in self._parts))
            given = check({name: read_leniently(properties.get(name), value) for name, value in arguments.items()})
            prepare(self._operation, given)
        except (ToolError, ConfigurationError) as error:
            raise ValueError(str(error)) from None
        except (TypeError, AttributeError, KeyError, RecursionError) as error:
            raise ValueError(f"the document's schema for this cannot be used ({type(error).__name__})") from None
        return given


def _is_key(parameter: Parameter) -> bool:
    return parameter.place == "header" and parameter.name.lower() == "idempotency-key"


def _taken(operation: Operation, shown: Shown) -> dict[str, _Argument]:
    """Return the arguments that a model gives, by name."""
    taken = {
        each.argument: _Argument(each.schema, each.required, each.description)
        for each in operation.parameters
        if not _is_key(each)
    }
    body = operation.body
    if body is not None and body.flat is not None:
        whole = shown.merge(body.schema)
        for argument, name in body.flat.items():
            taken[argument] = _Argument(
                whole["properties"][name], name in whole.get("required", []), optional_with_others=not body.required
            )
    elif body is not None:
        taken[body.argument] = _Argument(body.schema, body.required, body.description)
    return taken
