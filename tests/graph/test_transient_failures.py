"""Transient failures of a tool are retried, with a pause, before they count; others are not."""

import pytest

import smurfs_graph.nodes.tool_call as tool_call
from smurfs_graph import ToolError
from tests.scripts import build


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pauses are not what is tested."""
    monkeypatch.setattr(tool_call, "FIRST_PAUSE", 0.0)


class Flaky:
    """A tool that fails a number of times before it answers."""

    def __init__(self, error: Exception, times: int) -> None:
        self.error = error
        self.left = times
        self.calls = 0

    def look(self) -> str:
        """Look it up."""
        self.calls += 1
        if self.left:
            self.left -= 1
            raise self.error
        return "found"


class BusyError(Exception):
    """What an HTTP client raises for status 503."""

    status_code = 503


@pytest.mark.parametrize("error", [ConnectionResetError("reset by peer"), BusyError("try later")])
def test_a_connection_that_comes_back_is_no_failure(error: Exception) -> None:
    """The second attempt answers; the outcome shows one step, the ledger two calls."""
    flaky = Flaky(error, times=1)
    result = build([flaky.look]).run()
    assert result["stop_reason"] == "answered"
    assert len(result["outcomes"]["s1"].evidence) == 1
    assert flaky.calls == result["usage"].tool_calls == 2


def test_one_that_stays_away_fails_after_the_retries() -> None:
    """The reason is the last error's."""
    flaky = Flaky(ConnectionRefusedError("refused"), times=99)
    result = build([flaky.look], tool_retries=2).run()
    assert flaky.calls == 3
    assert "refused" in result["outcomes"]["s1"].reason


def test_a_tools_own_refusal_is_not_retried() -> None:
    """What will not get better is not tried again."""
    flaky = Flaky(ToolError("no such item"), times=99)
    build([flaky.look]).run()
    assert flaky.calls == 1


def test_retries_keep_to_the_budget() -> None:
    """Each attempt is a call."""
    flaky = Flaky(ConnectionRefusedError("refused"), times=99)
    build([flaky.look], tool_retries=5, max_tool_calls=2).run()
    assert flaky.calls == 2


@pytest.mark.parametrize(("pause", "calls"), [(0.01, 3), (100.0, 1)])
def test_a_server_is_given_the_pause_that_it_asks_for_or_left_alone(pause: float, calls: int) -> None:
    """Retry-After is kept to; what it asks beyond half a minute is not waited for."""
    flaky = Flaky(ToolError("busy", transient=True, retry_after=pause), times=99)
    build([flaky.look], tool_retries=2).run()
    assert flaky.calls == calls
