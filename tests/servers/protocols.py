"""Honest servers that speak the protocols of the providers, as behaviours of the loopback server in `hostile`.

Each reads the prompt where its protocol puts it, writes the scripted reply where its protocol wants it, as a tool call
where one was asked for, and reports usage: 100 tokens in, 10 of them cached, and 20 out.
"""

import json
from collections.abc import Callable
from typing import Any

from smurfs_graph.prompting.prompts import parse_sections
from smurfs_graph.testing import call_of
from tests.servers.hostile import Behaviour, Body, Handler, HostileServer, is_call, named_tool


def anthropic(handler: Handler, body: Body) -> None:
    """Anthropic's Messages API: POST /v1/messages."""
    assert handler.path.endswith("/v1/messages"), handler.path
    text = reply(handler.owner, words(body.get("system")), words(body["messages"][-1]["content"]))
    content: dict[str, Any] = {"type": "text", "text": text}
    stop = "end_turn"
    if body.get("tools") and is_call(text):
        name = named_tool([each["name"] for each in body["tools"]])
        content = {"type": "tool_use", "id": "t1", "name": name, "input": json.loads(text)}
        stop = "tool_use"
    handler.send(
        200,
        {
            "id": "m1",
            "type": "message",
            "role": "assistant",
            "model": body["model"],
            "content": [content],
            "stop_reason": stop,
            "stop_sequence": None,
            "usage": {"input_tokens": 90, "cache_read_input_tokens": 10, "output_tokens": 20},
        },
    )


def google(handler: Handler, body: Body) -> None:
    """Gemini's generateContent: POST /v1beta/models/NAME:generateContent."""
    assert handler.path.split("?")[0].endswith(":generateContent"), handler.path
    system = body.get("systemInstruction") or {"parts": []}
    text = reply(handler.owner, words(system["parts"]), words(body["contents"][-1]["parts"]))
    part: dict[str, Any] = {"text": text}
    if body.get("tools") and is_call(text):
        name = named_tool([each["name"] for each in body["tools"][0]["functionDeclarations"]])
        part = {"functionCall": {"name": name, "args": json.loads(text)}}
    handler.send(
        200,
        {
            "candidates": [{"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}],
            "usageMetadata": {
                "promptTokenCount": 100,
                "cachedContentTokenCount": 10,
                "candidatesTokenCount": 20,
                "totalTokenCount": 120,
            },
            "modelVersion": "any",
        },
    )


def ollama(handler: Handler, body: Body) -> None:
    """Ollama's chat: POST /api/chat, answered as a stream of JSON lines. It reports no cached tokens."""
    assert handler.path == "/api/chat", handler.path
    text = reply(handler.owner, body["messages"][0]["content"], body["messages"][-1]["content"])
    said: dict[str, Any] = {"role": "assistant", "content": text}
    if body.get("tools") and is_call(text):
        name = named_tool([each["function"]["name"] for each in body["tools"]])
        said = {"role": "assistant", "content": "", "tool_calls": [call_for(name, text)]}
    common = {"model": body["model"], "created_at": "2026-01-01T00:00:00Z"}
    lines: list[dict[str, Any]] = [
        {**common, "message": said, "done": False},
        {
            **common,
            "message": {"role": "assistant", "content": ""},
            "done": True,
            "done_reason": "stop",
            "prompt_eval_count": 100,
            "eval_count": 20,
        },
    ]
    handler.send(200, "\n".join(map(json.dumps, lines)) + "\n", content_type="application/x-ndjson")


def call_for(name: str, text: str) -> dict[str, Any]:
    """A tool call as Ollama writes it."""
    return {"function": {"name": name, "arguments": json.loads(text)}}


def responses(handler: Handler, body: Body) -> None:
    """OpenAI's Responses API: POST /v1/responses."""
    assert handler.path.endswith("/v1/responses"), handler.path
    messages = body["input"]
    text = reply(handler.owner, words(messages[0]["content"]), words(messages[-1].get("content")))
    message: dict[str, Any] = {
        "type": "message",
        "id": "m1",
        "role": "assistant",
        "status": "completed",
        "content": [{"type": "output_text", "text": text, "annotations": []}],
    }
    if body.get("tools") and is_call(text):
        name = named_tool([each["name"] for each in body["tools"]])
        message = {"type": "function_call", "id": "f1", "call_id": "c1", "name": name, "arguments": text}
    handler.send(
        200,
        {
            "id": "r1",
            "object": "response",
            "created_at": 0,
            "status": "completed",
            "model": body["model"],
            "output": [message],
            "parallel_tool_calls": False,
            "tool_choice": "auto",
            "tools": [],
            "usage": {
                "input_tokens": 100,
                "input_tokens_details": {"cached_tokens": 10, "cache_write_tokens": 0},
                "output_tokens": 20,
                "output_tokens_details": {"reasoning_tokens": 0},
                "total_tokens": 120,
            },
        },
    )


PROTOCOLS: dict[str, Behaviour] = {"anthropic": anthropic, "google": google, "ollama": ollama, "responses": responses}


def overloaded(status: int) -> Callable[[Behaviour], Behaviour]:
    """A behaviour that answers the first request with an error status and goes on as another does."""

    def spoil(behaviour: Behaviour) -> Behaviour:
        def spoilt(handler: Handler, body: Body) -> None:
            if len(handler.owner.requests) > 1:
                behaviour(handler, body)
            else:
                handler.send(status, {"error": {"message": "busy", "type": "overloaded_error"}})

        return spoilt

    return spoil


def reply(server: HostileServer, system: str, user: str) -> str:
    """What the server's script says to a prompt."""
    said = server.script(call_of(system), parse_sections(user))
    return said if isinstance(said, str) else json.dumps(said)


def words(content: Any) -> str:
    """The text of a message's content, a string or a list of parts."""
    if isinstance(content, str):
        return content
    return "".join(part if isinstance(part, str) else part.get("text", "") for part in content or [])
