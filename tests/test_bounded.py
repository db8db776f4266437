"""Dicts with a bound: what was set longest ago goes first."""

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
