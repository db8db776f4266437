"""Manager and supervisor of the embedded model, and its way round a failed tool."""

from smurfs_graph import Settings, build_graph
from smurfs_graph.offline.choose import View, next_step
from smurfs_graph.offline.documents import Tool
from smurfs_graph.offline.manage import concrete, plan_graph
from smurfs_graph.replies import ManagerReply, SupervisorReply


def test_a_sub_task_depends_on_what_its_text_refers_to() -> None:
    """References count, with what they refer to in turn; nothing else does."""
    reply = ManagerReply.model_validate(
        plan_graph(
            "- s1: Find Carmen\n- s2: List its dates (about Carmen; using the answer to sub-task 1)\n- s3: Find Tosca\n"
            "- s4: Book that day (using the answer to sub-task 2)"
        )
    )
    assert [task.depends_on for task in reply.sub_tasks] == [[], ["s1"], [], ["s1", "s2"]]


def depends_on(*texts: str) -> list[list[str]]:
    reply = plan_graph("\n".join(f"- s{number}: {text}" for number, text in enumerate(texts, 1)))
    return [task["depends_on"] for task in reply["sub_tasks"]]


def test_what_was_found_before_and_not_used_yet_is_needed_by_an_act_that_points_back() -> None:
    """Both ends of a comparison, the person and the thing of an enrolment."""
    texts = ("Find Ann Lee's licence", "Find the code of the Spring Cup", "Enter her (using the answer to sub-task 2)")
    assert depends_on(*texts) == [[], [], ["s1", "s2"]]


def test_a_sub_task_that_names_nothing_follows_the_last_one_that_does() -> None:
    """Which thing it speaks of, another one says; one that names its own thing stands alone."""
    assert depends_on("Find the bed in Quay House", "What does it cost for three nights") == [[], ["s1"]]
    assert depends_on("Find the bed in Quay House", "What is the weather in Oslo?") == [[], []]
    assert depends_on("Show what is new", "Count the open lots") == [[], []]


def test_the_supervisor_changes_nothing() -> None:
    """Values come from the dependencies' answers when the call is written."""
    assert SupervisorReply.model_validate(concrete("List its dates")).content == "List its dates"


def test_a_tool_that_a_failure_names_is_next() -> None:
    """The reason of a failed tool may point to another one of the list."""
    view = View(
        text="Find flights from Lisbon to Prague",
        tools=(Tool("search_connections", "Search connections."), Tool("list_hotels", "List hotels.")),
        popped=(("search_flights", "no direct flight; search_connections finds one stop"),),
    )
    assert next_step(view).tool == "search_connections"


def test_the_full_strategy_runs_offline() -> None:
    """Manager, supervisor and executor together."""
    graph = build_graph(Settings(strategy="full"), tools=["builtin:travel", "builtin:calc"])
    result = graph.invoke({"query": "Get the distance from Prague to Vienna, and convert it to miles."})
    assert result["stop_reason"] == "answered"
    assert "195.1" in result["answer"]
