"""A chat service with FastAPI: users who see their own conversations, house rules, and tools that know who asks.

uvicorn chat_service:app
"""

from typing import Annotated, Any

from fastapi import Depends, FastAPI, Header
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
async def say(text: str, config: Annotated[Any, Depends(config_of)]) -> dict[str, Any]:
    """The next turn of a conversation."""
    result = await graph.ainvoke({"messages": [("user", text)]}, config)
    return {name: result[name] for name in ("answer", "stop_reason", "not_found", "warnings")}


@app.get("/talks/{talk}")
async def read(config: Annotated[Any, Depends(config_of)]) -> list[dict[str, str]]:
    """All that was said in it."""
    said = (await graph.aget_state(config)).values.get("messages", [])
    return [{"by": message.type, "text": message.text} for message in said]
