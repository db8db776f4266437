"""Tell, in one line, how many tools declare no effects and what a strategy makes of that."""

import logging
from collections.abc import Collection

from smurfs_graph.tools.effects import Undeclared
from smurfs_graph.tools.tool import Tool

LOGGER = logging.getLogger(__name__)
"""Says the line at the first run of a graph."""
_MEANINGS: dict[Undeclared, str] = {
    "write": "each call may change something, so that it is made alone and never rolled back; declare those that only "
    'read by @effects("read"), or set undeclared=read',
    "read": "rollback passes their calls and sub-tasks with them run side by side, as in the paper; declare those that "
    'change something by @effects("write"), or set undeclared=write',
}


def undeclared_tools(tools: Collection[Tool], taken: Undeclared = "write") -> str:
    """Return the line on tools that declare no effects; empty where there are none.

    `taken`: how order and rollback take them.
    """
    silent = sum(tool.undeclared for tool in tools)
    return f"{silent} of {len(tools)} tools declare no effects: {_MEANINGS[taken]}" if silent else ""
