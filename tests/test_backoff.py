"""Pauses between attempts."""

from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.concurrency.backoff import Backoff

SECONDS = st.floats(0.001, 60.0)


@given(SECONDS, SECONDS, st.integers(0, 10_000))
def test_pauses_double_up_to_the_longest(first: float, longest: float, attempt: int) -> None:
    """Also after very many attempts; varied ones are half as long at least."""
    plain, varied = Backoff(first, longest, varied=False), Backoff(first, longest)
    pause, following = plain.pause(attempt), plain.pause(attempt + 1)
    assert pause <= longest and following in (longest, 2 * pause)
    assert pause / 2 <= varied.pause(attempt) <= pause


def test_pauses_are_these() -> None:
    """Of one second at first, and of six at most."""
    assert [Backoff(1.0, 6.0, varied=False).pause(attempt) for attempt in range(5)] == [1.0, 2.0, 4.0, 6.0, 6.0]


@given(st.floats(0.0, 600.0))
def test_what_the_other_side_asks_for_is_waited(wanted: float) -> None:
    """The wait is not varied, not made shorter or longer."""
    assert Backoff(1.0, longest=2.0).pause(5, wanted) == wanted
