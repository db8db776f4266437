"""A tool's call as a run of LangChain's: what traces, streams of tools and clients that follow a run are told of it."""

from collections.abc import Awaitable, Callable, Mapping
from copy import deepcopy
from typing import Any

from langchain_core.messages import ToolMessage
from langchain_core.runnables.config import (
    ensure_config,
    get_async_callback_manager_for_config,
    patch_config,
    var_child_runnable_config,
)

from smurfs_graph.errors import ToolError
from smurfs_graph.tools.calling import Response
from smurfs_graph.tools.tool import Tool


async def announce_call(
    tool: Tool, arguments: Mapping[str, Any], call_id: str, make: Callable[[], Awaitable[Response]]
) -> Response:
    """Make a call, and tell who follows the run that it is part of: the same of a function, an API and an MCP server.

    What the tool itself does by LangChain stands below it.
    """
    around = var_child_runnable_config.get()
    callbacks: Any = around.get("callbacks") if around else None
    if around is None or (callbacks is not None and not getattr(callbacks, "handlers", callbacks)):
        return await make()
    config = ensure_config()
    manager = get_async_callback_manager_for_config(config)
    about = {"name": tool.name, "description": tool.description}
    told = deepcopy(dict(arguments))  # a handler may change what it is given
    run = await manager.on_tool_start(about, str(told), inputs=told, tool_call_id=call_id or None)
    token = var_child_runnable_config.set(patch_config(config, callbacks=run.get_child()))
    try:
        response = await make()
    except BaseException as error:
        await run.on_tool_error(error)
        raise
    finally:
        var_child_runnable_config.reset(token)
    if response.failed:
        await run.on_tool_error(ToolError(response.reason))
    else:
        await run.on_tool_end(ToolMessage(response.text, name=tool.name, tool_call_id=call_id or str(run.run_id)))
    return response
