"""An agent's tools: those that programs call, and those that change the agent's state, which models call themselves."""

import inspect
from collections.abc import Collection, Mapping, Sequence
from typing import Any, get_type_hints

from langchain_core.tools import BaseTool

from smurfs_graph.programs.stubs import Stubs
from smurfs_graph.tools.decided import DecidedTool, code_of, runs_by_langchain, without_validation
from smurfs_graph.tools.injection import injection_of
from smurfs_graph.tools.langchain import describe
from smurfs_graph.tools.tool import Validated


class AgentTool:
    """A tool of an agent: as it is ruled on, and as LangChain runs it with the values that were decided on."""

    def __init__(self, own: BaseTool) -> None:
        """Raises ConfigurationError for a tool whose arguments nobody could see."""
        self.own = own
        self._injection = injection_of(own, code_of(own), in_agent=True)
        described = describe(own, self._injection)
        self.ruled = described.tool
        self._as_named = described.as_named

    @property
    def is_of_the_state(self) -> bool:
        """Return whether the tool reads or changes the agent's state, as far as its signature says."""
        if self._injection.call_id or self._injection.agent:
            return True
        returned = _annotation(code_of(self.own))
        if not self._injection.runtime:
            return "Command" in returned
        # one that writes a message itself may write to the state as well: lost where its program is interrupted later
        return not returned or "Command" in returned or "ToolMessage" in returned

    def written(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments that a model, a program or middleware has written: no others are decided on."""
        beside = {*self._injection.names, self.ruled.idempotency_key}
        return {name: value for name, value in arguments.items() if name not in beside}

    def with_values(
        self, values: Validated, arguments: Mapping[str, Any], call_id: str
    ) -> tuple[BaseTool, dict[str, Any]]:
        """Return the tool and the arguments by which LangChain runs its code with these values, and no others.

        `arguments`: of the call, as the agent's tool node has filled them in.
        """
        injected = {name: arguments[name] for name in self._injection.names if name in arguments}
        injected |= dict.fromkeys(self._injection.call_id, call_id)
        named = self._as_named(values)
        if runs_by_langchain(self.own):
            return DecidedTool.around(self.own, self._injection, lambda: injected), named
        return without_validation(self.own), named | injected


class AgentTools:
    """The tools of an agent, divided."""

    def __init__(self, tools: Sequence[BaseTool], direct: Collection[str]) -> None:
        """`direct`: names of tools that programs are not to call."""
        self.direct: dict[str, AgentTool] = {}
        self.in_programs: dict[str, AgentTool] = {}
        for own in tools:
            tool = AgentTool(own)
            stays_bound = own.name in direct or tool.is_of_the_state
            part = self.direct if stays_bound else self.in_programs
            part[own.name] = tool
        self.stubs = Stubs([tool.ruled for tool in self.in_programs.values()])

    @property
    def all(self) -> list[AgentTool]:
        """Return the tools of both kinds."""
        return [*self.direct.values(), *self.in_programs.values()]

    def tool_of(self, own: BaseTool | None) -> AgentTool | None:
        """Return an agent's tool by LangChain's object for it, which may be another one than the agent was made with.

        None: there is none of that name.
        """
        if own is None:
            return None
        known = next((tool for tool in self.all if tool.own is own), None)
        return known or AgentTool(own)


def _annotation(code: Any) -> str:
    """Return what a function says that it returns, as text; empty where it says nothing."""
    function = inspect.unwrap(code)
    try:
        said: Any = get_type_hints(function).get("return", "")
    except Exception:  # a name that is not there at run time, or a callable without hints
        said = getattr(function, "__annotations__", {}).get("return", "")
    return str(said)
