"""Results of LangChain's tools beside data, in steps of every kind: texts, sizes, or an error; no Command is lost."""

import base64
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from langchain_core.messages import ToolMessage
from langchain_core.tools import tool
from langgraph.errors import ParentCommand
from langgraph.types import Command, Send

from smurfs_graph.tools.calling import call_tool
from smurfs_graph.tools.langchain import from_langchain
from tests.graph.test_programs import code
from tests.scripts import Turns, calling, results_in

PIXELS = base64.b64encode(b"\x89PNG" + bytes(range(256)) * 20).decode()
SIZE = 4 + 256 * 20
COMMAND = "the tool returned a Command for the state of an agent's graph; there is none here, so that it has no effect"


def told(returned: Any, shape: str, form: Any = "content") -> str:
    """Return what a model reads of a call whose tool returns this; a program prints it."""

    def fetch(name: str) -> Any:
        """Fetch something."""
        return returned

    program = code('found = await fetch("A")\nprint(found if isinstance(found, str) else json.dumps(found))')
    first = program if shape == "code" else calling("fetch", {"name": "A"})
    run = Turns(first, "Not done: it", tools=[tool(fetch, response_format=form)], step_shape=shape)
    run.result("Fetch A.")
    return results_in(run.seen[1])[0]


@pytest.mark.parametrize("shape", ["code", "native"])
@pytest.mark.parametrize(
    "block",
    [
        {"type": "image", "base64": PIXELS, "mime_type": "image/png"},
        {"type": "image", "source_type": "base64", "data": PIXELS, "mime_type": "image/png"},
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PIXELS}},
        {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PIXELS}"}},
    ],
)
def test_an_image_is_named_with_its_size(block: dict[str, Any], shape: str) -> None:
    """In whatever provider's form; none of its bytes reaches a prompt or the storage."""
    said = told([{"type": "text", "text": "a picture"}, block], shape)
    assert said.startswith('[{"type": "text", "text": "a picture"}, {"type": "image')
    assert f'"bytes": {SIZE}' in said and PIXELS[:20] not in said


@pytest.mark.parametrize("shape", ["code", "native"])
def test_a_message_is_its_content(shape: str) -> None:
    """An artifact is for the caller's own code; a message of an error is an error."""
    assert told(ToolMessage("42", tool_call_id="x", artifact={"secret": 1}), shape) == "42"
    assert told(("42", {"secret": 1}), shape, "content_and_artifact") == "42"
    assert "no such thing" in told(ToolMessage("no such thing", tool_call_id="x", status="error"), shape)


@pytest.mark.parametrize("shape", ["code", "native"])
@pytest.mark.parametrize(
    "command", [Command(update={"a": 1}), Send("b", {}), [ToolMessage("x", tool_call_id="x"), Command(goto="b")]]
)
def test_a_command_is_an_error_and_not_passed_off_as_done(command: Any, shape: str) -> None:
    """A model that read it as data would take it for done."""
    assert COMMAND in told(command, shape)


def test_links_and_data_stay_as_they_are() -> None:
    """Data that has a type by chance is no block, and an address no file."""
    link = {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}}
    assert '"https://example.org/a.png"' in told([link], "native")
    assert told({"type": "file", "name": "a"}, "native") == '{"type": "file", "name": "a"}'


def test_items_of_an_iterator_are_read_too() -> None:
    """A generator's blocks."""

    def blocks() -> Iterator[Any]:
        yield {"type": "image", "base64": PIXELS}

    assert told(blocks(), "native") == f'[{{"type": "image", "bytes": {SIZE}}}]'


async def test_items_of_an_asynchronous_generator_are_read_too() -> None:
    """Its address is no result."""

    async def rows() -> AsyncIterator[int]:
        yield 1
        yield 2

    @tool
    async def fetch() -> Any:
        """Fetch something."""
        return rows()

    assert await from_langchain(fetch).call({}) == [1, 2]


@pytest.mark.parametrize("is_async", [True, False])
async def test_a_command_that_is_raised_is_an_error_too(is_async: bool) -> None:
    """LangGraph raises one for a graph around an agent; it would end the run here."""

    def leave(to: str) -> str:
        """Leave."""
        raise ParentCommand(Command(goto=to))

    async def leave_later(to: str) -> str:
        """Leave."""
        return leave(to)

    made = from_langchain(tool(leave_later if is_async else leave))
    response = await call_tool(made, {"to": "b"}, timeout=5, max_chars=1_000)
    assert (response.failed, response.reason, response.fault) == (True, COMMAND, "tool")


async def test_nothing_is_a_success() -> None:
    """LangChain takes it so, whatever the tool is declared to do and returns."""

    @tool
    def note(to: str):  # noqa: ANN202 - as users write it
        """Send a note."""

    note.metadata = {"effects": ["read"]}
    response = await call_tool(from_langchain(note), {"to": "Ada"}, timeout=5, max_chars=1_000)
    assert (response.failed, response.text) == (False, "nothing")
