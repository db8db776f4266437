"""Attack: a misspelt name in `approve` or `direct` asks nobody, and says nothing."""

from typing import Any

import pytest
from langchain.agents.middleware import AgentMiddleware
from langchain_core.tools import tool

from smurfs_graph import ConfigurationError, effects
from smurfs_graph.middleware import Programs
from tests.attacks.agents import ALLOWED, APPROVE, BOTH_WAYS, Agent, called, is_asked, told

MADE = list[str]()


@tool
@effects("money")
def pay(to: str) -> str:
    """Pay somebody."""
    MADE.append(to)
    return "paid"


@tool
@effects("money")
def pay_later(to: str) -> str:
    """Pay somebody later."""
    MADE.append(f"later {to}")
    return "paid"


class Choosing(AgentMiddleware[Any, Any, Any]):
    """Middleware that shows the model no tool of the agent's, as LangChain's selector may choose."""

    def wrap_model_call(self, request: Any, handler: Any) -> Any:
        """Leave them out."""
        return handler(request.override(tools=[]))

    async def awrap_model_call(self, request: Any, handler: Any) -> Any:
        """Leave them out."""
        return await handler(request.override(tools=[]))


class Adding(AgentMiddleware[Any, Any, Any]):
    """Middleware that brings a tool of its own, as LangChain documents it."""

    def wrap_model_call(self, request: Any, handler: Any) -> Any:
        """Bind it."""
        return handler(request.override(tools=[*request.tools, pay_later]))

    async def awrap_model_call(self, request: Any, handler: Any) -> Any:
        """Bind it."""
        return await handler(request.override(tools=[*request.tools, pay_later]))

    def wrap_tool_call(self, request: Any, handler: Any) -> Any:
        """Hand it in."""
        return handler(self._with_tool(request))

    async def awrap_tool_call(self, request: Any, handler: Any) -> Any:
        """Hand it in."""
        return await handler(self._with_tool(request))

    def _with_tool(self, request: Any) -> Any:
        return request.override(tool=pay_later) if request.tool_call["name"] == "pay_later" else request


@pytest.fixture(autouse=True)
def begin() -> None:
    """Begin with nothing."""
    MADE.clear()


@BOTH_WAYS
@pytest.mark.parametrize(
    "given",
    [{"approve": {"pya"}}, {"approve": {"pay", "pya"}}, {"direct": {"pya"}}, {"approve": {"pay"}, "direct": {"pya"}}],
)
def test_it_is_refused_before_the_model_is_asked(given: Any, is_async: bool) -> None:
    """With the name that was meant."""
    programs = Programs(policy=ALLOWED, **given)
    agent = Agent([pay], called("pay", {"to": "ann"}, direct=False), middleware=[programs], is_async=is_async)
    with pytest.raises(ConfigurationError, match=r"unknown tool 'pya'; did you mean 'pay'\?"):
        agent.start()
    assert MADE == [] and len(agent.replies) == 2


@BOTH_WAYS
def test_a_tool_that_other_middleware_leaves_out_is_known(is_async: bool) -> None:
    """The next request may have it, and a call of it is asked about all the same."""
    programs = Programs(policy=ALLOWED, approve={"pay"})
    reply = called("pay", {"to": "ann"}, direct=False)
    agent = Agent([pay], reply, middleware=[Choosing(), programs], is_async=is_async)
    assert is_asked(agent.start()) and MADE == []


@BOTH_WAYS
def test_a_tool_of_other_middleware_has_its_name(is_async: bool) -> None:
    """Where that stands before, and the tool stays bound: it is asked about like any other."""
    programs = Programs(policy=ALLOWED, approve={"pay_later"}, direct={"pay_later"})
    reply = called("pay_later", {"to": "ann"}, direct=True)
    agent = Agent([pay], reply, middleware=[Adding(), programs], is_async=is_async)
    assert is_asked(agent.start()) and MADE == []
    agent.answer(APPROVE)
    assert MADE == ["later ann"]


@BOTH_WAYS
def test_a_tool_of_middleware_behind_is_not_called(is_async: bool) -> None:
    """Nobody has decided about it."""
    reply = called("pay_later", {"to": "ann"}, direct=True)
    agent = Agent([pay], reply, middleware=[Programs(policy=ALLOWED), Adding()], is_async=is_async)
    assert "has to stand before Programs" in told(agent.start()) and MADE == []
