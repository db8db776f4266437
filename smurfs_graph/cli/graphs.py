"""`smurfs graph`, `strategies`, `studio` and `mcp`: the graph of the user's tools and settings, drawn and served."""

import asyncio
import importlib.util
import json
import os
import signal
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NamedTuple

from langgraph.checkpoint.memory import InMemorySaver

from smurfs_graph.cli.findings import use_findings
from smurfs_graph.cli.output import keep_clean, write_whole
from smurfs_graph.cli.signals import handle
from smurfs_graph.errors import ConfigurationError, how_to_install
from smurfs_graph.graph import NO_TOOLS, build_graph
from smurfs_graph.serving.studio_names import STUDIO, TOOLS, VARIABLE, attribute_of
from smurfs_graph.settings import Settings, StrategyName
from smurfs_graph.state import CHECKPOINTED
from smurfs_graph.strategies import SHOWN, STRATEGIES

_GRACE = 10.0
"""Seconds that Studio's server may take to end."""


def list_strategies() -> int:
    """Print the strategies, the default one first."""
    for name, strategy in STRATEGIES.items():
        default = " [the default]" if name == Settings().strategy else ""
        print(f"{name:30} {strategy.purpose}{default}")
    return 0


def draw(specs: list[str], values: dict[str, Any]) -> int:
    """Print the graph as Mermaid text."""
    with keep_clean():
        graph = build_graph(Settings.checked(**values), specs or ["builtin:calc"]).get_graph(xray=True)
    print(graph.draw_mermaid().strip())
    return 0


def configuration(strategies: list[StrategyName], tools: list[str], settings: Settings) -> dict[str, Any]:
    """Return a langgraph.json: one graph per strategy, and in its environment what they are built with."""
    named = settings.model_dump(mode="json", include=settings.model_fields_set - {"strategy"})
    asked = {"strategies": strategies, "tools": tools, "settings": named}
    loadable = sorted([kind.__module__, kind.__name__] for kind in CHECKPOINTED)
    return {
        "dependencies": ["."],
        "checkpointer": {"serde": {"allowed_msgpack_modules": loadable}},
        "graphs": {
            name: {"path": f"smurfs_graph.serving.studio:{attribute_of(name)}", "description": STRATEGIES[name].purpose}
            for name in strategies
        },
        "env": {VARIABLE: json.dumps(asked)},
        "http": {
            "app": "smurfs_graph.serving.studio_guard:app",
            "cors": {"allow_origins": [STUDIO], "allow_methods": ["*"], "allow_headers": ["*"]},
        },
    }


def serve_studio(
    strategies: list[str], tools: list[str], values: dict[str, Any], *, port: int, browser: bool, write: Path | None
) -> int:
    """Start the server and stay until it ends; or write its configuration, for a server of one's own.

    Raises ConfigurationError where something is missing or cannot be loaded, before any server is started.
    """
    names, specs = strategies or list(SHOWN), tools or list(TOOLS)
    settings = [Settings.checked(**{**values, "strategy": name}) for name in names]
    with keep_clean():
        for each in settings:
            build_graph(each, specs)
    made = configuration([each.strategy for each in settings], specs, settings[0])
    if write is not None:
        return _write(made, write)
    if importlib.util.find_spec("langgraph_api") is None or importlib.util.find_spec("langgraph_cli") is None:
        raise ConfigurationError(f"LangGraph's local server is not installed; {how_to_install('studio')}")
    with tempfile.TemporaryDirectory(prefix="smurfs-studio-") as folder:
        file = Path(folder) / "langgraph.json"
        file.write_text(json.dumps(made), encoding="utf-8")
        return _run_server(file, port, browser)


def _write(made: dict[str, Any], write: Path) -> int:
    if write.exists():
        raise ConfigurationError(f"{str(write)!r} is there already; name a new file")
    write_whole(write, [json.dumps(made, indent=2), "\n"])
    print(write)
    return 0


def _run_server(file: Path, port: int, browser: bool) -> int:
    """Run the server in the folder that the user is in, so that its threads and relative names are there."""
    command = [sys.executable, "-m", "langgraph_cli", "dev", "--config", str(file), "--no-reload"]
    command += ["--host", "127.0.0.1", "--port", str(port), *([] if browser else ["--no-browser"])]
    environment = {"LANGGRAPH_CLI_NO_ANALYTICS": "1", **os.environ}
    print(f"smurfs: serving on http://127.0.0.1:{port}; Ctrl-C ends it", file=sys.stderr)
    with subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL) as process, ExitStack() as stack:

        def hand_on(*_: object) -> None:
            process.send_signal(signal.SIGINT)

        stack.enter_context(handle(signal.SIGTERM, hand_on))
        try:
            return process.wait()
        except KeyboardInterrupt:  # the terminal has sent it to the server too
            try:
                process.wait(_GRACE)
            except subprocess.TimeoutExpired:
                process.kill()
            return 0


class HttpPlace(NamedTuple):
    """The address at which a server is served over HTTP, and its clients' names."""

    port: int | None
    """None: on standard input and output."""
    host: str
    """Empty: this machine."""
    names: list[str]
    """Other names that clients reach it by."""
    token_file: Path | None


def serve_mcp(specs: list[str], values: dict[str, Any], place: HttpPlace) -> int:
    """Serve until the client hangs up, over HTTP until Ctrl-C. Raises ConfigurationError before anything is served."""
    if not specs:
        raise ConfigurationError(NO_TOOLS)
    if place.port is None and place[1:] != ("", [], None):
        raise ConfigurationError("--host, --allowed-host and --token-file are for HTTP: say --port N, too")
    from smurfs_graph.serving.mcp_http import http_app, read_token, serve_http
    from smurfs_graph.serving.mcp_server import mcp_server

    with keep_clean():
        settings = Settings.checked(**{"max_questions": 3, **values})
        use_findings(settings, quiet=False)
        graph = build_graph(settings, specs, checkpointer=InMemorySaver())
    server = mcp_server(graph, keep_runs=False)
    if place.port is None:
        asyncio.run(_serve(server))
        return 0
    host = place.host or "127.0.0.1"
    app = http_app(server, host, place.names, read_token(place.token_file))
    serve_http(app, host, place.port)
    return 0


async def _serve(server: Any) -> None:
    """Serve with standard output for the protocol alone; what tools print there goes to standard error."""
    import anyio
    from mcp.server.stdio import stdio_server

    protocol = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    output = anyio.wrap_file(TextIOWrapper(protocol, encoding="utf-8", write_through=True))
    async with stdio_server(stdout=output) as (read, write):
        await server.run(read, write, server.create_initialization_options())
    sys.stdout.flush()
