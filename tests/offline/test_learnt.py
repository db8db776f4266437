"""What the offline model has learnt: near words, trees, and the fit that makes them."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.offline import vectors
from smurfs_graph.offline.joint import trees
from tests.benchmarks.boosting import Boosting, boost
from tests.benchmarks.offline_fit.__main__ import as_read

WORDS = ("price", "cost", "doctor", "physician", "cello", "instrument", "weather", "table")


@pytest.mark.parametrize(
    ("word", "nearer", "farther"),
    [("cost", "price", "cello"), ("doctor", "physician", "weather"), ("cello", "instrument", "price")],
)
def test_words_of_like_meaning_are_near(word: str, nearer: str, farther: str) -> None:
    assert vectors.near(word, nearer) > 0.4 > vectors.near(word, farther)


@given(st.sampled_from(WORDS), st.sampled_from(WORDS))
def test_nearness_is_a_cosine(one: str, two: str) -> None:
    assert vectors.near(one, two) == pytest.approx(vectors.near(two, one))
    assert -1.000001 <= vectors.near(one, two) <= 1.000001
    assert vectors.near(one, one) == pytest.approx(1.0)


def test_a_word_that_is_not_known_is_near_to_nothing() -> None:
    assert not vectors.known("qqzzx")
    assert vectors.near("qqzzx", "price") == 0
    assert vectors.mean(("qqzzx",)) is None
    assert vectors.nearest(["qqzzx"], ["price"]) == 0


def rows(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Rows that are good where the first column is high unless the second is, and a column that means nothing."""
    table = np.random.default_rng(3).random((count, 3))
    return table, ((table[:, 0] > 0.5) != (table[:, 1] > 0.5)).astype(float)


def test_trees_learn_what_no_single_feature_tells() -> None:
    table, good = rows(1_200)
    forest = boost(table, good, Boosting(trees=80, leaves=6, rate=0.2, columns=1.0))
    seen, right = rows(400)
    assert ((forest.chances(seen) > 0.5) == (right > 0.5)).mean() > 0.9


def test_a_fit_is_the_same_each_time() -> None:
    table, good = rows(300)
    first, second = (boost(table, good, Boosting(trees=5)) for _ in range(2))
    assert first == second


def test_the_package_reads_trees_as_the_fit_made_them() -> None:
    table, good = rows(500)
    forest = boost(table, good, Boosting(trees=20, rate=0.2))
    read = as_read(forest, ("a", "b", "c"))
    for row, chance in zip(table[:50], forest.chances(table[:50]), strict=True):
        assert read.chance(dict(zip("abc", map(float, row), strict=True))) == pytest.approx(float(chance))


@pytest.mark.parametrize("name", ["pairs", "handed", "calls"])
def test_the_trees_of_the_package_are_whole(name: str) -> None:
    forest = trees.forest(name)
    told = dict.fromkeys(forest.features, 0.0)
    assert 0 < forest.chance(told) < 1
    assert 0 < forest.chance(dict.fromkeys(forest.features, math.inf)) < 1
    for tree in forest.trees:
        inner = [(at, node) for at, node in enumerate(tree) if len(node) > 1]
        assert all(at < node[2] < len(tree) and at < node[3] < len(tree) for at, node in inner)
