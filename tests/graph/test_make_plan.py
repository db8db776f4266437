"""`make_plan`: a model with the tools bound splits a long request itself, where that pays; the parts run at once."""

import json
from typing import Any

import pytest
from langchain_core.messages import AIMessage, BaseMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from smurfs_graph import effects
from smurfs_graph.testing import ScriptedModel
from tests.graph.test_native_steps import calls, find_stock
from tests.scripts import CONFIG, Turns, build, calling, results_in


def plan(*parts: tuple[str, list[str]], extra: Any = (), **more: Any) -> AIMessage:
    """A reply that plans."""
    items = [{"id": name, "content": f"Stock of {name}", "depends_on": others} for name, others in parts]
    call = {"name": "make_plan", "args": {"parts": items, **more}, "id": "p1"}
    return AIMessage("", tool_calls=[call, *extra])


class Run:
    """A run whose parts look their own item up; `first` are the replies to the request as a whole."""

    def __init__(self, *first: Any, tools: Any = (find_stock,), several: bool | None = False, **settings: Any) -> None:
        self.bound: list[list[str]] = []
        self.wholes: list[list[BaseMessage]] = []
        self.parts: list[str] = []
        self.written: list[dict[str, str]] = []
        self._first = list(first)

        def call(messages: list[BaseMessage], tools: list[dict[str, Any]]) -> Any:
            self.bound.append([tool["function"]["name"] for tool in tools])
            if "part of a request" not in str(messages[0].text):
                self.wholes.append(messages)
                return self._first.pop(0)
            user = str(messages[1].text)
            self.parts.append(user)
            item = user.partition("Stock of ")[2][:3]
            found = results_in(messages)
            return f"{item}: {json.loads(found[0])['stock']}" if found else calls(item)

        def script(call: str, sections: dict[str, str]) -> Any:
            assert call == "deliverer", call
            self.written.append(sections)
            return {"answer": "written of the parts", "claims": []}

        self.model = ScriptedModel(script, caller=call, several_calls=several, profile={"tool_calling": True})
        options: dict[str, Any] = {"strategy": "full", "step_shape": "auto", **settings}
        self.graph = build(tools, model=self.model, **options).graph

    def result(self) -> Any:
        """Run the graph and return its result."""
        return self.graph.invoke({"query": "What is the stock?"})


def test_a_plan_takes_the_place_of_the_first_step() -> None:
    """Its parts are the plan of the run; the deliverer writes; what stood beside it is not called."""
    beside = calls("A-4").tool_calls
    run = Run(plan(("A-1", []), ("A-2", []), extra=beside))
    result = run.result()
    assert [task.id for task in result["plan"].sub_tasks] == ["A-1", "A-2"]
    assert {name: outcome.answer for name, outcome in result["outcomes"].items()} == {"A-1": "A-1: 1", "A-2": "A-2: 2"}
    assert (result["answer"], result["stop_reason"]) == ("written of the parts", "answered")
    assert (result["usage"].calls, result["usage"].tool_calls) == (6, 2)
    assert run.bound[0] == ["find_stock", "make_plan"]
    assert run.bound[1:] == [["find_stock"]] * 4


def test_nobody_writes_what_the_parts_have_written() -> None:
    """Separate questions are joined by code; a part that builds on all others gives the answer. Nobody supervises."""
    run = Run(plan(("A-1", []), ("A-2", []), separate=True))
    result = run.result()
    assert (result["answer"], result["stop_reason"]) == ("A-1: 1\n\nA-2: 2", "answered")
    run = Run(plan(("A-1", []), ("A-2", ["A-1"])))
    result = run.result()
    assert (result["answer"], result["usage"].calls) == ("A-2: 2", 5)
    assert "A-1: 1" in run.parts[-1]
    run = Run(plan(("A-1", []), ("A-2", []), separate=True), answer_style="short")
    run.result()
    assert all("Its form: the bare name" in part for part in run.parts)


def test_a_part_that_failed_is_delivered_as_such() -> None:
    """The last part did not get to its end: what was found is put together, and the gap said."""
    run = Run(plan(("A-1", []), ("A-3", ["A-1"])), max_replans=0)
    run.model.caller = _stuck(run.model.caller)
    result = run.result()
    assert result["stop_reason"] == "partial"
    assert result["answer"] == "written of the parts"
    assert [item.sub_task for item in result["not_found"]] == ["A-3"]


def _stuck(caller: Any) -> Any:
    """Wrap the model so that it finds nothing of A-3."""

    def call(messages: list[BaseMessage], tools: list[dict[str, Any]]) -> Any:
        if "Stock of A-3" in str(messages[1].text):
            return "Nothing.\nNot found: the stock of A-3" if results_in(messages) else calls("A-3")
        return caller(messages, tools)

    return call


def test_what_is_wrong_with_a_plan_goes_back_as_the_result_of_its_call() -> None:
    """The model mends it, or goes on with the tools; after a call there is no plan any more."""
    run = Run(plan(("A-1", [])), calls("A-1"), plan(("A-1", []), ("A-2", [])), "1 piece")
    result = run.result()
    first, _, late = results_in(run.wholes[-1])
    assert first.startswith("error: parts: 2 to 4 are needed")
    assert late == "error: a plan comes before all calls; go on with the tools"
    assert (result["answer"], result["stop_reason"]) == ("1 piece", "answered")


@pytest.mark.parametrize(
    ("several", "count", "window", "is_bound"),
    [(None, 3, None, False), (False, 3, None, True), (True, 101, None, True), (True, 30, 2_048, True)],
    ids=["a few tools", "one call a reply", "many tools", "a small window"],
)
def test_it_is_bound_where_it_pays_only(several: bool | None, count: int, window: int | None, is_bound: bool) -> None:
    """For a model that makes one call a reply, and where there are many tools or they fill the prompt."""

    def tool(number: int) -> Any:
        def look_up(word: str) -> str:
            raise AssertionError(word)

        look_up.__name__, look_up.__doc__ = f"look_up_{number}", f"Look up the stock of a word in book {number}."
        return look_up

    run = Run("none", tools=[tool(at) for at in range(count)], several=several, context_window=window)
    run.result()
    assert ("make_plan" in run.bound[0]) is is_bound


def test_a_model_is_seen_to_make_one_call_a_reply() -> None:
    """Calls that the reply before could have held as well; one reply with several is enough to the contrary."""

    def bound_after(*replies: Any) -> bool:
        run = Run(*replies, "done", "none", several=None)
        query = {"query": "What is the stock of A-1, A-2, A-4 and A-5?"}
        run.graph.invoke(query)
        run.graph.invoke(query)
        return "make_plan" in run.bound[-1]

    single = [calls(item) for item in ("A-1", "A-2", "A-4", "A-5")]
    assert bound_after(*single)
    assert not bound_after(*single[:3])
    assert not bound_after(calls("A-1", "A-2"), *single[1:])


@pytest.mark.parametrize(
    ("tools", "answers", "made"),
    [(["read"] * 2, ["1", "1"], ["X"]), (["read", "change", "read"], ["1", "0", "3"], ["X", "changed", "X"])],
)
def test_parts_that_need_the_same_thing_read_it_once(tools: list[str], answers: list[str], made: list[str]) -> None:
    """One after the other too; where something was changed in between, it is read anew."""
    log: list[str] = []

    @effects("read")
    def read(item_id: str) -> str:
        """Read."""
        log.append(item_id)
        return f"{len(log)}"

    def change(item_id: str) -> str:
        """Change."""
        log.append("changed")
        return "0"

    parts = [(f"A-{at}", [f"A-{at - 1}"] if at else []) for at in range(len(tools))]
    steps = [(calling(name, {"item_id": "X"}), lambda messages: results_in(messages)[-1]) for name in tools]
    replies = [reply for step in steps for reply in step]
    knows = {"several_calls": False, "profile": {"tool_calling": True}}
    outcomes = Turns(plan(*parts), *replies, tools=[read, change], model=knows).result()["outcomes"]
    assert ([outcome.answer for outcome in outcomes.values()], log) == (answers, made)


def test_a_person_is_asked_about_a_call_of_a_part() -> None:
    """The plan that the model made stands when the run goes on; its parts are not planned again."""

    @effects("write")
    def find_stock(item_id: str) -> dict[str, int]:
        """Find the stock, at a price."""
        return {"stock": int(item_id[-1])}

    run = Run(plan(("A-1", []), ("A-2", ["A-1"])), tools=[find_stock], checkpointer=InMemorySaver())
    graph = run.graph
    state = graph.invoke({"query": "What is the stock?"}, CONFIG)
    for item in ("A-1", "A-2"):
        question = state["__interrupt__"][0]
        assert question.value["arguments"] == {"item_id": item}
        state = graph.invoke(Command(resume={question.id: {"decision": "approve"}}), CONFIG)
    assert (state["answer"], state["stop_reason"], len(run.wholes)) == ("A-2: 2", "answered", 1)
