"""A run's ending, from those of its sub-tasks."""

import pytest

from smurfs_graph import Outcome
from smurfs_graph.planning.outcome import OutcomeStatus, stop_reason


def outcomes(*statuses: OutcomeStatus) -> list[Outcome]:
    """One outcome for each status; the ones with evidence have an answer."""
    found = ("solved", "partial", "exhausted")
    return [
        Outcome(sub_task=f"s{at}", status=status, answer="x" if status in found else "")
        for at, status in enumerate(statuses)
    ]


@pytest.mark.parametrize(
    ("statuses", "expected"),
    [
        (("solved",), "answered"),
        (("solved", "solved"), "answered"),
        (("solved", "failed"), "partial"),
        (("partial",), "partial"),
        (("exhausted", "failed"), "partial"),
        (("failed",), "no_evidence"),
        (("failed", "blocked"), "no_evidence"),
        (("rejected",), "rejected"),
        (("rejected", "blocked"), "rejected"),
        (("rejected", "solved"), "partial"),
        (("blocked",), "no_evidence"),
        ((), "no_evidence"),
    ],
)
def test_the_stop_reason_follows_from_the_outcomes(statuses: tuple[OutcomeStatus, ...], expected: str) -> None:
    """All solved is answered; something found is partial; nothing found is no evidence; a budget comes before all."""
    assert stop_reason(outcomes(*statuses), None) == expected
    assert stop_reason(outcomes(*statuses), "token_budget") == "token_budget"
