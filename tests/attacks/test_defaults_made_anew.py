"""Attack: a default is made anew between the question and the call, so that something else runs than was approved."""

import itertools
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Annotated, Any

import pytest
from langchain_core.tools import tool
from pydantic import AfterValidator, BaseModel, Field

from smurfs_graph import effects
from smurfs_graph.middleware import Programs
from tests.attacks.agents import (
    ALLOWED,
    APPROVE,
    BOTH_CALLERS,
    BOTH_WAYS,
    CALLERS_AND_WAYS,
    Agent,
    called,
    is_asked,
    shown,
)

COUNTER = itertools.count(1)
MADE = list[Any]()


def next_number() -> int:
    """Another number each time."""
    return next(COUNTER)


class Numbered(BaseModel):
    """A payment."""

    to: str
    amount: int = Field(default_factory=next_number)


class Timed(BaseModel):
    """A payment."""

    to: str
    amount: datetime = Field(default_factory=lambda: datetime.fromtimestamp(next_number(), UTC))


class Part(BaseModel):
    """A part of a payment."""

    note: str = "none"
    amount: int = Field(default_factory=next_number)


class Nested(BaseModel):
    """A payment."""

    to: str
    amount: Part


@dataclass
class Sum:
    """A sum."""

    cents: int = field(default_factory=next_number)


class OfDataclass(BaseModel):
    """A payment."""

    to: str
    amount: Sum = Field(default_factory=Sum)


def _plus_one(value: int) -> int:
    return value + 1


class Growing(BaseModel):
    """A payment whose amount grows each time that it is validated."""

    to: str
    amount: Annotated[int, AfterValidator(_plus_one)]


def paying(schema: type[BaseModel]) -> Any:
    """A tool that writes down what it pays."""

    @tool(args_schema=schema)
    @effects("money")
    def pay(to: str, amount: Any) -> str:
        """Pay somebody."""
        MADE.append(amount)
        return "paid"

    return pay


def plain(value: Any) -> Any:
    """A value as a person is shown it."""
    match value:
        case BaseModel():
            return value.model_dump()
        case datetime():
            return value.isoformat()
        case Sum():
            return {"cents": value.cents}
        case _:
            return value


SCHEMAS: dict[str, tuple[type[BaseModel], dict[str, Any]]] = {
    "number": (Numbered, {}),
    "time": (Timed, {}),
    "nested": (Nested, {"amount": {"note": "rent"}}),
    "dataclass": (OfDataclass, {}),
    "validated twice": (Growing, {"amount": 1}),
}


@pytest.fixture(autouse=True)
def begin() -> None:
    """Begin with nothing."""
    MADE.clear()


@CALLERS_AND_WAYS
@pytest.mark.parametrize("moved", [False, True], ids=["here", "in another process"])
@pytest.mark.parametrize("kind", SCHEMAS)
def test_what_runs_is_what_was_shown(kind: str, moved: bool, direct: bool, is_async: bool) -> None:
    """To the default that nobody wrote."""
    schema, more = SCHEMAS[kind]
    middleware = [Programs(direct={"pay"} if direct else ())]
    reply = called("pay", {"to": "ann", **more}, direct=direct)
    agent = Agent([paying(schema)], reply, middleware=middleware, is_async=is_async)
    (seen,) = shown(agent.start())
    if moved:
        agent.elsewhere(middleware=[Programs(direct={"pay"} if direct else ())])
    agent.answer(APPROVE)
    assert [plain(made) for made in MADE] == [seen["amount"]]


@BOTH_WAYS
def test_without_a_store_another_process_asks_again(is_async: bool) -> None:
    """It does not know what the person was shown; one answer more, and what is shown then runs."""
    agent = Agent(
        [paying(Numbered)],
        called("pay", {"to": "ann"}, direct=True),
        middleware=[Programs(direct={"pay"})],
        is_async=is_async,
        has_store=False,
    )
    agent.start()
    agent.elsewhere(middleware=[Programs(direct={"pay"})])
    again = agent.answer(APPROVE)
    assert is_asked(again) and MADE == []
    (seen,) = shown(again)
    agent.answer(APPROVE)
    assert [seen["amount"]] == MADE


@BOTH_WAYS
@BOTH_CALLERS
def test_an_allowed_call_makes_its_default_once(direct: bool, is_async: bool) -> None:
    """Nothing validates it a second time."""
    agent = Agent(
        [paying(Growing)],
        called("pay", {"to": "ann", "amount": 1}, direct=direct),
        middleware=[Programs(policy=ALLOWED, direct={"pay"} if direct else ())],
        is_async=is_async,
    )
    agent.start()
    assert MADE == [2]
