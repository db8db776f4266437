"""Images in a request: shown to the models that take them, where a request is read and answered; else named."""

from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from smurfs_graph import Settings, build_graph
from smurfs_graph.checkpoints.storage import open_storage
from smurfs_graph.testing import ScriptedModel, call_of
from tests.scripts import CONFIG
from tests.servers.hostile import Body, HostileServer, honest, honest_script, words
from tests.servers.protocols import PROTOCOLS

DATA = "iVBORw0KGgo="
OURS = {"type": "image", "base64": DATA, "mime_type": "image/png"}
OPENAIS = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{DATA}"}}
SENT = {
    "openai": {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{DATA}"}},
    "anthropic": {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": DATA}},
}


@pytest.fixture(autouse=True)
def keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clients want one."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-canary")


def add(a: int, b: int) -> int:
    """Add two whole numbers."""
    return a + b


def asking(*blocks: Any, text: str = "What is 2 + 3?") -> dict[str, Any]:
    """A user's message with text and more."""
    return {"messages": [{"role": "user", "content": [{"type": "text", "text": text}, *blocks]}]}


def graph_on(server: HostileServer, **settings: Any) -> Any:
    """A graph whose model is asked there."""
    given = settings.pop("given", {"checkpointer": InMemorySaver()})
    values: dict[str, Any] = {"model": "openai:any", "base_url": server.base_url, "image_inputs": True} | settings
    return build_graph(Settings(**values), [add], **given)


def images_by_call(server: HostileServer) -> dict[str, list[Any]]:
    """Return the parts of each prompt's own message besides text, by call."""
    found: dict[str, list[Any]] = {}
    for body in server.requests:
        messages: list[Body] = body["messages"]
        system = words(body["system"] if "system" in body else messages[0]["content"])
        said = [message["content"] for message in messages if message["role"] == "user"]
        user = next(content for content in said if "<query>" in words(content) or "<sub_task>" in words(content))
        found[call_of(system)] = [part for part in user if part["type"] != "text"] if isinstance(user, list) else []
    return found


@pytest.mark.parametrize("block", [OURS, OPENAIS], ids=["standard", "openai"])
@pytest.mark.parametrize("provider", SENT)
def test_an_image_goes_to_the_provider_in_its_own_form(provider: str, block: Any) -> None:
    """With the tools bound, in each request of the conversation; in the next turn too, whose text leans on it."""
    with HostileServer(honest if provider == "openai" else PROTOCOLS[provider]) as server:
        address = server.base_url if provider == "openai" else server.base_url.removesuffix("/v1")
        graph = graph_on(server, model=f"{provider}:any", base_url=address)
        result = graph.invoke(asking(block), CONFIG)
        again = graph.invoke(asking(text="And once more?"), CONFIG)
    assert (result["stop_reason"], again["stop_reason"]) == ("answered", "answered")
    assert result["warnings"] == again["warnings"] == []
    assert len(server.requests) == 4
    assert images_by_call(server) == {"executor.native": [SENT[provider]]}
    assert [len(message.content) for message in again["messages"] if message.type == "human"] == [2, 1]


def test_of_a_plan_those_see_it_who_read_the_request_and_write_the_answer() -> None:
    """The planner tells the parts in words what they need of it."""
    with HostileServer(honest) as server:
        graph_on(server, planning="always", step_shape="split").invoke(asking(OURS), CONFIG)
    shown = images_by_call(server)
    assert {call for call, images in shown.items() if images} == {"planner", "deliverer"}
    assert "executor.arguments" in shown


@pytest.mark.parametrize(("profile", "why"), [({"image_inputs": False}, "takes text only"), ({}, "is not known to")])
def test_images_that_are_not_shown_are_named(profile: Any, why: str) -> None:
    """Of a model that takes none, and of one that nobody knows; other media of any; the run goes on."""
    model = ScriptedModel(honest_script, profile=profile)
    graph = build_graph(Settings(model="mine:x"), [add], models={"mine:x": model})
    sound = {"type": "audio", "base64": DATA, "mime_type": "audio/wav"}
    result = graph.invoke(asking(OURS, OPENAIS, sound, {"type": "odd"}))
    assert result["stop_reason"] == "answered"
    first, second, third = result["warnings"]
    assert first == "1 of kind 'audio' in the messages: not read"
    assert second == "1 of kind 'odd' in the messages: not read"
    assert third.startswith(f"2 images were not shown: the model 'mine:x' {why}")


@pytest.mark.parametrize("provider", ["openai", "ollama"])
def test_no_client_fetches_an_address_from_this_machine(provider: str) -> None:
    """OpenAI's passes it on; of others, one may do it, also to an address that only this machine reaches."""
    address = "http://169.254.169.254/latest"
    with HostileServer(honest if provider == "openai" else PROTOCOLS[provider]) as server:
        base = server.base_url if provider == "openai" else server.base_url.removesuffix("/v1")
        result = graph_on(server, model=f"{provider}:any", base_url=base).invoke(
            asking({"type": "image", "url": address}), CONFIG
        )
    sent = address in repr(server.requests)
    assert (sent, len(result["warnings"])) == ((True, 0) if provider == "openai" else (False, 1))


def test_only_the_latest_of_many_images_are_shown() -> None:
    """A thread that is full of them would fill the window."""
    with HostileServer(honest) as server:
        result = graph_on(server).invoke(asking(*[OURS] * 12), CONFIG)
    assert result["warnings"] == ["of 12 images in the conversation the latest 10 are shown"]
    assert len(images_by_call(server)["executor.native"]) == 10


def test_an_image_is_stored_once_and_there_after_an_interruption(tmp_path: Path) -> None:
    """In the thread's messages: not with each step, not on record; a new graph object goes on with it."""
    big = {**OURS, "base64": "QUJD" * 250_000}
    file = tmp_path / "runs.sqlite"
    with HostileServer(honest) as server, open_storage(file) as storage:
        given = {"checkpointer": storage.checkpointer, "store": storage.store}
        settings: dict[str, Any] = {"given": given, "approve": {"tools"}, "record": True}
        graph_on(server, **settings).invoke(asking(big), CONFIG)
        again = graph_on(server, **settings)
        [asked] = again.get_state(CONFIG).interrupts
        result = again.invoke(Command(resume={asked.id: {"decision": "approve"}}), CONFIG)
    assert result["stop_reason"] == "answered"
    assert len(images_by_call(server)["executor.native"]) == 1
    assert len(server.requests) == 2
    assert sum(path.stat().st_size for path in tmp_path.glob("runs.sqlite*")) < 2.5 * 1_000_000


def test_equal_words_about_another_image_are_another_question(tmp_path: Path) -> None:
    """The response cache tells them apart."""
    other = {**OURS, "base64": "AAAA"}
    with HostileServer(honest) as server:
        for block in (OURS, other, OURS):
            graph_on(server, response_cache=str(tmp_path / "cache"), given={}).invoke(asking(block))
    assert len(server.requests) == 4
