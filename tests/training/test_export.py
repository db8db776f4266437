"""`smurfs export-training`: what was asked and replied, as data to learn from, and nothing that should not be."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_core.messages import AIMessage
from langgraph.types import Command

from smurfs_graph import Settings, build_graph, effects
from smurfs_graph.canonical import digest
from smurfs_graph.checkpoints.storage import open_storage
from smurfs_graph.testing import ScriptedModel
from smurfs_graph.training.episodes import Episode
from smurfs_graph.training.export import SIDES, ExportSelection, export
from tests.bench.harness.scenery import smurfs
from tests.bench.harness.test_benchmarks import UMI
from tests.desk import TALK, Clerk, Desk
from tests.scripts import REFERENCE, asks_nobody, calling, script
from tests.training.recorded import CANARIES, detour, record, record_canaries

META = {"run": "", "role": "", "call": "", "model": "m:x"}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A home of one's own, with the storage of the runs."""
    monkeypatch.setenv("SMURFS_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("SMURFS_CHECKPOINT", str(tmp_path / "runs.sqlite"))


def rows(folder: Path, name: str, side: str = "train") -> list[dict[str, Any]]:
    """The rows of a file; none where there is no file."""
    file = folder / name / f"{side}.jsonl"
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def kept(folder: Path, replies: Callable[[str, dict[str, str]], Any]) -> tuple[Any, ScriptedModel]:
    """A run `t` in the storage: its result and its model."""
    with open_storage(folder / "runs.sqlite") as storage:
        return record(storage, "t", replies)


def exported(folder: Path, *options: str) -> Path:
    """Run the export and return its folder."""
    assert smurfs("export-training", "-o", str(folder / "data"), "--test-share", "0", *options) == 0
    return folder / "data"


def test_a_run_becomes_a_set_for_each_role(tmp_path: Path) -> None:
    """Prompts as the model got them, replies as it wrote them; of steps that were undone, and restarts, none."""
    result, model = kept(tmp_path, detour())
    folder = exported(tmp_path, "t")
    asked = [(asked.call, asked.system, asked.user, asked.reply) for asked in model.asked]
    found = [
        (row["meta"]["call"], *(each["content"] for each in (*row["prompt"], *row["completion"])))
        for role in ("planner", "executor", "answer", "verifier", "deliverer")
        for row in rows(folder, f"roles/{role}")
    ]
    assert len(found) >= 5
    assert set(found) <= set(asked)
    thoughts = [row["completion"][0]["content"] for row in rows(folder, "roles/executor")]
    assert thoughts[0] == '{"thought": "third"}'
    assert not any("second" in said or "first" in said or "no JSON" in said for said in thoughts)
    [whole] = rows(folder, "global")
    assert [message["role"] for message in whole["messages"]] == ["user", "assistant", "tool", "assistant"]
    call, told, answer = whole["messages"][1:]
    assert (call["content"], call["tool_calls"][0]["function"]) == ("third", {"name": "other", "arguments": "{}"})
    assert (told["content"], told["tool_call_id"]) == ("something else", call["tool_calls"][0]["id"])
    assert answer["content"] == result["answer"]
    names = [each["function"]["name"] for each in json.loads(whole["tools"])]
    assert {"good", "other"} <= set(names)


def test_a_later_turn_is_learned_with_what_earlier_ones_called(tmp_path: Path) -> None:
    """The model was shown the same: requests, calls, results and answers."""
    desk, clerk = Desk(), Clerk(native=True)
    with open_storage(tmp_path / "runs.sqlite") as storage:
        kept: dict[str, Any] = {"checkpointer": storage.checkpointer, "store": storage.store}
        settings = Settings(model=REFERENCE, record=True)
        graph = build_graph(settings, desk.tools, models={REFERENCE: clerk.model}, **kept)
        for text in TALK[:2]:
            graph.invoke({"messages": [("user", text)]}, {"configurable": {"thread_id": "t"}})
    [whole] = rows(exported(tmp_path, "t"), "global")
    assert [message["role"] for message in whole["messages"]] == ["user", "assistant", "tool", "assistant"] * 2
    assert desk.values("customer_id")["customer_id"] in whole["messages"][2]["content"]


def test_a_decision_that_was_rolled_back_is_a_preference(tmp_path: Path) -> None:
    """Beside the one that solved the sub-task; and as labels for each by itself."""
    kept(tmp_path, detour())
    folder = exported(tmp_path)
    [pair] = rows(folder, "preferences")
    assert [pair[side][0]["content"] for side in ("rejected", "chosen")] == [
        '{"thought": "second"}',
        '{"thought": "third"}',
    ]
    assert pair["prompt"][0]["content"].startswith("# Executor: thought")
    assert pair["meta"]["role"] == "executor"
    labels = {row["completion"][0]["content"]: row["label"] for row in rows(folder, "kto")}
    assert (labels['{"thought": "second"}'], labels['{"thought": "third"}']) == (False, True)


def test_a_program_is_learned_as_the_model_wrote_it(tmp_path: Path) -> None:
    """Its calls are none of the model's; one that failed is nothing to learn, though what it read was used."""

    @effects("read")
    def price(item: str) -> int:
        """Find a price."""
        return {"A": 3, "B": 4}[item]

    broken, sound = ('print(await price("A"))\n[][1]', 'print(await price("A") + await price("B"))')
    replies = [*(calling("run_python", {"code": source}) for source in (broken, sound)), "7"]
    with open_storage(tmp_path / "runs.sqlite") as storage:
        model = ScriptedModel(asks_nobody, caller=lambda messages, tools: replies.pop(0))
        settings = Settings(model=REFERENCE, record=True, step_shape="code")
        kept: dict[str, Any] = {"checkpointer": storage.checkpointer, "store": storage.store}
        graph = build_graph(settings, [price], models={REFERENCE: model}, **kept)
        graph.invoke({"query": "What do both cost?"}, {"configurable": {"thread_id": "t"}})
    folder = exported(tmp_path, "t")
    [whole] = rows(folder, "global")
    _, asked, told, answer = whole["messages"]
    assert json.loads(asked["tool_calls"][0]["function"]["arguments"]) == {"code": sound}
    assert (len(asked["tool_calls"]), told["content"], answer["content"]) == (1, "7", "7")
    learned = [row["completion"][0] for row in rows(folder, "roles/executor")]
    assert ["tool_calls" in each for each in learned] == [True, False]
    assert json.loads(learned[0]["tool_calls"][0]["function"]["arguments"]) == {"code": sound}


@pytest.mark.parametrize("shape", ["split", "fused", "native"])
def test_what_a_person_corrected_is_nothing_to_learn(shape: str, tmp_path: Path) -> None:
    """The model wrote Paris, a person Rome, and that solved the sub-task: the reply is no example; the call made is."""

    def weather(city: str) -> str:
        """The weather in a city."""
        return f"rain in {city}"

    def called(messages: list[Any], _: Any) -> Any:
        call = {"name": "weather", "args": {"city": "Paris"}, "id": "1"}
        return "It rains." if messages[-1].type == "tool" else AIMessage("", tool_calls=[call])

    paris, told = {"city": "Paris"}, {"answer": "It rains.", "status": "solved"}
    fused = {"thought": "so", "calls": [{"tool": "weather", "arguments": paris}]}
    replies = script(executor_arguments=paris, executor_fused=fused, answer_fused=told)
    native: dict[str, Any] = {"caller": called, "profile": {"tool_calling": True}} if shape == "native" else {}
    model = ScriptedModel(replies, **native)
    config: Any = {"configurable": {"thread_id": "t"}}
    settings = Settings.checked(strategy="full", step_shape=shape, model=REFERENCE, record=True, approve=["tools"])
    with open_storage(tmp_path / "runs.sqlite") as storage:
        kept: dict[str, Any] = {"checkpointer": storage.checkpointer, "store": storage.store}
        graph = build_graph(settings, [weather], models={REFERENCE: model}, **kept)
        [asked] = graph.invoke({"query": "How is it?"}, config)["__interrupt__"]
        edit = {"decision": "edit", "arguments": {"city": "Rome"}}
        assert graph.invoke(Command(resume={asked.id: edit}), config)["stop_reason"] == "answered"
    folder = exported(tmp_path)
    learnt = [row["completion"][0] for name in ("roles/executor", "kto") for row in rows(folder, name)]
    assert "Paris" not in json.dumps(learnt)
    assert "Rome" in json.dumps(rows(folder, "global")[0]["messages"])


def test_requests_are_on_one_side(tmp_path: Path) -> None:
    """All runs of a request, however it is spelt; a row is written once; the card says what there is."""
    with open_storage(tmp_path / "runs.sqlite") as storage:
        for at in range(5):
            record(storage, f"a{at}", script(), f"Find {at}.", max_depth=3)
            record(storage, f"b{at}", script(), f"find  {at}.", max_depth=3)
        record(storage, "c0", script(), "Find 0.", max_depth=3)
    assert smurfs("export-training", "-o", str(tmp_path / "data"), "--test-share", "0.4") == 0
    sides = [{row["meta"]["run"][1:] for row in rows(tmp_path / "data", "global", side)} for side in ("train", "test")]
    assert (sides[0] | sides[1], sides[0] & sides[1], len(sides[1])) == ({str(at) for at in range(5)}, set(), 2)
    card = (tmp_path / "data" / "README.md").read_text()
    lines = rows(tmp_path / "data", "roles/planner")
    size = (tmp_path / "data" / "roles" / "planner" / "train.jsonl").stat().st_size
    assert f"| roles/planner | train | {len(lines)} | {size:,} |" in card
    assert "recorded runs: 11 episodes. Yours to name" in card
    assert "rows were there already" in card
    assert {file.stat().st_mode & 0o77 for file in [tmp_path / "data", *(tmp_path / "data").rglob("*")]} == {0}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("unknown",), "there is no run 'unknown'"),
        (("plain",), "run 'plain' has no model calls on record; --set record=true keeps them"),
        (("--stop-reason", "partial"), "nothing is left to export: 1 runs ended with answered"),
        (("--min-score", "1"), "nothing is left to export: 1 runs have a lower score, or none"),
        (("--model", "openai:x"), "rows are of other models"),
        (("t", "--model", "scripted:test", "--model", "x"), "unknown model 'x'; known: scripted:test"),
        (("t", "--hold-out", "mood"), "unknown tool 'mood'; did you mean 'good'?"),
        (("t", "--stop-reason", "answred"), "unknown stop reason 'answred'; did you mean 'answered'?"),
        (("t", "-o", "."), ". is there already"),
        (("--hold-out", "good"), "every request would be the test's"),
        (("--toolbench", "nowhere.json"), "nowhere.json is no data file"),
        (("home",), "holds no results of smurfs bench"),
    ],
)
def test_what_cannot_be_exported_is_said_in_a_line(
    options: tuple[str, ...],
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And nothing is left behind."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "home").mkdir()
    with open_storage(tmp_path / "runs.sqlite") as storage:
        record(storage, "plain", script(), record=False)
        record(storage, "t", script())
    there = {*tmp_path.iterdir()}
    assert smurfs("export-training", "-o", "data", *options) == 2
    errors = capsys.readouterr().err
    assert said in errors
    assert errors.count("\n") == 1
    assert {*tmp_path.iterdir()} == there


def before_itself(said: dict[str, Any]) -> None:
    """Every message stands before itself."""
    for name, message in said.items():
        if isinstance(message, list):
            message[0] = name


def often(said: dict[str, Any]) -> None:
    """Every message is one long paragraph, over and over."""
    said["long"] = "x" * 1_000_000
    for message in said.values():
        if isinstance(message, list):
            message[1:] = [["long"]] * 2_000


@pytest.mark.parametrize(
    ("part", "change", "said"),
    [
        ("said", before_itself, "a message stands before itself"),
        ("said", often, "it says more than"),
        ("call", lambda call: call.update(call="../x/y.z"), "should match pattern"),
        ("call", lambda call: call.update(depth=None), "should be a valid integer"),
        ("call", lambda call: call["requests"][0].update(at=1e300), "less than or equal"),
        ("call", lambda call: call["requests"][0].update(reply={"role": "x", "content": "", "tool_calls": [{}]}),
         "Field required"),
    ],
)  # fmt: skip
def test_a_record_that_was_tampered_with_is_refused_in_a_line(
    part: str, change: Callable[[Any], None], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever a run's file is of: reading it ends, fits into memory, and names no place to write to."""
    kept(tmp_path, detour())
    assert smurfs("runs", "export", "t", "-o", str(tmp_path / "run")) == 0
    lines = [json.loads(line) for line in (tmp_path / "run").read_text().splitlines()]
    for line in lines:
        if part in line.get("value", {}):
            value = json.loads(line["value"][part])
            change(value)
            line["value"][part] = json.dumps(value)
    (tmp_path / "run").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    capsys.readouterr()
    assert smurfs("export-training", "-o", str(tmp_path / "data"), str(tmp_path / "run")) == 2
    errors = capsys.readouterr().err
    assert "the record of the run's model calls is damaged" in errors
    assert said in errors
    assert errors.count("\n") == 1
    assert not (tmp_path / "data").exists()


def test_a_folder_that_holds_something_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An empty one is taken."""
    kept(tmp_path, script())
    (tmp_path / "data").mkdir()
    folder = exported(tmp_path)
    before = {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}
    assert smurfs("export-training", "-o", str(folder)) == 2
    assert "is there already" in capsys.readouterr().err
    assert {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()} == before


def test_an_interruption_leaves_no_half_of_an_export(tmp_path: Path) -> None:
    """Neither under its name nor beside it."""

    def episodes() -> Iterator[Episode]:
        yield Episode("a", "recorded runs", "q", frozenset(), (("global", {"messages": [], "meta": {"model": ""}}),))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export(episodes(), tmp_path / "data", ExportSelection())
    assert [*tmp_path.iterdir()] == []


@given(
    st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from("TUV"), st.integers(0, 5)), min_size=3), st.integers()
)
@settings(max_examples=25)
def test_every_row_is_written_once(made: list[tuple[str, str, int]], seed: int) -> None:
    """On one side, which its request is on; a row that both sides have is the test's."""
    episodes = [
        Episode(f"{at}", "recorded runs", request, frozenset({tool}), (("global", {"text": said, "meta": META}),))
        for at, (request, tool, said) in enumerate(made)
    ]
    with TemporaryDirectory() as scratch:
        found = export(episodes, Path(scratch) / "data", ExportSelection(test_share=0.3, seed=seed))
        sides = {side: [row["text"] for row in rows(Path(scratch) / "data", "global", side)] for side in SIDES}
    said = [*sides["test"], *sides["train"]]
    assert sorted(said) == sorted({said for _, _, said in made})
    held = {said for request, _, said in made if digest(request) in found.held.requests}
    assert set(sides["test"]) == held


def test_no_canary_is_exported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the environment, the request, a tool's document, its arguments, its response and its headers."""
    with open_storage(tmp_path / "runs.sqlite") as storage:
        record_canaries(storage)
    monkeypatch.setenv("STOCK_API_KEY", CANARIES[0])  # which the process of the run did not know
    folder = exported(tmp_path)
    texts = "".join(file.read_text() for file in folder.rglob("*") if file.is_file())
    assert [canary for canary in CANARIES if canary in texts] == []
    [whole] = rows(folder, "global")
    assert json.loads(whole["tools"])[0]["function"]["parameters"]["properties"]["token"]["type"] == "string"
    assert ": 0 rows had something left" not in (folder / "README.md").read_text()


def test_toolbench_becomes_what_the_agents_are_asked(tmp_path: Path) -> None:
    """Each annotated step as the reply of planner, caller and summarizer to the prompts that a run shows them."""
    conversations = UMI[0]["conversations"][:6]
    (tmp_path / "records.json").write_text(json.dumps([{**UMI[0], "conversations": conversations}, UMI[1]]))
    folder = exported(tmp_path, "--toolbench", str(tmp_path / "records.json"))
    replies = {
        role: [json.loads(row["completion"][0]["content"]) for row in rows(folder, f"roles/{role}")]
        for role in ("planner", "caller", "summarizer")
    }
    assert replies == {
        "planner": [
            {"rationale": "I look it up.", "next": "caller"},
            {"rationale": "It is known.", "next": "conclusion"},
        ],
        "caller": [{"call": {"tool": "weather_for_sky", "arguments": {"city": "Oslo"}}}],
        "summarizer": [{"answer": "It rains in Oslo."}],
    }
    assert '{"weather": "rain"}' in rows(folder, "roles/summarizer")[0]["prompt"][1]["content"]
    [whole] = rows(folder, "global")
    assert [message["content"] for message in whole["messages"]] == [
        "What is the weather in Oslo?",
        "I look it up.",
        '{"weather": "rain"}',
        "It rains in Oslo.",
    ]
    assert "Apache-2.0" in (folder / "README.md").read_text()


def test_a_trajectory_that_gives_up_is_kept(tmp_path: Path) -> None:
    """As α-UMi keeps it: the whole of it ends with why, and the planner's row says so."""
    gives_up = [*UMI[0]["conversations"][:4], {"from": "assistant", "value": "No tool tells. Next: give up."}]
    (tmp_path / "records.json").write_text(json.dumps([{**UMI[0], "conversations": gives_up}]))
    folder = exported(tmp_path, "--toolbench", str(tmp_path / "records.json"))
    [whole] = rows(folder, "global")
    assert whole["messages"][-1] == {"role": "assistant", "content": "No tool tells."}
    assert [message["role"] for message in whole["messages"]] == ["user", "assistant", "tool", "assistant"]
    last = json.loads(rows(folder, "roles/planner")[-1]["completion"][0]["content"])
    assert last == {"rationale": "No tool tells.", "next": "give up"}
