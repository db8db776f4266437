"""`smurfs doctor`: what it finds on servers that lie, and what it advises."""

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.cli import main
from smurfs_graph.models.examination import SHAPES, Examination, RungReport, ShapeReport, advice
from smurfs_graph.models.examining import Examiner
from smurfs_graph.models.registry import Shape
from smurfs_graph.testing import ScriptedModel
from tests.servers import behaviours
from tests.servers.hostile import Behaviour, Body, Handler, HostileServer, completion, honest, tool_call


def room(call: str, sections: dict[str, str]) -> Any:
    """Answer the doctor's task as an honest model."""
    return {"city": "Oslo", "nights": 3, "status": "free"}


def doctor(behaviour: Behaviour, capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, str]:
    """The command's exit status and its output."""
    with HostileServer(behaviour, script=room) as server, pytest.raises(SystemExit) as ended:
        asked = ["--model", "openai:any", "--base-url", server.base_url, "--max-window", "4096", "--no-tasks"]
        main(["doctor", *asked, *options])
    return int(str(ended.value.code)), capsys.readouterr().out


def found(behaviour: Behaviour, capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, Any]:
    """The examination as JSON."""
    return json.loads(doctor(behaviour, capsys, "--json", *options)[1])


def test_a_good_server_gets_a_table_and_status_0(capsys: pytest.CaptureFixture[str]) -> None:
    """Every question is a row, advice follows."""
    status, text = doctor(honest, capsys)
    assert status == 0
    for row in ("reachable", "latency", "native JSON schema", "tool calls", "usage", "streaming", "context window"):
        assert row in text
    assert "step shape" in text


def test_formats_are_tried_and_not_trusted(capsys: pytest.CaptureFixture[str]) -> None:
    """A server that says 200 OK to a schema and writes prose is found out."""
    report = found(behaviours.honours_prompts_only, capsys)
    works = {rung["rung"]: rung["valid"] for rung in report["rungs"]}
    assert works == {"json_schema": 0, "function_calling": 0, "json_mode": 0, "prompted": 2}
    assert report["usable"]
    assert any("structured_output=prompted" in line for line in report["advice"])


def test_refused_formats_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    """A refusal is told from a bad reply."""
    report = found(behaviours.refuses_formats, capsys)
    assert [rung["note"].startswith("refused") for rung in report["rungs"]] == [True, True, True, False]


def test_a_servers_words_are_shown_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    """Neither markup nor a terminal's commands."""

    def behave(handler: Handler, body: Body) -> None:
        if body.get("tools"):
            handler.send(400, {"error": {"message": "no [/b] tools\x1b[2J here"}})
        else:
            honest(handler, body)

    status, text = doctor(behave, capsys)
    assert status == 0
    assert "no [/b] tools" in text
    assert "\x1b" not in text


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_the_key_that_a_server_puts_into_its_replies_is_not_shown(
    options: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was found is pasted into reports of bugs."""
    monkeypatch.setenv("OPENAI_API_KEY", "jf83-hs62-kd90-qz17")

    def behave(handler: Handler, body: Body) -> None:
        key = handler.headers["Authorization"].removeprefix("Bearer ")
        calls = [tool_call(body, json.dumps({"note": key}))] if body.get("tools") else None
        handler.send(200, completion(json.dumps({"note": key}), tool_calls=calls))

    _, text = doctor(behave, capsys, *options)
    assert "[secret]" in text
    assert "jf83" not in text


def test_an_unusable_server_gets_status_1(capsys: pytest.CaptureFixture[str]) -> None:
    """Prose for everything, or a login page, is no model to work with."""
    assert doctor(behaviours.ignores_schema, capsys)[0] == 1
    status, text = doctor(behaviours.html_ok, capsys)
    assert status == 1
    assert "not usable" in text


def test_a_silent_server_costs_its_deadline_once(capsys: pytest.CaptureFixture[str]) -> None:
    """A server that never answers is given up after one question."""
    report = found(behaviours.never_answers, capsys, "--set", "model_timeout=0.3")
    assert not report["usable"]
    assert "0.3 s" in report["problem"]


def test_the_window_is_what_the_server_refuses(capsys: pytest.CaptureFixture[str]) -> None:
    """Growing prompts end at the size that the server names."""
    assert found(behaviours.small_window, capsys)["window"] == 1000


def test_lies_about_usage_and_limits_are_seen(capsys: pytest.CaptureFixture[str]) -> None:
    """Missing counts, absurd counts, ignored limits."""
    assert found(behaviours.usage_missing, capsys)["usage"] == "missing"
    assert found(behaviours.usage_huge, capsys)["usage"].startswith("absurd")
    assert found(behaviours.ignores_max_tokens, capsys)["max_tokens"].startswith("ignored")


def test_the_embedded_model_needs_no_doctor(capsys: pytest.CaptureFixture[str]) -> None:
    """offline:rules has no server."""
    with pytest.raises(SystemExit) as ended:
        main(["doctor", "--model", "offline:rules"])
    assert ended.value.code == 0
    assert "nothing to examine" in capsys.readouterr().out


@pytest.mark.parametrize(("declared", "told"), [(True, "fused"), (False, "split")])
async def test_a_shape_that_the_model_declares_is_told_as_such(declared: bool, told: str) -> None:
    """Measured formats and windows do not matter then: auto follows the declaration."""
    room_of = {"city": "Oslo", "nights": 3, "status": "free"}
    model = ScriptedModel(lambda call, sections: room_of, fused_steps=declared)
    examiner = Examiner(model, "mine:x", "mine", timeout=5)
    await examiner.measure(largest_window=2_048)
    said = await examiner.examine(largest_window=2_048)
    [shape] = [line for line in advice(said) if line.startswith("step shape: ")]
    assert shape.startswith(f"step shape: {told}")
    assert "declares" in shape


@given(
    tried=st.dictionaries(st.sampled_from(SHAPES), st.integers(0, 4)),
    works=st.booleans(),
    shows=st.sampled_from([None, True, False]),
    choice=st.sampled_from(["work", "lose their arguments"]),
    calls=st.sampled_from(["work", "failed: 400", "not made"]),
)
def test_no_advice_contradicts_another(
    tried: dict[Shape, int], works: bool, shows: bool | None, choice: str, calls: str
) -> None:
    """No step shape is advised that another line rules out, or that the tasks have shown to be second."""
    found = Examination("m", "s", reachable=True, problem="no", shows_tools=shows, tool_calls=calls, window=32_768)
    found.call_choice = choice
    found.rungs = [RungReport("json_schema", 2 * works, 2, enforced=True)]
    found.shapes = [ShapeReport(shape, right=right, tasks=4) for shape, right in tried.items()
                    if not found.why_not(shape)]  # fmt: skip
    said = " ".join(advice(found))
    advised = set[str](re.findall(r"(?:step shape: |--step-shape (?:native or )?)(\w+)", said))
    if "no native or code steps" in said:
        assert not advised & {"native", "code"}
    if "only native and code steps" in said:
        assert advised <= {"native", "code"}
    if "calls in a schema lose their arguments" in said:
        assert "fused" not in advised
    if found.best is not None:
        assert advised == {found.best.shape}


def test_a_window_that_cannot_be_found_out_is_said_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    """No figure stands for what was not seen."""

    def behave(handler: Handler, body: Body) -> None:
        if "brown fox" in str(body["messages"]):
            handler.send(500, {"error": {"message": "out of luck"}})
        else:
            honest(handler, body)

    report = found(behave, capsys)
    assert report["window"] is None
    assert report["window_note"].startswith("not found out: ")


def test_a_long_prompt_is_no_longer_than_a_server_reads_in_little_time(capsys: pytest.CaptureFixture[str]) -> None:
    """One that would take long is sent at once with the longest, which a server with a small window refuses unread."""
    sizes: list[int] = []

    def behave(handler: Handler, body: Body) -> None:
        size = len(str(body["messages"])) // 4
        if size > 900:
            sizes.append(size)
        if size > 20_000:
            behaviours.small_window(handler, body)
        else:
            honest(handler, body)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("smurfs_graph.models.examining.WINDOW_SECONDS", 0.0)
        report = found(behave, capsys, "--max-window", "32768")
    assert len(sizes) == 2
    assert report["window"] == 1000
