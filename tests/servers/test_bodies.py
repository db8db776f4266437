"""Answers of a model's server are bounded in size, however they are packed, and lead the prompt nowhere else."""

import gzip
import json
import tracemalloc
import zlib
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from langchain_core.messages import HumanMessage

from smurfs_graph import ModelError, Settings
from smurfs_graph.models.asking import Asker
from smurfs_graph.models.bodies import MAX_BYTES
from smurfs_graph.models.failures import classify
from smurfs_graph.models.refs import resolve_model
from smurfs_graph.models.server import ServerPolicy
from smurfs_graph.prompting.replies import ThoughtReply
from smurfs_graph.testing import fresh_registry
from tests.servers.hostile import Behaviour, Body, Handler, HostileServer, completion
from tests.servers.protocols import PROTOCOLS

BOUNDED = ("openai:any", "google:gemini-any", "ollama:any")
"""The clients that are held to it. Anthropic's takes no HTTP client of ours."""
ZEROS = b"0" * 1_000_000
QUESTION = "Think."


@pytest.fixture(autouse=True)
def keys(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each client wants a key; nothing is known of any server."""
    for name in ("GOOGLE_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.setenv(name, "sk-canary-0123456789")
    monkeypatch.delenv("SMURFS_FORBID_REAL_MODELS", raising=False)
    with fresh_registry():
        yield


def settings_of(reference: str, server: HostileServer) -> Settings:
    """Settings whose model is asked on that server."""
    address = server.base_url if reference.startswith("openai") else server.base_url.removesuffix("/v1")
    return Settings(model=reference, base_url=address)


async def refusal(reference: str, behaviour: Behaviour) -> str:
    """Return the error of asking a server with that behaviour; at most a few times its limit is held in memory."""
    with HostileServer(behaviour) as server:
        model = resolve_model(reference, settings_of(reference, server))
        asker = Asker(model, reference, timeout=60)
        tracemalloc.start()
        try:
            with pytest.raises(ModelError) as caught:
                await asker.ask(
                    [HumanMessage(QUESTION)], ThoughtReply, role="executor", policy=ServerPolicy(first_wait=0.01)
                )
            assert tracemalloc.get_traced_memory()[1] < 12 * MAX_BYTES
        finally:
            tracemalloc.stop()
        assert len(server.requests) == 1, "what cannot be taken is not asked for again"
    assert "\n" not in str(caught.value)
    return str(caught.value)


def begin(handler: Handler, content_type: str, **headers: str) -> None:
    """The head of an answer without a length."""
    handler.begin(200, content_type, {"Connection": "close", **headers})
    handler.close_connection = True


def endless(content_type: str, part: bytes) -> Behaviour:
    """A body that never ends."""

    def behave(handler: Handler, body: Body) -> None:
        begin(handler, content_type)
        while not handler.owner.released.is_set():
            handler.wfile.write(part)

    return behave


def bomb(handler: Handler, body: Body) -> None:
    """A small body that is a large one."""
    begin(handler, "application/json", **{"Content-Encoding": "gzip"})
    packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    for _ in range(200):
        handler.wfile.write(packer.compress(ZEROS))
    handler.wfile.write(packer.flush())


def in_another_encoding(handler: Handler, body: Body) -> None:
    """An encoding that was not asked for, and may hold anything."""
    begin(handler, "application/json", **{"Content-Encoding": "zstd"})
    handler.wfile.write(b"(\xb5/\xfd")


@pytest.mark.parametrize("reference", BOUNDED)
@pytest.mark.parametrize(
    ("behaviour", "said"),
    [
        (endless("application/json", ZEROS), "more than 8,388,608 bytes"),
        (bomb, "more than 8,388,608 bytes"),
        (in_another_encoding, "zstd"),
    ],
)
async def test_an_answer_without_end_is_not_read(reference: str, behaviour: Behaviour, said: str) -> None:
    """One line says what was wrong and which server it was."""
    text = await refusal(reference, behaviour)
    assert said in text and "http://127.0.0.1:" in text and reference in text


@pytest.mark.parametrize("reference", BOUNDED)
@pytest.mark.parametrize("status", [302, 307, 308])
async def test_a_redirect_takes_no_prompt_to_another_address(reference: str, status: int) -> None:
    """Another port of the same machine is another server, which hears nothing."""
    with HostileServer(lambda handler, body: handler.send(200, completion("{}"))) as other:

        def redirects(handler: Handler, body: Body) -> None:
            there = other.base_url.removesuffix("/v1")
            handler.send(status, "", headers={"Location": f"{there}{handler.path}"})

        text = await refusal(reference, redirects)
        assert other.requests == []
    assert "redirects to http://127.0.0.1:" in text and "base_url" in text


@pytest.mark.parametrize("reference", BOUNDED)
async def test_a_redirect_on_the_same_server_is_followed(reference: str) -> None:
    """An answer in the encoding that was asked for is taken, too."""
    honest = PROTOCOLS.get(reference.partition(":")[0], lambda handler, body: handler.send(200, completion("hello")))

    def moved(handler: Handler, body: Body) -> None:
        if len(handler.owner.requests) == 1:
            handler.send(307, "", headers={"Location": handler.path})
        else:
            with packed(handler):
                honest(handler, body)

    with HostileServer(moved, lambda call, sections: "hello") as server:
        message = await resolve_model(reference, settings_of(reference, server)).ainvoke(
            [("system", "x"), ("user", QUESTION)]
        )
        assert len(server.requests) == 2
    assert message.text == "hello"


@contextmanager
def packed(handler: Handler) -> Generator[None]:
    """Answers are compressed."""
    send = handler.send

    def compressed(status: int, data: Any, *, content_type: str = "application/json") -> None:
        text = data if isinstance(data, str) else json.dumps(data)
        send(status, gzip.compress(text.encode()), content_type=content_type, headers={"Content-Encoding": "gzip"})

    handler.send = compressed  # pyright: ignore[reportAttributeAccessIssue]
    yield


CHUNK = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "any", "choices": []}
EVENTS = endless("text/event-stream", b"data: " + json.dumps({**CHUNK, "padding": "x" * 100_000}).encode() + b"\n\n")
LINE = {"model": "any", "message": {"role": "assistant", "content": "x" * 100_000}, "done": False}
LINES = endless("application/x-ndjson", json.dumps(LINE).encode() + b"\n")
"""A stream that says nothing, for ever; the same, as Ollama streams."""


@pytest.mark.parametrize(
    ("reference", "behaviour"),
    [("openai:any", EVENTS), ("google:gemini-any", EVENTS), ("ollama:any", LINES)],
)
@pytest.mark.parametrize("blocking", [True, False])
async def test_a_stream_without_end_is_cut_off(reference: str, behaviour: Behaviour, blocking: bool) -> None:
    """For callers that block and for those that do not."""
    with HostileServer(behaviour) as server:
        model = resolve_model(reference, settings_of(reference, server))
        with pytest.raises(Exception) as caught:
            if blocking:
                for _ in model.stream(QUESTION):
                    pass
            else:
                async for _ in model.astream(QUESTION):
                    pass
    failure = classify(caught.value)
    assert failure.kind == "refused" and "more than 8,388,608 bytes" in failure.line
