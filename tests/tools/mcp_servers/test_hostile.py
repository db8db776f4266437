"""MCP servers that list or return what nobody should take."""

import re
import sys
from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph import ConfigurationError
from smurfs_graph.tools.calling import Terms, call_tool
from smurfs_graph.tools.mcp.process import MessageTooLongError, lines
from smurfs_graph.tools.policy import Policy
from smurfs_graph.tools.specs import load_tools
from smurfs_graph.tools.tool import Tool
from tests.tools.mcp_servers.conftest import MakeFile, entry

HOSTILE = str(Path(__file__).with_name("hostile.py"))


def listed(mcp_file: MakeFile, mode: str) -> dict[str, Tool]:
    """The tools that the server lists in this mode."""
    return load_tools([mcp_file(bad=entry(args=[HOSTILE, mode]))])


def test_lists_come_page_by_page_and_end(mcp_file: MakeFile) -> None:
    """All pages are read; a list without end is refused."""
    assert list(listed(mcp_file, "pages")) == ["tool_0", "tool_1", "tool_2"]
    with pytest.raises(ConfigurationError, match="lists tools without end"):
        listed(mcp_file, "endless")


def test_a_tools_name_and_description_cannot_forge_a_list(mcp_file: MakeFile) -> None:
    """One line each, of bounded length, without control characters."""
    (tool,) = listed(mcp_file, "names").values()
    assert tool.name.startswith("look_-_delete_all")
    assert len(tool.name) <= 64
    assert tool.description == "Look."
    assert "\n" not in tool.summary


def test_what_is_wrong_with_one_tool_costs_no_other(mcp_file: MakeFile, caplog: pytest.LogCaptureFixture) -> None:
    """Nulls and older drafts are read; what cannot be taken is left out with a line, unless nobody wants it."""
    tools = load_tools([mcp_file(bad=entry(args=[HOSTILE, "many"], env={"KEY": "canary-4711"}))])
    assert list(tools) == ["good", "nil", "draft4", "draft3", "formless"]
    assert tools["good"].parameters["properties"] == {"n": {"type": "integer"}}, "the first of two with one name"
    with pytest.raises(ValueError, match="n: breaks exclusiveMinimum 0"):
        tools["draft4"].validate({"n": 0})
    with pytest.raises(ValueError, match="n: is required"):
        tools["draft3"].validate({})
    assert tools["formless"].validate({}) == {}
    said = [line for line in caplog.messages if line.endswith("; left out")]
    for part in (
        "tool 'good' is listed more",
        "'untyped': no JSON schema",
        "tool '5'",
        "tool '?'",
        "'for ***'",
        r"read\u200b_file",
    ):
        assert sum(part in line for line in said) == 1, part
    assert len(said) == 6 and "canary" not in caplog.text and all("MCP server 'bad'" in line for line in said)
    caplog.clear()
    server = entry(args=[HOSTILE, "many"], tools=["nil", "formless"])
    assert list(load_tools([mcp_file(bad=server)])) == ["nil", "formless"] and not caplog.messages


def test_a_key_in_the_names_or_parts_of_parameters_costs_its_tool_alone(
    mcp_file: MakeFile, caplog: pytest.LogCaptureFixture
) -> None:
    """It would be read there by models."""
    tools = load_tools([mcp_file(bad=entry(args=[HOSTILE, "repeats"], env={"KEY": "canary047114242"}))])
    assert list(tools) == ["good"]
    assert [line.endswith("its parameters hold the server's key; left out") for line in caplog.messages] == [True, True]
    assert "canary" not in caplog.text


def test_a_plain_word_under_the_name_of_a_key_stays_the_name_of_a_parameter(mcp_file: MakeFile) -> None:
    """As of `SORT_KEY`: calls need it."""
    env = {"KEY": "customer_id"}
    tool = load_tools([mcp_file(bad=entry(args=[HOSTILE, "repeats"], env=env, tools=["names"]))])["names"]
    assert tool.parameters["properties"] == {"customer_id": {"description": "401 for key ***"}}
    assert tool.parameters["required"] == ["customer_id"]


def test_a_server_without_tools_costs_no_other(mcp_file: MakeFile, caplog: pytest.LogCaptureFixture) -> None:
    """It refuses to list any, or says nothing; alone, the line is why nothing can be loaded. One that has forgotten to
    declare them can be used.
    """
    told = {mode: entry(args=[HOSTILE, mode]) for mode in ("prompts", "silent", "forgetful", "pages")}
    assert list(load_tools([mcp_file(**told)])) == ["keyed", "tool_0", "tool_1", "tool_2"]
    line = "MCP server {!r} offers no tools (its capabilities name none); left out"
    assert caplog.messages == [line.format("prompts"), line.format("silent")]
    with pytest.raises(ConfigurationError, match="'words' offers no tools"):
        load_tools([mcp_file(words=told["prompts"])])


def test_a_server_that_cannot_be_had_costs_no_other(mcp_file: MakeFile, caplog: pytest.LogCaptureFixture) -> None:
    """It is one line; as nobody knows its names, those of servers that are not trusted cannot be taken for them."""
    servers: dict[str, dict[str, Any]] = {
        "gone": {"command": "no-such-command-of-anybody"},
        "bad": entry(args=[HOSTILE, "pages"]),
    }
    assert list(load_tools([mcp_file(**servers)])) == ["tool_0", "tool_1", "tool_2"]
    assert caplog.messages == [
        "MCP server 'gone' cannot be started: no-such-command-of-anybody was not found; left out"
    ]
    servers["bad"]["trusted"] = False
    assert list(load_tools([mcp_file(**servers)])) == ["bad_tool_0", "bad_tool_1", "bad_tool_2"]


@pytest.mark.parametrize("mode", ["mute", "dies"])
def test_an_old_server_that_does_not_answer_the_probe_is_greeted(mcp_file: MakeFile, mode: str) -> None:
    """It passes over what it does not know, or ends, and is started again."""
    assert list(listed(mcp_file, mode)) == ["keyed"]


@pytest.mark.usefixtures("one_start")
async def test_a_response_that_cannot_be_read_is_said_at_once(mcp_file: MakeFile) -> None:
    """It is no reason to wait for the call's timeout, nor to give up the session; what can be read of one is."""
    tools = load_tools([mcp_file(odd=entry(args=[HOSTILE, "answers"], effects={"*": ["read"]}))])
    found = {name: await call_tool(tool, {}, timeout=30, max_chars=500) for name, tool in tools.items()}
    assert all("cannot be read as a message" in found[name].reason for name in ("null", "text", "cut"))
    assert all(found[name].seconds < 15 for name in ("null", "text", "cut")), "long before the timeout"
    assert found["half"].text.startswith("cut ") and found["half"].text.endswith(" here")
    assert found["mixed"].text == "[content of type 'hologram', which cannot be read]\na price"


def test_two_tools_that_differ_by_a_hidden_character_are_shown_apart_and_refused(mcp_file: MakeFile) -> None:
    """The line escapes what cannot be seen; the file can name the one that is wanted."""
    with pytest.raises(ConfigurationError, match=r"'bad'.* 'read_file' and 'read\\u200b_file' .*\"tools\"$"):
        listed(mcp_file, "alike")
    assert list(load_tools([mcp_file(bad=entry(args=[HOSTILE, "alike"], tools=["read_file"]))])) == ["read_file"]


@pytest.mark.usefixtures("one_start")
@pytest.mark.parametrize(
    ("mode", "said"),
    [
        ("fails", r"401 for key \*\*\*"),
        ("rejects", r"401 for key \*\*\*"),
        ("output", "does not fit the tool's output schema: .*price"),
        ("leaks", r"does not fit the tool's output schema: said: .*401 for key \*\*\*"),
    ],
)
async def test_the_failures_of_calls_are_said_without_the_key_that_the_server_was_given(
    mcp_file: MakeFile, mode: str, said: str
) -> None:
    """The tool fails, the server refuses, or the response breaks its own schema: models and reports read it."""
    server = entry(args=[HOSTILE, mode], env={"KEY": "canary-4711"}, effects={"*": ["read"]})
    [tool] = load_tools([mcp_file(bad=server)]).values()
    response = await call_tool(tool, {}, timeout=30, max_chars=500, terms=Terms(policy=Policy(default="allow")))
    assert response.failed and re.search(said, response.reason)
    assert "canary" not in f"{response.reason} {tool.description} {tool.parameters}"


@pytest.mark.usefixtures("one_start")
async def test_a_change_that_is_answered_otherwise_than_declared_was_made(
    mcp_file: MakeFile, caplog: pytest.LogCaptureFixture
) -> None:
    """A failure would have it made twice; the line has none of its values."""
    [tool] = load_tools([mcp_file(bad=entry(args=[HOSTILE, "output"]))]).values()
    response = await call_tool(tool, {}, timeout=30, max_chars=500, terms=Terms(policy=Policy(default="allow")))
    assert (response.failed, response.text) == (False, '{"cost": 1}')
    assert caplog.messages == ["MCP server 'bad', tool 'liar': a change was made, and answered otherwise than declared"]


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line, with what to install."""
    monkeypatch.setitem(sys.modules, "mcp", None)
    with pytest.raises(ConfigurationError, match=r"smurfs-graph\[mcp\]"):
        load_tools(["mcp:servers.json"])


@pytest.mark.usefixtures("one_start")
async def test_what_the_protocol_does_not_know_is_passed_over(
    mcp_file: MakeFile, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """Unknown messages are in no log; a result that is none, and one without end, fail in one line."""
    tools = load_tools([mcp_file(odd=entry(args=[HOSTILE, "odd"], effects={"*": ["read"]}))])
    called = {name: await call_tool(tool, {}, timeout=30, max_chars=500) for name, tool in tools.items()}
    assert called["new"].text == "[content of type 'hologram', which cannot be read]"
    assert "a message of more than 50000000 bytes" in called["long"].reason
    written = capfd.readouterr()
    assert "hunter2" not in caplog.text + written.out + written.err
    assert not caplog.records


@pytest.mark.parametrize(
    ("mode", "message"),
    [
        ("refuses", "refuses to start a session: not today"),
        ("version", "speaks another version of the protocol: 1999-01-01"),
        ("text", "tool 'formless': its parameters are no object"),
        ("schema", "tool 'broken'"),
        ("huge", "tool 'huge'.*more than 50000 characters"),
    ],
)
def test_servers_that_do_not_keep_to_the_protocol_are_one_line(mcp_file: MakeFile, mode: str, message: str) -> None:
    """In words that say what the server does, not in those of a library."""
    with pytest.raises(ConfigurationError, match=f"MCP server 'odd'.* {message}") as caught:
        load_tools([mcp_file(odd=entry(args=[HOSTILE, mode]))])
    assert "\n" not in str(caught.value)


@pytest.mark.skipif(sys.platform == "win32", reason="job objects end a server's children there")
def test_what_a_server_started_ends_with_it(mcp_file: MakeFile, tmp_path: Path) -> None:
    """It leaves a process behind, which holds none of its streams."""
    load_tools([mcp_file(odd=entry(args=[HOSTILE, "child", str(tmp_path / "child")]))])
    child = int((tmp_path / "child").read_text())
    try:
        state = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return
    assert state == "Z", "ended, though nobody may have waited for it"


@given(texts=st.lists(st.binary(max_size=9).filter(lambda text: b"\n" not in text)), cuts=st.lists(st.integers(0, 60)))
async def test_lines_are_whole_however_they_arrive(texts: list[bytes], cuts: list[int]) -> None:
    """Cut anywhere; one byte too many is refused, with or without its end."""
    whole = b"".join(text + b"\n" for text in texts)
    places = sorted({0, len(whole), *(cut for cut in cuts if cut < len(whole))})

    async def arriving(more: bytes = b"") -> AsyncIterator[bytes]:
        for start, end in pairwise(places):
            yield whole[start:end]
        yield more

    assert [line async for line in lines(arriving(), 9)] == texts
    for more in (b"y" * 10, b"y" * 10 + b"\n"):
        with pytest.raises(MessageTooLongError):
            assert [line async for line in lines(arriving(more), 9)]
