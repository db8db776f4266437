"""A report has the model calls of a recorded run: prompts and replies to be opened, and preference pairs."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from smurfs_graph.checkpoints.storage import open_storage
from smurfs_graph.cli.report import page_of
from smurfs_graph.report import report_html
from smurfs_graph.runs.calls import CallRow
from tests.report.runs import HOSTILE, call_row, run
from tests.training.recorded import detour, record


def page(folder: Path, **settings: Any) -> str:
    """The report of a run with a restart and a rollback."""
    with open_storage(folder / "runs.sqlite") as storage:
        record(storage, "t", detour(), **settings)
        return page_of(storage, "t")


def test_every_call_is_there_and_a_text_once(tmp_path: Path) -> None:
    """In the order of time, with what became of it; a system prompt that was shown is linked to."""
    html = page(tmp_path)
    calls = re.findall(
        r"<li id=call-(\d+)><details><summary>\d+ <code>([\w.]+)</code> <span class=meta>(.*?)</span>", html
    )
    assert [int(number) for number, _, _ in calls] == [*range(1, len(calls) + 1)]
    assert calls[0][1] == "planner"
    assert {"restarted", "rolled back", "solved"} <= {about.rpartition(", ")[2] for _, _, about in calls}
    assert html.count("# Verifier\n") == 1
    assert "<dt>System<dd>as in call" in html
    assert "Not taken because" in html


def test_a_step_and_its_calls_lead_to_each_other(tmp_path: Path) -> None:
    """A step links to its calls, a call to its step."""
    html = page(tmp_path)
    [undone] = re.findall(r'<li class="rolled-back".*?</details>', html, re.DOTALL)
    links = re.findall(r'href="#(call-\d+)"', undone)
    assert links
    for place in (*links, *re.findall(r'<li id=call-.*?href="#(task-.*?)"', html)):
        assert re.search(rf'id="?{place}\b', html), place


def test_a_run_that_was_not_recorded_has_no_such_part(tmp_path: Path) -> None:
    """Nor a link to one."""
    html = page(tmp_path, record=False)
    assert "Model calls</h2>" not in html
    assert "#call-" not in html


def test_hostile_calls_stay_texts_and_the_page_its_size() -> None:
    """Messages to a model are no markup; many long prompts are cut to a common length."""
    events, responses = run(tasks=10, steps=100)
    rows = [_row(number, f"{HOSTILE} {number} {'x' * 1_000}") for number in range(1, 1_201)]
    html = report_html(events, responses, rows)
    assert "<script>window" not in html
    assert "onerror=" not in re.sub(r"&lt;.*?&gt;", "", html)
    assert "more characters" in html
    assert "and 200 more" in html
    assert len(html.encode()) < 3_000_000


def test_a_conversation_that_grows_costs_what_is_added() -> None:
    """A line stands for the messages that earlier calls had; of a few, each says where it was."""
    events, responses = run(tasks=1, steps=1)
    said = [{"role": "user", "content": f"message {number}"} for number in range(1_000)]
    rows = [replace(_row(number, "x"), messages=tuple(said[: 2 * number])) for number in range(1, 501)]
    html = report_html(events, responses, rows)
    assert html.count("message 17<") == 1
    assert '<dt>998 messages<dd>as in calls <a href="#call-1">1</a> to <a href="#call-499">499</a>' in html
    assert len(html.encode()) < 3_000_000


def _row(number: int, text: str) -> CallRow:
    said: Any = {"messages": ({"role": HOSTILE, "content": text},), "reply": {"role": "assistant", "content": text}}
    return call_row(
        number, step=number % 100, call=HOSTILE, model=HOSTILE, terms={"tools": [text]}, reason=text, **said
    )
