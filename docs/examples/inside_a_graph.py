"""The graph as a node of a bigger LangGraph: questions to a person pass through, and one checkpointer keeps both."""

from typing import Any, TypedDict

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command

from smurfs_graph import Settings, build_graph

smurfs = build_graph(Settings(approve={"plan"}), ["builtin:travel"])


class Letter(TypedDict, total=False):
    """What the bigger graph works on."""

    wish: str
    found: str
    letter: str


async def research(state: Letter) -> Letter:
    """Hand the wish over; what else the bigger graph knows stays with it."""
    result = await smurfs.ainvoke({"query": state["wish"]})
    return {"found": result["answer"]}


def write(state: Letter) -> Letter:
    """Use the answer."""
    return {"letter": f"Dear traveller,\n{state['found']}"}


builder = StateGraph(Letter)
builder.add_node("research", research)
builder.add_node("write", write)
builder.add_edge(START, "research")
builder.add_edge("research", "write")
builder.add_edge("write", END)
letters = builder.compile(checkpointer=InMemorySaver())


async def main() -> str:
    """A letter, whose plan is approved on the way."""
    config: Any = {"configurable": {"thread_id": "1"}}
    waiting: Any = await letters.ainvoke({"wish": "What is the distance between Paris and Rome?"}, config)
    [question] = waiting["__interrupt__"]
    done: Any = await letters.ainvoke(Command(resume={question.id: {"decision": "approve"}}), config)
    return done["letter"]


if __name__ == "__main__":
    import asyncio

    print(asyncio.run(main()))
