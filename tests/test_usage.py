"""The ledger: rows of one key add up, in any order, and the totals are theirs."""

from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph import Usage, UsageRow
from smurfs_graph.budgets.usage import add_usage

_ROWS = st.builds(
    UsageRow,
    role=st.sampled_from(["planner", "executor", "tool"]),
    model=st.sampled_from(["", "m"]),
    sub_task=st.sampled_from(["", "s1", "s2"]),
    calls=st.integers(0, 5),
    tool_calls=st.integers(0, 5),
    input_tokens=st.integers(0, 1000),
    output_tokens=st.integers(0, 1000),
    restarts=st.integers(0, 3),
)
_LEDGERS = st.lists(_ROWS, max_size=8).map(lambda rows: add_usage(None, Usage(rows=tuple(rows))))


@given(_LEDGERS, _LEDGERS, _LEDGERS)
def test_a_sum_has_every_total_and_one_row_for_a_key_in_any_order(one: Usage, two: Usage, three: Usage) -> None:
    """Parallel branches may come in as they like; each row belongs to one sub-task."""
    every = one + two + three
    for total in ("calls", "tool_calls", "tokens"):
        assert getattr(every, total) == sum(getattr(each, total) for each in (one, two, three))
    rows = {row.key: row for row in every.rows}
    assert len(rows) == len(every.rows)
    assert rows == {row.key: row for row in (three + (two + one)).rows}
    assert sum(each.tokens for each in every.by_sub_task().values()) == every.tokens


def test_nothing_used_is_a_summary_of_zeros() -> None:
    """Every total is there, so that a reader of JSON need not ask."""
    assert set(Usage().summary().values()) == {0}
    assert add_usage(None, None) == Usage()


def test_a_summary_counts_estimates_and_restarts() -> None:
    """Estimated calls are told apart from those that a server counted."""
    row = UsageRow(role="planner", calls=2, input_tokens=10, output_tokens=5, estimated=1, restarts=1, seconds=0.12345)
    summary = Usage(rows=(row,)).summary()
    assert (summary["llm_calls"], summary["estimated_calls"], summary["restarts"]) == (2, 1, 1)
    assert summary["seconds"] == 0.123
