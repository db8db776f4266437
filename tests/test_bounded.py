"""Dicts with a bound: what was set longest ago goes first."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from smurfs_graph.concurrency.bounded import BoundedDict


@pytest.fixture
def threads_change_often() -> Iterator[None]:
    """Have each thread run for a moment only, so that one is stopped in the midst of anything."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def test_the_key_that_was_set_longest_ago_is_forgotten() -> None:
    """To set it again counts, however that is said; to read it does not."""
    kept = BoundedDict[str, int](2)
    kept["a"], kept["b"] = 1, 2
    kept["a"] = 3
    assert kept["b"] == 2
    kept.setdefault("c", 4)
    assert [*kept.items()] == [("a", 3), ("c", 4)]
    assert kept.setdefault("a", 5) == 3
    kept.update(d=6)
    assert [*kept.items()] == [("c", 4), ("d", 6)]


def test_threads_may_set_keys_at_once() -> None:
    """A key that another one forgets in that moment is set all the same."""
    kept = BoundedDict[int, int](2)

    def fill(key: int) -> None:
        for number in range(50_000):
            kept[key] = number

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(fill, range(6)))
    assert len(kept) <= 2


@pytest.mark.usefixtures("threads_change_often")
def test_a_key_that_is_set_again_is_there_all_the_time() -> None:
    """Who reads it meanwhile would make another value, as a meter of a run that begins at nothing."""
    kept = BoundedDict[str, int](2)
    kept["run"] = 0

    def set_again() -> None:
        for number in range(200_000):
            kept["run"] = number

    with ThreadPoolExecutor(2) as pool:
        done = pool.submit(set_again)
        missing = 0
        while not done.done():
            missing += "run" not in kept
    assert missing == 0
