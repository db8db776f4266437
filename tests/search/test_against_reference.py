"""The search visits what a naive depth-first search visits, in its order, and ends as it does."""

from hypothesis import example, given, settings

from smurfs_graph.search.dfsdt import available, ending, next_move
from smurfs_graph.search.state import Limits, SearchState
from tests.search.driving import Setup, path_of, setups
from tests.search.reference import World

# a(0) answers, is repeated below itself, is rolled back, and is called again under b(0)
REUSED_AFTER_REPEAT = Setup(
    SearchState(tools=("a", "b"), limits=Limits(max_depth=2, max_steps=40, exhaustive=True, published=True)),
    World(seed=8, none_fits=0, refusals=0, failures=0, solutions=0, argument_values=1, stop_before=None),
)


@given(setups())
@example(REUSED_AFTER_REPEAT)
@settings(max_examples=600)
def test_same_visits_and_same_ending(setup: Setup) -> None:
    """Order, thoughts' context (path, hint, allowed tools), answers and ending are those of the reference."""
    driver, reference = setup.driver(), setup.reference()
    for _ in driver.changes():
        pass
    expected = reference.run()
    assert driver.visits == reference.visits
    assert ending(driver.state) == expected
    assert driver.calls == reference.calls


@given(setups())
@settings(max_examples=200)
def test_global_memory_holds_every_attempt(setup: Setup) -> None:
    """Nothing is lost or altered; the rolled-back flag is set on exactly those steps that the reference undid."""
    driver, reference = setup.driver(), setup.reference()
    for _ in driver.changes():
        pass
    reference.run()
    seen = [(a.call.tool, a.call.arguments["n"], a.status, a.answer, a.rolled_back) for a in driver.state.global_memory]
    assert seen == [(e.tool, e.argument, e.kind, e.answer, e.rolled_back) for e in reference.memory]


@given(setups())
@settings(max_examples=300)
def test_it_ends_within_its_bound(setup: Setup) -> None:
    """No world keeps a search going beyond what its limits allow."""
    limits = setup.state.limits
    tools = len({*setup.state.tools, *setup.state.permitted})
    places = limits.max_steps + 1  # the root, and one new place for each step that went deeper
    bound = limits.max_steps + places * (tools + 1) + limits.max_steps + 3  # calls, refusals and "none", rollbacks
    turns = sum(1 for _ in setup.driver().changes())
    assert turns <= bound


@given(setups())
@settings(max_examples=300)
def test_limits_hold_at_every_turn(setup: Setup) -> None:
    """Neither the depth nor the steps ever exceed their limits, and a closed search stays closed."""
    driver = setup.driver()
    for change in driver.changes():
        assert change.after.depth <= setup.state.limits.max_depth
        assert change.after.steps <= setup.state.limits.max_steps
    assert next_move(driver.state) in ("close", "finish")


@given(setups())
@settings(max_examples=300)
def test_no_popped_branch_is_entered_again(setup: Setup) -> None:
    """A tool that was given up under a path is not tried there again while that path lasts."""
    driver = setup.driver()
    gone: dict[tuple[int, ...], set[str]] = {}
    for change in driver.changes():
        if change.move == "decide":
            assert not gone.get(change.before.path, set()) & set(available(change.before))
        if change.move == "roll_back":
            tool = change.before.local_memory[-1].call.tool
            gone.setdefault(change.after.path, set()).add(tool)
            assert tool not in available(change.after)
        elif len(change.after.attempts) > len(change.before.attempts) and change.after.path == change.before.path:
            failed = change.after.attempts[-1]
            if failed.fault == "call" and not setup.state.limits.published:
                continue  # the call is forbidden, its tool is not
            gone.setdefault(change.after.path, set()).add(failed.call.tool)


@given(setups())
@settings(max_examples=300)
def test_rollback_restores_what_was_before_the_step(setup: Setup) -> None:
    """Memory, tool list and hint are what they were when the undone step was made, less its tool."""
    driver = setup.driver()
    entered: list[SearchState] = []
    for change in driver.changes():
        if change.after.depth > change.before.depth:
            entered.append(change.before)
        if change.move == "roll_back":
            made = entered.pop()
            undone = change.before.local_memory[-1].call.tool
            assert change.after.local_memory == made.local_memory
            assert path_of(change.after) == path_of(made)
            assert change.after.hint == made.hint
            assert available(change.after) == tuple(tool for tool in available(made) if tool != undone)
            assert change.after.popped[:-1] == made.popped[:-1]
            assert len(change.after.popped) == change.after.depth + 1


@given(setups())
@settings(max_examples=200)
def test_states_are_never_changed_in_place(setup: Setup) -> None:
    """An earlier state, as a checkpoint would hold it, is not touched by later events."""
    driver = setup.driver()
    kept = [(change.before, change.before.model_dump_json()) for change in driver.changes()]
    assert all(state.model_dump_json() == text for state, text in kept)
