"""The graph in LangGraph's own development server, as Studio uses it."""

import importlib.util
import re
from typing import Any, cast, get_args

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from smurfs_graph.planning.outcome import StopReason
from smurfs_graph.running.anywhere import AnywhereGraph
from smurfs_graph.settings import Settings
from tests.studio.conftest import Server, new_thread

QUERY = "What is the distance between Paris and Rome?"

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("langgraph_api") is None, reason="the development server is not installed (extra: studio)"
)


def waited(server: Server, thread: str | None, **options: Any) -> dict[str, Any]:
    """The result of a run of the query, on a thread or stateless."""
    runs = server.client.runs
    return cast("dict[str, Any]", runs.wait(thread, "smurfs", input={"query": QUERY}, raise_error=False, **options))


def test_a_run_on_a_thread_answers_and_is_kept(server: Server) -> None:
    """The server brings its own checkpointer: the thread has the run's state and its history."""
    thread = new_thread(server)
    result = waited(server, thread)
    assert result["stop_reason"] == "answered", result
    assert [outcome["evidence"][-1]["tool"] for outcome in result["outcomes"].values()] == ["get_distance"]
    state: Any = server.client.threads.get_state(thread)
    assert state["values"]["answer"] == result["answer"]
    assert state["next"] == []
    assert len(server.client.threads.get_history(thread)) > 2


def test_a_run_without_a_thread_answers(server: Server) -> None:
    """A stateless run has no checkpointer at all."""
    result = waited(server, None)
    assert result["stop_reason"] in get_args(StopReason)
    assert result["usage"]["rows"]


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
    assert fields["approve"]["items"]["enum"] == ["plan", "tools"]


def test_settings_of_a_call_count(server: Server) -> None:
    """What the form sends reaches the run: one model call is allowed, so the plan is all there is."""
    result = waited(server, new_thread(server), context={"max_llm_calls": 1})
    assert result["stop_reason"] == "llm_call_budget"


def test_a_wrong_value_of_a_setting_ends_the_run(server: Server) -> None:
    """A client learns the kind of error; the server keeps the text of a library's own errors to its log.

    A setting that does not exist is left out by the server itself.
    """
    result = waited(server, new_thread(server), context={"max_depth": 0})
    assert result["__error__"]["error"] == "ConfigurationError"
    assert "setting 'max_depth'" in server.log.read_text()


def test_events_are_streamed_while_a_run_goes_on(server: Server) -> None:
    """The custom stream carries the events that the command line shows too."""
    stream: Any = server.client.runs.stream(
        None, "smurfs", input={"query": QUERY}, stream_mode="custom", stream_subgraphs=True
    )
    kinds = {part.data["kind"] for part in stream if part.event.startswith("custom")}
    assert {"role_asked", "answer_ready"} <= kinds


def test_the_graph_can_be_drawn(server: Server) -> None:
    """Studio draws the nodes from this."""
    drawn: Any = server.client.assistants.get_graph("smurfs", xray=True)
    assert {"planner", "deliverer"} <= {node["id"] for node in drawn["nodes"]}


def test_a_copy_of_the_graph_still_runs_from_anywhere() -> None:
    """The server runs a copy, with its own checkpointer in it."""
    from smurfs_graph.serving.studio import graph

    copied = graph.copy({"checkpointer": InMemorySaver()})
    assert type(copied) is AnywhereGraph
    result = copied.invoke({"query": QUERY}, {"configurable": {"thread_id": "copied"}})
    assert result["stop_reason"] == "answered"


def test_the_server_has_nothing_to_complain_about(server: Server) -> None:
    """No blocking call on its event loop, and no checkpointer or store that it would replace."""
    waited(server, new_thread(server))
    log = server.log.read_text()
    assert not re.search(r"blocking|custom checkpointer|custom store", log, re.IGNORECASE), log
