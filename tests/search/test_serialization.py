"""A search state survives JSON and a checkpoint: what decides how it goes on is there again."""

from hypothesis import given

from smurfs_graph.checkpoints import strict_serializer
from smurfs_graph.search.state import SearchState
from tests.search.driving import Setup, setups


def through_json(state: SearchState) -> SearchState:
    """To JSON and back."""
    return SearchState.model_validate_json(state.model_dump_json())


def through_checkpoint(state: SearchState) -> SearchState:
    """To the bytes that a checkpoint holds and back."""
    serializer = strict_serializer()
    return serializer.loads_typed(serializer.dumps_typed(state))


@given(setups())
def test_every_state_round_trips_and_no_later_event_touches_it(setup: Setup) -> None:
    """Both ways give an equal state of the same type, and what a checkpoint holds is what it held."""
    kept = [(change.after, change.after.model_dump_json()) for change in setup.driver().changes()]
    for state, text in kept:
        assert state.model_dump_json() == text
        for copy in (through_json(state), through_checkpoint(state)):
            assert copy == state
            assert type(copy) is SearchState
