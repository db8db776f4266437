"""Tools of a real MCP server by stdio: what they are, what they return, how they fail."""

import json
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph import ConfigurationError
from smurfs_graph.tools.calling import Response, Terms, call_tool
from smurfs_graph.tools.mcp.config import load_servers
from smurfs_graph.tools.policy import Policy, parse_policy
from smurfs_graph.tools.scope import open_scope
from smurfs_graph.tools.specs import load_tools
from smurfs_graph.tools.tool import Tool
from tests.tools.mcp_servers.conftest import EVERYTHING, MakeFile, entry

pytestmark = pytest.mark.usefixtures("one_start")
ALL = Terms(policy=Policy(default="allow"))


async def called(tool: Tool, timeout: float = 20.0, **arguments: Any) -> Response:
    """Call a tool once, all being allowed."""
    return await call_tool(tool, arguments, timeout=timeout, max_chars=2000, terms=ALL)


@pytest.mark.parametrize("kind", [[], ["sdk"]])
async def test_what_a_server_returns(mcp_file: MakeFile, kind: list[str]) -> None:
    """Structured content as data, texts as text, of images and files a description; control characters are gone."""
    tools = load_tools([mcp_file(all=entry(args=[str(EVERYTHING), *kind]))])
    async with open_scope():
        assert json.loads((await called(tools["weather"], city="Rome")).text) == {"city": "Rome", "celsius": 21.5}
        assert (await called(tools["echo"], text="a\x1b[31mb\u202ec")).text == "abc"
        assert (await called(tools["nothing"])).text == "nothing"
        if not kind:
            gallery = json.loads((await called(tools["gallery"])).text)
            assert gallery[0] == "look"
            assert gallery[1] == {"type": "image", "mime_type": "image/png", "bytes": 400}
            assert gallery[2]["text"] == "a memo"


async def test_a_stateless_server_that_changes_a_tool_gets_no_call_of_it(mcp_file: MakeFile) -> None:
    """It says so to those who listen only."""
    tools = load_tools([mcp_file(all=entry(args=[str(EVERYTHING), "sdk"]))])
    async with open_scope():
        assert (await called(tools["echo"], text="a")).text == "a"
        assert (await called(tools["change"])).text == "changed"
        assert "the server has changed this tool" in (await called(tools["echo"], text="a")).reason


async def test_how_a_call_fails(mcp_file: MakeFile) -> None:
    """With the server's reason, within its time, or because the server died; never with an exception."""
    tools = load_tools([mcp_file(all=entry())])
    async with open_scope():
        assert "no rooms" in (await called(tools["refuse"], reason="no rooms")).reason
        assert (await called(tools["slow"], timeout=0.3, seconds=60)).reason == "no response within 0.3 s"
        invalid = await called(tools["weather"], city="Rome", days="many")
        assert invalid.failed
        assert "days" in invalid.reason
        died = await called(tools["die"])
    assert (died.failed, died.transient) == (True, True)
    assert "went away" in died.reason


async def test_a_write_that_broke_off_is_not_repeated(mcp_file: MakeFile, tmp_path: Path) -> None:
    """It may have had its effect: the failure is not transient, and the call was made once."""
    environment = {"DIE_ON_DELETE": "1", "COUNT": str(tmp_path / "count")}
    tools = load_tools([mcp_file(all=entry(env=environment))])
    died = await called(tools["delete_all"])
    assert (died.failed, died.transient) == (True, False)
    assert (tmp_path / "count").read_text().count("delete_all") == 1


@pytest.fixture(scope="module")
def listed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Tool]:
    """The tools of one server three times: trusted, not trusted, and not trusted by a file that knows its effects."""
    known = {"echo": ["read"], "*": ["read", "network"]}
    servers = {
        "mine": entry(),
        "foreign": entry(trusted=False),
        "known": entry(trusted=False, effects=known, tools=["echo", "slow", "delete_all"]),
    }
    path = tmp_path_factory.mktemp("listed") / "servers.json"
    path.write_text(json.dumps({"mcpServers": servers}))
    return load_tools([f"mcp:{path}"])


def test_documents_and_sources(listed: dict[str, Tool]) -> None:
    """A document holds what a model needs; the source tells a policy which server it is."""
    tool = listed["weather"]
    assert tool.source == "mcp:mine"
    assert tool.description == "Weather of a city now."
    assert tool.parameters["properties"] == {"city": {"type": "string"}, "days": {"default": 1, "type": "integer"}}


def test_hints_are_believed_of_trusted_servers_only(listed: dict[str, Tool]) -> None:
    """Of another server, a tool that says it only reads is asked about all the same."""
    assert listed["weather"].reads_only
    assert listed["delete_all"].effects == {"write", "network"}
    foreign = [tool for name, tool in listed.items() if name.startswith("foreign_")]
    assert {tool.effects for tool in foreign} == {frozenset({"write", "network"})}
    assert not any(tool.undeclared for tool in foreign)
    said = {name for name, tool in listed.items() if tool.says_it_reads}
    assert "foreign_weather" in said and not said & {"weather", "foreign_delete_all", "known_echo"}


def test_the_user_knows_better_except_for_a_declared_destruction(listed: dict[str, Tool]) -> None:
    """The file says what tools do; a hint of destruction is kept."""
    assert listed["known_echo"].effects == {"read"}
    assert listed["known_slow"].effects == {"read", "network"}
    assert listed["known_delete_all"].effects == {"read", "write", "network"}


def test_two_servers_with_tools_of_one_name(mcp_file: MakeFile) -> None:
    """The names tell them apart; what is unique keeps its name."""
    tools = load_tools([mcp_file(one=entry(tools=["echo", "slow"]), two=entry(tools=["echo"]))])
    assert sorted(tools) == ["one_echo", "slow", "two_echo"]


def test_another_server_renames_no_tool_past_a_rule(mcp_file: MakeFile) -> None:
    """A rule for the name that the tool had alone holds; a trusted server's name depends on no other server."""
    rules = parse_policy("rules: [{decision: deny, tools: delete_all}]", "p")
    mine, other = entry(tools=["delete_all"], trusted=False), entry(tools=["delete_all"], trusted=False)
    tools = load_tools([mcp_file(mine=mine, other=other)])
    assert sorted(tools) == ["mine_delete_all", "other_delete_all"] and all(map(rules.forbids, tools.values()))
    assert sorted(load_tools([mcp_file(mine={**mine, "trusted": True}, other=other)])) == [
        "delete_all",
        "other_delete_all",
    ]


def test_no_server_takes_a_name_that_looks_like_anothers(mcp_file: MakeFile) -> None:
    """A name that begins with another server's name gets its own server's before it."""
    tools = load_tools([mcp_file(delete=entry(tools=["echo"]), other=entry(tools=["delete_all"], trusted=False))])
    assert sorted(tools) == ["echo", "other_delete_all"]


def test_a_file_of_vs_codes_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its key, and its way to name an environment variable."""
    monkeypatch.setenv("NOTES_TOKEN", "secret-token-1")
    path = tmp_path / "mcp.json"
    server = {"type": "stdio", "command": "notes", "env": {"TOKEN": "${env:NOTES_TOKEN}"}}
    path.write_text(json.dumps({"servers": {"notes": server}, "inputs": []}))
    [found] = load_servers(str(path))
    assert (found.name, found.env) == ("notes", {"TOKEN": "secret-token-1"})


async def test_a_process_gets_only_what_its_entry_names(mcp_file: MakeFile, monkeypatch: pytest.MonkeyPatch) -> None:
    """No key of another service; what is named is filled in from the environment."""
    monkeypatch.setenv("OTHER_SERVICE_KEY", "canary-1")
    monkeypatch.setenv("MY_KEY", "canary-2")
    tools = load_tools([mcp_file(all=entry(env={"TOKEN": "${MY_KEY}", "LANGUAGE": "${UNSET_NAME:-nl}"}))])
    names = ("OTHER_SERVICE_KEY", "MY_KEY", "TOKEN", "LANGUAGE")
    async with open_scope():
        values = {name: (await called(tools["environment"], name=name)).text for name in names}
    assert [("not set" in text) for text in values.values()] == [True, True, False, False]
    assert "***" in values["TOKEN"] and "canary" not in values["TOKEN"], "what the server repeats reaches no model"


async def test_rubbish_on_standard_output_does_no_harm(mcp_file: MakeFile, capfd: pytest.CaptureFixture[str]) -> None:
    """Output that is no message is passed over, and not shown."""
    tools = load_tools([mcp_file(all=entry(env={"RUBBISH": "1"}))])
    assert "21.5" in (await called(tools["weather"], city="Rome")).text
    assert capfd.readouterr().err == ""


SAYS_HELLO = "import time; print('hello', flush=True); time.sleep(60)"
COMPLAINS = "import sys, os; print('no key: ' + os.environ['TOKEN'], file=sys.stderr); sys.exit(3)"


@pytest.mark.parametrize(
    ("server", "message"),
    [
        ({"command": "no-such-command-of-anybody"}, "'bad' cannot be started: no-such-command-of-anybody was not"),
        ({"command": "/"}, "cannot be started"),
        (entry(args=["-c", "pass"]), "ended before it answered"),
        (entry(args=["-c", COMPLAINS], env={"TOKEN": "canary-3"}), "its last words: no key: \\*\\*\\*"),
        (entry(args=["-c", SAYS_HELLO], start_seconds=0.5), "did not start within 0.5 s; .*'hello'"),
        (entry(args=["-c", "import time; time.sleep(60)"], start_seconds=0.1), "did not start within 0.1 s"),
        ({"url": "http://127.0.0.1:9/mcp"}, "cannot be reached"),
        ({"url": "http://no-such-host.invalid/mcp"}, "cannot be reached"),
    ],
    ids=str,
)
def test_a_server_that_cannot_be_had_is_said_in_one_line(mcp_file: MakeFile, server: Any, message: str) -> None:
    """Whichever way it fails; no secret is in it."""
    with pytest.raises(ConfigurationError, match=message) as caught:
        load_tools([mcp_file(bad=server)])
    assert "\n" not in str(caught.value)
    assert "canary" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no JSON"),
        ("[]", "names no server"),
        ("{}", "names no server"),
        ('{"mcpServers": {}}', "names no server"),
        ('{"mcpServers": {"a": 1}}', "server 'a': an object is needed"),
        ('{"mcpServers": {"a": {}}}', "'command' is missing"),
        ('{"mcpServers": {"a": {"type": "http"}}}', "'url' is missing"),
        ('{"mcpServers": {"a": {"command": "x", "args": "--root ."}}}', "args: a list is needed$"),
        ('{"mcpServers": {"a": {"command": "x", "env": {"A": 123456}}}}', "env.A: a text is needed; put it in"),
        ('{"mcpServers": {"a": {"command": "x", "effects": {"*": "reed"}}}}', "'reed' is not .* did you mean 'read'"),
        ('{"mcpServers": {"a": {"command": "x", "start_seconds": "soon"}}}', "a number is needed, not 'soon'"),
        ('{"mcpServers": {"a": {"command": "x", "trusted": "maybe"}}}', "true or false is needed, not 'maybe'"),
        ('{"mcpServers": {"a/b": {"command": "x"}}}', "a server's name has up to 64 letters"),
        ('{"mcpServers": {"a": {"url": "http://x", "headers": {"K": "v\\r\\nX: y"}}}}', "headers: 'K': a header is"),
        ('{"mcpServers": {"a": {"type": "websocket", "url": "http://x"}}}', "'websocket' is not supported"),
        ('{"mcpServers": {"a": {"url": "ftp://x"}}}', "starts with http"),
        ('{"mcpServers": {"a": {"command": "x", "env": {"K": "${NOT_SET_ANYWHERE}"}}}}', "NOT_SET_ANYWHERE is not set"),
        ('{"servers": {"a": {"command": "x", "env": {"K": "${input:key}"}}}}', "input:key} asks a person"),
        ('{"mcpServers": {"a\\nb": {"command": "x"}}}', "name"),
        ('{"mcpServers": {"a": {"command": "x", "disabled": true}}}', "disabled"),
        ("[" * 100_000, "no JSON"),
    ],
)
def test_files_that_cannot_be_used_are_refused_in_one_line(tmp_path: Path, text: str, message: str) -> None:
    """Before anything is started."""
    path = tmp_path / "bad.json"
    path.write_text(text)
    with pytest.raises(ConfigurationError, match=message) as caught:
        load_tools([f"mcp:{path}"])
    assert "\n" not in str(caught.value)
    path.unlink()
    with pytest.raises(ConfigurationError, match="cannot be read"):
        load_tools([f"mcp:{path}"])
