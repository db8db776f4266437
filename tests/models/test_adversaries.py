"""Whole runs against models that mean harm: a small share of what `make bench NAME=models` does."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smurfs_graph.testing import fresh_registry
from tests.benchmarks.adversaries import violations


@pytest.mark.slow
@settings(max_examples=40)
@given(st.integers(0, 2**32))
def test_no_model_breaks_a_run(seed: int) -> None:
    """No uncaught exception, a typed stop reason, an answer, and every budget kept."""
    with fresh_registry():
        assert violations(seed) == []
