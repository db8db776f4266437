"""A tool with middleware around it, which cannot widen what is permitted, nor repeat what must not be repeated."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from smurfs_graph.errors import ToolError
from smurfs_graph.tools.prepared import PreparedCall
from smurfs_graph.tools.tool import Validated

Around = Callable[[str, Mapping[str, Any], Callable[[Mapping[str, Any]], Awaitable[Any]]], Awaitable[Any]]
"""Function that calls a tool by its name and arguments, with middleware around it."""


@dataclass
class OneCall:
    """A permitted call, as middleware may have it made."""

    prepared: PreparedCall
    permit: Callable[[Mapping[str, Any]], Validated]
    """Checks other arguments. Raises ToolError where they are not permitted, ValueError where they are not valid."""
    again: Callable[[], str]
    """Says why the tool may not be called once more, else counts it."""
    call: Callable[[Validated], Awaitable[Any]]
    is_over: Callable[[], bool]
    """Whether the call's time is over, or its result has been taken: no tool is called for it then."""
    _began: bool = field(default=False, init=False)
    _returned: bool = field(default=False, init=False)

    async def make(self, arguments: Mapping[str, Any]) -> Any:
        """Call the tool and return its result. Raises ToolError where it is not called, and what it raises."""
        tool, changed = self.prepared.tool, arguments != self.prepared.canonical
        if changed and not tool.reads_only:
            raise ToolError("middleware changed the arguments of a call that does more than read")
        if self.is_over():
            raise ToolError(f"middleware asks for a call of {tool.name!r} that has ended")
        validated = self.permit(arguments) if changed else self.prepared.arguments()
        if self._began and (why := self._why_not_again()):
            raise ToolError(f"middleware may not have {tool.name!r} called again: {why}")
        self._began = True
        returned = await self.call(validated)
        self._returned = True
        return returned

    def _why_not_again(self) -> str:
        tool = self.prepared.tool
        failed = tool.undeclared and not self._returned  # it is taken at its word, the exception
        repeatable = tool.repeatable or tool.idempotency_key or failed
        return self.again() if repeatable else "it may have had its effect"
