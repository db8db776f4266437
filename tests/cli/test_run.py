"""`smurfs run`: answers, JSON, progress and exit statuses."""

import io
import json
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run, Typed

QUERY = "Find the stock of item A-17."


def test_answer_goes_to_standard_output_and_progress_to_standard_error(smurfs: Run, tools_file: Path) -> None:
    """The answer alone is on stdout, so that it can be piped; a user who set no model is told so."""
    done = smurfs("run", QUERY, "--tools", tools_file)
    assert done.status == 0
    assert "4" in done.out
    assert 'calls find_stock(item="A-17")' in done.err
    assert "stand-in" in done.err
    assert "calls" not in done.out
    assert smurfs("run", QUERY, "--tools", tools_file, "--quiet") == (0, done.out, "")


def test_json_is_one_object_and_nothing_else(smurfs: Run, tools_file: Path) -> None:
    """`--json` writes one object with the promised keys."""
    done = smurfs("run", QUERY, "--tools", tools_file, "--json")
    result = json.loads(done.out)
    assert {"answer", "stop_reason", "plan", "outcomes", "usage"} <= result.keys()
    assert result["stop_reason"] == "answered"
    [outcome] = result["outcomes"].values()
    assert outcome["evidence"][0]["arguments"] == {"item": "A-17"}
    assert result["usage"]["tool_calls"] == 1


def test_query_is_read_from_standard_input(smurfs: Run, tools_file: Path, typed: Typed) -> None:
    """`-` takes the query from stdin."""
    typed(QUERY)
    assert smurfs("run", "-", "--tools", tools_file).status == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["run", "", "--tools", "FILE"], "the query is empty"),
        (["run", "x" * 100_000, "--tools", "FILE"], "100000 characters"),
        (["run", QUERY], "there are no tools"),
        (["run", QUERY, "--tools", "FILE", "--tools", "FILE"], "two tools are called 'find_stock'"),
        (["run", QUERY, "--tools", "no_such.py"], "does not exist"),
        (["run", QUERY, "--tools", "no_such_module"], "cannot be imported"),
        (["run", QUERY, "--tools", "FILE:find_stok"], "did you mean 'find_stock'"),
        (["run", QUERY, "--tools", "builtin:travle"], "did you mean 'travel'"),
        (["run", QUERY, "--tools", "builtin:travel=/no/such.sqlite"], "/no/such.sqlite"),
        (["run", QUERY, "--tools", "builtin:travel=FILE"], "my_tools.py"),  # no database
        (["run", QUERY, "--tools", "FILE", "--strategy", "smurf"], "did you mean 'smurfs'"),
        (["run", QUERY, "--tools", "FILE", "--model", "gpt"], "provider:name"),
        (["run", QUERY, "--tools", "FILE", "--model", "offline:rule"], "offline:rules"),
        (["run", QUERY, "--tools", "FILE", "--set", "max_dept=3"], "did you mean 'max_depth'"),
        (["run", QUERY, "--tools", "FILE", "--set", "max_depth"], "NAME=VALUE"),
        (["run", QUERY, "--tools", "FILE", "--max-steps", "0"], "max_steps"),
        (
            ["run", QUERY, "--tools", "FILE", "--role-model", "planer=offline:rules"],
            "unknown role 'planer'; did you mean 'planner'?",
        ),
        (["run", QUERY, "--tols", "FILE"], "--tools"),
        (["rum", QUERY], "Did you mean 'run'"),
        (["resume", "no-such-run"], "there is no run 'no-such-run'"),
    ],
)
def test_a_users_mistake_is_one_clear_line_and_status_2(
    smurfs: Run, tools_file: Path, arguments: list[str], said: str
) -> None:
    """No stack trace, one line that says what to do; nothing is said of the model before there will be a run."""
    done = smurfs(*[argument.replace("FILE", str(tools_file)) for argument in arguments])
    assert (done.status, done.out, len(done.err.splitlines())) == (2, "", 1)
    assert said in done.err


@pytest.mark.parametrize(
    ("text", "said"), [("def f(:\n", "SyntaxError"), ('class Odd(BaseException): ...\n\n\nraise Odd("no")\n', "Odd")]
)
def test_a_tool_file_that_does_not_import_is_one_line(smurfs: Run, tmp_path: Path, text: str, said: str) -> None:
    """Errors in a user's file are named, not dumped, also one that is no Exception."""
    broken = tmp_path / "broken.py"
    broken.write_text(text)
    done = smurfs("run", QUERY, "--tools", broken)
    assert (done.status, len(done.err.splitlines())) == (2, 1)
    assert said in done.err


def test_what_tools_print_is_no_part_of_the_answer(smurfs: Run, tmp_path: Path) -> None:
    """A file that prints when it is imported, and a tool that prints: on standard error."""
    path = tmp_path / "printing.py"
    path.write_text(
        'from smurfs_graph import effects\n\nprint("imported")\n\n\n@effects("read")\n'
        'def find_stock(item: str) -> int:\n    """Find the stock of an item."""\n'
        '    print("called")\n    return 4\n'
    )
    done = smurfs("run", QUERY, "--tools", path, "--json")
    assert json.loads(done.out)["stop_reason"] == "answered"
    assert "imported" in done.err
    assert "called" in done.err
    assert smurfs("tools", "call", "find_stock", "item=A-17", "--tools", path).out == "4\n"
    assert json.loads(smurfs("tools", "list", "--json", "--tools", path).out)


def test_without_arguments_the_help_is_shown_as_it_is(smurfs: Run) -> None:
    """Not squeezed into the one line of a complaint."""
    for arguments in ([], ["tools"]):
        done = smurfs(*arguments)
        assert done.status == 2
        assert "\nOptions:\n" in done.err


@pytest.mark.parametrize("closed", ["stdin", "stdout"])
def test_closed_streams_are_no_internal_errors(
    closed: str, smurfs: Run, tools_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python has None for a stream that the caller closed."""
    with monkeypatch.context() as patched:
        patched.setattr(f"sys.{closed}", None)
        done = smurfs("run", "-" if closed == "stdin" else QUERY, "--tools", tools_file)
    assert done.status == (2 if closed == "stdin" else 0)
    assert "internal error" not in done.err


def test_an_answer_is_written_whatever_the_encoding(
    smurfs: Run, tools_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """JSON stays JSON, text loses no more than its own characters."""
    written = io.BytesIO()
    tools_file.write_text(tools_file.read_text().replace('"stock": 4', '"stock": "Größe 4"'))
    for options in (["--json"], []):
        with monkeypatch.context() as patched:
            patched.setattr("sys.stdout", io.TextIOWrapper(written, "ascii"))
            assert smurfs("run", QUERY, "--tools", tools_file, *options).status == 0
            sys.stdout.detach()  # pyright: ignore
    first, _, rest = written.getvalue().partition(b"\n")
    assert "Größe" in json.loads(first)["answer"]
    assert b"Gr\\xf6" in rest
