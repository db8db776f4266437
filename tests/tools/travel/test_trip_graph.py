"""Trips through the whole graph, offline, from a request's text alone: planned, refused with proof, or asked about."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.memory import InMemoryStore
from langgraph.types import Command

from smurfs_graph import Settings, build_graph
from smurfs_graph.tools.domain import Formulation
from smurfs_graph.tools.travel.domain import TripDomain, plan_of, request_from_plan
from smurfs_graph.tools.travel.itinerary import Trip
from smurfs_graph.tools.travel.itinerary.request import ROOM_RULES
from smurfs_graph.tools.travel.reader import fill
from smurfs_graph.tools.travel.request import TripRequest

pytest.importorskip("ortools", reason="OR-Tools is not installed")

TRIP = "Plan a 4-day trip for 2 people from Chicago to San Francisco from 3 to 6 December 2026"
REQUEST = Trip(
    origin="Chicago",
    destination="San Francisco",
    destination_kind="city",
    dates=("2026-12-03", "2026-12-04", "2026-12-05", "2026-12-06"),
    people=2,
    budget_usd=2500.0,
)


def formulated(domain: TripDomain, text: str) -> Formulation | None:
    """Return the domain's formulation of a text as the stand-in reads it."""
    return domain.formulate(TripRequest.model_validate(fill(text)))


@cache
def graph_with(*tools: str) -> Any:
    """A graph without a storage, which all tests share."""
    return build_graph(Settings(strategy="full", unattended=True), tools)


def run(text: str, *more: str) -> dict[str, Any]:
    """One run with the shipped toolset, and others."""
    return dict(graph_with("builtin:travel", *more).invoke({"query": text}))


def test_a_trip_is_planned_and_every_condition_checked() -> None:
    """The itinerary, its cost with proof, and the verdicts; sub-tasks hand records over without asking a model."""
    result = run(f"{TRIP} on a budget of 2500 dollars. We want private rooms.")
    report = result["choice"]
    assert result["stop_reason"] == "answered"
    assert report.status == "chosen"
    assert report.optimal
    assert report.least.value <= report.amounts[0].value <= 2500
    assert report.text in result["answer"]
    standings = {verdict.text: verdict.standing for verdict in result["constraints"]}
    assert standings["a budget of $2,500"] == "holds"
    assert standings["private rooms"] == "holds"
    assert {room["room_type"] for room in report.chosen["rooms"]} == {"Private room"}
    assert sum(record["usd"] for records in report.chosen.values() for record in records) == report.amounts[0].value
    assert len(report.data) == 4
    assert {row.role for row in result["usage"].rows} == {"planner", "tool", "deliverer"}


def test_a_budget_below_the_least_cost_is_refused_with_the_one_that_would_do() -> None:
    """And that one is enough, to the dollar."""
    refused = run(f"{TRIP} on a budget of 300 dollars.")
    assert refused["stop_reason"] == "infeasible"
    [enough] = refused["choice"].sufficient
    assert run(f"{TRIP} on a budget of {enough.value:g} dollars.")["stop_reason"] == "answered"
    assert run(f"{TRIP} on a budget of {enough.value - 1:g} dollars.")["stop_reason"] == "infeasible"


def test_what_the_data_lacks_has_a_message_of_its_own() -> None:
    """It is not called infeasible: no wish is to blame."""
    result = run("Plan a 4-day trip for 2 people from Lisbon to Rome from 3 to 6 December 2026 on a budget of $2,000.")
    assert result["choice"].status == "missing_data"
    assert result["stop_reason"] == "no_evidence"
    assert "no flight from Lisbon to Rome" in result["answer"]


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ("It should be romantic.", "romantic"),
        ("We want private rooms with a balcony.", "balcony"),
        ("We bring our dog and would like a pool.", "pool"),
        ("No smoking anywhere near us.", "smoking"),
    ],
)
def test_the_stand_in_plans_no_trip_of_which_it_does_not_understand_all(wish: str, told: str) -> None:
    """The wish is named, in a sentence with one that is read too; nothing is searched."""
    result = run(f"{TRIP} on a budget of 2500 dollars. {wish}")
    assert (result["stop_reason"], result["choice"]) == ("no_evidence", None)
    assert any("I do not understand" in warning and told in warning for warning in result["warnings"])


def test_a_flight_and_a_hotel_are_left_to_ordinary_planning() -> None:
    """Nothing is refused because it is no round trip with every fact: the stand-in says what it does not understand."""
    result = run("Fly from Munich to Lisbon on 4 December 2026 and stay there; pick a flight and a hotel.")
    assert result["outcomes"]
    assert result["choice"] is None
    assert "no tool fits" in result["answer"]


@pytest.mark.parametrize(
    "text",
    [
        "Find flights from Lisbon to Prague on 3 December 2026.",
        "How far is Prague from Vienna?",
        "I need a hotel for my trip to Rome",
        "List the restaurants of Prague with Italian cuisine",
        "",
    ],
)
def test_other_requests_are_left_to_the_planner(domain: TripDomain, text: str) -> None:
    """A trip has to be asked for."""
    assert formulated(domain, text) is None


@pytest.mark.parametrize(
    "request_",
    [
        REQUEST,
        replace(REQUEST, budget_usd=None),
        replace(REQUEST, room_rules=ROOM_RULES, room_type="not shared room"),
        replace(REQUEST, room_type="entire room", cuisines=("Indian", "French")),
        replace(REQUEST, transport_rules=("no flight", "no self-driving", "no taxi")),
        replace(REQUEST, destination="California", destination_kind="state", cities=2),
    ],
)
def test_constraints_of_a_plan_are_the_wishes_of_the_request(request_: Trip) -> None:
    """There and back, so that who edits the plan edits what is solved."""
    assert request_from_plan(plan_of(request_)) == request_


def test_a_search_that_is_too_long_to_be_kept_whole_fails_openly(monkeypatch: pytest.MonkeyPatch) -> None:
    """The best trip among some of the rooms is not the best trip."""
    monkeypatch.setattr("smurfs_graph.tools.output.MAX_VALUES", 20)
    result = run(f"{TRIP} on a budget of 2500 dollars.")
    assert result["choice"].status == "missing_data"
    assert "too long" in result["answer"]


@pytest.mark.parametrize(
    ("tail", "task"),
    [
        (" and tell me what 3+4 is.", "Tell me what 3+4 is."),
        (". Who wrote Hamlet?", "Who wrote Hamlet?"),
        (". Also, could you convert 300 euros to pounds?", "Convert 300 euros to pounds?"),
    ],
)
def test_a_task_beside_the_trip_is_a_sub_task_of_its_own(domain: TripDomain, tail: str, task: str) -> None:
    """It is taken out of the trip's text, so that its numbers are not read as the trip's."""
    found = formulated(domain, f"{TRIP} on a budget of 2500 dollars{tail}")
    assert found is not None
    assert found.plan.sub_tasks[-1].content == task
    assert not found.plan.sub_tasks[-1].prepared
    assert request_from_plan(found.plan) == REQUEST
    assert all(item.check is not None for item in found.plan.global_constraints)


@pytest.mark.parametrize(
    "tail",
    [
        "What should we eat?",
        "Show us the total cost.",
        "And find a quiet place to stay!",
        "Tell the hotel that we bring a dog.",
        "How many days is that?",
    ],
)
def test_a_wish_for_the_trip_is_no_task_beside_it(domain: TripDomain, tail: str) -> None:
    """In doubt it stays with the trip."""
    found = formulated(domain, f"{TRIP} on a budget of 2500 dollars. {tail}")
    assert found is not None
    assert all(task.prepared for task in found.plan.sub_tasks)


def test_a_trip_and_another_task_are_both_answered() -> None:
    """One answer has the itinerary as it was made and what else was asked."""
    result = run(f"{TRIP} on a budget of 2500 dollars. And convert 5 kilometres to miles.", "builtin:calc")
    assert result["stop_reason"] == "answered"
    assert result["choice"].text in result["answer"]
    assert "3.10685596118667" in result["outcomes"]["besides_1"].answer
    assert "Convert 5 kilometres to miles: it is about 3.1069 mi." in result["answer"]
    assert "besides_1" in result["sources"]


def test_a_task_beside_the_trip_that_fails_takes_nothing_from_the_trip() -> None:
    """The run says that it did not do everything."""
    result = run(f"{TRIP} on a budget of 2500 dollars. Who wrote Hamlet?")
    assert result["choice"].status == "chosen"
    assert result["stop_reason"] == "partial"
    assert [item.content for item in result["not_found"]] == ["Who wrote Hamlet?"]


def test_a_task_beside_a_trip_that_cannot_be_is_answered_all_the_same() -> None:
    """Beside why there is no itinerary, which is how the run ends."""
    result = run(f"{TRIP} on a budget of 20 dollars. And convert 5 kilometres to miles.", "builtin:calc")
    assert result["stop_reason"] == "infeasible"
    assert result["choice"].text in result["answer"]
    assert result["outcomes"]["besides_1"].answer in result["answer"]


def lower_the_budget(plan: dict[str, Any]) -> None:
    plan["global_constraints"][0]["check"]["value"] = 300


def spoil_the_facts(plan: dict[str, Any]) -> None:
    plan["choice"]["facts"] = {"origin": 7}


def spoil_the_searches(plan: dict[str, Any]) -> None:
    for task in plan["sub_tasks"]:
        task["prepared"] = False


@pytest.mark.parametrize(
    ("edit", "status", "said"),
    [
        (lower_the_budget, "infeasible", "$300"),
        (spoil_the_facts, "unusable", ""),
        (spoil_the_searches, "missing_data", "Not all searches succeeded"),
    ],
)
def test_an_edited_plan_is_what_is_solved(edit: Callable[[dict[str, Any]], None], status: str, said: str) -> None:
    """A plan that a person spoilt gives a report, not a crash, and not that the data has no such trip."""
    graph = build_graph(
        Settings(strategy="full", approve=frozenset({"plan"}), max_replans=0),
        ["builtin:travel"],
        checkpointer=InMemorySaver(),
    )
    config: Any = {"configurable": {"thread_id": "t"}}
    [question] = graph.invoke({"query": f"{TRIP} on a budget of $2,500."}, config)["__interrupt__"]
    plan = question.value["plan"]
    edit(plan)
    result = graph.invoke(Command(resume={question.id: {"decision": "edit", "plan": plan}}), config)
    assert result["choice"].status == status
    assert said in result["answer"]


@pytest.mark.parametrize(("reads", "status"), [({2}, "chosen"), ({2, 4}, "missing_data")])
def test_records_of_a_prepared_search_that_were_lost_are_searched_for_once_more(reads: set[int], status: str) -> None:
    """A restart with a store in memory loses them: the choice reads them last, and a second loss is reported."""
    seen: Counter[str] = Counter()

    class Forgetful(InMemoryStore):
        """Forgets the sights when they are read for the so-many-th time."""

        async def aget(self, *args: Any, **kwargs: Any) -> Any:
            item = await super().aget(*args, **kwargs)
            if item is None or "Moss Botanical Garden" not in str(item.value.get("full")):
                return item
            seen[args[1]] += 1
            return None if seen[args[1]] in reads else item

    graph = build_graph(Settings(strategy="full"), ["builtin:travel"], store=Forgetful())
    result = graph.invoke({"query": f"{TRIP} on a budget of 2500 dollars."})
    assert result["choice"].status == status
    assert min(seen.values()) >= 4
    assert ("sights were lost" in result["answer"]) == (status == "missing_data")
