"""Three sources in one plan, from the command line: an MCP server, an OpenAPI service and a Python file."""

import json
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from smurfs_graph.cli import main
from smurfs_graph.tools.mcp.keeping import keep_sessions
from smurfs_graph.tools.specs import load_tools
from tests.scripts import build, script
from tests.servers.applications import running
from tests.tools.mcp_servers.conftest import MakeFile, children, entry

shop = FastAPI(title="Shop")

PYTHON = '''
from smurfs_graph import effects


@effects("read")
def find_stock(item: str) -> dict:
    """Find the stock of an item.

    Args:
        item: Id of the item.
    """
    return {"item": item, "stock": 4}
'''


@shop.get("/prices/{item}", operation_id="find_price")
def find_price(item: str) -> dict[str, Any]:
    """Find the price of an item."""
    return {"item": item, "price": 12.5, "currency": "EUR"}


def test_a_run_mixes_three_sources(
    mcp_file: MakeFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each sub-task finds its tool, whichever source it comes from; the offline model does it without any script."""
    monkeypatch.setenv("SMURFS_HOME", str(tmp_path / "home"))
    mine = tmp_path / "mine.py"
    mine.write_text(PYTHON)
    with running(shop) as address:
        started = tmp_path / "starts"
        sky = entry(tools=["weather"], env={"STARTS": str(started)})
        specs = [mcp_file(sky=sky), f"openapi:{address}/openapi.json", str(mine)]
        tools = [part for spec in specs for part in ("--tools", spec)]
        query = "Find the weather in Rome. Find the price of item A-7. Find the stock of item A-7."
        with pytest.raises(SystemExit) as ended:
            main(["run", query, "--json", "--quiet", *tools])
    result = json.loads(capsys.readouterr().out)
    used = {item["tool"] for outcome in result["outcomes"].values() for item in outcome["evidence"] if item["ok"]}
    assert used == {"weather", "find_price", "find_stock"}, result["answer"]
    assert (ended.value.code, result["stop_reason"]) == (0, "answered")
    for found in ("21.5", "12.5", "4"):
        assert found in result["answer"]
    assert len(started.read_text().split()) == 1, "the session that listed the tools calls them, too"
    assert not children()


@pytest.mark.parametrize("command", [["list"], ["call", "weather", "city=Rome"]])
def test_mcp_specs_on_the_command_line(
    mcp_file: MakeFile, tmp_path: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """`smurfs tools` lists and calls them, with one start of the server each."""
    sky = entry(tools=["weather"], env={"STARTS": str(tmp_path / "starts")})
    with pytest.raises(SystemExit) as ended:
        main(["tools", *command, "--tools", mcp_file(sky=sky)])
    assert len((tmp_path / "starts").read_text().split()) == 1
    said = capsys.readouterr().out
    assert ended.value.code == 0
    assert ("weather(city, [days])  [read: allow]" if command == ["list"] else '"celsius": 21.5') in said


def test_a_kept_session_whose_server_dies_is_mended(mcp_file: MakeFile, tmp_path: Path) -> None:
    """Like any other, it takes one more start, and the run goes on."""
    sky = entry(tools=["die", "weather"], env={"STARTS": str(tmp_path / "starts")})
    replies = script(
        executor_tool=[{"tool": "die"}, {"tool": "weather"}], executor_arguments={"city": "Rome"}
    )  # fmt: skip
    with keep_sessions():
        tools = list(load_tools([mcp_file(sky=sky)]).values())
        result = build([*tools], replies, tool_retries=0).graph.invoke({"query": "q"})
        assert not children()
    texts = [item.text for outcome in result["outcomes"].values() for item in outcome.evidence]
    assert "went away" in texts[0]
    assert "21.5" in texts[1]
    assert len((tmp_path / "starts").read_text().split()) == 2


def test_sessions_that_are_kept_serve_one_run_only(mcp_file: MakeFile, tmp_path: Path) -> None:
    """The next run has a session of its own; what no run has taken is let go."""
    sky = entry(tools=["visits"], env={"STARTS": str(tmp_path / "starts")})
    with keep_sessions() as keeper:
        tools = list(load_tools([mcp_file(sky=sky)]).values())
        assert len(children()) == 1
        for _ in range(2):
            result = build([*tools], script(executor_tool=[{"tool": "visits"}])).graph.invoke({"query": "q"})
            assert "1" in next(iter(result["outcomes"].values())).evidence[0].text
            assert not children()
        load_tools([mcp_file(sky=sky)])
        assert len(children()) == 1
        keeper.release()
        assert not children()
    assert len((tmp_path / "starts").read_text().split()) == 3
