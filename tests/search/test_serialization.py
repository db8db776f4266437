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
def test_every_state_round_trips(setup: Setup) -> None:
    """Both ways give an equal state of the same type."""
    for change in setup.driver().changes():
        for copy in (through_json(change.after), through_checkpoint(change.after)):
            assert copy == change.after
            assert type(copy) is SearchState
