"""Honest servers that speak the protocols of the providers, as behaviours of the loopback server in `hostile`.

Each reads the prompt where its protocol puts it, writes the scripted reply where its protocol wants it, as a tool call
where one was asked for, and reports usage: 100 tokens in, 10 of them cached, and 20 out.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from tests.servers.hostile import Behaviour, Body, Handler, is_call, named_tool


def anthropic(handler: Handler, body: Body) -> None:
    """Anthropic's Messages API: POST /v1/messages."""
    assert handler.path.endswith("/v1/messages"), handler.path
    name, text = reply(handler, body.get("system"), body["messages"][-1]["content"], body.get("tools"))
    content: Body = {"type": "text", "text": text}
    if name:
        content = {"type": "tool_use", "id": "t1", "name": name, "input": json.loads(text)}
    usage = {"input_tokens": 90, "cache_read_input_tokens": 10, "output_tokens": 20}
    said = {"id": "m1", "type": "message", "role": "assistant", "model": body["model"], "content": [content]}
    stop = {"stop_reason": "tool_use" if name else "end_turn", "stop_sequence": None}
    send(handler, body, said | stop | {"usage": usage})


def google(handler: Handler, body: Body) -> None:
    """Gemini's generateContent: POST /v1beta/models/NAME:generateContent, or streamGenerateContent."""
    assert handler.path.split("?")[0].endswith(("generateContent", "streamGenerateContent")), handler.path
    system, tools = body.get("systemInstruction") or {}, body.get("tools")
    name, text = reply(
        handler, system.get("parts"), body["contents"][-1]["parts"], tools and tools[0]["functionDeclarations"]
    )
    part: Body = {"functionCall": {"name": name, "args": json.loads(text)}} if name else {"text": text}
    counts = {"promptTokenCount": 100, "cachedContentTokenCount": 10, "candidatesTokenCount": 20}
    said = {"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}
    usage = {**counts, "totalTokenCount": 120}
    send(handler, body, {"candidates": [said], "usageMetadata": usage, "modelVersion": "any"})


def ollama(handler: Handler, body: Body) -> None:
    """Ollama's chat: POST /api/chat, answered as a stream of JSON lines. It reports no cached tokens."""
    assert handler.path == "/api/chat", handler.path
    tools = [each["function"] for each in body.get("tools") or ()]
    name, text = reply(handler, body["messages"][0]["content"], body["messages"][-1]["content"], tools)
    said: Body = {"role": "assistant", "content": text}
    if name:
        call = {"function": {"name": name, "arguments": json.loads(text)}}
        said = {"role": "assistant", "content": "", "tool_calls": [call]}
    common = {"model": body["model"], "created_at": "2026-01-01T00:00:00Z"}
    counts = {"prompt_eval_count": 100, "eval_count": 20}
    end = {"message": {"role": "assistant", "content": ""}, "done": True, "done_reason": "stop", **counts}
    lines = [{**common, "message": said, "done": False}, {**common, **end}]
    handler.send(200, "\n".join(map(json.dumps, lines)) + "\n", content_type="application/x-ndjson")


def responses(handler: Handler, body: Body) -> None:
    """OpenAI's Responses API: POST /v1/responses."""
    assert handler.path.endswith("/v1/responses"), handler.path
    messages = body["input"]
    name, text = reply(handler, messages[0]["content"], messages[-1].get("content"), body.get("tools"))
    output: Body = {"type": "message", "id": "m1", "role": "assistant", "status": "completed"}
    output["content"] = [{"type": "output_text", "text": text, "annotations": []}]
    if name:
        output = {"type": "function_call", "id": "f1", "call_id": "c1", "name": name, "arguments": text}
    said = {"id": "r1", "object": "response", "created_at": 0, "status": "completed", "model": body["model"]}
    usage = {
        "input_tokens": 100,
        "input_tokens_details": {"cached_tokens": 10, "cache_write_tokens": 0},
        "output_tokens": 20,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": 120,
    }
    options = {"parallel_tool_calls": False, "tool_choice": "auto", "tools": []}
    send(handler, body, said | options | {"output": [output], "usage": usage})


def send(handler: Handler, body: Body, whole: Body) -> None:
    """Send an answer of Anthropic's, Gemini's or OpenAI's Responses, as events where a stream was asked for."""
    if "streamGenerateContent" in handler.path:
        events = [whole]
    elif not body.get("stream"):
        handler.send(200, whole)
        return
    else:
        events = list(anthropic_events(whole) if handler.path.endswith("/messages") else responses_events(whole))
    handler.send(200, "".join(map(written, events)), content_type="text/event-stream")


def written(event: Body) -> str:
    """An event as it goes over the wire."""
    name = f"event: {event['type']}\n" if "type" in event else ""
    return f"{name}data: {json.dumps(event)}\n\n"


def anthropic_events(whole: Body) -> Iterator[Body]:
    """A message in parts; usage is counted up to its end."""
    usage: Body = whole["usage"]
    begun = {"content": [], "stop_reason": None, "usage": usage | {"output_tokens": 1}}
    yield {"type": "message_start", "message": whole | begun}
    for index, block in enumerate(whole["content"]):
        yield {"type": "content_block_start", "index": index, "content_block": block | _EMPTY[block["type"]]}
        for delta in _deltas(block):
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    end = {"stop_reason": whole["stop_reason"], "stop_sequence": None}
    yield {"type": "message_delta", "delta": end, "usage": usage}
    yield {"type": "message_stop"}


_EMPTY: dict[str, Body] = {
    "text": {"text": ""},
    "thinking": {"thinking": "", "signature": ""},
    "tool_use": {"input": {}},
}


def _deltas(block: Body) -> list[Body]:
    match block["type"]:
        case "text":
            return [{"type": "text_delta", "text": block["text"]}]
        case "thinking":
            signature = {"type": "signature_delta", "signature": block["signature"]}
            return [{"type": "thinking_delta", "thinking": block["thinking"]}, signature]
        case _:
            return [{"type": "input_json_delta", "partial_json": json.dumps(block["input"])}]


def responses_events(whole: Body) -> Iterator[Body]:
    """A response in parts."""
    for number, event in enumerate(_responses_events(whole)):
        yield event | {"sequence_number": number}


def _responses_events(whole: Body) -> Iterator[Body]:
    yield {"type": "response.created", "response": whole | {"status": "in_progress", "output": [], "usage": None}}
    for index, item in enumerate(whole["output"]):
        at: Body = {"output_index": index, "item_id": item["id"]}
        begun = {"status": "in_progress"} | ({"content": []} if "content" in item else {"arguments": ""})
        yield {"type": "response.output_item.added", "output_index": index, "item": item | begun}
        for place, part in enumerate(item.get("content", ())):
            kind, said = ("refusal", part["refusal"]) if part["type"] == "refusal" else ("output_text", part["text"])
            inside = at | {"content_index": place}
            empty = part | {"refusal" if kind == "refusal" else "text": ""}
            yield {"type": "response.content_part.added", "part": empty, **inside}
            yield {"type": f"response.{kind}.delta", "delta": said, "logprobs": [], **inside}
            done = {"refusal": said} if kind == "refusal" else {"text": said, "logprobs": []}
            yield {"type": f"response.{kind}.done", **done, **inside}
            yield {"type": "response.content_part.done", "part": part, **inside}
        if "arguments" in item:
            yield {"type": "response.function_call_arguments.delta", "delta": item["arguments"], **at}
            said = {"arguments": item["arguments"], "name": item["name"]}
            yield {"type": "response.function_call_arguments.done", **said, **at}
        yield {"type": "response.output_item.done", "output_index": index, "item": item}
    yield {"type": f"response.{whole['status']}", "response": whole}


def reply(handler: Handler, system: Any, user: Any, tools: Sequence[Body] | None) -> tuple[str, str]:
    """The tool that is called, if one is, and its arguments; or the words of an answer."""
    text = handler.owner.reply(system, user)
    return named_tool([each["name"] for each in tools]) if tools and is_call(text) else "", text


PROTOCOLS: dict[str, Behaviour] = {"anthropic": anthropic, "google": google, "ollama": ollama, "responses": responses}


def overloaded(status: int, behaviour: Behaviour) -> Behaviour:
    """Answers the first request with an error status and goes on as another behaviour does."""

    def spoilt(handler: Handler, body: Body) -> None:
        if len(handler.owner.requests) > 1:
            behaviour(handler, body)
        else:
            handler.send(status, {"error": {"message": "busy", "type": "overloaded_error"}})

    return spoilt
