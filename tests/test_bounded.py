"""Dicts with a bound: what was set longest ago goes first."""

from concurrent.futures import ThreadPoolExecutor

from smurfs_graph.concurrency.bounded import BoundedDict


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
