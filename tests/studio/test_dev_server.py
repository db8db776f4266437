"""The graph in LangGraph's own development server, as Studio uses it."""

import importlib.util
import re
from typing import Any, cast

import pytest

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


def test_the_server_has_nothing_to_complain_about(server: Server) -> None:
    """No blocking call on its event loop, and no checkpointer or store that it would replace."""
    waited(server, new_thread(server))
    log = server.log.read_text()
    assert not re.search(r"blocking|custom checkpointer|custom store", log, re.IGNORECASE), log
