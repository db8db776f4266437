"""`smurfs tools list`, `smurfs tools call`, `smurfs graph`, `smurfs --help`."""

import json
import re
from pathlib import Path

import pytest
from typer.main import get_group

from smurfs_graph.cli.app import app
from tests.cli.conftest import Run


def test_tools_are_listed_with_their_parameters(smurfs: Run, tools_file: Path) -> None:
    """Optional parameters stand in brackets, and what a call may do behind them."""
    tools_file.write_text(tools_file.read_text().replace('@effects("read")\n', ""))
    done = smurfs("tools", "list", "--tools", tools_file)
    declared = "[may change something, undeclared: allow]"
    assert f"find_price(item, [currency])  {declared}\n    Find the price of an item." in done.out
    assert "declare no effects: each call may change something" in done.err


def test_a_stateful_read_is_listed_as_one(smurfs: Run, tmp_path: Path) -> None:
    """Also in the list's JSON form."""
    file = tmp_path / "queue.py"
    file.write_text(
        "from smurfs_graph import effects\n\n@effects('read', stateful=True)\n"
        "def next_alarm() -> str:\n    \"Take the next alarm.\"\n    return 'fire'\n"
    )
    assert "next_alarm()  [read, stateful: allow]" in smurfs("tools", "list", "--tools", file).out
    [listed] = json.loads(smurfs("tools", "list", "--tools", file, "--json").out)
    assert (listed["may_change"], listed["stateful"]) == (False, True)


def test_a_policy_that_names_no_tool_is_told(smurfs: Run, tools_file: Path, tmp_path: Path) -> None:
    """Beside the list, and beside a call."""
    policy = tmp_path / "policy.yaml"
    policy.write_text("rules: [{decision: deny, tools: find_prize}]")
    for command in (["list"], ["call", "find_stock", "item=17"]):
        done = smurfs("tools", *command, "--tools", tools_file, "--policy", policy)
        assert done.err.startswith("smurfs: warning: policy, rule 1: there is no tool 'find_prize'\n")


@pytest.mark.parametrize(
    "body",
    [
        "raise ValueError('no answer for ' + KEY)",
        "raise SystemExit('no answer for ' + KEY)",
        "def look() -> str:\n    'Look.'\n    raise ValueError('no answer for ' + KEY)",
    ],
)
def test_a_key_in_what_a_tools_file_raises_is_not_shown(
    body: str, smurfs: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When it is imported, and when it is called: such lines end in logs."""
    monkeypatch.setenv("SHOP_API_KEY", "jf83-hs62-kd90-qz17")
    file = tmp_path / "shop.py"
    file.write_text(f"import os\n\nKEY = os.environ['SHOP_API_KEY']\n{body}\n")
    done = smurfs("tools", "call", "look", "--tools", file)
    assert done.status and "no answer for [secret]" in done.err


def test_built_in_toolsets_are_listed_without_specs(smurfs: Run) -> None:
    """A newcomer sees what there is."""
    out = smurfs("tools", "list").out
    assert [line.split()[0] for line in out.splitlines()] == [
        "builtin:calc",
        "builtin:dates",
        "builtin:files",
        "builtin:tables",
        "builtin:travel",
    ]


def test_long_lists_are_searched_and_cut(smurfs: Run, tmp_path: Path) -> None:
    """The nearest tools, the best first; a cut list says that it is one."""
    apis = [{"name": f"thing {number}", "description": "Things", "method": "GET"} for number in range(300)]
    apis.append({"name": "Exchange rates", "description": "Rates of currencies", "method": "GET"})
    file = tmp_path / "many.json"
    file.write_text(json.dumps({"tool_name": "Many", "api_list": apis}))
    spec = f"toolbench:{file}"
    found = smurfs("tools", "list", "--tools", spec, "--search", "currency rates")
    assert found.out.startswith("exchange_rates_for_many()")
    whole = smurfs("tools", "list", "--tools", spec)
    assert whole.out.count("_for_many") == 200 and "200 of 301 tools are shown" in whole.err
    limited = smurfs("tools", "list", "--tools", spec, "--limit", "301")
    assert limited.out.count("_for_many") == 301 and "are shown" not in limited.err


def test_documents_come_as_json(smurfs: Run, tools_file: Path) -> None:
    """`--json` gives each tool's schema."""
    documents = json.loads(smurfs("tools", "list", "--json", "--tools", tools_file).out)
    assert documents[1]["parameters"]["properties"]["currency"]["default"] == "EUR"


def test_a_tool_is_called_by_hand(smurfs: Run, tools_file: Path) -> None:
    """The response is JSON; text stays text even where it looks like a number."""
    done = smurfs("tools", "call", "find_stock", "item=17", "--tools", tools_file)
    assert json.loads(done.out) == {"item": "17", "stock": 4}


def test_a_failing_tool_is_status_1_with_its_reason(smurfs: Run, tools_file: Path) -> None:
    """The reason is one line on stderr."""
    done = smurfs("tools", "call", "find_price", "item=X-0", "--tools", tools_file)
    assert (done.status, done.out) == (1, "")
    assert "there is no item X-0" in done.err


def test_wrong_arguments_and_names_are_status_2(smurfs: Run, tools_file: Path) -> None:
    """The field is named; a near name is offered."""
    assert "item" in smurfs("tools", "call", "find_stock", "--tools", tools_file).err
    done = smurfs("tools", "call", "find_stok", "--tools", tools_file)
    assert done.status == 2
    assert "did you mean 'find_stock'" in done.err


def test_the_graph_is_printed_as_mermaid(smurfs: Run) -> None:
    """With the sub-task's graph in it, and the label of each way."""
    assert "executor_react" in smurfs("graph", "--strategy", "react").out
    out = smurfs("graph").out
    assert "subgraph schedule" in out
    assert re.search(r"select -\. .*dead end.* \.-> .*roll_back", out)


def test_help_names_every_command(smurfs: Run) -> None:
    """`smurfs --help` is the way in."""
    out = smurfs("--help").out
    for name in get_group(app).commands:
        assert re.search(rf"^\s+{name}\b", out, re.MULTILINE), name
