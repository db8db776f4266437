"""A trip's typed request: what a model may fill, what code makes of it, and that no request is refused unread."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
from pydantic import BaseModel

from smurfs_graph import tools
from smurfs_graph.prompting.structured import json_schema
from smurfs_graph.tools.domain import Toolset
from smurfs_graph.tools.python import from_function
from smurfs_graph.tools.tool import Tool
from smurfs_graph.tools.travel.domain import TripDomain, request_from_plan
from smurfs_graph.tools.travel.itinerary import Trip
from smurfs_graph.tools.travel.request import TripRequest
from tests.scripts import Built, build, script

pytest.importorskip("ortools", reason="OR-Tools is not installed")

FILLED: dict[str, Any] = {
    "reasoning": "a round trip with every fact",
    "wants_itinerary": True,
    "origin": "chicago",
    "destination": "San Francisco, California",
    "start_date": "2026-12-03",
    "end_date": "2026-12-06",
    "people": 2,
    "budget_usd": 2500,
    "room_type": "private room",
}
QUERY = (
    "My sister and I would love four days by the Golden Gate from 3 December 2026; we come from Chicago with 2.5 grand."
)


def asked(**changes: Any) -> TripRequest:
    """The filled request with other fields."""
    return TripRequest.model_validate({**FILLED, **changes})


def run(reply: Any, query: str = QUERY, **settings: Any) -> tuple[Built, dict[str, Any]]:
    """One run of a graph whose model fills the request so."""
    built = build(["builtin:travel"], script(planner_formulate=reply), strategy="full", **settings)
    return built, built.graph.invoke({"query": query})


def test_its_schema_is_one_that_strict_servers_take() -> None:
    """Each field required and described, no free-form object, and thought before anything is decided."""
    schema = json_schema(TripRequest)
    assert schema["title"] == "TripRequest"
    assert schema["required"] == [*schema["properties"]]
    assert schema["required"][:2] == ["reasoning", "wants_itinerary"]
    assert schema["additionalProperties"] is False
    assert all(field["description"] and "default" not in field for field in schema["properties"].values())
    assert "object" not in {field.get("type") for field in schema["properties"].values()}


def test_a_filled_request_is_a_plan(domain: TripDomain) -> None:
    """Names as the database has them; other wishes are judged, other tasks are sub-tasks like any others."""
    found = domain.formulate(asked(other_wishes=["near the sea"], other_tasks=["Convert 5 km to miles"]))
    assert found is not None
    assert request_from_plan(found.plan) == Trip(
        origin="Chicago",
        destination="San Francisco",
        destination_kind="city",
        dates=("2026-12-03", "2026-12-04", "2026-12-05", "2026-12-06"),
        people=2,
        budget_usd=2500,
        room_type="private room",
    )
    assert [item.text for item in found.plan.global_constraints if item.check is None] == ["near the sea"]
    assert [task.content for task in found.plan.sub_tasks if not task.prepared] == ["Convert 5 km to miles"]
    assert domain.formulate(asked(wants_itinerary=False)) is None


@pytest.mark.parametrize(
    ("changes", "missing", "problem"),
    [
        ({"origin": None}, ("where the trip starts",), ""),
        ({"people": None}, ("how many people travel",), ""),
        ({"end_date": None}, ("how many days it takes",), ""),
        ({"start_date": None, "end_date": None, "days": 4}, ("on which dates",), ""),
        ({"destination": "California"}, ("how many cities are to be visited",), ""),
        ({"origin": "Chicagoo"}, (), "did you mean 'Chicago'"),
        ({"destination": "Atlantis"}, (), "'Atlantis' is no place that is known"),
        ({"destination": "San Francisco, Texas"}, (), "lies in california"),
        ({"cities": 2}, (), "2 cities cannot be visited in San Francisco"),
        ({"days": 9}, (), "is 4 days, but the text says 9"),
        ({"end_date": "2026-12-01"}, (), "would end on 2026-12-01"),
        ({"start_date": "2026-02-30"}, (), "'2026-02-30' is not a date"),
        ({"end_date": "2027-12-06"}, (), "longer than 14 days"),
        ({"people": 0}, (), "0 people cannot travel"),
        ({"unclear": ["one sentence says two, another three people"]}, (), "another three people"),
    ],
)
def test_what_is_missing_or_wrong_is_found_by_code(
    domain: TripDomain, changes: dict[str, Any], missing: tuple[str, ...], problem: str
) -> None:
    """Missing values, unknown names, impossible dates and contradictions have a sentence each; nothing else has."""
    found = domain.formulate(asked(**changes))
    assert found is not None
    assert found.missing == missing
    assert bool(found.problems) == bool(problem)
    assert problem in " ".join(found.problems)


def test_a_length_and_one_end_give_the_dates(domain: TripDomain) -> None:
    """Either end."""
    for changes in ({"end_date": None, "days": 4}, {"start_date": None, "days": 4}):
        found = domain.formulate(asked(**changes))
        assert found is not None
        assert request_from_plan(found.plan).dates[::3] == ("2026-12-03", "2026-12-06")


def test_a_model_reads_what_no_pattern_does() -> None:
    """One small call of the planner's model, and the solver has the request."""
    built, result = run({**FILLED, "cuisines": ["indian"]})
    assert built.calls()[0] == "planner.formulate"
    assert "planner" not in built.calls()
    assert result["choice"].status == "chosen"
    assert {"private rooms", "Indian cuisine"} <= {verdict.text for verdict in result["constraints"]}
    seen = built.model.asked[0].sections
    assert seen["query"] == QUERY
    assert "Indian" in seen["domain"]
    assert "schema" in seen
    assert "date" in seen


@pytest.mark.parametrize(
    ("reply", "warning"),
    [
        ({"reasoning": "a search", "wants_itinerary": False}, ""),
        ({**FILLED, "people": None}, "does not say how many people travel"),
        ({**FILLED, "origin": "Chicagoo"}, "did you mean 'Chicago'"),
        ({**FILLED, "people": "a few"}, "gave up"),
        ("no JSON at all", "gave up"),
    ],
)
def test_ordinary_planning_goes_on_wherever_the_solver_cannot(reply: Any, warning: str) -> None:
    """No itinerary asked for, something missing or wrong, an unreadable reply: said in a warning, never a refusal."""
    built, result = run(reply, max_restarts=1, unattended=True)
    assert built.calls().count("planner") == 1
    assert result["stop_reason"] == "answered"
    assert result["choice"] is None
    said = [text for text in result["warnings"] if "itinerary" in text or "planner" in text]
    assert [warning in text for text in said] == [True] * bool(warning)


def test_what_is_missing_is_asked_for_where_somebody_can_answer() -> None:
    """The model sees the answer, and fills the request anew."""
    built = build(
        ["builtin:travel"],
        script(
            planner_formulate=lambda seen: {**FILLED, "people": 2 if "two of us" in seen.get("answers", "") else None}
        ),
        strategy="full",
        max_questions=1,
        checkpointer=InMemorySaver(),
    )
    config: Any = {"configurable": {"thread_id": "t"}}
    [question] = built.graph.invoke({"query": QUERY}, config)["__interrupt__"]
    assert "how many people travel" in question.value["question"]
    result = built.graph.invoke(Command(resume={question.id: {"answer": "The two of us."}}), config)
    assert result["choice"].status == "chosen"


class Menu(BaseModel):
    """What another subject asks for."""

    dish: str | None = None


class Kitchen:
    """A domain that has nothing to say to trips, or cannot even read."""

    name = "kitchen"
    searches: Sequence[Tool] = ()
    request_type = Menu
    guide = "Plans menus."

    def __init__(self, *, broken: bool) -> None:
        self.broken = broken

    def formulate(self, request: Menu) -> None:
        """Decline, or fail."""
        assert isinstance(request, Menu)
        if self.broken:
            raise RuntimeError("the oven is on fire")

    def solve(self, plan: Any, records: Any, seconds: float) -> Any:
        """Never called."""


@pytest.mark.parametrize("broken", [False, True])
def test_each_domain_is_asked_until_one_plans(broken: bool) -> None:
    """One that declines or fails leaves the request to the next; a toolset's bug ends no run."""
    kitchen = Toolset([from_function(lunch)], Kitchen(broken=broken))
    fill: Any = [{"dish": None}, "not readable", FILLED]
    built = build([kitchen, "builtin:travel"], script(planner_formulate=fill), strategy="full")
    result = built.graph.invoke({"query": QUERY})
    assert [seen.sections["domain"] == "Plans menus." for seen in built.model.asked[:3]] == [True, False, False]
    assert result["choice"].status == "chosen"
    assert any("on fire" in said for said in result["warnings"]) == broken


def lunch() -> str:
    """Tell what there is for lunch."""
    return "soup"


def test_a_request_without_a_domain_costs_no_call() -> None:
    """Tools alone are planned as ever."""
    built = build(["builtin:calc"], script(), strategy="full")
    built.graph.invoke({"query": "What is 3+4?"})
    assert "planner.formulate" not in built.calls()


def test_the_tools_import_no_benchmark() -> None:
    """Prices and the grammar of plans are the tool's; the benchmark takes them from there."""
    sources = Path(tools.__file__).parent.rglob("*.py")
    assert [path.name for path in sources if "smurfs_graph.bench" in path.read_text("utf-8")] == []
