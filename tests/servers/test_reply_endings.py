"""How each provider says that a reply was cut off, refused or blocked, through the providers' own clients."""

import pytest

from tests.servers.hostile import Behaviour, Body
from tests.servers.protocols import send
from tests.servers.test_providers import keys, run, run_streamed

__all__ = ["keys"]  # a fixture

HALF = "I cannot help with that, as"


def anthropic(reason: str) -> Body:
    """A message of Anthropic's that ended for a reason."""
    usage = {"input_tokens": 90, "output_tokens": 20}
    said = {"id": "m1", "type": "message", "role": "assistant", "model": "any", "usage": usage, "stop_sequence": None}
    return {**said, "content": [{"type": "text", "text": HALF}], "stop_reason": reason}


def google(reason: str) -> Body:
    """A candidate of Gemini's that ended for a reason."""
    candidate = {"content": {"role": "model", "parts": [{"text": HALF}]}, "finishReason": reason, "index": 0}
    return {"candidates": [candidate], **COUNTS}


def responses(reason: str = "", part: str = "output_text", key: str = "text") -> Body:
    """A response of OpenAI's that is incomplete for a reason, if there is one."""
    status = "incomplete" if reason else "completed"
    content: Body = {"type": part, key: HALF} | ({"annotations": []} if part == "output_text" else {})
    output = {"type": "message", "id": "m1", "role": "assistant", "status": status, "content": [content]}
    said = {"id": "r1", "object": "response", "created_at": 0, "model": "any", "status": status, "output": [output]}
    options = {"parallel_tool_calls": False, "tool_choice": "auto", "tools": []}
    return {**said, **options, "incomplete_details": {"reason": reason} if reason else None}


COUNTS: Body = {"usageMetadata": {"promptTokenCount": 90, "totalTokenCount": 90}, "modelVersion": "any"}
REFUSED: list[tuple[str, Body]] = [
    ("anthropic", anthropic("refusal")),
    ("google", google("SAFETY")),
    ("google", {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}, **COUNTS}),
    ("responses", responses("content_filter")),
    ("responses", responses(part="refusal", key="refusal")),
]
CUT_OFF: list[tuple[str, Body]] = [
    ("anthropic", anthropic("max_tokens")),
    ("google", google("MAX_TOKENS")),
    ("responses", responses("max_output_tokens")),
]


def always(body: Body) -> Behaviour:
    """The same answer to everything, in parts where a stream is asked for."""
    return lambda handler, asked: send(handler, asked, body)


@pytest.mark.parametrize(("provider", "body"), REFUSED)
def test_a_refusal_ends_the_run_at_once(provider: str, body: Body) -> None:
    """It is asked for no second time, and its words are kept where it has any."""
    result, server = run(provider, always(body))
    assert (result["stop_reason"], len(server.requests)) == ("refused", 1)
    assert HALF in result["answer"] or "promptFeedback" in body


@pytest.mark.parametrize(("provider", "body"), CUT_OFF)
def test_half_an_answer_is_asked_for_again(provider: str, body: Body) -> None:
    """It is never delivered as a whole one."""
    result, server = run(provider, always(body))
    assert result["stop_reason"] == "malformed_replies"
    assert HALF not in result["answer"]
    assert any("cut off" in str(asked) for asked in server.requests)


@pytest.mark.parametrize(("provider", "body"), REFUSED)
async def test_a_refusal_in_a_stream_is_one(provider: str, body: Body) -> None:
    """Each client puts together what its server sends in parts."""
    result, _ = await run_streamed(provider, always(body))
    assert (result["stop_reason"], result["usage"].calls) == ("refused", 1)


@pytest.mark.parametrize(("provider", "body"), CUT_OFF)
async def test_half_a_streamed_answer_is_no_answer(provider: str, body: Body) -> None:
    """It is asked for again, as a whole one is."""
    result, _ = await run_streamed(provider, always(body))
    assert result["stop_reason"] == "malformed_replies"
    assert HALF not in result["answer"]
    assert "cut off" in " ".join(result["warnings"])
