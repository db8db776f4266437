"""Servers and models whose replies have no end: each run still ends with the right answer, and nothing cut is used."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from smurfs_graph import Settings, build_graph, effects
from smurfs_graph.models.bounds import ADDED_TEXT
from smurfs_graph.models.schemas import reply_schema
from smurfs_graph.planning.lengths import LONGEST_ANSWER
from smurfs_graph.prompting.replies import AnswerReply
from smurfs_graph.strategies import STRATEGIES
from smurfs_graph.testing import fresh_registry
from tests.benchmarks.capable_model import CapableModel
from tests.benchmarks.cost_scenarios import look_ups
from tests.models.test_bounds import bounds_in, unbounded
from tests.servers.enforcing import enforce, serve
from tests.servers.hostile import Behaviour, Body, Handler, HostileServer, add, completion, honest, tool_call, words

RUNS = [*((name, "auto") for name in STRATEGIES), *(("full", shape) for shape in ("native", "fused", "split"))]
SPLIT: dict[str, Any] = {"strategy": "full", "planning": "always", "step_shape": "split"}
ENDLESS = "the sum of two and three is " * 4_000


def run(behaviour: Behaviour, tools: list[Any] | None = None, script: Any = None, **settings: Any) -> Any:
    """A run on such a server, and the bodies that it was sent."""
    with fresh_registry(), HostileServer(behaviour, script) as server:
        given = {"model": "openai:any", "base_url": server.base_url, "model_retries": 0, **SPLIT, **settings}
        result = build_graph(Settings.checked(**given), tools or [add]).invoke({"query": "What is 2 + 3?"})
        return result, server.requests


def schema_of(body: Body) -> Any:
    """The schema of a reply, in whatever way it was sent; None where there is none."""
    if isinstance(body.get("tool_choice"), dict):
        return body["tools"][0]["function"]["parameters"]
    return body.get("response_format", {}).get("json_schema", {}).get("schema")


@pytest.mark.parametrize(("strategy", "shape"), RUNS)
def test_every_schema_that_is_sent_is_bounded_and_every_reply_limited(strategy: str, shape: str) -> None:
    """Of every role, in every strategy."""
    scenario = look_ups(2)
    model = CapableModel(knowledge=scenario.knowledge, rounds=None)
    with fresh_registry(), HostileServer(serve(model)) as server:
        settings = Settings.checked(
            model="openai:any", base_url=server.base_url, strategy=strategy, step_shape=shape, tool_retries=0
        )
        build_graph(settings, [spec.ours([]) for spec in scenario.tools]).invoke({"query": scenario.knowledge.request})
    assert server.requests
    assert [place for body in server.requests for place in unbounded(schema_of(body))] == []
    assert all(0 < body["max_completion_tokens"] <= 8_192 for body in server.requests)


@pytest.mark.parametrize("status", [400, 422])
@pytest.mark.parametrize("names_them", [True, False])
def test_a_server_that_refuses_the_keywords_is_sent_schemas_without_them(status: int, *, names_them: bool) -> None:
    """Once it has, and no lower format than it takes."""

    def behave(handler: Handler, body: Body) -> None:
        if bounds_in(schema_of(body), "maxLength"):
            said = "'maxLength' is not permitted" if names_them else "invalid request"
            handler.send(status, {"error": {"message": said, "type": "invalid_request_error"}})
        else:
            honest(handler, body)

    result, requests = run(behave)
    assert "5" in result["answer"]
    refused = [body for body in requests if bounds_in(schema_of(body), "maxLength")]
    assert len(refused) == 1
    assert all(schema_of(body) for body in requests if "deliverer" not in words(body["messages"][0]["content"]).lower())


def test_a_user_schema_that_is_refused_is_no_sign_that_all_are() -> None:
    """A single tool whose parameters a server does not take with bounds; the roles' own schemas keep theirs."""

    def behave(handler: Handler, body: Body) -> None:
        schema = schema_of(body)
        odd = schema and "a" in schema["properties"] and bounds_in(schema, "maxItems")
        handler.send(400, {"error": {"message": "grammar too large"}}) if odd else honest(handler, body)

    def add(a: int, b: int, notes: list[str] | None = None) -> int:
        """Add two whole numbers."""
        return a + b

    result, requests = run(behave, [add])
    assert "5" in result["answer"]
    assert bounds_in(schema_of(requests[-2]), "maxLength")


def runs_on_at_zero(handler: Handler, body: Body) -> None:
    """Repeats itself up to the limit wherever it is not drawn at some temperature: in JSON, and in plain text."""
    if body.get("temperature"):
        honest(handler, body)
    else:
        said = ENDLESS[: 4 * body["max_completion_tokens"]]
        handler.send(200, completion(f'{{"thought": "{said}' if schema_of(body) else said, finish="length"))


def test_what_ran_on_is_not_asked_for_in_the_same_way_again() -> None:
    """At temperature 0 the same prompt has the same reply for ever."""
    result, requests = run(runs_on_at_zero)
    assert (result["stop_reason"], result["usage"].tool_calls) == ("answered", 1)
    assert {body["temperature"] for body in requests} == {0.0, 0.5}
    assert all("two and three is the sum" not in words(body["messages"][-1]["content"]) for body in requests)
    sizes = [bounds_in(schema_of(body), "maxLength") for body in requests[:2]]
    assert max(sizes[1]) < max(sizes[0])
    assert schema_of(requests[-1])  # of the deliverer, who writes plain text else


def test_a_model_that_has_no_temperature_is_drawn_by_another_prompt_and_tighter_bounds() -> None:
    """It refuses to be told one, and draws as it does."""

    def behave(handler: Handler, body: Body) -> None:
        if body.get("temperature") is not None:
            handler.send(400, {"error": {"message": "Unsupported value: 'temperature' does not support 0.0"}})
        elif "<complaint>" in words(body["messages"][-1]["content"]):
            honest(handler, body)
        else:
            runs_on_at_zero(handler, body)

    result, requests = run(behave)
    assert result["stop_reason"] == "answered"
    assert sum(body.get("temperature") is not None for body in requests) == 1


def test_a_limit_that_a_server_refuses_is_left_out() -> None:
    """It is larger than what the model can write, or has another name."""

    def behave(handler: Handler, body: Body) -> None:
        if body.get("max_completion_tokens"):
            said = "max_tokens is too large: 4096. This model supports at most 1024 completion tokens"
            handler.send(400, {"error": {"message": said}})
        else:
            honest(handler, body)

    result, requests = run(behave)
    assert result["stop_reason"] == "answered"
    assert sum("max_completion_tokens" in body for body in requests) == 1


def test_a_limit_that_is_set_is_kept() -> None:
    """And is no reason for another one."""
    _, requests = run(honest, sampling={"max_output_tokens": 300})
    assert {body["max_completion_tokens"] for body in requests} == {300}


def test_a_model_that_thinks_is_given_room_once_it_was_seen_to() -> None:
    """Nothing came before the limit: there were thoughts that no server shows."""

    def behave(handler: Handler, body: Body) -> None:
        if body["max_completion_tokens"] < 10_000:
            handler.send(200, completion("", finish="length"))
        else:
            honest(handler, body)

    result, requests = run(behave)
    assert result["stop_reason"] == "answered"
    assert sum(body["max_completion_tokens"] < 10_000 for body in requests) == 1


LONG = ". ".join(f"Item {number} of the list is a thing of its own kind, number {number * 7}" for number in range(90))


def strict(handler: Handler, body: Body) -> None:
    """Lets nothing through but what the schema does, cut where a bound is; or the limit of tokens."""
    said, schema = handler.owner.honest(body), schema_of(body)
    data = json.loads(said) if said.startswith("{") else {"answer": said}
    whole = json.dumps(enforce(data, schema)) if schema else said
    most = 4 * body["max_completion_tokens"]
    handler.send(200, completion(whole[:most], finish="length" if len(whole) > most else "stop"))


def scripted(replies: dict[str, Any]) -> Callable[[str, dict[str, str]], Any]:
    """A model that notes something long, and says something long about it."""
    planned = {
        "planner": {"reason": "", "needs_tool": True, "sub_tasks": ["Note it."], "order": "chain", "constraints": [],
                    "form": "", "answer": "", "question": ""},
        "executor.thought": {"thought": "Note it."},
        "executor.arguments": {"text": LONG},
        "answer": {"answer": "It was noted.", "missing": ""},
        "verifier": {"hint": "", "status": "solved"},
        "deliverer": "It was noted.",
    }  # fmt: skip
    return lambda call, sections: {**planned, **replies}[call]


def test_a_text_that_a_bound_has_cut_is_asked_for_whole() -> None:
    """No tool gets half of what was meant for it, and no answer loses its end."""
    noted: list[str] = []

    @effects("read")
    def note(text: str) -> str:
        """Note a text."""
        noted.append(text)
        return "done"

    long = scripted({"answer": {"answer": LONG, "missing": ""}})
    result, requests = run(strict, [note], long)
    assert noted == [LONG]
    assert len(LONG) > LONGEST_ANSWER > ADDED_TEXT
    assert result["outcomes"]["s1"].answer == LONG
    assert len(requests) == 8  # two of six were asked twice


def test_an_answer_longer_than_the_limit_is_delivered_whole() -> None:
    """It is asked for again, with room for four times as much."""
    said = ". ".join(f"Part {number} of the report is about a thing of its own kind" for number in range(500))
    result, requests = run(strict, [_note], scripted({"deliverer": said, "executor.arguments": {"text": "five"}}))
    assert result["answer"] == said
    assert [body["max_completion_tokens"] for body in requests[-2:]] == [4_096, 16_384]


@pytest.mark.parametrize(
    ("shape", "arguments"),
    [("code", {"code": f"text = {LONG!r}\nprint(await note(text))"}), ("native", {"text": LONG})],
    ids=["program", "call"],
)
def test_the_first_reply_of_an_unknown_model_is_not_cut(shape: str, arguments: dict[str, str]) -> None:
    """A server cuts at its limit: a program, or a text for a tool, of some 1,700 tokens comes whole and at once."""

    def behave(handler: Handler, body: Body) -> None:
        is_second = any(message["role"] == "tool" for message in body["messages"])
        said = json.dumps(arguments)
        most = 4 * body["max_completion_tokens"]
        if is_second:
            handler.send(200, completion("It was noted."))
        else:
            calls = [tool_call(body, said[:most])]
            handler.send(200, completion(None, tool_calls=calls, finish="length" if len(said) > most else "stop"))

    result, sent = run(behave, [_note], step_shape=shape, planning="auto")
    assert (result["answer"], result["usage"].tool_calls, len(sent)) == ("It was noted.", 1, 2)


def test_a_full_window_leaves_room_for_a_program() -> None:
    """However much the tools have brought, of which the oldest is shortened."""

    @effects("read")
    def page(number: int) -> str:
        """Read a page."""
        return f"{LONG} {number} " * 3

    def behave(handler: Handler, body: Body) -> None:
        number = sum(message["role"] == "tool" for message in body["messages"])
        code = json.dumps({"code": f"print(await page({number}))"})
        if number < 9:
            handler.send(200, completion(None, tool_calls=[tool_call(body, code)], finish="tool_calls", usage={}))
        else:
            handler.send(200, completion("All pages were read.", usage={}))

    result, sent = run(behave, [page], step_shape="code", planning="auto", context_window=8_192)
    assert result["usage"].summary()["cut_prompts"] > 0
    assert all(body["max_completion_tokens"] >= 2_048 for body in sent)


def test_a_plan_that_comes_to_its_bound_is_asked_for_whole() -> None:
    """Twelve different things are no reason to leave four of them out."""
    tasks = [f"Note thing {number}." for number in range(12)]
    plan = {"reason": "", "needs_tool": True, "sub_tasks": tasks, "order": "independent", "constraints": [],
            "form": "", "answer": "", "question": ""}  # fmt: skip
    short = {"planner": plan, "executor.arguments": {"text": "a thing"}}
    result, requests = run(strict, [_note], scripted(short))
    assert [task.content for task in result["plan"].sub_tasks] == tasks
    assert sum("# Planner" in words(body["messages"][0]["content"]) for body in requests) == 2


def test_a_text_longer_than_its_bound_is_taken_where_nobody_cut_it() -> None:
    """Of servers that take schemas as advice: right, but long."""
    long = scripted({"answer": {"answer": LONG, "missing": ""}, "executor.thought": {"thought": LONG}})
    result, requests = run(honest, [_note], long)
    assert result["outcomes"]["s1"].answer == LONG
    assert len(requests) == 6


def test_an_answer_that_repeats_itself_up_to_its_bound_is_cut_to_say_it_once() -> None:
    """With a warning; it is not asked for again."""
    said = "The sum is 5, and that is all there is to say. "
    result, requests = run(strict, [_note], scripted({"answer": {"answer": said * 90, "missing": ""},
                                                     "executor.arguments": {"text": "five"}}))  # fmt: skip
    assert result["outcomes"]["s1"].answer == said.strip()
    assert any("the same again" in each or "was cut" in each for each in result["warnings"])
    assert len(requests) == 6


@effects("read")
def _note(text: str) -> str:
    """Note a text."""
    return "done"


def test_plain_text_is_taken_where_one_text_is_wanted() -> None:
    """And teaches that this server holds nobody to a schema."""
    plain = {"executor.thought": "Note it.", "deliverer": "It was noted.", "executor.arguments": {"text": "five"}}
    result, requests = run(honest, [_note], scripted(plain))
    assert (result["stop_reason"], len(requests)) == ("answered", 6)
    assert reply_schema(AnswerReply)["properties"]["answer"]["maxLength"] == LONGEST_ANSWER
