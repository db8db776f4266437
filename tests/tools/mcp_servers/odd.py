"""A server without the SDK that says what no server should: odd.py [refuses|version|form|text|child FILE]."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

MODE = "".join(sys.argv[1:2])


def say(**message: Any) -> None:
    """Write one message."""
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


if MODE == "child":
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], stdin=subprocess.DEVNULL)
    Path(sys.argv[2]).write_text(str(child.pid))
for line in sys.stdin:
    asked = json.loads(line)
    number, method = asked.get("id"), asked.get("method")
    if method == "initialize" and MODE == "refuses":
        say(id=number, error={"code": -32602, "message": "not\ntoday \x1b[31m"})
    elif method == "initialize":
        print("Starting ...", flush=True)
        say(method="notifications/strange", params={"token": "sk-hunter2"})
        say(id=77, method="strange/request", params={})
        version = "1999-01-01" if MODE == "version" else asked["params"]["protocolVersion"]
        server = {"protocolVersion": version, "serverInfo": {"name": "odd", "version": "1"}}
        say(id=number, result={**server, "capabilities": {"tools": {}}})
    elif method == "tools/list" and MODE in ("form", "text"):
        schema = {"inputSchema": {"type": "string"}} if MODE == "text" else {}
        say(id=number, result={"tools": [{"name": "formless", **schema}]})
    elif method == "tools/list":
        say(id="not-a-number", result={"secret": "sk-hunter2"})
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
