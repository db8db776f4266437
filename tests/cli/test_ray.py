"""`smurfs bench` and `smurfs batch` with actors of Ray (`make env-ray`, then pytest of .venv-ray)."""

import json
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph import ConfigurationError
from smurfs_graph.batch.actors import run_with_ray
from tests.batch.test_processes import opened, opened_in_vain, opened_to_die
from tests.benchmarks.spread import TOOLS, spread
from tests.cli.conftest import Run

pytestmark = pytest.mark.slow


def test_killed_actors_and_drivers_lose_and_double_nothing(tmp_path: Path) -> None:
    """An actor's cases are carried out by another one, and the command goes on where it was killed."""
    pytest.importorskip("ray", reason="the extra `ray` is not installed: make env-ray")
    done = spread(tmp_path, 40, "--jobs", "4", "--engine", "ray", kills=("worker", "driver"))
    assert (done.rows, done.doubles) == (40, 0)


def test_a_batch_is_answered_by_actors(smurfs: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With tools of a file that is named as from the command's folder."""
    pytest.importorskip("ray", reason="the extra `ray` is not installed: make env-ray")
    monkeypatch.chdir(tmp_path)
    Path("tools.py").write_text(TOOLS)
    Path("r.txt").write_text("Find the stock of item A-1.\nFind the stock of item A-2.\n")
    done = smurfs("batch", "r.txt", "--tools", "tools.py", "--engine", "ray")
    assert (done.status, done.out.startswith("2 requests: 2 answered")) == (0, True)
    rows = [json.loads(line) for line in Path("batch-r/results.jsonl").read_text().splitlines()]
    assert sorted(row["id"] for row in rows) == ["1", "2"]


@pytest.mark.parametrize(
    ("orders", "work", "said"),
    [
        (["first", "value"], opened, "ended with ValueError: of no use"),
        (["first"], opened_in_vain, "KeyError: 'gone'"),
        ([f"{number}" for number in range(50)], opened_to_die, "3 processes in a row died before"),
    ],
)
def test_what_goes_wrong_in_actors_ends_it_all_in_a_line(orders: list[str], work: Any, said: str) -> None:
    """As in processes of this machine."""
    pytest.importorskip("ray", reason="the extra `ray` is not installed: make env-ray")
    with pytest.raises(ConfigurationError, match=said) as raised:
        run_with_ray(work, orders, lambda result: None, 1, None)
    assert "\n" not in str(raised.value)


def test_an_order_that_ends_its_actor_is_left_out() -> None:
    """The others are carried out."""
    pytest.importorskip("ray", reason="the extra `ray` is not installed: make env-ray")
    found = list[str]()
    assert run_with_ray(opened, ["abc", "exit"], found.append, 1, None) == ["exit"]
    assert found == ["cba"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--engine", "spark"), "unknown engine 'spark'"),
        (("--engine", "ray", "--address", "127.0.0.1:9"), "runs on a cluster are kept in PostgreSQL"),
    ],
)
def test_what_cannot_work_is_said_in_a_line(smurfs: Run, tmp_path: Path, options: tuple[str, ...], said: str) -> None:
    """Before anything is started."""
    file = tmp_path / "r.txt"
    file.write_text("How many days are there between 2026-12-01 and 2026-12-24?\n")
    done = smurfs("batch", file, "-o", tmp_path / "out", "--tools", "builtin:dates", *options)
    assert (done.status, said in done.err) == (2, True)
