"""An agent's tools: those that programs call, and those that change the agent's state, which models call themselves."""

import inspect
from collections.abc import Collection, Sequence
from typing import Any, get_type_hints

from langchain_core.tools import BaseTool

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.programs.stubs import Stubs
from smurfs_graph.tools.decided import code_of
from smurfs_graph.tools.injection import injection_of
from smurfs_graph.tools.langchain import from_langchain
from smurfs_graph.tools.tool import Tool


class AgentTools:
    """The tools of an agent, divided."""

    def __init__(self, tools: Sequence[BaseTool], direct: Collection[str]) -> None:
        """`direct`: names of tools that programs are not to call."""
        inside, self.direct = list[BaseTool](), list[BaseTool]()
        for tool in tools:
            (self.direct if tool.name in direct or _is_of_the_state(tool) else inside).append(tool)
        self.in_programs = {tool.name: tool for tool in inside}
        self.stubs = Stubs([from_langchain(tool) for tool in inside])


def _is_of_the_state(tool: BaseTool) -> bool:
    """Return whether a tool reads or changes the agent's state, as far as its signature says."""
    code = code_of(tool)
    try:
        injection = injection_of(tool, code)
        from_langchain(tool)
    except ConfigurationError:  # it takes the state, or the id of its call
        return True
    returned = _annotation(code)
    if not injection.runtime:
        return "Command" in returned
    # one that writes a message itself may write to the state as well: lost where its program is interrupted later
    return not returned or "Command" in returned or "ToolMessage" in returned


def _annotation(code: Any) -> str:
    """Return what a function says that it returns, as text; empty where it says nothing."""
    function = inspect.unwrap(code)
    try:
        said: Any = get_type_hints(function).get("return", "")
    except Exception:  # a name that is not there at run time, or a callable without hints
        said = getattr(function, "__annotations__", {}).get("return", "")
    return str(said)


def tool_as_ruled(tool: BaseTool) -> Tool:
    """Return a tool as a policy sees it, whatever else it takes."""
    try:
        return from_langchain(tool)
    except ConfigurationError:
        return Tool(tool.name, tool.description, {}, dict, _never, source="langchain", undeclared=True)


async def _never(arguments: Any) -> Any:
    """Stand for a tool that the agent alone can call."""
    raise RuntimeError("it is called by the agent's tool node")
