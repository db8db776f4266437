"""`smurfs mcp`: the graph as an MCP server on standard input and output."""

import asyncio
import os
import sys
from io import TextIOWrapper
from typing import Any

from langgraph.checkpoint.memory import InMemorySaver

from smurfs_graph.cli.output import kept_clean
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.graph import NO_TOOLS, build_graph
from smurfs_graph.settings import Settings


def serve(specs: list[str], values: dict[str, Any]) -> int:
    """Serve until the client hangs up. Raises ConfigurationError before anything is served."""
    if not specs:
        raise ConfigurationError(NO_TOOLS)
    from smurfs_graph.mcp_server import mcp_server

    with kept_clean():
        settings = Settings.checked(**{"max_questions": 3, **values})
        graph = build_graph(settings, specs, checkpointer=InMemorySaver())
    asyncio.run(_served(mcp_server(graph)))
    return 0


async def _served(server: Any) -> None:
    """The protocol has standard output for itself; what tools print there goes to standard error."""
    import anyio
    from mcp.server.stdio import stdio_server

    protocol = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    output = anyio.wrap_file(TextIOWrapper(protocol, encoding="utf-8", write_through=True))
    async with stdio_server(stdout=output) as (read, write):
        await server.run(read, write, server.create_initialization_options())
    sys.stdout.flush()
