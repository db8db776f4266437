"""Faulty behaviours: classified as the fixture says, no exception escapes, nothing hangs past its deadline."""

import asyncio
import time
from collections.abc import Iterator

import pytest
from hypothesis import given, settings

from smurfs_graph.tools.calling import Response, Terms, call_tool
from smurfs_graph.tools.policy import Policy
from tests.tools.openapi.faults import Fault, Stage, expected, faults, stage

TERMS = Terms(policy=Policy(default="allow"))


@pytest.fixture(scope="module")
def theatre() -> Iterator[Stage]:
    """A server that plays faults."""
    with stage() as made:
        yield made


def outcome(theatre: Stage, fault: Fault) -> Response:
    """What a call comes to."""
    tool, arguments = theatre.set(fault)
    return asyncio.run(call_tool(tool, arguments, timeout=fault.deadline, max_chars=2_000, terms=TERMS))


@settings(max_examples=120)
@given(faults())
def test_faults_are_classified(theatre: Stage, fault: Fault) -> None:
    """Status, body, schema, encoding and transport."""
    started = time.perf_counter()
    response = outcome(theatre, fault)
    took = time.perf_counter() - started
    kind, word = expected(fault)
    found = "ok" if not response.failed else "transient" if response.transient else "failed"
    assert (found, word in response.reason) == (kind, True), response.reason
    assert took < fault.deadline + 3
    assert "\n" not in response.reason
    assert response.retry_after is None or 0 <= response.retry_after <= 86_400
