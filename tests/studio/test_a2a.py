"""A2A through the development server: a question, and a follow-up in its context."""

from typing import Any

import httpx

from tests.studio.conftest import Server


def send(server: Server, method: str, text: str, **context: str) -> httpx.Response:
    """A message of the user's; `context`: the one that it belongs to."""
    (assistant,) = server.client.assistants.search(graph_id="smurfs")
    message = {"role": "user", "parts": [{"kind": "text", "text": text}], "messageId": text, **context}
    call = {"jsonrpc": "2.0", "id": "1", "method": method, "params": {"message": message}}
    url = f"http://127.0.0.1:{server.port}/a2a/{assistant['assistant_id']}"
    accepted = "text/event-stream" if method.endswith("stream") else "application/json"
    return httpx.post(url, json=call, headers={"accept": accepted}, timeout=60, trust_env=False)


def test_a_question_and_a_follow_up(server: Server) -> None:
    """Each is a task that is completed with the answer as its artifact; the context keeps the conversation."""
    first: Any = send(server, "message/send", "What is the distance between Paris and Rome?").json()["result"]
    assert first["status"]["state"] == "completed"
    [artifact] = first["artifacts"]
    assert "1389" in artifact["parts"][0]["text"]
    query = "What is the distance between Berlin and Vienna?"
    second: Any = send(server, "message/send", query, contextId=first["contextId"]).json()["result"]
    assert second["contextId"] == first["contextId"]
    assert [message["role"] for message in second["history"]] == ["user", "agent", "user", "agent"]
    assert second["artifacts"][0]["parts"][0]["text"] == second["history"][-1]["parts"][0]["text"]


def test_a_task_is_streamed_to_its_end(server: Server) -> None:
    """Nothing of an inner call's is among what comes."""
    told = send(server, "message/stream", "What is the distance between Paris and Rome?").text
    assert '"completed"' in told
    assert "1389" in told
    assert "needs_tool" not in told
