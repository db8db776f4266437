"""Word vectors of the extra `vectors`: near texts are near, any text can be compared, nothing else happens."""

import logging
import subprocess
import sys

import pytest

from smurfs_graph.tools.retrieval.vectors import PACKAGE, Closeness, closeness

pytest.importorskip(PACKAGE, reason="the extra vectors is not installed")


@pytest.fixture(name="near")
def _near() -> Closeness:
    found = closeness()
    assert found is not None
    return found


def test_texts_about_the_same_thing_are_nearer(near: Closeness) -> None:
    """Without a word in common."""
    height, price = near("How tall is it?", ["Get the height of a mountain", "Get the price of a ticket"])
    assert -1.001 <= price < height <= 1.001
    assert near("a boat", ["a boat"]) == [pytest.approx(1, abs=1e-5)]


@pytest.mark.parametrize("text", ["", " ", "\0", "\ud800", "🙂" * 3, "x" * 50_000, "天气"])
def test_any_text_can_be_compared(near: Closeness, text: str) -> None:
    """A text without anything in it is near to nothing."""
    (found,) = near(text, [text])
    assert found == pytest.approx(1 if text else 0, abs=1e-4)


def test_no_more_of_a_text_is_read_than_says_what_it_is_about(near: Closeness) -> None:
    """A million characters would take gigabytes."""
    start = "the height of a mountain " * 80
    assert near(start + "the price of a ticket " * 400, [start[:2_000]]) == [pytest.approx(1, abs=1e-4)]


def test_logging_stays_the_applications() -> None:
    """The package configures the root logger when it is imported."""
    code = (
        "import logging; from smurfs_graph.tools.retrieval.vectors import closeness; closeness()('a', ['b']); "
        "root = logging.getLogger(); print(len(root.handlers), root.level)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout.split() == ["0", str(logging.WARNING)]
