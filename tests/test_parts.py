"""The plan that a model makes by itself: what is read of it, what is wrong with it, and who writes the answer."""

from typing import Any

import pytest

from smurfs_graph.planning.parts import ending_part, make_plan_document, read_plan
from tests.servers.test_enforcing import objects_of


def part(name: str, *depends_on: str, **more: Any) -> dict[str, Any]:
    """One part of a plan."""
    return {"id": name, "content": f"Find {name}.", "depends_on": list(depends_on), **more}


def test_parts_become_sub_tasks() -> None:
    """With ids that a sub-task may have, and what was written as one text where a list was asked for."""
    plan = read_plan({"parts": [part("1", tools=["find"]), part("the second", "1")]}, "q", ["find"])
    assert [(task.id, task.depends_on, task.tools) for task in plan.sub_tasks] == [
        ("s1", (), ("find",)),
        ("the_second", ("s1",), ()),
    ]
    assert read_plan({"parts": '[{"id": "a", "content": "A"}, {"id": "b", "content": "B"}]'}, "q", []).sub_tasks


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({}, "2 to 4 are needed"),
        ({"parts": [part("a")]}, "call the tools directly where there is one part only"),
        ({"parts": [part(name) for name in "abcde"]}, "2 to 4"),
        ({"parts": [part("a"), part("a")]}, "'a' is used more than once"),
        ({"parts": [part("a", "b"), part("b", "a")]}, "in a circle"),
        ({"parts": [part("a", "z"), part("b", tools=["no"])]}, "no sub-task 'z'.*'no' are not among the tools"),
    ],
)
def test_what_is_wrong_with_a_plan_is_said_at_once(given: dict[str, Any], complaint: str) -> None:
    """All of it, for the model to mend."""
    with pytest.raises(ValueError, match=complaint):
        read_plan(given, "q", ["find"])


def test_a_question_is_no_condition() -> None:
    """Only what the answer must satisfy is one."""
    given = {"parts": [part("a"), part("b")], "constraints": ["does the total stay below 4,800?", "no two alike"]}
    assert [item.text for item in read_plan(given, "q", []).global_constraints] == ["no two alike"]


def test_no_writer_is_needed_where_a_part_builds_on_all_others_or_all_are_questions_of_their_own() -> None:
    """Whoever writes for the user is told so, with the request and the form; conditions need a writer."""
    chained = [part("a"), part("b", "a"), part("c", "b")]
    plan = read_plan({"parts": chained, "form": "in EUR"}, "What is it?", [])
    last = ending_part(plan)
    assert (plan.written_by, plan.form) == ("last", "in EUR")
    assert last is not None
    assert (last.id, "What is it?" in last.content, last.content.endswith("Its form: in EUR")) == ("c", True, True)
    assert plan["a"].content == "Find a."
    beside = {"parts": [part("a"), part("b")]}
    assert read_plan(beside, "q", []).written_by == ""
    apart = read_plan({**beside, "separate": True}, "q", [])
    assert (apart.written_by, ending_part(apart)) == ("parts", None)
    assert all("read by the user" in task.content for task in apart.sub_tasks)
    assert read_plan({**beside, "separate": True, "constraints": ["cheap"]}, "q", []).written_by == ""


def test_its_schema_has_no_free_form_object() -> None:
    """Providers with strict output would empty it."""
    found = [*objects_of(make_plan_document()[1])]
    assert len(found) == 2
    assert all(each["properties"] for each in found)
