"""Minimal conflicts of any kind of member, against all subsets."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.constraints.conflict import minimal_conflict

CLASHES = st.lists(st.frozensets(st.integers(0, 5), max_size=4), min_size=1, max_size=4)


@given(CLASHES)
def test_a_conflict_is_a_smallest_part_that_clashes(clashes: list[frozenset[int]]) -> None:
    """Any set that contains one of the given sets is impossible; what is found is one of those, and minimal."""

    def is_possible(members: tuple[int, ...]) -> bool:
        return not any(clash <= set(members) for clash in clashes)

    everyone = tuple(sorted(frozenset[int]().union(*clashes)))
    found = minimal_conflict(everyone, is_possible)
    assert found.proved_minimal
    assert frozenset(found.members) in clashes
    assert all(
        is_possible(rest) for rest in combinations(found.members, max(0, len(found.members) - 1)) if found.members
    )


def test_what_cannot_be_told_is_kept_and_said() -> None:
    """The conflict stands where time runs out, but is not called minimal."""
    found = minimal_conflict(("a", "b"), lambda members: None if members == ("b",) else True)
    assert found.members == ("a", "b")
    assert not found.proved_minimal


def test_equal_members_are_told_apart() -> None:
    """Two equal wishes are two wishes: one of them is enough."""
    one, other = ("x",), tuple("x")
    found = minimal_conflict([one, other], lambda members: len(members) == 0)
    assert len(found.members) == 1
