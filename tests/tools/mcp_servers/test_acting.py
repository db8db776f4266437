"""The programs of `tests/graph/test_tools_that_act.py` over an MCP server that declares which of its tools read."""

from pathlib import Path

import pytest

from tests.graph.test_policy import policy_file
from tests.graph.test_tools_that_act import SHAPES, Made, call, drive
from tests.tools.mcp_servers.conftest import EVERYTHING, MakeFile, entry

ACTING = EVERYTHING.with_name("acting.py")


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    ("calls", "made"),
    [
        ([call("start_engine"), call("press_brake"), call("start_engine")], ["start_engine"] * 2),
        ([call("ls"), call("ls"), call("touch", name="x"), call("ls")], ["ls []", "ls ['x']"]),
        ([call("place_order", item="tea")] * 2, ["order tea"] * 2),
        ([call("find_contact", name=name) for name in ("Ann", "Anne", "Ann Lee")], []),
    ],
    ids=["engine", "folder", "orders", "names"],
)
def test_every_call_that_is_needed_reaches_the_server(
    calls: list[Made], made: list[str], shape: str, mcp_file: MakeFile, tmp_path: Path
) -> None:
    """Nothing is refused, doubled or out of date."""
    names = sorted({tool for tool, _ in calls})
    spec = mcp_file(car=entry(args=[str(ACTING)], tools=names, env={"COUNT": str(tmp_path / "count")}))
    result = drive(shape, [spec], *calls, policy=policy_file(tmp_path, "default: allow"))
    log = tmp_path / "count"
    assert (log.read_text().splitlines() if made else []) == made
    withdrawn = shape != "native" and calls[0][0] == "find_contact"  # two complaints in a row, at one depth
    assert result["stop_reason"] == ("no_evidence" if withdrawn else "answered")
