"""A chat service with FastAPI: answers that stream, users who see their own conversations, tools that know who asks.

uvicorn chat_service:app
"""

import json
from collections.abc import AsyncGenerator
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Header
from fastapi.responses import StreamingResponse
from langchain.tools import ToolRuntime
from langgraph.checkpoint.memory import InMemorySaver

from smurfs_graph import Settings, build_graph, effects

STOCK = {"ada": {"A-17": 4}, "bob": {"A-17": 12}}


@effects("read")
def find_stock(item: str, runtime: ToolRuntime[Any, Any]) -> dict[str, Any]:
    """Find the stock of an item."""
    return {"item": item, "stock": STOCK[runtime.config.get("configurable", {})["user"]][item]}


rules = Settings(instructions="You are the warehouse's assistant. Amounts are in pieces.", max_seconds=60)
graph = build_graph(rules, [find_stock], checkpointer=InMemorySaver())
app = FastAPI()


def config_of(talk: str, user: Annotated[str, Header()]) -> Any:
    """Whose conversation it is; `user` comes from your own sign-in."""
    return {"configurable": {"thread_id": f"{user}/{talk}", "user": user}}


@app.post("/talks/{talk}")
async def say(text: str, config: Annotated[Any, Depends(config_of)]) -> StreamingResponse:
    """The next turn of a conversation: its answer as it comes, then the whole and how it ended."""

    async def lines() -> AsyncGenerator[str]:
        async for part, _ in graph.astream({"messages": [("user", text)]}, config, stream_mode="messages"):
            yield f"data: {json.dumps({'id': part.id, 'text': part.text})}\n\n"
        values = (await graph.aget_state(config)).values
        whole = {name: values.get(name) for name in ("answer", "stop_reason", "warnings")}
        yield f"event: end\ndata: {json.dumps(whole)}\n\n"

    return StreamingResponse(lines(), media_type="text/event-stream")


@app.get("/talks/{talk}")
async def read(config: Annotated[Any, Depends(config_of)]) -> list[dict[str, str]]:
    """All that was said in it."""
    said = (await graph.aget_state(config)).values.get("messages", [])
    return [{"by": message.type, "text": message.text} for message in said]
