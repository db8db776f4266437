"""The search visits what a naive depth-first search visits, in its order, and ends as it does."""

from hypothesis import example, given, settings

from smurfs_graph.search.dfsdt import ending
from smurfs_graph.search.state import Limits, SearchState
from tests.search.driving import Setup, setups
from tests.search.reference import World

# a(0) answers, is repeated below itself, is rolled back, and is called again under b(0)
REUSED_AFTER_REPEAT = Setup(
    SearchState(tools=("a", "b"), limits=Limits(max_depth=2, max_steps=40, exhaustive=True, published=True)),
    World(seed=8, none_fits=0, refusals=0, failures=0, solutions=0, argument_values=1, stop_before=None),
)


@given(setups())
@example(REUSED_AFTER_REPEAT)
@settings(max_examples=200)
def test_same_visits_memory_and_ending(setup: Setup) -> None:
    """Order, thoughts' context (path, hint, allowed tools), answers, calls and ending are those of the reference.

    Global memory has every attempt, and is flagged as rolled back where the reference undid it. No world keeps a search
    going beyond what its limits allow.
    """
    driver, reference = setup.driver(), setup.reference()
    limits = setup.state.limits
    tools = len({*setup.state.tools, *setup.state.permitted})
    places = limits.max_steps + 1  # the root, and one new place for each step that went deeper
    bound = limits.max_steps + places * (tools + 1) + limits.max_steps + 3  # calls, refusals and "none", rollbacks
    assert sum(1 for _ in driver.changes()) <= bound
    expected = reference.run()
    assert driver.visits == reference.visits
    assert ending(driver.state) == expected
    assert driver.calls == reference.calls
    seen = [(a.call.tool, a.call.arguments["n"], a.status, a.answer, a.rolled_back) for a in driver.state.global_memory]
    assert seen == [(e.tool, e.argument, e.kind, e.answer, e.rolled_back) for e in reference.memory]
