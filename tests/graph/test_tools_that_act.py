"""Tools that change the world, driven by a model that makes no mistake: every call that is needed is made, in order."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver

from smurfs_graph import ToolError, effects
from smurfs_graph.checkpoints.storage import open_storage
from smurfs_graph.running.anywhere import AnywhereGraph
from tests.scripts import CONFIG, FUSED, Turns, build, calling, results_in, script

SHAPES = ["native", "fused", "split"]
Made = tuple[str, dict[str, Any]]
"""A call: tool and arguments."""


def call(tool: str, **arguments: Any) -> Made:
    """One call that a model makes."""
    return tool, arguments


def drive(shape: str, tools: Sequence[Any], *calls: Made, **settings: Any) -> dict[str, Any]:
    """Return the result of a run in which a model makes these calls, one a step, and then has the answer.

    `shape`: of a step, or `smurfs`, whose steps are split.
    """
    return graph_of(shape, tools, *calls, **settings).invoke({"query": "Do it."}, CONFIG)


def graph_of(shape: str, tools: Sequence[Any], *calls: Made, **settings: Any) -> AnywhereGraph:
    """Return the graph of such a run."""
    if shape == "native":
        replies = [calling(tool, arguments) for tool, arguments in calls]
        return Turns(*replies, "all is done", tools=tools, **settings).graph
    left = list(calls)

    def decide(sections: dict[str, str]) -> dict[str, Any]:
        tool, arguments = left.pop(0)
        made = {"tool": tool, "arguments": arguments}
        return {"thought": tool, "calls": [made]} if shape == "fused" else {"thought": tool}

    def judge(sections: dict[str, str]) -> dict[str, str]:
        """The last call settles it; each reply has what an answer and what a verdict need."""
        open_ = {"answer": "not yet", "status": "pending", "hint": "go on", "missing": ""}
        return open_ if left else {"answer": "all is done", "status": "solved", "hint": "", "missing": ""}

    replies = script(
        executor_fused=decide,
        answer_fused=judge,
        executor_thought=decide,
        executor_tool=lambda sections: {"tool": sections["thought"]},
        executor_arguments=[arguments for _, arguments in calls if arguments],
        answer=judge,
        verifier=judge,
    )
    shapes: dict[str, dict[str, Any]] = {"fused": {**FUSED}, "split": {**FUSED, "step_shape": "split"}, "smurfs": {}}
    shaped = shapes[shape]
    return build(tools, replies, **shaped, **settings).graph


class Car:
    """A car that starts with the brake pressed."""

    def __init__(self) -> None:
        """The brake is up."""
        self.pressed, self.log = False, list[str]()

    def press_brake(self) -> str:
        """Press the brake."""
        self.pressed = True
        self.log.append("brake")
        return "pressed"

    def start_engine(self) -> str:
        """Start the engine."""
        self.log.append("start")
        if not self.pressed:
            raise ToolError("the brake must be pressed")
        return "running"

    @property
    def tools(self) -> list[Any]:
        """The car's controls."""

        def press_brake() -> str:
            """Press the brake."""
            return self.press_brake()

        def start_engine() -> str:
            """Start the engine."""
            return self.start_engine()

        return [press_brake, start_engine]


class Folder:
    """A folder of files: `ls` is declared to read, `touch` returns nothing."""

    def __init__(self) -> None:
        """It is empty."""
        self.files, self.looks = list[str](), list[list[str]]()

    @property
    def tools(self) -> list[Any]:
        """Return the tools of the folder."""

        @effects("read")
        def ls() -> list[str]:
            """List the files."""
            self.looks.append(list(self.files))
            return self.looks[-1]

        def touch(name: str):  # noqa: ANN202 - as users write it
            """Make a file."""
            self.files.append(name)

        return [ls, touch]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_failed_call_is_made_again_once_its_cause_is_mended(shape: str) -> None:
    """The engine starts at the second try, because the brake is pressed by then."""
    car = Car()
    result = drive(shape, car.tools, call("start_engine"), call("press_brake"), call("start_engine"))
    assert car.log == ["start", "brake", "start"]
    assert [item.ok for item in result["outcomes"]["s1"].evidence] == [False, True, True]
    assert result["stop_reason"] == "answered"


@pytest.mark.parametrize("shape", [*SHAPES, "smurfs"])
def test_a_second_look_sees_what_was_changed(shape: str) -> None:
    """And a look between which nothing was changed is not made again."""
    folder = Folder()
    looks = call("ls"), call("ls"), call("touch", name="x"), call("ls")
    result = drive(shape, folder.tools, *looks)
    assert folder.looks == [[], ["x"]]
    assert result["stop_reason"] == "answered"


def test_a_model_that_looks_for_ever_is_told_that_nothing_new_comes() -> None:
    """After two looks for nothing it has a last word, which is the answer; nobody else is asked."""
    folder = Folder()
    folder.files.append("a")
    run = Turns(*[calling("ls", {})] * 3, lambda messages: f"a; {messages[-1].text}", tools=folder.tools)
    result = run.result()
    assert (len(folder.looks), len(run.seen), result["stop_reason"]) == (1, 4, "answered")
    assert result["answer"] == "a; These calls bring nothing new. Reply without calls, with what was found."


@pytest.mark.parametrize("shape", [*SHAPES, "smurfs"])
def test_two_equal_orders_are_two_orders(shape: str) -> None:
    """Whoever wants two gets two, although both say the same."""
    placed: list[str] = []

    def place_order(item: str) -> None:
        """Place an order."""
        placed.append(item)

    result = drive(shape, [place_order], *[call("place_order", item="tea")] * 2)
    assert placed == ["tea", "tea"]
    evidence = result["outcomes"]["s1"].evidence
    assert [(item.ok, item.called) for item in evidence] == [(True, True)] * 2
    assert result["stop_reason"] == "answered"


@pytest.mark.parametrize("shape", SHAPES)
def test_the_third_name_may_be_the_right_one(shape: str) -> None:
    """Native steps never withdraw a tool for its arguments; others do after two wrong ones in a row, and say so."""

    @effects("read")
    def find_contact(name: str) -> str:
        """Find a contact's number."""
        if name != "Ann Lee":
            raise ToolError(f"there are several contacts like {name!r}")
        return "555-1234"

    names = [call("find_contact", name=name) for name in ("Ann", "Anne", "Ann Lee")]
    result = drive(shape, [find_contact], *names)
    assert result["stop_reason"] == ("answered" if shape == "native" else "no_evidence")
    if shape != "native":
        assert "several contacts" in result["outcomes"]["s1"].reason


def _appending(log: list[str], name: str, together: Sequence[str] = ()) -> Callable[..., Any]:
    """Return a function that says when it begins and ends; those of `together` end when all of them have begun."""
    begun = set[str]()

    async def act(text: str) -> str:
        """Do something that takes a moment."""
        log.append(f"{name} {text} begins")
        begun.add(text)
        for _ in range(500 if text in together else 2):
            await asyncio.sleep(0 if text not in together else 0.01)
            if begun.issuperset(together):
                break
        log.append(f"{name} {text} ends")
        return "done"

    act.__name__ = name
    return act


@pytest.mark.parametrize("place", ["nowhere", "memory", "file"])
def test_changes_of_one_reply_are_made_in_its_order(place: str, tmp_path: Any) -> None:
    """With any store or none, for `touch` before `cd` would be elsewhere; reads beside each other run together."""
    log: list[str] = []
    look = effects("read")(_appending(log, "look", ["3", "4"]))
    reply = AIMessage("", tool_calls=[
        {"name": name, "args": {"text": text}, "id": f"{name}{text}"}
        for name, text in [("cd", "1"), ("touch", "2"), ("look", "3"), ("look", "4"), ("touch", "5"), ("look", "6")]
    ])  # fmt: skip
    tools = [_appending(log, "cd"), _appending(log, "touch"), look]
    with open_storage(tmp_path / "runs.sqlite") as storage:
        kept: dict[str, Any] = {
            "nowhere": {},
            "memory": {"checkpointer": InMemorySaver()},
            "file": {"checkpointer": storage.checkpointer, "store": storage.store},
        }[place]
        result = Turns(reply, "done", tools=tools, **kept).result()
    assert result["stop_reason"] == "answered"
    changes = [f"{what} {when}" for what in ("cd 1", "touch 2") for when in ("begins", "ends")]
    assert log[:4] == changes
    assert (log[4:6], sorted(log[6:8])) == (["look 3 begins", "look 4 begins"], ["look 3 ends", "look 4 ends"])
    assert log[8:] == ["touch 5 begins", "touch 5 ends", "look 6 begins", "look 6 ends"]


def test_undeclared_functions_run_together_where_they_are_said_to_read() -> None:
    """`undeclared="read"` gives the order of an ordinary loop back."""
    log: list[str] = []
    reply = calling("look", {"text": "1"}, {"text": "2"})
    Turns(reply, "done", tools=[_appending(log, "look", ["1", "2"])], undeclared="read").result()
    assert log[:2] == ["look 1 begins", "look 2 begins"]


def test_equal_changes_of_one_reply_are_made_and_warned_of() -> None:
    """They may be wanted, and they may be a slip: a line says so."""
    placed: list[str] = []

    def place_order(item: str) -> str:
        """Place an order."""
        placed.append(item)
        return f"order {len(placed)}"

    result = Turns(calling("place_order", {"item": "tea"}, {"item": "tea"}), "done", tools=[place_order]).result(
        "Order tea."
    )
    assert placed == ["tea", "tea"]
    assert result["warnings"] == ["place_order: equal calls in one reply; none stands for the other"]


def test_a_turn_that_only_changes_something_is_answered() -> None:
    """A function without a result has succeeded, whatever its annotation says of it."""

    def lock(door: str):  # noqa: ANN202 - as users write it
        """Lock a door."""

    def maybe(door: str) -> str | None:
        """Lock a door that may be locked already."""

    calls = calling("lock", {"door": "front"}), calling("maybe", {"door": "back"})
    run = Turns(*calls, "Both are locked.", tools=[lock, maybe])
    result = run.result()
    assert results_in(run.seen[-1]) == ["done", "done"]
    assert (result["stop_reason"], result["answer"]) == ("answered", "Both are locked.")


def test_a_declared_read_that_may_find_nothing_says_nothing() -> None:
    """One that never may has failed."""

    @effects("read")
    def find(name: str) -> str | None:
        """Find something, if it is there."""

    @effects("read")
    def fetch(name: str) -> str:
        """Fetch something that is there."""
        return None  # pyright: ignore[reportReturnType]

    def told(messages: list[BaseMessage]) -> str:
        return " | ".join(f"{each.status}: {each.content}" for each in messages if isinstance(each, ToolMessage))

    run = Turns(calling("find", {"name": "x"}), calling("fetch", {"name": "x"}), told, tools=[find, fetch])
    assert run.result()["answer"] == "success: nothing | error: error: the tool returned nothing"


@pytest.mark.parametrize("shape", ["fused", "split"])
def test_what_changed_something_is_not_undone_by_a_rollback(shape: str) -> None:
    """The search ends where it would have to undo it; what was done stays in the evidence as done."""
    moved: list[str] = []

    def move(file: str) -> str:
        """Move a file."""
        moved.append(file)
        return "moved"

    none, pending = "none of these", {"answer": "moved a", "status": "pending", "hint": "b as well", "missing": ""}
    step = {"thought": "", "calls": [{"tool": "move", "arguments": {"file": "a"}}]}
    replies = script(
        executor_fused=[step, {"thought": "nothing can be done", "tool": none}],
        executor_tool=[{"tool": "move"}, {"tool": none}],
        executor_arguments={"file": "a"},
        answer_fused=pending,
        answer=pending,
        verifier=pending,
    )
    settings = FUSED if shape == "fused" else {**FUSED, "step_shape": "split"}
    outcome = build([move], replies, **settings, max_replans=0).run("Move a and b.")["outcomes"]["s1"]
    assert moved[:1] == ["a"] and outcome.status == "exhausted"
    assert all(item.ok and not item.rolled_back for item in outcome.evidence)


def test_parts_of_a_plan_take_turns_where_they_may_change_something() -> None:
    """Unless the plan says that they are independent."""
    for order, together in (("mixed", False), ("independent", True)):
        log: list[str] = []
        act = _appending(log, "act", ["1", "2"] if together else [])
        replies = script(
            planner={"needs_tool": True, "sub_tasks": ["do 1", "do 2"], "order": order},
            executor_fused=lambda sections: {
                "thought": "", "calls": [{"tool": "act", "arguments": {"text": sections["sub_task"][3]}}]
            },
            answer_fused={"answer": "done", "status": "solved", "hint": ""},
        )  # fmt: skip
        result = build([act], replies, **FUSED).run()
        assert result["stop_reason"] == "answered"
        assert (log[:2] == ["act 1 begins", "act 2 begins"]) == together


@pytest.mark.parametrize(
    ("strategy", "meaning"),
    [
        ("full", "each call may change something, so that it is made alone and never rolled back"),
        ("smurfs", "rollback passes their calls and sub-tasks with them run side by side, as in the paper"),
        ("smurfs-no-planner", "rollback passes their calls and sub-tasks with them run side by side, as in the paper"),
        ("pmc", "rollback passes their calls and sub-tasks with them run side by side, as in the paper"),
        ("alpha-umi", "rollback passes their calls and sub-tasks with them run side by side, as in the paper"),
    ],
)
def test_the_first_run_says_how_many_tools_declare_nothing(
    strategy: str, meaning: str, caplog: pytest.LogCaptureFixture
) -> None:
    """And what that means for its strategy; not each run, and not where a setting says how they are taken."""

    def said(tools: Sequence[Any], **settings: Any) -> list[str]:
        caplog.clear()
        built = build(tools, strategy=strategy, **settings)
        for _ in range(2):
            assert built.run()["stop_reason"] == "answered"
        return [record.getMessage() for record in caplog.records if record.name.startswith("smurfs_graph")]

    ls, touch = Folder().tools
    [line] = said([ls, touch])
    assert line.startswith(f"1 of 2 tools declare no effects: {meaning}; declare those that ")
    assert said([ls]) == said([ls, touch], undeclared="write") == said([ls, touch], undeclared="read") == []


def test_published_rules_say_which_change_they_kept_from_being_made() -> None:
    """`smurfs` withdraws a tool that failed; the outcome names it where nothing else was left."""

    def pay(amount: int) -> str:
        """Pay."""
        raise ToolError("the account is locked")

    [warning] = build([pay], script(executor_arguments={"amount": 5})).run("Pay 5.")["outcomes"]["s1"].warnings
    assert warning.startswith("pay failed (the account is locked) and was not called again")
