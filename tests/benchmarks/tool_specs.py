"""Tools that all contestants have alike."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from smurfs_graph.tools.effects import READS
from smurfs_graph.tools.schema import arguments_validator
from smurfs_graph.tools.tool import Tool, Validated

Data = dict[str, Any]
Made = list[tuple[str, Data]]
"""The calls of tools in a run."""


class Spec(NamedTuple):
    """One tool."""

    name: str
    description: str
    parameters: Mapping[str, str | Data]
    """What each means; all are required, and texts where no schema says otherwise."""
    run: Callable[[Data], Data]
    returns: tuple[str, ...] = ()

    @property
    def document(self) -> str:
        """The description, with the fields of the result where they are declared."""
        return f"{self.description} Returns {', '.join(self.returns)}." if self.returns else self.description

    @property
    def schema(self) -> Data:
        """The parameters as a JSON schema."""
        taken = {
            name: {"type": "string", "description": said} if isinstance(said, str) else said
            for name, said in self.parameters.items()
        }
        return {"type": "object", "properties": taken, "required": list(taken)}

    def ours(self, made: Made) -> Tool:
        """The tool as this library has it; `made` is told of every call."""

        async def call(arguments: Validated) -> Any:
            made.append((self.name, arguments))
            return self.run(arguments)

        return Tool(
            name=self.name,
            description=self.document,
            parameters=self.schema,
            validate=arguments_validator(self.schema),
            call=call,
            effects=READS,
            response_fields=self.returns,
        )
