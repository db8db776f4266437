"""BFCL's process: asked in order, its refusals and its end said plainly; the real one too, where it is installed."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph import ConfigurationError
from smurfs_graph.bench.bfcl.functions import is_failure, result_of, schema_of
from smurfs_graph.bench.bfcl.process import BfclError, BfclProcess
from tests.bench.bfcl.conftest import PYTHON, start_fake
from tests.bench.bfcl.fake_worker import ENTRY


def test_calls_arrive_in_the_order_in_which_they_were_begun() -> None:
    """Worlds hold state: what was asked first is done first, from an event loop too."""

    async def at_once(process: BfclProcess, world: str) -> list[str]:
        names = ("start_engine", "press_brake", "start_engine")
        return await asyncio.gather(
            *(process.ask_async("call", world=world, name=name, arguments={}) for name in names)
        )

    with start_fake() as process:
        first, _, last = asyncio.run(at_once(process, process.ask("begin", entry=ENTRY)))
    assert (is_failure(first), is_failure(last)) == (True, False)


def test_a_refusal_is_an_error_and_the_process_goes_on() -> None:
    """A request that fails says why; the next one is answered."""
    with start_fake() as process:
        with pytest.raises(BfclError, match="call: KeyError"):
            process.ask("call", world="w9", name="press_brake", arguments={})
        assert process.ask("begin", entry=ENTRY) == "w1"


def test_a_process_that_ends_says_its_last_words(tmp_path: Path) -> None:
    """Killed from within, out of memory: the request under way gets an error, and so does every later one."""
    worker = tmp_path / "worker.py"
    worker.write_text(
        "import sys\ninput()\nprint('{\"result\": {}}', flush=True)\ninput()\nsys.exit('the disk is full')"
    )
    with BfclProcess(PYTHON, worker) as process:
        for _ in range(2):
            with pytest.raises(BfclError, match=r"has ended: the disk is full"):
                process.ask("cases", category="any")


def test_an_environment_that_does_not_have_it_is_refused(tmp_path: Path) -> None:
    """One line each: no interpreter there, and one without the package."""
    with pytest.raises(ConfigurationError, match="cannot be started: No such file"):
        BfclProcess(tmp_path / "python")
    with pytest.raises(ConfigurationError, match=r"has no usable bfcl_eval.*No module named 'bfcl_eval'"):
        BfclProcess(PYTHON)


def test_documents_become_schemas() -> None:
    """Types have JSON's names, at every depth; a parameter may be named as a keyword of schemas is."""
    given: dict[str, Any] = {
        "type": "dict",
        "properties": {
            "price": {"type": "float", "description": "In EUR."},
            "tags": {"type": "array", "items": {"type": "dict", "properties": {"type": {"type": "string"}}}},
            "extra": {"type": "any", "default": "none"},
        },
        "required": ["price"],
    }
    assert schema_of(given) == {
        "type": "object",
        "properties": {
            "price": {"type": "number", "description": "In EUR."},
            "tags": {"type": "array", "items": {"type": "object", "properties": {"type": {"type": "string"}}}},
            "extra": {"type": "string", "default": "none"},
        },
        "required": ["price"],
    }


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ('{"error": "no such file"}', {"error": "no such file"}),
        ("Error during execution: too few arguments", {"error": "too few arguments"}),
        ('{"files": []}', {"files": []}),
        ("None", "None"),
        ("[1, 2]", "[1, 2]"),
    ],
)
def test_results_are_what_a_function_would_return(text: str, result: Any) -> None:
    """Objects as objects, an exception as a declared error, all else as text."""
    assert result_of(text) == result
    assert is_failure(text) is ("error" in result)


def test_the_real_checker_judges_what_was_made(real: BfclProcess) -> None:
    """The gold calls are valid, fewer are not; worlds are fresh, whatever earlier ones went through."""
    entry = real.ask("entry", entry="multi_turn_base_0")
    assert real.ask("check", entry=entry["id"], made=entry["gold"]) == {"valid": True, "why": ""}
    short = real.ask("check", entry=entry["id"], made=[[], *entry["gold"][1:]])
    assert not short["valid"]
    assert short["why"].startswith("multi_turn:empty_turn_model_response: ")
    for _ in range(2):
        world = real.ask("begin", entry=entry["id"])
        assert not is_failure(real.ask("call", world=world, name="mkdir", arguments={"dir_name": "new"}))
        real.ask("end", world=world)


@pytest.mark.parametrize(("name", "arguments"), [("ls(); cd", {}), ("ls", {"a=True)#": 1})])
def test_names_are_names(real: BfclProcess, name: str, arguments: dict[str, Any]) -> None:
    """The package evaluates calls as Python; what a model wrote as a name cannot be more than one."""
    world = real.ask("begin", entry="multi_turn_base_0")
    with pytest.raises(BfclError, match="is no name"):
        real.ask("call", world=world, name=name, arguments=arguments)
