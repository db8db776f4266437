"""What a model sees of an operation's arguments, and what holds them to the document."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from smurfs_graph.errors import ConfigurationError, ToolError
from smurfs_graph.tools.openapi.operations import Operation
from smurfs_graph.tools.openapi.schemas import Schemas
from smurfs_graph.tools.openapi.serialise import body_value, has_body, prepare
from smurfs_graph.tools.openapi.shown import Shown
from smurfs_graph.tools.schema import complaints_of, read_leniently


class Arguments:
    """The arguments of one operation."""

    def __init__(self, operation: Operation, schemas: Schemas, shown: Shown) -> None:
        """What is only needed for a call is read when there is one."""
        self._operation = operation
        self.parameters = _show(operation, shown)
        self.key = _key(operation)
        """The argument that takes an idempotency key; a model does not see it."""
        self._schemas = schemas

    def validate(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments as they are sent. Raises ValueError with a complaint that names the field."""
        properties: dict[str, Any] = self.parameters["properties"]
        for name in arguments:
            if name not in properties:
                raise ValueError(f"unknown parameter {name!r}; the parameters are {sorted(properties)}")
        given = {name: read_leniently(properties[name], value) for name, value in arguments.items()}
        try:
            given = self._without_nulls(given)
            found = self._complaints(given)
            if not found:
                prepare(self._operation, given)
        except (ToolError, ConfigurationError) as error:
            raise ValueError(str(error)) from None
        except (TypeError, AttributeError, KeyError, RecursionError) as error:
            raise ValueError(f"the document's schema for this cannot be used ({type(error).__name__})") from None
        if found:
            raise ValueError("; ".join(found))
        return given

    def _complaints(self, given: Mapping[str, Any]) -> list[str]:
        names = {parameter.argument for parameter in self._operation.parameters}
        found = self._of_parameters({name: value for name, value in given.items() if name in names})
        body = self._operation.body
        if body is None:
            return found
        if not has_body(body, given):
            return [*found, f"{body.argument}: is required"] if body.required else found
        said = self._of_body(body_value(body, given))
        if body.flat is None:
            return [*found, *(f"{body.argument}.{line}" if ": " in line else line for line in said)]
        return [*found, *said]

    def _without_nulls(self, given: dict[str, Any]) -> dict[str, Any]:
        """Without optional arguments that are null, unless the document takes null there."""
        optional = [
            name for name, value in given.items() if value is None and name not in self.parameters.get("required", [])
        ]
        for name in optional:
            rest = {key: value for key, value in given.items() if key != name}
            if len(self._complaints(given)) > len(self._complaints(rest)):
                given = rest
        return given

    @cached_property
    def _of_parameters(self) -> Callable[[Any], list[str]]:
        parameters = self._operation.parameters
        whole = self._schemas.of_object(
            {parameter.argument: parameter.schema for parameter in parameters},
            [one.argument for one in parameters if one.required and one.argument != self.key],
            "request",
        )
        return complaints_of(whole)

    @cached_property
    def _of_body(self) -> Callable[[Any], list[str]]:
        body = self._operation.body
        return complaints_of(self._schemas.whole(body.schema if body else {}, "request"))


def _key(operation: Operation) -> str:
    for parameter in operation.parameters:
        if parameter.place == "header" and parameter.name.lower() == "idempotency-key":
            return parameter.argument
    return ""


def _show(operation: Operation, shown: Shown) -> dict[str, Any]:
    properties: dict[str, Any] = {}
    required: list[str] = []
    for parameter in operation.parameters:
        if parameter.argument == _key(operation):
            continue
        properties[parameter.argument] = shown.schema(parameter.schema, parameter.description)
        if parameter.required:
            required.append(parameter.argument)
    body = operation.body
    if body is not None and body.flat is not None:
        whole = shown.merge(body.schema)
        for argument, name in body.flat.items():
            properties[argument] = shown.schema(whole["properties"][name])
            if body.required and name in whole.get("required", []):
                required.append(argument)
    elif body is not None:
        properties[body.argument] = shown.schema(body.schema, body.description)
        if body.required:
            required.append(body.argument)
    made: dict[str, Any] = {"type": "object", "properties": properties}
    return made | ({"required": required} if required else {})
