"""How the hostile server misbehaves: one function per lie, all in `BEHAVIOURS`."""

import json

from tests.servers.hostile import Behaviour, Body, Handler, completion, honest, tool_call

NEVER = 30.0
"""Seconds for which a server that never answers holds a connection, unless the test ends before."""


def ignores_max_tokens(handler: Handler, body: Body) -> None:
    """Writes on and on, whatever limit it was given."""
    handler.send(200, completion(handler.owner.honest(body) + "\n" + "and so on " * 20_000))


def ignores_schema(handler: Handler, body: Body) -> None:
    """Says 200 OK to every format and writes prose."""
    handler.send(200, completion("Of course! I will look into that for you."))


def honours_prompts_only(handler: Handler, body: Body) -> None:
    """Says 200 OK to every format, but writes JSON only where the prompt asks for it."""
    formatted = body.get("response_format") or body.get("tools")
    handler.send(200, completion("Sure, here it comes." if formatted else handler.owner.honest(body)))


def refuses_formats(handler: Handler, body: Body) -> None:
    """Knows neither response_format nor tools, and says so with 400."""
    if body.get("response_format") or body.get("tools"):
        handler.send(400, {"error": {"message": "unknown field 'response_format'", "type": "invalid_request_error"}})
    else:
        honest(handler, body)


def fails_on_formats(handler: Handler, body: Body) -> None:
    """Answers 500 to any format that it does not know."""
    if body.get("response_format") or body.get("tools"):
        handler.send(500, {"error": {"message": "Value is not callable: null", "type": "server_error"}})
    else:
        honest(handler, body)


def bad_text_500(handler: Handler, body: Body) -> None:
    """Answers 500, as a server does whose model wrote invalid UTF-8."""
    handler.send(500, {"error": {"code": 500, "message": "[json.exception.type_error.316] invalid UTF-8 byte"}})


def rate_limits(handler: Handler, body: Body) -> None:
    """Refuses every second request for a moment, with Retry-After."""
    if len(handler.owner.requests) % 2:
        handler.send(429, {"error": {"message": "slow down"}}, headers={"Retry-After": "0.05"})
    else:
        honest(handler, body)


def rate_limits_for_ever(handler: Handler, body: Body) -> None:
    """Refuses everything, for an hour at a time."""
    handler.send(429, {"error": {"message": "quota"}}, headers={"Retry-After": "3600"})


def drops_connection(handler: Handler, body: Body) -> None:
    """Announces an answer and resets the connection in the middle of it."""
    payload = json.dumps(completion(handler.owner.honest(body))).encode()
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", str(len(payload)))
    handler.end_headers()
    handler.wfile.write(payload[: len(payload) // 2])
    handler.wfile.flush()
    handler.cut_off()


def drips(handler: Handler, body: Body) -> None:
    """Sends its answer so slowly that no read ever times out."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", "1000000")
    handler.end_headers()
    while not handler.owner.released.wait(0.05):
        handler.wfile.write(b" ")
        handler.wfile.flush()


def never_answers(handler: Handler, body: Body) -> None:
    """Takes the request and says nothing."""
    handler.owner.released.wait(NEVER)
    handler.close_connection = True


def wrong_content_type(handler: Handler, body: Body) -> None:
    """Sends a good answer as text/plain."""
    handler.send(200, completion(handler.owner.honest(body)), content_type="text/plain")


def html_error(handler: Handler, body: Body) -> None:
    """Answers as a proxy does: an HTML page with status 502."""
    handler.send(502, "<html><body><h1>502 Bad Gateway</h1></body></html>", content_type="text/html")


def html_ok(handler: Handler, body: Body) -> None:
    """Answers 200 OK with a login page."""
    handler.send(200, "<html><body>Please sign in</body></html>", content_type="text/html")


def broken_json(handler: Handler, body: Body) -> None:
    """Answers 200 OK with half a JSON document."""
    handler.send(200, json.dumps(completion("x"))[:-20])


def no_choices(handler: Handler, body: Body) -> None:
    """Answers 200 OK with an empty list of choices."""
    handler.send(200, completion("x", choices=[]))


def null_content(handler: Handler, body: Body) -> None:
    """Answers with no text and no tool call."""
    handler.send(200, completion(None))


def usage_missing(handler: Handler, body: Body) -> None:
    """Never counts tokens."""
    handler.send(200, completion(handler.owner.honest(body), usage=None))


def usage_negative(handler: Handler, body: Body) -> None:
    """Counts below zero."""
    usage = {"prompt_tokens": -5, "completion_tokens": -1, "total_tokens": -6}
    handler.send(200, completion(handler.owner.honest(body), usage=usage))


def usage_huge(handler: Handler, body: Body) -> None:
    """Counts a trillion tokens for a short answer."""
    usage = {"prompt_tokens": 10**12, "completion_tokens": 10**12, "total_tokens": 2 * 10**12}
    handler.send(200, completion(handler.owner.honest(body), usage=usage))


def tool_calls_as_text(handler: Handler, body: Body) -> None:
    """Writes its tool call into the text."""
    text = handler.owner.honest(body)
    handler.send(200, completion(f'<tool_call>\n{{"name": "Reply", "arguments": {text}}}\n</tool_call>'))


def truncated_tool_calls(handler: Handler, body: Body) -> None:
    """Cuts its tool calls off before their end."""
    text = handler.owner.honest(body)
    if body.get("tools"):
        handler.send(200, completion(None, tool_calls=[tool_call(body, text[:-1])], finish="length"))
    else:
        handler.send(200, completion(text[:-1], finish="length"))


def wrong_schema(handler: Handler, body: Body) -> None:
    """Writes valid JSON of another schema."""
    text = json.dumps({"result": [1, 2, 3], "status": 7})
    calls = [tool_call(body, text)] if body.get("tools") else None
    handler.send(200, completion(None if calls else text, tool_calls=calls))


def ten_megabytes(handler: Handler, body: Body) -> None:
    """Answers with 10 MB of brackets and quotes."""
    handler.send(200, completion('{"a": ["' * 1_250_000))


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


SOLVES: tuple[Behaviour, ...] = (
    honest,
    ignores_max_tokens,
    honours_prompts_only,
    refuses_formats,
    fails_on_formats,
    rate_limits,
    wrong_content_type,
    usage_missing,
    usage_negative,
    usage_huge,
    tool_calls_as_text,
)
"""Servers that lie but can be worked with: the run ends with its answer."""

HOPELESS: tuple[Behaviour, ...] = (
    ignores_schema,
    truncated_tool_calls,
    bad_text_500,
    rate_limits_for_ever,
    drops_connection,
    drips,
    never_answers,
    html_error,
    html_ok,
    broken_json,
    no_choices,
    null_content,
    wrong_schema,
    ten_megabytes,
)
"""Servers that no run can be finished with: it ends all the same, soon and with a stop reason."""
