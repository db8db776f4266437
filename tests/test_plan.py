"""Plans: ids that can be used as names, sequences in which every sub-task builds on all earlier ones."""

import pytest
from pydantic import ValidationError

from smurfs_graph import Plan, SubTask
from smurfs_graph.planning.plan import changes_in_turn, sequence


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


def test_sub_tasks_that_change_something_take_turns() -> None:
    """In plan order, after what they depend on; what only reads waits for nobody, nor do independent ones."""
    tasks = tuple(
        SubTask(id=name, content=name, depends_on=tuple(needs))
        for name, needs in [("a", "d"), ("b", ""), ("c", ""), ("d", "")]
    )
    plan = Plan(sub_tasks=tasks)
    assert changes_in_turn(plan, {"a", "b", "d"}) == {"d": "b", "a": "d"}
    assert changes_in_turn(plan, {"c"}) == {}
    assert changes_in_turn(plan.model_copy(update={"independent": True}), {"a", "b", "c", "d"}) == {}
    with pytest.raises(ValueError, match="circle"):
        changes_in_turn(Plan(sub_tasks=(tasks[0], tasks[3].model_copy(update={"depends_on": ("a",)}))), {"a"})


def test_a_list_says_whether_its_sub_tasks_are_independent() -> None:
    """Sub-tasks that build on none before them are, by the planner's own word."""
    assert sequence(["a", "b"], reach=0).independent
    assert not sequence(["a", "b"], reach=1).independent
