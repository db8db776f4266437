"""MCP servers by streamable HTTP: the same tools, the address rules of every other request."""

import json
from urllib.parse import urlsplit

import pytest

from smurfs_graph import ConfigurationError
from smurfs_graph.tools.calling import Response, call_tool
from smurfs_graph.tools.http import guard
from smurfs_graph.tools.scope import opened_scope
from smurfs_graph.tools.specs import load_tools
from tests.tools.mcp_servers.conftest import MakeFile, served


async def test_the_server_is_used_dies_and_comes_back(mcp_file: MakeFile) -> None:
    """One session for several calls; a call in which the server dies fails at once, and the next one connects again."""

    async def called(name: str, **arguments: str) -> Response:
        return await call_tool(tools[name], arguments, timeout=60, max_chars=500)

    async with opened_scope():
        with served() as address:
            port = urlsplit(address).port or 0
            spec = mcp_file(all={"url": address, "trusted": True, "headers": {"Authorization": "Bearer x"}})
            tools = load_tools([spec])
            assert json.loads((await called("weather", city="Rome")).text)["celsius"] == 21.5
            assert "no" in (await called("refuse", reason="no")).reason
            died = await called("die")
            assert (died.transient, "went away" in died.reason) == (True, True)
            gone = await called("weather", city="Rome")
            assert (gone.transient, "cannot be reached" in gone.reason) == (True, True)
        with served(port):
            assert json.loads((await called("weather", city="Rome")).text)["celsius"] == 21.5


@pytest.mark.parametrize("host", ["metadata.example", "internal.example"])
def test_a_name_that_leads_inside_is_refused(mcp_file: MakeFile, host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server is allowed to be local only where the file says so itself."""

    async def inside(name: str, port: int) -> list[str]:
        return ["169.254.169.254" if name.startswith("metadata") else "10.0.0.1"]

    monkeypatch.setattr(guard, "system_resolver", inside)
    monkeypatch.setattr(guard.Guard.__init__, "__defaults__", ((), inside))
    with pytest.raises(ConfigurationError, match="which tools may not reach"):
        load_tools([mcp_file(bad={"url": f"http://{host}/mcp"})])
