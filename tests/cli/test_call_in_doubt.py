"""A call that was under way when its process was killed: the command asks what became of it, and takes no approval."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.person import Person
from tests.servers.streaming import Reply, StreamingServer

TOOLS = '''
import os
from pathlib import Path

def ship(parcel: str) -> str:
    """Ship a parcel."""
    log = Path(__file__).with_suffix(".log")
    with log.open("a") as file:
        file.write(parcel + chr(10))
    if len(log.read_text().splitlines()) == 1:
        os._exit(9)
    return "shipped"
'''
WHAT = "repeat, leave, or made: and what it brought? "


def reply(body: dict[str, list[dict[str, str]]]) -> Reply:
    """A call, then an answer."""
    results = [message for message in body["messages"] if message["role"] == "tool"]
    return Reply((f"It says: {results[0]['content']}",)) if results else Reply(calls=(("ship", {"parcel": "P-1"}),))


@pytest.fixture
def shipped(tmp_path: Path, smurfs: Run, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A run `t` whose process ended in the middle of its call; the log of calls."""
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    (tmp_path / "port.py").write_text(TOOLS)
    with StreamingServer(reply) as server:
        command = [sys.executable, "-m", "smurfs_graph", "run", "Ship P-1.", "--thread=t"]
        command += [f"--tools={tmp_path / 'port.py'}", "--model=openai:x", f"--base-url={server.base_url}"]
        killed = subprocess.run([*command, "--set=step_shape=native"], check=False, timeout=120, capture_output=True)
        assert killed.returncode == 9, killed.stderr
        yield tmp_path / "port.log"


@pytest.mark.parametrize(
    ("answer", "calls", "said"),
    [("repeat", 2, "It says: shipped"), ("made: number 7", 1, "It says: number 7")],
)
def test_it_is_answered_in_words_and_never_approved(
    answer: str, calls: int, said: str, shipped: Path, smurfs: Run
) -> None:
    """An approval is refused in a line, and the question waits."""
    asked = smurfs("resume", "t")
    assert asked.status == 1
    assert "The call may have been made. repeat: make it again; leave: go on without it" in asked.err
    assert "=repeat|leave|'made: TEXT']" in asked.err
    for wrong in ("approve", '{"decision": "approve"}', "reject", "respond: it went out"):
        refused = smurfs("resume", "t", "--answer", wrong)
        assert refused.status == 2 and "repeat" in refused.err.splitlines()[-1], refused.err
    assert len(shipped.read_text().splitlines()) == 1
    assert said in smurfs("resume", "t", "--answer", answer).out
    assert len(shipped.read_text().splitlines()) == calls


def test_at_a_terminal_it_takes_whole_words(shipped: Path, tmp_path: Path) -> None:
    """No letter of habit has it made again."""
    with Person(tmp_path / "home", "resume", "t") as person:
        for habit in ("a", "y", "r", "approve", ""):
            person.sees(WHAT)
            person.types(habit)
            person.sees("say repeat (make the call again)")
        person.sees(WHAT)
        person.types("made: number 7")
        person.sees("It says: number 7")
        assert person.ends() == 0
    assert shipped.read_text() == "P-1\n"
