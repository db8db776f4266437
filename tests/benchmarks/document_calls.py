"""Calls of operations on Prism, which plays a vendor's service by its own document and refuses what does not fit it."""

import asyncio
import os
import socket
import subprocess
import time
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from smurfs_graph.errors import ToolError
from smurfs_graph.tools.openapi import openapi_tools
from smurfs_graph.tools.openapi.document import as_list, as_mapping
from smurfs_graph.tools.openapi.operations import Operation
from smurfs_graph.tools.tool import Tool

VENDORS = ("stripe.com.json", "box.com.json", "digitalocean.com.json", "openai.com.json")
_READY = 120.0
"""Seconds until Prism has read a document."""
_TEXTS = {
    "date": "2026-11-26",
    "date-time": "2026-11-26T12:00:00Z",
    "uuid": "123e4567-e89b-42d3-a456-426614174000",
    "uri": "https://service.example/a",
    "url": "https://service.example/a",
    "email": "ada@service.example",
    "ipv4": "192.0.2.1",
    "hostname": "service.example",
}
_MAX_DEPTH = 6


class Called(NamedTuple):
    """What became of the calls on one vendor's document."""

    line: str
    failures: list[str]


def sample_of(schema: dict[str, Any], operation: Operation | None = None) -> dict[str, Any]:
    """Return arguments for what a schema requires; with `operation`, for its parameters alone."""
    properties = as_mapping(schema.get("properties"))
    wanted = as_list(schema.get("required"))
    if operation is not None:
        parameters = {one.argument for one in operation.parameters}
        wanted = [name for name in wanted if name in parameters]
    return {name: _value(as_mapping(properties[name]), 0) for name in wanted if name in properties}


def _value(schema: dict[str, Any], depth: int) -> Any:
    """Return a value of a short schema, as small as it may be."""
    for key in ("const", "default"):
        if schema.get(key) is not None:
            return schema[key]
    for key in ("enum", "anyOf"):
        if choices := as_list(schema.get(key)):
            return choices[0] if key == "enum" else _value(as_mapping(choices[0]), depth)
    kind = schema.get("type")
    match kind[0] if isinstance(kind, list) else kind:
        case "object" if depth < _MAX_DEPTH:
            properties = as_mapping(schema.get("properties"))
            named = [name for name in as_list(schema.get("required")) if name in properties]
            return {name: _value(as_mapping(properties[name]), depth + 1) for name in named}
        case "object":
            return {}
        case "array":
            return [_value(as_mapping(schema.get("items")), depth + 1)] * int(schema.get("minItems", 1))
        case "integer" | "number":
            return max(1, schema.get("minimum", 1), schema.get("exclusiveMinimum", 0) + 1)
        case "boolean":
            return True
        case _:
            return _text(schema)


def _text(schema: dict[str, Any]) -> str:
    text = _TEXTS.get(str(schema.get("format")), "1" if "0-9" in str(schema.get("pattern")) else "abc")
    text = text.ljust(int(schema.get("minLength", 0)), "1")
    return text[: int(schema["maxLength"])] if "maxLength" in schema else text


def call_on_prism(cache: Path, document: Path, calls: int) -> Called:
    """Call operations of a document, evenly chosen, on Prism."""
    program = cache / "node_modules" / ".bin" / "prism"
    name = document.name.partition(".")[0]
    if not program.is_file():
        command = ["npm", "install", "--silent", "--prefix", str(cache), "@stoplight/prism-cli"]
        try:
            subprocess.run(command, check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError) as error:
            return Called(f"{name}: Prism cannot be had from npm ({type(error).__name__}): no calls", [])
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    prism = subprocess.Popen(
        [program, "mock", "--host", "127.0.0.1", "--port", str(port), document],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_for(port, prism)
        return _call_all(name, document, f"http://127.0.0.1:{port}", calls)
    finally:
        prism.terminate()
        prism.wait()


def _wait_for(port: int, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + _READY
    while time.monotonic() < end and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.2)
    raise SystemExit("Prism does not listen")


def _call_all(name: str, document: Path, address: str, calls: int) -> Called:
    os.environ.update({f"{name.upper()}_{kind}": "benchmark-key-1" for kind in ("TOKEN", "KEY", "USER", "PASSWORD")})
    tools = openapi_tools(str(document), server=address)
    counts: Counter[str] = Counter()
    failures: list[str] = []
    for tool in tools[:: max(1, len(tools) // calls)][:calls]:
        outcome, said = asyncio.run(_call(tool))
        counts[outcome] += 1
        if outcome != "success":
            failures.append(f"{name} {tool.name}: {outcome}: {said}")
    answered = counts["success"] + counts["judged a failure"]
    line = f"{name}: {sum(counts.values())} calls, {answered} answered with 2xx, {counts['judged a failure']} judged"
    return Called(f"{line} a failure, {counts['not valid']} not sent", failures)


async def _call(tool: Tool) -> tuple[str, str]:
    try:
        arguments = tool.validate(sample_of(tool.parameters))
    except ValueError as error:
        return "not valid", str(error)
    try:
        await tool.call(arguments)
    except ToolError as error:
        return ("refused" if "status " in str(error) else "judged a failure"), str(error)
    return "success", ""
