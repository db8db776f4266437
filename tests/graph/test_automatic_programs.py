"""Steps that are programs without a setting: for models that write them, where a request costs no more by that."""

import sys
from collections.abc import Callable
from typing import Any

import pytest

from smurfs_graph import Usage, effects
from tests.graph.test_programs import code, echo, price
from tests.scripts import Turns, calling

WRITES = {"profile": {"tool_calling": True}, "writes_programs": True}
NOTHING_SAID = {"profile": {"tool_calling": True}}
BROKEN = code("print(x)")


def reads(number: int) -> Callable[..., Any]:
    """A tool that nobody needs, with parameters as tools have them."""

    def read(place: str, day: str | None = None, most: int = 10) -> list[str]:
        return []

    read.__name__, read.__doc__ = f"read_{number}", f"Read page {number}.\n\nArgs:\n    place: where\n    day: when"
    return effects("read")(read)


MANY = [price, *map(reads, range(25))]


def turns(*replies: Any, tools: list[Any] = MANY, model: dict[str, Any] = WRITES, **given: Any) -> Turns:
    """A run under "auto"."""
    return Turns(*replies, tools=tools, model=model, **given)


def test_a_model_that_writes_programs_has_them_where_they_cost_less() -> None:
    """With many tools its prompts are smaller than with the tools' schemas, from the first call on."""
    programs = turns(code('print(await price("A"))'), echo)
    native = turns(calling("price", {"item": "A"}), echo, model=NOTHING_SAID)
    costs = [each.result()["usage"] for each in (programs, native)]
    assert programs.names == [["run_python"]] * 2 and len(native.names[0]) == len(MANY)
    assert costs[0].calls == costs[1].calls
    assert _tokens(costs[0]) < 0.85 * _tokens(costs[1])


def _tokens(usage: Usage) -> int:
    """Tokens of all prompts."""
    return sum(row.input_tokens for row in usage.rows)


@pytest.mark.parametrize(
    ("tools", "given"),
    [([price], {}), (MANY, {"model": NOTHING_SAID}), (MANY, {"step_shape": "native"})],
)
def test_elsewhere_its_tools_are_bound(tools: list[Any], given: dict[str, Any]) -> None:
    """A few tools, a model of which nothing is known, a setting; and they stay bound in the steps that follow."""
    run = turns(calling("price", {"item": "A"}), calling("price", {"item": "B"}), echo, tools=tools, **given)
    assert run.result()["answer"] == "it says 4"
    assert run.names == [[each.__name__ for each in tools]] * 3


def test_without_the_interpreter_its_tools_are_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the model declares."""
    monkeypatch.setitem(sys.modules, "pydantic_monty", None)
    run = turns(calling("price", {"item": "A"}), echo)
    assert run.result()["answer"] == "it says 3" and len(run.names[0]) == len(MANY)


def test_a_broken_program_costs_its_own_step_alone() -> None:
    """The model hears of it and writes another; the next request begins with a program too."""
    fine = code('print(await price("A"))')
    run = turns(BROKEN, BROKEN, fine, echo, BROKEN, BROKEN, fine, echo)
    run.result()
    assert run.result()["answer"] == "it says 3"
    assert run.names == [["run_python"]] * 8


def test_three_broken_programs_in_a_row_are_the_models_last() -> None:
    """In whichever requests they were; others then begin with the tools bound."""
    run = turns(BROKEN, BROKEN, "Not done: all of it", BROKEN, calling("price", {"item": "A"}), echo, "No.")
    run.result()
    assert run.result("And A?")["answer"] == "it says 3"
    run.result("And B?")
    assert [names == ["run_python"] for names in run.names] == [True] * 4 + [False] * 3
