"""A toolset's domain where a run begins in native steps: its tool is bound; a call of it has the form asked for."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage, BaseMessage
from langgraph.checkpoint.memory import InMemorySaver

from smurfs_graph import Plan, SubTask, effects
from smurfs_graph.tools.domain import Formulation, Toolset
from smurfs_graph.tools.tool import Tool
from tests.graph.test_native_overflow import TooLongError
from tests.graph.test_native_steps import calls
from tests.graph.test_policy import policy_file
from tests.scripts import CONFIG, Turns, calling, results_in
from tests.tools.travel.test_typed_request import FILLED, QUERY, Menu

pytest.importorskip("ortools", reason="OR-Tools is not installed")

FLIGHT = calling("search_flights", {"origin": "Paris", "destination": "Rome", "date": "2026-12-03"})
NO_TRIP = {"reasoning": "one flight", "wants_itinerary": False}


def trip(*others: Any) -> AIMessage:
    """A reply that calls the trip's tool, after others."""
    return AIMessage("", tool_calls=[*others, *calling("plan_itinerary", {}).tool_calls])


class Run(Turns):
    """A run over the travel toolset and more; `replies` are those of the model that has the tools bound, in turn."""

    query = QUERY

    def __init__(self, *replies: Any, form: Any = FILLED, tools: Sequence[Any] = (), **given: Any) -> None:
        def script(call: str, sections: dict[str, str]) -> Any:
            said = {"planner.formulate": form, "deliverer": {"answer": sections.get("choice"), "claims": []}}
            return said.get(call, {"needs_tool": False, "answer": "Hello to you"})

        model = {"profile": given.pop("knows", {"tool_calling": True})}
        super().__init__(*replies, tools=["builtin:travel", *tools], script=script, model=model, **given)

    @property
    def calls(self) -> list[str]:
        """Return the prompts that the model was asked with."""
        return [asked.call for asked in self.model.asked]

    @property
    def plans(self) -> list[list[str]]:
        """The domains' tools among those that were bound, by call."""
        return [[name for name in names if name.startswith("plan_")] for names in self.names]


def test_a_look_up_costs_two_calls() -> None:
    """A plain loop costs as much: nobody asks for the form; the tool says in a line or two what it is for."""
    run = Run(FLIGHT, "There is one before noon.")
    result = run.result("What is the cheapest flight from Paris to Rome on 3 December 2026?")
    assert (result["answer"], result["usage"].calls) == ("There is one before noon.", 2)
    assert "planner.formulate" not in run.calls
    assert run.plans == [["plan_itinerary"]] * 2
    [tool] = [tool for tool in run.bound[0] if tool["name"] == "plan_itinerary"]
    assert tool["parameters"]["properties"] == {}
    assert tool["description"].startswith("Plans itineraries of whole round trips")
    assert "\n" not in tool["description"]
    assert len(tool["description"]) < 350


def test_an_itinerary_goes_through_the_form_and_the_solver() -> None:
    """It comes out as where the form is asked for first; calls beside the trip's are not made, and nothing is lost."""
    run, before = Run(trip(*FLIGHT.tool_calls)), Run(planning="always")
    result, known = run.result(), before.result()
    assert run.calls == ["executor.native", *before.calls]
    assert before.calls == ["planner.formulate", "deliverer"]
    assert result["choice"].status == "chosen"
    for key in ("plan", "choice", "answer", "sources", "stop_reason", "constraints"):
        assert result[key] == known[key], key
    assert result["usage"].tool_calls == known["usage"].tool_calls


@pytest.mark.parametrize(
    ("form", "warning"),
    [
        (NO_TRIP, ""),
        ({**FILLED, "people": None}, "does not say how many people travel"),
        ({**FILLED, "origin": "Chicagoo"}, "did you mean 'Chicago'"),
        ("no JSON at all", "gave up"),
    ],
)
def test_a_form_that_does_not_fit_goes_on_with_the_tools(form: Any, warning: str) -> None:
    """The request goes on without the tool that led nowhere."""
    run = Run(trip(), FLIGHT, "one", form=form, max_restarts=1)
    result = run.result()
    assert (result["answer"], result["stop_reason"]) == ("one", "answered")
    assert run.plans == [["plan_itinerary"], [], []]
    assert QUERY in str(run.seen[1][1].text)
    others = [text for text in result["warnings"] if "answer mentions" not in text]  # "one" says nothing of the trip
    assert [warning in text for text in others] == [True] * bool(warning)
    assert [*result["outcomes"]] == ["s1"]


def test_each_request_has_the_tool_anew() -> None:
    """A run that ends at the form, for want of calls, says so; nothing of it is left on its thread."""
    run = Run(trip(), trip(), "No trip is meant.", form=NO_TRIP, checkpointer=InMemorySaver())
    stopped = run.graph.invoke({"query": QUERY}, CONFIG, context={"max_llm_calls": 3})
    assert (stopped["stop_reason"], run.calls) == ("llm_call_budget", ["executor.native"])
    assert run.graph.invoke({"query": QUERY}, CONFIG)["answer"] == "No trip is meant."
    assert run.plans == [["plan_itinerary"], ["plan_itinerary"], []]
    run = other("soup", checkpointer=InMemorySaver())
    run.graph.invoke({"query": QUERY}, CONFIG, context={"max_llm_calls": 3})
    run.graph.invoke({"query": QUERY}, CONFIG, context={"planning": "always"})
    assert "round trips" in run.model.asked[1].sections["domain"]


@pytest.mark.parametrize("effect", ["read", "write"])
def test_after_a_change_there_is_no_way_back(effect: Any, tmp_path: Path) -> None:
    """Reads may be repeated; a change may not, and the model hears why."""
    policy = policy_file(tmp_path, "rules: [{decision: allow, tools: find_stock}]")

    @effects(effect)
    def find_stock(item_id: str) -> dict[str, int]:
        """Find the stock of suitcases, or take one."""
        return {"stock": 1}

    run = Run(calls("A-1"), trip(), "sorry", tools=[find_stock], policy=policy)
    result = run.result()
    assert (result["choice"] is not None) is (effect == "read")
    if effect == "write":
        assert results_in(run.seen[-1])[-1] == "error: a plan comes before all calls; go on with the tools"


class Kitchen:
    """Another domain, which plans a meal of one search."""

    name = "kitchen"
    searches: Sequence[Tool] = ()
    request_type = Menu
    guide = "Plans meals.\nDishes: soup"

    def formulate(self, request: Menu) -> Formulation | None:
        """One look at the menu; nothing without a dish."""
        look = SubTask(id="menu", content="See what there is", tools=("lunch",), prepared=True)
        return Formulation(Plan(sub_tasks=(look,))) if request.dish else None

    def solve(self, plan: Any, records: Any, seconds: float) -> Any:
        """Never called."""


def lunch() -> list[dict[str, str]]:
    """Tell what there is for lunch."""
    return [{"dish": "soup"}]


def other(dish: str | None, *replies: Any, **settings: Any) -> Run:
    """A run over the kitchen and the travel toolset, whose model calls for a meal first."""
    kitchen = Toolset([effects("read")(lunch)], Kitchen())
    return Run(calling("plan_kitchen", {}), *replies, form={"dish": dish}, tools=[kitchen], **settings)


def test_the_domain_that_is_called_is_asked() -> None:
    """Another one is neither asked before nor after it, and stays bound where it has declined."""
    run = other("soup")
    assert [*run.result()["outcomes"]] == ["menu"]
    assert run.plans == [["plan_itinerary", "plan_kitchen"]]
    run = other(None, "nothing to eat")
    assert run.result()["answer"] == "nothing to eat"
    assert (run.calls[1:-1], run.plans[1]) == (["planner.formulate"], ["plan_itinerary"])


def test_a_users_tool_of_that_name_is_called_by_it() -> None:
    """The domain's has another one then; both are what they were."""

    @effects("read")
    def plan_itinerary() -> str:
        """Plan as the user would."""
        return "on foot"

    run = Run(trip(), lambda _: calling(run.names[-1][-1], {}), tools=[plan_itinerary])
    result = run.result()
    assert results_in(run.seen[1]) == ["on foot"]
    assert result["choice"].status == "chosen"


def test_where_bound_tools_were_too_many_the_form_comes_first() -> None:
    """Not even the domain's tool can be bound: the first request falls to the form, the next one starts there."""

    def refuse(messages: list[BaseMessage]) -> Any:
        raise TooLongError("This model's maximum context length is 40000 tokens; your prompt has more")

    run = Run(refuse, refuse)
    for _ in range(2):
        assert run.result("A trip")["choice"].status == "chosen"
    assert (len(run.bound), run.calls.count("planner.formulate")) == (2, 2)


def test_where_the_first_reply_is_text_domains_are_asked_before_the_planner() -> None:
    """A model that was never seen to call tools: it may not know them, and no request is refused unread."""
    run = Run("Have a nice trip!", knows={})
    assert run.result()["choice"].status == "chosen"
    # The second call counts the prompt without the tools: whether the server shows them at all.
    assert run.calls == ["executor.native", "executor.native", "planner.formulate", "deliverer"]
    run = Run("Hello!", knows={}, form=NO_TRIP)
    assert run.result()["answer"] == "Hello to you"
    assert (run.calls, len(run.bound)) == (["executor.native", "executor.native", "planner.formulate", "planner"], 1)
