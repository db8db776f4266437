"""`--policy` on the command line: what is denied stays undone, what is asked waits for a yes."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

TOOLS = '''
from pathlib import Path
from smurfs_graph import effects

@effects("write")
def note(text: str) -> str:
    """Write a note.

    Args:
        text: The note.
    """
    with Path(__file__).with_suffix(".notes").open("a") as file:
        file.write(text + "|")
    return "written"
'''


@pytest.fixture
def writer(tmp_path: Path) -> Path:
    """A file with a tool that writes."""
    path = tmp_path / "writer.py"
    path.write_text(TOOLS)
    return path


def notes(writer: Path) -> str:
    """Return what was really written."""
    path = writer.with_suffix(".notes")
    return path.read_text() if path.exists() else ""


def test_a_write_by_hand_needs_a_yes(smurfs: Run, writer: Path) -> None:
    """Without a terminal: --yes; what to do is said."""
    refused = smurfs("tools", "call", "note", "text=a", "--tools", writer)
    assert (refused.status, notes(writer)) == (1, "")
    assert "--yes" in refused.err
    assert smurfs("tools", "call", "note", "text=b", "--tools", writer, "--yes").status == 0
    assert notes(writer) == "b|"


def test_a_policy_allows_and_denies_by_argument(smurfs: Run, writer: Path, tmp_path: Path) -> None:
    """A denial is a denial, whoever says yes."""
    policy = tmp_path / "policy.yaml"
    policy.write_text("rules: [{decision: deny, arguments: {text: secret}}, {decision: allow, tools: note}]")
    common = ("--tools", writer, "--policy", policy, "--yes")
    assert smurfs("tools", "call", "note", "text=fine", *common).status == 0
    refused = smurfs("tools", "call", "note", "text=the secret", *common)
    assert (refused.status, notes(writer)) == (1, "fine|")
    assert "the policy forbids this call" in refused.err


def test_the_list_says_what_holds(smurfs: Run, writer: Path, tmp_path: Path) -> None:
    """The list tells effects and policy as text and as JSON."""
    assert "note(text)  [write: ask]" in smurfs("tools", "list", "--tools", writer).out
    policy = tmp_path / "policy.yaml"
    policy.write_text("rules: [{decision: deny, effects: [write]}]")
    listed = json.loads(smurfs("tools", "list", "--json", "--tools", writer, "--policy", policy).out)
    assert (listed[0]["effects"], listed[0]["policy"]) == (["write"], "deny")


def test_a_policy_that_cannot_be_used_is_a_usage_error(smurfs: Run, writer: Path, tmp_path: Path) -> None:
    """For every command, before anything is done."""
    policy = tmp_path / "policy.yaml"
    policy.write_text("rules: [{decision: allow, tool: note}]")
    common = ("--tools", writer, "--policy", policy)
    for command in (["run", "write a note"], ["tools", "list"], ["tools", "call", "note", "text=a"]):
        done = smurfs(*command, *common)
        assert done.status == 2
        assert "rule 1, tool: no such key; did you mean 'tools'?" in done.err
    assert notes(writer) == ""
