"""Data held out for the test: requests, and tools that no request of the training calls."""

from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.training.splitting import hold_out

CALLED = st.dictionaries(st.text("abc", min_size=1), st.frozensets(st.sampled_from("TUVWXYZ"), max_size=3), max_size=30)


@given(CALLED, st.floats(0, 0.9), st.integers())
def test_no_request_of_the_training_calls_a_tool_that_is_held_out(
    called: dict[str, frozenset[str]], share: float, seed: int
) -> None:
    """The share decides how many requests are held out, whatever their order."""
    held = hold_out(called, share, seed)
    assert held.requests <= called.keys()
    assert len(held.requests) == round(share * len(called))
    for request, tools in called.items():
        assert request in held.requests or tools.isdisjoint(held.tools)
    assert hold_out(dict(reversed(called.items())), share, seed) == held


@given(CALLED, st.sets(st.sampled_from("TUVWXYZ"), min_size=1))
def test_tools_that_are_named_are_held_out(called: dict[str, frozenset[str]], tools: set[str]) -> None:
    """With all requests that call one of them, and no others where these are enough."""
    held = hold_out(called, 0.0, 0, tools)
    assert held.requests == {request for request, used in called.items() if used & tools}


def test_tools_are_held_out_where_there_is_room() -> None:
    """Ten tools, each of ten requests: a fifth of the requests is two of the tools."""
    called = {f"{tool}{at}": {tool} for tool in "abcdefghij" for at in range(10)}
    held = hold_out(called, 0.2, 0)
    assert len(held.tools) == 2
    assert held != hold_out(called, 0.2, 1)
