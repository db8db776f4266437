"""The endpoints that a Studio client needs, each called through langgraph-sdk on the real local server."""

import re
from typing import Any

import pytest
from langgraph_sdk.errors import BadRequestError

from smurfs_graph import Settings
from smurfs_graph.strategies import SHOWN, STRATEGIES
from tests.studio.conftest import Server, new_thread

THREE = (
    "What is the distance between Paris and Rome? What is the distance between Berlin and Vienna? "
    "And what is the distance between Vienna and Rome?"
)
APPROVE: Any = {"approve": ["tools"]}
MODES: Any = ["values", "updates", "messages", "messages-tuple", "custom", "events", "debug", "tasks", "checkpoints"]


def is_named_by_its_end(edge: Any) -> bool:
    """LangGraph leaves a label out that says the name of the node that it leads to, or what follows an inner graph."""
    return edge["target"].rpartition(":")[2] in ("caller", "choose", "judge") or edge["source"].endswith("__start__")


def state_of(server: Server, thread: str, **options: Any) -> Any:
    """A thread's state."""
    return server.client.threads.get_state(thread, **options)


@pytest.fixture
def asked(server: Server) -> tuple[str, dict[str, dict[str, Any]]]:
    """A thread of the default strategy that waits with a question per parallel sub-task."""
    thread = new_thread(server)
    server.client.runs.wait(thread, "full", input={"query": THREE}, context=APPROVE, raise_error=False)
    waiting = {question["value"]["sub_task"]: question for question in state_of(server, thread)["interrupts"]}
    return thread, waiting


def test_every_strategy_is_an_assistant(server: Server) -> None:
    """Listed by its name with what it is, found, and with schemas whose form is of this strategy."""
    found: Any = server.client.assistants.search(limit=50)
    assert {(each["graph_id"], each["name"], each["description"]) for each in found} == {
        (name, name, STRATEGIES[name].purpose) for name in SHOWN
    }
    for assistant in found:
        assert server.client.assistants.get(assistant["assistant_id"])["graph_id"] == assistant["graph_id"]
        schemas: Any = server.client.assistants.get_schemas(assistant["assistant_id"])
        assert schemas["input_schema"]["properties"].keys() == {"query", "messages"}
        assert {"answer", "stop_reason", "plan"} <= schemas["output_schema"]["properties"].keys()
        assert schemas["state_schema"]["properties"]
        strategy = schemas["context_schema"]["properties"]["strategy"]
        assert (strategy["default"], strategy["enum"]) == (assistant["graph_id"], [assistant["graph_id"]])


def test_the_form_as_it_is_starts_a_run(server: Server) -> None:
    """All of its defaults, sent back as Studio does; what is changed in it counts."""
    [assistant] = server.client.assistants.search(graph_id="react")
    schemas: Any = server.client.assistants.get_schemas(assistant["assistant_id"])
    form = {name: field["default"] for name, field in schemas["context_schema"]["properties"].items()}
    query = {"query": "What is the distance between Paris and Rome?"}
    for more, reason in (({}, "answered"), ({"max_llm_calls": 1}, "llm_call_budget")):
        result: Any = server.client.runs.wait(None, "react", input=query, context=form | more, raise_error=False)
        assert result["stop_reason"] == reason


def test_studio_shows_a_form_of_all_settings(server: Server) -> None:
    """Every setting is in the context schema, with its description and default."""
    (assistant,) = server.client.assistants.search(graph_id="smurfs")
    schemas: Any = server.client.assistants.get_schemas(assistant["assistant_id"])
    fields = schemas["context_schema"]["properties"]
    assert fields.keys() == Settings.model_fields.keys()
    assert [name for name, field in fields.items() if not field.get("description")] == []
    assert [name for name, field in fields.items() if "default" not in field] == []
    assert [name for name, field in fields.items() if not field.get("title") and "$ref" not in field] == []
    kinds = {
        name: [k for k in field.get("anyOf", [field]) if k.get("type") != "null"] for name, field in fields.items()
    }
    assert [name for name, of in kinds.items() if len(of) != 1 or not of[0].keys() & {"type", "$ref"}] == []
    assert fields["structured_output"]["enum"][0] == fields["structured_output"]["default"]
    assert fields["approve"]["items"]["enum"] == ["plan", "tools", "programs"]


@pytest.mark.parametrize(
    ("strategy", "outer", "inner"),
    [
        ("full", {"planner", "manager", "approve_plan", "choose", "deliverer"}, {"supervisor", "verifier"}),
        ("smurfs", {"planner", "clarify", "deliverer"}, {"executor_thought", "roll_back", "answer_closing"}),
        ("pmc", {"manager", "deliverer"}, {"supervisor", "executor_react"}),
        ("alpha-umi", {"approve_plan", "report"}, {"planner_umi", "caller", "summarizer"}),
        ("dfsdt", {"approve_plan", "report"}, {"executor_react", "tool_call"}),
        ("react", {"approve_plan", "report"}, {"executor_react", "tool_call"}),
    ],
)
def test_agents_subgraphs_and_conditional_edges_are_drawn_by_name(
    server: Server, strategy: str, outer: set[str], inner: set[str]
) -> None:
    """Every decision is an edge with a label; inner agents stand in their subgraph; nothing is cut off."""
    graph: Any = server.client.assistants.get_graph(strategy, xray=True)  # what Studio draws
    nodes = {str(node["id"]) for node in graph["nodes"]}
    assert outer <= nodes
    below = {name.partition(":")[2] for name in nodes if ":" in name}
    assert inner <= below, below
    conditional = [edge for edge in graph["edges"] if edge.get("conditional")]
    assert conditional
    several = {edge["source"] for edge in conditional}
    unnamed = [edge for edge in conditional if not edge.get("data") and not is_named_by_its_end(edge)]
    assert unnamed == [], unnamed
    assert len(several) > 3
    reached = {edge["target"] for edge in graph["edges"]}
    assert {name for name in nodes if "__start__" not in name} <= reached


def test_subgraphs_have_names_and_schemas(server: Server) -> None:
    """The inner graph, with the schemas of its state."""
    [assistant] = server.client.assistants.search(graph_id="full")
    found: Any = server.client.assistants.get_subgraphs(assistant["assistant_id"], recurse=True)
    [(name, schemas)] = found.items()
    assert name.startswith("schedule")
    assert "sub_task" in schemas["state_schema"]["properties"]


def test_a_run_streams_in_every_mode_with_what_subgraphs_do(server: Server) -> None:
    """Parallel sub-tasks' events come with their namespaces; no mode fails."""
    thread = new_thread(server)
    parts = list(
        server.client.runs.stream(
            thread, "full", input={"query": THREE}, stream_mode=MODES, stream_subgraphs=True, version="v1"
        )
    )
    kinds = {part.event.partition("|")[0] for part in parts}
    assert "error" not in kinds
    assert {"metadata", "values", "updates", "custom", "events", "debug", "tasks", "checkpoints"} <= kinds
    assert any(kind.startswith("messages") for kind in kinds)
    inside = {part.event for part in parts if part.event.startswith("updates|")}
    assert len(inside) >= 3  # a namespace for each sub-task
    customs: list[Any] = [part.data for part in parts if part.event.startswith("custom")]
    started = {data["sub_task"] for data in customs if data["kind"] == "sub_task_started"}
    assert len(started) == 3
    assert state_of(server, thread)["values"]["stop_reason"] == "answered"


def test_several_questions_wait_at_once_and_are_answered_in_any_order(server: Server, asked: Any) -> None:
    """Each has its schema; answering one keeps the others; a run goes on to its answer."""
    thread, waiting = asked
    assert sorted(waiting) == ["s1", "s2", "s3"]
    for question in waiting.values():
        assert question["response_schema"]["properties"]["decision"]["enum"] == ["approve", "edit", "reject", "respond"]
    tasks: Any = state_of(server, thread)["tasks"]
    assert sum(len(task["interrupts"]) for task in tasks) >= 3
    approve = {"decision": "approve"}
    for name in ("s3", "s1"):
        resume: Any = {"resume": {waiting[name]["id"]: approve}}
        server.client.runs.wait(thread, "full", command=resume, context=APPROVE, raise_error=False)
    left: Any = state_of(server, thread)["interrupts"]
    assert [question["value"]["sub_task"] for question in left] == ["s2"]
    last: Any = {"resume": {left[0]["id"]: approve}}
    result: Any = server.client.runs.wait(thread, "full", command=last, context=APPROVE, raise_error=False)
    assert result["stop_reason"] == "answered"
    assert sorted(result["outcomes"]) == ["s1", "s2", "s3"]


def test_an_edited_plan_and_an_edited_call_are_exactly_what_runs(server: Server) -> None:
    """Each question says what an answer looks like; the plan and the call that the person wrote are what is done."""
    thread = new_thread(server)
    options: dict[str, Any] = {"context": {"approve": ["plan", "tools"]}, "raise_error": False}

    def waits_after(**sent: Any) -> tuple[Any, list[Any]]:
        result: Any = server.client.runs.wait(thread, "smurfs", **sent, **options)
        return result, state_of(server, thread)["interrupts"]

    _, [plan] = waits_after(input={"query": THREE})
    assert plan["value"]["kind"] == "plan"
    assert plan["response_schema"]["properties"]["decision"]["enum"] == ["approve", "edit", "reject"]
    edited = {"sub_tasks": [{"id": "mine", "content": "What is the distance between Berlin and Vienna?"}]}
    _, [call] = waits_after(command={"resume": {plan["id"]: {"decision": "edit", "plan": edited}}})
    assert (call["value"]["kind"], call["value"]["sub_task"]) == ("tool_call", "mine")
    assert "arguments" in call["response_schema"]["properties"]
    arguments = {**call["value"]["arguments"], "origin": "Rome", "destination": "Paris"}
    result, _ = waits_after(command={"resume": {call["id"]: {"decision": "edit", "arguments": arguments}}})
    assert [task["id"] for task in result["plan"]["sub_tasks"]] == ["mine"]
    [evidence] = result["outcomes"]["mine"]["evidence"]
    assert (evidence["arguments"], result["stop_reason"]) == (arguments, "answered")
    assert [claim["sub_tasks"] for claim in result["claims"]] == [["mine"]]


def test_the_text_of_a_refusal_reaches_the_client(server: Server, asked: Any) -> None:
    """Of an answer that does not fit, and of a wrong setting; what waits goes on waiting."""
    thread, waiting = asked
    wrong: Any = {"resume": {waiting["s1"]["id"]: {"decision": "perhaps"}}}
    result: Any = server.client.runs.wait(thread, "full", command=wrong, context=APPROVE, raise_error=False)
    assert result["__error__"]["error"] == "AnswerError"
    assert "does not fit" in result["__error__"]["message"]
    assert len(state_of(server, thread)["interrupts"]) == 3
    query = {"query": "x"}
    result = server.client.runs.wait(None, "full", input=query, context={"max_depth": 0}, raise_error=False)
    assert "max_depth" in result["__error__"]["message"]


def test_history_goes_back_and_a_run_is_forked_from_any_snapshot(server: Server) -> None:
    """By checkpoint, with an edited state (update_state), and on a copy of the thread."""
    thread = new_thread(server)
    threads = server.client.threads
    query = {"query": THREE}
    result: Any = server.client.runs.wait(thread, "full", input=query, raise_error=False)
    history: Any = threads.get_history(thread, limit=100)
    assert history[0]["values"]["answer"] == result["answer"]
    before = next(each for each in history if set(each["next"]) == {"schedule"})
    plan = before["values"]["plan"]
    assert len(plan["sub_tasks"]) == 3
    fewer = {**plan, "sub_tasks": plan["sub_tasks"][:1]}
    forked: Any = threads.update_state(
        thread, {"plan": fewer}, checkpoint_id=before["checkpoint"]["checkpoint_id"], as_node="manager"
    )
    again: Any = server.client.runs.wait(thread, "full", input=None, checkpoint=forked["checkpoint"], raise_error=False)
    assert again["stop_reason"] == "answered"
    assert list(again["outcomes"]) == ["s1"]
    copied: Any = threads.copy(thread)
    assert state_of(server, copied["thread_id"])["values"]["answer"] == again["answer"]
    assert any(each["thread_id"] == thread for each in threads.search(limit=100))
    threads.delete(thread)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"plan": 5}, "'plan'"),
        ({"anwser": "x"}, "did you mean 'answer'?"),
        ({"messages": [{"role": "x"}]}, "'messages.0'"),
        ({"global_memory": {"s1": []}}, "only shows what was called"),
        ([{"plan": 5}], "names keys"),
    ],
)
def test_a_wrong_edit_of_a_state_is_answered_with_its_reason(server: Server, values: Any, said: str) -> None:
    """Not with "Internal Server Error"; nothing is written."""
    threads = server.client.threads
    thread = threads.create(graph_id="full")["thread_id"]
    threads.update_state(thread, {"query": "x"}, as_node="__start__")
    with pytest.raises(BadRequestError) as refused:
        threads.update_state(thread, values, as_node="manager")
    detail = refused.value.response.json()["detail"]
    assert said in detail and len(detail.splitlines()) == 1
    after = state_of(server, thread)
    assert (after["values"]["query"], after["next"]) == ("x", ["start"])


def test_a_run_that_waits_shows_its_memories(server: Server, asked: Any) -> None:
    """By sub-task in the thread's state, and in each sub-task's own state, where Studio unfolds it and can edit it."""
    thread, waiting = asked
    approve: Any = {"resume": {waiting["s3"]["id"]: {"decision": "approve"}}}
    server.client.runs.wait(thread, "full", command=approve, context=APPROVE, raise_error=False)
    outer = state_of(server, thread)
    tried = {name: [each["tool"] for each in steps] for name, steps in outer["values"]["global_memory"].items()}
    assert tried == {"s1": [], "s2": [], "s3": ["get_distance"]}
    unfolded = state_of(server, thread, checkpoint=outer["tasks"][0]["checkpoint"])["tasks"]
    assert unfolded == state_of(server, thread, subgraphs=True)["tasks"][0]["state"]["tasks"]
    states = {task["name"]: task["state"] for task in unfolded}
    assert states["solve.s3"]["values"]["local_memory"] == outer["values"]["local_memory"]["s3"]
    place, threads = states["solve.s1"]["checkpoint"], server.client.threads
    with pytest.raises(BadRequestError, match="'search'"):
        threads.update_state(thread, {"search": 5}, checkpoint=place)
    threads.update_state(thread, {"warnings": ["edited"]}, checkpoint=place, as_node="select")
    with pytest.raises(BadRequestError) as refused:
        threads.update_state(thread, {"query": "x"}, checkpoint_id="1f1e7573-b3b7-69c8-8003-07c4727583a9")
    assert "there is no checkpoint" in refused.value.response.json()["detail"]


def test_a_run_can_be_cancelled(server: Server) -> None:
    """While it waits in the queue or works; the thread is usable afterwards."""
    thread = new_thread(server)
    runs = server.client.runs
    started: Any = runs.create(thread, "full", input={"query": THREE}, context={"model_retry_wait": 0.0})
    runs.cancel(thread, started["run_id"], wait=True)
    assert runs.get(thread, started["run_id"])["status"] in ("interrupted", "success")
    listed: Any = runs.list(thread)
    assert [each["run_id"] for each in listed] == [started["run_id"]]
    result: Any = runs.wait(thread, "full", input={"query": THREE}, raise_error=False)
    assert result["stop_reason"] == "answered"


def test_the_server_has_nothing_to_complain_about(server: Server) -> None:
    """No checkpointer or store that it would replace, and no blocking call, not even for traces that nobody takes."""
    query: Any = {"query": "What is the distance between Paris and Rome?"}
    for mode in ("both", "off"):
        result: Any = server.client.runs.wait(None, "full", input=query, context={"tracing": mode}, raise_error=False)
        assert result["stop_reason"] == "answered", result
    log = server.log.read_text()
    assert not re.search(r"BlockingError|blocking|custom checkpointer|custom store", log, re.IGNORECASE), log
