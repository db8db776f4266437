"""Whoever writes a run's storage approves none of its calls: what is forged or foreign is asked again."""

import os
from pathlib import Path
from typing import Any

import pytest
from langgraph.types import Command

from smurfs_graph import ConfigurationError
from smurfs_graph.state import Draft
from smurfs_graph.tools.arguments import canonical_arguments, fingerprint
from smurfs_graph.tools.python import from_function
from smurfs_graph.user.signing import key_at_hand, user_key
from tests.graph.test_approval import CONFIG, QUERY, Shop, question

YES = {"decision": "approve"}


async def inner(graph: Any) -> Any:
    """The state of the sub-task that is under way."""
    [task] = (await graph.aget_state(CONFIG, subgraphs=True)).tasks
    return task.state


async def approved_and_stopped(shop: Shop, **settings: Any) -> Any:
    """A graph whose call was approved and is cut off in the middle."""
    graph = shop.graph(approve={"tools"}, **settings)
    asked = question(await graph.ainvoke(QUERY, CONFIG))
    await shop.stopped(graph, Command(resume={asked.id: YES}))
    return graph


async def with_call(graph: Any, changes: Any, **of_draft: Any) -> None:
    """Write into the draft and its call, as whoever can write the storage may."""
    state = await inner(graph)
    changed = changed_draft(state.values["draft"], changes, **of_draft)
    await graph.aupdate_state(state.config, {"draft": changed}, as_node="approve_call")


def changed_draft(draft: Draft, changes: Any, **of_draft: Any) -> Draft:
    """A draft whose call is another one."""
    return draft.model_copy(update={"call": draft.call.model_copy(update=changes), **of_draft})


@pytest.mark.parametrize("forged", ["digest", "signature"])
async def test_a_forged_approval_is_asked_again(forged: str) -> None:
    """A digest that anybody can compute, or the signature of another call."""
    shop = Shop()
    graph = await approved_and_stopped(shop)
    tool = from_function(shop.find_price)
    digest = fingerprint(tool, canonical_arguments(tool, {"item": "Z-9"}))
    signature = (await inner(graph)).values["draft"].approved
    said = digest if forged == "digest" else signature
    await with_call(graph, {"arguments": {"item": "Z-9"}, "fingerprint": digest}, approved=said, stage="ready")
    asked = question(await graph.ainvoke(None, CONFIG))
    assert (asked.value["arguments"], shop.calls) == ({"item": "Z-9"}, ["A-17"])


async def test_an_argument_with_hidden_characters_is_not_the_approved_one() -> None:
    """A fork at the approved step cannot swap it in."""
    shop = Shop()
    graph = await approved_and_stopped(shop)
    await with_call(graph, {"arguments": {"item": "A-17\x1b]; rm\x07"}})
    asked = question(await graph.ainvoke(None, CONFIG))
    assert (asked.value["arguments"], shop.calls) == ({"item": "A-17\x1b]; rm\x07"}, ["A-17"])


@pytest.mark.parametrize("other", ["key", "run", "sub_task", "none"])
async def test_an_approval_counts_for_its_user_run_and_step_only(other: str, home: Path) -> None:
    """Under another key, in another run, for another sub-task it is asked again; where nothing changed, it is not."""
    shop = Shop()
    graph = await approved_and_stopped(shop)
    state = await inner(graph)
    if other == "key":
        (home / "signing.key").write_bytes(b"k" * 32)
    elif other == "run":
        await graph.aupdate_state(state.config, {"run_id": "another"}, as_node="approve_call")
    elif other == "sub_task":
        task = state.values["sub_task"].model_copy(update={"id": "another"})
        await graph.aupdate_state(state.config, {"sub_task": task}, as_node="approve_call")
    result = await graph.ainvoke(None, CONFIG)
    assert ("__interrupt__" in result) is (other != "none")
    assert len(shop.calls) == (2 if other == "none" else 1)


async def test_an_answer_that_only_the_storage_knows_is_asked_again() -> None:
    """Somebody writes the answer beside the question, where LangGraph keeps answers, and the run is resumed."""
    shop = Shop()
    graph = shop.graph(approve={"tools"})
    saver: Any = graph.checkpointer
    shop.open = True
    await graph.ainvoke(QUERY, CONFIG)
    for config in [CONFIG, (await inner(graph)).config]:
        found = await saver.aget_tuple(config)
        assert found is not None
        for task in {write[0] for write in found.pending_writes or () if write[1] == "__interrupt__"}:
            await saver.aput_writes(found.config, [("__resume__", [YES])], task)
    asked = question(await graph.ainvoke(None, CONFIG))
    assert (asked.value["tool"], shop.calls) == ("find_price", [])
    refused = await graph.ainvoke(Command(resume={asked.id: {"decision": "reject"}}), CONFIG)
    assert (shop.calls, refused["stop_reason"] == "answered") == ([], False)


async def test_a_call_that_changes_while_its_question_waits_is_asked_about_as_it_is_now() -> None:
    """The person was shown one call, the storage now says another: their yes is not for that one."""
    shop = Shop()
    graph = shop.graph(approve={"tools"})
    saver: Any = graph.checkpointer
    shop.open = True
    asked = question(await graph.ainvoke(QUERY, CONFIG))
    state = await inner(graph)
    found = await saver.aget_tuple(state.config)
    assert found is not None
    changed = changed_draft(state.values["draft"], {"arguments": {"item": "Z-9"}})
    place = state.config["configurable"]["checkpoint_ns"]
    version = found.checkpoint["channel_versions"]["draft"]
    saver.blobs["t", place, "draft", version] = saver.serde.dumps_typed(changed)  # pyright: ignore
    again = question(await graph.ainvoke(Command(resume={asked.id: YES}), CONFIG))
    assert (again.value["arguments"], shop.calls) == ({"item": "Z-9"}, [])
    await graph.ainvoke(Command(resume={again.id: YES}), CONFIG)
    assert shop.calls == ["Z-9"]


@pytest.mark.parametrize("later", [False, True])
async def test_where_no_key_can_be_kept_an_approval_ends_with_its_process(
    later: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It holds in the process that it was given in; any later one asks again."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("SMURFS_HOME", str(tmp_path / "file" / "home"))
    graph = await approved_and_stopped(Shop())
    if later:
        monkeypatch.setattr("smurfs_graph.user.signing._OF_THIS_PROCESS", b"another one")
    assert ("__interrupt__" in await graph.ainvoke(None, CONFIG)) is later


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="rights of files are POSIX's")
def test_a_key_that_others_can_read_or_write_signs_nothing(home: Path) -> None:
    """They could have signed with it; one line says what to do."""
    key = user_key()
    (home / "signing.key").chmod(0o644)
    with pytest.raises(ConfigurationError, match="not this user's alone: remove it"):
        user_key()
    assert key_at_hand() != key
    (home / "signing.key").chmod(0o600)
    assert user_key() == key
