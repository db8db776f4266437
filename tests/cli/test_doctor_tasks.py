"""`smurfs doctor`: small tasks in each step shape on real servers, what is kept of them, and who goes by it."""

import json
import os
import re
import signal
import stat
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph import Settings, build_graph
from smurfs_graph.cli.doctor import rows
from smurfs_graph.cli.doctor_tasks import TASKS, find_parcel, find_phone, find_postage
from smurfs_graph.cli.findings import file_of, keep, recall
from smurfs_graph.models.examination import Examination, ShapeReport
from smurfs_graph.models.registry import Finding, Shape
from smurfs_graph.testing import fresh_registry
from tests import warm
from tests.cli.conftest import Done, Run
from tests.servers.dropping import bound, small_model
from tests.servers.examined import Lack, behaviour
from tests.servers.hostile import Body, Handler, HostileServer, completion

TOOLS = [f"--tools=smurfs_graph.cli.doctor_tasks:{tool.__name__}" for tool in (find_parcel, find_phone, find_postage)]
CHAIN = TASKS[2].query


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's folder."""
    monkeypatch.setenv("SMURFS_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def server() -> Iterator[HostileServer]:
    """One with a model that can do everything."""
    with HostileServer(behaviour()) as server:
        yield server


def examine(smurfs: Run, server: HostileServer, *options: str) -> Done:
    """The command, with small prompts."""
    return smurfs("doctor", "--model=openai:any", f"--base-url={server.base_url}", "--max-window=1024", *options)


def examined(smurfs: Run, lacks: Lack) -> tuple[dict[str, Any], int]:
    """Return what the command says of a model, as data, and how many requests it took."""
    with HostileServer(behaviour(lacks)) as server:
        done = examine(smurfs, server, "--json")
        return json.loads(done.out) | {"status": done.status}, len(server.requests)


def finding(server: HostileServer, shape: Shape, several: bool | None = None) -> Finding:
    """One about a server's model."""
    on = date(2026, 11, 20)
    return Finding(model="openai:any", server=server.base_url, on=on, shape=shape, several_calls=several)


def bound_in_a_run(smurfs: Run, server: HostileServer, *options: str) -> tuple[set[str], Done]:
    """The tools that a run binds, those of all its requests, and the run."""
    before = len(server.requests)
    with fresh_registry():  # as in a process of its own
        done = smurfs("run", CHAIN, *TOOLS, "--model=openai:any", f"--base-url={server.base_url}", *options)
    assert "5512" in done.out, done.err
    sent = server.requests[before:]
    return {tool["function"]["name"] for body in sent for tool in body.get("tools", ())}, done


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lacks", "right", "several", "best"),
    [
        ("nothing", {"native": 4, "code": 4, "fused": 4, "split": 4}, True, "native"),
        ("several calls", {"native": 4, "code": 4, "fused": 4, "split": 4}, False, "native"),
        ("fused replies", {"native": 4, "code": 4, "fused": 0, "split": 4}, True, "native"),
        ("formats", {"native": 4, "code": 4, "fused": 0, "split": 0}, True, "native"),
        ("tool calls", {"native": 0, "code": 0, "fused": 4, "split": 4}, None, "fused"),
        ("taken tools", {"native": 0, "code": 0, "fused": 4, "split": 4}, None, "fused"),
    ],
)
def test_the_shape_that_does_best_is_recommended(
    lacks: Lack, right: dict[Shape, int], several: bool | None, best: Shape, smurfs: Run
) -> None:
    """The most right answers, then the fewest calls; and whether replies hold several calls. Guided steps come last of
    as many right: this model knows none of their prompts.
    """
    report, requests = examined(smurfs, lacks)
    shapes = {each["shape"]: each for each in report["shapes"]}
    assert {shape: each["right"] for shape, each in shapes.items() if shape != "guided"} == right
    assert shapes["native"]["several_calls"] is several
    assert report["advice"][0].startswith(f"step shape: {best} (4 of 4 tasks right")
    assert report["status"] == 0
    assert report["problem"] == ""
    assert requests < 120
    kept = Finding.model_validate_json(Path(report["kept"]).read_bytes())
    assert (kept.shape, kept.several_calls) == (best, several)
    assert kept.writes_programs is (True if right["code"] else None)


@pytest.mark.slow
def test_a_shape_costs_as_many_calls_as_it_says(smurfs: Run, server: HostileServer) -> None:
    """The counts are those of the server: what --no-tasks leaves out."""
    shapes = json.loads(examine(smurfs, server, "--json").out)["shapes"]
    with_tasks = len(server.requests)
    done = examine(smurfs, server, "--no-tasks")
    assert sum(each["calls"] for each in shapes) == 2 * with_tasks - len(server.requests)
    calls = {each["shape"]: each["calls"] for each in shapes}
    assert calls["code"] <= calls["native"] < calls["fused"] < calls["split"]
    assert "native steps" not in done.out
    assert "small tasks" not in done.err


def test_a_model_that_only_chats_ends_soon(smurfs: Run) -> None:
    """One call of one task tells that it calls no tools; nothing is kept."""
    report, requests = examined(smurfs, "all")
    assert report["status"] == 1
    assert requests <= 25
    assert [each["calls"] for each in report["shapes"] if each["shape"] != "native"] == [0, 0, 0, 0]
    assert report["kept"] == ""


def test_the_table_has_a_row_for_each_shape_and_the_cost_is_told_before(smurfs: Run) -> None:
    """For people: right, calls, tokens, several calls in one reply; and where it is kept."""
    with HostileServer(behaviour("formats")) as server:
        done = examine(smurfs, server)
    table = " ".join(done.out.split())
    assert re.search(r"native steps │ 4 of 4 tasks right, \d+ calls, [\d,]+ tokens, several calls in one reply", table)
    assert str(file_of(server.base_url, "openai:any")) in "".join(done.out.split())
    [told] = [line for line in done.err.splitlines() if "--no-tasks" in line]
    assert re.match(r"smurfs: about \d+ (s|minutes): ", told)
    assert told == done.err.splitlines()[1]
    found = Examination("openai:any", "s", reachable=True)
    found.shapes = [ShapeReport("split", right=2, tasks=3, calls=9, tokens=1_000, several_calls=False),
                    ShapeReport("fused", note="no format works")]  # fmt: skip
    assert rows(found)[-2:] == [
        ("split steps", "2 of 3 tasks right, 9 calls, 1,000 tokens, one call a reply"),
        ("fused steps", "not tried (no format works)"),
    ]


def test_a_model_that_is_shown_no_tools_gets_guided_steps(smurfs: Run) -> None:
    """They are tried where others need tools, or a reply with an end; later runs take them, and ask for no count."""
    with HostileServer(small_model()) as server:
        done = examine(smurfs, server, "--json")
        report = json.loads(done.out)
        shapes = {each["shape"]: each for each in report["shapes"]}
        assert (done.status, report["shows_tools"]) == (0, False)
        assert shapes["guided"]["right"] > 0 == shapes["fused"]["right"] == shapes["split"]["right"]
        assert "does not show tools" in shapes["native"]["note"] and "does not show tools" in shapes["code"]["note"]
        assert report["advice"][0].startswith("step shape: guided (")
        assert any("create-agent" in line for line in report["advice"])
        assert Finding.model_validate_json(Path(report["kept"]).read_bytes()).shape == "guided"
        before, was_bound = len(server.requests), len(bound(server))
        with fresh_registry():
            said = smurfs("run", TASKS[0].query, *TOOLS, "--model=openai:any", f"--base-url={server.base_url}")
        assert "31" in said.out
        assert "guided steps, as smurfs doctor advised" in said.err
        assert len(server.requests) - before <= 2
        assert len(bound(server)) == was_bound


def test_a_run_that_saw_no_tools_shown_tells_the_next_one(smurfs: Run) -> None:
    """Without the doctor: the second process binds none, and says why; a week later it is looked for again."""
    with HostileServer(small_model()) as server:
        arguments = ("run", TASKS[0].query, *TOOLS, "--model=openai:any", f"--base-url={server.base_url}")
        with fresh_registry():
            smurfs(*arguments)
        first, was_bound = len(server.requests), len(bound(server))
        assert was_bound
        with fresh_registry():
            said = smurfs(*arguments)
        assert len(bound(server)) == was_bound
        assert len(server.requests) - first < first
        assert re.search(r"guided steps: on \S+ the server did not show bound tools to its model", said.err)
        path = file_of(server.base_url, "openai:any")
        seen = Finding.model_validate_json(path.read_bytes())
        path.write_text(seen.model_copy(update={"on": seen.on - timedelta(days=8)}).model_dump_json())
        with fresh_registry():
            smurfs(*arguments)
        assert len(bound(server)) > was_bound


def test_a_run_keeps_nothing_over_what_the_doctor_found(smurfs: Run) -> None:
    """Its finding stands, whatever its age."""
    with HostileServer(small_model()) as server:
        keep(found := finding(server, "native"))
        with fresh_registry():
            smurfs("run", TASKS[0].query, *TOOLS, "--model=openai:any", f"--base-url={server.base_url}")
        assert Finding.model_validate_json(file_of(server.base_url, "openai:any").read_bytes()) == found


def test_the_doctors_limits_reach_the_tasks_and_a_reply_without_an_end_is_said(smurfs: Run) -> None:
    """Each request has a limit of tokens, that of the user where there is one."""
    with HostileServer(small_model()) as server:
        report = json.loads(examine(smurfs, server, "--json").out)
        assert all(0 < body["max_completion_tokens"] <= 192 for body in server.requests)
        cut = {each["shape"]: each for each in report["shapes"] if each["cut_off"]}
        assert cut["fused"]["cut_off"] == cut["split"]["cut_off"] == 2  # they end a task, and it called no tool
        assert "2 replies were cut off at 192 tokens" in cut["fused"]["note"]
        assert report["call_choice"] == "failed: the reply was cut off before its end"
    with HostileServer(small_model()) as server:
        examine(smurfs, server, "--set", 'sampling={"max_output_tokens": 99}')
        assert all(body["max_completion_tokens"] in (1, 99) for body in server.requests)


def test_one_reply_that_does_not_come_does_not_cost_a_shape(smurfs: Run) -> None:
    """The other tasks are given, and count."""
    answer, late = small_model(), list[Body]()

    def behave(handler: Handler, body: Body) -> None:
        if "How much heavier" in str(body["messages"]) and not late:
            late.append(body)
            handler.cut_off()
        else:
            answer(handler, body)

    with HostileServer(behave) as server:
        report = json.loads(examine(smurfs, server, "--json", "--set", "model_retries=0").out)
    guided = report["shapes"][0]
    assert guided["right"] > 0
    assert "could not be asked" in guided["note"]
    assert late and report["usable"]


def test_no_task_right_is_status_1_though_formats_work(smurfs: Run) -> None:
    """A table that says 0 of 4 everywhere is no success."""
    answer = small_model(lambda _: None)

    def behave(handler: Handler, body: Body) -> None:
        of_a_task = "parcel" in str(body["messages"][-1]["content"])
        handler.send(400, {"error": {"message": "no such words"}}) if of_a_task else answer(handler, body)

    with HostileServer(behave) as server:
        done = examine(smurfs, server, "--json")
    report = json.loads(done.out)
    assert [rung["valid"] for rung in report["rungs"] if rung["rung"] == "json_schema"] == [2]
    assert not any(each["right"] for each in report["shapes"])
    assert (done.status, report["usable"], report["kept"]) == (1, False, "")
    assert "none of the small tasks was right" in report["advice"][0]


def test_runs_go_by_what_was_found_and_say_so_once(smurfs: Run, server: HostileServer) -> None:
    """Tools are bound where nothing is known; no longer where fused steps did best, unless a setting says so."""
    assert "find_phone" in bound_in_a_run(smurfs, server)[0]
    keep(finding(server, "fused"))
    bound, done = bound_in_a_run(smurfs, server)
    assert not bound
    assert done.err.count("fused steps, as smurfs doctor advised on 2026-11-20") == 1
    bound, done = bound_in_a_run(smurfs, server, "--step-shape=native")
    assert "find_phone" in bound
    assert "doctor" not in done.err
    assert "doctor" not in bound_in_a_run(smurfs, server, "--quiet")[1].err


@pytest.mark.parametrize(("shape", "calls"), [("native", 3), ("fused", 6), ("split", 12)])
def test_each_shape_is_taken_as_found(shape: Shape, calls: int, smurfs: Run, server: HostileServer) -> None:
    """Two steps, with planning and delivery where they are not native."""
    keep(finding(server, shape))
    bound_in_a_run(smurfs, server)
    assert len(server.requests) == calls


def test_text_is_an_answer_where_tool_calls_were_seen_before(smurfs: Run) -> None:
    """No planner is asked whether the request needs tools."""

    def behave(handler: Handler, body: Body) -> None:
        handler.send(200, completion("Hello to you."))

    with HostileServer(behave) as server:
        keep(finding(server, "native"))
        done = smurfs("run", "Say hello.", *TOOLS, "--model=openai:any", f"--base-url={server.base_url}")
        assert len(server.requests) == 1
    assert done.out.strip() == "Hello to you."


@pytest.mark.parametrize(("several", "planned"), [(False, True), (True, False), (None, False)])
def test_a_plan_can_be_called_for_where_replies_hold_one_call(
    several: bool | None, planned: bool, smurfs: Run, server: HostileServer
) -> None:
    """`make_plan` pays only there."""
    keep(finding(server, "native", several))
    assert ("make_plan" in bound_in_a_run(smurfs, server)[0]) is planned


def test_programs_are_taken_where_they_did_as_well_and_cost_less(
    smurfs: Run, server: HostileServer, tmp_path: Path
) -> None:
    """Over many tools; over three, whose schemas are smaller than what is told of programs, the tools are bound."""
    keep(finding(server, "native").model_copy(update={"writes_programs": True}))
    assert "find_phone" in bound_in_a_run(smurfs, server)[0]
    others = "from smurfs_graph import effects\n" + "".join(
        f"@effects('read')\ndef read_{number}(place: str, day: str = '', most: int = 10) -> str:\n    'Read.'\n"
        for number in range(25)
    )
    (tmp_path / "others.py").write_text(others)
    assert bound_in_a_run(smurfs, server, f"--tools={tmp_path / 'others.py'}")[0] == {"run_python"}


def test_an_mcp_server_goes_by_it_too(server: HostileServer) -> None:
    """It says so where its client's user may look, and ends when the client hangs up."""
    keep(finding(server, "fused"))
    options = [*TOOLS, "--model=openai:any", f"--set=base_url={server.base_url}"]
    command = ["-m", "smurfs_graph", "mcp", *options]
    status, out, err = warm.run(command, environment=os.environ, folder=Path.cwd(), seconds=60)
    assert "fused steps, as smurfs doctor advised on 2026-11-20" in err
    assert (status, out) == (0, "")


def test_a_server_that_takes_no_tools_any_more_is_asked_in_another_way(smurfs: Run) -> None:
    """The finding may be old."""
    with HostileServer(behaviour("taken tools")) as server:
        keep(finding(server, "native"))
        _, done = bound_in_a_run(smurfs, server)
    assert done.status == 0


def test_a_graph_in_an_application_does_not_look_into_the_users_folder(server: HostileServer) -> None:
    """It has settings for that."""
    keep(finding(server, "fused"))
    graph = build_graph(Settings(model="openai:any", base_url=server.base_url), [find_parcel, find_phone])
    assert "5512" in graph.invoke({"query": CHAIN})["answer"]
    assert server.requests[0]["tools"]


def test_what_is_kept_is_the_users_alone_and_bounded(home: Path, server: HostileServer) -> None:
    """One small file for each model and server, of which the oldest go."""
    path = keep(finding(server, "fused"))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    os.utime(path, (1, 1))
    for number in range(70):
        keep(finding(server, "split").model_copy(update={"model": f"openai:{number}"}))
    assert len(list((home / "doctor").iterdir())) <= 64
    assert recall(server.base_url, "openai:any") is None
    assert recall(server.base_url, "openai:69") is not None


_GOOD = b'{"version":1,"model":"m","server":"s","on":"2026-11-20","shape":"fused","several_calls":null}'


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\x00\xfe",
        b"[" * 4000,
        _GOOD.replace(b"1,", b"2,", 1),
        _GOOD.replace(b"fused", b"\x1b[2J"),
        _GOOD.replace(b"2026-11-20", b"rm -rf"),
        _GOOD + b" " * 1_000_000,
        None,
    ],
)
def test_what_cannot_be_read_is_not_believed(content: bytes | None, server: HostileServer) -> None:
    """Whatever stands in the file, or where it is a folder."""
    path = keep(finding(server, "fused"))
    path.write_bytes(_GOOD)
    assert recall(server.base_url, "openai:any") is not None
    if content is None:
        path.unlink()
        path.mkdir()
    else:
        path.write_bytes(content)
    assert recall(server.base_url, "openai:any") is None


def test_two_who_write_at_once_lose_nothing(home: Path, server: HostileServer) -> None:
    """Each file is whole at any time, and one model's is not another's."""

    def write(name: str) -> None:
        for number in range(50):
            found = finding(server, ("split", "fused")[number % 2])
            for model in ("both", name):
                keep(found.model_copy(update={"model": model}))

    write("both")
    with ThreadPoolExecutor() as pool:
        writing = [pool.submit(write, name) for name in ("one", "other")]
        while not all(each.done() for each in writing):
            assert recall(server.base_url, "both") is not None
    assert [each.exception() for each in writing] == [None, None]
    assert {recall(server.base_url, name) is not None for name in ("one", "other", "both")} == {True}
    assert len(list((home / "doctor").iterdir())) == 3


def test_what_is_no_longer_so_is_forgotten(smurfs: Run) -> None:
    """A model that solves no task in any shape any more."""
    with HostileServer(behaviour("all")) as server:
        path = keep(finding(server, "native"))
        examine(smurfs, server, "--no-tasks")
        assert path.exists()
        assert examine(smurfs, server).status == 1
        assert not path.exists()


def test_a_folder_that_cannot_be_written_costs_nothing_but_the_memory(smurfs: Run, home: Path) -> None:
    """The findings are printed all the same."""
    home.mkdir()
    (home / "doctor").write_text("a file")
    with HostileServer(behaviour("formats")) as server:
        done = examine(smurfs, server)
    assert done.status == 0
    assert "not kept" in done.err
    assert "step shape: native" in done.out


def test_a_server_that_dies_amid_the_tasks_is_one_clear_line(smurfs: Run) -> None:
    """And what was kept before stands."""
    answer = behaviour()

    def behave(handler: Handler, body: Body) -> None:
        seen = sum("find_parcel" in str(each) for each in handler.owner.requests)
        handler.cut_off() if seen > 10 else answer(handler, body)

    with HostileServer(behave) as server:
        path = keep(finding(server, "split"))
        done = examine(smurfs, server, "--set", "model_retries=0")
        assert path.exists()
    assert done.status == 1
    [advised] = [line for line in done.out.splitlines() if line.startswith("→")]
    assert advised.startswith("→ not usable:")
    assert "Traceback" not in done.err


def test_ctrl_c_ends_it_in_one_line(server: HostileServer) -> None:
    """At once, with status 130."""
    address = f"--base-url={server.base_url}"
    command = ["-m", "smurfs_graph", "doctor", "--model=openai:any", address, "--max-window=512"]
    with warm.writing(command, environment=os.environ, folder=Path.cwd()) as doctor:
        while not any("find_parcel" in str(each) for each in server.requests):
            time.sleep(0.02)
        os.kill(doctor.process.pid, signal.SIGINT)
        status, out, err = doctor.ended(40)
    assert (status, out) == (130, "")
    assert err.splitlines()[-1] == "smurfs: interrupted; nothing of this is kept"
    assert "Traceback" not in err


def test_an_answer_is_judged_by_its_number() -> None:
    """A number is right as a whole."""
    assert all(TASKS[2].is_solved(answer) for answer in ("5512", "It is 5512.", "tel:5512"))
    assert not any(TASKS[2].is_solved(answer) for answer in ("15512", "55123", ""))
