"""Plans: ids that can be used as names, sequences in which every sub-task builds on all earlier ones."""

import pytest
from pydantic import ValidationError

from smurfs_graph.planning.plan import Plan, SubTask, sequence


def test_a_sequence_is_least_to_most() -> None:
    """Each sub-task depends on every earlier one; the order is that of the list."""
    plan = sequence(["a", "b", "c"])
    assert [(task.id, task.content, task.depends_on) for task in plan.sub_tasks] == [
        ("s1", "a", ()),
        ("s2", "b", ("s1",)),
        ("s3", "c", ("s1", "s2")),
    ]
    assert sequence([]).sub_tasks == ()


@pytest.mark.parametrize("name", ["", "a:b", "a|b", "a b", "a/b", "x" * 65, "ä", "a\n", "../a"])
def test_ids_that_break_namespaces_are_refused(name: str) -> None:
    """LangGraph joins them with ":" and "|"; files and logs show them."""
    with pytest.raises(ValidationError):
        SubTask(id=name, content="x")


def test_plans_are_frozen() -> None:
    """A plan in the state is never changed in place."""
    with pytest.raises(ValidationError):
        sequence(["a"]).sub_tasks = ()  # pyright: ignore[reportAttributeAccessIssue]
    plan = sequence(["a", "b"])
    assert Plan.model_validate_json(plan.model_dump_json()) == plan
