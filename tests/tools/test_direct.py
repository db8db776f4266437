"""Plain functions are called themselves where nobody traces; whatever LangChain adds to a tool is kept."""

from inspect import iscoroutinefunction
from typing import Annotated, Any

import pytest
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import StructuredTool, ToolException
from langchain_core.tools import tool as made
from pydantic import AfterValidator, BaseModel

from tests.scripts import build, script

ARGUMENTS = {"word": "tree"}


class Heard(BaseCallbackHandler):
    """Notes which tools have run."""

    def __init__(self) -> None:
        self.tools: list[str] = []

    def on_tool_start(self, serialized: dict[str, Any], input_str: str, **more: Any) -> None:
        """Take note."""
        self.tools.append(str(serialized.get("name")))


def ran(tool: Any, **config: Any) -> str:
    """Return the result of a run's one call of a tool."""
    name = getattr(tool, "name", getattr(tool, "__name__", ""))
    built = build([tool], script(executor_tool={"tool": name}, executor_arguments=ARGUMENTS))
    result = built.graph.invoke({"query": "q"}, config or None)
    [evidence] = result["outcomes"]["s1"].evidence
    assert evidence.ok
    return next(asked.sections["response"] for asked in built.model.asked if asked.call == "answer")


def spell(word: str, times: int = 2, sep: str = "-") -> str:
    """Spell a word."""
    return sep.join([word] * times)


async def spell_async(word: str, times: int = 2, sep: str = "-") -> str:
    """Spell a word."""
    return sep.join([word] * times)


class Words(BaseModel):
    """A schema of the caller's own, with a default that the function does not have."""

    word: str
    times: int = 3


def _fails(word: str) -> str:
    raise ToolException(f"no {word}")


async def _fails_async(word: str) -> str:
    raise ToolException(f"no {word}")


def _knows_the_run(word: str, config: RunnableConfig) -> str:
    return f"{word} in {sorted(config.get('configurable', {}))[:1] and 'a run'}"


async def _knows_the_run_async(word: str, config: RunnableConfig) -> str:
    return _knows_the_run(word, config)


def _louder(word: Annotated[str, AfterValidator(lambda text: text + "!")]) -> str:
    return word


def of(function: Any, **more: Any) -> StructuredTool:
    """A tool of a function of either kind."""
    code = {"coroutine" if iscoroutinefunction(function) else "func": function}
    return StructuredTool.from_function(**code, name="own", description="Do it.", **more)


SAME: dict[str, tuple[Any, str]] = {
    "function": (spell, "tree-tree"),
    "tool": (made(spell), "tree-tree"),
    "own schema": (of(spell, args_schema=Words), "tree-tree-tree"),
    "own schema, async": (of(spell_async, args_schema=Words), "tree-tree-tree"),
    "handled error": (of(_fails, handle_tool_error=True), "no tree"),
    "handled error, async": (of(_fails_async, handle_tool_error=True), "no tree"),
    "config": (of(_knows_the_run), "tree in a run"),
    "config, async": (of(_knows_the_run_async), "tree in a run"),
    "validator": (of(_louder), "tree!"),
}


@pytest.mark.parametrize("name", SAME)
def test_a_call_brings_what_langchain_would_have_brought(name: str) -> None:
    """Defaults, schemas, handlers and injected configs are the tool's own."""
    thing, wanted = SAME[name]
    assert ran(thing) == wanted


@pytest.mark.parametrize("function", [spell, spell_async])
def test_a_function_is_called_itself_and_whoever_listens_hears_of_it(function: Any) -> None:
    """A handler of the run gets the tool's events once, as from LangChain: the tool around the function is not run."""
    heard = Heard()
    assert ran(made(function), callbacks=[heard]) == "tree-tree"
    assert heard.tools == [function.__name__]
    assert ran(made(function)) == "tree-tree"
