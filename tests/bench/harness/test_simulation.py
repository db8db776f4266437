"""The simulated model: right without errors, wrong as often as it is told, repeatable, and called what it is."""

import asyncio
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph import ConfigurationError, Settings, build_graph
from smurfs_graph.bench.results import read_rows
from smurfs_graph.bench.simulation import ErrorRates, SimulatedModel, SimulatedTask, TaskShape, points_of, read_grid
from smurfs_graph.bench.suite import SuiteOptions
from smurfs_graph.bench.suites import load_suite
from smurfs_graph.settings import StrategyName
from smurfs_graph.strategies import STRATEGIES
from smurfs_graph.tools.tool import Tool
from tests.bench.harness.commands import smurfs
from tests.benchmarks.strategies import shares


def solved(strategy: StrategyName, shape: TaskShape, rates: ErrorRates, seed: int = 0) -> tuple[bool, int, int]:
    """Whether all values are in the answer; the run's model calls and tokens."""
    task = SimulatedTask(shape, 1)
    model = SimulatedModel(task, rates, seed)
    settings = Settings(strategy=strategy, model="simulated:x", chain_nodes=60)
    result = build_graph(settings, [task.tools()], models={"simulated:x": model}).invoke({"query": task.query})
    usage = result["usage"]
    return len(task.known_in(result["answer"])) == len(task.items), usage.calls, usage.tokens


async def answer_of(tool: Tool, key: str) -> str:
    """What a tool says."""
    return str(await tool.call({"key": key}))


@pytest.mark.parametrize("strategy", list(STRATEGIES))
def test_without_errors_every_strategy_solves_every_task(strategy: StrategyName) -> None:
    """Chained keys, a broken tool, many tools: every role of every strategy is served."""
    shape = TaskShape(sub_tasks=3, chained=1, tools=12, failing=1)
    assert solved(strategy, shape, ErrorRates())[0]


@pytest.mark.parametrize("strategy", ["react", "dfsdt", "alpha-umi"])
def test_a_broken_tool_costs_the_baselines_one_round(strategy: StrategyName) -> None:
    """The failure is read, and its tool left alone; α-UMi's round is of two calls."""
    whole = solved(strategy, TaskShape(sub_tasks=3, chained=1, tools=12), ErrorRates())
    broken = solved(strategy, TaskShape(sub_tasks=3, chained=1, tools=12, failing=1), ErrorRates())
    assert whole[0] and broken[0]
    assert broken[1] - whole[1] == (2 if strategy == "alpha-umi" else 1)


@pytest.mark.parametrize("seed", range(6))
def test_wrong_keys_and_broken_tools_end_in_no_loop(seed: int) -> None:
    """α-UMi's caller does what the planner says, which gives up where no tool is left."""
    rates = ErrorRates(wrong_tool=0.06, wrong_argument=0.3, premature=0.06, format=0.1)
    assert solved("alpha-umi", TaskShape(sub_tasks=2, chained=1, tools=10, failing=1), rates, seed)[1] <= 40


def test_fused_steps_solve_every_task_in_fewer_calls() -> None:
    """With one document and the names of other tools as well as with several documents."""
    shape = TaskShape(sub_tasks=3, chained=1, tools=12, failing=1)
    task = SimulatedTask(shape, 1)
    settings = Settings(strategy="full", model="simulated:x", step_shape="fused")
    model = SimulatedModel(task, ErrorRates())
    result = build_graph(settings, [task.tools()], models={"simulated:x": model}).invoke({"query": task.query})
    assert len(task.known_in(result["answer"])) == len(task.items)
    assert result["usage"].calls < solved("full", shape, ErrorRates())[1]


def test_a_run_repeats_itself_and_another_seed_does_not() -> None:
    """Chance depends on prompts and seed alone."""
    shape, rates = TaskShape(sub_tasks=3, tools=20), ErrorRates(wrong_tool=0.1, wrong_argument=0.2, format=0.2)
    first = solved("full", shape, rates)
    assert solved("full", shape, rates) == first
    assert len({solved("full", shape, rates, seed) for seed in range(6)}) > 1


def test_errors_cost_what_they_should() -> None:
    """Lost values lose tasks; replies that are no JSON cost calls and no task."""
    shape = TaskShape(sub_tasks=2, tools=8)
    assert not solved("smurfs", shape, ErrorRates(lost=0.95))[0]
    right, calls, _ = solved("smurfs", shape, ErrorRates())
    still, more, _ = solved("smurfs", shape, ErrorRates(format=0.2))
    assert right and still and more > calls


@given(st.floats(0, 1), st.integers(0, 100_000), st.integers(1, 500), st.floats(0, 5))
def test_chances_are_chances_and_grow(rate: float, tokens: int, options: int, slope: float) -> None:
    """Between 0 and 0.95; longer prompts and longer lists never make an error rarer."""
    rates = ErrorRates(wrong_tool=rate, per_1000_tokens=slope)
    chance = rates.chance("wrong_tool", tokens, options)
    assert 0.0 <= chance <= 0.95
    assert rates.chance("wrong_tool", tokens + 1000, options) >= chance
    assert rates.chance("wrong_tool", tokens, options * 2) >= chance


@given(st.integers(1, 8), st.integers(0, 8), st.integers(1, 40), st.integers(0, 8), st.integers(0, 1000))
def test_tasks_can_be_solved(sub_tasks: int, chained: int, tools: int, failing: int, seed: int) -> None:
    """Following the keys brings all values; the right tool of a broken item says so, its spare answers."""
    task = SimulatedTask(TaskShape(sub_tasks=sub_tasks, chained=chained, tools=tools, failing=failing), seed)
    by_name = {tool.name: tool for tool in task.tools()}
    assert len(by_name) == max(tools, 2 * sub_tasks)
    assert [item.name for item in task.named_in(task.query)] == list(task.items)
    known = ""
    for item in task.items.values():
        assert item.key in task.query or item.key in known
        known += asyncio.run(answer_of(by_name[item.spare], item.key))
    assert task.known_in(known) == set(task.items)


def test_no_figure_passes_for_a_real_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Another reference is refused; the notes say what it is and with which parameters."""
    grid = tmp_path / "grid.json"
    grid.write_text(json.dumps({"shape": {"sub_tasks": [1, 2]}, "levels": {"a": {"lost": 0.1}}, "cases": 2}))
    options = ["--data", str(grid), "--quiet", "-o", str(tmp_path / "out")]
    assert smurfs("bench", "simulated", *options, "--model", "offline:rules") == 2
    assert "this benchmark is a simulation" in capsys.readouterr().err
    assert smurfs("bench", "simulated", *options, "--model", "simulated:any", "--strategy", "react") == 0
    said = capsys.readouterr().out
    assert "a SIMULATION" in said and '"lost":0.1' in said
    assert "a SIMULATION" in (tmp_path / "out" / "results.html").read_text()
    assert len(list(read_rows(tmp_path / "out"))) == 4


def test_the_committed_grid_and_broken_ones(tmp_path: Path) -> None:
    """A folder stands for the committed grid; what is none is a line."""
    committed = load_suite("simulated", SuiteOptions(tmp_path))
    assert len(list(points_of(read_grid()))) * read_grid().cases == len(list(committed.cases()))
    file = tmp_path / "grid.json"
    for text, said in (("{", "no grid"), ('{"size": 1}', "size"), ('{"shape": {"sub_tasks": [0]}}', "greater than")):
        file.write_text(text)
        with pytest.raises(ConfigurationError, match=said):
            load_suite("simulated", SuiteOptions(file))


def test_shares_of_a_grid() -> None:
    """Equals are all best; the front holds who is beaten by nobody in both."""
    points = [
        {"a": (1.0, 10.0), "b": (1.0, 20.0), "c": (0.5, 5.0)},
        {"a": (0.0, 9.0), "b": (0.5, 9.0), "c": (0.0, 9.0)},
    ]
    assert shares(points, "a") == (0.5, 0.5, 0.5)
    assert shares(points, "b") == (1.0, 0.5, 0.5)
    assert shares(points, "c") == (0.0, 1.0, 0.5)
