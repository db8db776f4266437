"""Plain functions are called themselves where nobody traces; whatever LangChain adds to a tool is kept."""

from typing import Annotated, Any

import pytest
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import BaseTool, StructuredTool, ToolException
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
    """What a run's one call of a tool brought."""
    name = getattr(tool, "name", getattr(tool, "__name__", ""))
    built = build([tool], script(executor_tool={"tool": name}, executor_arguments=ARGUMENTS))
    result = built.graph.invoke({"query": "q"}, config or None)
    [evidence] = result["outcomes"]["s1"].evidence
    assert evidence.ok
    return next(asked.sections["response"] for asked in built.model.asked if asked.call == "answer")


def spell(word: str, times: int = 2, sep: str = "-") -> str:
    """Spell a word."""
    return sep.join([word] * times)


class Words(BaseModel):
    """A schema of the caller's own, with a default that the function does not have."""

    word: str
    times: int = 3


def _fails(word: str) -> str:
    raise ToolException(f"no {word}")


def _knows_the_run(word: str, config: RunnableConfig) -> str:
    return f"{word} in {sorted(config.get('configurable', {}))[:1] and 'a run'}"


def _louder(word: Annotated[str, AfterValidator(lambda text: text + "!")]) -> str:
    return word


SAME: dict[str, tuple[Any, str]] = {
    "function": (spell, "tree-tree"),
    "tool": (made(spell), "tree-tree"),
    "own schema": (
        StructuredTool.from_function(spell, name="own", description="Spell.", args_schema=Words),
        "tree-tree-tree",
    ),
    "handled error": (
        StructuredTool.from_function(_fails, name="fails", description="Fail.", handle_tool_error=True),
        "no tree",
    ),
    "config": (StructuredTool.from_function(_knows_the_run, name="knows", description="Know."), "tree in a run"),
    "validator": (StructuredTool.from_function(_louder, name="louder", description="Shout."), "tree!"),
}


@pytest.mark.parametrize("name", SAME)
def test_a_call_brings_what_langchain_would_have_brought(name: str) -> None:
    """Defaults, schemas, handlers and injected configs are the tool's own."""
    thing, wanted = SAME[name]
    assert ran(thing) == wanted


def test_whoever_listens_hears_of_the_call() -> None:
    """A handler of the run gets the tool's events, as from LangChain."""
    heard = Heard()
    assert ran(made(spell), callbacks=[heard]) == "tree-tree"
    assert heard.tools == ["spell"]


def test_nobody_has_to_listen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a handler a plain function is called without the tool around it."""

    def refused(*args: Any, **kwargs: Any) -> Any:
        raise AssertionError("the tool was invoked")

    monkeypatch.setattr(BaseTool, "run", refused)
    assert ran(made(spell)) == "tree-tree"


async def spell_async(word: str, times: int = 2, sep: str = "-") -> str:
    """Spell a word."""
    return sep.join([word] * times)


def test_async_functions_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Called themselves where nobody listens; heard of where somebody does."""
    heard = Heard()
    assert ran(made(spell_async), callbacks=[heard]) == "tree-tree"
    assert heard.tools == ["spell_async"]

    def refused(*args: Any, **kwargs: Any) -> Any:
        raise AssertionError("the tool was invoked")

    monkeypatch.setattr(BaseTool, "arun", refused)
    assert ran(made(spell_async)) == "tree-tree"


def test_what_langchain_adds_to_an_async_function_is_kept() -> None:
    """Its own schema, errors that it handles, and configs that it hands over."""

    async def knows(word: str, config: RunnableConfig) -> str:
        return _knows_the_run(word, config)

    async def fails(word: str) -> str:
        raise ToolException(f"no {word}")

    make = StructuredTool.from_function
    own = make(coroutine=spell_async, name="own", description="Spell.", args_schema=Words)
    assert ran(own) == "tree-tree-tree"
    assert ran(make(coroutine=fails, name="fails", description="Fail.", handle_tool_error=True)) == "no tree"
    assert ran(make(coroutine=knows, name="knows", description="Know.")) == "tree in a run"
