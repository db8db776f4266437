"""The choice in the graph: records handed over by code, chosen by CP-SAT, held to in the answer, judged in words."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from langgraph.store.memory import InMemoryStore

from smurfs_graph.constraints.report import ChoiceReport
from smurfs_graph.testing import ScriptedModel
from tests.scripts import Built, build, script

pytest.importorskip("ortools", reason="OR-Tools is not installed")

HOTELS = [{"name": "Grand", "price_usd": 200}, {"name": "Inn", "price_usd": 80}]
FLIGHTS = [{"flight_number": "F1", "price_usd": 300}, {"flight_number": "F2", "price_usd": 250}]
TEXT = "Inn and F2 for 330 USD"


def find_hotels() -> list[dict[str, Any]]:
    """Find hotels."""
    return HOTELS


def find_flights() -> list[dict[str, Any]]:
    """Find flights."""
    return FLIGHTS


def searching(found: Callable[..., Any]) -> Callable[[], Any]:
    """A search for hotels that finds this."""

    def find_hotels() -> Any:
        """Find hotels."""
        return found()

    return find_hotels


def budget(value: float, unit: str = "USD") -> dict[str, Any]:
    """A typed condition on the whole."""
    return {
        "text": f"at most {value:g} {unit}",
        "check": {"kind": "sum", "field": "price", "value": value, "unit": unit},
    }


def planned(*whole: Any, choice: Any = None) -> dict[str, Any]:
    """The manager's plan of two searches."""
    return {
        "sub_tasks": [
            {"id": "hotels", "content": "find hotels", "tools": ["find_hotels"]},
            {"id": "flights", "content": "find flights", "tools": ["find_flights"]},
        ],
        "constraints": list(whole),
        "choice": choice,
    }


class Trip:
    """A graph over two searches, and a model that plans them."""

    def __init__(self, *whole: Any, choice: Any = None, tools: Any = None, **replies: Any) -> None:
        said: dict[str, Any] = {
            "planner": {"needs_tool": True, "sub_tasks": ["find hotels", "find flights"]},
            "manager": planned(*whole, choice=choice),
            "deliverer": {"answer": TEXT},
            **replies,
        }
        self.model = ScriptedModel(script(**said))
        self.tools = tools or [find_hotels, find_flights]

    def built(self, **options: Any) -> Built:
        """The graph."""
        given: dict[str, Any] = {"strategy": "full", "max_replans": 0, **options}
        return build(self.tools, model=self.model, **given)

    def run(self, **settings: Any) -> dict[str, Any]:
        """The result."""
        return self.built(**settings).run("a hotel and a flight")

    def asked(self, call: str) -> list[Any]:
        """The questions of one call."""
        return [one for one in self.model.asked if one.call == call]


def standings(result: dict[str, Any]) -> dict[str, str]:
    """By constraint."""
    return {verdict.text: verdict.standing for verdict in result["constraints"]}


def test_the_choice_is_made_of_the_tools_own_records() -> None:
    """The answers of sub-tasks, which a model wrote, say other prices; they have no part in it."""
    result = Trip(budget(400), answer={"answer": "all are 999 USD"}).run()
    report: ChoiceReport = result["choice"]
    assert report.status == "chosen"
    assert report.optimal
    assert report.chosen == {"hotels": (HOTELS[1],), "flights": (FLIGHTS[1],)}
    assert standings(result) == {"at most 400 USD": "holds"}
    assert result["outcomes"]["hotels"].candidates.count == 2
    assert result["stop_reason"] == "answered"


def test_what_cannot_be_had_ends_infeasible_and_no_model_writes_it_up() -> None:
    """With the conflict and the budget that would do."""
    trip = Trip(budget(300))
    result = trip.run()
    assert result["stop_reason"] == "infeasible"
    assert result["choice"].conflict == ("at most 300 USD",)
    assert result["choice"].sufficient[0].value == 330
    assert "330" in result["answer"]
    assert trip.asked("deliverer") == []


def test_what_there_was_to_choose_from_is_said_by_name() -> None:
    """Where sub-tasks answer with a tool's records, word for word."""
    answer = Trip(budget(300), answer={"answer": json.dumps(HOTELS)}).run()["answer"]
    assert "Grand, Inn" in answer
    assert "[{" not in answer


def test_another_currency_is_a_complaint_and_never_compared() -> None:
    """400 EUR are not 400 USD."""
    result = Trip(budget(400, "EUR")).run()
    assert result["choice"].status == "unusable"
    assert result["stop_reason"] == "partial"
    assert "EUR" in result["answer"]


def test_a_plan_without_a_typed_condition_or_choice_has_none() -> None:
    """An ordinary request costs nothing more."""
    trip = Trip()
    assert trip.run()["choice"] is None
    assert trip.asked("judge") == []


def test_a_choice_that_the_manager_asks_for() -> None:
    """Goals without any condition."""
    choice = {"picks": [{"sub_task": "hotels", "count": 1}], "goals": [{"field": "price", "sense": "maximize"}]}
    result = Trip(choice=choice, deliverer={"answer": "Grand for 200"}).run()
    assert result["choice"].chosen == {"hotels": (HOTELS[0],)}


def test_an_answer_that_changes_the_choice_goes_back_with_what_is_wrong() -> None:
    """The exact names and numbers; the mended answer is delivered."""
    trip = Trip(budget(400), deliverer=[{"answer": "Grand and F2 for 450 USD"}, {"answer": TEXT}])
    result = trip.run()
    first, second = trip.asked("deliverer")
    assert "complaint" not in first.sections
    assert "'Inn'" in second.sections["complaint"]
    assert "330" in second.sections["complaint"]
    assert result["answer"] == TEXT
    assert "violated" not in standings(result).values()


@pytest.mark.parametrize("repairs", [0, 1, 3])
def test_repairs_are_bounded_and_what_stays_wrong_is_said(repairs: int) -> None:
    """The choice itself is added, a verdict says that the answer is not it."""
    trip = Trip(budget(400), deliverer={"answer": "Grand for 1 USD"})
    result = trip.run(max_repairs=repairs)
    assert len(trip.asked("deliverer")) == 1 + repairs
    assert "Inn" in result["answer"]
    assert "violated" in standings(result).values()
    assert any("Grand" not in warning and "'Inn'" in warning for warning in result["warnings"])


def test_conditions_in_words_are_judged_and_reported_as_judged() -> None:
    """By the answer alone; checked ones stay checked."""
    trip = Trip(budget(400), {"text": "romantic"}, judge={"verdicts": [{"number": 1, "verdict": "Holds"}]})
    result = trip.run()
    assert standings(result) == {"at most 400 USD": "holds", "romantic": "judged to hold"}
    [asked] = trip.asked("judge")
    assert "romantic" in asked.sections["constraints"]
    assert "at most" not in asked.sections["constraints"]


def test_a_judge_that_will_not_learn_leaves_the_verdict_unknown() -> None:
    """Nothing is called judged that was not."""
    result = Trip({"text": "romantic"}, judge="no idea").run(max_restarts=1)
    assert standings(result) == {"romantic": "unknown"}
    assert result["stop_reason"] == "answered"


def test_a_broken_condition_in_words_goes_back_and_is_reported() -> None:
    """Without a solver's choice the deliverer may do better; at most so many times."""
    broken = {"verdicts": [{"number": 1, "verdict": "violated", "reason": "Inn is by the motorway"}]}
    trip = Trip({"text": "quiet"}, judge=broken, deliverer_inference={"answer": TEXT})
    result = trip.run(max_repairs=1)
    assert len(trip.asked("judge")) == 2
    assert standings(result) == {"quiet": "judged to be violated"}
    assert result["stop_reason"] == "partial"


def test_a_broken_condition_is_still_broken_where_no_call_is_left_to_write_the_answer_again() -> None:
    """What stands in its place was judged by nobody."""
    broken = {"verdicts": [{"number": 1, "verdict": "violated", "reason": "Inn is by the motorway"}]}
    replies = {"judge": broken, "deliverer_inference": {"answer": TEXT}}
    first = Trip({"text": "quiet"}, **replies)
    first.run(max_repairs=0)
    result = Trip({"text": "quiet"}, **replies).run(max_llm_calls=len(first.model.asked))
    assert standings(result) == {"quiet": "judged to be violated"}
    assert result["stop_reason"] == "partial"


@pytest.mark.parametrize(
    "hotels",
    [list, lambda: [{"name": "Inn"}], lambda: "sold out", lambda: [1, 2], lambda: {"a": HOTELS, "b": HOTELS}],
    ids=["empty", "no field", "text", "numbers", "two lists"],
)
def test_what_is_no_candidate_takes_no_part(hotels: Callable[[], Any]) -> None:
    """The run ends with what can be said, and says what the total leaves out."""
    result = Trip(budget(400), tools=[searching(hotels), find_flights], deliverer={"answer": "F2 for 250"}).run()
    assert result["choice"].chosen.keys() == {"flights"}
    assert any("hotels" in warning for warning in result["warnings"])
    assert "without hotels" in result["constraints"][0].detail


def test_two_thousand_candidates_stay_out_of_the_state() -> None:
    """The store has them; the state has a sample and the choice."""
    many = [{"name": f"Hotel {number}", "price_usd": 2_000 - number, "note": "x" * 60} for number in range(2_000)]
    tools = [searching(lambda: many), find_flights]
    result = Trip(budget(400), tools=tools, deliverer={"answer": "Hotel 1999 and F2 for 251"}).run()
    assert result["choice"].chosen["hotels"][0]["name"] == "Hotel 1999"
    outcome = result["outcomes"]["hotels"]
    assert outcome.candidates.count == 2_000
    assert len(outcome.model_dump_json()) < 20_000


def test_records_that_the_store_lost_are_reported() -> None:
    """A restart with a store in memory: a model's search is not repeated, and the run says what is missing."""
    many = [{"name": f"Hotel {number}", "price_usd": 100 + number} for number in range(100)]

    class Forgetful(InMemoryStore):
        """Forgets what is long."""

        async def aget(self, *args: Any, **kwargs: Any) -> Any:
            item = await super().aget(*args, **kwargs)
            choosing = len(trip.asked("verifier")) == 2
            return None if choosing and item is not None and len(json.dumps(item.value)) > 2_000 else item

    trip = Trip(budget(400), tools=[searching(lambda: many), find_flights], deliverer={"answer": "F2 for 250"})
    result = trip.run(store=Forgetful())
    assert set(result["choice"].chosen) <= {"flights"}


ROOMS = {"Oslo": HOTELS, "Bergen": HOTELS[1:], "Voss": []}


def step(tool: str, *arguments: dict[str, Any]) -> dict[str, Any]:
    """A step with a call for each of these arguments."""
    return {"thought": "", "calls": [{"tool": tool, "arguments": each} for each in arguments]}


@pytest.mark.parametrize(
    ("besides", "count"), [([], 2), (step("find_flights", {})["calls"], None)], ids=["one tool", "two tools"]
)
def test_records_of_several_calls_of_one_step_are_one_list(besides: list[Any], count: int | None) -> None:
    """A record that two calls brought counts once, a call without records adds none; two tools' records are no list."""

    def find_hotels(city: str) -> list[dict[str, Any]]:
        """Find hotels."""
        return ROOMS[city]

    hotels = step("find_hotels", *({"city": city} for city in ROOMS))
    hotels["calls"] += besides
    trip = Trip(
        budget(400),
        tools=[find_hotels, find_flights],
        executor_fused=lambda seen: hotels if "hotels" in seen["sub_task"] else step("find_flights", {}),
        answer_fused={"answer": "found", "status": "solved", "hint": ""},
    )
    result = trip.run(step_shape="fused")
    candidates = result["outcomes"]["hotels"].candidates
    assert (candidates and candidates.count) == count
    assert count is None or result["choice"].chosen["hotels"] == (HOTELS[1],)
