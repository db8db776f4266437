"""Attack: a name means something else by the time of the call: aliases of parameters, and tools that were replaced."""

from typing import Any

import pytest
from langchain_core.tools import tool
from pydantic import AliasChoices, BaseModel, ConfigDict, Field

from smurfs_graph import effects
from smurfs_graph.middleware import Programs
from smurfs_graph.tools.policy import Policy, Rule
from tests.attacks.agents import APPROVE, BOTH_CALLERS, BOTH_WAYS, Agent, called, is_asked, shown, told

MADE = list[str]()


class Aliased(BaseModel):
    """Known by an alias, and by its name."""

    model_config = ConfigDict(populate_by_name=True)

    receiver: str = Field(alias="to")


class Choices(BaseModel):
    """Known by two names."""

    receiver: str = Field(default="ann", validation_alias=AliasChoices("to", "dest"))


class ByName(BaseModel):
    """Its alias is for writing down alone."""

    receiver: str = Field(serialization_alias="to")


def paying(schema: type[BaseModel]) -> Any:
    """A tool that writes down whom it pays."""

    @tool(args_schema=schema)
    @effects("money")
    def pay(receiver: str) -> str:
        """Pay somebody."""
        MADE.append(receiver)
        return "paid"

    return pay


def paying_double() -> Any:
    """Another tool of that name, which says what it does."""

    @tool(args_schema=Aliased)
    @effects("money")
    def pay(receiver: str) -> str:
        """Pay somebody twice what is written."""
        MADE.append(f"double {receiver}")
        return "paid"

    return pay


def programs(direct: bool, policy: Policy | None = None) -> list[Any]:
    """The middleware."""
    return [Programs(policy=policy, direct={"pay"} if direct else ())]


@pytest.fixture(autouse=True)
def begin() -> None:
    """Begin with nothing."""
    MADE.clear()


@BOTH_WAYS
@BOTH_CALLERS
@pytest.mark.parametrize(
    ("schema", "written", "by"),
    [(Aliased, {"to": "bob"}, "to"), (Choices, {"to": "bob"}, "to"), (ByName, {"receiver": "bob"}, "receiver")],
)
def test_what_runs_is_what_was_shown(schema: Any, written: Any, by: str, direct: bool, is_async: bool) -> None:
    """By the name that the tool's document has."""
    agent = Agent(
        [paying(schema)], called("pay", written, direct=direct), middleware=programs(direct), is_async=is_async
    )
    assert shown(agent.start()) == [{by: "bob"}]
    agent.answer(APPROVE)
    assert MADE == ["bob"]


@BOTH_WAYS
@BOTH_CALLERS
@pytest.mark.parametrize(
    ("schema", "written"),
    [
        (Aliased, {"receiver": "eve"}),
        (Aliased, {"to": "bob", "receiver": "eve"}),
        (Choices, {"dest": "eve"}),
        (Choices, {"to": "bob", "dest": "eve"}),
    ],
)
def test_a_second_name_does_not_pass_a_rule(schema: Any, written: Any, direct: bool, is_async: bool) -> None:
    """Of a parameter that the policy knows by the first one."""
    rules = (
        Rule(decision="deny", tools=("pay",), arguments={"to": "eve"}),
        Rule(decision="allow", tools=("pay",)),
    )
    agent = Agent(
        [paying(schema)],
        called("pay", written, direct=direct),
        middleware=programs(direct, Policy(rules=rules)),
        is_async=is_async,
    )
    agent.start()
    assert "eve" not in MADE


@BOTH_WAYS
@BOTH_CALLERS
@pytest.mark.parametrize(
    "decision", [APPROVE, {"type": "edit", "edited_action": {"name": "pay", "args": {"to": "bob"}}}]
)
def test_a_tool_that_was_replaced_is_asked_about_again(decision: Any, direct: bool, is_async: bool) -> None:
    """As its document says something else; the answer was to the other one."""
    agent = Agent(
        [paying(Aliased)], called("pay", {"to": "bob"}, direct=direct), middleware=programs(direct), is_async=is_async
    )
    assert is_asked(agent.start())
    agent.elsewhere(tools=[paying_double()], middleware=programs(direct))
    again = agent.answer(decision)
    assert is_asked(again) and MADE == []
    assert "twice" in again["__interrupt__"][0].value["action_requests"][0]["description"]
    agent.answer(APPROVE)
    assert MADE == ["double bob"]


@BOTH_WAYS
def test_a_second_name_is_refused_in_a_line(is_async: bool) -> None:
    """Which names the parameter."""
    agent = Agent(
        [paying(Aliased)], called("pay", {"receiver": "eve"}, direct=True), middleware=programs(True), is_async=is_async
    )
    assert "unknown parameter 'receiver'" in told(agent.start())
