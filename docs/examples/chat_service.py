"""A chat service with FastAPI: answers that stream, approvals, users who see their own conversations, tools that know
who asks.

uvicorn chat_service:app
"""

import json
from collections.abc import AsyncGenerator
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Header
from fastapi.responses import StreamingResponse
from langchain.tools import ToolRuntime
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from smurfs_graph import Settings, SmurfsError, build_graph, effects

STOCK = {"ada": {"A-17": 4}, "bob": {"A-17": 12}}


@effects("read")
def find_stock(item: str, runtime: ToolRuntime[Any, Any]) -> dict[str, Any]:
    """Find the stock of an item."""
    return {"item": item, "stock": STOCK[runtime.config.get("configurable", {})["user"]][item]}


@effects("write")
def discard_stock(item: str, runtime: ToolRuntime[Any, Any]) -> dict[str, Any]:
    """Discard the stock of an item."""
    return {"item": item, "discarded": STOCK[runtime.config.get("configurable", {})["user"]].pop(item)}


rules = Settings(instructions="You are the warehouse's assistant. Amounts are in pieces.", max_seconds=60)
graph = build_graph(rules, [find_stock, discard_stock], checkpointer=InMemorySaver())
app = FastAPI()


def config_of(talk: str, user: Annotated[str, Header()]) -> Any:
    """Whose conversation it is; `user` comes from your own sign-in."""
    return {"configurable": {"thread_id": f"{user}/{talk}", "user": user}}


Config = Annotated[Any, Depends(config_of)]


async def told(given: Any, config: Any) -> AsyncGenerator[str]:
    """The answer as it comes, then the whole and how it ended, or what the user is asked."""
    refused = ""
    try:
        async for part, _ in graph.astream(given, config, stream_mode="messages"):
            yield f"data: {json.dumps({'id': part.id, 'text': part.text})}\n\n"
    except SmurfsError as error:  # an answer that does not fit, or another request goes on in this conversation
        refused = str(error)
    state = await graph.aget_state(config)
    whole = {name: state.values.get(name) for name in ("answer", "stop_reason", "warnings")}
    questions = {question.id: question.value for question in state.interrupts}
    yield f"event: end\ndata: {json.dumps({**whole, 'questions': questions, 'refused': refused})}\n\n"


@app.post("/talks/{talk}")
async def say(text: str, config: Config) -> StreamingResponse:
    """The next turn of a conversation."""
    return StreamingResponse(told({"messages": [("user", text)]}, config), media_type="text/event-stream")


@app.post("/talks/{talk}/answers")
async def answer(answers: dict[str, Any], config: Config) -> StreamingResponse:
    """Go on with a turn that waits, with the user's answers by the questions' ids."""
    return StreamingResponse(told(Command(resume=answers), config), media_type="text/event-stream")


@app.get("/talks/{talk}")
async def read(config: Config) -> list[dict[str, str]]:
    """All that was said in it."""
    said = (await graph.aget_state(config)).values.get("messages", [])
    return [{"by": message.type, "text": message.text} for message in said]
