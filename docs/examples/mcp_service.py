"""The graph as an MCP server with tools of your own; `smurfs mcp --tools my_tools.py` does the same without code."""

import asyncio

from langgraph.checkpoint.memory import InMemorySaver
from mcp.server.stdio import stdio_server

from smurfs_graph import Settings, build_graph
from smurfs_graph.serving.mcp_server import mcp_server


def find_stock(item: str) -> dict[str, int]:
    """Find the stock of an item.

    Args:
        item: Id of the item, such as A-17.
    """
    return {"stock": {"A-17": 4}.get(item, 0)}


async def main() -> None:
    """Serve on standard input and output until the client hangs up."""
    graph = build_graph(Settings(approve={"tools"}), [find_stock], checkpointer=InMemorySaver())
    server = mcp_server(graph, "Answer questions about the warehouse.")
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())
