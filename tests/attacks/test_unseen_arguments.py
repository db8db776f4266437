"""Attack: the values of an argument cannot be written down, so that neither a policy nor a person sees them."""

from typing import Annotated, Any

import pytest
from langchain_core.tools import InjectedToolCallId, tool
from pydantic import BaseModel, BeforeValidator, ConfigDict, WithJsonSchema

from smurfs_graph import ConfigurationError, effects
from smurfs_graph.middleware import Programs
from tests.attacks.agents import BOTH_CALLERS, BOTH_WAYS, Agent, called

MADE = list[str]()


class Receiver:
    """Somebody, of whom nothing can be told."""

    def __init__(self, name: str) -> None:
        self.name = name


class Paying(BaseModel):
    """The arguments."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    to: Annotated[Receiver, BeforeValidator(Receiver), WithJsonSchema({"type": "string"})]


class PayingByState(Paying):
    """The arguments, and an id."""

    call_id: Annotated[str, InjectedToolCallId]


def paying(schema: type[BaseModel]) -> Any:
    """A tool."""

    @tool(args_schema=schema)
    @effects("money")
    def pay(to: Any, call_id: str = "") -> str:
        """Pay somebody."""
        MADE.append(to.name)
        return "paid"

    return pay


@BOTH_WAYS
@BOTH_CALLERS
@pytest.mark.parametrize("schema", [Paying, PayingByState])
def test_such_a_tool_is_refused(schema: Any, direct: bool, is_async: bool) -> None:
    """Before the model is asked, as a graph refuses it."""
    MADE.clear()
    agent = Agent(
        [paying(schema)],
        called("pay", {"to": "eve"}, direct=direct),
        middleware=[Programs(direct={"pay"} if direct else ())],
        is_async=is_async,
    )
    with pytest.raises(ConfigurationError, match="'pay' cannot be a tool: in its parameter 'to'"):
        agent.start()
    assert MADE == [] and len(agent.replies) == 2
