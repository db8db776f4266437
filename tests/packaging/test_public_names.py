"""The public names of the package, and what importing it costs."""

import subprocess
import sys

import pytest

import smurfs_graph


@pytest.mark.parametrize("name", smurfs_graph.__all__)
def test_every_public_name_is_there(name: str) -> None:
    """A name in `__all__` can be imported, and `dir` shows it."""
    assert getattr(smurfs_graph, name) is not None
    assert name in dir(smurfs_graph)


def test_public_names_are_sorted_and_listed_once() -> None:
    """One order, so that two changes do not add the same name twice."""
    assert smurfs_graph.__all__ == sorted(set(smurfs_graph.__all__))


def test_an_unknown_name_is_an_attribute_error() -> None:
    """Lazy names must not change what a typing error looks like."""
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = smurfs_graph.nothing


def test_importing_the_package_imports_nothing_heavy() -> None:
    """`smurfs --help` answers at once only because the package itself is light."""
    heavy = ("langgraph", "langchain_core", "langchain", "pydantic", "openai", "rich")
    code = f"import sys, smurfs_graph.cli.app; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
