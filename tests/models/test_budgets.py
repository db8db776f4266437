"""Budgets of runs and sub-tasks, fallbacks, the ledger: reserved before the call, typed when out, continued later."""

import time
from typing import Any

import pytest
from langgraph.errors import GraphInterrupt

from smurfs_graph import ConfigurationError, Settings, Usage, UsageRow, build_graph
from smurfs_graph.budgets.limits import Budget, Spent, exceeded
from smurfs_graph.budgets.meter import Meter
from smurfs_graph.models.prices import cost_of, price_of
from smurfs_graph.settings import Price
from smurfs_graph.testing import ScriptedModel
from tests.servers.hostile import add, honest_script

REPLY = 200
"""Tokens that no call of these scripts comes near, prompt and reply together, beyond its own estimate."""


def script(**replies: Any) -> Any:
    """The honest script with some calls replaced."""

    def reply(call: str, sections: dict[str, str]) -> Any:
        return replies.get(call.replace(".", "_")) or honest_script(call, sections)

    return reply


def run(model: ScriptedModel, *, models: dict[str, ScriptedModel] | None = None, **settings: Any) -> dict[str, Any]:
    """One run on scripted models."""
    known: Any = {"scripted:x": model, **(models or {})}
    values: dict[str, Any] = {"model": "scripted:x", "strategy": "smurfs"} | settings
    return build_graph(Settings(**values), tools=[add], models=known).invoke({"query": "What is 2 + 3?"})


PENDING = {"verifier": {"status": "pending", "hint": "more"}, "answer_fused": {"answer": "a", "status": "pending"}}
TWO = {"planner": {"needs_tool": True, "sub_tasks": ["Add 2 and 3.", "Add 4 and 5."]}}


def test_cost_is_counted_and_bounded() -> None:
    """With a price the ledger has dollars, and the run ends within them."""
    prices = {"scripted:x": {"input": 10.0, "output": 30.0}}
    free = run(ScriptedModel(script(**PENDING)), prices=prices)
    assert free["usage"].cost > 0
    limit = free["usage"].cost / 2
    tight = run(ScriptedModel(script(**PENDING)), prices=prices, max_cost=limit)
    assert tight["stop_reason"] == "cost_budget"
    assert tight["usage"].cost <= limit


def test_a_cost_budget_needs_a_price() -> None:
    """Nobody knows what the model costs: one line says what to do."""
    with pytest.raises(ConfigurationError, match=r"price of model 'scripted:x' is not known"):
        run(ScriptedModel(script()), max_cost=1.0)


def test_prices_come_from_the_settings_first() -> None:
    """A user's price holds; local providers are free; a server of one's own has no list price."""
    assert price_of("offline:rules", Settings()) == Price(input=0, output=0)
    assert price_of("openai:gpt-5-mini", Settings(base_url="http://127.0.0.1:1/v1")) is None
    own = Settings(prices={"openai:gpt-5-mini": Price(input=1, output=2, cached_input=0.5)})
    row = UsageRow(role="planner", input_tokens=1_000_000, cached_tokens=400_000, output_tokens=500_000)
    assert cost_of(row, price_of("openai:gpt-5-mini", own)) == pytest.approx(0.6 + 0.2 + 1.0)  # pyright: ignore


def test_list_prices_are_known() -> None:
    """With the extra, well-known models have their price."""
    pytest.importorskip("genai_prices", reason="the extra 'prices' is not installed")
    price = price_of("openai:gpt-5-mini", Settings())
    assert price is not None
    assert price.output > price.input > (price.cached_input or 0) > 0
    assert price_of("openai:no-such-model", Settings()) is None


def test_a_sub_task_budget_ends_the_sub_task_and_not_the_run() -> None:
    """The first sub-task runs out; the second one is solved all the same."""
    calls = {"n": 0}

    def verdict(call: str, sections: dict[str, str]) -> Any:
        if call == "verifier":
            return {"status": "pending", "hint": "x"} if "Add 2" in sections["sub_task"] else {"status": "solved"}
        calls["n"] += 1
        return script(**TWO)(call, sections)

    result = run(ScriptedModel(verdict), sub_task_max_llm_calls=6)
    assert {name: outcome.status for name, outcome in result["outcomes"].items()} == {"s1": "partial", "s2": "solved"}
    assert "llm call budget" in result["outcomes"]["s1"].reason
    assert result["stop_reason"] == "partial"
    assert all(result["usage"].by_sub_task()[name].calls <= 6 for name in ("s1", "s2"))


@pytest.mark.parametrize(
    ("setting", "used"),
    [
        ({"sub_task_max_tool_calls": 1}, lambda usage: usage.tool_calls <= 1),
        ({"sub_task_max_tokens": 900}, lambda usage: usage.tokens <= 900 + REPLY),
    ],
)
def test_other_sub_task_budgets(setting: dict[str, Any], used: Any) -> None:
    """Tool calls and tokens of each sub-task have budgets of their own."""
    result = run(ScriptedModel(script(**PENDING, **TWO)), **setting)
    assert all(used(result["usage"].by_sub_task()[name]) for name in ("s1", "s2"))
    assert result["stop_reason"] in ("partial", "no_evidence")


def test_a_slow_model_runs_into_the_time_budget() -> None:
    """A call gets no more time than the run has left, and the reason is time and not an error."""
    started = time.monotonic()
    result = run(ScriptedModel(script(), latency=30), max_seconds=0.5)
    assert result["stop_reason"] == "time_budget"
    assert time.monotonic() - started < 20


@pytest.mark.parametrize(
    ("down", "fallbacks"),
    [("", {"fallbacks": ["scripted:spare"]}), ("executor", {"role_fallbacks": {"executor": ["scripted:spare"]}})],
    ids=["of the run", "of a role"],
)
def test_a_fallback_answers_where_the_model_cannot_be_asked(down: str, fallbacks: dict[str, Any]) -> None:
    """The run goes on with the next model, all of it or the role that has one; the ledger and a warning say so."""

    def reply(call: str, sections: dict[str, str]) -> Any:
        if call.startswith(down):
            raise ConnectionError("connection refused")
        return honest_script(call, sections)

    first, spare = ScriptedModel(reply), ScriptedModel(script())
    result = run(first, models={"scripted:spare": spare}, model_retries=0, breaker_failures=1000, **fallbacks)
    assert result["stop_reason"] == "answered"
    assert "asking 'scripted:spare' instead" in " ".join(result["warnings"])
    assert all(asked.call.startswith(down) for asked in spare.asked)
    answered = [row for row in result["usage"].rows if row.input_tokens and row.role.startswith(down)]
    assert {row.model for row in answered} == {"scripted:spare"}


def test_restarts_are_in_the_ledger_of_their_role() -> None:
    """A bad first reply is counted where it happened."""
    first = iter(["what?"])
    model = ScriptedModel(lambda call, sections: next(first, honest_script(call, sections)))
    rows = {row.role: row for row in run(model)["usage"].rows}
    assert (rows["planner"].calls, rows["planner"].restarts) == (2, 1)
    assert rows["verifier"].restarts == 0


def test_a_meter_goes_on_where_the_ledger_ends() -> None:
    """A new process counts elapsed seconds, calls and a sub-task's time from what was written."""
    row = UsageRow(role="executor", sub_task="s1", calls=4, input_tokens=100, seconds=30.0, cost=0.5)
    meter = Meter()
    meter.observe(Usage(rows=(row,), elapsed=120.0))
    assert meter.spent._replace(seconds=0) == Spent(calls=4, tokens=100, cost=0.5)
    assert 120 <= meter.spent.seconds < 121
    assert 30 <= meter.spent_of("s1").seconds < 31
    meter.observe(Usage())
    assert meter.spent.calls == 4


def test_a_meter_stands_still_while_a_person_is_waited_for() -> None:
    """From the end of the last call under way until the answer, however often the graph is called in between."""
    meter = Meter()
    meter.observe(Usage(rows=(UsageRow(role="executor", sub_task="s1", seconds=30.0),), elapsed=120.0))
    for _ in range(2):
        with pytest.raises(GraphInterrupt), meter.waiting():
            raise GraphInterrupt
    stopped, task = meter.elapsed, meter.spent_of("s1").seconds
    time.sleep(0.1)
    assert (meter.elapsed, meter.spent_of("s1").seconds) == (stopped, task)
    with meter.in_flight("s2"):  # another sub-task is still at work
        pass
    stopped = meter.elapsed
    time.sleep(0.5)
    with meter.waiting():
        pass  # here is the answer
    assert stopped <= meter.elapsed < stopped + 0.5
    with pytest.raises(KeyError), meter.waiting():
        raise KeyError  # no answer counted, and the run goes on
    stopped = meter.elapsed
    time.sleep(0.1)
    assert meter.elapsed > stopped
    assert 30 <= meter.spent_of("s1").seconds < 31


def test_a_meter_stands_still_until_the_last_person_is_heard() -> None:
    """Of two who are waited for, one may answer in a call of the graph in which the other one is asked first."""
    meter = Meter()
    for name in ("s1", "s2", "s1"):
        with pytest.raises(GraphInterrupt), meter.waiting(name):
            raise GraphInterrupt
    with meter.waiting("s2"):
        pass
    stopped = meter.elapsed
    time.sleep(0.2)
    assert meter.elapsed == stopped
    with meter.waiting("s1"):
        pass
    time.sleep(0.01)
    assert stopped < meter.elapsed < stopped + 0.2


def test_a_call_that_is_made_anew_takes_none_of_the_time_for_which_its_person_was_waited() -> None:
    """It may end before it asks again; what other sub-tasks have in flight meanwhile counts."""
    meter = Meter()
    with meter.in_flight("s2"):
        with pytest.raises(GraphInterrupt), meter.in_flight("s1"), meter.waiting("s1"):
            raise GraphInterrupt
        time.sleep(0.1)
    stopped = meter.elapsed
    assert stopped >= 0.1
    time.sleep(0.5)
    with meter.in_flight("s1"):
        pass
    assert meter.elapsed < stopped + 0.5
    stopped = meter.elapsed
    time.sleep(0.01)
    assert meter.elapsed > stopped


def test_calls_in_flight_count_as_made() -> None:
    """Two branches cannot both take the last call."""
    meter = Meter()
    with meter.in_flight("s1", tokens=50, cost=0.1):
        assert meter.spent.calls == 1
        assert exceeded(Budget(calls=1), meter.spent, 0) == "llm_call_budget"
        assert exceeded(Budget(tokens=100), meter.spent, 0, tokens=60) == "token_budget"
        assert exceeded(Budget(cost=0.15), meter.spent, 0, cost=0.1) == "cost_budget"
    assert meter.spent.calls == 0
