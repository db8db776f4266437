"""Streams of Anthropic, Gemini and OpenAI's Responses that break off in the middle of the answer."""

from itertools import takewhile

import pytest

from tests.servers.hostile import Behaviour, Body, Handler
from tests.servers.protocols import PROTOCOLS, anthropic_events, responses_events, written
from tests.servers.test_providers import keys, run_streamed
from tests.servers.test_reply_endings import HALF, anthropic, responses

__all__ = ["keys"]  # a fixture

BEGUN: dict[str, list[Body]] = {
    "anthropic": list(
        takewhile(lambda event: event["type"] != "message_delta", anthropic_events(anthropic("end_turn")))
    ),
    "google": [{"candidates": [{"content": {"role": "model", "parts": [{"text": HALF}]}, "index": 0}]}],
    "responses": list(takewhile(lambda event: event["type"] != "response.completed", responses_events(responses()))),
}
ERRORS: list[tuple[str, Body]] = [
    ("anthropic", {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}),
    ("google", {"error": {"code": 503, "message": "The model is overloaded.", "status": "UNAVAILABLE"}}),
    ("responses", {"type": "error", "code": "server_error", "message": "?", "param": None, "sequence_number": 9}),
    (
        "responses",
        {
            "type": "response.failed",
            "sequence_number": 9,
            "response": responses() | {"status": "failed", "error": {"code": "server_error", "message": "?"}},
        },
    ),
]


def breaks(provider: str, last: Body | None = None, *, reset: bool = False) -> Behaviour:
    """Makes its call, then breaks off once in the answer: after an error, silently, or with its connection reset."""

    def behaviour(handler: Handler, body: Body) -> None:
        if len(handler.owner.requests) != 2:
            PROTOCOLS[provider](handler, body)
            return
        text = "".join(map(written, [*BEGUN[provider], *([last] if last else [])]))
        if not reset:
            handler.send(200, text, content_type="text/event-stream")
            return
        handler.begin(200, "text/event-stream", {"Content-Length": str(2 * len(text))})
        handler.wfile.write(text.encode())
        handler.cut_off()

    return behaviour


@pytest.mark.parametrize(("provider", "error"), ERRORS)
async def test_an_error_in_a_stream_is_one_of_a_busy_server(provider: str, error: Body) -> None:
    """It had begun to answer, so that it may the next time: Anthropic reports an overload in this way."""
    result, _ = await run_streamed(provider, breaks(provider, error))
    assert (result["stop_reason"], result["answer"], result["warnings"]) == ("answered", "The sum is 5.", [])


@pytest.mark.parametrize("reset", [False, True])
@pytest.mark.parametrize("provider", BEGUN)
async def test_half_a_stream_is_no_answer(provider: str, reset: bool) -> None:
    """Also where its connection ends as one should."""
    result, told = await run_streamed(provider, breaks(provider, reset=reset))
    assert (result["stop_reason"], result["answer"], result["warnings"]) == ("answered", "The sum is 5.", [])
    assert reset or HALF in told


async def test_a_broken_stream_is_no_sign_that_a_server_takes_none() -> None:
    """Responses say how they end, always: the next one is streamed again."""
    streamed: list[bool] = []

    def behaviour(handler: Handler, body: Body) -> None:
        streamed.append(body["stream"])
        breaks("responses")(handler, body)

    result, told = await run_streamed("responses", behaviour)
    assert result["answer"] in told
    assert streamed == [True, True, True]
