"""A service with FastAPI: a run's progress as server-sent events, and approvals by the service's users.

uvicorn fastapi_app:app
"""

import json
from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

from fastapi import FastAPI, HTTPException
from fastapi.responses import StreamingResponse
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
from pydantic import BaseModel

from smurfs_graph import Settings, SmurfsError, build_graph

app = FastAPI()
graph = build_graph(Settings(approve={"plan"}), ["builtin:travel"], checkpointer=InMemorySaver())


class Question(BaseModel):
    """What a user asks."""

    query: str


def event(kind: str, data: Any) -> str:
    """One server-sent event."""
    return f"event: {kind}\ndata: {json.dumps(data)}\n\n"


async def told(thread: str, start: Any) -> AsyncIterator[str]:
    """A run from here to its answer, or to questions for the user. Whoever hangs up stops it; it can go on later."""
    config: Any = {"configurable": {"thread_id": thread}}
    yield event("thread", thread)
    try:
        async for _, happened in graph.astream(start, config, stream_mode="custom", subgraphs=True):
            yield event("progress", happened)
    except SmurfsError as error:  # an answer that does not fit, or somebody else's request goes on with this run
        yield event("refused", str(error))
    state = await graph.aget_state(config)
    for waiting in state.interrupts:
        yield event("question", {"id": waiting.id, "about": waiting.value})
    if state.values.get("stop_reason"):
        yield event("answer", {name: state.values.get(name) for name in ("answer", "stop_reason")})


@app.post("/runs")
async def start(question: Question) -> StreamingResponse:
    """Start a run."""
    return StreamingResponse(told(uuid4().hex, question.model_dump()), media_type="text/event-stream")


@app.post("/runs/{thread}")
async def go_on(thread: str, answers: dict[str, Any] | None = None) -> StreamingResponse:
    """Go on with a run: with answers by the questions' ids, or without where a client had hung up."""
    state = await graph.aget_state({"configurable": {"thread_id": thread}})
    if not state.values:
        raise HTTPException(404, "there is no such run")
    if answers and not state.interrupts:
        raise HTTPException(409, "no question waits there")
    return StreamingResponse(told(thread, Command(resume=answers) if answers else None), media_type="text/event-stream")
