"""Model calls on record (`record`): word for word what the server got, once, masked, with the run and its fate."""

import asyncio
import json
import re
from collections import Counter
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph import Settings, build_graph
from smurfs_graph.asking import recording
from smurfs_graph.checkpoints.storage import Storage, open_storage
from smurfs_graph.errors import StorageError
from smurfs_graph.runs.calls import CallRow, call_rows
from smurfs_graph.runs.saved import delete_run, payloads_of, read_run
from smurfs_graph.strategies import SHOWN
from smurfs_graph.testing import ScriptedModel, fresh_registry
from tests.durability import victim
from tests.durability.killing import Nursery
from tests.durability.storages import address_of
from tests.durability.test_replies import CONFIG, Run
from tests.scripts import REFERENCE, script
from tests.servers import behaviours
from tests.servers.hostile import Behaviour, Body, HostileServer, add, honest_script, translators
from tests.training.recorded import CANARIES, broken, good, other, record_canaries, run

FORMAT = ("tools", "tool_choice", "response_format", "parallel_tool_calls")
"""What a request has beside its messages, of what the record has."""
SHAPES: list[dict[str, Any]] = [
    *({"step_shape": shape, "planning": "always"} for shape in ("split", "fused", "native")),
    {"planning": "auto"},
    *({"structured_output": rung, "planning": "always"} for rung in ("function_calling", "json_mode", "prompted")),
    *({"strategy": name} for name in SHOWN if name != "full"),
]


def replies(call: str, sections: dict[str, str]) -> Any:
    """Reply as an honest server; the other strategies add 2 and 3 likewise, and long answers take a detour."""
    told = {"return_type": "give_answer", "final_answer": "The sum is 5."}
    others: dict[str, Any] = {
        "executor.react": {"thought": "so", "tool": "Finish", "arguments": told}
        if "history" in sections
        else {"thought": "add", "tool": "add", "arguments": {"a": 2, "b": 3}},
        "manager.pmc": {"sub_tasks": [{"id": "s1", "content": "Add 2 and 3."}]},
        "planner.umi": {"rationale": "so", "next": "conclusion" if "history" in sections else "caller"},
        "caller": {"tool": "add", "arguments": {"a": 2, "b": 3}},
        "summarizer": {"answer": "The sum is 5."},
    }
    return others[call] if call in others else honest_script(call, sections)


def rows_of(storage: Storage, thread: str = "t") -> list[CallRow]:
    """Return the recorded calls of a run."""
    run = read_run(storage, thread)
    return call_rows(run, payloads_of(storage, run))


def as_sent(row: CallRow) -> Body:
    """The part of a request's body that a row has."""
    return {"messages": list(row.messages), **{name: row.terms[name] for name in FORMAT if name in row.terms}}


def recorded(path: Path, behaviour: Behaviour, **settings: Any) -> tuple[list[CallRow], list[Body]]:
    """A run against a server: what is on record, and the bodies that the server got."""
    with open_storage(path) as storage, HostileServer(behaviour, replies) as server, fresh_registry():
        options: dict[str, Any] = {"model_retry_wait": 0.01, "model_timeout": 15.0, "shortlist_over": 100, **settings}
        graph = build_graph(
            Settings(model="openai:any", base_url=server.base_url, record=True, **options),
            [add, *translators(60 if behaviour is behaviours.small_window else 2)],
            checkpointer=storage.checkpointer,
            store=storage.store,
        )
        graph.invoke({"query": "What is 2 + 3? It matters – says 'José'."}, CONFIG)
        return rows_of(storage), server.requests


@pytest.mark.slow
def test_what_is_on_record_is_what_the_server_got(tmp_path: Path) -> None:
    """Every step shape, strategy and rung; formats that are refused, busy servers and prompts that did not fit."""
    lies = (behaviours.refuses_formats, behaviours.fails_on_formats, behaviours.rate_limits, behaviours.small_window)
    cases = [(behaviours.honest, shape) for shape in SHAPES]
    cases += [(lie, shape) for lie in lies for shape in SHAPES[:4]]
    seen: Counter[str] = Counter()
    for at, (behaviour, settings) in enumerate(cases):
        rows, bodies = recorded(tmp_path / f"{at}.sqlite", behaviour, **settings)
        got = [{name: body[name] for name in ("messages", *FORMAT) if name in body} for body in bodies]
        assert [as_sent(row) for row in rows] == got, (behaviour.__name__, settings)
        seen.update(_kind(row) for row in rows)
    assert sum(seen.values()) >= 100
    assert {kind for kind, count in seen.items() if count > 2} >= {"tools", "json_schema", "json_object", "prompted"}


def _kind(row: CallRow) -> str:
    return "tools" if "tools" in row.terms else row.terms.get("response_format", {"type": "prompted"})["type"]


def test_a_row_says_whose_call_it_was_and_what_came_back(tmp_path: Path) -> None:
    """Role, step, model, reply, tokens as the ledger has them; a request that was refused says why."""
    rows, _ = recorded(tmp_path / "r.sqlite", behaviours.refuses_formats, **SHAPES[1])
    refused, planned = rows[0], next(row for row in rows if row.reply is not None)
    assert (refused.call, refused.reply, refused.fate) == ("planner", None, "unanswered")
    assert "unknown field 'response_format'" in refused.reason
    assert (planned.role, planned.model, planned.sub_task) == ("planner", "openai:any", "")
    assert planned.reply is not None
    assert json.loads(planned.reply["content"])["sub_tasks"]
    assert planned.usage["input_tokens"] == 100
    assert [(row.call, row.sub_task, row.step, row.fate) for row in rows if row.sub_task] == [
        ("executor.fused", "s1", 0, "solved"),
        ("answer.fused", "s1", 0, "solved"),
    ]
    assert [row.number for row in rows] == [*range(1, len(rows) + 1)]


@pytest.mark.parametrize("strategy", ["smurfs", "full"])
def test_replies_have_their_fates(strategy: str, storage: Storage) -> None:
    """Restarted, failed, popped, rolled back, solved: as the search has them in the end."""
    pending = {"status": "pending", "hint": "more"}
    thoughts = [{"thought": "first"}, "{}", {"thought": "second"}]
    answers = script(executor_thought=thoughts, verifier=[pending, {"status": "solved"}])
    options: dict[str, Any] = {"exhaustive": True, "max_depth": 1, "step_shape": "split", "planning": "always"}
    run(storage, [broken, good, other], answers, strategy=strategy, **options)
    found = [(row.call, row.fate) for row in rows_of(storage) if row.call in ("executor.thought", "verifier")]
    again = [] if strategy == "smurfs" else [("executor.thought", "popped")]  # the second complaint takes the tool
    assert found == [
        ("executor.thought", "popped" if strategy == "smurfs" else "failed"),
        ("executor.thought", "restarted"),
        *again,
        ("executor.thought", "rolled back"),
        ("verifier", "rolled back"),
        ("executor.thought", "solved"),
        ("verifier", "solved"),
    ]


def test_a_step_for_which_no_tool_fits_is_popped(storage: Storage) -> None:
    """The thought and the choice that came to nothing, and not the step in their place."""
    run(storage, [broken, good], script(executor_tool=[{"tool": "none of these"}, {"tool": "good"}]), strategy="smurfs")
    found = [(row.call, row.fate) for row in rows_of(storage) if row.sub_task]
    assert found == [("executor.thought", "popped"), ("executor.tool", "popped")]


@pytest.mark.parametrize(("kind", "writes"), [("sqlite", writes) for writes in range(3, 40, 9)] + [("postgres", 26)])
def test_a_run_that_was_resumed_has_each_call_once(
    kind: str, writes: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Wherever its checkpoints could not be written any more: a reply out of the journal is no second call."""
    with open_storage(address_of(kind, request, tmp_path)) as storage:
        disturbed = Run(storage)
        disturbed.resumed_after(writes, record=True)
        rows = rows_of(storage)
    sent = Counter((str(row.messages[0]["content"]), str(row.messages[1]["content"])) for row in rows)
    assert sent == Counter((asked.system, asked.user) for asked in disturbed.work.model.asked)


@pytest.mark.slow
def test_no_kill_leaves_a_call_twice_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes that die by SIGKILL at random moments, and right after a call has ended."""
    monkeypatch.setenv("SMURFS_HOME", str(tmp_path))
    monkeypatch.setattr(victim, "Settings", partial(Settings, record=True))
    nursery, kills = Nursery(str(tmp_path / "{}.sqlite"), tmp_path), 0
    took, _ = nursery.undisturbed()
    for _ in range(4):
        kills += nursery.at_random(took)
        nursery.aimed()
    assert kills
    for number in range(1, nursery.found.victims + 1):
        with open_storage(tmp_path / f"{number}.sqlite") as storage:
            rows = rows_of(storage, f"victim{number}")
        made = {(row.call, row.sub_task, "<complaint>" in str(row.messages[-1]["content"])) for row in rows}
        assert len(made) == len(rows) == victim.MODEL_CALLS


def test_a_row_that_a_killed_process_did_not_write_is_written_by_the_next(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The journal had the reply, the record had not: it is as it was, and said to be replayed."""
    disturbed = Run(storage)

    async def dies(*args: Any) -> None:
        raise StorageError("killed")

    with monkeypatch.context() as patched:
        patched.setattr(recording.Recorder, "write", dies)
        with pytest.raises(StorageError, match="killed"):
            asyncio.run(disturbed.graph().ainvoke({"query": "q"}, CONFIG, context={"record": True}))
    asyncio.run(disturbed.graph().ainvoke(None, CONFIG, context={"record": True}))
    first, *others = rows_of(storage)
    asked = disturbed.work.model.asked
    assert (first.replayed, [row.replayed for row in others]) == (True, [False] * (len(asked) - 1))
    assert first.messages[1]["content"] == asked[0].user
    assert first.reply is not None
    assert first.reply["content"] == asked[0].reply


def test_no_canary_is_on_record(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the environment, the request, a tool's document, its arguments and its response, headers included."""
    monkeypatch.setenv("STOCK_API_KEY", CANARIES[0])
    model = record_canaries(storage)
    sent = "".join(asked.system + asked.user + asked.reply for asked in model.asked)
    assert [canary for canary in CANARIES if canary not in sent] == []
    rows = rows_of(storage)
    said = json.dumps([asdict(row) for row in rows])
    kept_texts = [value for _, value in storage.payloads("") if "said" in value or "call" in value]
    assert len(rows) == len(model.asked)
    assert [canary for canary in CANARIES if canary in said + json.dumps(kept_texts)] == []


def test_off_nothing_is_kept_and_without_a_store_it_is_said(storage: Storage) -> None:
    """Nor does a run without a storage fail for it."""
    run(storage, [good], script(), record=False)
    assert rows_of(storage) == []
    model = ScriptedModel(script())
    graph = build_graph(Settings(model=REFERENCE, strategy="smurfs", record=True), [good], models={REFERENCE: model})
    result = graph.invoke({"query": "q"})
    assert result["stop_reason"] == "answered"
    assert [warning for warning in result["warnings"] if "not recorded" in warning] == [
        "model calls are not recorded: the run is kept nowhere (the graph has no checkpointer, or no store)"
    ]


def test_a_record_is_bounded(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls beyond the bound are not kept, and the run says so once."""
    monkeypatch.setattr(recording, "MOST_CHARS", 3_000)
    result, model = run(storage, [good], script())
    rows = rows_of(storage)
    assert 0 < len(rows) < len(model.asked)
    assert sum("not recorded any more" in warning for warning in result["warnings"]) == 1


def test_a_text_is_kept_once(storage: Storage) -> None:
    """The system prompts of a second sub-task's calls add nothing."""
    plan = {"needs_tool": True, "sub_tasks": ["one thing", "another thing"]}
    _, model = run(storage, [good], script(planner=plan))
    kept = "".join(value["said"] for _, value in storage.payloads("") if "said" in value)
    prompts = {asked.call: asked.system for asked in model.asked if asked.call.startswith("executor")}
    longest = {max(re.split(r'[\n"]', prompt), key=len) for prompt in prompts.values()}
    assert [kept.count(text) for text in longest] == [1] * len(longest)


def test_replies_of_a_cache_are_said_to_be(storage: Storage, tmp_path: Path) -> None:
    """They are on record, too; nothing was sent for them."""
    cache = str(tmp_path / "cache.sqlite")
    run(storage, [good], script(), response_cache=cache)
    first = rows_of(storage)
    with open_storage(tmp_path / "again.sqlite") as again:
        _, model = run(again, [good], script(), response_cache=cache)
        second = rows_of(again)
    assert model.asked == []
    assert [row.replayed for row in first + second] == [False] * len(first) + [True] * len(first)
    assert [row.messages for row in first] == [row.messages for row in second]
    assert [row.reply for row in first] == [row.reply for row in second]


def test_a_record_goes_with_its_run(storage: Storage) -> None:
    """It is deleted with it, wholly."""
    run(storage, [good], script())
    assert any("call" in value for _, value in storage.payloads(""))
    delete_run(storage, "t")
    assert storage.payloads("") == []


def test_a_damaged_record_is_one_line(storage: Storage) -> None:
    """A missing text, or a row that is none, is reported in one line."""
    run(storage, [good], script())
    saved = read_run(storage, "t")
    whole = payloads_of(storage, saved)
    for spoilt in ({"said": "{}"}, {"call": "[1]"}):
        with pytest.raises(StorageError, match="damaged"):
            call_rows(saved, [(key, {**value, **spoilt}) for key, value in whole])
