"""Tools of MCP servers: `mcp:FILE`, a JSON file with `mcpServers` as other clients use it. Extra: mcp.

config       what the file may say, and what is made of it
transport    how a server is reached: a process of our own, or HTTP (streamable or SSE) through the guard of tools/http
client       the protocol: which version is spoken, and what is asked
session      one session with one server: opened when needed, opened again when the server died
elicitation  a question of a server to a person
keeping      sessions kept from the listing of tools to the run that calls them
listing      a server's list, read tool by tool
broken       messages that cannot be read, and what is said in their place
results      what a call returned, as bounded data
source       a server's tools as tools of this library
"""

from importlib.util import find_spec

from smurfs_graph.errors import ConfigurationError, how_to_install
from smurfs_graph.tools.tool import Tool


def load_spec(rest: str) -> list[Tool]:
    """Return the tools of all servers of a file. Raises ConfigurationError, in one line, for whatever stands in the
    way.
    """
    if find_spec("mcp") is None:
        raise ConfigurationError(f"mcp:FILE needs the extra mcp: {how_to_install('mcp')}")
    from smurfs_graph.tools.mcp.config import load_servers
    from smurfs_graph.tools.mcp.source import load_tools

    return load_tools(load_servers(rest))
