"""Transient failures of a tool are retried, with a pause, before they count; others are not."""

from typing import Any

import pytest

from smurfs_graph import ToolError
from tests.scripts import build


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
    """An HTTP client's error for status 503."""

    status_code = 503


@pytest.mark.parametrize("error", [ConnectionResetError("reset by peer"), BusyError("try later")])
def test_a_connection_that_comes_back_is_no_failure(error: Exception) -> None:
    """The second attempt answers; the outcome shows one step, the ledger two calls."""
    flaky = Flaky(error, times=1)
    result = build([flaky.look]).run()
    assert result["stop_reason"] == "answered"
    assert len(result["outcomes"]["s1"].evidence) == 1
    assert flaky.calls == result["usage"].tool_calls == 2


REFUSED = ConnectionRefusedError("refused")


@pytest.mark.parametrize(
    ("error", "settings", "calls"),
    [
        (REFUSED, {"tool_retries": 2}, 3),
        (REFUSED, {"tool_retries": 5, "max_tool_calls": 2}, 2),  # each attempt is a call
        (ToolError("no such item"), {}, 1),  # what will not get better
        (ToolError("busy", transient=True, retry_after=0.01), {"tool_retries": 2}, 3),
        (ToolError("busy", transient=True, retry_after=100.0), {"tool_retries": 2}, 1),  # longer than half a minute
    ],
)
def test_one_that_stays_away_fails_in_the_end(error: Exception, settings: dict[str, Any], calls: int) -> None:
    """The reason is the last error's; Retry-After is kept to, where it is short."""
    flaky = Flaky(error, times=99)
    result = build([flaky.look], **settings).run()
    assert flaky.calls == calls
    assert str(error) in result["outcomes"]["s1"].reason
