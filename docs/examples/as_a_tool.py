"""The graph as a tool of another agent: it hands a whole request over and gets an answer that says what it rests on."""

from typing import Any

from langchain.agents import create_agent
from langchain_core.language_models import BaseChatModel
from langchain_core.tools import tool

from smurfs_graph import Settings, build_graph

graph = build_graph(Settings(unattended=True), ["builtin:travel"])


@tool
async def travel_desk(request: str) -> dict[str, Any]:
    """Answer a question about distances, flights, rooms or restaurants.

    Args:
        request: The question, complete in itself.
    """
    result = await graph.ainvoke({"query": request})
    return {name: result[name] for name in ("answer", "stop_reason", "warnings")}


def make_agent(model: BaseChatModel) -> Any:
    """An agent with this tool beside its others."""
    return create_agent(model, [travel_desk])
