"""A small model behind a server whose chat template has no tools: they are dropped without a word, as llama.cpp does.

It fills the schema of the doctor's question, says "ready" or some other short text, and runs on where a schema asks for
more. What the server counts of a prompt are its words.
"""

import json
from collections.abc import Callable
from typing import Any

from tests.servers.hostile import Behaviour, Body, Handler, HostileServer, completion

Count = Callable[[Body], Any]
ENDLESS = "and then the next one "


def words(body: Body) -> int:
    """Count what the model is shown: the messages, and not the tools."""
    return sum(len(str(each.get("content") or "").split()) for each in body["messages"]) + 4


def words_and_tools(body: Body) -> int:
    """Count as a server does that writes the tools into the system's text."""
    return words(body) + len(json.dumps(body.get("tools") or []).split())


def counted(tokens: Any, limit: int = 8) -> Body:
    """Return the usage that is reported; none for None."""
    return (
        {} if tokens is None else {"prompt_tokens": tokens, "completion_tokens": limit, "total_tokens": tokens + limit}
    )


def small_model(count: Count = words, reply: str = "I do not know.") -> Behaviour:
    """Return the behaviour of such a server. `count`: tokens of a request's prompt; `reply`: its text."""

    def behave(handler: Handler, body: Body) -> None:
        schema: Body = (body.get("response_format") or {}).get("json_schema", {}).get("schema", {})
        limit = int(body.get("max_completion_tokens") or body.get("max_tokens") or 1_000)
        text, finish, used = reply, "stop", 8
        if {"city", "nights", "status"} == {*schema.get("properties", {})}:
            text = json.dumps({"city": "Oslo", "nights": 3, "status": "free"})
        elif schema or "Count from" in str(body["messages"][-1]["content"]) or limit == 1:
            text, finish, used = ENDLESS * (limit // 5 + 1), "length", limit
        handler.send(200, completion(text, finish=finish, usage=counted(count(body), used)))

    return behave


def bound(server: HostileServer) -> list[Body]:
    """Return the requests that had tools bound."""
    return [body for body in server.requests if body.get("tools")]
