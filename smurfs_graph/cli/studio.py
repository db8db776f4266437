"""`smurfs studio`: LangGraph's local server with the user's own tools and settings, for LangGraph Studio to look at."""

import importlib.util
import json
import os
import signal
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from smurfs_graph.cli.output import kept_clean
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.graph import build_graph
from smurfs_graph.settings import Settings
from smurfs_graph.state import CHECKPOINTED
from smurfs_graph.studio_names import SHOWN, STUDIO, TOOLS, VARIABLE, attribute_of

_GRACE = 10.0
"""Seconds that the server may take to end."""


def configuration(strategies: list[str], tools: list[str], settings: Settings) -> dict[str, Any]:
    """A langgraph.json: one graph per strategy, and in its environment what they are built with."""
    named = settings.model_dump(mode="json", include=settings.model_fields_set - {"strategy"})
    asked = {"strategies": strategies, "tools": tools, "settings": named}
    loadable = sorted([kind.__module__, kind.__name__] for kind in CHECKPOINTED)
    return {
        "dependencies": ["."],
        "checkpointer": {"serde": {"allowed_msgpack_modules": loadable}},
        "graphs": {name: f"smurfs_graph.studio:{attribute_of(name)}" for name in strategies},
        "env": {VARIABLE: json.dumps(asked)},
        "http": {
            "app": "smurfs_graph.studio_guard:app",
            "cors": {"allow_origins": [STUDIO], "allow_methods": ["*"], "allow_headers": ["*"]},
        },
    }


def serve(
    strategies: list[str], tools: list[str], values: dict[str, Any], *, port: int, browser: bool, write: Path | None
) -> int:
    """Start the server and stay until it ends; or write its configuration, for a server of one's own.

    Raises ConfigurationError where something is missing or cannot be loaded, before any server is started.
    """
    names, specs = strategies or list(SHOWN), tools or list(TOOLS)
    settings = [Settings.checked(**{**values, "strategy": name}) for name in names]
    with kept_clean():
        for each in settings:
            build_graph(each, specs)
    made = configuration(names, specs, settings[0])
    if write is not None:
        return _written(made, write)
    if importlib.util.find_spec("langgraph_api") is None or importlib.util.find_spec("langgraph_cli") is None:
        raise ConfigurationError("LangGraph's local server is not installed; pip install 'smurfs-graph[studio]'")
    with tempfile.TemporaryDirectory(prefix="smurfs-studio-") as folder:
        file = Path(folder) / "langgraph.json"
        file.write_text(json.dumps(made), encoding="utf-8")
        return _served(file, port, browser)


def _written(made: dict[str, Any], write: Path) -> int:
    if write.exists():
        raise ConfigurationError(f"{str(write)!r} is there already; name a new file")
    try:
        write.write_text(json.dumps(made, indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise ConfigurationError(f"{str(write)!r} cannot be written: {error.strerror}") from None
    print(write)
    return 0


def _handed_on_to(process: "subprocess.Popen[bytes]") -> Any:
    def handed_on(number: int, frame: Any) -> None:
        process.send_signal(signal.SIGINT)

    return handed_on


def _served(file: Path, port: int, browser: bool) -> int:
    """The server, in the folder that the user is in, so that its threads and relative names are there."""
    command = [sys.executable, "-m", "langgraph_cli", "dev", "--config", str(file), "--no-reload"]
    command += ["--host", "127.0.0.1", "--port", str(port), *([] if browser else ["--no-browser"])]
    environment = {"LANGGRAPH_CLI_NO_ANALYTICS": "1", **os.environ}
    print(f"smurfs: serving on http://127.0.0.1:{port}; Ctrl-C ends it", file=sys.stderr)
    with ExitStack() as stack:
        process = stack.enter_context(subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL))
        before = signal.signal(signal.SIGTERM, _handed_on_to(process))
        stack.callback(signal.signal, signal.SIGTERM, before)
        try:
            return process.wait()
        except KeyboardInterrupt:  # the terminal has sent it to the server too
            try:
                process.wait(_GRACE)
            except subprocess.TimeoutExpired:
                process.kill()
            return 0
