"""Misbehaviours of the hostile server: one for each lie; `SOLVES` and `HOPELESS` are their names."""

import json
from collections.abc import Callable
from typing import Any

from tests.servers.hostile import Behaviour, Body, Handler, completion, honest, is_call, named_tool, tool_call

NEVER = 30.0
"""Seconds for which a server that never answers holds a connection, unless the test ends before."""


def say(status: int, data: Any, content_type: str = "application/json", **headers: str) -> Behaviour:
    """Always the same answer. A name of a header has "_" for "-"."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda handler, body: handler.send(status, data, content_type=content_type, headers=named)


def fail(status: int, **error: Any) -> Behaviour:
    """Always the same error."""
    return say(status, {"error": error})


def spoil(edit: Callable[[str], str], content_type: str = "application/json", **extra: Any) -> Behaviour:
    """An honest text, edited; `extra` replaces keys of the completion."""

    def spoilt(handler: Handler, body: Body) -> None:
        handler.send(200, completion(edit(handler.owner.honest(body)), **extra), content_type=content_type)

    return spoilt


def unless_formatted(lie: Behaviour) -> Behaviour:
    """Honest, but where the request has a format or tools."""
    return lambda handler, body: (lie if body.get("response_format") or body.get("tools") else honest)(handler, body)


def count(prompt: int, reply: int) -> Behaviour:
    """An honest text with these counts of tokens."""
    return spoil(str, usage={"prompt_tokens": prompt, "completion_tokens": reply, "total_tokens": prompt + reply})


ignores_max_tokens = spoil(lambda text: text + "\n" + "and so on " * 20_000)
"""Writes on and on, whatever limit it was given."""

ignores_schema = say(200, completion("Of course! I will look into that for you."))
"""Says 200 OK to every format and writes prose."""

honours_prompts_only = unless_formatted(say(200, completion("Sure, here it comes.")))
"""Says 200 OK to every format, but writes JSON only where the prompt asks for it."""

refuses_formats = unless_formatted(fail(400, message="unknown field 'response_format'", type="invalid_request_error"))
"""Knows neither response_format nor tools, and says so with 400."""

fails_on_formats = unless_formatted(fail(500, message="Value is not callable: null", type="server_error"))
"""Answers 500 to any format that it does not know."""

bad_text_500 = fail(500, code=500, message="[json.exception.type_error.316] invalid UTF-8 byte")
"""Answers 500, as a server does whose model wrote invalid UTF-8."""

rate_limits_for_ever = say(429, {"error": {"message": "quota"}}, Retry_After="3600")
"""Refuses everything, for an hour at a time."""

wrong_content_type = spoil(str, "text/plain")
"""Sends a good answer as text/plain."""

html_error = say(502, "<html><body><h1>502 Bad Gateway</h1></body></html>", "text/html")
"""Answers as a proxy does: an HTML page with status 502."""

html_ok = say(200, "<html><body>Please sign in</body></html>", "text/html")
"""Answers 200 OK with a login page."""

broken_json = say(200, json.dumps(completion("x"))[:-20])
"""Answers 200 OK with half a JSON document."""

no_choices = say(200, completion("x", choices=[]))
"""Answers 200 OK with an empty list of choices."""

null_content = say(200, completion(None))
"""Answers with no text and no tool call."""

usage_missing = spoil(str, usage=None)
"""Never counts tokens."""

usage_negative = count(-5, -1)
"""Counts below zero."""

usage_huge = count(10**12, 10**12)
"""Counts a trillion tokens for a short answer."""

ten_megabytes = say(200, completion('{"a": ["' * 1_250_000))
"""Answers with 10 MB of brackets and quotes."""


def tool_calls_as_text(handler: Handler, body: Body) -> None:
    """Writes its tool calls into the text, and its replies as if they were some."""
    text = handler.owner.honest(body)
    names = [each["function"]["name"] for each in body.get("tools") or ()]
    name = named_tool(names) if names and is_call(text) else "Reply"
    written = f'<tool_call>\n{{"name": "{name}", "arguments": {text}}}\n</tool_call>'
    handler.send(200, completion(text if names and not is_call(text) else written))


def rate_limits(handler: Handler, body: Body) -> None:
    """Refuses every second request for a moment, with Retry-After."""
    if len(handler.owner.requests) % 2:
        handler.send(429, {"error": {"message": "slow down"}}, headers={"Retry-After": "0.05"})
    else:
        honest(handler, body)


def drops_connection(handler: Handler, body: Body) -> None:
    """Announces an answer and resets the connection in the middle of it."""
    payload = json.dumps(completion(handler.owner.honest(body))).encode()
    handler.begin(200, "application/json", {"Content-Length": str(len(payload))})
    handler.wfile.write(payload[: len(payload) // 2])
    handler.wfile.flush()
    handler.cut_off()


def drips(handler: Handler, body: Body) -> None:
    """Sends its answer so slowly that no read ever times out."""
    handler.begin(200, "application/json", {"Content-Length": "1000000"})
    while not handler.owner.released.wait(0.05):
        handler.wfile.write(b" ")
        handler.wfile.flush()


def never_answers(handler: Handler, body: Body) -> None:
    """Takes the request and says nothing."""
    handler.owner.released.wait(NEVER)
    handler.close_connection = True


def truncated_tool_calls(handler: Handler, body: Body) -> None:
    """Cuts its replies off half-way, and its tool calls before their end."""
    text = handler.owner.honest(body)
    if body.get("tools"):
        handler.send(200, completion(None, tool_calls=[tool_call(body, text[:-1])], finish="length"))
    else:
        handler.send(200, completion(text[: len(text) // 2], finish="length"))


def wrong_schema(handler: Handler, body: Body) -> None:
    """Writes valid JSON of another schema."""
    text = json.dumps({"result": [1, 2, 3], "status": 7})
    calls = [tool_call(body, text)] if body.get("tools") else None
    handler.send(200, completion(None if calls else text, tool_calls=calls))


def small_window(handler: Handler, body: Body) -> None:
    """Refuses prompts of more than 4,000 characters, tools included, and says how wide its window is."""
    chars = sum(len(str(message["content"])) for message in body["messages"]) + len(json.dumps(body.get("tools", "")))
    if chars > 4000:
        message = f"request ({chars // 4} tokens) exceeds the available context size (1000 tokens), try increasing it"
        error = {"code": 400, "message": message, "type": "exceed_context_size_error", "n_ctx": 1000}
        handler.send(400, {"error": error})
    else:
        honest(handler, body)


def tells_the_key(handler: Handler, body: Body) -> None:
    """Repeats the key that it was given in its error message."""
    key = str(handler.headers.get("Authorization", "")).removeprefix("Bearer ")
    handler.send(401, {"error": {"message": f"Incorrect API key provided: {key}."}})


SOLVES: tuple[str, ...] = (
    "honest",
    "ignores_max_tokens",
    "honours_prompts_only",
    "refuses_formats",
    "fails_on_formats",
    "rate_limits",
    "wrong_content_type",
    "usage_missing",
    "usage_negative",
    "usage_huge",
    "tool_calls_as_text",
)
"""Servers that lie but can be worked with: the run ends with its answer."""

HOPELESS: tuple[str, ...] = (
    "ignores_schema",
    "truncated_tool_calls",
    "bad_text_500",
    "rate_limits_for_ever",
    "drops_connection",
    "drips",
    "never_answers",
    "html_error",
    "html_ok",
    "broken_json",
    "no_choices",
    "null_content",
    "wrong_schema",
    "ten_megabytes",
)
"""Servers that no run can be finished with: it ends all the same, soon and with a stop reason."""
