"""A server without the SDK, which says what no server should: python odd.py."""

import json
import sys
from typing import Any


def say(**message: Any) -> None:
    """Write one message."""
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


for line in sys.stdin:
    asked = json.loads(line)
    number, method = asked.get("id"), asked.get("method")
    if method == "initialize":
        print("Starting ...", flush=True)
        say(method="notifications/strange", params={"token": "sk-hunter2"})
        say(id=77, method="strange/request", params={})
        server = {"protocolVersion": asked["params"]["protocolVersion"], "serverInfo": {"name": "odd", "version": "1"}}
        say(id=number, result={**server, "capabilities": {"tools": {}}})
    elif method == "tools/list":
        say(
            id=number, result={"tools": [{"name": name, "inputSchema": {"type": "object"}} for name in ("new", "long")]}
        )
        say(id=number, result={"tools": []})
    elif method == "tools/call" and asked["params"]["name"] == "new":
        say(id=4321, result={})
        say(id=number, result={"content": [{"type": "hologram"}]})
    elif method == "tools/call":
        sys.stdout.write("x" * 50_000_001)
        sys.stdout.flush()
