"""Calls of operations on Prism, which plays a vendor's service by its own document and refuses what does not fit it."""

import asyncio
import json
import os
import re
import socket
import subprocess
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from smurfs_graph import ToolError
from smurfs_graph.tools.openapi import openapi_tools
from smurfs_graph.tools.openapi.document import as_list, as_mapping
from smurfs_graph.tools.tool import Tool
from tests.benchmarks.document_examples import example_of, read_published

VENDORS = ("stripe.com.json", "box.com.json", "digitalocean.com.json", "github.com/api.github.com.json")
_UNENDING = frozenset({"stripe.com.json"})
"""Whose responses hold each other, so that Prism comes to no end of reading them."""
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


class PrismCalls(NamedTuple):
    """The results of the calls on one vendor's document."""

    line: str
    failures: list[str]


def sample_of(schema: dict[str, Any]) -> dict[str, Any]:
    """Return arguments for what a schema requires."""
    properties = as_mapping(schema.get("properties"))
    return {
        name: _value(as_mapping(properties[name]), 0) for name in as_list(schema.get("required")) if name in properties
    }


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
    fitting = (each for each in ("abc", "1", "abc1", "ABC", "A1") if _matches(schema, each))
    text = _TEXTS.get(str(schema.get("format"))) or next(fitting, "abc")
    text = text.ljust(int(schema.get("minLength", 0)), "1")
    return text[: int(schema["maxLength"])] if "maxLength" in schema else text


def _matches(schema: dict[str, Any], text: str) -> bool:
    try:
        return re.search(str(schema.get("pattern") or ""), text) is not None
    except re.error:  # of another dialect
        return False


def call_on_prism(cache: Path, document: Path, calls: int) -> PrismCalls:
    """Call operations of a document, evenly chosen, on Prism."""
    program = cache / "node_modules" / ".bin" / "prism"
    name = document.name.partition(".")[0]
    if not program.is_file():
        command = ["npm", "install", "--silent", "--prefix", str(cache), "@stoplight/prism-cli"]
        try:
            subprocess.run(command, check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError) as error:
            return PrismCalls(f"{name}: Prism cannot be had from npm ({type(error).__name__}): no calls", [])
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        played = Path(folder) / f"{name}.json"
        said = json.loads(document.read_text())
        if document.name in _UNENDING:
            _without_responses(said)
        played.write_text(_with_few_paths(said, calls))
        prism = subprocess.Popen(
            [program, "mock", "--host", "127.0.0.1", "--port", str(port), played],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            _wait_for(port, prism)
            return _call_all(name, played, f"http://127.0.0.1:{port}", calls)
        except TimeoutError:
            return PrismCalls(f"{name}: Prism does not listen within {_READY:g} s: no calls", [])
        finally:
            prism.terminate()
            prism.wait()


def _with_few_paths(document: dict[str, Any], paths: int) -> str:
    """Return a document with some of its paths, evenly chosen: Prism takes minutes to read all of a large one.

    Where others may refer to a path, all are there.
    """
    whole = json.dumps(document)
    known = list(document["paths"])
    if '"#/paths/' in whole or len(known) <= paths:
        return whole
    chosen = known[:: max(1, len(known) // paths)][:paths]
    chosen += [whole for path in chosen if (whole := path.partition("#")[0]) in document["paths"]]  # Prism's own route
    return json.dumps({**document, "paths": {path: document["paths"][path] for path in dict.fromkeys(chosen)}})


def _without_responses(document: dict[str, Any]) -> None:
    """Have each operation answer 200 without more: only requests are held to the document."""
    for item in document["paths"].values():
        for said in item.values():
            if isinstance(said, dict) and "responses" in said:
                said["responses"] = {"200": {"description": "done"}}
    if "#/components/schemas" not in json.dumps(document["paths"]):
        document["components"].pop("schemas", None)


def _wait_for(port: int, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + _READY
    while time.monotonic() < end and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.2)
    raise TimeoutError


def _call_all(name: str, document: Path, address: str, calls: int) -> PrismCalls:
    os.environ.update({f"{name.upper()}_{kind}": "benchmark-key-1" for kind in ("TOKEN", "KEY", "USER", "PASSWORD")})
    tools = openapi_tools(str(document), server=address)
    counts: Counter[str] = Counter()
    failures: list[str] = []
    published = read_published(document, address)
    both = list(zip(tools, published.operations, strict=True))
    for tool, operation in both[:: max(1, len(tools) // calls)][:calls]:
        outcome, said = asyncio.run(_call(tool, example_of(operation, published.references)))
        counts[outcome] += 1
        if outcome != "success":
            failures.append(f"{name} {tool.name}: {outcome}: {said}")
    answered = counts["success"] + counts["judged a failure"]
    line = f"{name}: {sum(counts.values())} calls, {answered} answered with 2xx, {counts['judged a failure']} judged"
    return PrismCalls(f"{line} a failure, {counts['not valid']} not sent", failures)


async def _call(tool: Tool, example: dict[str, Any]) -> tuple[str, str]:
    """Call with the document's own examples where they fit, samples of what else is required, or samples alone."""
    sample = sample_of(tool.parameters)
    try:
        arguments = tool.validate(sample | example)
    except ValueError:
        try:
            arguments = tool.validate(sample)
        except ValueError as error:
            return "not valid", str(error)
    try:
        await tool.call(arguments)
    except ToolError as error:
        return ("refused" if "status " in str(error) else "judged a failure"), str(error)
    return "success", ""
