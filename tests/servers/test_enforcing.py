"""Servers that let nothing through but what a schema names: every strategy's calls keep their arguments there."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from smurfs_graph import Settings, build_graph
from smurfs_graph.models.free_forms import is_free_form
from smurfs_graph.strategies import STRATEGIES
from smurfs_graph.testing import fresh_registry
from tests.benchmarks.capable_model import CapableModel
from tests.benchmarks.contestants import served
from tests.benchmarks.cost_scenarios import look_ups, three_tools
from tests.models.test_doctor import found
from tests.servers.enforcing import enforce, serve
from tests.servers.hostile import Body, Handler, HostileServer, completion

RUNS = [*((name, "auto") for name in STRATEGIES), *(("full", shape) for shape in ("native", "code", "fused", "split"))]


@pytest.mark.slow
@pytest.mark.parametrize(("strategy", "shape"), RUNS)
def test_every_strategy_fares_as_on_a_lenient_server(strategy: str, shape: str) -> None:
    """All three tools are called with their arguments, the one with an object of any form too."""
    strict, lenient = (
        served(three_tools(), enforced=enforced, strategy=strategy, step_shape=shape) for enforced in (True, False)
    )
    assert strict.tools == 3
    assert strict == lenient
    assert strict.right


@pytest.mark.parametrize("shape", ["native", "code", "fused", "split"])
def test_no_schema_that_is_sent_holds_a_free_form_object(shape: str) -> None:
    """Neither of replies nor of bound tools."""
    scenario = three_tools()
    model = CapableModel(knowledge=scenario.knowledge, rounds=None)
    with fresh_registry(), HostileServer(serve(model)) as server:
        settings = Settings.checked(model="openai:any", base_url=server.base_url, step_shape=shape)
        build_graph(settings, [spec.ours([]) for spec in scenario.tools]).invoke({"query": scenario.knowledge.request})
    forms = [each for body in server.requests for each in objects_of([body.get("response_format"), body.get("tools")])]
    assert forms
    assert not [form for form in forms if is_free_form(form)]


def objects_of(value: Any) -> Iterator[dict[str, Any]]:
    """Every schema of an object."""
    for each in value if isinstance(value, list) else value.values() if isinstance(value, dict) else ():
        yield from objects_of(each)
    if isinstance(value, dict) and value.get("type") == "object":
        yield value


def test_a_model_that_refuses_a_temperature_is_asked_without_one() -> None:
    """The refusal costs one request, whatever the number of calls and roles."""
    scenario = look_ups(1)
    with_one = served(scenario, enforced=True, strategy="full", step_shape="fused")
    without = served(scenario, enforced=True, takes_temperature=False, strategy="full", step_shape="fused")
    assert without.right
    assert without.requests == with_one.requests + 1


def _examine(capsys: pytest.CaptureFixture[str], *, keeps: bool) -> dict[str, Any]:
    """Examine a server that holds replies to their schemas, or whose calls lose what is in them."""

    def behave(handler: Handler, body: Body) -> None:
        wishes = {"city": "Oslo", "nights": 3, "wishes": '{"view": "sea"}'} if keeps else {}
        said = {"city": "Oslo", "nights": 3, "status": "free", "call": {"tool": "book_room", "arguments": wishes}}
        schema = body.get("response_format", {}).get("json_schema", {}).get("schema")
        handler.send(200, completion(json.dumps(enforce(said, schema) if schema and keeps else said)))

    return found(behave, capsys)


def test_the_doctor_finds_out_whether_calls_keep_their_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    """And says what to do where they do not."""
    assert _examine(capsys, keeps=True)["call_choice"] == "work"
    report = _examine(capsys, keeps=False)
    assert report["call_choice"].startswith("lose their arguments")
    assert any("step-shape" in line for line in report["advice"])
