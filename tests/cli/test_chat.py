"""`smurfs chat` and `smurfs run --continue`: turns of one thread, by a model that judges by what its prompts show."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run, Typed
from tests.cli.person import CTRL_C, CTRL_D, Person
from tests.conversations import TALK, reply
from tests.servers.hostile import HostileServer, honest

CITIES = '''
import pathlib
import time

DEGREES = {"Oslo": 4, "Rome": 17}


def find_temperature(city: str) -> dict:
    """Find the temperature of a city, in degrees."""
    with pathlib.Path(__file__).with_suffix(".log").open("a") as log:
        log.write(city + "\\n")
    if city == "Lima":
        time.sleep(60)
    return {"city": city, "degrees": DEGREES[city]}
'''
FUSED = ("--set", "planning=always", "--set", "step_shape=fused")


class Place:
    """A model's server, and a file of tools that logs its calls."""

    def __init__(self, folder: Path, server: HostileServer) -> None:
        self.server, self.requests, self._file = server, server.requests, folder / "cities.py"
        self._file.write_text(CITIES)
        self.options = ("--tools", self._file, "--model", "openai:x", "--base-url", server.base_url, *FUSED)

    def calls(self) -> list[str]:
        """The cities that the tool was called for."""
        return self._file.with_suffix(".log").read_text().split()


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    """The tools, and a server whose model answers by its prompts."""
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    with HostileServer(honest, reply) as server:
        yield Place(tmp_path, server)


def test_the_next_turn_of_a_run_needs_its_name_alone(smurfs: Run, place: Place) -> None:
    """Tools and settings are those of the turn before; the last turn needs no tool."""
    assert smurfs("run", TALK[0], "--thread", "t", *place.options).out == "Oslo has 4 degrees.\n"
    assert smurfs("run", "--continue", "t", TALK[1]).out == "Rome has 17 degrees.\n"
    done = smurfs("run", TALK[2], "--continue", "t", "--json", "--set", "max_depth=4")
    result = json.loads(done.out)
    assert (result["answer"], result["stop_reason"]) == ("Rome, with 17 degrees.", "answered_without_tools")
    assert (result["outcomes"], result["usage"]["tool_calls"], result["usage"]["llm_calls"]) == ({}, 0, 1)
    assert place.calls() == ["Oslo", "Rome"]


def test_what_is_told_of_a_thread_says_which_turn(smurfs: Run, place: Place, tmp_path: Path) -> None:
    """Lists, steps and report of two turns, and the same after a move to another storage."""
    smurfs("run", TALK[0], "--thread", "t", *place.options)
    assert "turns" not in smurfs("runs", "show", "t").err
    smurfs("run", TALK[1], "--continue", "t")
    shown = smurfs("runs", "show", "t")
    lines = shown.out.partition("\n\n")[2].splitlines()
    begins = next(line for line in lines if f"query: {TALK[1]}" in line).split()[0]
    assert f"a conversation of 2 turns; the last one begins at step {begins}" in shown.err
    assert TALK[1] in smurfs("runs", "list").out
    other = tmp_path / "other.sqlite"
    assert smurfs("runs", "export", "t", "-o", tmp_path / "t.smurfs").status == 0
    assert smurfs("runs", "import", tmp_path / "t.smurfs", "--checkpoint", other).status == 0
    for where in ([], ["--checkpoint", other]):
        page = smurfs("report", "t", "-o", "-", *where).out
        assert "t, turn 2 of 2" in page and TALK[1] in page and "Rome has 17 degrees." in page
        assert TALK[0] not in page
    assert smurfs("runs", "fork", "t", "--step", begins, "--query", "And in Oslo?").out == "Oslo has 4 degrees.\n"


def test_a_question_to_the_user_is_no_answer_yet(smurfs: Run, place: Place) -> None:
    """It is printed, with status 1; the next turn has heard it."""
    said: dict[str, Any] = {"executor.native": "Which city do you mean?"}
    place.server.script = lambda call, _: said[call]
    options = (*place.options, "--set", "planning=auto", "--set", "step_shape=native")
    asked = smurfs("run", "How warm is it there?", "--thread", "t", *options)
    assert (asked.status, asked.out) == (1, "Which city do you mean?\n")
    assert "asked" in asked.err
    before = len(place.requests)
    done = {"needs_tool": False, "answer": "All right."}
    said |= {"executor.native": "All right.", "planner": done, "planner.plan": done}
    assert smurfs("run", "Rome, of course.", "--continue", "t").out == "All right.\n"
    assert "Which city do you mean?" in json.dumps(place.requests[before]["messages"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--continue", "nobody"], "there is no run 'nobody'"),
        (["--continue", "waits"], "has not ended; go on with: smurfs resume waits"),
        (["--continue", "t", "--thread", "other"], "--continue names the thread"),
    ],
)
def test_what_cannot_be_continued_is_one_line(smurfs: Run, place: Place, arguments: list[str], said: str) -> None:
    """Nothing that waits is dropped."""
    smurfs("run", TALK[0], "--thread", "waits", "--approve", "plan", *place.options)
    for command in (["run", TALK[1]], ["chat"]):
        done = smurfs(*command, *arguments)
        assert (done.status, done.out, len(done.err.splitlines())) == (2, "", 1)
        assert said in done.err


def test_a_new_request_does_not_drop_what_waits_on_its_thread(smurfs: Run, place: Place) -> None:
    """It is refused in one line that names the way on, and the question still waits."""
    smurfs("run", TALK[0], "--thread", "waits", "--approve", "plan", *place.options)
    done = smurfs("run", TALK[1], "--thread", "waits", *place.options)
    assert (done.status, done.out, len(done.err.splitlines())) == (2, "", 1)
    assert "run 'waits' has not ended; go on with: smurfs resume waits" in done.err
    assert smurfs("resume", "waits", "--answer", "approve").out == "Oslo has 4 degrees.\n"
    assert smurfs("run", TALK[1], "--thread", "waits", *place.options).out == "Rome has 17 degrees.\n"


def test_a_chat_is_a_turn_for_each_line(smurfs: Run, place: Place, typed: Typed) -> None:
    """Empty lines ask nothing, a line that is too long is told so, and /quit ends; the answers alone are on stdout."""
    typed(f"\n{TALK[0]}\n   \n{'x' * 30_000}\n{TALK[1]}\n{TALK[2]}\n/quit\nnever asked\n")
    done = smurfs("chat", "--thread", "t", *place.options)
    assert done.out == "Oslo has 4 degrees.\nRome has 17 degrees.\nRome, with 17 degrees.\n"
    assert done.status == 0
    assert "the query has 30000 characters" in done.err
    assert done.err.count("1 of 1 tools declare no effects") == 1
    assert "smurfs chat --continue t" in done.err
    assert place.calls() == ["Oslo", "Rome"]
    typed("And in Oslo?\n")
    more = smurfs("chat", "--continue", "t", "--quiet")
    assert (more.out, more.err) == ("Oslo has 4 degrees.\n", "")


def test_a_chat_without_a_person_ends_where_one_is_asked(smurfs: Run, place: Place, typed: Typed) -> None:
    """Lines behind the question are no answer, and no next turn either."""
    typed(f"{TALK[0]}\n{TALK[1]}\n")
    done = smurfs("chat", "--thread", "t", "--set", 'approve=["plan"]', *place.options)
    assert (done.status, done.out) == (1, "")
    assert "smurfs resume t" in done.err


def test_a_person_chats_and_interrupts_an_answer(place: Place, tmp_path: Path) -> None:
    """Ctrl-C in a turn leads back to the prompt; there, Ctrl-C ends the chat, as Ctrl-D does."""
    with Person(tmp_path / "home", "chat", "--thread", "t", *place.options, OPENAI_API_KEY="none") as person:
        person.sees("> ")
        person.types(TALK[0])
        person.sees("Oslo has 4 degrees.")
        person.sees("> ")
        person.types("And in Lima?")
        person.sees('find_temperature(city="Lima")')
        person.presses(CTRL_C)
        person.sees("finishing what is under way")  # two at once would be one
        person.presses(CTRL_C)
        person.sees("interrupted")
        person.sees("> ")
        person.types(TALK[1])
        person.sees("Rome has 17 degrees.")
        person.sees("> ")
        person.presses(CTRL_C)
        assert person.ends() == 130
        assert "smurfs chat --continue t" in person.screen
    with Person(tmp_path / "home", "chat", "--continue", "t", OPENAI_API_KEY="none") as person:
        person.sees("> ")
        person.types(TALK[2])
        person.sees("Rome, with 17 degrees.")
        person.sees("> ")
        person.presses(CTRL_D)
        assert person.ends() == 0


def test_instructions_are_given_as_text_or_as_a_file(smurfs: Run, place: Place, tmp_path: Path, typed: Typed) -> None:
    """They hold for the turns that follow; a file that is not there is a mistake and no text."""
    rules = tmp_path / "rules.md"
    rules.write_text("You are Captain Weather.\n")
    assert smurfs("run", TALK[0], "--thread", "t", "--instructions", rules, *place.options).status == 0
    assert smurfs("run", TALK[1], "--continue", "t").status == 0
    typed(f"{TALK[0]}\n")
    smurfs("chat", "--instructions", "You are Doctor Doom.", *place.options)
    systems = [body["messages"][0]["content"] for body in place.requests]
    captain = ["You are Captain Weather." in system for system in systems]
    assert captain == ["You are Doctor Doom." not in system for system in systems]
    assert captain == [True] * 8 + [False] * 4
    refused = smurfs("run", TALK[0], "--instructions", tmp_path / "no.md", *place.options)
    assert (refused.status, len(refused.err.splitlines())) == (2, 1)
    assert "there is no file" in refused.err
