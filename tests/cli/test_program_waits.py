"""The harbour's sixth request as programs, by the command: one fails, one waits for a person at its writes."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Done
from tests.report.programs import ANSWER, QUERY, reply
from tests.servers.streaming import StreamingServer

TOOLS = """
from pathlib import Path
from smurfs_graph import effects
from tests.evidence import harbour

@effects("write")
def send_notice(container_id: str, email: str) -> str:
    \"\"\"Send the agent of a container the notice that its inspection failed.\"\"\"
    with Path(__file__).with_suffix(".log").open("a") as log:
        log.write(f"{container_id} {email}\\n")
    return "sent"

ALL = [*harbour.TOOLS, send_notice]
"""
SENT = ["K-30520 desk@lund.example", "K-30171 ops@baysound.example", "K-31071 hello@91freight.example"]


class Port:
    """A user's folder with the tools, and a server whose model writes the programs."""

    def __init__(self, folder: Path, server: StreamingServer) -> None:
        self._log, self._page, file = folder / "port.log", folder / "t.html", folder / "port.py"
        file.write_text(TOOLS)
        self._options = (f"--tools={file}:ALL", "--model=openai:x", f"--base-url={server.base_url}",
                         "--set=step_shape=code", "--set=max_steps=60", "--thread=t")  # fmt: skip
        self._environment = {**os.environ, "SMURFS_HOME": str(folder / "home"), "OPENAI_API_KEY": "none"}

    def run(self) -> Done:
        """`smurfs run` with the request."""
        return self.command("run", QUERY, *self._options)

    def command(self, *arguments: str) -> Done:
        """`smurfs` with these arguments, in a process of its own."""
        done = subprocess.run(
            [sys.executable, "-m", "smurfs_graph", *arguments],
            env=self._environment, capture_output=True, text=True, check=False, timeout=300,
        )  # fmt: skip
        return Done(done.returncode, done.stdout, done.stderr)

    def report(self) -> str:
        """The page of the run."""
        done = self.command("report", "t", "--output", str(self._page))
        assert done.status == 0, done.err
        return self._page.read_text(encoding="utf-8")

    def sent(self) -> list[str]:
        """The notices that went out."""
        return self._log.read_text().splitlines() if self._log.exists() else []


@pytest.fixture
def port(tmp_path: Path) -> Iterator[Port]:
    """Nothing was sent yet."""
    with StreamingServer(reply) as server:
        yield Port(tmp_path, server)


def test_a_program_that_waits_goes_on_in_another_process(port: Port) -> None:
    """With all that it had read, and the notices go out once; it is shown while it waits, and when it is over."""
    waits = port.run()
    assert waits.status == 1 and port.sent() == []
    said = [line.removeprefix("s1:").strip() for line in waits.err.splitlines() if line.startswith("s1:")]
    began, failed = "runs a program: 9 lines: rows = []", 'line 9: calls get_inspection(container_id="K-30502")'
    assert said.index(began) < said.index(failed)
    assert "line 18: list_containers is answered as before" in said
    assert sum(line.startswith("asks a person: may send_notice(") for line in said) == 3
    listed = json.loads(port.command("runs", "show", "t", "--json").out)
    assert listed[-1]["summary"].endswith(", in a program of 25 lines")
    page = port.report()
    assert "waiting for a person" in page and "run_python</code>(25 lines, 17 calls" in page

    done = port.command("resume", "t", "--answer", "approve")
    assert (done.status, done.out.strip()) == (0, ANSWER) and sorted(port.sent()) == sorted(SENT)
    assert "asks a person" not in done.err and "21 tool calls" in done.err
    page = port.report()
    assert "run_python</code>(25 lines, 20 calls" in page
    assert "read_inspection_log(container_id)</code> <span class=meta>7 calls, " in page
    assert "zip(bad, agents)])</code> <span class=meta>3 calls, " in page
    assert "K-31071 failed: Ninety-One Freight hello@91freight.example sent" in page
