"""A search state survives JSON and a checkpoint, and goes on from there as if nothing had happened."""

from hypothesis import given, settings
from hypothesis import strategies as st

from smurfs_graph.checkpoints import strict_serializer
from smurfs_graph.search.dfsdt import ending
from smurfs_graph.search.state import SearchState
from tests.search.driving import Driver, Setup, setups


def through_json(state: SearchState) -> SearchState:
    """To JSON and back."""
    return SearchState.model_validate_json(state.model_dump_json())


def through_checkpoint(state: SearchState) -> SearchState:
    """To the bytes that a checkpoint holds and back."""
    serializer = strict_serializer()
    return serializer.loads_typed(serializer.dumps_typed(state))


@given(setups())
def test_every_state_round_trips(setup: Setup) -> None:
    """Both ways give an equal state of the same type."""
    for change in setup.driver().changes():
        for copy in (through_json(change.after), through_checkpoint(change.after)):
            assert copy == change.after
            assert type(copy) is SearchState


@given(setups(), st.integers(0, 40))
@settings(max_examples=60)
def test_a_search_goes_on_from_a_loaded_state(setup: Setup, turns: int) -> None:
    """Interrupted at any turn and loaded again, it makes the same attempts and ends alike."""
    whole = setup.driver()
    for _ in whole.changes():
        pass
    first = setup.driver()
    for _, _change in zip(range(turns), first.changes(), strict=False):
        pass
    second = Driver(first.world, through_checkpoint(first.state), calls=dict(first.calls), decisions=first.decisions)
    for _ in second.changes():
        pass
    assert second.state == whole.state
    assert ending(second.state) == ending(whole.state)
