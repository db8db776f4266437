"""`smurfs tools list` and `smurfs tools call`."""

import asyncio
import json
import sys

from smurfs_graph.cli.output import kept_clean, print_json
from smurfs_graph.cli.values import pair, parsed
from smurfs_graph.errors import ConfigurationError, UnknownNameError
from smurfs_graph.tools.calling import MAX_STORED_CHARS, call_tool
from smurfs_graph.tools.specs import BUILTIN, load_tools

TIMEOUT = 60.0
"""Seconds that a tool called by hand may take."""


def list_tools(specs: list[str], *, as_json: bool) -> int:
    """Print the tools of the specs; without any, the built-in toolsets."""
    if not specs:
        if as_json:
            raise ConfigurationError("--json lists documents of tools; say which, as in --tools builtin:calc")
        for name, purpose in BUILTIN.items():
            print(f"builtin:{name:8} {purpose}")
        return 0
    with kept_clean():
        tools = load_tools(specs)
    if as_json:
        documents = [json.loads(tool.document) | {"source": tool.source} for tool in tools.values()]
        print_json(documents, indent=2)
        return 0
    for tool in tools.values():
        required = set(tool.parameters.get("required", []))
        names = [name if name in required else f"[{name}]" for name in tool.parameters.get("properties", {})]
        print(f"{tool.name}({', '.join(names)})\n    {tool.description}")
    return 0


def call(name: str, arguments: list[str], specs: list[str]) -> int:
    """Call one tool; its response goes to stdout, a failure's reason to stderr (status 1)."""
    if not specs:
        raise ConfigurationError("say where the tool comes from, as in --tools builtin:calc")
    with kept_clean():
        tools = load_tools(specs)
    if name not in tools:
        raise UnknownNameError("tool", name, tools)
    tool = tools[name]
    properties = tool.parameters.get("properties", {})
    given = dict(pair(text, name, "NAME=VALUE") for text in arguments)
    texts = {key for key in given if properties.get(key, {}).get("type") == "string"}
    typed = {key: text if key in texts else parsed(text) for key, text in given.items()}
    try:
        tool.validate(typed)
    except ValueError as error:
        raise ConfigurationError(f"{name}: {error}") from None
    with kept_clean():
        response = asyncio.run(call_tool(tool, typed, timeout=TIMEOUT, max_chars=MAX_STORED_CHARS))
    if response.failed:
        print(f"smurfs: {name} failed: {response.reason}", file=sys.stderr)
        return 1
    print(response.full)
    return 0
