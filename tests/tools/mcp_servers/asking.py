"""A server of the stateless protocol whose tools ask a person, as its first argument says, before they answer.

Without the SDK, which takes ten times as long to start. Each call adds a line to the file that COUNT names; while there
is a file "down" beside it, the server does not start.
"""

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import everything

CITY = {"city": {"type": "string", "enum": ["Rome", "Paris"]}}
FORMS: dict[str, dict[str, Any]] = {
    "one": {"type": "object", "properties": CITY, "required": ["city"]},
    "hanging": {"type": "object", "properties": CITY, "required": ["city"]},
    "changing": {"type": "object", "properties": CITY},
    "two": {"type": "object", "properties": {**CITY, "days": {"type": "integer"}}, "required": ["city", "days"]},
    "secret": {"type": "object", "properties": {"api_key": {"type": "string"}}},
}
NOTHING: dict[str, Any] = {"type": "object", "properties": {}}
TOOLS = [
    {"name": "look", "description": "Look at the sky.", "inputSchema": NOTHING, "annotations": {"readOnlyHint": True}},
    {
        "name": "order",
        "description": "Order a thing.",
        "inputSchema": NOTHING,
        "annotations": {"destructiveHint": True},
    },
]
END = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}


def result_of(method: str, given: dict[str, Any]) -> dict[str, Any]:
    """The answer to a request."""
    if method == "server/discover":
        return {**END, "supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}}
    if method == "tools/list":
        return {**END, "tools": TOOLS}
    capabilities = given["_meta"]["io.modelcontextprotocol/clientCapabilities"]
    state = given.get("requestState")
    everything.leave_trace(
        "COUNT", f"{given['name']} {state} {'can' if 'elicitation' in capabilities else 'cannot'} ask"
    )
    if state is None:
        made = len(Path(os.environ["COUNT"]).read_text().splitlines())
        message = f"Which place? ({made})" if sys.argv[1] == "changing" else "Which place?"
        form = {"mode": "form", "message": message, "requestedSchema": FORMS[sys.argv[1]]}
        asked = {"q": {"method": "elicitation/create", "params": form}}
        return {"resultType": "input_required", "inputRequests": asked, "requestState": "state-1"}
    if sys.argv[1] == "hanging":
        time.sleep(600)
    said = given["inputResponses"]["q"]
    return {**END, "content": [{"type": "text", "text": f"{state}: {said['action']} {said.get('content')}"}]}


if Path(os.environ["COUNT"]).with_name("down").exists():
    sys.exit("out of order")
for line in sys.stdin:
    request = json.loads(line)
    if "id" in request:
        everything.say(id=request["id"], result=result_of(request["method"], request["params"]))
