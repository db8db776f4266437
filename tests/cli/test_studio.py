"""`smurfs studio`: what it serves, what it refuses before it starts anything, and whom its server answers."""

import json
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph.cli import main
from smurfs_graph.serving.host_guard import HostGuard
from smurfs_graph.serving.studio_names import STUDIO, VARIABLE
from smurfs_graph.strategies import SHOWN, STRATEGIES


def status(*arguments: str) -> int:
    """The exit status of the command."""
    with pytest.raises(SystemExit) as ended:
        main(["studio", *arguments])
    return int(ended.value.code or 0)


def test_the_configuration_names_strategies_tools_and_settings(tmp_path: Path) -> None:
    """The written langgraph.json is one that another server can use too."""
    file = tmp_path / "langgraph.json"
    given = ["--strategy", "full", "--strategy", "alpha-umi", "--set", "max_depth=2", "--tools", "builtin:calc"]
    assert status(*given, "--write", str(file)) == 0
    made: Any = json.loads(file.read_text())
    assert {name: graph["path"].partition(":")[2] for name, graph in made["graphs"].items()} == {
        "full": "full",
        "alpha-umi": "alpha_umi",
    }
    assert made["graphs"]["full"]["description"] == STRATEGIES["full"].purpose
    asked = json.loads(made["env"][VARIABLE])
    assert asked == {"strategies": ["full", "alpha-umi"], "tools": ["builtin:calc"], "settings": {"max_depth": 2}}
    assert made["http"]["cors"]["allow_origins"] == ["https://smith.langchain.com"]
    own: Any = json.loads((Path(__file__).parents[2] / "langgraph.json").read_text())
    serde = own["checkpointer"]["serde"]
    assert sorted(made["checkpointer"]["serde"]["allowed_msgpack_modules"]) == sorted(serde["allowed_msgpack_modules"])
    assert status("--write", str(file)) == 2  # it is there


def test_without_options_all_but_the_ablations_are_served(tmp_path: Path) -> None:
    """With the built-in toolsets; they are those of the project's own langgraph.json."""
    assert status("--write", str(tmp_path / "made.json")) == 0
    served: Any = json.loads((tmp_path / "made.json").read_text())["graphs"]
    own: Any = json.loads((Path(__file__).parents[2] / "langgraph.json").read_text())
    assert served.keys() == {*SHOWN} and served == own["graphs"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--strategy", "ful"], "did you mean 'full'"),
        (["--tools", "builtin:nothing"], "unknown built-in toolset"),
        (["--set", "max_depth=0"], "max_depth"),
        (["--model", "openai:x"], "OPENAI_API_KEY"),
    ],
)
def test_what_cannot_be_served_is_refused_in_a_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before a server is started."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    assert status(*arguments, "--no-browser") == 2
    lines = capsys.readouterr().err.strip().splitlines()
    assert len(lines) == 1
    assert said in lines[0]


@pytest.mark.parametrize(
    ("host", "origin", "permitted"),
    [
        (b"127.0.0.1:2024", b"", True),
        (b"localhost:2024", b"https://smith.langchain.com", True),
        (b"[::1]:2024", b"http://localhost:3000", True),
        (b"127.0.0.1:2024", b"https://evil.example", False),
        (b"127.0.0.1:2024", b"https://smith.langchain.com.evil.example", False),
        (b"127.0.0.1:2024", b"null", False),
        (b"localhost:2024", b"http://localhost:3000.evil.example", False),
        (b"localhost:2024", b"http://evil.example@localhost", False),
        (b"localhost:2024", b"file://localhost", False),
        (b"localhost:2024.evil.example", b"", False),
        (b"localhost/evil.example", b"", False),
        (b"evil.example@localhost", b"", False),
        (b"[::1]evil.example", b"", False),
        (b"LOCALHOST:2024", b"", True),
        (b"localhost.:2024", b"http://localhost.", True),
        (b"[0:0:0:0:0:0:0:1]:2024", b"http://[0::1]:3000", True),
        (b"localhost..", b"", False),
        (b"[::2]:2024", b"", False),
        (b"[1.2.3]", b"", False),
        (b"127.0.0.1:2024", b"http://[", False),
        (b"[::1", b"", False),
        (b"evil.example:2024", b"", False),
        (b"", b"", False),
    ],
)
def test_only_this_machine_and_studio_are_answered(host: bytes, origin: bytes, permitted: bool) -> None:
    """A page of another origin cannot start runs, also not by a plain form or under a name that leads here."""
    headers = [(b"host", host)] + ([(b"origin", origin)] if origin else [])
    guard = HostGuard(None, pages=(STUDIO,))
    assert guard.is_permitted(headers) is permitted
    for again in ([(b"Host", b"evil.example")], [(b"host", b"localhost")], [(b"origin", b"")] * 2):
        assert not guard.is_permitted([*again, *headers]), "whoever is behind the guard could read the other one"
