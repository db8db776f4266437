"""Chat clients with workers behind them: a question, an approval and a follow-up, over AG-UI's endpoint and over
`langgraph dev` (docs/examples/queued_graph.py).
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from langgraph.checkpoint.memory import InMemorySaver

from smurfs_graph.workers.chat_graph import build_chat_graph
from smurfs_graph.workers.queue import Queue
from tests.embedding.ag_ui_page import Page
from tests.embedding.test_examples import FOLDER
from tests.studio.conftest import Server, new_thread, serving
from tests.studio.test_chat_client import APPROVE, names_and_decisions, text_of
from tests.workers.crew import CallLog, crew

pytestmark = pytest.mark.slow


def test_ag_ui(queue: Queue, log: CallLog) -> None:
    """Questions come as interrupts, answers with the conversation, which stays as it was."""
    ag_ui: Any = pytest.importorskip("ag_ui_langgraph", reason="ag-ui-langgraph is not installed")
    graph = build_chat_graph(queue, checkpointer=InMemorySaver())
    agent = ag_ui.LangGraphAgent(name="smurfs", graph=graph, emit_raw_events=False, emit_interrupt_outcome=True)
    app = FastAPI()
    ag_ui.add_langgraph_fastapi_endpoint(app, agent, "/agent")
    with crew(queue.url, log, 1, asks=1), TestClient(app) as client:
        page = Page(client)
        asked = page.say("book a")
        [question] = asked[-1]["outcome"]["interrupts"]
        made = page.send(
            resume=[{"interruptId": question["id"], "status": "resolved", "payload": {"decisions": [APPROVE]}}]
        )
        assert made[-1]["type"] == "RUN_FINISHED"
        page.say("look b")
    assert [(each["role"], each["content"]) for each in page.messages] == [
        ("user", "book a"),
        ("assistant", '1 calls: {"booked": "a"}'),
        ("user", "look b"),
        ("assistant", '1 calls: {"found": "b"}'),
    ]
    assert log.count()["end", "a"] == log.count()["end", "b"] == 1


@pytest.fixture
def server(queue: Queue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """`langgraph dev` with the example's graph, and with one that has its tools itself."""
    (tmp_path / "own.py").write_text(
        "from smurfs_graph import build_graph\ngraph = build_graph(tools='builtin:calc')\n"
    )
    graphs = {"desk": f"{FOLDER / 'queued_graph.py'}:graph", "sums": "./own.py:graph"}
    (tmp_path / "langgraph.json").write_text(json.dumps({"dependencies": ["."], "graphs": graphs}))
    with serving(tmp_path, more={"SMURFS_CHECKPOINT": queue.url, "SMURFS_HOME": str(tmp_path / "home")}) as running:
        yield running


def test_a_server_of_langgraphs(server: Server, queue: Queue, log: CallLog) -> None:
    """What agent-chat-ui sends and reads; the line of a question is gone once it is answered."""
    assistants: Any = server.client.assistants.search()
    assert {each["name"] for each in assistants} == {"desk", "sums"}
    thread = new_thread(server)

    def send(**given: Any) -> list[tuple[str, str]]:
        modes: Any = ["values", "messages-tuple"]
        for _ in server.client.runs.stream(thread, "desk", stream_mode=modes, stream_subgraphs=True, **given):
            pass
        state: Any = server.client.threads.get_history(thread)[0]
        return [(each["type"], text_of(each)) for each in state["values"]["messages"]]

    with crew(queue.url, log, 1, asks=1):
        said = {"type": "human", "content": [{"type": "text", "text": "book a"}]}
        assert send(input={"messages": [said]}) == [("human", "book a"), ("ai", "To be approved: book")]
        [question] = server.client.threads.get_state(thread)["interrupts"]
        assert names_and_decisions(question["value"]) == [("book", ["approve", "edit", "reject", "respond"])]
        done = send(command={"resume": {"decisions": [APPROVE]}})
        assert done == [("human", "book a"), ("ai", '1 calls: {"booked": "a"}')]
        followed = send(input={"messages": [{"type": "human", "content": "look b"}]})
    assert followed == [*done, ("human", "look b"), ("ai", '1 calls: {"found": "b"}')]
    assert log.count()["end", "a"] == log.count()["end", "b"] == 1
    assert queue.end_of(thread).state == "finished"
