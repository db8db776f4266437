"""What a model thought before a call goes back to its server as it came, with its signature: some refuse a history
without it.
"""

from typing import Any

import pytest

from tests.servers.hostile import Behaviour, Body, Handler
from tests.servers.protocols import PROTOCOLS, send
from tests.servers.test_providers import keys, run, run_streamed

__all__ = ["keys"]  # a fixture

MARK = "c2lnbmF0dXJl"
"""A signature; Gemini's are base64."""
CALLED = {"a": 2, "b": 3}

_ANTHROPIC: Body = {
    "id": "m1",
    "type": "message",
    "role": "assistant",
    "model": "any",
    "content": [
        {"type": "thinking", "thinking": "It is a sum.", "signature": MARK},
        {"type": "tool_use", "id": "t1", "name": "add", "input": CALLED},
    ],
    "stop_reason": "tool_use",
    "stop_sequence": None,
    "usage": {"input_tokens": 50, "output_tokens": 20},
}
_PART: Body = {"functionCall": {"name": "add", "args": CALLED}, "thoughtSignature": MARK}
_GOOGLE: Body = {
    "candidates": [{"content": {"role": "model", "parts": [_PART]}, "finishReason": "STOP", "index": 0}],
    "usageMetadata": {"promptTokenCount": 50, "candidatesTokenCount": 20, "totalTokenCount": 70},
    "modelVersion": "any",
}
_REASONING: Body = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": MARK}
_RESPONSES: Body = {
    "id": "r1",
    "object": "response",
    "created_at": 0,
    "status": "completed",
    "model": "any",
    "output": [
        _REASONING,
        {"type": "function_call", "id": "f1", "call_id": "c1", "name": "add", "arguments": '{"a": 2, "b": 3}'},
    ],
    "parallel_tool_calls": False,
    "tool_choice": "auto",
    "tools": [],
}
FIRST: dict[str, Body] = {"anthropic": _ANTHROPIC, "google": _GOOGLE, "responses": _RESPONSES}


def thoughtful(provider: str, asked: list[Body]) -> Behaviour:
    """Thinks before its first call, and goes on as the protocol's honest server does."""

    def behaviour(handler: Handler, body: Body) -> None:
        asked.append(body)
        if len(asked) == 1:
            send(handler, body, FIRST[provider])
        else:
            PROTOCOLS[provider](handler, body)

    return behaviour


def sent_back(provider: str, body: Body) -> list[Any]:
    """What a request says of the model's own turn, in the provider's form."""
    if provider == "google":
        return [part for turn in body["contents"] if turn["role"] == "model" for part in turn["parts"]]
    if provider == "responses":
        return [item for item in body["input"] if item.get("type") == "reasoning"]
    return [part for turn in body["messages"] if turn["role"] == "assistant" for part in turn["content"]]


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize("provider", FIRST)
async def test_thoughts_go_back_with_their_signatures(provider: str, streamed: bool) -> None:
    """In the request that brings the call's result."""
    asked: list[Body] = []
    behaviour = thoughtful(provider, asked)
    result = (await run_streamed(provider, behaviour))[0] if streamed else run(provider, behaviour)[0]
    assert result["stop_reason"] == "answered", result["warnings"]
    assert MARK in str(sent_back(provider, asked[1]))
